"""Runs the station behind its window: journal, actor, devices, screens and window together.

It knows the window and, through `wiring`, the drivers.
"""

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from dealer_app import private_files
from dealer_app.clock import Timestamp, local_gaming_day
from dealer_app.devices.actor import Actor
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.round.events import TableClosed
from dealer_app.domain.values import replace
from dealer_app.journal.codec import decode
from dealer_app.journal.disk import DiskRoom, disk_room
from dealer_app.journal.heads import head_text, last_noted_head
from dealer_app.journal.reader import Follow, OnProgress, WorkResult, open_reader
from dealer_app.journal.records import EMPTY_HEAD as NOTHING_WRITTEN
from dealer_app.journal.records import Head
from dealer_app.journal.shoe_orders import read_shoes
from dealer_app.journal_errors import JournalError
from dealer_app.odds.shoe_order import EarlierShoes
from dealer_app.people.events import FolderKind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.positions import load_positions
from dealer_app.private_files import can_keep_modes
from dealer_app.rulebooks.loader import GAMES
from dealer_app.screens.action_runner import ActionRunner
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.context import AssetFault, JournalLamp, Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.house import table_opening
from dealer_app.screens.labels import device_name_text, section_text
from dealer_app.screens.ports import ScreenSettings, StopTexts, WindowPort, read_looks, save_looks, task_failure
from dealer_app.screens.results_history import ResultsHistory, build_history
from dealer_app.screens.timeline import Timeline, TimelineEvent, build_timeline
from dealer_app.station import startup
from dealer_app.station.core import Done
from dealer_app.station.report_orders import ReportError, ReportOrder, order_arguments
from dealer_app.station.startup import is_demonstration_folder, mark_demonstration
from dealer_app.station.state import day_change_minute
from dealer_app.station.station import Station
from dealer_app.station.supervisor.alarms import AlarmSignals
from dealer_app.station.supervisor.supervisor_desks import monitor_terminal
from dealer_app.station.transaction import Author
from dealer_app.station_events import AlarmKind, AlarmRaised, ProgramFailed, ResultDisplayed, ShiftEnded, StationStopped
from dealer_app.table_chances import LiveOdds, TableChances
from dealer_app.texts import LanguagePair, language_pair
from dealer_app.wiring import StationOptions, TableDevices
from ui.app import GOES_TO_PRACTICE, WindowOptions, connect_screen, run, show_following_page

if TYPE_CHECKING:
    from dealer_app.observations import LineDown


class HeadNotice(Struct, frozen=True, kw_only=True):
    """What the window says of the journal's head now; `line` puts it in words."""

    known: Head = NOTHING_WRITTEN
    """The head that the start has found."""
    noted: Head = NOTHING_WRITTEN
    """The head that was shown at the last closing."""
    closed: bool = False
    """Whether a table or a shift has been closed since the start."""
    missing: tuple[str, ...] = ()
    """The volumes that are missing beside the journal, by name."""
    private: bool = True
    """Whether the disk keeps the folder from other accounts."""

    def line(self, words: LanguagePair) -> ScreenText:
        if self.closed:
            return section_text(words, "window", "head-to-note", head=head_text(self.noted))
        if not self.known.sequence:
            return NO_TEXT
        known = head_text(self.known)
        if not self.private:
            return section_text(words, "window", "no-modes", head=known)
        if self.missing:
            return section_text(words, "window", "volume-missing", missing=", ".join(self.missing), head=known)
        if self.noted in (NOTHING_WRITTEN, self.known):
            return section_text(words, "window", "head-found", head=known)
        return section_text(words, "window", "head-found-noted", head=known, noted=head_text(self.noted))


def start_head_notice(folder: Path, station: Station) -> HeadNotice:
    """What a start says of the journal that it found; nothing of a new one."""
    reader = open_reader(folder)
    try:
        noted = last_noted_head(reader)
    finally:
        reader.close()
    private = station.state.people.kind is not FolderKind.LIVE or can_keep_modes(folder)
    return HeadNotice(
        known=station.last_known,
        noted=noted or NOTHING_WRITTEN,
        missing=station.missing_volumes,
        private=private,
    )


def end_head_notice(done: Done, station: Station) -> HeadNotice | None:
    """The head to be noted, when a table or a shift has ended."""
    if not any(isinstance(event, TableClosed | ShiftEnded) for event in done):
        return None
    return HeadNotice(noted=station.journal.head(), closed=True)


