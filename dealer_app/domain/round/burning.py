"""The burn: how many cards go unseen after the first one, which lies open (house policy)."""

from dealer_app.domain.cards import Card

_FOR_A_TEN = 10


def burned_after(first: Card) -> int:
    """As many as it counts, and for a ten or a picture ten."""
    return first.points or _FOR_A_TEN
