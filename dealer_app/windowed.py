"""The station behind its window: journal, actor, devices, desk and window put together.

It knows the window, and by `table_devices` and `composition` the drivers: the three that put them to the station.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from dealer_app import head_lines
from dealer_app.demonstration_mark import is_marked, mark
from dealer_app.documents import GAMES
from dealer_app.domain.round.plain_text import visible_text
from dealer_app.domain.values import replace
from dealer_app.journal.room import Room, room
from dealer_app.journal.trouble import JournalError
from dealer_app.journal.verifying import Follow, Made, Told
from dealer_app.kept_looks import keep_looks, read_looks
from dealer_app.people.events import Kind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.position_file import positions
from dealer_app.remembered import remembered
from dealer_app.showing.desk import Desk
from dealer_app.showing.history import History
from dealer_app.showing.house import opening_ahead
from dealer_app.showing.journal_seen import JournalSeen
from dealer_app.showing.lines import Line
from dealer_app.showing.outlets import Outlets, Place
from dealer_app.showing.performing import Performer
from dealer_app.showing.seeing import Looks
from dealer_app.showing.stopping import StopTexts, problem_of
from dealer_app.showing.texts import device_called, put
from dealer_app.showing.unusable import Why
from dealer_app.station.actor import Actor
from dealer_app.station.core import Done
from dealer_app.station.days import gaming_day
from dealer_app.station.facts import ProgramFailed, StationStopped
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.moment import Moment
from dealer_app.station.settings import day_changes_at
from dealer_app.station.station import Station
from dealer_app.station.writing import Author
from dealer_app.table_devices import Devices, Wanted
from dealer_app.terminal import starting
from dealer_app.wording import Both, both
from ui.app import Opening, run, wait_for
from ui.screen_connection import connect

if TYPE_CHECKING:
    from dealer_app.observations import LineDown

TERMINAL = "table"
ARTWORK = "artwork"
CHECK = "dealer-station layouts check"
"""The folder of the operator's own layouts, beside the journal."""
_ROOM_IS_ASKED_SECONDS = 20.0
_MOMENT_SECONDS = 0.4
"""A journal that is followed sooner needs no page to wait at."""
_BETWEEN_DOCUMENTS_SECONDS = 0.2
"""In which all others breathe: each takes the processor for some fifty milliseconds."""
LOG = logging.getLogger(__name__)


class OnlyADemonstrationError(Exception):
    """Real devices are wanted at a folder that is for demonstration."""


class NotADemonstrationError(Exception):
    """A demonstration is wanted on a folder that holds a live station."""


def run_window(wanted: Wanted, without_a_screen: Callable[[str], NoReturn]) -> int:
    """Until the station is stopped. Raises JournalError for what is in the way of a start."""
    # Before the journal is opened: where there is no screen nothing has begun. It is kept as long as there is a window.
    application = connect(without_a_screen)
    try:
        return _run(wanted)
    finally:
        del application


def _run(wanted: Wanted) -> int:
    looks = read_looks(wanted.folder)
    texts = Texts(both(looks.first, looks.second))
    with (
        starting.pin_work() as pins,
        starting.station_at(wanted.folder, starting.system_clock(), _followed(texts, wanted)) as station,
    ):
        kind = station.state.people.kind
        if wanted.demo and kind is Kind.LIVE:
            station.note(StationStopped())
            raise NotADemonstrationError
        if wanted.devices and (kind is Kind.DEMO or (kind is None and is_marked(wanted.folder))):
            station.note(StationStopped())
            raise OnlyADemonstrationError
        demonstrates = kind is Kind.DEMO or (kind is None and (wanted.demo or is_marked(wanted.folder)))
        if kind is None and wanted.demo:
            mark(wanted.folder)
        with Devices(wanted, demonstrates=demonstrates, station=station) as devices:

            def keep(changed: Looks) -> Line | None:
                against = keep_looks(wanted.folder, changed)
                return texts.of(changed).unkept_looks(against) if against else None

            return run(
                lambda outlets: Behind(station, pins, devices, outlets, Beneath(folder=wanted.folder, looks=looks)),
                texts,
                simulate=devices.simulate,
                keep_looks=keep,
                opening=Opening(
                    size=wanted.size,
                    full_screen=wanted.full_screen,
                    artwork=wanted.folder / ARTWORK,
                ),
            )


