"""The same facts give the same right before the result, after it, and after the settlement until the next round.

What a ruling lets end with the settlement stands in a table here (O18), and so does what cannot be told of a round
whose hands are finished. Of dice test_same_right_at_dice tells.
"""

from collections.abc import Callable, Mapping
from enum import Enum

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.values import replace
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4
from tests.support.same_facts import FACE_DOWN, FACE_UP, Given, Manner, Told, deals, heard_at
from tests.support.same_right import LAYOUTS, Same

pytestmark = pytest.mark.exhaustive


class Noticed(Enum):
    """When something is found out about a round whose hands are finished."""

    BEFORE_THE_RESULT = "before the result"
    ANNOUNCED = "after the result"
    CHIPS_MOVED = "when chips have moved"
    SETTLED = "after the settlement"


def until(table: Told, noticed: Noticed) -> Told:
    """The same round, when it is noticed; the hands are finished."""
    told = table.again()
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
    Trouble.CARD_TO_WRONG_PERSON,
    Trouble.WRONG_NUMBER_OF_CARDS,
    Trouble.MISSED_CARD,
    Trouble.INSUFFICIENT_CARDS,
    Trouble.WRONG_DISPLAY,
    Trouble.OTHER,
)
"""Told until the next round begins, with one right (O2, O18); what is refused of finished hands is refused always."""
ENDS_WITH_THE_SETTLEMENT: Mapping[Trouble, str] = {
    Trouble.FOREIGN_CARD: "v4 5.5.1, Insurance Plus 5.5, MBS 5.1.2 with O18: the round stands, the shoe is closed",
    Trouble.WRONG_DECK: "v4 5.5.2, Insurance Plus 5.5, MBS 5.1.2 with O18: the round stands, the shoe is closed",
    Trouble.NOT_SHUFFLED: "v4 5.5.5, Insurance Plus 5.5, MBS 5.1.2 with O18: the round stands, the shoe is closed",
    Trouble.POWER_FAILURE: "v4 5.4.1, MBS 5.17.2: there is no round to continue; nothing changes either way",
    Trouble.CARD_SEEN_IN_DEVICE: "v4 5.8, MBS 5.6 with O6: it gives the next round's bets away",
    Trouble.PLAYER_LEFT: "v4 5.3: his bets are settled",
    Trouble.BOX_CLAIMED_BY_TWO: "v4 5.14: it is a claim, which holds play by itself",
    Trouble.EXPOSED_CARD: "v4 5.10: the result shall stand; O18 names 5.5.3, 5.9 and O2",
    Trouble.TOGETHER_ORDER_KNOWN: "v4 5.11, MBS 5.8: O18 names 5.5.3, 5.9 and O2",
    Trouble.TOGETHER_ORDER_LOST: "v4 5.11, MBS 5.8.2: O18 names 5.5.3, 5.9 and O2",
    Trouble.ORDER_LOST: "v4 5.13.1, MBS 5.2: O18 names 5.5.3, 5.9 and O2",
    Trouble.DAMAGED_CARD: "house policy: the card is replaced in the set, nothing of a round",
    Trouble.CARDS_NOT_PASSED: "MBS 5.7.1: the outcome shall stand",
}
NOT_OF_FINISHED_HANDS: Mapping[Trouble, str] = {
    Trouble.LEFT_WITH_CARD: "MBS 5.11: of a card that nobody has seen",
    Trouble.DEVICE_RESET: "MBS 5.9: while the device is in use for the round",
    Trouble.CARD_SEEN_AS_DEVICE_MOVED: "MBS 5.12.1: Method C, while it is dealt",
    Trouble.CUTTING_CARD_FIRST: "MBS 3.22.1: before the first card",
    Trouble.EXCESS_CARD_SEEN: "of a card beside the hands, see below",
    Trouble.MISSED_INSURANCE: "Insurance Plus 5.13.1, 5.13.2: see the tests of missed insurance",
    Trouble.WRONG_TAKE_OR_PAY: "only where something has been paid",
    Trouble.ERROR_OF_EARLIER_ROUND: "of another round",
    Trouble.LIMITS_OF_EARLIER_ROUND: "of another round",
    Trouble.TUMBLED_TOO_EARLY: "Tai Sai, see test_same_right_at_dice",
    Trouble.TOO_FEW_TUMBLES: "Tai Sai, see test_same_right_at_dice",
    Trouble.COCKED_DIE: "Tai Sai, see test_same_right_at_dice",
    Trouble.DAMAGED_DICE: "Tai Sai, see test_same_right_at_dice",
    Trouble.WRONG_LAMPS: "Tai Sai 5.10: the dice decide",
}


def test_every_trouble_is_in_one_of_the_tables() -> None:
    placed = [*ALIKE, *ENDS_WITH_THE_SETTLEMENT, *NOT_OF_FINISHED_HANDS]
    assert len(placed) == len(set(placed))
    assert set(placed) == REPORTABLE


@pytest.mark.clause(V4, "5.5.3", "5.9", "5.12")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.8", "5.11")
@pytest.mark.clause(MBS, "5.7", "6.1")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@settings(max_examples=25)
@given(data=st.data())
def test_until_the_next_round_begins_the_right_is_one(book: str, manner: Manner, data: st.DataObject) -> None:
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), manner).finished(), Same()
    for trouble in ALIKE:
        compare(same, trouble.value, table, telling(trouble))
    for trouble in ENDS_WITH_THE_SETTLEMENT:
        compare(same, trouble.value, table, telling(trouble), stages=tuple(Noticed)[:-1])
    same.holds()


