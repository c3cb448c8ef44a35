"""Everything on a screen that can be touched: what a window passes on when a finger comes to it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.screens import actions
from dealer_app.screens.blocks import Control
from dealer_app.screens.screen import Screen


class ScreenTouch(Struct, frozen=True, kw_only=True):
    """Something on the screen that carries an action, or a control that says why it carries none."""

    name: str
    act: actions.Action | None
    control: Control | None = None


def screen_touches(screen: Screen) -> Iterator[ScreenTouch]:
    """All of them; while a panel is open over the station, only what is in it, and the tools."""
    parts: tuple[object, ...] = (screen.top_bar, screen.stage, screen.rail)
    if screen.overlay is not None:
        parts = (screen.overlay, screen.rail.tools)
    for part in (*parts, screen.ribbon):
        yield from _touches(part)


def _touches(value: Any) -> Iterator[ScreenTouch]:
    if isinstance(value, tuple):
        for each in value:
            yield from _touches(each)
    elif isinstance(value, Control):
        yield ScreenTouch(name=value.name, act=value.act, control=value)
    elif isinstance(value, Struct):
        act = getattr(value, "act", None)
        if act is not None:
            yield ScreenTouch(name=str(getattr(value, "name", "") or f"seat-{getattr(value, 'number', '')}"), act=act)
        for each in fields(value):
            if each.name != "act":
                yield from _touches(getattr(value, each.name))
