"""The dealer by chance makes every kind of mistake that a document knows, and the books balance."""

from collections import Counter
from random import Random

import pytest

from dealer_app.domain.policies import DifferentialUnnoticed, MaximumUnnoticed
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import BurnRule, Dealing, make_rules, usual_table
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.scripts.play import play_rounds
from dealer_app.scripts.session import PlaySession
from dealer_app.scripts.simulated_dealer import SimulatedDealer, random_table

# Thousands of rounds.
pytestmark = pytest.mark.long

TABLES, ROUNDS = 8, 250
OF_DICE = {
    IrregularityKind.COCKED_DIE,
    IrregularityKind.DAMAGED_DICE,
    IrregularityKind.DICE_CORRECTED,
    IrregularityKind.TOO_FEW_TUMBLES,
    IrregularityKind.TUMBLE_BEFORE_CLOSING,
    IrregularityKind.TUMBLED_TOO_EARLY,
    IrregularityKind.WRONG_LAMPS,
}
OF_CARDS = {
    IrregularityKind.CARD_BEFORE_CLOSING,
    IrregularityKind.CARD_CORRECTED,
    IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
    IrregularityKind.CARD_SEEN_IN_DEVICE,
    IrregularityKind.CARD_TO_WRONG_PERSON,
    IrregularityKind.CARDS_NOT_PASSED,
    IrregularityKind.DAMAGED_CARD,
    IrregularityKind.DEVICE_RESET,
    IrregularityKind.EXCESS_CARD,
    IrregularityKind.EXCESS_CARD_SEEN,
    IrregularityKind.EXPOSED_CARD,
    IrregularityKind.FOREIGN_CARD,
    IrregularityKind.IMPOSSIBLE_CARD,
    IrregularityKind.INSUFFICIENT_CARDS,
    IrregularityKind.LEFT_WITH_CARD,
    IrregularityKind.MISPLACED_CARDS,
    IrregularityKind.MISSED_CARD,
    IrregularityKind.NOT_SHUFFLED,
    IrregularityKind.OPEN_CARD_CARRIED,
    IrregularityKind.ORDER_LOST,
    IrregularityKind.TOGETHER_ORDER_KNOWN,
    IrregularityKind.TOGETHER_ORDER_LOST,
    IrregularityKind.WRONG_DECK,
    IrregularityKind.WRONG_NUMBER_OF_CARDS,
}
OF_METHODS = {
    IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
    IrregularityKind.CARDS_NOT_PASSED,
    IrregularityKind.DEVICE_RESET,
}
OF_INSURANCE = {IrregularityKind.CARD_DURING_OFFER, IrregularityKind.MISSED_INSURANCE}


def unknown_to(book: Rulebook) -> set[IrregularityKind]:
    """What cannot happen by this document: no dice or cards, no insurance, or it says itself what is done."""
    unknown = OF_DICE if book.dice is None else OF_CARDS
    if book.insurance is None:
        unknown = unknown | OF_INSURANCE
    if "methods" not in book.cites:
        unknown = unknown | {IrregularityKind.CUTTING_CARD_FIRST, *OF_METHODS}
    if book.policies.differential_unnoticed.value is not DifferentialUnnoticed.PIT_MANAGER:
        unknown = unknown | {IrregularityKind.DIFFERENTIAL_EXCEEDED}
    if book.policies.maximum_unnoticed.value is not MaximumUnnoticed.SHIFT_MANAGER:
        unknown = unknown | {IrregularityKind.OVER_MAXIMUM}
    return unknown


def played(book: Rulebook, seed: int) -> PlaySession:
    """Every second table with cards is dealt face down."""
    layout, chance = book.layouts[seed % len(book.layouts)], Random(seed)
    # Also what happens only where the law of the place is switched on (ruling O26).
    rules = make_rules(book, layout).with_device_fault(voids=True)
    usual = replace(usual_table(book, layout), burn=BurnRule.BY_FIRST_CARD)
    if book.decks is not None and seed % 2:
        usual = replace(usual, dealing=Dealing.FACE_DOWN)
    session = PlaySession(rules, random_table(rules, usual, chance, decks=True))
    play_rounds(session, SimulatedDealer(chance, irregular=0.4), ROUNDS, None)
    return session


@pytest.mark.assurance("A42")
@pytest.mark.parametrize("game", GAMES)
def test_every_trouble_of_a_document_is_met(game: str) -> None:
    book = load_rulebook(game)
    met: Counter[str] = Counter()
    for seed in range(TABLES):
        session = played(book, seed)
        assert session.books.is_balanced, f"seed {seed}: {session.books.faults}"
        met += session.tally.cases
    assert {trouble for trouble in IrregularityKind if not met[trouble.value]} == unknown_to(book)
