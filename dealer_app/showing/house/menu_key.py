"""The key that opens the menu: on every screen, the first one too."""

from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.saying import say
from dealer_app.showing.seeing import Seeing


def menu_key(seeing: Seeing) -> Control:
    """What opens the menu, at any time; what is typed elsewhere stays."""
    there = seeing.fingers.but(panel=Panel.MENU, writes="", confirming="")
    return Control(name="menu", label=say(seeing, "menu"), act=Change(there), key="F10")
