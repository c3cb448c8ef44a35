"""Somebody at the screen who puts right what is open: he touches what is there, types what is asked, and signs.

What he gives is judged by the engine alone; `given` says what it came to. He knows the screen only by the names of its
controls and by what it waits for.
"""

from dealer_app.domain.round import needs
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.people.pins import Pin
from dealer_app.people.position_file import positions
from dealer_app.showing.acts import Act, Change, Give
from dealer_app.showing.blocks import Control
from dealer_app.showing.mending import case, overlays
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from tests.support.mending_screens import BADGES, control, controls_of, rows_of, seen, touched

PIN = Pin("314159")
_MOST = 60
"""More touches than this meet nothing."""


def given(seeing: Seeing, act: Act) -> tuple[Event, ...] | Refusal:
    """What the engine makes of what was given, by whoever signed it or is signed in."""
    assert isinstance(act, Give), f"nothing is given by {act}"
    assert seeing.rules is not None, "nothing is given without a table"
    badge = "D1" if act.by is None else act.by.badge
    if act.by is None and seeing.signed_in is not None:
        badge = seeing.signed_in.badge
    assert act.by is None or act.by.pin == PIN, "who signs keyed his PIN"
    role = positions().role(BADGES[badge], seeing.rules.book.game)
    command = replace(act.command, by=Person(f"Person ({badge})", role), at=0)
    return decide(rules=seeing.rules, state=seeing.state.table, command=command)


def signed(seeing: Seeing, badge: str) -> Seeing:
    """His badge and PIN are keyed."""
    fingers = seeing.fingers.typed("badge", badge).secretly("pin", PIN)
    return replace(seeing, fingers=fingers)


def typed(seeing: Seeing, name: str, text: str) -> Seeing:
    return replace(seeing, fingers=seeing.fingers.typed(name, text))


def pressed(seeing: Seeing, shown: Part | Overlay, name: str) -> Seeing:
    """A control that only changes the screen."""
    return touched(seeing, control(shown, name))


def panel(seeing: Seeing) -> Overlay:
    found = overlays.overlay(seeing)
    assert found is not None, f"no panel lies open of {seeing.fingers.panel}"
    return found


def ready(seeing: Seeing) -> Act:
    """What the next step of the open panel gives."""
    primary = panel(seeing).primary
    assert primary is not None, "the panel has no next step"
    assert primary.act is not None, f"{primary.name} waits: {primary.waits.first}"
    return primary.act


# The person whom the open panel waits for


def who_may(seeing: Seeing, role: str) -> str:
    """The lowest position that may decide what the document gives to this role."""
    rules = seeing.rules
    assert rules is not None, "nobody decides without a table"
    table = positions()
    may = [badge for badge, position in BADGES.items() if rules.may_act(table.role(position, rules.book.game), role)]
    return may[0]


# Meeting a case as it stands


def meet(rules: Rules, state: TableState) -> TableState:
    """The first need of the case that is open, met at the screen; asserts that the engine takes all of it."""
    seeing = seen(rules, state)
    for _ in range(_MOST):
        act = _next_act(seeing)
        if isinstance(act, Change):
            seeing = replace(seeing, fingers=act.fingers)
            continue
        happened = given(seeing, act)
        assert not isinstance(happened, Refusal), f"{act}: {happened}"
        after = fold(state, happened)
        if not _same_need(state, after):
            return after
        state = after
        assert isinstance(act, Give), "only what is given happens"
        seeing = seen(rules, state, fingers=act.then or seeing.fingers)
    raise AssertionError(f"{state.cases[-1].needs[0]} is not met by {_MOST} touches")


def _same_need(before: TableState, after: TableState) -> bool:
    """A bettor has chosen, a wager changed: the need itself is still there."""
    return bool(after.cases) and (after.cases[-1].number, after.cases[-1].needs) == (
        before.cases[-1].number,
        before.cases[-1].needs,
    )


def _next_act(seeing: Seeing) -> Act:
    """The next touch of somebody who wants to get on."""
    shown: Part | Overlay = overlays.overlay(seeing) or case.case(seeing)
    primary = shown.primary
    assert primary is not None, "there is no next step"
    if primary.act is not None:
        return primary.act
    wanted = _answer(seeing, shown, primary)
    return wanted if isinstance(wanted, Change) else _act(wanted)


def _act(control: Control) -> Act:
    assert control.act is not None, f"{control.name} waits: {control.waits.first}"
    return control.act


def _answer(seeing: Seeing, shown: Part | Overlay, primary: Control) -> Control | Change:
    """What the next step waits for is done by the first control that does it, or typed."""
    fingers = seeing.fingers
    need = seeing.state.table.cases[-1].needs[0]
    role = getattr(need, "role", "")
    names = {one.name: one for one in controls_of(shown)}
    match primary.name:
        case "void-waits":
            return names["void-round"]
        case "apply-options":
            who = next(row for row in rows_of(shown) if not row.done)
            return who.controls[len(who.title) % 2]
        case "answer":
            return names["announced:yes"]
        case _:
            pass
    for wish in (_of_the_case(seeing, need, names), names.get("announced:yes")):
        if wish is not None:
            return wish
    if "badge" not in fingers.texts:
        return Change(fingers.typed("badge", who_may(seeing, role)).secretly("pin", PIN))
    raise AssertionError(f"{primary.name} waits: {primary.waits.first}")


def _of_the_case(seeing: Seeing, need: needs.Need, names: dict[str, Control]) -> Control | Change | None:
    """What this need asks beyond the signature."""
    fingers = seeing.fingers
    match need:
        case needs.ApprovalNeeded(applies=needs.CardCorrection(card=card)) if not fingers.pick("compared"):
            return Change(fingers.but(rank=card.rank.value, suit=card.suit.value))
        case needs.ApprovalNeeded(applies=needs.DiceCorrection(dice=dice)) if not fingers.pick("compared"):
            return Change(fingers.but(dice="".join(map(str, dice))))
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
            return Change(fingers.typed("reason", "so decided"))
        case needs.AffectedRoundsNeeded() if not fingers.text("first"):
            return next(one for name, one in names.items() if name.startswith("first:"))
        case needs.RemovalNeeded() if not any(name.startswith("counts:") for name in fingers.picks):
            return next(one for name, one in names.items() if name.endswith(":nothing-counts"))
        case needs.MissingCardNeeded():
            return Change(fingers.but(rank="K", suit="C"))
        case _:
            return None
