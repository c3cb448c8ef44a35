"""People, the opening of a table, the life of a shoe, shifts, and looking back, on the screen."""

import sys
from typing import TYPE_CHECKING

from dealer_app.loading import OnDemand

if TYPE_CHECKING:
    from dealer_app.showing.house.demonstration import ribbon
    from dealer_app.showing.house.first_run import first_run
    from dealer_app.showing.house.menu_key import menu_key
    from dealer_app.showing.house.opening_ahead import read_ahead
    from dealer_app.showing.house.opening_part import opening
    from dealer_app.showing.house.overlays import overlay
    from dealer_app.showing.house.shoe_part import shoe
    from dealer_app.showing.house.signing_in import sign_in

HOMES = {
    "first_run": "first_run",
    "menu_key": "menu_key",
    "opening": "opening_part",
    "overlay": "overlays",
    "read_ahead": "opening_ahead",
    "ribbon": "demonstration",
    "shoe": "shoe_part",
    "sign_in": "signing_in",
}
"""Which part lives where: each is loaded when it is first shown."""
__all__ = ["first_run", "menu_key", "opening", "overlay", "read_ahead", "ribbon", "shoe", "sign_in"]

sys.modules[__name__].__class__ = OnDemand
