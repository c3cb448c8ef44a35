"""Somebody at a real window who resolves irregularities: presses the next step, or does what it waits for.

    await reports_irregularity(hands, "missed-card")
    await resolves_all(hands)

They know the screen by the names of its controls; of the station they look only at what an approver has to read blind,
because they see the card that lies on the table.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from dealer_app.domain.round import needs
from dealer_app.screens.blocks import Control, RowsBlock
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import Overlay
from tests.support.signers import CHIEF, PINS
from tests.support.window_hands import WindowHands

if TYPE_CHECKING:
    from tests.support.window_bench import AtWindow

MOST_STEPS, MOST_PAGES = 80, 8
_PREFIXES = (
    "foreign",
    "order:",
    "effect:continue",
    "use:use",
    "device-fault:affected",
    "first:",
    "option:",
    "announced:yes",
    "moved:",
    "wagers:",
    "stage:",
    "who-left:",
    "who:",
    "other:",
    "area:",
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
    "put:",
    "lies:",
)
"""What the next step may wait for, and the control that gives it, in the order in which it is tried."""
_ANY = {"effect:continue": "effect:", "use:use": "use:", "announced:yes": "announced:"}
"""Where chance decides any of them is taken."""


def has_irregularity(table: "AtWindow") -> bool:
    state = table.station.state
    return bool(state.table.cases or state.table.claim or state.listening.row)


async def reports_irregularity(hands: WindowHands, code: str, chance: Random | None = None) -> None:
    """Opens the list and says that this has happened, with whatever it asks."""
    await hands.press("irregularity")
    await hands.press(await find_row(hands, code))
    await _advance_until(hands, lambda: hands.table.screen.overlay is None, f"{code} is reported", chance)


async def find_row(hands: WindowHands, code: str) -> str:
    """Its name in the list, on any of its pages."""
    for _ in range(MOST_PAGES):
        rows = (
            row.name
            for block in (*_overlay(hands.table).left_column, *_overlay(hands.table).right_column)
            if isinstance(block, RowsBlock)
            for row in block.rows
        )
        # A simulated device may have a key of the same name.
        found = (*rows, *controls_by_name(hands.table))
        name = next((each for each in found if each == f"report:{code}"), None)
        if name is not None:
            return name
        await hands.press("page:after")
    raise AssertionError(f"{code} does not stand in the list: {hands.table.describe()}")


def _overlay(table: "AtWindow") -> Overlay:
    overlay = table.screen.overlay
    assert overlay is not None, f"nothing lies over the station: {table.describe()}"
    return overlay


async def resolves_all(hands: WindowHands, chance: Random | None = None) -> None:
    """Until nothing is wrong any more; with a chance it decides which answer is given, else it is the first."""
    table = hands.table
    await _advance_until(
        hands, lambda: not has_irregularity(table) and table.screen.overlay is None, "all is put right", chance
    )


async def advances(hands: WindowHands, *, until: str) -> None:
    """To the next step of this name."""
    await _advance_until(hands, lambda: hands.primary().name == until, f"{until} comes")


async def _advance_until(
    hands: WindowHands, holds: Callable[[], bool], what: str, chance: Random | None = None
) -> None:
    for _ in range(MOST_STEPS):
        if holds():
            return
        await _advance(hands, chance)
    raise AssertionError(f"not after {MOST_STEPS} steps: {what}; {hands.table.describe()}")


def controls_by_name(table: "AtWindow") -> dict[str, Control]:
    return {control.name: control for control in screen_controls(table.screen)}


async def _advance(hands: WindowHands, chance: Random | None) -> None:
    table, step = hands.table, hands.primary()
    if step.act is not None:
        await hands.press_next()
    elif step.name == "void-waits":
        # Grave: once to arm it, once to mean it.
        await hands.press("void-round")
        await hands.press("void-round")
    elif controls_by_name(table).get("rule-void", step).act is not None:
        await hands.press("rule-void")
        if "rule-void" in controls_by_name(table):
            await hands.press("rule-void")
    elif not await _shows_the_card(hands) and not await _answers(hands, chance):
        await _signs(hands)
    assert not table.screen.rail.refusal, f"{table.screen.rail.refusal.first}: {table.describe()}"


async def _answers(hands: WindowHands, chance: Random | None) -> bool:
    """One touch nearer to what is waited for."""
    found = controls_by_name(hands.table)
    for usual in _PREFIXES:
        prefix = usual if chance is None else _ANY.get(usual, usual)
        fit = [
            name for name, control in found.items() if name.startswith(prefix) and _is_open_answer(found, name, control)
        ]
        if fit:
            await hands.press(fit[0] if chance is None else chance.choice(fit))
            return True
    # Of each bet all counts until it is said otherwise.
    removed = next((name for name, each in found.items() if name.endswith(":nothing-counts") and not each.picked), "")
    if removed:
        await hands.press(removed)
    return bool(removed)


def _is_open_answer(found: dict[str, Control], name: str, control: Control) -> bool:
    """Whether this answer can be given, and none like it has been."""
    # A reason to refuse is none: what is open is put right by approving.
    if "again" in name or control.act is None or control.picked or (name[:7] == "reason:" and "refuse" in found):
        return False
    return not any(each.picked for other, each in found.items() if _is_same_choice(other, name))


def _is_same_choice(one: str, other: str) -> bool:
    """Choices of one thing: of those that are picked already none is picked again."""
    many = ("place:", "order:", "moved:")
    # Where cards really lie each has its place from the first, and one is to be given another.
    is_laid_card = one.startswith("put:") and one.count(":") > 1
    if one.startswith("area:"):
        return other.startswith("area:")  # Some areas have numbers in their names.
    return one.rpartition(":")[0] == other.rpartition(":")[0] and not one.startswith(many) and not is_laid_card


async def _shows_the_card(hands: WindowHands) -> bool:
    """Keys what lies on the table, for an approver who is asked for it."""
    table = hands.table
    cases = table.station.state.table.cases
    need = cases[-1].needs[0] if cases else None
    found = controls_by_name(table)
    if isinstance(need, needs.ApprovalNeeded) and isinstance(need.applies, needs.DiceCorrection) and "die:1" in found:
        for face in need.applies.dice:
            await hands.press(f"die:{face}")
        return hands.primary().name == "compare"
    if "rank:A" not in found:
        return False
    # The form of a card that is there too much: where it lies is said first.
    is_excess = any(found[name].picked for name in ("put:P", "put:B", "put:X") if name in found)
    if not is_excess and hands.primary().name not in ("compare", "next-missing", "name-missing"):
        return False
    card = "KC"
    if isinstance(need, needs.ApprovalNeeded) and isinstance(need.applies, needs.CardCorrection):
        card = need.applies.card.text
    await hands.press(f"rank:{card[0]}")
    await hands.press(f"suit:{card[1]}")
    return True


async def _signs(hands: WindowHands) -> None:
    """Signs as the lowest of those whose names are offered; else as the person who may do everything at a table."""
    table, found = hands.table, controls_by_name(hands.table)
    person = next((name for name in found if name.startswith("person:")), None)
    badge = CHIEF.badge if person is None else person.partition(":")[2]
    if person is not None:
        await hands.press(person)
    elif table.screen.writes != "pin":
        raise AssertionError(f"nobody knows how to go on: {table.describe()}")
    assert table.screen.writes == "pin", table.describe()
    await hands.writes(PINS[badge])
