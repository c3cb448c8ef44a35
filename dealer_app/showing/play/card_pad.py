"""Keying a card: its rank, then its suit; Enter confirms what is drawn on the screen."""

from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.showing.blocks import Block, CardRow, CardShown, Control, Face, Heading, Keys
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable

_RANK_KEYS = {"A": "1", "T": "0", "J": "/", "Q": "*", "K": "-"}
_RANK_FACES = {"T": "10"}
_SUITS = ((Suit.SPADES, "♠"), (Suit.HEARTS, "♥"), (Suit.CLUBS, "♣"), (Suit.DIAMONDS, "♦"))
RANK_COLUMNS = 7


def keyed_card(fingers: Fingers) -> Card | None:
    """The card that is keyed, once rank and suit are."""
    return CARDS.get(fingers.rank + fingers.suit)


def card_pad(at: AtTable, title: Line) -> tuple[Block, ...]:
    """The keypad is for the rank first: 1 = Ace, 0 = Ten, / = Jack, * = Queen, - = King; then 1 to 4 are the suits."""
    fingers = at.fingers
    card = keyed_card(fingers)
    face = Face.PLACE if card is None else Face.OPEN
    word = Line(_RANK_FACES.get(fingers.rank, fingers.rank)) if card is None else Line("")
    shown = CardShown(face=face, card="" if card is None else card.text, word=word, name="keyed-card")
    again = Control(
        name="card:again",
        label=at.label("key-again"),
        act=at.change(rank="", suit="") if fingers.rank else None,
        key="-" if fingers.rank else "",
        icon="back",
    )
    ranks = tuple(_rank(at, rank) for rank in Rank)
    suits = tuple(_suit(at, place, *suit) for place, suit in enumerate(_SUITS, start=1))
    return (
        Heading(text=title, note=at.label("rank-then-suit").first),
        Keys(controls=(*ranks, again, *suits), columns=RANK_COLUMNS),
        CardRow(cards=(shown,)),
    )


def _rank(at: AtTable, rank: Rank) -> Control:
    value = rank.value
    return Control(
        name=f"rank:{value}",
        label=Line(_RANK_FACES.get(value, value)),
        act=at.change(rank=value, suit=""),
        key="" if at.fingers.rank else _RANK_KEYS.get(value, value),
        picked=at.fingers.rank == value,
    )


def _suit(at: AtTable, place: int, suit: Suit, sign: str) -> Control:
    rank = at.fingers.rank
    return Control(
        name=f"suit:{suit.value}",
        label=Line(sign),
        act=at.change(suit=suit.value) if rank else None,
        waits=at.label("rank-first"),
        key=str(place) if rank else "",
        picked=at.fingers.suit == suit.value,
    )
