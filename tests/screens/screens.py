"""Screens made by hand, as small as they can be: for tests of what is done with any screen."""

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import NO_TEXT, Block, Control, ScreenText, Weight
from dealer_app.screens.screen import Overlay, PageStage, Rail, Screen, TopBar


def control(name: str, **changes: object) -> Control:
    return replace(Control(name=name, label=ScreenText(name)), **changes)  # type: ignore[arg-type]


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
        caption=NO_TEXT,
        since="0:00",
        instruction=ScreenText("Do it"),
        say=None,
        why=NO_TEXT,
        why_caption=NO_TEXT,
        clauses=(),
        refusal=NO_TEXT,
        work=work,
        primary=step or primary(),
        track=(),
        tools=(),
    )
    return Screen(
        top_bar=TopBar(left=(), right=()),
        ribbon=None,
        stage=PageStage(title=ScreenText("A page")),
        rail=rail,
        overlay=overlay,
        keys=keys,
        writes=writes,
    )
