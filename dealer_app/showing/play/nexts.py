"""The one next step of a part. Its label says what will be true; if it cannot be pressed it says what it waits for."""

from dealer_app.domain.round.command import Command
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.play.at_table import AtTable

ENTER = "Enter"


def next_step(name: str, text: Line, act: Act | None = None, *, sub: Line = EMPTY, waits: Line = EMPTY) -> Control:
    return Control(
        name=f"next:{name}", label=text, act=act, sub=sub, waits=waits, key=ENTER, weight=Weight.NEXT, icon="enter"
    )


def given(
    at: AtTable, kind: type[Command], code: str, *, sub: Line = EMPTY, then: Fingers | None = None, **facts: object
) -> Control:
    """The next step is this command; if the table does not hear it now, it waits."""
    if not at.may(kind):
        return next_step(code, at.label(code), waits=at.label("not-now"), sub=sub)
    return next_step(code, at.label(code), Give(command=asking(kind, **facts), then=then), sub=sub)
