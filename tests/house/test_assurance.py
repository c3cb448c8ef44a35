"""The page of what comparable equipment must do says what the tests say: each row once, each test there and marked."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "assurance.md"
NUMBERS = [f"A{number}" for number in range(1, 51)]
STATES = ("met", "partly", "not yet", "not applicable")
HEADING = re.compile(r"^### (A\d+)\. \S.*$", re.MULTILINE)
STATE = re.compile(r"^- \*\*(Met|Partly|Not yet|Not applicable)\.\*\* \S", re.MULTILINE)
NAMED = re.compile(r"`(tests/[\w/]+\.py::[\w:]+)`")
MARK = "pytest.mark.assurance"


@cache
def rows() -> tuple[tuple[str, str], ...]:
    """Each number with all that the page says of it."""
    parts = HEADING.split(PAGE.read_text(encoding="utf-8"))[1:]
    return tuple(zip(parts[::2], (part.partition("\n## ")[0] for part in parts[1::2]), strict=True))


def states_in(text: str) -> list[str]:
    return [state.lower() for state in STATE.findall(text)]


def on_the_page() -> set[tuple[str, str]]:
    """A number and a test that the page names for it."""
    return {(number, test) for number, text in rows() for test in NAMED.findall(text)}


@cache
def in_the_tests() -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Every test there is, as it is collected; and a number and a test that carries it."""
    names, marked = set(), set()
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        for name, function in functions_of(ast.parse(text)):
            test = f"{file.relative_to(ROOT).as_posix()}::{name}"
            names.add(test)
            marked |= {(number, test) for number in numbers_of(function)}
    return frozenset(names), frozenset(marked)


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and inner.name.startswith("test_"):
                    yield f"{node.name}::{inner.name}", inner
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, node


def numbers_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Only plain texts in a mark of its own are read: anything else is told by its name and stands on no page."""
    for each in function.decorator_list:
        if isinstance(each, ast.Call) and ast.unparse(each.func) == MARK:
            for argument in each.args:
                is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                yield argument.value if is_text else ast.unparse(argument)  # type: ignore[attr-defined]


def test_every_row_is_there_once_and_in_order() -> None:
    assert [number for number, _ in rows()] == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_a_row_says_what_is_asked_by_whom_its_state_and_what_is_missing(number: str) -> None:
    text = dict(rows())[number]
    assert re.search(r"^- \*\*Asked\*\* \(\S", text, re.MULTILINE)
    (state,) = states_in(text)
    assert ("- **Missing:** " in text) == (state in ("partly", "not yet"))
    assert bool(NAMED.search(text)) == (state != "not yet")
    assert ("- **Tests:** " in text) == bool(NAMED.search(text))


def test_the_summary_is_that_of_the_rows() -> None:
    counted = {state: [number for number, text in rows() if states_in(text) == [state]] for state in STATES}
    lines = [f"| {state} | {len(numbers)} | {', '.join(numbers)} |" for state, numbers in counted.items()]
    assert "\n".join(lines) in PAGE.read_text(encoding="utf-8")


def test_every_test_that_is_named_is_there() -> None:
    names, _ = in_the_tests()
    assert {test for _, test in on_the_page()} - names == set()


def test_a_test_is_named_on_the_page_where_it_is_marked_and_nowhere_else() -> None:
    _, marked = in_the_tests()
    assert {"named, not marked": on_the_page() - marked, "marked, not named": marked - on_the_page()} == {
        "named, not marked": set(),
        "marked, not named": set(),
    }


def test_no_mark_stands_where_it_is_not_read() -> None:
    """On a class, a parameter, or all of a module: each test says for itself what it proves."""
    marks = sum(
        file.read_text(encoding="utf-8").count(f"@{MARK}(") + file.read_text(encoding="utf-8").count(f"[{MARK}(")
        for file in (ROOT / "tests").rglob("*.py")
        if file != Path(__file__)
    )
    _, marked = in_the_tests()
    assert marks == len({test for _, test in marked})


def test_a_mark_is_read_from_a_method_as_from_a_function() -> None:
    text = f"""
@{MARK}("A1", "A2")
@other
async def test_one(): ...
class TestMany:
    @{MARK}("A3")
    def test_two(self): ...
    def help(self): ...
def test_three(): ...
"""
    found = {name: list(numbers_of(function)) for name, function in functions_of(ast.parse(text))}
    assert found == {"test_one": ["A1", "A2"], "TestMany::test_two": ["A3"], "test_three": []}