def _followed(texts: "Texts", wanted: Wanted) -> Follow:
    """Has the journal followed on a thread: behind a page with a bar, if it takes more than a moment."""

    def follow(work: Callable[[Told], Made], /) -> Made:
        leaving, at = threading.Event(), [0, 1]

        def told(*now: int) -> bool:
            at[:] = now
            return not leaving.is_set()

        with ThreadPoolExecutor(1, thread_name_prefix="following") as thread:
            following = thread.submit(work, told)
            try:
                wait([following], _MOMENT_SECONDS)
                if not following.done():
                    wait_for(following, wanted, texts.title, lambda: (texts.following(*at), at[0] / max(at[1], 1)))
            finally:
                # Whoever does not wait any more is not held up by it.
                leaving.set()
        return following.result()

    return follow


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class Beneath(Struct, frozen=True, kw_only=True):
    """On what a window stands: its data folder, how it was set, and the time by which keys are deaf."""

    folder: Path
    looks: Looks
    milliseconds: Callable[[], int] = _milliseconds


class Behind:
    """What runs behind a window: the actor with the devices, and the desk of the one screen there is."""

    def __init__(self, station: Station, pins: PinWork, devices: "Devices", outlets: Outlets, beneath: Beneath) -> None:
        self._station = station
        self._devices = devices
        self._outlets = outlets
        self._beneath = beneath
        # Before the desk follows: what is read as of before must not be heard as well.
        self._before = station.journal.head().sequence
        self.makes_ahead = True
        """Whether something that is wanted soon is still loaded or read behind the window."""
        self._room = Room.ENOUGH
        self._head_missed = False
        self._clock_was_right = True
        """As it was said last; before anything is said it is taken so."""
        self._head = head_lines.found(beneath.folder, station)
        settings = ListeningSettings(terminal=TERMINAL)
        self._actor = Actor(station, settings, devices.listen, on_change=self._changed)
        devices.advise = self._line_down
        place = Place(
            terminal=TERMINAL,
            positions=positions(),
            day_text=_day,
            time_text=_time,
            milliseconds=beneath.milliseconds,
            simulated=devices.simulated,
            devices=tuple(devices.kinds.items()),
            journal=self._journal,
            head=self._head_line,
        )
        performer = Performer(self._actor.do, pins, place.positions, TERMINAL)
        outlets = replace(outlets, test=devices.test)
        self.desk = Desk(station, performer, outlets, place, looks=beneath.looks, history=History())
        station.follow(self._happened)

    def _changed(self, station: Station) -> None:
        if station.state.table.round is None:
            station.keep()
        self._say_of_the_clock(station)
        self.desk.changed()

    def _say_of_the_clock(self, station: Station) -> None:
        """Once at a start, and once when it changes; nothing waits for it."""
        is_right = station.state.clock_synchronised
        if is_right != self._clock_was_right:
            self._clock_was_right = is_right
            self.desk.say(put(self.desk.words, "alarm", "clock-right" if is_right else "clock-off"))

    def _line_down(self, name: str, down: "LineDown") -> None:
        """At the table in few words, by what the device is; the driver has logged the whole of it, with the port."""
        words = self.desk.words
        called = device_called(words, self._devices.kinds.get(name, ""), name)
        self.desk.say(put(words, "line-down", down.fault, device=called))

    async def serve(self) -> None:
        """Until the actor is stopped, or something beside it fails: the journal that is damaged, or a fault of ours."""
        leaving = threading.Event()
        self._station.make_room()
        acting = asyncio.ensure_future(self._actor.run())
        beside = [
            asyncio.ensure_future(each)
            for each in (
                self._ahead(leaving),
                self._watch_room(leaving),
            )
        ]
        try:
            done: set[asyncio.Future[None]] = set()
            while acting not in done and not any(problem_of(each) for each in done):
                waited = {each for each in (acting, *beside) if each not in done}
                done |= (await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED))[0]
            if acting not in done:
                self._actor.stop()
                await asyncio.wait({acting})
                raise next(problem for each in done if (problem := problem_of(each)) is not None)
            await acting
        finally:
            leaving.set()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _ahead(self, leaving: threading.Event) -> None:
        """What is wanted soon, one after the other, on a thread behind the window."""
        await self._remember()
        await self._read_ahead(leaving)
        self.makes_ahead = False

    async def _remember(self) -> None:
        """What the roads show of before the start is read from the journal, while the table is served already."""
        try:
            self.desk.remember(*await asyncio.to_thread(remembered, self._beneath.folder, self._before))
        except (JournalError, OSError) as problem:
            LOG.warning("the rounds of before cannot be read: %s", problem)
            self.desk.say(put(self.desk.words, "window", "roads"))

    def _head_line(self, words: Both) -> Line:
        return self._head.line(words)

    def _happened(self, done: Done, author: Author, at: Moment) -> None:
        del author, at
        seen = head_lines.closing(done, self._station)
        if seen is not None:
            self._head = seen
            self.desk.say(seen.line(self.desk.words))

    async def _watch_room(self, leaving: threading.Event) -> None:
        """A disk that fills up is told before it is full, and a second place of the head that cannot be reached.

        Raises DamagedError if more is known there than here.
        """
        while not leaving.is_set():
            found = await asyncio.to_thread(room, self._beneath.folder)
            missed = bool(self._station.second_missed())
            if (found, missed) != (self._room, self._head_missed):
                self._room, self._head_missed = found, missed
                self.desk.changed()
            await asyncio.to_thread(leaving.wait, _ROOM_IS_ASKED_SECONDS)

    def _journal(self) -> JournalSeen:
        match self._room:
            case Room.NONE:
                return JournalSeen.FULL
            case Room.SHORT:
                return JournalSeen.ROOM_SHORT
            case Room.ENOUGH:
                if self._head_missed:
                    return JournalSeen.HEAD_MISSED
                alarm = self._station.state.backups.alarm
                return JournalSeen.SAVED if alarm is None else JournalSeen.BACKUP_FAILED

    async def _read_ahead(self, leaving: threading.Event) -> None:
        """What the opening of a table needs of each document is made before somebody has signed in to it."""
        for game in GAMES:
            if await asyncio.to_thread(leaving.wait, _BETWEEN_DOCUMENTS_SECONDS):
                return
            await asyncio.to_thread(opening_ahead.read_ahead, game)
            self._outlets.read(game)

    def stop(self) -> None:
        self._actor.stop()

    def failed(self, code: str, where: str) -> None:
        self._station.note(ProgramFailed(code=code, where=where))


