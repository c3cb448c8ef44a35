"""Every card whose value the station has takes part in what is established, wherever it lies (rulings E2, E6, O16).

What is certain is asked once more here: of every rank that a card which nobody knows can have.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.wagers import Area
from tests.rules.irregularities.deal_comparison import LAYOUTS
from tests.rules.irregularities.deal_table import BY_HAND, FACE_DOWN, DealTable, deals
from tests.support.long_tests import examples
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4


@cache
def any_of_each_rank() -> tuple[Card, ...]:
    return tuple({card.rank: card for card in CARDS.values()}.values())


def certain(table: DealTable, known: Mapping[int, Card], count: int) -> bool:
    """Whether a bet of the layout wins, or loses, whatever the cards are that nobody knows."""
    assert table.rules.baccarat is not None
    unknown = [place for place in range(count) if place not in known]
    won: set[Area] | None = None
    lost: set[Area] = set()
    for values in product(any_of_each_rank(), repeat=len(unknown)):
        lie = {**known, **dict(zip(unknown, values, strict=True))}
        decided = table.rules.baccarat.decisions[coup_situation([lie[place] for place in range(count)])]
        won, lost = (
            (set(decided.won), set(decided.lost)) if won is None else (won & {*decided.won}, lost & {*decided.lost})
        )
        if not won and not lost:
            return False
    return True


@pytest.mark.clause(V4, "5.4", "5.4.1", "5.8.1")
@pytest.mark.clause(INSURANCE, "5.4", "5.4.1", "5.7.1")
@pytest.mark.clause(MBS, "5.17.1", "5.17.2")
@pytest.mark.parametrize("book", BACCARAT)
@examples(30)
@given(data=st.data(), order=st.permutations(range(4)), shown=st.integers(0, 4))
def test_every_card_counts_that_has_been_turned_in_whatever_order(
    book: str, data: st.DataObject, order: list[int], shown: int
) -> None:
    """At a manual shoe: as by what is certain whatever the others are, and alike whichever was turned first."""
    table = DealTable(data.draw(deals(book, LAYOUTS[book])), BY_HAND).draw_cards(4)
    for place in order[:shown]:
        table.turn(place)
    known = {place: table.deal_card(place) for place in order[:shown]}
    expected = certain(table, known, 4)
    for trouble in (IrregularityKind.POWER_FAILURE, IrregularityKind.CARD_SEEN_IN_DEVICE):
        heard = table.play_again().report_trouble(trouble)
        assert [right.established for right in heard if not isinstance(right, str)] == [expected], trouble.value
    together, one = DealTable(table.deal_, BY_HAND).draw_cards(4), table.play_again()
    if shown:
        together.turn(*order[:shown])
    assert together.report_trouble(IrregularityKind.POWER_FAILURE) == one.report_trouble(IrregularityKind.POWER_FAILURE)


@pytest.mark.parametrize("book", BACCARAT)
@examples(30)
@given(data=st.data(), count=st.integers(1, 4), shown=st.frozensets(st.integers(0, 3)))
def test_a_card_that_was_dealt_face_up_counts_wherever_it_lies(
    book: str, data: st.DataObject, count: int, shown: frozenset[int]
) -> None:
    """At a manual shoe the others are unknown; the clause on exposed cards asks with them all (v4 5.10)."""
    table = DealTable(data.draw(deals(book, LAYOUTS[book])), BY_HAND)
    for place in range(count):
        table.draw_next(face_up=place in shown).resolve_all()
    known = {place: table.deal_card(place) for place in shown if place < count}
    heard = table.report_trouble(IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert [right.established for right in heard if not isinstance(right, str)] == [certain(table, known, count)]


@pytest.mark.parametrize("book", [V4, INSURANCE])
@examples(30)
@given(data=st.data(), count=st.integers(2, 4))
def test_only_the_cards_in_dispute_are_left_out(book: str, data: st.DataObject, count: int) -> None:
    table = DealTable(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).draw_cards(count)
    places = data.draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=3, unique=True))
    known = {place: table.deal_card(place) for place in range(count) if place not in places}
    heard = table.report_trouble(IrregularityKind.TOGETHER_ORDER_LOST, places=tuple(places))
    assert [right.established for right in heard if not isinstance(right, str)] == [certain(table, known, count)]
