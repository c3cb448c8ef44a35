"""Ties tests to clauses: the mark `clause(book, *ids)`, checked at collection and written to a file.

`resources/clauses/tests.toml` is made from the marks by a collection alone (`make clauses`) and compared in
`make test`, so that an installed station can show which test proves which clause. What a clause says is in
the book's own file.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

CLAUSES = Path(__file__).parents[2] / "resources" / "clauses"
TESTS_FILE = CLAUSES / "tests.toml"
HEADER = "# Made by `make clauses` from the tests' clause marks. Not to be edited by hand.\n"

# By book and clause, the tests that name it.
ClauseTests: TypeAlias = dict[str, dict[str, set[str]]]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("clauses")
    group.addoption("--write-clause-tests", action="store_true", help="write resources/clauses/tests.toml")
    group.addoption("--check-clause-tests", action="store_true", help="fail if that file is not up to date")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files without a mark are left out where only marks are asked for: to read them all takes five times as long."""
    if not (config.getoption("write_clause_tests") or config.getoption("check_clause_tests")):
        return None
    return (collection_path.is_file() and b"mark.clause" not in collection_path.read_bytes()) or None


# Before pytest deselects by -m or -k: a mark is wrong whether its test runs today or not.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    marked, faults = _read_marks(items)
    write, check = config.getoption("write_clause_tests"), config.getoption("check_clause_tests")
    if (write or check) and config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        faults.append("the clause tests are those of all tests: give no path")
    if check and not faults:
        faults = differences(_read_stored(left_out=config.getoption("ignore") or ()), marked)
    # After an error pytest stops by itself; what it has collected until then is not all.
    if faults and not session.testsfailed:
        raise pytest.UsageError("\n".join(faults))
    if write and not session.testsfailed:
        TESTS_FILE.write_text(marks_text(marked), encoding="utf-8")


def marks_text(tests: ClauseTests) -> str:
    """The file's text: one test a line, in an order that only the marks decide."""
    lines = [HEADER]
    for book in sorted(tests):
        lines.append(f"[{book}]\n")
        for clause in sorted(tests[book], key=by_number):
            names = "".join(f'  "{name}",\n' for name in sorted(tests[book][clause]))
            lines.append(f'"{clause}" = [\n{names}]\n')
        lines.append("\n")
    return "".join(lines).rstrip("\n") + "\n"


@cache
def clause_ids(book: str) -> frozenset[str]:
    """The clauses of a book, none if there is no such book."""
    path = CLAUSES / f"{book}.toml"
    if not path.is_file():
        return frozenset()
    contents = tomllib.loads(path.read_text(encoding="utf-8"))
    return frozenset(clause["id"] for clause in contents.get("clauses", ()))


def _read_marks(items: Iterable[pytest.Item]) -> tuple[ClauseTests, list[str]]:
    marked: ClauseTests = {}
    faults: dict[str, None] = {}
    for item in items:
        name = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("clause"):
            fault = mark_fault(mark)
            if fault:
                faults[f"{name}: {fault}"] = None
                continue
            book, *ids = mark.args
            for clause in ids:
                marked.setdefault(book, {}).setdefault(clause, set()).add(name)
    return marked, list(faults)


def mark_fault(mark: pytest.Mark) -> str:
    if mark.kwargs or len(mark.args) < 2 or not all(isinstance(word, str) for word in mark.args):
        return 'a clause mark is clause("book", "id", ...), all of them strings'
    book, *ids = mark.args
    known = clause_ids(book)
    if not known:
        return f"no book {book!r} in resources/clauses"
    absent = [clause for clause in ids if clause not in known]
    return f"no clause {', '.join(absent)} in resources/clauses/{book}.toml" if absent else ""


def _read_stored(*, left_out: Iterable[str | Path]) -> ClauseTests:
    """The file as it is, without the tests of folders that this collection has to leave out."""
    if not TESTS_FILE.is_file():
        return {}
    stored: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(TESTS_FILE.read_text(encoding="utf-8"))
    prefixes = tuple(f"{folder}/" for folder in left_out)
    kept: ClauseTests = {}
    for book, clauses in stored.items():
        for clause, names in clauses.items():
            seen = {name for name in names if not (prefixes and name.startswith(prefixes))}
            if seen:
                kept.setdefault(book, {})[clause] = seen
    return kept


def differences(stored: ClauseTests, marked: ClauseTests) -> list[str]:
    before, now = _flat(stored), _flat(marked)
    lines = [f"  in the file, not marked: {' '.join(entry)}" for entry in sorted(before - now)]
    lines += [f"  marked, not in the file: {' '.join(entry)}" for entry in sorted(now - before)]
    return ["resources/clauses/tests.toml is not up to date; run make clauses", *lines] if lines else []


def _flat(tests: ClauseTests) -> set[tuple[str, str, str]]:
    return {
        (book, clause, name) for book, clauses in tests.items() for clause, names in clauses.items() for name in names
    }


def by_number(clause: str) -> list[tuple[int, str]]:
    """5.8 before 5.10, and 2.1.1 before 2.1.1a."""
    return [(int(number or 0), letters) for number, letters in re.findall(r"(\d*)([^.\d]*)\.?", clause)]
