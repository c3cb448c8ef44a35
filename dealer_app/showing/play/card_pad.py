"""Keying a card: its rank, then its suit; Enter confirms what is drawn on the screen."""

from dealer_app.showing.blocks import Block, CardRow, CardShown, Control, Face, Heading, Keys
from dealer_app.showing.card_signs import RANK_KEYS, SUIT_KEYS, card_keyed, face_of
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable

RANK_COLUMNS = 7


def card_pad(at: AtTable, title: Line) -> tuple[Block, ...]:
    """The keypad is for the rank first: 1 = Ace, 0 = Ten, / = Jack, * = Queen, - = King; then 1 to 4 are the suits."""
    fingers = at.fingers
    card = card_keyed(fingers)
    face = Face.PLACE if card is None else Face.OPEN
    word = Line(face_of(fingers.rank)) if card is None else Line("")
    shown = CardShown(face=face, card="" if card is None else card.text, word=word, name="keyed-card")
    again = Control(
        name="card:again",
        label=at.label("key-again"),
        act=at.change(rank="", suit="") if fingers.rank else None,
        key="-" if fingers.rank else "",
        icon="back",
    )
    ranks = tuple(_rank(at, *rank) for rank in RANK_KEYS)
    suits = tuple(_suit(at, *suit) for suit in SUIT_KEYS)
    return (
        Heading(text=title, note=at.label("rank-then-suit").first),
        Keys(controls=(*ranks, again, *suits), columns=RANK_COLUMNS),
        CardRow(cards=(shown,)),
    )


def _rank(at: AtTable, rank: str, face: str, key: str) -> Control:
    return Control(
        name=f"rank:{rank}",
        label=Line(face),
        act=at.change(rank=rank, suit=""),
        key="" if at.fingers.rank else key,
        picked=at.fingers.rank == rank,
    )


def _suit(at: AtTable, suit: str, sign: str, key: str) -> Control:
    rank = at.fingers.rank
    return Control(
        name=f"suit:{suit}",
        label=Line(sign),
        act=at.change(suit=suit) if rank else None,
        waits=at.label("rank-first"),
        key=key if rank else "",
        picked=at.fingers.suit == suit,
    )
