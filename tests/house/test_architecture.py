"""The pages for newcomers, docs/architecture.md and docs/glossary.md, name what there is in the tree, and all of it."""

import ast
import re
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
FILES = sorted(file for root in ("dealer_app", "ui", "drivers") for file in (ROOT / root).rglob("*.py"))
LONGEST_LINE = 120
LONGEST_ROW = 240
"""Of "Where to go": what takes more room stands in steps below the table."""

HEADING = re.compile(r"^### `([\w.]+)`$")
LINE = re.compile(r"^- `(\w+)` - (.+)$")
CODE = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"\w+(\.\w+)+")
PATH = re.compile(r"[\w.-]+(/[\w.-]+)+")


def _dotted_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_dotted_name(file): file for file in FILES}


def _map_of_the_tree() -> dict[str, list[str]]:
    """The modules of each package, without the packages in it."""
    packages: dict[str, list[str]] = {_dotted_name(file): [] for file in FILES if file.name == "__init__.py"}
    for name, file in MODULES.items():
        if file.name != "__init__.py":
            package, _, module = name.rpartition(".")
            packages[package].append(module)
    return packages


def _map_of_the_page(text: str) -> dict[str, list[str]]:
    packages: dict[str, list[str]] = {}
    package = ""
    for line in text.splitlines():
        if heading := HEADING.match(line):
            package = heading[1]
            packages[package] = []
        elif line.startswith("#"):
            package = ""
        elif package and (entry := LINE.match(line)):
            packages[package].append(entry[1])
    return packages


@cache
def _names_in(module: str) -> frozenset[str]:
    """What a module defines, and what its classes define: `engine.decide` has `decide`, a class `Class.member` too."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    names = set(_bound_names(tree))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{member}" for member in _bound_names(node)}
    return frozenset(names)


def _bound_names(scope: ast.Module | ast.ClassDef) -> list[str]:
    found: list[str] = []
    for node in scope.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
            case ast.Assign(targets=targets):
                found += [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.append(name)
            case _:
                pass
    return found


def _is_in_the_tree(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module defines; `dealer_app` may be left out."""
    for full in (name, f"dealer_app.{name}"):
        parts = full.split(".")
        for length in range(len(parts), 0, -1):
            module = ".".join(parts[:length])
            if module in MODULES:
                rest = ".".join(parts[length:])
                if not rest or rest in _names_in(module):
                    return True
                break
    return False


def _missing_names(text: str) -> list[str]:
    """The paths and dotted names of a page, in backticks and outside of blocks of code, that the tree does not have."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    missing = []
    for code in CODE.findall(plain):
        if PATH.fullmatch(code) or (ROOT / code).is_file():
            there = (ROOT / code).exists()
        else:
            there = not DOTTED.fullmatch(code) or _is_in_the_tree(code)
        if not there:
            missing.append(code)
    return missing


def _table_rows(text: str) -> list[list[str]]:
    """The cells of each row of the tables in a text, without headings and rules."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        found += rows[2:]
    return found


def test_every_package_has_a_heading_and_every_heading_a_package() -> None:
    tree, page = set(_map_of_the_tree()), set(_map_of_the_page(ARCHITECTURE))
    assert (sorted(tree - page), sorted(page - tree)) == ([], []), "without a heading; without a package"


@pytest.mark.parametrize("package", sorted(_map_of_the_tree()))
def test_every_module_has_a_line_and_every_line_a_module(package: str) -> None:
    tree, page = _map_of_the_tree()[package], _map_of_the_page(ARCHITECTURE).get(package, [])
    assert len(set(page)) == len(page), "two lines for one module"
    assert (sorted(set(tree) - set(page)), sorted(set(page) - set(tree))) == ([], []), (
        "without a line; without a module"
    )


def test_the_lines_of_the_map_are_short() -> None:
    assert [line for line in ARCHITECTURE.splitlines() if LINE.match(line) and len(line) > LONGEST_LINE] == []


def _rows_to_go() -> list[str]:
    section = ARCHITECTURE.partition("## Where to go for ...")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("| **")]


