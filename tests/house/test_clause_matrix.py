"""The clause matrix is complete: no rule without a proof or a place on the waiting list, which only shrinks."""

import tomllib
from pathlib import Path

import pytest

from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import Clause, ClauseKind, all_clauses

AT_FIRST = Path(__file__).parents[1] / "golden" / "waiting_at_first.toml"
CLAUSES = list(all_clauses())


def waited_at_first() -> set[tuple[str, str]]:
    entries = tomllib.loads(AT_FIRST.read_text(encoding="utf-8"))["waiting"]
    return {(entry["book"], number) for entry in entries for number in entry["ids"]}


def named(clauses: list[Clause]) -> list[str]:
    return [f"{clause.book} {clause.number}" for clause in clauses]


def test_every_document_has_its_clauses() -> None:
    assert [game for game in GAMES if not any(clause.book == game for clause in CLAUSES)] == []


def test_no_clause_stands_twice() -> None:
    assert len({(clause.book, clause.number) for clause in CLAUSES}) == len(CLAUSES)


def test_every_summary_is_short_enough_for_one_glance() -> None:
    assert named([clause for clause in CLAUSES if not 10 <= len(clause.summary) <= 260]) == []


def test_no_rule_is_without_a_test_or_a_place_on_the_waiting_list() -> None:
    assert named([clause for clause in CLAUSES if clause.is_unproven]) == []


def test_the_waiting_list_only_shrinks() -> None:
    waiting = {(clause.book, clause.number) for clause in CLAUSES if clause.waits_for is not None}
    assert waiting - waited_at_first() == set()


def test_only_rules_wait() -> None:
    assert (
        named([clause for clause in CLAUSES if clause.waits_for is not None and clause.kind is not ClauseKind.RULE])
        == []
    )


@pytest.mark.parametrize("book", GAMES)
def test_every_waiting_clause_exists(book: str) -> None:
    numbers = {clause.number for clause in CLAUSES if clause.book == book}
    assert {number for game, number in waited_at_first() if game == book} - numbers == set()
