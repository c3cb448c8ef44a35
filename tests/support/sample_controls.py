"""Controls, acts and step tracks for the samples of rails, pages and panels."""

from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import (
    Control,
    Weight,
)
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.screen import StepState, TrackStep


def act(name: str) -> Change:
    """An act that can be told from all others."""
    return Change(NOTHING.but(confirming=name))


def control(
    name: str,
    label: Line | str = "",
    *,
    sub: Line | str = EMPTY,
    key: str = "",
    weight: Weight = Weight.USUAL,
    picked: bool = False,
    icon: str = "",
    waits: str = "",
    span: int = 1,
) -> Control:
    """One that can be pressed, unless it says what it waits for."""
    return Control(
        name=name,
        label=label if isinstance(label, Line) else Line(label or name),
        act=None if waits else act(name),
        waits=Line(waits),
        sub=sub if isinstance(sub, Line) else Line(sub),
        key=key,
        weight=weight,
        picked=picked,
        icon=icon,
        span=span,
    )


def clause(code: str) -> Control:
    return control(f"clause:{code}", code, weight=Weight.CLAUSE)


TOOLS = (
    control("irregularity", Line("Irregularity", "異常", "Irregular"), key="F2", icon="warning"),
    control("supervisor", Line("Call supervisor", "通知主管", "Supervisor"), key="F1", icon="person"),
    control("correct", Line("Correct last", "更正", "Correct"), key="F3", icon="pencil"),
    control("undo", Line("Undo", "復原"), icon="undo", waits="Nothing to undo"),
)


def track(*steps: str, now: int, struck: tuple[int, ...] = ()) -> tuple[TrackStep, ...]:
    def state(place: int) -> StepState:
        if place in struck:
            return StepState.STRUCK
        if place == now:
            return StepState.NOW
        if place < now:
            return StepState.DONE
        return StepState.NEXT if place == now + 1 else StepState.LATER

    return tuple(TrackStep(Line(step), state(place)) for place, step in enumerate(steps))
