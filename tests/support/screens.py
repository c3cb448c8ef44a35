"""Screens made by hand, as small as they can be: for tests of what is done with any screen."""

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Block, Control, Weight
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.screen import Overlay, Page, Rail, Screen, TopBar


def control(name: str, **changes: object) -> Control:
    return replace(Control(name=name, label=Line(name)), **changes)  # type: ignore[arg-type]


def primary(name: str = "next", **changes: object) -> Control:
    return control(name, weight=Weight.NEXT, **changes)


def screen(
    *work: Block,
    step: Control | None = None,
    overlay: Overlay | None = None,
    keys: tuple[Control, ...] = (),
    writes: str = "",
) -> Screen:
    rail = Rail(
        caption=EMPTY,
        since="0:00",
        instruction=Line("Do it"),
        say=None,
        why=EMPTY,
        why_caption=EMPTY,
        clauses=(),
        refusal=EMPTY,
        work=work,
        primary=step or primary(),
        track=(),
        tools=(),
    )
    return Screen(
        top_bar=TopBar(left=(), right=()),
        ribbon=None,
        stage=Page(title=Line("A page")),
        rail=rail,
        overlay=overlay,
        keys=keys,
        writes=writes,
    )
