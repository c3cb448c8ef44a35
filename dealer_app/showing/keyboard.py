"""The keyboard, the numeric keypad first: what a key means on a screen. Widgets pass keys on and know none of it.

Enter is always the one next step and never anything grave. While a text is open letters go to it; while an amount or a
choice is, the keys that are shown on the controls press them.
"""

from msgspec import Struct

from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.showing.acts import Act, Change
from dealer_app.showing.blocks import Control, Entry, Weight
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.screen import Screen
from dealer_app.showing.walking import controls, fields, of_overlay

ENTER, ESCAPE, BACKSPACE, TAB, BACK_TAB = "Enter", "Esc", "Backspace", "Tab", "Backtab"
MOST_LETTERS = 200


class Pressed(Struct, frozen=True):
    """What came of a key: the act of a control, or a control that cannot be pressed now, to say what it waits for."""

    act: Act | None = None
    control: Control | None = None


NOTHING = Pressed()


def pressed(screen: Screen, fingers: Fingers, key: str) -> Pressed:
    """`key` is `Enter`, `Esc`, `Backspace`, `F1`, or the character that was typed; `hold -` where it was held."""
    if key == ENTER:
        step = next_step(screen)
        following = _following(screen) if step is None or step.act is None else None
        return _of(step) if following is None else Pressed(act=following.act)
    if key in (TAB, BACK_TAB):
        found = tabbed(screen, key)
        return NOTHING if found is None else Pressed(act=found.act)
    if key == ESCAPE:
        return _escaped(screen, fingers)
    if screen.writes and (key == BACKSPACE or len(key) == 1):
        return Pressed(act=Change(written(fingers.but(writes=screen.writes), key)))
    wanted = "-" if key == BACKSPACE else key
    shown = [control for control in controls(screen) if control.key == wanted and control.weight is not Weight.GRAVE]
    possible = next((control for control in shown if control.act is not None), None)
    return _of(possible or (shown[0] if shown else None))


def next_step(screen: Screen) -> Control | None:
    """The one control that Enter presses."""
    control = screen.rail.primary if screen.overlay is None else screen.overlay.primary
    return None if control is None or control.weight is Weight.GRAVE else control


def written(fingers: Fingers, key: str) -> Fingers:
    """A letter more, or one less, of the text that is open. A PIN lies apart from the other texts."""
    name = fingers.writes
    if name.startswith("pin"):
        before = fingers.secret(name).text
        after = before[:-1] if key == BACKSPACE else before + key if key.isdigit() else before
        return fingers.secretly(name, Pin(after[:MOST_DIGITS]))
    before = fingers.text(name)
    return fingers.typed(name, before[:-1] if key == BACKSPACE else (before + key)[:MOST_LETTERS])


def first_field(screen: Screen) -> str:
    """Where a panel begins to be written: not where digits press its keys, or there is nothing to write."""
    if screen.overlay is None or any(control.key.isdigit() for control in of_overlay(screen.overlay)):
        return ""
    return next((_writes(entry) for entry in fields(screen) if not entry.waits_for_touch), "")


def tabbed(screen: Screen, key: str) -> Entry | None:
    """The text to which Tab goes: none from one in which nothing is written yet, for it leads to all else too."""
    begun = any(_writes(entry) == screen.writes and entry.value for entry in fields(screen))
    return field(screen, key) if begun or key == BACK_TAB else None


def field(screen: Screen, key: str) -> Entry | None:
    """The text after the one that is written, or before it; nothing after the last."""
    there, way = fields(screen), -1 if key == BACK_TAB else 1
    now = next((place for place, entry in enumerate(there) if _writes(entry) == screen.writes), None)
    if now is None or not 0 <= now + way < len(there):
        return None
    return there[now + way]


def _following(screen: Screen) -> Entry | None:
    """Where Enter goes while the next step waits: to the next text; from an amount also to what is empty before it."""
    if screen.writes:
        return field(screen, TAB)
    there = fields(screen)
    if not any(entry.writing for entry in there):
        return None
    return field(screen, TAB) or next((entry for entry in there if _writes(entry) and not entry.value), None)


def _writes(entry: Entry) -> str:
    return entry.act.fingers.writes if isinstance(entry.act, Change) else ""


def _escaped(screen: Screen, fingers: Fingers) -> Pressed:
    """A panel is closed, an open text is left, or else the seat with all that was begun there; nothing is decided."""
    if screen.overlay is not None and screen.overlay.close is not None:
        return _of(screen.overlay.close)
    if screen.overlay is None and fingers.panel is not Panel.NONE:
        return Pressed(act=Change(fingers.closed()))
    if screen.writes:
        return Pressed(act=Change(fingers.but(writes="")))
    return Pressed(act=Change(fingers.left())) if fingers != fingers.left() else NOTHING


def _of(control: Control | None) -> Pressed:
    return NOTHING if control is None else Pressed(act=control.act, control=control)