def test_each_row_of_where_to_go_has_one_place_to_look_first_and_a_short_rest() -> None:
    rows = _rows_to_go()
    print(f"\nrows of where to go: {len(rows)}, the longest {max(map(len, rows))} characters")
    assert [
        row for row in rows if len(row) > LONGEST_ROW or not re.fullmatch(r"`[^`]+`", row.split("|")[2].strip())
    ] == []


def test_the_steps_that_a_row_names_stand_below_the_table_and_each_has_its_row() -> None:
    named = [link for row in _rows_to_go() for link in re.findall(r"\(#([\w-]+)\)", row)]
    section = ARCHITECTURE.partition("## Where to go for ...")[2].partition("\n## ")[0]
    there = [heading.lower().replace(" ", "-") for heading in re.findall(r"^### (.+)$", section, re.MULTILINE)]
    assert named
    assert sorted(named) == sorted(there)


@pytest.mark.parametrize("page", [ARCHITECTURE, GLOSSARY], ids=["architecture", "glossary"])
def test_what_a_page_names_is_there(page: str) -> None:
    assert _missing_names(page) == []


def test_each_word_of_the_glossary_is_explained_once() -> None:
    rows = [row for row in _table_rows(GLOSSARY.partition("## Exceptions of names")[0]) if row]
    words = [row[0].strip("*").lower() for row in rows]
    assert rows
    assert [row for row in rows if len(row) != 3 or not row[1]] == []
    assert sorted({word for word in words if words.count(word) > 1}) == []


def test_each_place_of_the_glossary_is_there() -> None:
    """The last column names modules, classes and functions; a name without a dot is a module too."""
    places = [
        code for row in _table_rows(GLOSSARY.partition("## Exceptions of names")[0]) for code in CODE.findall(row[-1])
    ]
    assert places
    assert [code for code in places if not (_is_in_the_tree(code) or (ROOT / code).exists())] == []


def test_the_glossary_has_a_place_for_exceptions_of_names() -> None:
    assert re.search(r"^## Exceptions of names$", GLOSSARY, re.MULTILINE)


# What may import what


def _order_of_the_page() -> dict[str, int]:
    """How low each package of the row is: what has a greater number may be imported by what has a smaller one."""
    row = re.search(r"^## What may import what\n.*?^```\n(.*?)^```", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    assert row is not None
    return {name.strip(): depth for depth, layer in enumerate(row[1].split(">")) for name in layer.split(",")}


def _package_of(module: str) -> str:
    root, _, rest = module.partition(".")
    return rest.partition(".")[0] if root == "dealer_app" else root


def test_the_row_of_packages_is_whole() -> None:
    order = set(_order_of_the_page())
    assert order == {_package_of(name) for name in MODULES} - {"", "__main__", "drivers"}


def test_the_imports_that_point_upward_are_those_of_the_page() -> None:
    order = _order_of_the_page()
    graph = grimp.build_graph("dealer_app", "ui", cache_dir=None)
    upward = set()
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            above, below = order.get(_package_of(importer)), order.get(_package_of(imported))
            if above is not None and below is not None and below < above:
                upward.add((importer.removeprefix("dealer_app."), imported.removeprefix("dealer_app.")))
    section = ARCHITECTURE.partition("## What may import what")[2].partition("\n## ")[0]
    listed = {(row[0].strip("`"), row[1].strip("`")) for row in _table_rows(section)}
    assert (sorted(upward - listed), sorted(listed - upward)) == ([], []), "not on the list; no longer upward"


# The test itself


def test_a_wrong_name_is_found() -> None:
    page = (
        "`domain.round.engine.decide` `ui.rail` `resources/positions.toml` `make run`\n"
        "```\nno.such_thing\n```\n`domain.round.engine.judge` `no.such_thing` `docs/nothing.md`\n"
    )
    assert _missing_names(page) == ["domain.round.engine.judge", "no.such_thing", "docs/nothing.md"]


def test_a_map_is_read_by_its_headings() -> None:
    page = "### `ui`\n\nThe window.\n\n- `app` - the loop\n\n### The rest\n\n- `more` - not of the map\n"
    assert _map_of_the_page(page) == {"ui": ["app"]}
