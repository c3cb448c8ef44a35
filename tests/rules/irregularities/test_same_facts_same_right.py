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
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS, IrregularityKind
from dealer_app.domain.values import replace
from tests.rules.irregularities.deal_comparison import LAYOUTS, OF_CARDS, Differences, card_counts
from tests.rules.irregularities.deal_table import (
    BY_HAND,
    FACE_DOWN,
    FACE_UP,
    DealPlan,
    DealTable,
    RoundOutcome,
    TableManner,
    deals,
)
from tests.support.long_tests import examples
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4

# What is named


NAMES_ITS_CARDS: Mapping[IrregularityKind, str] = {
    IrregularityKind.TOGETHER_ORDER_LOST: "v4 5.11, MBS 5.8.2: the cards named are those in dispute (E2)",
    IrregularityKind.LEFT_WITH_CARD: "MBS 5.11: the cards named are those that he took with him",
}
"""Another naming is another fact."""


def namings(count: int) -> Iterator[tuple[int, ...]]:
    whole = tuple(range(count))
    yield from (*((place,) for place in whole), whole, whole[::-1])


@pytest.mark.clause(V4, "5.9.2")
@pytest.mark.clause(INSURANCE, "5.8.2")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN, BY_HAND], ids=["face-up", "face-down", "by-hand"])
@examples(7)
@given(data=st.data(), count=card_counts, ready=st.booleans())
def test_naming_the_places_of_cards_changes_no_right(
    book: str, manner: TableManner, data: st.DataObject, count: int, ready: bool
) -> None:
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), manner).draw_cards(count), Differences()
    if ready:
        table.ready()
    for trouble in OF_CARDS:
        if trouble in NAMES_ITS_CARDS:
            continue
        unnamed = table.play_again()
        right, ended = unnamed.report_trouble(trouble), unnamed.play_outcome
        for places in namings(len(table.round.cards)):
            if trouble is IrregularityKind.TOGETHER_ORDER_KNOWN and len(places) == 1:
                continue  # Two at least were drawn together.
            named = table.play_again()
            same.compare(f"{trouble.value} at {places}", named.report_trouble(trouble, places=places), right)
            same.compare(f"{trouble.value} at {places}, played out", named.play_outcome, ended)
    same.check_same()


@pytest.mark.parametrize("book", BACCARAT)
@examples(40)
@given(data=st.data(), count=card_counts)
def test_cards_in_dispute_are_named_in_any_order(book: str, data: st.DataObject, count: int) -> None:
    table = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_UP).draw_cards(count)
    lie = len(table.round.cards)
    assume(lie >= 2)
    places = data.draw(st.lists(st.integers(0, lie - 1), min_size=2, max_size=3, unique=True))
    forwards, backwards = table.play_again(), table.play_again()
    right = forwards.report_trouble(IrregularityKind.TOGETHER_ORDER_LOST, places=tuple(sorted(places)))
    assert (
        backwards.report_trouble(IrregularityKind.TOGETHER_ORDER_LOST, places=tuple(sorted(places, reverse=True)))
        == right
    )
    unnamed, last = table.play_again(), table.play_again()
    assert unnamed.report_trouble(IrregularityKind.TOGETHER_ORDER_LOST) == last.report_trouble(
        IrregularityKind.TOGETHER_ORDER_LOST, places=(lie - 2, lie - 1)
    ), "with none named it is the last two"


# In which order


SILENT = (
    IrregularityKind.DAMAGED_CARD,
    IrregularityKind.WRONG_DISPLAY,
    IrregularityKind.CARDS_NOT_PASSED,
    IrregularityKind.OTHER,
)
"""Told beside another trouble these change nothing of it."""


