"""A card in a line of text, as it is printed and not as it is kept."""

from dealer_app.domain.cards import Card
from dealer_app.showing.lines import EMPTY, Line

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def card_text(card: str) -> str:
    """`10♠` for `TS`."""
    rank, suit = card[:-1], card[-1]
    return f"{'10' if rank == 'T' else rank}{SIGNS[suit]}"


def card_line(card: Card | None) -> Line:
    """The card that is keyed, alike in every language; nothing while none is."""
    return EMPTY if card is None else Line(card_text(card.text))
