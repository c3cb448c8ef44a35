"""Modules are loaded on more than one thread: none may need a package that is not yet done with loading itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("dealer_app", "ui", "drivers")
FILES = sorted(file for part in PARTS for file in (ROOT / part).rglob("*.py"))


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_at_its_head(tree: ast.Module) -> Iterator[str]:
    """What is imported from where, while a module is loaded."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield node.module


def loads_its_own(file: Path) -> bool:
    """Whether a package has all of itself loaded before it is done."""
    own = name_of(file)
    return any(name.startswith(f"{own}.") for name in imported_at_its_head(ast.parse(file.read_text(encoding="utf-8"))))


LOADING_ITSELF = {name_of(file) for file in FILES if file.name == "__init__.py" and loads_its_own(file)}


@pytest.mark.parametrize("package", sorted(LOADING_ITSELF))
def test_no_module_asks_the_package_that_is_loading_it(package: str) -> None:
    asking = [
        name_of(file)
        for file in FILES
        if name_of(file).startswith(f"{package}.")
        and package in imported_at_its_head(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert asking == []


def test_there_are_such_packages() -> None:
    assert "dealer_app.texts" in LOADING_ITSELF
