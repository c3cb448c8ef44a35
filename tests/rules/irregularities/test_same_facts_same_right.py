"""The same facts give the same right, whatever of them is named and in whatever order they are told.

Each property tells one round in two ways and compares what the reports give, and what every bettor comes to. Where a
document or a ruling makes a difference the trouble stands in a table here, with the clause and the reason.
"""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.values import replace
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4
from tests.support.same_facts import BY_HAND, FACE_DOWN, FACE_UP, CameTo, Deal, Manner, Told, deals
from tests.support.same_right import LAYOUTS, OF_CARDS, Same, counts, few

pytestmark = pytest.mark.exhaustive


# What is named


NAMES_ITS_CARDS: Mapping[Trouble, str] = {
    Trouble.TOGETHER_ORDER_LOST: "v4 5.11, MBS 5.8.2: the cards named are those whose order is in dispute (E2)",
    Trouble.LEFT_WITH_CARD: "MBS 5.11: the cards named are those that he took with him",
}
"""Another naming is another fact."""


def namings(count: int) -> Iterator[tuple[int, ...]]:
    whole = tuple(range(count))
    yield from (*((place,) for place in whole), whole, whole[::-1])


@pytest.mark.clause(V4, "5.9.2")
@pytest.mark.clause(INSURANCE, "5.8.2")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN, BY_HAND], ids=["face-up", "face-down", "by-hand"])
@few(7)
@given(data=st.data(), count=counts, ready=st.booleans())
def test_naming_the_places_of_cards_changes_no_right(
    book: str, manner: Manner, data: st.DataObject, count: int, ready: bool
) -> None:
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), manner).up_to(count), Same()
    if ready:
        table.ready()
    for trouble in OF_CARDS:
        if trouble in NAMES_ITS_CARDS:
            continue
        unnamed = table.again()
        right, ended = unnamed.tell(trouble), unnamed.ended
        for places in namings(len(table.round.cards)):
            if trouble is Trouble.TOGETHER_ORDER_KNOWN and len(places) == 1:
                continue  # Two at least were drawn together.
            named = table.again()
            same.of(f"{trouble.value} at {places}", named.tell(trouble, places=places), right)
            same.of(f"{trouble.value} at {places}, played out", named.ended, ended)
    same.holds()


@pytest.mark.parametrize("book", BACCARAT)
@few(40)
@given(data=st.data(), count=counts)
def test_cards_in_dispute_are_named_in_any_order(book: str, data: st.DataObject, count: int) -> None:
    table = Told(data.draw(deals(book, LAYOUTS[book])), FACE_UP).up_to(count)
    lie = len(table.round.cards)
    assume(lie >= 2)
    places = data.draw(st.lists(st.integers(0, lie - 1), min_size=2, max_size=3, unique=True))
    forwards, backwards = table.again(), table.again()
    right = forwards.tell(Trouble.TOGETHER_ORDER_LOST, places=tuple(sorted(places)))
    assert backwards.tell(Trouble.TOGETHER_ORDER_LOST, places=tuple(sorted(places, reverse=True))) == right
    unnamed, last = table.again(), table.again()
    assert unnamed.tell(Trouble.TOGETHER_ORDER_LOST) == last.tell(
        Trouble.TOGETHER_ORDER_LOST, places=(lie - 2, lie - 1)
    ), "with none named it is the last two"


# In which order


SILENT = (Trouble.DAMAGED_CARD, Trouble.WRONG_DISPLAY, Trouble.CARDS_NOT_PASSED, Trouble.OTHER)
"""Told beside another trouble these change nothing of it."""


@pytest.mark.clause(V4, "5.3", "5.13")
@pytest.mark.clause(INSURANCE, "5.3.1", "5.12")
@pytest.mark.clause(MBS, "5.10")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@few(12)
@given(data=st.data(), count=counts)
def test_whoever_leaves_may_be_told_before_the_trouble_or_while_it_waits(
    book: str, manner: Manner, data: st.DataObject, count: int
) -> None:
    """He is asked for no option, and his bets are settled as they lie (v4 5.3, Insurance Plus 5.3.1, MBS 5.10)."""
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), manner).up_to(count), Same()
    gone = {"who": table.bettors[0]}
    for trouble in OF_CARDS:
        if trouble in (Trouble.PLAYER_LEFT, Trouble.LEFT_WITH_CARD):
            continue
        first, then = table.again(), table.again()
        first.tell(Trouble.PLAYER_LEFT, **gone)
        right = first.tell(trouble)
        same.of(trouble.value, right, then.tell(trouble))
        if then.state.round is not None:
            heard = then.tell(Trouble.PLAYER_LEFT, **gone)
            same.of(f"{trouble.value}: who left during it is heard", isinstance(heard, str) and heard, False)
            if not isinstance(heard, str):
                same.of(f"{trouble.value}, played out", first.ended, then.ended)
    same.holds()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@few(8)
@given(data=st.data(), count=counts)
def test_what_changes_nothing_may_be_told_before_or_after(
    book: str, manner: Manner, data: st.DataObject, count: int
) -> None:
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), manner).up_to(count), Same()
    for trouble, other in product(OF_CARDS, SILENT):
        before, after = table.again(), table.again()
        if isinstance(before.tell(other), str) or trouble is Trouble.LEFT_WITH_CARD:
            continue
        before.resolve_all()
        right = before.tell(trouble)
        same.of(f"{trouble.value} after {other.value}", right, after.tell(trouble))
        after.resolve_all()
        if after.state.round is not None and not isinstance(right, str):
            heard = after.tell(other)
            same.of(f"{other.value} after {trouble.value}", isinstance(heard, str) and heard, False)
            same.of(f"{other.value} and {trouble.value}, played out", before.ended, after.ended)
    same.holds()


