"""Every card whose value the station has takes part in what is established, wherever it lies (rulings E2, E6, O16).

What is certain is asked once more here: of every rank that a card which nobody knows can have.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.wagers import Area
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4
from tests.support.same_facts import BY_HAND, FACE_DOWN, Told, deals
from tests.support.same_right import LAYOUTS, few

pytestmark = pytest.mark.exhaustive


@cache
def any_of_each_rank() -> tuple[Card, ...]:
    return tuple({card.rank: card for card in CARDS.values()}.values())


def certain(table: Told, known: Mapping[int, Card], count: int) -> bool:
    """Whether a bet of the layout wins, or loses, whatever the cards are that nobody knows."""
    assert table.rules.baccarat is not None
    unknown = [place for place in range(count) if place not in known]
    won: set[Area] | None = None
    lost: set[Area] = set()
    for values in product(any_of_each_rank(), repeat=len(unknown)):
        lie = {**known, **dict(zip(unknown, values, strict=True))}
        decided = table.rules.baccarat.decided_in[situation([lie[place] for place in range(count)])]
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
@few(30)
@given(data=st.data(), order=st.permutations(range(4)), shown=st.integers(0, 4))
def test_every_card_counts_that_has_been_turned_in_whatever_order(
    book: str, data: st.DataObject, order: list[int], shown: int
) -> None:
    """At a manual shoe: as by what is certain whatever the others are, and alike whichever was turned first."""
    table = Told(data.draw(deals(book, LAYOUTS[book])), BY_HAND).up_to(4)
    for place in order[:shown]:
        table.turn(place)
    known = {place: table.card_at(place) for place in order[:shown]}
    expected = certain(table, known, 4)
    for trouble in (Trouble.POWER_FAILURE, Trouble.CARD_SEEN_IN_DEVICE):
        heard = table.again().tell(trouble)
        assert [right.established for right in heard if not isinstance(right, str)] == [expected], trouble.value
    together, one = Told(table.deal_, BY_HAND).up_to(4), table.again()
    if shown:
        together.turn(*order[:shown])
    assert together.tell(Trouble.POWER_FAILURE) == one.tell(Trouble.POWER_FAILURE)


@pytest.mark.parametrize("book", BACCARAT)
@few(30)
@given(data=st.data(), count=st.integers(1, 4), shown=st.frozensets(st.integers(0, 3)))
def test_a_card_that_was_dealt_face_up_counts_wherever_it_lies(
    book: str, data: st.DataObject, count: int, shown: frozenset[int]
) -> None:
    """At a manual shoe the others are unknown; the clause on exposed cards asks with them all (v4 5.10)."""
    table = Told(data.draw(deals(book, LAYOUTS[book])), BY_HAND)
    for place in range(count):
        table.draw_next(face_up=place in shown).resolve_all()
    known = {place: table.card_at(place) for place in shown if place < count}
    heard = table.tell(Trouble.CARD_SEEN_IN_DEVICE)
    assert [right.established for right in heard if not isinstance(right, str)] == [certain(table, known, count)]


@pytest.mark.parametrize("book", [V4, INSURANCE])
@few(30)
@given(data=st.data(), count=st.integers(2, 4))
def test_only_the_cards_in_dispute_are_left_out(book: str, data: st.DataObject, count: int) -> None:
    table = Told(data.draw(deals(book, LAYOUTS[book])), FACE_DOWN).up_to(count)
    places = data.draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=3, unique=True))
    known = {place: table.card_at(place) for place in range(count) if place not in places}
    heard = table.tell(Trouble.TOGETHER_ORDER_LOST, places=tuple(places))
    assert [right.established for right in heard if not isinstance(right, str)] == [certain(table, known, count)]
