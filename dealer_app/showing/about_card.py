"""A sealed card is touched: what can have happened to it is offered, and nothing that cannot."""

from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import Fingers, Panel

ABOUT = "about-card"
"""Names the card that was touched: by its place in the drawn order, or those that are carried over."""
CARRIED = "carried"
TURNING = "turning"
"""The choice that says for which card, by its place in the drawn order, the value is keyed as it is turned."""


def about_card(fingers: Fingers, which: str) -> Change:
    return Change(fingers.closed().but(panel=Panel.IRREGULARITIES).picked(ABOUT, which))
