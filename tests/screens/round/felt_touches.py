"""Touches of the painted layout: an area of it, or the disc of a seat."""

from dealer_app.screens.actions import SetInput
from dealer_app.screens.round.layout import layout_shown
from dealer_app.screens.round.table_context import open_table
from tests.screens.round.round_screens import AtScreen


def touch_area(screen: AtScreen, area: str, seat: int | None = None) -> AtScreen:
    """`seat` where every seat has an area of its own."""
    shown = layout_shown(open_table(screen.context))
    act = next(each.act for each in shown.areas if (each.area, each.seat) == (area, seat))
    assert isinstance(act, SetInput)
    return screen.perform(act)


def touch_seat(screen: AtScreen, number: int) -> AtScreen:
    """The disc of the seat is touched."""
    act = next(each.act for each in layout_shown(open_table(screen.context)).seats if each.number == number)
    assert isinstance(act, SetInput)
    return screen.perform(act)
