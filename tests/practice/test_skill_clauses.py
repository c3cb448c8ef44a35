"""Every rule of every document is asked of a dealer by some skill, or it says why it asks nothing."""

from collections.abc import Mapping

import pytest

from dealer_app.practice.skills import load_skills
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import ClauseKind, document_clauses

STILL_OPEN: Mapping[str, frozenset[str]] = {
    "tiger-buffalo-v4": frozenset({"3.3", "3.6", "3.10", "5.1", "5.1.2", "5.2", "5.2.1"}),
    "tiger-buffalo-insurance": frozenset(
        {
            *{"3.3", "3.6", "3.10", "3.11", "3.12", "3.12.1", "3.12.2", "3.14", "4.1.8", "4.2.1", "4.2.1a", "4.2.1b"},
            *{"5.1", "5.1.2", "5.2", "5.2.1"},
        }
    ),
    "tiger-baccarat-mbs-v3": frozenset(
        {"3.1", "3.2", "3.5.1", "3.13", "3.13.1", "3.13.2", "5.14"},
    ),
    "tai-sai-open-cover-v5": frozenset({"3.2", "3.5", "3.6", "5.1", "5.1.2", "5.2", "5.2.1"}),
}
"""Of insurance, limits, announcements and the order of cards: empty once their skills stand in the file."""


def asked_clauses(book: str) -> set[str]:
    return {number for skill in load_skills().skills for number in skill.clauses.get(book, ())}


@pytest.mark.parametrize("book", GAMES)
def test_each_rule_has_a_skill_or_a_reason_why_it_has_none(book: str) -> None:
    rules = {clause.number for clause in document_clauses(book) if clause.kind is ClauseKind.RULE}
    open_ = rules - asked_clauses(book) - {*load_skills().without.get(book, {})}
    assert open_ == STILL_OPEN[book]


@pytest.mark.parametrize("book", GAMES)
def test_no_clause_with_a_skill_gives_a_reason_why_it_has_none(book: str) -> None:
    assert not asked_clauses(book) & {*load_skills().without.get(book, {})}


def test_each_reason_is_a_sentence() -> None:
    reasons = [reason for clauses in load_skills().without.values() for reason in clauses.values()]
    assert reasons
    assert all(len(reason) > 40 and reason.endswith(".") for reason in reasons)