@pytest.mark.parametrize("book", BACCARAT)
@few(25)
@given(data=st.data(), count=counts)
def test_the_cutting_card_may_come_out_before_or_after(book: str, data: st.DataObject, count: int) -> None:
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), FACE_UP).up_to(count), Same()
    for trouble in OF_CARDS:
        before, after = table.again(), table.again()
        before.do(commands.CuttingCardOut)
        same.of(trouble.value, before.tell(trouble), after.tell(trouble))
        after.resolve_all()
        if after.state.round is not None and after.allows(commands.CuttingCardOut):
            after.do(commands.CuttingCardOut)
            same.of(f"{trouble.value}, played out", before.ended, after.ended)
            same.of(f"{trouble.value}, the shoe", before.state.shoe, after.state.shoe)
    same.holds()


@pytest.mark.parametrize("book", BACCARAT)
@few(40)
@given(data=st.data(), count=counts)
def test_a_card_laid_elsewhere_and_the_cutting_card_come_in_either_order(
    book: str, data: st.DataObject, count: int
) -> None:
    put = data.draw(st.sampled_from([Place.PLAYER, Place.BANKER]))
    table = Told(data.draw(deals(book, LAYOUTS[book])), FACE_UP).up_to(count).ready()
    assume(table.guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER))
    ends = []
    for cut_first in (True, False):
        told = table.again()
        if cut_first:
            told.do(commands.CuttingCardOut)
        told.draw_next(put=put)
        rights = told.case if told.state.cases else None
        told.resolve_all()
        if not cut_first:
            told.do(commands.CuttingCardOut)
        told.play_out()
        ends.append((rights and (rights.clause, rights.established, rights.needs), told.came_to, told.state.shoe))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("book", BACCARAT)
@few(25)
@given(data=st.data(), count=counts, read=st.sampled_from(sorted(CARDS)))
def test_a_card_keyed_wrongly_and_corrected_is_a_card_keyed_rightly(
    book: str, data: st.DataObject, count: int, read: str
) -> None:
    """As long as the wrong value asks for no other card, so that the same cards lie there."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    right = Told(deal, FACE_UP).up_to(count)
    lie = len(right.round.cards)
    at = data.draw(st.integers(0, lie - 1))
    assume(read != deal.cards[at])
    misread = Deal(deal.book, deal.layout, (*deal.cards[:at], read, *deal.cards[at + 1 :]), deal.bets, deal.leaving)
    wrong = Told(misread, FACE_UP).up_to(count)
    assume(len(wrong.round.cards) == lie)
    wrong.deal_ = deal
    wrong.do(mending_commands.CorrectCard, place=at, card=CARDS[deal.cards[at]], reason="misread")
    wrong.resolve_all()
    assume([card.put for card in wrong.round.cards] == [card.put for card in right.round.cards])
    same = Same()
    for trouble in OF_CARDS:
        one, other = right.again(), wrong.again()
        same.of(trouble.value, one.tell(trouble), other.tell(trouble))
        same.of(f"{trouble.value}, played out", one.ended, other.ended)
    same.holds()


TWO = tuple(trouble for trouble in OF_CARDS if trouble not in (*SILENT, Trouble.LEFT_WITH_CARD, Trouble.PLAYER_LEFT))
NOT_AFTER_A_VOID: Mapping[Trouble, str] = {
    Trouble.INSUFFICIENT_CARDS: "v4 5.5.4, MBS 5.3 with O20: a round that is over wants no card",
}
"""Told first it closes the shoe; told after a round is void it is no fact any more."""
IN_ORDER: Mapping[frozenset[Trouble], str] = {
    frozenset({Trouble.POWER_FAILURE, Trouble.TOGETHER_ORDER_LOST}): (
        "v4 5.4 with E2: an interruption is judged without the cards that are in dispute when it comes"
    ),
}
"""Two troubles of which the second finds another table than it would have found first."""


@pytest.mark.clause(V4, "5.4.2", "5.5.1", "5.5.2", "5.5.5", "5.16")
@pytest.mark.clause(INSURANCE, "5.4.2", "5.5.1", "5.5.2", "5.5.5", "5.16")
@pytest.mark.clause(MBS, "5.1.1", "5.17.1")
@pytest.mark.parametrize("book", BACCARAT)
@few(8)
@given(data=st.data(), count=counts)
def test_two_troubles_give_the_same_in_either_order(book: str, data: st.DataObject, count: int) -> None:
    """What bettors notice: whether anybody may leave, whether the round is void, what each comes to; and the shoe."""
    table, same = Told(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).up_to(count), Same()
    for one, other in product(TWO, TWO):
        if one.value >= other.value or frozenset((one, other)) in IN_ORDER:
            continue
        there, back = (told_both(table.again(), pair) for pair in ((one, other), (other, one)))
        if {one, other} & NOT_AFTER_A_VOID.keys():
            there, back = (replace(each, shoe_closed=False) for each in (there, back))
        same.of(f"{one.value}, {other.value}", there, back)
    same.holds()


def told_both(table: Told, pair: tuple[Trouble, Trouble]) -> CameTo:
    """One after the other, the second as soon as it is heard."""
    for trouble in pair:
        if table.tell(trouble) == "case-open":
            table.resolve_all()
            table.tell(trouble)
    return table.ended


def test_only_troubles_are_excepted_that_can_be_told() -> None:
    assert {*NAMES_ITS_CARDS, *NOT_AFTER_A_VOID} <= REPORTABLE
    assert all(pair <= set(TWO) for pair in IN_ORDER)
