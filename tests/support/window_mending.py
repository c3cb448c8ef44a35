"""Somebody at a real window who puts right what is wrong: he presses the next step, or does what it waits for.

    await reports(hands, "missed-card")
    await mends(hands)

He knows the screen by the names of its controls; of the station he looks only at what is asked of an approver blind,
because he sees the card that lies on the table.
"""

from random import Random
from typing import TYPE_CHECKING

from dealer_app.domain.round import needs
from dealer_app.showing.blocks import Control, Rows, Weight
from dealer_app.showing.screen import Overlay
from dealer_app.showing.walking import controls
from tests.support.signers import CHIEF, PINS
from tests.support.window_hands import Hands

if TYPE_CHECKING:
    from tests.support.at_window import AtTable

MOST_STEPS, MOST_PAGES = 80, 8
_PREFIXES = (
    "foreign",
    "order:",
    "effect:continue",
    "use:use",
    "first:",
    "option:",
    "announced:yes",
    "moved:",
    "wagers:",
    "stage:",
    "who-left:",
    "who:",
    "other:",
    "bet:",
    "reason:",
    "cards-worn",
    "reply:nothing",
    "place:",
    "rests-on:",
    "present:",
    "attends:",
    "wrong-way:",
    "amount:5",
)
"""What the next step may wait for, and the control that gives it, in the order in which it is tried."""
_ANY = {"effect:continue": "effect:", "use:use": "use:", "announced:yes": "announced:"}
"""Where chance decides any of them is taken."""


def amiss(table: "AtTable") -> bool:
    state = table.station.state
    return bool(state.table.cases or state.table.claim or state.listening.row)


async def reports(hands: Hands, code: str, chance: Random | None = None) -> None:
    """Opens the list and says that this has happened, with whatever it asks."""
    await hands.press("irregularity")
    await hands.press(await row_of(hands, code))
    for _ in range(MOST_STEPS):
        if hands.table.screen.overlay is None:
            return
        await _gets_on(hands, chance)
    raise AssertionError(f"{code} cannot be reported: {hands.table.described()}")


async def row_of(hands: Hands, code: str) -> str:
    """Where it stands in the list, on whichever of its pages."""
    for _ in range(MOST_PAGES):
        rows = (
            row.name
            for block in (*_overlay(hands.table).left_column, *_overlay(hands.table).right_column)
            if isinstance(block, Rows)
            for row in block.rows
        )
        # A simulated device may have a key of the same name.
        found = (*rows, *names(hands.table))
        name = next((each for each in found if each.endswith(f"report:{code}")), None)
        if name is not None:
            return name
        await hands.press("page:after")
    raise AssertionError(f"{code} does not stand in the list: {hands.table.described()}")


def _overlay(table: "AtTable") -> Overlay:
    overlay = table.screen.overlay
    assert overlay is not None, f"nothing lies over the station: {table.described()}"
    return overlay


async def mends(hands: Hands, chance: Random | None = None) -> None:
    """Until nothing is wrong any more; with a chance it decides which answer is given, else it is the first."""
    for _ in range(MOST_STEPS):
        if not amiss(hands.table) and hands.table.screen.overlay is None:
            return
        await _gets_on(hands, chance)
    raise AssertionError(f"it is not put right after {MOST_STEPS} steps: {hands.table.described()}")


async def gets_on(hands: Hands, *, until: str) -> None:
    """To the next step of this name."""
    for _ in range(MOST_STEPS):
        if hands.primary().name == until:
            return
        await _gets_on(hands, None)
    raise AssertionError(f"{until} does not come: {hands.table.described()}")


def names(table: "AtTable") -> dict[str, Control]:
    return {control.name: control for control in controls(table.screen)}


async def _gets_on(hands: Hands, chance: Random | None) -> None:
    table, step = hands.table, hands.primary()
    if step.act is not None:
        await hands.on()
    elif step.name == "void-waits":
        # Grave: once to arm it, once to mean it.
        await hands.press("void-round")
        await hands.press("void-round")
    elif names(table).get("rule-void", step).act is not None:
        await hands.press("rule-void")
        if "rule-void" in names(table):
            await hands.press("rule-void")
    elif not await _shows_the_card(hands) and not await _answers(hands, chance):
        await _signs(hands)
    assert not table.screen.rail.refusal, f"{table.screen.rail.refusal.first}: {table.described()}"


async def _answers(hands: Hands, chance: Random | None) -> bool:
    """One touch nearer to what is waited for."""
    found = names(hands.table)
    for usual in _PREFIXES:
        prefix = usual if chance is None else _ANY.get(usual, usual)
        fit = [name for name, control in found.items() if name.startswith(prefix) and _still(found, name, control)]
        if fit:
            await hands.press(fit[0] if chance is None else chance.choice(fit))
            return True
    return False


def _still(found: dict[str, Control], name: str, control: Control) -> bool:
    """Whether this answer can be given, and none like it has been."""
    if "again" in name or control.act is None or control.picked:
        return False
    return not any(each.picked for other, each in found.items() if _alike(other, name))


def _alike(one: str, other: str) -> bool:
    """Choices of one thing: of those that are picked already none is picked again."""
    return one.rpartition(":")[0] == other.rpartition(":")[0] and not one.startswith(("place:", "order:", "moved:"))


async def _shows_the_card(hands: Hands) -> bool:
    """What he sees on the table is keyed by whoever is asked for it."""
    table = hands.table
    cases = table.station.state.table.cases
    need = cases[-1].needs[0] if cases else None
    found = names(table)
    if isinstance(need, needs.ApprovalNeeded) and isinstance(need.applies, needs.DiceCorrection) and "die:1" in found:
        for face in need.applies.dice:
            await hands.press(f"die:{face}")
        return hands.primary().name == "compare"
    if "rank:A" not in found or hands.primary().name not in ("compare", "next-missing", "name-missing"):
        return False
    card = "KC"
    if isinstance(need, needs.ApprovalNeeded) and isinstance(need.applies, needs.CardCorrection):
        card = need.applies.card.text
    await hands.press(f"rank:{card[0]}")
    await hands.press(f"suit:{card[1]}")
    return True


async def _signs(hands: Hands) -> None:
    """By the lowest of those whose names are offered; else by whoever may do everything at a table."""
    table, found = hands.table, names(hands.table)
    person = next((name for name in found if name.startswith("person:")), None)
    badge = CHIEF.badge if person is None else person.partition(":")[2]
    if person is not None:
        await hands.press(person)
    elif table.screen.writes != "pin":
        raise AssertionError(f"nobody knows how to go on: {table.described()}")
    assert table.screen.writes == "pin", table.described()
    await hands.writes(PINS[badge])


def grave(table: "AtTable") -> tuple[str, ...]:
    return tuple(name for name, control in names(table).items() if control.weight is Weight.GRAVE)
