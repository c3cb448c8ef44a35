"""The same facts give the same right before the result, after it, and after the settlement until the next round.

What a ruling lets end with the settlement stands in a table here (O18), and so does what cannot be told of a round
whose hands are finished. Of dice test_same_right_at_dice tells.
"""

from collections.abc import Callable, Mapping
from enum import Enum

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS, IrregularityKind
from dealer_app.domain.values import replace
from tests.rules.irregularities.deal_comparison import LAYOUTS, Differences
from tests.rules.irregularities.deal_table import (
    FACE_DOWN,
    FACE_UP,
    DealTable,
    ReportAnswer,
    TableManner,
    deals,
    table_rights,
)
from tests.support.long_tests import examples
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4


class Noticed(Enum):
    """When something is found out about a round whose hands are finished."""

    BEFORE_THE_RESULT = "before the result"
    ANNOUNCED = "after the result"
    CHIPS_MOVED = "when chips have moved"
    SETTLED = "after the settlement"


def until(table: DealTable, noticed: Noticed) -> DealTable:
    """The same round, when it is noticed; the hands are finished."""
    told = table.play_again()
    if noticed is Noticed.BEFORE_THE_RESULT:
        return told
    told.do(commands.AnnounceResult)
    if noticed is Noticed.ANNOUNCED:
        return told
    for line in told.round.settled[:1]:
        told.do(commands.TickBet, number=line.number)
    if noticed is Noticed.SETTLED:
        told.do(commands.SettleAll)
    return told


ALIKE = (
    IrregularityKind.CARD_TO_WRONG_PERSON,
    IrregularityKind.WRONG_NUMBER_OF_CARDS,
    IrregularityKind.MISSED_CARD,
    IrregularityKind.INSUFFICIENT_CARDS,
    IrregularityKind.WRONG_DISPLAY,
    IrregularityKind.OTHER,
)
"""Told until the next round begins, with one right (O2, O18); what is refused of finished hands is refused always."""
ENDS_WITH_THE_SETTLEMENT: Mapping[IrregularityKind, str] = {
    IrregularityKind.FOREIGN_CARD: "v4 5.5.1, Insurance Plus 5.5, MBS 5.1.2 with O18: the shoe is closed",
    IrregularityKind.WRONG_DECK: "v4 5.5.2, Insurance Plus 5.5, MBS 5.1.2 with O18: the shoe is closed",
    IrregularityKind.NOT_SHUFFLED: "v4 5.5.5, Insurance Plus 5.5, MBS 5.1.2 with O18: the shoe is closed",
    IrregularityKind.POWER_FAILURE: "v4 5.4.1, MBS 5.17.2: there is no round to continue; nothing changes either way",
    IrregularityKind.CARD_SEEN_IN_DEVICE: "v4 5.8, MBS 5.6 with O6: it gives the next round's bets away",
    IrregularityKind.PLAYER_LEFT: "v4 5.3: his bets are settled",
    IrregularityKind.BOX_CLAIMED_BY_TWO: "v4 5.14: it is a claim, which holds play by itself",
    IrregularityKind.EXPOSED_CARD: "v4 5.10: the result shall stand; O18 names 5.5.3, 5.9 and O2",
    IrregularityKind.TOGETHER_ORDER_KNOWN: "v4 5.11, MBS 5.8: O18 names 5.5.3, 5.9 and O2",
    IrregularityKind.TOGETHER_ORDER_LOST: "v4 5.11, MBS 5.8.2: O18 names 5.5.3, 5.9 and O2",
    IrregularityKind.ORDER_LOST: "v4 5.13.1, MBS 5.2: O18 names 5.5.3, 5.9 and O2",
    IrregularityKind.DAMAGED_CARD: "house policy: the card is replaced in the set, nothing of a round",
    IrregularityKind.CARDS_NOT_PASSED: "MBS 5.7.1: the outcome shall stand",
}
NOT_OF_FINISHED_HANDS: Mapping[IrregularityKind, str] = {
    IrregularityKind.LEFT_WITH_CARD: "MBS 5.11: of a card that nobody has seen",
    IrregularityKind.DEVICE_RESET: "MBS 5.9: while the device is in use for the round",
    IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED: "MBS 5.12.1: Method C, while it is dealt",
    IrregularityKind.CUTTING_CARD_FIRST: "MBS 3.22.1: before the first card",
    IrregularityKind.EXCESS_CARD_SEEN: "of a card beside the hands, see below",
    IrregularityKind.MISSED_INSURANCE: "Insurance Plus 5.13.1, 5.13.2: see the tests of missed insurance",
    IrregularityKind.WRONG_TAKE_OR_PAY: "only where something has been paid",
    IrregularityKind.ERROR_OF_EARLIER_ROUND: "of another round",
    IrregularityKind.LIMITS_OF_EARLIER_ROUND: "of another round",
    IrregularityKind.TUMBLED_TOO_EARLY: "Tai Sai, see test_same_right_at_dice",
    IrregularityKind.TOO_FEW_TUMBLES: "Tai Sai, see test_same_right_at_dice",
    IrregularityKind.COCKED_DIE: "Tai Sai, see test_same_right_at_dice",
    IrregularityKind.DAMAGED_DICE: "Tai Sai, see test_same_right_at_dice",
    IrregularityKind.DEVICE_FAULT: "ruling O26: only where law of the place is switched on, see test_device_fault",
    IrregularityKind.WRONG_LAMPS: "Tai Sai 5.10: the dice decide",
}


