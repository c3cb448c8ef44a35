"""Everything on a screen that can be touched, wherever it stands: what a window passes on when a finger comes to it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.showing import acts
from dealer_app.showing.blocks import Control
from dealer_app.showing.screen import Screen


class Touch(Struct, frozen=True, kw_only=True):
    """Something on the screen that carries an act, or a control that says why it carries none."""

    name: str
    act: acts.Act | None
    control: Control | None = None


def touches(screen: Screen) -> Iterator[Touch]:
    """All of them, wherever they stand: while something lies over the station, only what is in it, and the tools."""
    parts: tuple[object, ...] = (screen.top_bar, screen.stage, screen.rail)
    if screen.overlay is not None:
        parts = (screen.overlay, screen.rail.tools)
    for part in (*parts, screen.ribbon):
        yield from _touches(part)


def _touches(value: Any) -> Iterator[Touch]:
    if isinstance(value, tuple):
        for each in value:
            yield from _touches(each)
    elif isinstance(value, Control):
        yield Touch(name=value.name, act=value.act, control=value)
    elif isinstance(value, Struct):
        act = getattr(value, "act", None)
        if act is not None:
            yield Touch(name=str(getattr(value, "name", "") or f"seat-{getattr(value, 'number', '')}"), act=act)
        for each in fields(value):
            if each.name != "act":
                yield from _touches(getattr(value, each.name))