_RECENT_EVENTS = 20_000
"""Events: more than a shoe of some ninety rounds with a full table makes."""


def read_recent_history(folder: Path, last: int) -> tuple[ResultsHistory, Timeline]:
    """Results and timeline up to the entry of this number, from as much of the journal as a shoe can fill.

    A volume begins while no table is open: what is remembered of one is never in the volume before.
    """
    reader = open_reader(folder)
    try:
        recent = [
            TimelineEvent(decode(entry, reader.read_sealed), entry.utc, entry.offset, entry.badge, entry.position)
            for entry in reader.entries(max(1, last - _RECENT_EVENTS), last)
        ]
    finally:
        reader.close()
    return build_history(one.event for one in recent), build_timeline(recent)


REPORTS_FOLDER = "reports"
"""Beside the journal: what somebody at the window has had made of it."""
_REPORT_SECONDS = 300


def save_report(folder: Path, order: ReportOrder) -> str:
    """Writes a report of one round beside the journal, and gives where it lies. Raises ReportError with the reason."""
    name = f"{order.kind.value}-round-{order.period.round}"
    names = (name if not number else f"{name}-{number + 1}" for number in count())
    try:
        private_files.make_folder(folder / REPORTS_FOLDER)
        # What was made before stays: somebody may have handed it on.
        output = next(place for each in names if not (place := folder / REPORTS_FOLDER / each).exists())
        made = subprocess.run(
            [sys.executable, "-m", "dealer_app", "report", *order_arguments(order), "-o", output, "--data-dir", folder],
            capture_output=True,
            text=True,
            timeout=_REPORT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise ReportError("not-written", {"reason": visible_text(str(problem))}) from problem
    if made.returncode:
        last = made.stderr.strip().splitlines()[-1:] or [str(made.returncode)]
        raise ReportError("not-written", {"reason": visible_text(last[0])})
    return str(output)


TABLE_TERMINAL = "table"
ARTWORK_FOLDER = "artwork"
ARTWORK_CHECK = "dealer-station layouts check"
"""The command that checks the operator's own layouts, which are in `ARTWORK_FOLDER` beside the journal."""
_ROOM_CHECK_SECONDS = 20.0
_PAGE_DELAY_SECONDS = 0.4
"""A journal that is followed sooner needs no page to wait at."""
_DOCUMENT_PAUSE_SECONDS = 0.2
"""A pause for other work between two documents: each takes the processor for some fifty milliseconds."""
LOG = logging.getLogger(__name__)


class OnlyADemonstrationError(Exception):
    """Real devices are wanted at a folder that is for demonstration."""


class NotADemonstrationError(Exception):
    """A demonstration is wanted on a folder that holds a live station."""


def run_window(wanted: StationOptions, without_a_screen: Callable[[str], NoReturn]) -> int:
    """Runs the window until the station is stopped. Raises JournalError for what is in the way of a start."""
    # Before the journal is opened: where there is no screen nothing has begun. It is kept as long as there is a window.
    application = connect_screen(without_a_screen)
    try:
        return _run(wanted)
    finally:
        del application


def is_left_for_practice(status: int) -> bool:
    """Whether the window of a demonstration was left for that of practice."""
    return status == GOES_TO_PRACTICE


def _run(wanted: StationOptions) -> int:
    looks = read_looks(wanted.folder)
    texts = BilingualTexts(language_pair(looks.first, looks.second))
    with (
        startup.make_pin_work() as pins,
        startup.open_station(wanted.folder, startup.make_clock(), _follow_behind_page(texts, wanted)) as station,
    ):
        kind = station.state.people.kind
        if wanted.demo and kind is FolderKind.LIVE:
            station.record(StationStopped())
            raise NotADemonstrationError
        if wanted.devices and (kind is FolderKind.DEMO or (kind is None and is_demonstration_folder(wanted.folder))):
            station.record(StationStopped())
            raise OnlyADemonstrationError
        demonstrates = kind is FolderKind.DEMO or (
            kind is None and (wanted.demo or is_demonstration_folder(wanted.folder))
        )
        if kind is None and wanted.demo:
            mark_demonstration(wanted.folder)
        with TableDevices(wanted, demonstrates=demonstrates, station=station) as devices:

            def keep(changed: Looks) -> ScreenText | None:
                against = save_looks(wanted.folder, changed)
                return texts.translate(changed).looks_notice(against) if against else None

            status = run(
                lambda outlets: WindowBackend(
                    station, pins, devices, outlets, WindowEnvironment(folder=wanted.folder, looks=looks)
                ),
                texts,
                simulate=devices.simulate,
                keep_looks=keep,
                opening=WindowOptions(
                    size=wanted.size,
                    full_screen=wanted.full_screen,
                    display=wanted.display,
                    supervisor=wanted.supervisor,
                    find_chances=TableChances().find,
                    artwork=wanted.folder / ARTWORK_FOLDER,
                ),
            )
            if status == GOES_TO_PRACTICE:
                # Offered while no table is open: there is nothing that the next start would have to ask about.
                station.record(StationStopped())
            return status


def _follow_behind_page(texts: "BilingualTexts", wanted: StationOptions) -> Follow:
    """Has the journal followed on a thread: behind a page with a bar, if it takes more than a moment."""

    def follow(work: Callable[[OnProgress], WorkResult], /) -> WorkResult:
        leaving, at = threading.Event(), [0, 1]

        def on_progress(*now: int) -> bool:
            at[:] = now
            return not leaving.is_set()

        with ThreadPoolExecutor(1, thread_name_prefix="following") as thread:
            following = thread.submit(work, on_progress)
            try:
                wait([following], _PAGE_DELAY_SECONDS)
                if not following.done():
                    show_following_page(
                        following, wanted, texts.title, lambda: (texts.progress_line(*at), at[0] / max(at[1], 1))
                    )
            finally:
                # A person who does not wait any more is not held up by it.
                leaving.set()
        return following.result()

    return follow


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class WindowEnvironment(Struct, frozen=True, kw_only=True):
    """What a window needs from outside: its data folder, how it was set, and the clock by which keys are ignored."""

    folder: Path
    looks: Looks
    milliseconds: Callable[[], int] = _milliseconds


class WindowBackend:
    """What runs behind a window: the actor with the devices, and the controller of its one screen."""

    def __init__(
        self, station: Station, pins: PinWork, devices: "TableDevices", outlets: WindowPort, beneath: WindowEnvironment
    ) -> None:
        self._station = station
        self._devices = devices
        self._outlets = outlets
        self._beneath = beneath
        # Before the desk follows: no event may be both read as of before and followed.
        self._before = station.journal.head().sequence
        self.is_preparing = True
        """Whether something that is wanted soon is still loaded or read behind the window."""
        self._room = DiskRoom.ENOUGH
        self._head_missed = False
        self._clock_was_right = True
        """As it was said last; right until the first check."""
        station.alarms.read_signals = self._machine_signals
        self._head = start_head_notice(beneath.folder, station)
        settings = ListeningSettings(terminal=TABLE_TERMINAL)
        self._actor = Actor(station, settings, devices.listen, on_change=self._follow_change)
        devices.advise = self._say_lost_line
        place = ScreenSettings(
            terminal=TABLE_TERMINAL,
            positions=load_positions(),
            day_text=_day_text,
            time_text=_time_text,
            milliseconds=beneath.milliseconds,
            demo_devices=devices.simulated,
            devices=tuple(devices.kinds.items()),
            journal_lamp=self._journal_health,
            journal_head=self._head_line,
            folder=beneath.folder,
            save_report=self._save_report,
            find_live_odds=LiveOdds().find,
        )
        performer = ActionRunner(self._actor.run_on_station, pins, place.positions, TABLE_TERMINAL)
        outlets = replace(outlets, test_devices=devices.test, save_looks=self._share_looks)
        self.desk = ScreenController(station, performer, outlets, place, looks=beneath.looks, history=ResultsHistory())
        self.monitor_desk = self._make_monitor_desk(pins, place)
        station.add_follower(self._follow_decision)

    def _make_monitor_desk(self, pins: PinWork, place: ScreenSettings) -> ScreenController | None:
        """The desk of the supervisor's room on a monitor of its own, which is set as the dealer's screen is."""
        outlets, terminal = self._outlets.monitor, monitor_terminal(TABLE_TERMINAL)
        if outlets is None:
            return None
        return ScreenController(
            self._station,
            ActionRunner(self._actor.run_on_station, pins, place.positions, terminal),
            replace(outlets, test_devices=self._devices.test, save_looks=self._share_looks),
            replace(place, terminal=terminal, is_monitor=True),
            looks=self._beneath.looks,
            history=ResultsHistory(),
        )

    def _share_looks(self, looks: Looks) -> ScreenText | None:
        """Both screens are set the same, and kept as one."""
        for each in self._desks:
            each.follow_looks(looks)
        return self._outlets.save_looks(looks)

    @property
    def _desks(self) -> tuple[ScreenController, ...]:
        return (self.desk,) if self.monitor_desk is None else (self.desk, self.monitor_desk)

    def _follow_change(self, station: Station) -> None:
        if station.state.table.round is None:
            station.snapshot_if_due()
        self._say_clock_change(station)
        for each in self._desks:
            each.refresh()

    def _say_clock_change(self, station: Station) -> None:
        """Says it once at a start, and once when it changes; nothing waits for it."""
        is_right = station.state.clock_synchronised
        if is_right != self._clock_was_right:
            self._clock_was_right = is_right
            self.desk.show_notice(section_text(self.desk.words, "alarm", "clock-right" if is_right else "clock-off"))

    def _say_lost_line(self, name: str, down: "LineDown") -> None:
        """Says it in few words, by the kind of the device; the driver has logged the whole of it, with the port."""
        words = self.desk.words
        called = device_name_text(words, self._devices.kinds.get(name, ""), name)
        self.desk.show_notice(section_text(words, "line-down", down.fault, device=called))

    async def serve(self) -> None:
        """Runs until the actor is stopped, or a task beside it fails: by a damaged journal, or a fault of ours."""
        leaving = threading.Event()
        self._station.make_room()
        acting = asyncio.ensure_future(self._actor.run())
        beside = [
            asyncio.ensure_future(each)
            for each in (
                self._prepare_ahead(leaving),
                self._watch_room(leaving),
            )
        ]
        try:
            done: set[asyncio.Future[None]] = set()
            while acting not in done and not any(task_failure(each) for each in done):
                waited = {each for each in (acting, *beside) if each not in done}
                done |= (await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED))[0]
            if acting not in done:
                self._actor.stop()
                await asyncio.wait({acting})
                raise next(problem for each in done if (problem := task_failure(each)) is not None)
            await acting
        finally:
            leaving.set()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _prepare_ahead(self, leaving: threading.Event) -> None:
        """Loads what is wanted soon, one thing after the other, on a thread behind the window."""
        await self._read_recent_rounds()
        await self._read_shoes()
        await self._read_ahead(leaving)
        self.is_preparing = False

    async def _read_recent_rounds(self) -> None:
        """Reads from the journal what the roads show of before the start, while the table is served already."""
        try:
            past = await asyncio.to_thread(read_recent_history, self._beneath.folder, self._before)
            for each in self._desks:
                each.load_past(*past)
        except (JournalError, OSError) as problem:
            LOG.warning("the rounds of before cannot be read: %s", problem)
            self.desk.show_notice(section_text(self.desk.words, "window", "roads"))

    async def _save_report(self, order: ReportOrder) -> str:
        """Has the command make it: nothing of the window waits, and what it loads is gone afterwards."""
        return await asyncio.to_thread(save_report, self._beneath.folder, order)

    async def _read_shoes(self) -> None:
        """Reads the cards of earlier shoes, with which the watch of the shoe's order compares; play waits for none."""
        try:
            shoes = await asyncio.to_thread(read_shoes, self._beneath.folder, self._before)
            earlier = await asyncio.to_thread(EarlierShoes, [shoe.cards for shoe in shoes[:-1]])
        except (JournalError, OSError) as problem:
            LOG.warning("the shoes of before cannot be read: %s", problem)
            return
        self._station.order.load_shoes(shoes, earlier)

    def _machine_signals(self) -> AlarmSignals:
        return AlarmSignals(
            disk_low=self._room is DiskRoom.SHORT,
            disk_full=self._room is DiskRoom.NONE,
            head_missed=self._head_missed,
            display_lost=self._outlets.is_display_alive() is False,
            monitor_lost=self._outlets.is_monitor_there() is False,
        )

    def _head_line(self, words: LanguagePair) -> ScreenText:
        return self._head.line(words)

    def _follow_decision(self, done: Done, _author: Author, _at: Timestamp) -> None:
        seen = end_head_notice(done, self._station)
        if seen is not None:
            self._head = seen
            self.desk.show_notice(seen.line(self.desk.words))
        for event in done:
            if isinstance(event, AlarmRaised) and event.alarm is AlarmKind.MONITOR_LOST:
                self.desk.show_notice(section_text(self.desk.words, "window", "monitor-gone"))

    async def _watch_room(self, leaving: threading.Event) -> None:
        """Warns of a disk that fills up before it is full, and of a second place of the head that cannot be reached.

        Raises DamagedError if more is known there than here.
        """
        while not leaving.is_set():
            found = await asyncio.to_thread(disk_room, self._beneath.folder)
            missed = bool(self._station.second_miss_reason())
            if (found, missed) != (self._room, self._head_missed):
                self._room, self._head_missed = found, missed
                for each in self._desks:
                    each.refresh()
            await asyncio.to_thread(leaving.wait, _ROOM_CHECK_SECONDS)

    def _journal_health(self) -> JournalLamp:
        match self._room:
            case DiskRoom.NONE:
                return JournalLamp.FULL
            case DiskRoom.SHORT:
                return JournalLamp.ROOM_SHORT
            case DiskRoom.ENOUGH:
                if self._head_missed:
                    return JournalLamp.HEAD_MISSED
                alarm = self._station.state.backups.alarm
                return JournalLamp.SAVED if alarm is None else JournalLamp.BACKUP_FAILED

    async def _read_ahead(self, leaving: threading.Event) -> None:
        """Prepares what the opening of a table needs of each document, before somebody has signed in."""
        for game in GAMES:
            if await asyncio.to_thread(leaving.wait, _DOCUMENT_PAUSE_SECONDS):
                return
            await asyncio.to_thread(table_opening.prepare_opening, game)
            self._outlets.prepare_game(game)

    def stop(self) -> None:
        self._actor.stop()

    def record_failure(self, code: str, where: str) -> None:
        self._station.record(ProgramFailed(code=code, where=where))

    def record_display(self, round_number: int, digest: str) -> None:
        if self._station.state.running:
            self._station.record(ResultDisplayed(round=round_number, digest=digest))