def test_every_trouble_is_in_one_of_the_tables() -> None:
    placed = [*ALIKE, *ENDS_WITH_THE_SETTLEMENT, *NOT_OF_FINISHED_HANDS]
    assert len(placed) == len(set(placed))
    assert set(placed) == REPORTABLE_KINDS


@pytest.mark.clause(V4, "5.5.3", "5.9", "5.12")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.8", "5.11")
@pytest.mark.clause(MBS, "5.7", "6.1")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@examples(25)
@given(data=st.data())
def test_until_the_next_round_begins_the_right_is_one(book: str, manner: TableManner, data: st.DataObject) -> None:
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), manner).finish_hands(), Differences()
    for trouble in ALIKE:
        compare(same, trouble.value, table, telling(trouble))
    for trouble in ENDS_WITH_THE_SETTLEMENT:
        compare(same, trouble.value, table, telling(trouble), stages=tuple(Noticed)[:-1])
    same.check_same()


def telling(trouble: IrregularityKind) -> Callable[[DealTable], ReportAnswer]:
    return lambda told: told.report_trouble(trouble)


def compare(
    same: Differences,
    what: str,
    table: DealTable,
    tell: Callable[[DealTable], ReportAnswer],
    *,
    stages: tuple[Noticed, ...] = tuple(Noticed),
) -> None:
    """The right, and what each bettor comes to, as if it had been told at the first of these moments."""
    first, *later = stages
    begun = until(table, first)
    right = tell(begun)
    ended = begun.play_outcome
    for noticed in later:
        told = until(table, noticed)
        same.compare(f"{what}, {noticed.value}", right, without_chips(told, tell(told)))
        same.compare(f"{what}, {noticed.value}, played out", ended, told.play_outcome)


@pytest.mark.clause(V4, "5.5.1", "5.5.2", "5.5.5", "5.6")
@pytest.mark.clause(INSURANCE, "5.5", "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.clause(MBS, "5.1", "5.1.2")
@pytest.mark.parametrize("book", BACCARAT)
@examples(15)
@given(data=st.data())
def test_what_ends_with_the_settlement_changes_nothing_of_it(book: str, data: st.DataObject) -> None:
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).finish_hands(), Differences()
    stands = until(table, Noticed.SETTLED)
    for trouble in ENDS_WITH_THE_SETTLEMENT:
        told = stands.play_again()
        told.report_trouble(trouble)
        closes = trouble in (IrregularityKind.FOREIGN_CARD, IrregularityKind.WRONG_DECK, IrregularityKind.NOT_SHUFFLED)
        same.compare(trouble.value, replace(stands.outcome, shoe_closed=closes), told.play_outcome)
    same.check_same()


# Cards that lie elsewhere, and cards that were misread