@pytest.mark.clause(V4, "5.3", "5.13")
@pytest.mark.clause(INSURANCE, "5.3.1", "5.12")
@pytest.mark.clause(MBS, "5.10")
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@examples(12)
@given(data=st.data(), count=card_counts)
def test_whoever_leaves_may_be_told_before_the_trouble_or_while_it_waits(
    book: str, manner: TableManner, data: st.DataObject, count: int
) -> None:
    """He is asked for no option, and his bets are settled as they lie (v4 5.3, Insurance Plus 5.3.1, MBS 5.10)."""
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), manner).draw_cards(count), Differences()
    gone = {"who": table.bettors[0]}
    for trouble in OF_CARDS:
        if trouble in (IrregularityKind.PLAYER_LEFT, IrregularityKind.LEFT_WITH_CARD):
            continue
        first, then = table.play_again(), table.play_again()
        first.report_trouble(IrregularityKind.PLAYER_LEFT, **gone)
        right = first.report_trouble(trouble)
        same.compare(trouble.value, right, then.report_trouble(trouble))
        if then.state.round is not None:
            heard = then.report_trouble(IrregularityKind.PLAYER_LEFT, **gone)
            same.compare(f"{trouble.value}: who left during it is heard", isinstance(heard, str) and heard, False)
            if not isinstance(heard, str):
                same.compare(f"{trouble.value}, played out", first.play_outcome, then.play_outcome)
    same.check_same()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@examples(8)
@given(data=st.data(), count=card_counts)
def test_what_changes_nothing_may_be_told_before_or_after(
    book: str, manner: TableManner, data: st.DataObject, count: int
) -> None:
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), manner).draw_cards(count), Differences()
    for trouble, other in product(OF_CARDS, SILENT):
        before, after = table.play_again(), table.play_again()
        if isinstance(before.report_trouble(other), str) or trouble is IrregularityKind.LEFT_WITH_CARD:
            continue
        before.resolve_all()
        right = before.report_trouble(trouble)
        same.compare(f"{trouble.value} after {other.value}", right, after.report_trouble(trouble))
        after.resolve_all()
        if after.state.round is not None and not isinstance(right, str):
            heard = after.report_trouble(other)
            same.compare(f"{other.value} after {trouble.value}", isinstance(heard, str) and heard, False)
            same.compare(f"{other.value} and {trouble.value}, played out", before.play_outcome, after.play_outcome)
    same.check_same()


@pytest.mark.parametrize("book", BACCARAT)
@examples(25)
@given(data=st.data(), count=card_counts)
def test_the_cutting_card_may_come_out_before_or_after(book: str, data: st.DataObject, count: int) -> None:
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_UP).draw_cards(count), Differences()
    for trouble in OF_CARDS:
        before, after = table.play_again(), table.play_again()
        before.do(commands.CuttingCardOut)
        same.compare(trouble.value, before.report_trouble(trouble), after.report_trouble(trouble))
        after.resolve_all()
        if after.state.round is not None and after.allows(commands.CuttingCardOut):
            after.do(commands.CuttingCardOut)
            same.compare(f"{trouble.value}, played out", before.play_outcome, after.play_outcome)
            same.compare(f"{trouble.value}, the shoe", before.state.shoe, after.state.shoe)
    same.check_same()


@pytest.mark.parametrize("book", BACCARAT)
@examples(40)
@given(data=st.data(), count=card_counts)
def test_a_card_laid_elsewhere_and_the_cutting_card_come_in_either_order(
    book: str, data: st.DataObject, count: int
) -> None:
    put = data.draw(st.sampled_from([Place.PLAYER, Place.BANKER]))
    table = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_UP).draw_cards(count).ready()
    assume(table.guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER))
    ends = []
    for cut_first in (True, False):
        told = table.play_again()
        if cut_first:
            told.do(commands.CuttingCardOut)
        told.draw_next(put=put)
        rights = told.case if told.state.cases else None
        told.resolve_all()
        if not cut_first:
            told.do(commands.CuttingCardOut)
        told.play_to_end()
        ends.append((rights and (rights.clause, rights.established, rights.needs), told.outcome, told.state.shoe))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("book", BACCARAT)
