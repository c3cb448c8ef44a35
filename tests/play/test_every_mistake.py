"""The dealer by chance makes every kind of mistake that a document knows, and the books balance."""

from collections import Counter
from random import Random

import pytest

from dealer_app.domain.policies import DifferentialUnnoticed, MaximumUnnoticed
from dealer_app.domain.round.table import Burn, Dealing, rules_for
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.play.chances import by_chance
from dealer_app.play.dealer import Dealer
from dealer_app.play.playing import play_rounds
from dealer_app.play.session import Session
from dealer_app.play.tables import usual_table
from dealer_app.rulebooks import GAMES, approved

# Thousands of rounds: without coverage, in the leg of the exhaustive tests.
pytestmark = pytest.mark.exhaustive

TABLES, ROUNDS = 8, 250
OF_DICE = {
    Trouble.COCKED_DIE,
    Trouble.DAMAGED_DICE,
    Trouble.DICE_CORRECTED,
    Trouble.TOO_FEW_TUMBLES,
    Trouble.TUMBLE_BEFORE_CLOSING,
    Trouble.TUMBLED_TOO_EARLY,
    Trouble.WRONG_LAMPS,
}
OF_CARDS = {
    Trouble.CARD_BEFORE_CLOSING,
    Trouble.CARD_CORRECTED,
    Trouble.CARD_SEEN_AS_DEVICE_MOVED,
    Trouble.CARD_SEEN_IN_DEVICE,
    Trouble.CARD_TO_WRONG_PERSON,
    Trouble.CARDS_NOT_PASSED,
    Trouble.DAMAGED_CARD,
    Trouble.DEVICE_RESET,
    Trouble.EXCESS_CARD,
    Trouble.EXCESS_CARD_SEEN,
    Trouble.EXPOSED_CARD,
    Trouble.FOREIGN_CARD,
    Trouble.IMPOSSIBLE_CARD,
    Trouble.INSUFFICIENT_CARDS,
    Trouble.LEFT_WITH_CARD,
    Trouble.MISPLACED_CARDS,
    Trouble.MISSED_CARD,
    Trouble.NOT_SHUFFLED,
    Trouble.OPEN_CARD_CARRIED,
    Trouble.ORDER_LOST,
    Trouble.TOGETHER_ORDER_KNOWN,
    Trouble.TOGETHER_ORDER_LOST,
    Trouble.WRONG_DECK,
    Trouble.WRONG_NUMBER_OF_CARDS,
}
OF_METHODS = {Trouble.CARD_SEEN_AS_DEVICE_MOVED, Trouble.CARDS_NOT_PASSED, Trouble.DEVICE_RESET}
OF_INSURANCE = {Trouble.CARD_DURING_OFFER, Trouble.MISSED_INSURANCE}


def unknown_to(book: Rulebook) -> set[Trouble]:
    """What cannot happen by this document: no dice or cards, no insurance, or it says itself what is done."""
    unknown = OF_DICE if book.dice is None else OF_CARDS
    if book.insurance is None:
        unknown = unknown | OF_INSURANCE
    if "methods" not in book.cites:
        unknown = unknown | {Trouble.CUTTING_CARD_FIRST, *OF_METHODS}
    if book.policies.differential_unnoticed.value is not DifferentialUnnoticed.PIT_MANAGER:
        unknown = unknown | {Trouble.DIFFERENTIAL_EXCEEDED}
    if book.policies.maximum_unnoticed.value is not MaximumUnnoticed.SHIFT_MANAGER:
        unknown = unknown | {Trouble.OVER_MAXIMUM}
    return unknown


def played(book: Rulebook, seed: int) -> Session:
    """Every second table with cards is dealt face down."""
    layout, chance = book.layouts[seed % len(book.layouts)], Random(seed)
    rules = rules_for(book, layout)
    usual = replace(usual_table(book, layout), burn=Burn.BY_FIRST_CARD)
    if book.decks is not None and seed % 2:
        usual = replace(usual, dealing=Dealing.FACE_DOWN)
    session = Session(rules, by_chance(rules, usual, chance, decks=True))
    play_rounds(session, Dealer(chance, irregular=0.4), ROUNDS, None)
    return session


@pytest.mark.assurance("A42")
@pytest.mark.parametrize("game", GAMES)
def test_every_trouble_of_a_document_is_met(game: str) -> None:
    book = approved(game)
    met: Counter[str] = Counter()
    for seed in range(TABLES):
        session = played(book, seed)
        assert session.books.balanced, f"seed {seed}: {session.books.faults}"
        met += session.tally.cases
    assert {trouble for trouble in Trouble if not met[trouble.value]} == unknown_to(book)
