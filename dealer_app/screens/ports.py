"""The ports of a screen: the window (or a test) on which it shows and sounds, and its settings.

How it is set is kept in a file beside the journal that is no part of it. Also here are the texts of the stop screen,
which are made while all is well, and the faults of the window's own assets.
"""

import asyncio
import errno
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import fields

from dealer_app import private_files
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.odds.results import LiveBet
from dealer_app.people.positions import Positions
from dealer_app.private_files import read_regular
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import OPTION_ON, AssetFault, JournalLamp, Looks, ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.screen import Cue, DiceShown, HandsShown, Screen
from dealer_app.station.report_orders import ReportOrder
from dealer_app.station.station import Station
from dealer_app.texts import LanguagePair


def _no_preparation(_: str) -> None:
    """Where nobody is kept waiting by it, what a document needs is made when it is shown."""


def _no_new_cards(_: HandsShown | DiceShown) -> None:
    """Where nobody waits for a card, the whole screen is early enough."""


class WindowPort(Struct, frozen=True, kw_only=True):
    """Where a desk shows, sounds and ends: the window's, or a test's."""

    show: Callable[[Screen, Looks], None]
    show_hands: Callable[[HandsShown | DiceShown], None] = _no_new_cards
    """Paints the hands before it returns; the screen that they belong to follows."""
    prepare_game: Callable[[str], None] = _no_preparation
    """The document of this game has been read: what is shown of it can be made before somebody looks for it."""
    play_sound: Callable[[Cue], None]
    simulate: Callable[[str, str], None]
    test_devices: Callable[[], None] = lambda: None
    """Reopens the line of every device."""
    save_looks: Callable[[Looks], ScreenText | None]
    """Returns why it cannot be kept, if it cannot."""
    is_small: Callable[[], bool] = lambda: False
    """Whether the window is too small for a live table."""
    is_compact: Callable[[], bool] = lambda: False
    """Whether the window is of the second kind of sizes, in which a list has fewer lines."""
    show_guests: Callable[[Callable[[], ScreenContext]], None] = lambda _: None
    """Brings the customer display up to date, where there is one: from the context that is made if it is asked for."""
    is_display_alive: Callable[[], bool | None] = lambda: None
    """Whether guests see what is so now; nothing where there is no display."""
    is_monitor_there: Callable[[], bool | None] = lambda: None
    """Whether the monitor of the supervisor's room is there; nothing where the room has none of its own."""
    monitor: "WindowPort | None" = None
    """Where the supervisor's room shows on a monitor of its own."""
    toggle_display: Callable[[], None] = lambda: None
    """Opens the customer display of a demonstration beside the window, or closes it."""
    restart_display: Callable[[], None] = lambda: None
    """Closes the customer display that is open, and opens it again."""
    open_second: "Callable[[SecondDesk], bool]" = lambda _: False
    """Opens the second window of practice, for a trainer; whether there can be one."""
    show_second: Callable[[Screen, Looks], None] = lambda _screen, _looks: None
    close_second: Callable[[], None] = lambda: None
    leave: Callable[[], None]
    open_practice: Callable[[], None] = lambda: None
    """Leaves a demonstration for practice."""
    report_failure: Callable[[BaseException], None]
    """The journal cannot be written, or the program is at fault: play stops."""


class SecondDesk(Protocol):
    """The screen behind the second window of practice."""

    def press(self, act: Action, name: str = "") -> None: ...

    def press_key(self, key: str) -> None: ...

    def show_wait(self, control: Control) -> None: ...

    def leave(self) -> None:
        """Somebody closes it by its corner."""


