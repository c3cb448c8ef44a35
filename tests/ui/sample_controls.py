"""Controls, actions and step tracks for the samples of rails, pages and panels."""

from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText, Weight
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.screen import StepState, TrackStep


def sample_act(name: str) -> SetInput:
    """An action that is unlike all others."""
    return SetInput(NO_INPUT.replace(confirming=name))


def sample_control(
    name: str,
    label: ScreenText | str = "",
    *,
    sub: ScreenText | str = NO_TEXT,
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
        label=label if isinstance(label, ScreenText) else ScreenText(label or name),
        act=None if waits else sample_act(name),
        waits=ScreenText(waits),
        sub=sub if isinstance(sub, ScreenText) else ScreenText(sub),
        key=key,
        weight=weight,
        picked=picked,
        icon=icon,
        span=span,
    )


def clause_chip(code: str) -> Control:
    return sample_control(f"clause:{code}", code, weight=Weight.CLAUSE)


TOOLS = (
    sample_control("irregularity", ScreenText("Irregularity", "異常", "Irregular"), key="F2", icon="warning"),
    sample_control("supervisor", ScreenText("Call supervisor", "通知主管", "Supervisor"), key="F1", icon="person"),
    sample_control("correct", ScreenText("Correct last", "更正", "Correct"), key="F3", icon="pencil"),
    sample_control("undo", ScreenText("Undo", "復原"), icon="undo", waits="Nothing to undo"),
)


def step_track(*steps: str, now: int, struck: tuple[int, ...] = ()) -> tuple[TrackStep, ...]:
    def state(place: int) -> StepState:
        if place in struck:
            return StepState.STRUCK
        if place == now:
            return StepState.NOW
        if place < now:
            return StepState.DONE
        return StepState.NEXT if place == now + 1 else StepState.LATER

    return tuple(TrackStep(ScreenText(step), state(place)) for place, step in enumerate(steps))
