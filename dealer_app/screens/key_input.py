"""What the keys of the keyboard mean on a screen: focus order, key queue, debounce, and confirm twice.

Enter presses the one next step and never anything grave. While a text is in focus letters go to it;
otherwise a key presses the control that shows it. A step that has just appeared ignores Enter for a moment.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.blocks import (
    Block,
    Control,
    EntryBlock,
    FiguresBlock,
    GalleryBlock,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Weight,
)
from dealer_app.screens.input_state import PAGE_PANELS, InputState, Panel
from dealer_app.screens.screen import Overlay, PageStage, RecallShown, Screen


def screen_controls(screen: Screen) -> Iterator[Control]:
    """What can be pressed now; while a panel is open over the station, only what is in it, and the tools."""
    if screen.recall is not None:
        yield from recall_controls(screen.recall) if screen.overlay is None else overlay_controls(screen.overlay)
        return
    if screen.overlay is not None:
        yield from overlay_controls(screen.overlay)
    else:
        yield screen.rail.primary
        yield from block_controls(screen.rail.work)
        yield from screen.rail.clauses
        if isinstance(screen.stage, PageStage):
            yield from page_controls(screen.stage)
        elif screen.stage.table.turn is not None:
            yield screen.stage.table.turn
    yield from screen.rail.tools
    if screen.overlay is None:
        yield from screen.keys
    else:
        # What a key means at the table it does not mean in a panel over it; only what opens another panel goes on.
        yield from (control for control in screen.keys if control.key.startswith("F"))
    if screen.ribbon is not None:
        yield from screen.ribbon.controls


def screen_entries(screen: Screen) -> tuple[EntryBlock, ...]:
    """What can be written in now, in the order in which one fills it in."""
    if screen.overlay is not None:
        blocks: Iterable[Block] = (*screen.overlay.right_column, *screen.overlay.left_column)
    elif screen.recall is not None:
        blocks = ()
    elif isinstance(screen.stage, PageStage):
        columns = (block for column in screen.stage.columns for block in column)
        blocks = (*screen.stage.head, *columns, *screen.stage.foot, *screen.rail.work)
    else:
        blocks = screen.rail.work
    return tuple(block for block in blocks if isinstance(block, EntryBlock) and isinstance(block.act, SetInput))


def recall_controls(past: RecallShown) -> Iterator[Control]:
    """What moves through a past round; nothing of the screen that was there then."""
    yield past.primary
    yield from past.keys
    yield from block_controls((*past.rows, *past.facts))
    yield from past.side
    yield past.close


def page_controls(page: PageStage) -> Iterator[Control]:
    for column in (page.head, *page.columns, page.foot):
        yield from block_controls(column)


def overlay_controls(overlay: Overlay) -> Iterator[Control]:
    if overlay.primary is not None:
        yield overlay.primary
    yield from block_controls(overlay.right_column)
    yield from block_controls(overlay.left_column)
    yield from overlay.reasons
    if overlay.grave is not None:
        yield overlay.grave
    if overlay.close is not None:
        yield overlay.close


def block_controls(blocks: Iterable[Block]) -> Iterator[Control]:
    for block in blocks:
        match block:
            case KeysBlock(controls=inside, clauses=clauses):
                yield from inside
                yield from clauses
            case RowsBlock(rows=rows, more=more):
                for row in rows:
                    yield from row.controls
                    if row.key:
                        yield Control(name=row.name, label=ScreenText(row.title), act=row.act, key=row.key)
                yield from more
            case FiguresBlock(rows=lines):
                yield from (
                    Control(name=line.name, label=ScreenText(line.title), act=line.act, key=line.key)
                    for line in lines
                    if line.act is not None
                )
            case HeadingBlock(clauses=clauses) | NoteBlock(clauses=clauses):
                yield from clauses
            case GalleryBlock(layouts=layouts):
                yield from layouts
            case _:
                pass


ENTER, ESCAPE, BACKSPACE, TAB, BACK_TAB = "Enter", "Esc", "Backspace", "Tab", "Backtab"
MOST_LETTERS = 200


class KeyResult(Struct, frozen=True):
    """The result of a key: the action of a control, or a control that cannot be pressed now, to say what it waits
    for.
    """

    act: Action | None = None
    control: Control | None = None


NO_RESULT = KeyResult()


def handle_key(screen: Screen, input_state: InputState, key: str) -> KeyResult:
    """`key` is `Enter`, `Esc`, `Backspace`, `F1`, or the character that was typed; `hold -` where it was held."""
    if key == ENTER:
        step = enter_control(screen)
        following = _entry_for_enter(screen) if step is None or step.act is None else None
        return _control_result(step) if following is None else KeyResult(act=following.act)
    if key in (TAB, BACK_TAB):
        found = tab_entry(screen, key)
        return NO_RESULT if found is None else KeyResult(act=found.act)
    if key == ESCAPE:
        return _handle_escape(screen, input_state)
    if screen.writes and (key == BACKSPACE or len(key) == 1):
        return KeyResult(act=SetInput(type_key(input_state.replace(writes=screen.writes), key)))
    wanted = "-" if key == BACKSPACE else key
    shown = [
        control for control in screen_controls(screen) if control.key == wanted and control.weight is not Weight.GRAVE
    ]
    caret = _caret_entry(screen)
    if not shown and caret and len(key) == 1:
        return KeyResult(act=SetInput(type_key(input_state.replace(writes=caret), key)))
    possible = next((control for control in shown if control.act is not None), None)
    return _control_result(possible or (shown[0] if shown else None))


def enter_control(screen: Screen) -> Control | None:
    """The one control that Enter presses."""
    if screen.overlay is not None:
        control = screen.overlay.primary
    else:
        control = screen.rail.primary if screen.recall is None else screen.recall.primary
    return None if control is None or control.weight is Weight.GRAVE else control


def type_key(input_state: InputState, key: str) -> InputState:
    """A letter more, or one less, of the text that is open. A PIN is kept apart from the other texts."""
    name = input_state.writes
    if name.startswith("pin"):
        before = input_state.secret(name).text
        after = before[:-1] if key == BACKSPACE else before + key if key.isdigit() else before
        return input_state.with_pin(name, Pin(after[:MOST_DIGITS]))
    before = input_state.text(name)
    return input_state.with_text(name, before[:-1] if key == BACKSPACE else (before + key)[:MOST_LETTERS])


def first_entry(screen: Screen) -> str:
    """Where a panel begins to be written: not where digits press its keys, or there is nothing to write."""
    if screen.overlay is None or any(control.key.isdigit() for control in overlay_controls(screen.overlay)):
        return ""
    there = [entry for entry in screen_entries(screen) if not entry.waits_for_touch]
    if len(there) > 1 and there[0].value and there[1].secret:
        # Behind a badge that is keyed comes its PIN, whatever else was chosen meanwhile.
        return _entry_name(there[1])
    return _entry_name(there[0]) if there else ""


def tab_entry(screen: Screen, key: str) -> EntryBlock | None:
    """The text to which Tab goes: none from one in which nothing is written yet, for it leads to all else too."""
    begun = any(_entry_name(entry) == screen.writes and entry.value for entry in screen_entries(screen))
    return next_entry(screen, key) if begun or key == BACK_TAB else None


def next_entry(screen: Screen, key: str) -> EntryBlock | None:
    """The text after the one that is written, or before it; nothing after the last."""
    there, way = screen_entries(screen), -1 if key == BACK_TAB else 1
    now = next((place for place, entry in enumerate(there) if _entry_name(entry) == screen.writes), None)
    if now is None or not 0 <= now + way < len(there):
        return None
    return there[now + way]


def _entry_for_enter(screen: Screen) -> EntryBlock | None:
    """Where Enter goes while the next step waits: to the next text; from an amount also to what is empty before it."""
    if screen.writes:
        return next_entry(screen, TAB)
    there = screen_entries(screen)
    if not any(entry.writing for entry in there):
        return None
    return next_entry(screen, TAB) or next((entry for entry in there if _entry_name(entry) and not entry.value), None)


def _caret_entry(screen: Screen) -> str:
    """Where the caret is in a panel whose keys are pressed by digits: what presses none of them is written there."""
    if screen.overlay is None:
        return ""
    return next((_entry_name(entry) for entry in screen_entries(screen) if entry.writing), "")


def _entry_name(entry: EntryBlock) -> str:
    return entry.act.input_state.writes if isinstance(entry.act, SetInput) else ""


def _handle_escape(screen: Screen, input_state: InputState) -> KeyResult:
    """A panel is closed, an open text is left, or else the seat with all that was begun there; nothing is decided."""
    if screen.overlay is not None and screen.overlay.close is not None:
        return _control_result(screen.overlay.close)
    if screen.recall is not None:
        return _control_result(screen.recall.close)
    if screen.overlay is None and screen.leave is not None and input_state.panel in PAGE_PANELS:
        return _control_result(screen.leave)
    if screen.overlay is None and input_state.panel is not Panel.NONE:
        return KeyResult(act=SetInput(input_state.close_panel()))
    if screen.writes:
        return KeyResult(act=SetInput(input_state.replace(writes="")))
    if screen.leave is not None:
        return _control_result(screen.leave)
    return KeyResult(act=SetInput(input_state.clear())) if input_state != input_state.clear() else NO_RESULT


def _control_result(control: Control | None) -> KeyResult:
    return NO_RESULT if control is None else KeyResult(act=control.act, control=control)


MOST_KEYS = 32


class KeyQueue:
    """Each key with what it was keyed for, as the screen showed it then (`keyed_for`)."""

    def __init__(self) -> None:
        self._keys: deque[tuple[str, tuple[object, ...]]] = deque()

    def __bool__(self) -> bool:
        return bool(self._keys)

    def add(self, key: str, keyed_for: tuple[object, ...]) -> bool:
        """Whether there was room for it."""
        if len(self._keys) >= MOST_KEYS:
            return False
        self._keys.append((key, keyed_for))
        return True

    def take(self) -> tuple[str, tuple[object, ...]]:
        """The oldest of them."""
        return self._keys.popleft()

    def clear(self) -> None:
        self._keys.clear()


READER_MILLISECONDS = 35
"""Between two keys of a badge reader that types like a keyboard; no hand is as fast, key after key."""
_SHORTEST_READ = 2


class BadgeReader:
    """Finds what a badge reader has typed among the keys: a run of them without a pause, ended by Enter.

    Time comes from outside.
    """

    def __init__(self) -> None:
        self._text = ""
        self._last = 0
        self._before: InputState | None = None

    def take(self, key: str, now: int, input_state: InputState) -> tuple[str, InputState] | None:
        """What was read, with the input as it was before; nothing before its Enter, or where a hand has typed."""
        runs_on = bool(self._text) and now - self._last <= READER_MILLISECONDS
        text, before = (self._text, self._before) if runs_on else ("", input_state)
        self._last = now
        if key == ENTER:
            self._text, self._before = "", None
            return None if before is None or len(text) < _SHORTEST_READ else (text, before)
        self._text, self._before = (text + key, before) if len(key) == 1 and key.isalnum() else ("", None)
        return None


def read_badge_input(screen: Screen, before: InputState, writes: str, badge: str) -> InputState | None:
    """The input with the badge that was read where one is keyed, and the keyboard in the entry after it.

    Nothing where no badge is keyed, or where it was typed into its entry as it should be.
    """
    names = [_entry_name(entry) for entry in screen_entries(screen)]
    badges = [name for name in names if name.startswith("badge")]
    if not badges or writes.startswith("badge"):
        return None
    name = next((each for each in badges if not before.text(each)), badges[0])
    following = names[names.index(name) + 1 :]
    return before.with_text(name, badge).replace(writes=following[0] if following else name, pins={})


DEBOUNCE_MILLISECONDS = 400


class Debounce:
    """Time comes from outside."""

    def __init__(self) -> None:
        self._last_step: tuple[str, int] | None = None

    def note_step(self, step: str, now: int) -> None:
        """The table has come to this step."""
        self._last_step = step, now

    def is_too_soon(self, step: str, now: int) -> bool:
        if self._last_step is None:
            return False
        came, at = self._last_step
        return step == came and now - at < DEBOUNCE_MILLISECONDS


class ConfirmTwice:
    """Time comes from outside."""

    def __init__(self) -> None:
        self._debounce = Debounce()

    def is_too_soon(self, name: str, input_state: InputState, now: int) -> bool:
        """Whether the control of this name was pressed for the first time only a moment ago."""
        return bool(name) and name == input_state.confirming and self._debounce.is_too_soon(name, now)

    def apply_change(self, before: InputState, then: InputState, now: int) -> InputState:
        """What a change of the screen leaves of it."""
        if not then.confirming:
            return then
        if then.confirming != before.confirming:
            self._debounce.note_step(then.confirming, now)
            return then
        return then if _is_only_signature(before, then) else then.replace(confirming="")

    @staticmethod
    def apply_action(name: str, input_state: InputState) -> InputState:
        """What an action by the control of this name leaves of it: where it is refused, it may be tried again."""
        return input_state if name == input_state.confirming else input_state.replace(confirming="")


def _is_only_signature(before: InputState, then: InputState) -> bool:
    """Whether nothing was done but to key a badge or a PIN."""
    own = {name: text for name, text in then.texts.items() if not name.startswith("badge")}
    same = {name: text for name, text in before.texts.items() if not name.startswith("badge")}
    return own == same and replace(then, writes=before.writes, texts=before.texts, pins=before.pins) == before