def telling(trouble: Trouble) -> Callable[[Told], Given]:
    return lambda told: told.tell(trouble)


def compare(
    same: Same, what: str, table: Told, tell: Callable[[Told], Given], *, stages: tuple[Noticed, ...] = tuple(Noticed)
) -> None:
    """The right, and what each bettor comes to, as if it had been told at the first of these moments."""
    first, *later = stages
    begun = until(table, first)
    right = tell(begun)
    ended = begun.ended
    for noticed in later:
        told = until(table, noticed)
        same.of(f"{what}, {noticed.value}", right, without_chips(told, tell(told)))
        same.of(f"{what}, {noticed.value}, played out", ended, told.ended)


@pytest.mark.clause(V4, "5.5.1", "5.5.2", "5.5.5", "5.6")
@pytest.mark.clause(INSURANCE, "5.5", "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.clause(MBS, "5.1", "5.1.2")
@pytest.mark.parametrize("book", BACCARAT)
@settings(max_examples=15)
@given(data=st.data())
def test_what_ends_with_the_settlement_changes_nothing_of_it(book: str, data: st.DataObject) -> None:
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).finished(), Same()
    stands = until(table, Noticed.SETTLED)
    for trouble in ENDS_WITH_THE_SETTLEMENT:
        told = stands.again()
        told.tell(trouble)
        closes = trouble in (Trouble.FOREIGN_CARD, Trouble.WRONG_DECK, Trouble.NOT_SHUFFLED)
        same.of(trouble.value, replace(stands.came_to, shoe_closed=closes), told.ended)
    same.holds()


# Cards that lie elsewhere, and cards that were misread


@pytest.mark.clause(V4, "5.9", "5.9.1")
@pytest.mark.clause(INSURANCE, "5.8", "5.8.1")
@pytest.mark.clause(MBS, "5.7")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@settings(max_examples=25)
@given(data=st.data())
def test_cards_that_lie_elsewhere_are_found_at_any_time(book: str, manner: Manner, data: st.DataObject) -> None:
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), manner).finished(), Same()
    put = [card.put for card in table.round.cards]
    one, other = data.draw(st.sampled_from([(0, 1), (2, 1), (0, 3), (len(put) - 1, len(put) - 1)]))
    put[one], put[other] = put[other], put[one]
    if one == other:
        put[one] = Place.BANKER if put[one] is Place.PLAYER else Place.PLAYER
    compare(same, "cards lie", table, lambda told: told.hears(mending_commands.LayCards, put=tuple(put)))
    same.holds()


@pytest.mark.clause(V4, "5.5.3", "5.13", "5.15")
@pytest.mark.clause(INSURANCE, "5.5.3", "5.12", "5.15")
@pytest.mark.clause(MBS, "5.7", "6.3")
@pytest.mark.parametrize("book", BACCARAT)
@settings(max_examples=40)
@given(data=st.data(), read=st.sampled_from(sorted(CARDS)))
def test_a_misread_card_is_found_with_one_right_after_the_result_and_after_the_settlement(
    book: str, data: st.DataObject, read: str
) -> None:
    """A card too many, one missed or none: before the result nothing was missed yet, it is merely drawn (O2)."""
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), FACE_UP).finished(), Same()
    at = data.draw(st.integers(0, len(table.round.cards) - 1))
    assume(CARDS[read] != table.round.cards[at].card)

    def correct(told: Told) -> tuple[Given, Given]:
        asked = told.hears(mending_commands.CorrectCard, place=at, card=CARDS[read], reason="looked at again")
        return asked, heard_at(told, told.approve)

    begun = until(table, Noticed.ANNOUNCED)
    right, ended = correct(begun), begun.ended
    for noticed in (Noticed.CHIPS_MOVED, Noticed.SETTLED):
        told = until(table, noticed)
        asked, found = correct(told)
        same.of(f"{noticed.value}, asked", right[0], asked)
        same.of(noticed.value, right[1], without_chips(told, found))
        same.of(f"{noticed.value}, played out", ended, told.ended)
    same.holds()


def without_chips(told: Told, found: Given) -> Given:
    """But for the chips that have to move back, which is no right."""
    chips = told.rules.clause("settlement")
    return found if isinstance(found, str) else tuple(each for each in found if each.clause != chips)


@pytest.mark.parametrize("book", BACCARAT)
@settings(max_examples=25)
@given(data=st.data())
def test_a_card_drawn_in_excess_is_seen_with_one_right(book: str, data: st.DataObject) -> None:
    """Before the result and after it: it lies beside the hands, and options are due by the same cards (v4 5.8.1)."""
    table = Told(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).finished()
    table.draw_next().resolve_all()
    assume(table.state.round is not None and table.state.round.cards[-1].put is Place.NEITHER)
    same = Same()
    at = (len(table.round.cards) - 1,)
    stages = tuple(Noticed)[:-1]
    compare(same, "seen", table, lambda told: told.tell(Trouble.EXCESS_CARD_SEEN, places=at), stages=stages)
    same.holds()


# Somebody has left


@pytest.mark.clause(V4, "5.3", "5.16")
@pytest.mark.parametrize("book", BACCARAT)
@settings(max_examples=20)
@given(data=st.data())
def test_of_a_round_that_is_void_late_who_left_is_counted_like_the_others(book: str, data: st.DataObject) -> None:
    """What he comes to is the same; what he would owe of it is on record as not recovered (O18)."""
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).finished(), Same()
    table.tell(Trouble.PLAYER_LEFT, who=table.bettors[0])
    compare(same, "void", table, lambda told: told.tell(Trouble.WRONG_NUMBER_OF_CARDS))
    same.holds()
