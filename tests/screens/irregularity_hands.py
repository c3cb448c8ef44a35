"""Somebody at the screen who puts right what is open: he touches what is there, types what is asked, and signs.

What he gives is judged by the engine alone; `given` says what it came to. He knows the screen only by the names of its
controls and by what it waits for.
"""

from dealer_app.domain.round import needs
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.people.pins import Pin
from dealer_app.people.positions import load_positions
from dealer_app.screens import presenter
from dealer_app.screens.actions import Action, SendCommand, SetInput
from dealer_app.screens.blocks import Control
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity import case
from dealer_app.screens.screen import Overlay, RailContent
from tests.screens.irregularity_screens import find_control, part_controls, part_rows, touch_control
from tests.support.screen_contexts import BADGES, make_context

PIN = Pin("314159")
_MOST = 60
"""More touches than this meet nothing."""


def decide_act(context: ScreenContext, act: Action) -> tuple[Event, ...] | Refusal:
    """What the engine makes of an action, given by the person who signed it or is signed in."""
    assert isinstance(act, SendCommand), f"nothing is given by {act}"
    assert context.rules is not None, "nothing is given without a table"
    badge = "D1" if act.by is None else act.by.badge
    if act.by is None and context.current_account is not None:
        badge = context.current_account.badge
    assert act.by is None or act.by.pin == PIN, "who signs keyed his PIN"
    role = load_positions().role(BADGES[badge], context.rules.book.game)
    command = replace(act.command, by=Person(f"Person ({badge})", role), at=0)
    return decide(rules=context.rules, state=context.state.table, command=command)


def key_signature(context: ScreenContext, badge: str) -> ScreenContext:
    """His badge and PIN are keyed."""
    input_state = context.input_state.with_text("badge", badge).with_pin("pin", PIN)
    return replace(context, input_state=input_state)


def type_text(context: ScreenContext, name: str, text: str) -> ScreenContext:
    return replace(context, input_state=context.input_state.with_text(name, text))


def press_control(context: ScreenContext, shown: RailContent | Overlay, name: str) -> ScreenContext:
    """A control that only changes the screen."""
    return touch_control(context, find_control(shown, name))


def panel(context: ScreenContext) -> Overlay:
    found = presenter.irregularity_overlay(context)
    assert found is not None, f"no panel lies open of {context.input_state.panel}"
    return found


def ready(context: ScreenContext) -> Action:
    """What the next step of the open panel gives."""
    primary = panel(context).primary
    assert primary is not None, "the panel has no next step"
    assert primary.act is not None, f"{primary.name} waits: {primary.waits.first}"
    return primary.act


# The person whom the open panel waits for


def who_may(context: ScreenContext, role: str) -> str:
    """The lowest position that may decide what the document gives to this role."""
    rules = context.rules
    assert rules is not None, "nobody decides without a table"
    table = load_positions()
    may = [badge for badge, position in BADGES.items() if rules.may_act(table.role(position, rules.book.game), role)]
    return may[0]


# Meeting the needs of a case


def meet_need(rules: Rules, state: TableState) -> TableState:
    """The first need of the case that is open, met at the screen; asserts that the engine takes all of it."""
    context = make_context(rules, state)
    for _ in range(_MOST):
        act = _next_act(context)
        if isinstance(act, SetInput):
            context = replace(context, input_state=act.input_state)
            continue
        happened = decide_act(context, act)
        assert not isinstance(happened, Refusal), f"{act}: {happened}"
        after = fold(state, happened)
        if not _same_need(state, after):
            return after
        state = after
        assert isinstance(act, SendCommand), "only what is given happens"
        context = make_context(rules, state, input_state=act.then or context.input_state)
    raise AssertionError(f"{state.cases[-1].needs[0]} is not met by {_MOST} touches")


def _same_need(before: TableState, after: TableState) -> bool:
    """A bettor has chosen, a wager changed: the need itself is still there."""
    return bool(after.cases) and (after.cases[-1].number, after.cases[-1].needs) == (
        before.cases[-1].number,
        before.cases[-1].needs,
    )


def _next_act(context: ScreenContext) -> Action:
    """The next touch of somebody who wants to get on."""
    shown: RailContent | Overlay = presenter.irregularity_overlay(context) or case.case_rail(context)
    primary = shown.primary
    assert primary is not None, "there is no next step"
    if primary.act is not None:
        return primary.act
    wanted = _next_answer(context, shown, primary)
    return wanted if isinstance(wanted, SetInput) else _act(wanted)


def _act(control: Control) -> Action:
    assert control.act is not None, f"{control.name} waits: {control.waits.first}"
    return control.act


def _next_answer(context: ScreenContext, shown: RailContent | Overlay, primary: Control) -> Control | SetInput:
    """What the next step waits for is done by the first control that does it, or typed."""
    input_state = context.input_state
    need = context.state.table.cases[-1].needs[0]
    role = getattr(need, "role", "")
    names = {one.name: one for one in part_controls(shown)}
    match primary.name:
        case "void-waits":
            return names["void-round"]
        case "apply-options":
            who = next(row for row in part_rows(shown) if not row.done)
            return who.controls[len(who.title) % 2]
        case "answer":
            return names["announced:yes"]
        case _:
            pass
    for wish in (_need_answer(context, need, names), names.get("announced:yes")):
        if wish is not None:
            return wish
    if "badge" not in input_state.texts:
        return SetInput(input_state.with_text("badge", who_may(context, role)).with_pin("pin", PIN))
    raise AssertionError(f"{primary.name} waits: {primary.waits.first}")


def _need_answer(context: ScreenContext, need: needs.Need, names: dict[str, Control]) -> Control | SetInput | None:
    """What this need asks beyond the signature."""
    input_state = context.input_state
    match need:
        case needs.ApprovalNeeded(applies=needs.CardCorrection(card=card)) if not input_state.pick("compared"):
            return SetInput(input_state.replace(rank=card.rank.value, suit=card.suit.value))
        case needs.ApprovalNeeded(applies=needs.DiceCorrection(dice=dice)) if not input_state.pick("compared"):
            return SetInput(input_state.replace(dice="".join(map(str, dice))))
        case needs.ApprovalNeeded():
            return next((one for name, one in names.items() if name.startswith("moved:") and not one.picked), None)
        case needs.InspectionNeeded() if not input_state.pick("foreign"):
            return names["foreign"]
        case needs.OrderNeeded() if not input_state.pick("order"):
            return next(
                one for name, one in reversed(names.items()) if name.startswith("order:") and "again" not in name
            )
        case needs.RulingNeeded() if not input_state.pick("effect"):
            return names["effect:continue"]
        case needs.DeviceFaultNeeded() if not input_state.pick("device-fault"):
            return names["device-fault:affected"]
        case needs.CarriedCardNeeded() if not input_state.pick("use"):
            return names["use:use"]
        case needs.RulingNeeded() | needs.CarriedCardNeeded() | needs.DeviceFaultNeeded() if not input_state.text(
            "reason"
        ):
            return SetInput(input_state.with_text("reason", "so decided"))
        case needs.AffectedRoundsNeeded() if not input_state.text("first"):
            return next(one for name, one in names.items() if name.startswith("first:"))
        case needs.RemovalNeeded() if not any(name.startswith("counts:") for name in input_state.picks):
            return next(one for name, one in names.items() if name.endswith(":nothing-counts"))
        case needs.MissingCardNeeded():
            return SetInput(input_state.replace(rank="K", suit="C"))
        case _:
            return None