class ScreenDesk(Protocol):
    """The screen behind a window: of a table, or of practice."""

    @property
    def can_look_back(self) -> bool:
        """Whether past rounds can be looked at here, also after play has stopped."""

    async def run(self) -> None:
        """Has what is given done, until it is cancelled."""

    def show(self) -> None: ...

    def refresh(self) -> None:
        """Something has changed, or time has passed."""

    def press(self, act: Action, name: str = "") -> None: ...

    def press_key(self, key: str) -> None: ...

    def show_wait(self, control: Control) -> None: ...

    def open_panel(self, panel: Panel) -> None: ...

    def show_notice(self, line: ScreenText | None) -> None: ...

    def go_without_sound(self, why: AssetFault, line: ScreenText) -> None: ...


class ScreenSettings(Struct, frozen=True, kw_only=True):
    """The place of the screen: its terminal, the house's positions, and its clock."""

    terminal: str
    is_monitor: bool = False
    """Whether it is that of the supervisor's room on a monitor of its own."""
    positions: Positions
    day_text: Callable[[Station], str]
    time_text: Callable[[Station], str]
    milliseconds: Callable[[], int]
    """For what a hand cannot have meant so soon."""
    journal_lamp: Callable[[], JournalLamp] = lambda: JournalLamp.SAVED
    journal_head: Callable[[LanguagePair], ScreenText] = lambda _: NO_TEXT
    """What there is to say of the head of the journal, for who compares it or notes it."""
    demo_devices: tuple[str, ...] = ()
    devices: tuple[tuple[str, str], ...] = ()
    save_report: "Callable[[ReportOrder], Awaitable[str]] | None" = None
    """Has a report made and written: gives where it lies. Raises ReportError."""
    find_live_odds: Callable[[Rules, TableState], tuple[LiveBet, ...]] = lambda _rules, _table: ()
    """Reckons the odds over the cards not seen, behind the window: nothing until they are there."""
    folder: Path | None = None
    """The data folder, of which past rounds are read; nothing where none can be."""


class StopTexts(Struct, frozen=True, kw_only=True):
    """Title and what to do in both languages, and the word before the code."""

    title: tuple[str, str]
    what_to_do: tuple[str, str]
    code: str
    look_back: tuple[str, str] = ("", "")
    """What leads to past rounds, which can be looked at all the same."""


def task_failure(task: "asyncio.Future[None]") -> BaseException | None:
    """What ended it, if it was not ended by us."""
    return task.exception() if task.done() and not task.cancelled() else None


LOG = logging.getLogger(__name__)
_LOOKS_FILE = "screen.json"
_LARGEST_LOOKS = 10_000
_SAVE_FAULTS = {
    errno.ENOSPC: AssetFault.DISK_FULL,
    errno.EDQUOT: AssetFault.DISK_FULL,
    errno.EACCES: AssetFault.NOT_ALLOWED,
    errno.EPERM: AssetFault.NOT_ALLOWED,
    errno.EROFS: AssetFault.NOT_ALLOWED,
}


def read_looks(folder: Path) -> Looks:
    """How this screen was set; the usual value for anything that cannot be read."""
    try:
        kept = json.loads(read_regular(folder / _LOOKS_FILE, _LARGEST_LOOKS))
    except (OSError, ValueError, RecursionError):
        return Looks()
    looks = Looks()
    if isinstance(kept, dict):
        for name, value in kept.items():
            looks = looks.with_option(str(name), str(value))
    return looks


def save_looks(folder: Path, looks: Looks) -> AssetFault | None:
    """Saves how the screen is set, beside the journal and no part of it. Returns why it cannot be kept, if it
    cannot.
    """
    kept = {
        "language": looks.first.value,
        "second-language": looks.second.value,
        "theme": looks.theme.value,
        "countdown": str(looks.countdown_seconds),
        **{
            each.name.replace("_", "-"): OPTION_ON if getattr(looks, each.name) else "off"
            for each in fields(looks)
            if each.type in ("bool", bool)
        },
    }
    try:
        private_files.write_text(folder / _LOOKS_FILE, json.dumps(kept))
    except OSError as problem:
        LOG.warning("how the screen is set cannot be kept: %s", problem.strerror)
        return _SAVE_FAULTS.get(problem.errno or 0, AssetFault.NOT_WRITTEN)
    return None
