"""The same facts give the same right: whatever of them is named, in whatever order, at whatever manner of table.

Each property tells one round in two ways and compares what the reports give, and what every bettor comes to. Where a
document or a ruling makes a difference the trouble stands in a table here, with the clause and the reason.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.table import BetKeeping
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.wagers import Area
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4
from tests.support.same_facts import BY_HAND, FACE_DOWN, FACE_UP, CameTo, Deal, Manner, Told, deals

pytestmark = pytest.mark.exhaustive

LAYOUTS: Mapping[str, tuple[str, ...]] = {V4: ("A", "M", "P"), INSURANCE: ("A", "C"), MBS: ("A",)}
"""Layouts of different bets, so that other cards establish something."""
OF_CARDS = tuple(
    trouble
    for trouble in Trouble
    if trouble
    in REPORTABLE
    - {
        Trouble.EXCESS_CARD_SEEN,  # A card beside the hands has to lie there: it is drawn in test_same_right_later.
        Trouble.MISSED_INSURANCE,
        Trouble.LIMITS_OF_EARLIER_ROUND,
        Trouble.ERROR_OF_EARLIER_ROUND,
        Trouble.WRONG_TAKE_OR_PAY,
        Trouble.CUTTING_CARD_FIRST,
        Trouble.TUMBLED_TOO_EARLY,
        Trouble.TOO_FEW_TUMBLES,
        Trouble.COCKED_DIE,
        Trouble.DAMAGED_DICE,
        Trouble.WRONG_LAMPS,
    }
)
"""What can be told of any round while its cards are dealt."""

counts = st.integers(1, 6)


class Same:
    """What is told in two ways, and where the two are not alike: every difference of one example is shown at once."""

    def __init__(self) -> None:
        self.differ: list[str] = []

    def of(self, what: str, one: object, other: object) -> None:
        if one != other and not (isinstance(one, str) and isinstance(other, str)):  # Refused is refused.
            self.differ.append(f"{what}: {one} | {other}")

    def holds(self) -> None:
        assert not self.differ, "\n".join(self.differ)


def few(examples: int) -> settings:
    return settings(max_examples=examples)


# What is named


NAMES_ITS_CARDS: Mapping[Trouble, str] = {
    Trouble.TOGETHER_ORDER_LOST: "v4 5.11, MBS 5.8.2: the cards named are those whose order is in dispute (E2)",
    Trouble.LEFT_WITH_CARD: "MBS 5.11: the cards named are those that he took with him",
}
"""Another naming is another fact."""


def namings(count: int) -> Iterator[tuple[int, ...]]:
    whole = tuple(range(count))
    yield from (*((place,) for place in whole), whole, whole[::-1])


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


# At which manner of table


ONLY_FACE_DOWN: Mapping[Trouble, str] = {
    Trouble.EXPOSED_CARD: "v4 5.10, Insurance Plus 5.9: speaks of tables where the cards are dealt face down",
    Trouble.CARD_TO_WRONG_PERSON: "v4 5.9.2, Insurance Plus 5.8.2, MBS 5.7: cards are passed to nobody face up (3.9)",
    Trouble.CARDS_NOT_PASSED: "MBS 5.7.1: passed for squeezing",
    Trouble.LEFT_WITH_CARD: "MBS 5.11: of a card that nobody has seen",
    Trouble.DEVICE_RESET: "MBS 5.9 with O12: only while no card of the round has been seen",
}
ONLY_OPEN: Mapping[Trouble, str] = {
    Trouble.MISSED_CARD: "v4 5.13 with E2: whether the hands are finished is told of open cards alone",
    Trouble.INSUFFICIENT_CARDS: "v4 5.5.4, MBS 5.3 with O20, E2: what is wanted is told of open cards alone",
}


def each_alike(one: Told, other: Told, *, but: Mapping[Trouble, str], nets: bool = True) -> Same:
    """Where a trouble told at two tables does not give the same, or does not come to the same."""
    same = Same()
    for trouble in OF_CARDS:
        if trouble not in but:
            here, there = one.again(), other.again()
            same.of(trouble.value, here.tell(trouble), there.tell(trouble))
            ends = here.ended, there.ended
            same.of(f"{trouble.value}, played out", *(ends if nets else (end.void for end in ends)))
    return same


@pytest.mark.parametrize("book", BACCARAT)
@few(20)
@given(data=st.data(), count=counts, ready=st.booleans())
def test_a_reading_shoe_gives_the_same_right_face_down_as_face_up(
    book: str, data: st.DataObject, count: int, ready: bool
) -> None:
    """YES or NO by the same cards, turned or not (ruling E2)."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    up, down = Told(deal, FACE_UP).up_to(count), Told(deal, FACE_DOWN).up_to(count)
    if ready:
        up.ready()
        down.ready()
    each_alike(up, down, but=ONLY_FACE_DOWN if ready else {**ONLY_FACE_DOWN, **ONLY_OPEN}).holds()


