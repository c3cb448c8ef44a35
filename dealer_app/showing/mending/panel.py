"""What every panel over the station has in common: its name, what is asked, the foot, and why the last was refused."""

from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.letters import lettered
from dealer_app.showing.mending.saying import each_clause_once, refusal_note, say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing


def panel(  # noqa: PLR0913 - a panel has two columns and a foot
    seeing: Seeing,
    name: str,
    title: Line,
    *,
    left: tuple[Block, ...],
    right: tuple[Block, ...] = (),
    primary: Control | None = None,
    grave: Control | None = None,
    reasons: tuple[Control, ...] = (),
    sub: Line = EMPTY,
    icon: str = "",
    asked: tuple[str, ...] = (),
) -> Overlay:
    shown, keyed = each_clause_once(*lettered(seeing, left, (*refusal_note(seeing), *right)))
    return Overlay(
        name=name,
        title=title,
        sub=sub,
        icon=icon,
        right=asked or ((seeing.now_text,) if seeing.now_text else ()),
        left_column=shown,
        right_column=keyed,
        primary=primary,
        grave=grave,
        reasons=reasons,
        close=close(seeing),
    )


def close(seeing: Seeing, code: str = "not-now") -> Control:
    """Decides nothing; what was typed in the panel is gone."""
    return Control(name="close", label=say(seeing, code), act=Change(seeing.fingers.closed()), key="Esc", icon="close")
