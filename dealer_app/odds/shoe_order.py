"""Watches the order in which a shoe's cards come: whether they follow a new deck, or an earlier shoe of this table.

For the supervisor, who learns between rounds that a shoe may not have been shuffled (RWS v4 5.5.5, MBS 5.1). Only
cards that lie open are given to it, in drawn order; a card that nobody saw breaks a run and counts for nothing.
"""

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence
from enum import Enum
from heapq import merge
from itertools import pairwise
from math import comb

from msgspec import Struct

from dealer_app.domain.cards import DECK, Card, Rank, Suit

WINDOW = 20
"""So many cards are looked at together."""
LINKS_TO_TELL = 7
"""From so many neighbours among them on of which each follows the one before in a new deck."""
RUN_TO_TELL = 8
"""From so many cards on in the order of an earlier shoe."""

_RISING = tuple(Rank)
_NEW_DECK = tuple(
    Card(rank.value + suit.value)
    for suit, ranks in (
        (Suit.SPADES, _RISING),
        (Suit.DIAMONDS, _RISING),
        (Suit.CLUBS, _RISING[::-1]),
        (Suit.HEARTS, _RISING[::-1]),
    )
    for rank in ranks
)


class NewDeckOrder(Enum):
    """The two usual orders of a new deck. Each is the other read from its end, so both readings are watched."""

    SPADES_FIRST = "spades-first"
    HEARTS_FIRST = "hearts-first"


DECK_ORDERS = {
    NewDeckOrder.SPADES_FIRST: _NEW_DECK,
    NewDeckOrder.HEARTS_FIRST: _NEW_DECK[::-1],
}
_FOLLOWERS = {
    # The last card of a deck is followed by the first of the next one in the shoe.
    order: dict(pairwise((*deck, deck[0])))
    for order, deck in DECK_ORDERS.items()
}


class OrderFinding(Struct, frozen=True, kw_only=True):
    """What the supervisor learns: how many of the last cards follow which order, or repeat which earlier shoe."""

    first: int
    """The place of its first card in drawn order, counted from 0 at the beginning of the shoe."""
    cards: int
    links: int = 0
    """Of a new deck: how many of these cards follow the one before them."""
    order: NewDeckOrder | None = None
    shoe: int | None = None
    """Of a repeat: which of the earlier shoes, counted from 0, and the place of the run in it."""
    place: int = 0


class EarlierShoes:
    """The cards of the shoes that were dealt before, kept so that a run of eight is found in a moment.

    Eight cards make one number; the numbers of all places are kept sorted. A thousand shoes take some five megabytes.
    """

    def __init__(self, shoes: Iterable[Sequence[Card | None]] = ()) -> None:
        self._shoes = [_codes(shoe) for shoe in shoes]
        # Merged one by one: to sort all at once would hold up every other thread for as long as it takes.
        self._runs = [array("Q", merge(*(sorted(_run_numbers(codes)) for codes in self._shoes)))]

    @property
    def shoes(self) -> int:
        return len(self._shoes)

    def add_shoe(self, shoe: Sequence[Card | None]) -> None:
        """Another shoe is over; the numbers of its places are kept beside the others, which are not sorted again."""
        codes = _codes(shoe)
        self._shoes.append(codes)
        self._runs.append(array("Q", sorted(_run_numbers(codes))))

    def has_run(self, run: bytes) -> bool:
        """Whether these cards, at most eight, lie one after the other in any earlier shoe."""
        shift = 8 * (RUN_TO_TELL - len(run))
        wanted = int.from_bytes(run) << shift
        for runs in self._runs:
            place = bisect_left(runs, wanted)
            if place < len(runs) and runs[place] >> shift == wanted >> shift:
                return True
        return False

    def find_run(self, run: bytes) -> tuple[int, int]:
        """The first earlier shoe that has these cards in this order, and where in it."""
        return next((shoe, codes.find(run)) for shoe, codes in enumerate(self._shoes) if run in codes)


_CODES = {card: place for place, card in enumerate(DECK, start=1)}
_UNKNOWN = 0


def _codes(cards: Iterable[Card | None]) -> bytes:
    return bytes(_UNKNOWN if card is None else _CODES[card] for card in cards)


def _run_numbers(codes: bytes) -> Iterable[int]:
    """A number for the run that begins at each place; at the end of the shoe, and before an unknown card, shorter ones.

    What comes after an unknown card is left out of the run, so that no run goes through it.
    """
    for place, code in enumerate(codes):
        if code != _UNKNOWN:
            run = codes[place : place + RUN_TO_TELL].split(bytes([_UNKNOWN]))[0]
            yield int.from_bytes(run.ljust(RUN_TO_TELL, bytes([_UNKNOWN])))


class ShoeOrderWatch:
    """Follows one shoe card by card. What it found so far stays readable: the most links and the longest repeat."""

    def __init__(self, earlier: EarlierShoes) -> None:
        self._earlier = earlier
        self._links = {order: deque[bool](maxlen=WINDOW - 1) for order in NewDeckOrder}
        self._counts = dict.fromkeys(NewDeckOrder, 0)
        self._last: Card | None = None
        self._run = b""
        self.cards = 0
        self.open_cards = 0
        self.most_links = 0
        self.longest_repeat = 0

    def add_card(self, card: Card | None) -> tuple[OrderFinding, ...]:
        """The next card in drawn order, or None for one that nobody saw; what is found with it."""
        self.cards += 1
        self.open_cards += card is not None
        found = (*self._follow_new_decks(card), *self._follow_earlier_shoes(card))
        self._last = card
        return found

    def _follow_new_decks(self, card: Card | None) -> Iterable[OrderFinding]:
        for order, links in self._links.items():
            follows = card is not None and self._last is not None and _FOLLOWERS[order][self._last] is card
            leaves = len(links) == links.maxlen and links[0]
            links.append(follows)
            count = self._counts[order] = self._counts[order] + follows - leaves
            self.most_links = max(self.most_links, count)
            if follows and count >= LINKS_TO_TELL:
                cards = min(WINDOW, self.cards)
                yield OrderFinding(first=self.cards - cards, cards=cards, links=count, order=order)

    def _follow_earlier_shoes(self, card: Card | None) -> Iterable[OrderFinding]:
        if card is None:
            self._run = b""
            return
        run = (self._run + _codes((card,)))[-RUN_TO_TELL:]
        while not self._earlier.has_run(run):
            run = run[1:]
            if not run:
                break
        self._run = run
        self.longest_repeat = max(self.longest_repeat, len(run))
        if len(run) == RUN_TO_TELL:
            shoe, place = self._earlier.find_run(run)
            yield OrderFinding(first=self.cards - RUN_TO_TELL, cards=RUN_TO_TELL, shoe=shoe, place=place)


def follows_in_deck(order: NewDeckOrder, one: Card | None, other: Card | None) -> bool:
    """Whether the second card lies behind the first in a new deck of this order."""
    return one is not None and _FOLLOWERS[order][one] is other


def fair_shoes_per_links(links: int, decks: int) -> int:
    """Of so many fair shoes at most one has as many links within a window: the sum over all windows and both orders."""
    cards = len(DECK) * decks
    neighbours, windows = WINDOW - 1, cards - WINDOW + 1
    tail = sum(
        comb(neighbours, number) * decks**number * (cards - 1 - decks) ** (neighbours - number)
        for number in range(links, neighbours + 1)
    )
    return (cards - 1) ** neighbours // (len(NewDeckOrder) * windows * tail) if tail else 0