@pytest.mark.parametrize("book", BACCARAT)
@few(40)
@given(data=st.data(), count=counts, put=st.sampled_from([Place.PLAYER, Place.BANKER]))
def test_a_card_laid_elsewhere_gives_the_same_right_face_down_as_face_up(
    book: str, data: st.DataObject, count: int, put: Place
) -> None:
    deal = data.draw(deals(book, LAYOUTS[book]))
    found = []
    for manner in (FACE_UP, FACE_DOWN):
        table = Told(deal, manner).up_to(count).ready()
        assume(table.guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER))
        card = table.card_at(len(table.round.cards))
        found.append((table.hears(commands.DrawCard, card=card, put=put, salt="salt"), table.ended))
    assert found[0] == found[1]


@pytest.mark.parametrize("book", BACCARAT)
@few(40)
@given(data=st.data(), turned=st.booleans())
def test_a_card_too_many_gives_the_same_right_face_down_as_face_up(
    book: str, data: st.DataObject, turned: bool
) -> None:
    """Where it lies face down on both: at a face-up table the dealer says so (ruling O21)."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    found = []
    for manner in (FACE_UP, FACE_DOWN):
        table = Told(deal, manner).finished() if turned else Told(deal, manner).up_to(6)
        assume(not (manner is FACE_DOWN and not turned and len(table.round.cards) < 6))
        card = table.card_at(len(table.round.cards))
        rights = table.hears(commands.DrawCard, card=card, salt="salt")
        assert not isinstance(rights, str)
        found.append([(right.established, right.given) for right in rights])
    assert found[0] == found[1]


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@few(15)
@given(data=st.data(), count=counts)
def test_with_bets_off_the_right_is_the_same(book: str, manner: Manner, data: st.DataObject, count: int) -> None:
    """The layout's bets establish, staked or not (ruling E1)."""
    deal = data.draw(deals(book, LAYOUTS[book]))
    off = Manner(dealing=manner.dealing, bets=BetKeeping.OFF)
    keyed, unkeyed = Told(deal, manner).up_to(count), Told(deal, off).up_to(count)
    each_alike(keyed, unkeyed, but={}, nets=False).holds()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("manner", [FACE_UP, FACE_DOWN], ids=["face-up", "face-down"])
@pytest.mark.parametrize("carried", [1, 2])
@few(10)
@given(data=st.data(), count=counts)
def test_a_card_that_was_carried_over_counts_like_one_that_is_drawn(
    book: str, manner: Manner, carried: int, data: st.DataObject, count: int
) -> None:
    deal = data.draw(deals(book, LAYOUTS[book]))
    count = max(count, carried)
    drawn = Told(deal, manner).up_to(count)
    over = Told(deal, Manner(dealing=manner.dealing, carried=carried)).up_to(count)
    assert [card.card for card in over.round.cards] == [card.card for card in drawn.round.cards]
    each_alike(drawn, over, but={}).holds()


# Which cards count (rulings E2, E6, O16)


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


def test_only_troubles_are_excepted_that_exist() -> None:
    assert {*ONLY_FACE_DOWN, *ONLY_OPEN, *NAMES_ITS_CARDS, *NOT_AFTER_A_VOID} <= REPORTABLE