class BilingualTexts:
    """The words of the window itself in two languages, all made while nothing is wrong."""

    def __init__(self, words: LanguagePair) -> None:
        self.words = words
        self.title = section_text(words, "window", "title").first
        self.stop = StopTexts(
            title=self._both_texts("stop"),
            what_to_do=self._both_texts("what-to-do"),
            code=section_text(words, "window", "code").first,
            look_back=self._both_texts("look-back-only"),
        )

    def translate(self, looks: Looks) -> "BilingualTexts":
        """The same in the languages of this screen."""
        return BilingualTexts(language_pair(looks.first, looks.second))

    def progress_line(self, at: int, of: int) -> ScreenText:
        """How far the journal is followed, before there is a window."""
        return section_text(self.words, "window", "following", at=f"{at:,}", of=f"{of:,}")

    def _both_texts(self, code: str) -> tuple[str, str]:
        line = section_text(self.words, "window", code)
        return line.first, line.second

    def sound_notice(self, why: AssetFault) -> ScreenText:
        return self._reason_line("sound", why)

    def font_notice(self, why: AssetFault) -> ScreenText:
        return self._reason_line("font", why)

    def artwork_notice(self, why: AssetFault, faults: int) -> ScreenText:
        if not faults:
            return self._reason_line("artwork", why)
        reason = section_text(self.words, "window", f"reason-{why.value}")
        return section_text(
            self.words, "window", "artwork-faults", reason=reason, faults=str(faults), check=ARTWORK_CHECK
        )

    def looks_notice(self, why: AssetFault) -> ScreenText:
        return self._reason_line("looks", why)

    def _reason_line(self, code: str, why: AssetFault) -> ScreenText:
        return section_text(
            self.words, "window", code, reason=section_text(self.words, "window", f"reason-{why.value}")
        )

    def journal_notice(self, problem: JournalError) -> str:
        return visible_text(self.words.first.journal(problem))


def _day_text(station: Station) -> str:
    return local_gaming_day(station.now(), day_change_minute(station.state.settings))


def _time_text(station: Station) -> str:
    now = station.now()
    local = datetime.fromtimestamp(now.utc // 1_000_000, UTC) + timedelta(minutes=now.offset)
    return f"{local:%H:%M:%S}"
