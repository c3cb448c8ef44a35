"""The same cards give the same right at any table: face up or face down, bets keyed or not, drawn or carried over.

Where a document or a ruling makes a difference the trouble stands in a table here, with the clause and the reason.
"""

from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS, IrregularityKind
from dealer_app.domain.round.table_settings import BetKeeping
from tests.rules.irregularities.deal_comparison import LAYOUTS, OF_CARDS, Differences, card_counts
from tests.rules.irregularities.deal_table import FACE_DOWN, FACE_UP, DealTable, TableManner, deals
from tests.support.long_tests import examples
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4

ONLY_FACE_DOWN: Mapping[IrregularityKind, str] = {
    IrregularityKind.EXPOSED_CARD: "v4 5.10, Insurance Plus 5.9: speaks of tables where the cards are dealt face down",
    IrregularityKind.CARD_TO_WRONG_PERSON: "v4 5.9.2, Insurance Plus 5.8.2, MBS 5.7: nobody gets cards face up (3.9)",
    IrregularityKind.CARDS_NOT_PASSED: "MBS 5.7.1: passed for squeezing",
    IrregularityKind.LEFT_WITH_CARD: "MBS 5.11: of a card that nobody has seen",
    IrregularityKind.DEVICE_RESET: "MBS 5.9 with O12: only while no card of the round has been seen",
}
ONLY_OPEN: Mapping[IrregularityKind, str] = {
    IrregularityKind.MISSED_CARD: "v4 5.13 with E2: whether the hands are finished is told of open cards alone",
    IrregularityKind.INSUFFICIENT_CARDS: "v4 5.5.4, MBS 5.3 with O20, E2: what is wanted is told of open cards alone",
}


def each_alike(
    one: DealTable, other: DealTable, *, but: Mapping[IrregularityKind, str], nets: bool = True
) -> Differences:
    """Where a trouble told at two tables does not give the same, or does not come to the same."""
    same = Differences()
    for trouble in OF_CARDS:
        if trouble not in but:
            here, there = one.play_again(), other.play_again()
            same.compare(trouble.value, here.report_trouble(trouble), there.report_trouble(trouble))
            ends = here.play_outcome, there.play_outcome
            same.compare(f"{trouble.value}, played out", *(ends if nets else (end.void for end in ends)))
    return same


@pytest.mark.clause(V4, "5.4.1", "5.8.1", "5.11")
@pytest.mark.clause(INSURANCE, "5.4.1", "5.7.1", "5.10")
@pytest.mark.clause(MBS, "5.8.2", "5.17.1", "5.17.2")
@pytest.mark.parametrize("book", BACCARAT)
@examples(20)
@given(data=st.data(), count=card_counts, ready=st.booleans())
def test_a_reading_shoe_gives_the_same_right_face_down_as_face_up(
    book: str, data: st.DataObject, count: int, ready: bool
) -> None:
    """YES or NO by the same cards, turned or not (ruling E2)."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    up, down = DealTable(deal, FACE_UP).draw_cards(count), DealTable(deal, FACE_DOWN).draw_cards(count)
    if ready:
        up.ready()
        down.ready()
    each_alike(up, down, but=ONLY_FACE_DOWN if ready else {**ONLY_FACE_DOWN, **ONLY_OPEN}).check_same()


@pytest.mark.parametrize("book", BACCARAT)
@examples(40)
@given(data=st.data(), count=card_counts, put=st.sampled_from([Place.PLAYER, Place.BANKER]))
def test_a_card_laid_elsewhere_gives_the_same_right_face_down_as_face_up(
    book: str, data: st.DataObject, count: int, put: Place
) -> None:
    deal = data.draw(deals(book, LAYOUTS[book]))
    found = []
    for manner in (FACE_UP, FACE_DOWN):
        table = DealTable(deal, manner).draw_cards(count).ready()
        assume(table.guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER))
        card = table.deal_card(len(table.round.cards))
        found.append((table.give_command(commands.DrawCard, card=card, put=put, salt="salt"), table.play_outcome))
    assert found[0] == found[1]


@pytest.mark.parametrize("book", BACCARAT)
@examples(40)
@given(data=st.data(), turned=st.booleans())
def test_a_card_too_many_gives_the_same_right_face_down_as_face_up(
    book: str, data: st.DataObject, turned: bool
) -> None:
    """Where it lies face down on both: at a face-up table the dealer says so (ruling O21)."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    found = []
    for manner in (FACE_UP, FACE_DOWN):
        table = DealTable(deal, manner).finish_hands() if turned else DealTable(deal, manner).draw_cards(6)
        assume(not (manner is FACE_DOWN and not turned and len(table.round.cards) < 6))
        card = table.deal_card(len(table.round.cards))
        rights = table.give_command(commands.DrawCard, card=card, salt="salt")
        assert not isinstance(rights, str)
        found.append([(right.established, right.bettor_view) for right in rights])
    assert found[0] == found[1]


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@examples(15)
@given(data=st.data(), count=card_counts)
def test_with_bets_off_the_right_is_the_same(book: str, manner: TableManner, data: st.DataObject, count: int) -> None:
    """The layout's bets establish, staked or not (ruling E1)."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    off = TableManner(dealing=manner.dealing, bets=BetKeeping.OFF)
    keyed, unkeyed = DealTable(deal, manner).draw_cards(count), DealTable(deal, off).draw_cards(count)
    each_alike(keyed, unkeyed, but={}, nets=False).check_same()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@pytest.mark.parametrize("carried", [1, 2])
@examples(10)
@given(data=st.data(), count=card_counts)
def test_a_card_that_was_carried_over_counts_like_one_that_is_drawn(
    book: str, manner: TableManner, carried: int, data: st.DataObject, count: int
) -> None:
    deal = data.draw(deals(book, LAYOUTS[book]))
    count = max(count, carried)
    drawn = DealTable(deal, manner).draw_cards(count)
    over = DealTable(deal, TableManner(dealing=manner.dealing, carried=carried)).draw_cards(count)
    assert [card.card for card in over.round.cards] == [card.card for card in drawn.round.cards]
    each_alike(drawn, over, but={}).check_same()


def test_only_troubles_are_excepted_that_can_be_told() -> None:
    assert {*ONLY_FACE_DOWN, *ONLY_OPEN} <= REPORTABLE_KINDS
