"""Every rule of every document is asked of a dealer by some skill, or it says why it asks nothing."""

import pytest

from dealer_app.practice.skills import load_skills
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import ClauseKind, document_clauses


def asked_clauses(book: str) -> set[str]:
    return {number for skill in load_skills().skills for number in skill.clauses.get(book, ())}


@pytest.mark.parametrize("book", GAMES)
def test_each_rule_has_a_skill_or_a_reason_why_it_has_none(book: str) -> None:
    rules = {clause.number for clause in document_clauses(book) if clause.kind is ClauseKind.RULE}
    assert rules - asked_clauses(book) - {*load_skills().without.get(book, {})} == set()


@pytest.mark.parametrize("book", GAMES)
def test_no_clause_with_a_skill_gives_a_reason_why_it_has_none(book: str) -> None:
    assert not asked_clauses(book) & {*load_skills().without.get(book, {})}


def test_each_reason_is_a_sentence() -> None:
    reasons = [reason for clauses in load_skills().without.values() for reason in clauses.values()]
    assert reasons
    assert all(len(reason) > 40 and reason.endswith(".") for reason in reasons)


def test_the_file_has_as_many_skills_as_a_trainer_can_follow() -> None:
    assert 150 <= len(load_skills().skills) <= 250