@pytest.mark.clause(V4, "5.9", "5.9.1")
@pytest.mark.clause(INSURANCE, "5.8", "5.8.1")
@pytest.mark.clause(MBS, "5.7")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@examples(25)
@given(data=st.data())
def test_cards_that_lie_elsewhere_are_found_at_any_time(book: str, manner: TableManner, data: st.DataObject) -> None:
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), manner).finish_hands(), Differences()
    put = [card.put for card in table.round.cards]
    one, other = data.draw(st.sampled_from([(0, 1), (2, 1), (0, 3), (len(put) - 1, len(put) - 1)]))
    put[one], put[other] = put[other], put[one]
    if one == other:
        put[one] = Place.BANKER if put[one] is Place.PLAYER else Place.PLAYER
    compare(same, "cards lie", table, lambda told: told.give_command(correction_commands.LayCards, put=tuple(put)))
    same.check_same()


@pytest.mark.clause(V4, "5.5.3", "5.13", "5.15")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.12", "5.15")
@pytest.mark.clause(MBS, "5.7", "6.3")
@pytest.mark.parametrize("book", BACCARAT)
@examples(40)
@given(data=st.data(), read=st.sampled_from(sorted(CARDS)))
def test_a_misread_card_is_found_with_one_right_after_the_result_and_after_the_settlement(
    book: str, data: st.DataObject, read: str
) -> None:
    """A card too many, one missed or none: before the result nothing was missed yet, it is merely drawn (O2)."""
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_UP).finish_hands(), Differences()
    at = data.draw(st.integers(0, len(table.round.cards) - 1))
    assume(CARDS[read] != table.round.cards[at].card)

    def correct(told: DealTable) -> tuple[ReportAnswer, ReportAnswer]:
        asked = told.give_command(correction_commands.CorrectCard, place=at, card=CARDS[read], reason="looked at again")
        return asked, table_rights(told, told.approve)

    begun = until(table, Noticed.ANNOUNCED)
    right, ended = correct(begun), begun.play_outcome
    for noticed in (Noticed.CHIPS_MOVED, Noticed.SETTLED):
        told = until(table, noticed)
        asked, found = correct(told)
        same.compare(f"{noticed.value}, asked", right[0], asked)
        same.compare(noticed.value, right[1], without_chips(told, found))
        same.compare(f"{noticed.value}, played out", ended, told.play_outcome)
    same.check_same()


def without_chips(told: DealTable, found: ReportAnswer) -> ReportAnswer:
    """But for the chips that have to move back, which is no right."""
    chips = told.rules.clause("settlement")
    return found if isinstance(found, str) else tuple(each for each in found if each.clause != chips)


@pytest.mark.parametrize("book", BACCARAT)
@examples(25)
@given(data=st.data())
def test_a_card_drawn_in_excess_is_seen_with_one_right(book: str, data: st.DataObject) -> None:
    """Before the result and after it: it lies beside the hands, and options are due by the same cards (v4 5.8.1)."""
    table = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).finish_hands()
    table.draw_next().resolve_all()
    assume(table.state.round is not None and table.state.round.cards[-1].put is Place.NEITHER)
    same = Differences()
    at = (len(table.round.cards) - 1,)
    stages = tuple(Noticed)[:-1]
    compare(
        same,
        "seen",
        table,
        lambda told: told.report_trouble(IrregularityKind.EXCESS_CARD_SEEN, places=at),
        stages=stages,
    )
    same.check_same()


# Somebody has left


@pytest.mark.clause(V4, "5.3", "5.16")
@pytest.mark.parametrize("book", BACCARAT)
@examples(20)
@given(data=st.data())
def test_of_a_round_that_is_void_late_who_left_is_counted_like_the_others(book: str, data: st.DataObject) -> None:
    """What he comes to is the same; what he would owe of it is on record as not recovered (O18)."""
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).finish_hands(), Differences()
    table.report_trouble(IrregularityKind.PLAYER_LEFT, who=table.bettors[0])
    compare(same, "void", table, lambda told: told.report_trouble(IrregularityKind.WRONG_NUMBER_OF_CARDS))
    same.check_same()