class Texts:
    """The words of the window itself in two languages, all made while nothing is wrong."""

    def __init__(self, words: Both) -> None:
        self.words = words
        self.title = put(words, "window", "title").first
        self.stop = StopTexts(
            title=self._both("stop"), what_to_do=self._both("what-to-do"), code=put(words, "window", "code").first
        )

    def of(self, looks: Looks) -> "Texts":
        """The same in the languages of this screen."""
        return Texts(both(looks.first, looks.second))

    def following(self, at: int, of: int) -> Line:
        """How far the journal is followed, before there is a window."""
        return put(self.words, "window", "following", at=f"{at:,}", of=f"{of:,}")

    def _both(self, code: str) -> tuple[str, str]:
        line = put(self.words, "window", code)
        return line.first, line.second

    def missing_sound(self, why: Why) -> Line:
        return self._because("sound", why)

    def missing_font(self, why: Why) -> Line:
        return self._because("font", why)

    def faulty_artwork(self, why: Why, faults: int) -> Line:
        if not faults:
            return self._because("artwork", why)
        reason = put(self.words, "window", f"reason-{why.value}")
        return put(self.words, "window", "artwork-faults", reason=reason, faults=str(faults), check=CHECK)

    def unkept_looks(self, why: Why) -> Line:
        return self._because("looks", why)

    def _because(self, code: str, why: Why) -> Line:
        return put(self.words, "window", code, reason=put(self.words, "window", f"reason-{why.value}"))

    def of_journal(self, problem: JournalError) -> str:
        return visible_text(self.words.first.journal(problem))


def _day(station: Station) -> str:
    return gaming_day(station.now(), day_changes_at(station.state.settings))


def _time(station: Station) -> str:
    now = station.now()
    local = datetime.fromtimestamp(now.utc // 1_000_000, UTC) + timedelta(minutes=now.offset)
    return f"{local:%H:%M:%S}"
