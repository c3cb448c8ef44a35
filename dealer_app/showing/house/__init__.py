"""People, the opening of a table, the life of a shoe, shifts, and looking back, on the screen."""

from dealer_app.showing.house.demonstration import ribbon
from dealer_app.showing.house.first_run import first_run
from dealer_app.showing.house.menu import menu_key
from dealer_app.showing.house.opening_choices import read_ahead
from dealer_app.showing.house.opening_part import opening
from dealer_app.showing.house.overlays import overlay
from dealer_app.showing.house.shoe_part import shoe
from dealer_app.showing.house.signing_in import sign_in

__all__ = ["first_run", "menu_key", "opening", "overlay", "read_ahead", "ribbon", "shoe", "sign_in"]
