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
from tests.support.irregularity_screens import (
    BADGES,
    find_control,
    make_context,
    part_controls,
    part_rows,
    touch_control,
)

PIN = Pin("314159")
_MOST = 60
"""More touches than this meet nothing."""


def decide_act(seeing: ScreenContext, act: Action) -> tuple[Event, ...] | Refusal:
    """What the engine makes of an action, given by the person who signed it or is signed in."""
    assert isinstance(act, SendCommand), f"nothing is given by {act}"
    assert seeing.rules is not None, "nothing is given without a table"
    badge = "D1" if act.by is None else act.by.badge
    if act.by is None and seeing.current_account is not None:
        badge = seeing.current_account.badge
    assert act.by is None or act.by.pin == PIN, "who signs keyed his PIN"
    role = load_positions().role(BADGES[badge], seeing.rules.book.game)
    command = replace(act.command, by=Person(f"Person ({badge})", role), at=0)
    return decide(rules=seeing.rules, state=seeing.state.table, command=command)


def key_signature(seeing: ScreenContext, badge: str) -> ScreenContext:
    """His badge and PIN are keyed."""
    fingers = seeing.input_state.with_text("badge", badge).with_pin("pin", PIN)
    return replace(seeing, input_state=fingers)


def type_text(seeing: ScreenContext, name: str, text: str) -> ScreenContext:
    return replace(seeing, input_state=seeing.input_state.with_text(name, text))


def press_control(seeing: ScreenContext, shown: RailContent | Overlay, name: str) -> ScreenContext:
    """A control that only changes the screen."""
    return touch_control(seeing, find_control(shown, name))


def panel(seeing: ScreenContext) -> Overlay:
    found = presenter.irregularity_overlay(seeing)
    assert found is not None, f"no panel lies open of {seeing.input_state.panel}"
    return found


def ready(seeing: ScreenContext) -> Action:
    """What the next step of the open panel gives."""
    primary = panel(seeing).primary
    assert primary is not None, "the panel has no next step"
    assert primary.act is not None, f"{primary.name} waits: {primary.waits.first}"
    return primary.act


# The person whom the open panel waits for


def who_may(seeing: ScreenContext, role: str) -> str:
    """The lowest position that may decide what the document gives to this role."""
    rules = seeing.rules
    assert rules is not None, "nobody decides without a table"
    table = load_positions()
    may = [badge for badge, position in BADGES.items() if rules.may_act(table.role(position, rules.book.game), role)]
    return may[0]


# Meeting the needs of a case


def meet_need(rules: Rules, state: TableState) -> TableState:
    """The first need of the case that is open, met at the screen; asserts that the engine takes all of it."""
    seeing = make_context(rules, state)
    for _ in range(_MOST):
        act = _next_act(seeing)
        if isinstance(act, SetInput):
            seeing = replace(seeing, input_state=act.input_state)
            continue
        happened = decide_act(seeing, act)
        assert not isinstance(happened, Refusal), f"{act}: {happened}"
        after = fold(state, happened)
        if not _same_need(state, after):
            return after
        state = after
        assert isinstance(act, SendCommand), "only what is given happens"
        seeing = make_context(rules, state, fingers=act.then or seeing.input_state)
    raise AssertionError(f"{state.cases[-1].needs[0]} is not met by {_MOST} touches")


def _same_need(before: TableState, after: TableState) -> bool:
    """A bettor has chosen, a wager changed: the need itself is still there."""
    return bool(after.cases) and (after.cases[-1].number, after.cases[-1].needs) == (
        before.cases[-1].number,
        before.cases[-1].needs,
    )


def _next_act(seeing: ScreenContext) -> Action:
    """The next touch of somebody who wants to get on."""
    shown: RailContent | Overlay = presenter.irregularity_overlay(seeing) or case.case_rail(seeing)
    primary = shown.primary
    assert primary is not None, "there is no next step"
    if primary.act is not None:
        return primary.act
    wanted = _next_answer(seeing, shown, primary)
    return wanted if isinstance(wanted, SetInput) else _act(wanted)


def _act(control: Control) -> Action:
    assert control.act is not None, f"{control.name} waits: {control.waits.first}"
    return control.act


def _next_answer(seeing: ScreenContext, shown: RailContent | Overlay, primary: Control) -> Control | SetInput:
    """What the next step waits for is done by the first control that does it, or typed."""
    fingers = seeing.input_state
    need = seeing.state.table.cases[-1].needs[0]
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
    for wish in (_need_answer(seeing, need, names), names.get("announced:yes")):
        if wish is not None:
            return wish
    if "badge" not in fingers.texts:
        return SetInput(fingers.with_text("badge", who_may(seeing, role)).with_pin("pin", PIN))
    raise AssertionError(f"{primary.name} waits: {primary.waits.first}")


def _need_answer(seeing: ScreenContext, need: needs.Need, names: dict[str, Control]) -> Control | SetInput | None:
    """What this need asks beyond the signature."""
    fingers = seeing.input_state
    match need:
        case needs.ApprovalNeeded(applies=needs.CardCorrection(card=card)) if not fingers.pick("compared"):
            return SetInput(fingers.replace(rank=card.rank.value, suit=card.suit.value))
        case needs.ApprovalNeeded(applies=needs.DiceCorrection(dice=dice)) if not fingers.pick("compared"):
            return SetInput(fingers.replace(dice="".join(map(str, dice))))
        case needs.ApprovalNeeded():
            return next((one for name, one in names.items() if name.startswith("moved:") and not one.picked), None)
        case needs.InspectionNeeded() if not fingers.pick("foreign"):
            return names["foreign"]
        case needs.OrderNeeded() if not fingers.pick("order"):
            return next(
                one for name, one in reversed(names.items()) if name.startswith("order:") and "again" not in name
            )
        case needs.RulingNeeded() if not fingers.pick("effect"):
            return names["effect:continue"]
        case needs.CarriedCardNeeded() if not fingers.pick("use"):
            return names["use:use"]
        case needs.RulingNeeded() | needs.CarriedCardNeeded() if not fingers.text("reason"):
            return SetInput(fingers.with_text("reason", "so decided"))
        case needs.AffectedRoundsNeeded() if not fingers.text("first"):
            return next(one for name, one in names.items() if name.startswith("first:"))
        case needs.RemovalNeeded() if not any(name.startswith("counts:") for name in fingers.picks):
            return next(one for name, one in names.items() if name.endswith(":nothing-counts"))
        case needs.MissingCardNeeded():
            return SetInput(fingers.replace(rank="K", suit="C"))
        case _:
            return None
