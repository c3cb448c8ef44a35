"""`dealer-station clauses`: the matrix on paper, what is missing and what waits."""

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks import clauses as matrix
from dealer_app.rulebooks.clauses import Clause, ClauseKind, StationPart


def clause(
    number: str, *, kind: ClauseKind = ClauseKind.RULE, tests: tuple[str, ...] = (), waits: StationPart | None = None
) -> Clause:
    return Clause(
        book="tiger-buffalo-v4", number=number, kind=kind, summary=f"Says {number}.", tests=tests, waits_for=waits
    )


@pytest.fixture
def small_matrix(monkeypatch: pytest.MonkeyPatch) -> list[Clause]:
    chosen = [
        clause("1.1", kind=ClauseKind.DEFINITION),
        clause("4.1.2", tests=("tests/rules/test_one.py::test_a", "tests/rules/test_one.py::test_b")),
        clause("5.4", waits=StationPart.IRREGULARITIES),
    ]
    monkeypatch.setattr("dealer_app.cli.clauses.all_clauses", lambda: iter(chosen))
    return chosen


@pytest.mark.usefixtures("small_matrix")
def test_the_matrix_names_each_clause_its_kind_and_its_tests() -> None:
    shown = CliRunner().invoke(main, ["clauses"])
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    assert lines[0] == "tiger-buffalo-v4"
    assert lines[1].split() == ["1.1", "definition", "-"]
    assert lines[2].strip() == "Says 1.1."
    assert lines[3].split() == ["4.1.2", "rule", "2", "tests"]
    assert lines[5].strip() == "tests/rules/test_one.py::test_a"
    assert lines[7].split() == ["5.4", "rule", "waits", "for", "irregularities"]
    assert lines[-1] == "3 clauses: 2 rule, 1 definition"


@pytest.mark.usefixtures("small_matrix")
def test_nothing_missing_is_status_0() -> None:
    shown = CliRunner().invoke(main, ["clauses", "--missing"])
    assert (shown.exit_code, shown.output) == (0, "0 rules with neither a test nor a place on the waiting list\n")


def test_a_missing_rule_is_named_and_is_status_1(small_matrix: list[Clause]) -> None:
    small_matrix.append(clause("4.1.3"))
    shown = CliRunner().invoke(main, ["clauses", "--missing"])
    assert shown.exit_code == 1
    assert shown.output.splitlines()[0].split() == ["tiger-buffalo-v4", "4.1.3", "Says", "4.1.3."]


@pytest.mark.usefixtures("small_matrix")
def test_what_waits_is_listed_with_its_part() -> None:
    shown = CliRunner().invoke(main, ["clauses", "--waiting"])
    assert shown.exit_code == 0
    assert shown.output.splitlines()[0].split() == ["tiger-buffalo-v4", "5.4", "irregularities"]
    assert shown.output.splitlines()[-1] == "1 clauses wait: 1 irregularities"


def test_two_questions_at_once_are_refused() -> None:
    shown = CliRunner().invoke(main, ["clauses", "--missing", "--waiting"])
    assert shown.exit_code == 2
    assert "one at a time" in shown.output


@pytest.mark.parametrize("game", GAMES)
def test_one_document_alone(game: str) -> None:
    shown = CliRunner().invoke(main, ["clauses", game])
    assert shown.exit_code == 0
    assert shown.output.splitlines()[0] == game
    assert shown.output.count("\ntiger-") + shown.output.count("\ntai-") == 0
    assert f"{len(matrix.document_clauses(game))} clauses" in shown.output.splitlines()[-1]
