"""What the guide and the refusals rest on: every subject that the code asks for stands in the documents that know it.

`Rules.clause` falls back on the clause that says what a round is, so a subject missing by mistake would not be seen
in play.
"""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

from dealer_app.domain.round.irregularities.kinds import IRREGULARITIES
from dealer_app.domain.round.irregularities.plans import (
    ShoeVoidPlan,
    plan_approval,
    plan_approved_void,
    plan_no_needs,
    plan_question,
    plan_tumble_void,
)
from dealer_app.domain.round.table_settings import Rules
from dealer_app.rulebooks import GAMES, load_rulebook

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "dealer_app" / "domain" / "round").rglob("*.py"))
CLAUSES = ROOT / "resources" / "clauses"

ASKING = {Rules.clause.__name__, Rules.has_clause.__name__}
"""The methods of Rules that ask for a subject."""
PLANS = {
    plan.__name__
    for plan in (ShoeVoidPlan, plan_approval, plan_approved_void, plan_no_needs, plan_question, plan_tumble_void)
}
"""Which ask for the subject that is given to them last."""

V4, INSURANCE, MBS, TAI_SAI = GAMES
CARDS = {V4, INSURANCE, MBS}
RWS = {V4, INSURANCE}
KNOWN_TO = {
    "initial-cards": CARDS,
    "third-card": CARDS,
    "totals-announced": {MBS},
    "squeeze": CARDS,
    "reconstruction": CARDS,
    "excess-card": CARDS,
    "misplaced-cards": CARDS,
    "exposed-card": CARDS,
    "foreign-card": CARDS,
    "wrong-deck": CARDS,
    "wrong-number-of-cards": CARDS,
    "insufficient-cards": CARDS,
    "not-shuffled": CARDS,
    "tie": CARDS,
    "together-options": RWS,
    "banker-third-first": {INSURANCE},
    "insurance": {INSURANCE},
    "original-bet": {INSURANCE},
    "insurance-forgone": {INSURANCE},
    "no-insurance": {INSURANCE},
    "methods": {MBS},
    "device-stays": {MBS},
    "device-kept": {MBS},
    "cards-stay": {MBS},
    "device-reset": {MBS},
    "cutting-card-first": {MBS},
    "left-with-card": {MBS},
    "card-seen-in-device": CARDS,
    "cards-may-be-replaced": CARDS,
    "card-seen-as-device-moved": {MBS},
    "order-lost-by-moving": {MBS},
    "cards-not-passed": {MBS},
    "cards-set-aside": {MBS},
    "missing-card-found": {MBS},
    "missing-card-replaced": {MBS},
    "cards-replaced-after-search": {MBS},
    "wagers-decreased": {MBS},
    "wagers-increased": {MBS},
    "earlier-limits-settled": {MBS},
    "tumble": {TAI_SAI},
    "dice-at-rest": {TAI_SAI},
    "too-few-tumbles": {TAI_SAI},
    "cocked-die": {TAI_SAI},
    "tumbled-too-early": {TAI_SAI},
    "damaged-dice": {TAI_SAI},
    "wrong-lamps": {TAI_SAI},
}
"""Subjects that only some documents know; any other stands in all of them."""


@cache
def words() -> frozenset[str]:
    """Every string in the sources of the round."""
    trees = (ast.parse(source.read_text(encoding="utf-8")) for source in SOURCES)
    return frozenset(
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def asked() -> frozenset[str]:
    """The subjects that the code asks for by name, or by the code of an irregularity."""
    found = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(subject))]) if name in ASKING:
                    found.add(subject)
                case ast.Call(func=ast.Name(id=name), args=[*_, ast.Constant(value=str(subject))]) if name in PLANS:
                    found.add(subject)
                case _:
                    pass
    by_code = {row.code for row in IRREGULARITIES.values() if row.by_clause or row.closes_shoe}
    return frozenset(found | by_code)


def test_the_code_is_read() -> None:
    """Also what is asked by `has_clause` alone, as whether the totals are announced."""
    assert {"bets-open", "excess-card", "tumble", "totals-announced", "methods", "player-left"} <= asked()


@pytest.mark.parametrize("game", GAMES)
def test_every_subject_asked_for_stands_in_the_document(game: str) -> None:
    cited = load_rulebook(game).cites
    assert [
        subject for subject in sorted(asked()) if game in KNOWN_TO.get(subject, GAMES) and subject not in cited
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_document_cites_nothing_that_it_does_not_know(game: str) -> None:
    assert [subject for subject in load_rulebook(game).cites if game not in KNOWN_TO.get(subject, GAMES)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_cited_exists(game: str) -> None:
    contents = tomllib.loads((CLAUSES / f"{game}.toml").read_text(encoding="utf-8"))
    numbers = {clause["id"] for clause in contents["clauses"]} | {
        ruling.number for ruling in load_rulebook(game).rulings
    }
    assert {subject: clause for subject, clause in load_rulebook(game).cites.items() if clause not in numbers} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_subject_stands_there_unused(game: str) -> None:
    assert sorted(set(load_rulebook(game).cites) - words()) == []