@examples(25)
@given(data=st.data(), count=card_counts, read=st.sampled_from(sorted(CARDS)))
def test_a_card_keyed_wrongly_and_corrected_is_a_card_keyed_rightly(
    book: str, data: st.DataObject, count: int, read: str
) -> None:
    """As long as the wrong value asks for no other card, so that the same cards lie there."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    right = DealTable(deal, FACE_UP).draw_cards(count)
    lie = len(right.round.cards)
    at = data.draw(st.integers(0, lie - 1))
    assume(read != deal.cards[at])
    misread = DealPlan(deal.book, deal.layout, (*deal.cards[:at], read, *deal.cards[at + 1 :]), deal.bets, deal.leaving)
    wrong = DealTable(misread, FACE_UP).draw_cards(count)
    assume(len(wrong.round.cards) == lie)
    wrong.deal_ = deal
    wrong.do(correction_commands.CorrectCard, place=at, card=CARDS[deal.cards[at]], reason="misread")
    wrong.resolve_all()
    assume([card.put for card in wrong.round.cards] == [card.put for card in right.round.cards])
    same = Differences()
    for trouble in OF_CARDS:
        one, other = right.play_again(), wrong.play_again()
        same.compare(trouble.value, one.report_trouble(trouble), other.report_trouble(trouble))
        same.compare(f"{trouble.value}, played out", one.play_outcome, other.play_outcome)
    same.check_same()


TWO = tuple(
    trouble
    for trouble in OF_CARDS
    if trouble not in (*SILENT, IrregularityKind.LEFT_WITH_CARD, IrregularityKind.PLAYER_LEFT)
)
NOT_AFTER_A_VOID: Mapping[IrregularityKind, str] = {
    IrregularityKind.INSUFFICIENT_CARDS: "v4 5.5.4, MBS 5.3 with O20: a round that is over wants no card",
}
"""Told first it closes the shoe; told after a round is void it is no fact any more."""
IN_ORDER: Mapping[frozenset[IrregularityKind], str] = {
    frozenset({IrregularityKind.POWER_FAILURE, IrregularityKind.TOGETHER_ORDER_LOST}): (
        "v4 5.4 with E2: an interruption is judged without the cards that are in dispute when it comes"
    ),
}
"""Two troubles of which the second finds another table than it would have found first."""


@pytest.mark.clause(V4, "5.4.2", "5.5.1", "5.5.2", "5.5.5", "5.16")
@pytest.mark.clause(INSURANCE, "5.4.2", "5.5.1", "5.5.2", "5.5.5", "5.16")
@pytest.mark.clause(MBS, "5.1.1", "5.17.1")
@pytest.mark.parametrize("book", BACCARAT)
@examples(8)
@given(data=st.data(), count=card_counts)
def test_two_troubles_give_the_same_in_either_order(book: str, data: st.DataObject, count: int) -> None:
    """What bettors notice: whether anybody may leave, whether the round is void, what each comes to; and the shoe."""
    table, same = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).draw_cards(count), Differences()
    for one, other in product(TWO, TWO):
        if one.value >= other.value or frozenset((one, other)) in IN_ORDER:
            continue
        there, back = (told_both(table.play_again(), pair) for pair in ((one, other), (other, one)))
        if {one, other} & NOT_AFTER_A_VOID.keys():
            there, back = (replace(each, shoe_closed=False) for each in (there, back))
        same.compare(f"{one.value}, {other.value}", there, back)
    same.check_same()


def told_both(table: DealTable, pair: tuple[IrregularityKind, IrregularityKind]) -> RoundOutcome:
    """One after the other, the second as soon as it is heard."""
    for trouble in pair:
        if table.report_trouble(trouble) == "case-open":
            table.resolve_all()
            table.report_trouble(trouble)
    return table.play_outcome


def test_only_troubles_are_excepted_that_can_be_told() -> None:
    assert {*NAMES_ITS_CARDS, *NOT_AFTER_A_VOID} <= REPORTABLE_KINDS
    assert all(pair <= set(TWO) for pair in IN_ORDER)
