"""The domain is pure: it imports a short list of standard modules and itself, and no amount in it is a float.

import-linter can forbid modules but not allow only some, so the law is read here off the import graph and the
syntax.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
DOMAIN = "dealer_app.domain"
FILES = sorted((ROOT / "dealer_app" / "domain").rglob("*.py"))

ALLOWED_MODULES = {
    "collections.abc",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "itertools",
    "math",
    # What values are made of: it reads nothing and writes nothing of itself.
    "msgspec",
    "msgspec.structs",
    "typing",
}
# The rest of `math` answers with floats.
EXACT_MATH = {"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"}
FORBIDDEN_NAMES = {
    "breakpoint": "nothing",
    "complex": "Fraction",
    "eval": "a match statement",
    "exec": "a match statement",
    "float": "Money, Odds or Fraction",
    "input": "a command's field",
    "open": "a value that a loader outside of the domain made",
    "print": "an event or a refusal",
}


def impurities(source: str) -> list[str]:
    return [f"line {line}: {fault}" for line, fault in _faults(ast.parse(source))]


def _faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for name in names:
                    if not _allowed(name.name):
                        yield node.lineno, f"imports {name.name}"
            case ast.ImportFrom(module=module, level=level):
                if level == 0 and not _allowed(module or ""):
                    yield node.lineno, f"imports {module}"
                if module == "math":
                    for name in node.names:
                        if name.name not in EXACT_MATH:
                            yield node.lineno, f"math.{name.name} is not exact"
            case ast.Attribute(value=ast.Name(id="math"), attr=attribute) if attribute not in EXACT_MATH:
                yield node.lineno, f"math.{attribute} is not exact"
            case ast.Constant(value=float() | complex()):
                yield node.lineno, f"{node.value!r} is a float; use Fraction"
            case ast.Name(id=name) if name in FORBIDDEN_NAMES:
                yield node.lineno, f"uses {name}; use {FORBIDDEN_NAMES[name]}"
            case _:
                pass


def _allowed(module: str) -> bool:
    return module in ALLOWED_MODULES or module == DOMAIN or module.startswith(f"{DOMAIN}.")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_domain_file_is_pure(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


def test_the_domain_imports_nothing_of_ours_but_itself() -> None:
    graph = grimp.build_graph("dealer_app", include_external_packages=True, cache_dir=None)
    domain = {DOMAIN} | graph.find_descendants(DOMAIN)
    reached = {name for module in domain for name in graph.find_modules_directly_imported_by(module)}
    # The graph knows an external module only by its first name.
    assert reached - domain <= {module.partition(".")[0] for module in ALLOWED_MODULES}


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "from collections import OrderedDict",
        "from dealer_app.journal import store",
        "from math import sqrt",
        "import math\nmath.log(2)",
        "rate = 0.05",
        "def pay(stake: float) -> int: ...",
        "print(1)",
        "open('x')",
    ],
)
def test_an_impurity_is_named(source: str) -> None:
    assert impurities(source)
