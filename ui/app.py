"""The window's application: one loop for Qt and the station's actor, and an end in order.

It also makes Qt's connection to a screen, before anything is begun that would have to be ended in order:
where there is no screen Qt ends the whole program with words of its own.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from msgspec import Struct
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QSize,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.journal_errors import JournalError
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import AssetFault, Looks
from dealer_app.screens.display.customer_presenter import NO_CHANCES, DisplayOptions
from dealer_app.screens.display.pay_table import Chances
from dealer_app.screens.input_state import Panel
from dealer_app.screens.ports import ScreenDesk, StopTexts, WindowPort, task_failure
from dealer_app.screens.screen import Cue, DiceShown, HandsShown, Screen
from dealer_app.texts import Language
from ui.display.host import DisplayHost
from ui.event_loop import WindowLoop, end_on_interrupt, handle_signals
from ui.following_page import run_following_page as wait
from ui.gc_on_main_thread import MainThreadCollector
from ui.practice.second_window import SecondWindow
from ui.sound import Sounds
from ui.stop_screen import StopScreen, catch_everything, fault_code, fault_place
from ui.supervisor_monitor import SupervisorMonitor
from ui.table.artwork.template import ArtworkFolder
from ui.theme import fonts
from ui.theme.fonts import MissingFont
from ui.theme.sizes import Measures
from ui.theme.theme import DARK
from ui.window import StationWindow

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ui.following_page import FollowProgress, WindowShape
    from ui.table.artwork.template import ArtworkTemplate


LOG = logging.getLogger("ui")
_SECOND = 1000
_FIRST_PICTURE_SECONDS = 0.5


class RunningStation(Protocol):
    """A station that runs behind the window, as the composition has put it together."""

    @property
    def desk(self) -> ScreenDesk:
        """What is on the screen, and takes what is pressed."""

    @property
    def monitor_desk(self) -> ScreenDesk | None:
        """What is on the supervisor's monitor, where there is one."""

    async def serve(self) -> None:
        """The actor and all that goes with it, until `stop`; raises what ended it."""

    def stop(self) -> None: ...

    def record_failure(self, code: str, where: str) -> None:
        """Writes down that the program is at fault, if it still can."""

    def record_display(self, round_number: int, digest: str) -> None:
        """Writes down what the customer display has shown of a result."""


class WindowTexts(Protocol):
    """The few words that the window says itself."""

    title: str
    stop: StopTexts

    def translate(self, looks: Looks) -> "WindowTexts":
        """The same in the languages of this screen."""

    def sound_notice(self, why: AssetFault) -> ScreenText: ...

    def font_notice(self, why: AssetFault) -> ScreenText: ...

    def artwork_notice(self, why: AssetFault, faults: int) -> ScreenText: ...

    def journal_notice(self, problem: JournalError) -> str: ...


GOES_TO_PRACTICE = -1
"""The status of a demonstration that was left for practice: no program ends with it."""

StationStarter = Callable[[WindowPort], RunningStation]


class Application:
    """One window on one station."""

    def __init__(
        self,
        texts: WindowTexts,
        simulate: Callable[[str, str], None],
        keep_looks: Callable[[Looks], ScreenText | None],
        opening: "WindowOptions",
    ) -> None:
        self._texts = texts
        self.display = DisplayHost(opening.display, opening.find_chances, self._record_display)
        self._spoken: tuple[Language, Language] | None = None
        self._sounds_on = False
        self.window = StationWindow()
        self.window.setWindowTitle(texts.title)
        self.stop_screen = StopScreen(self.window, texts.stop, DARK)
        self._running: RunningStation | None = None
        self._over: asyncio.Event | None = None
        self._clean = False
        self._goes_to_practice = False
        self._interrupted: int | None = None
        """By which signal."""
        self._problem: BaseException | None = None
        """With which play was stopped, or what came up while the station stopped."""
        self._tidying = MainThreadCollector(self.window)
        for happens in (self.window.acted, self.window.typed, self.window.waited):
            happens.connect(self._tidying.note_activity)
        self.monitor = (
            None if opening.supervisor is None else SupervisorMonitor(opening.supervisor, self.window, texts.stop)
        )
        self.second = SecondWindow(self.window, self._tidying.note_activity)
        self.outlets = WindowPort(
            show=self._show,
            show_hands=self._show_new_cards,
            prepare_game=self.window.prepare_thumbnails,
            play_sound=self._sound,
            simulate=simulate,
            save_looks=keep_looks,
            is_small=lambda: not Measures.from_size(self.window.width(), self.window.height()).is_large_enough,
            is_compact=lambda: Measures.from_size(self.window.width(), self.window.height()).compact,
            show_guests=self.display.update,
            is_display_alive=self.display.is_alive,
            toggle_display=self.display.toggle,
            restart_display=self.display.restart,
            is_monitor_there=lambda: None if self.monitor is None else self.monitor.is_there,
            open_second=self.second.open,
            show_second=self.second.show,
            close_second=self.second.close,
            leave=self._leave,
            open_practice=self._open_practice,
            report_failure=self.stop_on_fault,
        )
        if self.monitor is not None:
            self.outlets = replace(self.outlets, monitor=self.monitor.make_outlets(self.outlets))
        self.window.wants_to_close.connect(self._on_close_request)

    async def run(self, begin: StationStarter, missing_fonts: Sequence[MissingFont]) -> None:
        """From the first picture to the last."""
        self._over = asyncio.Event()
        if self._interrupted is not None:
            self._over.set()
        running = self._running = begin(self.outlets)
        self.display.open_if_wanted()
        desk = running.desk
        self.window.acted.connect(desk.press)
        self.window.typed.connect(desk.press_key)
        self.window.waited.connect(desk.show_wait)
        asyncio.get_running_loop().set_exception_handler(self._on_loop_error)
        self._say_missing_fonts(desk, missing_fonts)
        desk.show()
        self.window.show()
        # Qt has asked every part to be painted once more: that was before the first time, and not after it.
        for kind in (QEvent.Type.PolishRequest, QEvent.Type.UpdateLater):
            QCoreApplication.sendPostedEvents(None, kind)
        # What is not seen is not begun before there is something to see.
        await self._wait_until_painted()
        self._tidying.begin()
        self.window.idle_work.begin()
        clock = QTimer(self.window)
        clock.setInterval(_SECOND)
        clock.timeout.connect(desk.refresh)
        clock.start()
        serving = asyncio.ensure_future(self._serve(running))
        touched = self._begin_desks(running)
        over = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait({serving, *touched, over}, return_when=asyncio.FIRST_COMPLETED)
            problem = _first_failure(serving, *touched)
            if problem is not None:
                self.stop_on_fault(problem)
            if not self._clean and not self._over.is_set():
                # The stop screen stays until somebody closes the window.
                await over
        finally:
            clock.stop()
            self.display.close()
            self.second.close()
            self.window.idle_work.end()
            self._tidying.end()
            running.stop()
            for task in (*touched, over):
                task.cancel()
            try:
                await asyncio.wait({serving, *touched, over})
                self._note_stop(_first_failure(serving, *touched))
            finally:
                if self.monitor is not None:
                    self.monitor.end()
                self.window.may_close = True
                self.window.close()

    def _say_missing_fonts(self, desk: ScreenDesk, missing_fonts: Sequence[MissingFont]) -> None:
        for missing in missing_fonts:
            LOG.warning("the font %s cannot be used: %s", missing.file, missing.why.value)
        if missing_fonts:
            desk.show_notice(self._texts.font_notice(missing_fonts[0].why))

    def _begin_desks(self, running: RunningStation) -> "list[asyncio.Task[None]]":
        """The dealer's, and that of the room where it has a monitor of its own."""
        touched = [asyncio.ensure_future(running.desk.run())]
        if self.monitor is not None and running.monitor_desk is not None:
            self.monitor.window.acted.connect(self._tidying.note_activity)
            self.monitor.begin(running.monitor_desk)
            touched.append(asyncio.ensure_future(running.monitor_desk.run()))
        return touched

    async def _serve(self, running: RunningStation) -> None:
        """The widgets of a table, which the first picture did without, are there before somebody has signed in."""
        self.window.prepare_table_parts()
        await running.serve()

    async def _wait_until_painted(self) -> None:
        """Until the window has been painted; a window that nobody shows is waited for no longer than a moment."""
        seen = asyncio.Event()
        self.window.painted.connect(seen.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(seen.wait(), _FIRST_PICTURE_SECONDS)
        self.window.painted.disconnect(seen.set)

    def _show(self, screen: Screen, looks: Looks) -> None:
        """The window's own words follow the language as all others do, before anything is wrong."""
        if self._spoken != (looks.first, looks.second):
            self._spoken = looks.first, looks.second
            self._texts = self._texts.translate(looks)
            self.window.setWindowTitle(self._texts.title)
            self.stop_screen.speak(self._texts.stop)
            if self.monitor is not None:
                self.monitor.stop_screen.speak(self._texts.stop)
        self._sounds_on = looks.sound
        self.window.show_screen(screen, looks)

    def _show_new_cards(self, result: HandsShown | DiceShown) -> None:
        self._tidying.note_activity()
        self.window.show_new_cards(result)

    def _record_display(self, round_number: int, digest: str) -> None:
        if self._running is None or self._over is None or self._over.is_set() or self.stop_screen.code:
            return
        try:
            self._running.record_display(round_number, digest)
        except JournalError as problem:
            self.stop_on_fault(problem)

    # What ends it

    def _open_practice(self) -> None:
        self._goes_to_practice = True
        self._leave()

    def _leave(self) -> None:
        self._clean = True
        self.end()

    def end(self) -> None:
        if self._over is not None:
            self._over.set()

    def interrupt(self, number: int) -> None:
        """By Ctrl-C, or by the system: the window closes as it does after a stop, but nobody has stopped the station.

        Who is in charge stops it; without a stop the next start asks what happened meanwhile.
        """
        self._interrupted = number
        self.end()

    def _note_stop(self, problem: BaseException | None) -> None:
        """What goes wrong once the station stops has no screen any more: the log has it, and the status."""
        if problem is not None and problem is not self._problem:
            self._problem = problem
            LOG.error("stopping failed with %s at %s", fault_code(problem), fault_place(problem), exc_info=problem)

    @property
    def status(self) -> int:
        """With which the program ends: 0 after a stop in order, more than 128 after a signal, as shells have it."""
        if self._problem is None and self._interrupted is not None and not self._clean:
            return 128 + self._interrupted
        if self._problem is not None:
            return 1
        return GOES_TO_PRACTICE if self._goes_to_practice else 0

    def _on_close_request(self) -> None:
        """By the corner of the window: after a fault it may; else the way out is in the menu."""
        if self.stop_screen.code:
            self.end()
        elif self._running is not None:
            self._running.desk.open_panel(Panel.MENU)

    def stop_on_fault(self, problem: BaseException) -> None:
        """Play stops. What was durable is kept; the next start goes on from there."""
        if self.stop_screen.code:
            return
        self._problem = problem
        code = fault_code(problem)
        LOG.error("the station stopped with %s at %s", code, fault_place(problem), exc_info=problem)
        note = self._texts.journal_notice(problem) if isinstance(problem, JournalError) else ""
        self.stop_screen.on_look_back = self._look_back if self._can_look_back else None
        self.stop_screen.stop(code, note)
        self.window.stop(self.stop_screen)
        if self.monitor is not None:
            self.monitor.stop(code, note)
        self.second.close()
        self._sound_the_stop()
        if self._running is not None and not isinstance(problem, JournalError):
            # In the next turn of the loop: what is at fault may be in the middle of a decision now.
            QTimer.singleShot(0, partial(self._record_failure, self._running, code, fault_place(problem)))
        elif self._running is not None:
            self._running.stop()

    @property
    def _can_look_back(self) -> bool:
        return self._running is not None and self._running.desk.can_look_back

    def _look_back(self) -> None:
        """Past rounds over the screen on which play has stopped: they are only read."""
        if self._running is not None:
            self._running.desk.open_panel(Panel.RECALL_PAGE)

    def _record_failure(self, running: RunningStation, code: str, where: str) -> None:
        try:
            running.record_failure(code, where)
        except Exception:  # the screen says it already, and the log
            LOG.exception("what stopped the station could not be written down")
        finally:
            running.stop()

    def _on_loop_error(self, _loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """What no task and no slot has caught."""
        problem = context.get("exception")
        self.stop_on_fault(problem if isinstance(problem, Exception) else RuntimeError(str(context.get("message"))))

    def report_artwork(self, why: AssetFault, faults: int) -> None:
        if self._running is not None:
            # In the next turn of the loop: it is found while a screen is being shown.
            QTimer.singleShot(0, partial(self._running.desk.show_notice, self._texts.artwork_notice(why, faults)))

    @cached_property
    def sounds(self) -> "Sounds":
        """The player of cues, made when the first one is played."""
        return Sounds(self.window, self._on_missing_sound)

    def _sound(self, cue: Cue) -> None:
        self.sounds.play(cue)

    def _sound_the_stop(self) -> None:
        """Sounds the stop, if that is possible: the fault may be in the sound itself."""
        if self._sounds_on:
            with suppress(Exception):
                self.sounds.play(Cue.STOP)

    def _on_missing_sound(self, why: AssetFault) -> None:
        if self._running is not None and not self.stop_screen.code:
            self._running.desk.go_without_sound(why, self._texts.sound_notice(why))


def _first_failure(*tasks: "asyncio.Future[None]") -> BaseException | None:
    return next((problem for each in tasks if (problem := task_failure(each)) is not None), None)


def show_following_page(following: "Future[Any]", shape: "WindowShape", title: str, how_far: "FollowProgress") -> None:
    """Before there is a window: a page with a bar, while a long journal is followed."""
    wait(following, shape, title, how_far)


class WindowOptions(Struct, frozen=True, kw_only=True):
    """How the window is opened: its size, else the whole screen; and where the operator's own layouts lie."""

    size: tuple[int, int] | None = None
    full_screen: bool = False
    artwork: Path | None = None
    display: DisplayOptions = DisplayOptions()
    supervisor: int | None = None
    """The monitor of the supervisor's room, counted from 1; none where it has none of its own."""
    find_chances: Callable[[Rules, int | None], Chances] = lambda _rules, _decks: NO_CHANCES


def run(
    begin: StationStarter,
    texts: WindowTexts,
    *,
    simulate: Callable[[str, str], None],
    keep_looks: Callable[[Looks], ScreenText | None],
    opening: WindowOptions,
) -> int:
    """Until the station is stopped: 0; 1 if it was left otherwise or failed while it stopped; over 128 by a signal."""
    with end_on_interrupt():
        app = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(app, QApplication), "the window needs widgets"
        app.setQuitOnLastWindowClosed(False)
        missing = fonts.install_fonts()
        application = Application(texts, simulate, keep_looks, opening)
        window = application.window
        if opening.artwork is not None:
            window.artwork = _open_artwork(opening.artwork, application.report_artwork)
        screen = QGuiApplication.primaryScreen().availableSize()
        window.resize(QSize(*opening.size) if opening.size is not None else screen)
        if opening.full_screen:
            window.setWindowState(Qt.WindowState.WindowFullScreen)
        undo = catch_everything(application.stop_on_fault)
        loop = WindowLoop(app)
    try:
        with loop, handle_signals(window, application.interrupt):
            loop.run_until_complete(application.run(begin, missing))
    finally:
        undo()
    return application.status


def _open_artwork(
    folder: Path, faulty: Callable[[AssetFault, int], None]
) -> Callable[[str, str], "ArtworkTemplate | None"]:
    """The operator's own layouts, looked for when the first table is shown."""

    @cache
    def drawings() -> "ArtworkFolder":
        return ArtworkFolder(folder, faulty)

    return lambda game, letter: drawings().find_template(game, letter)


def connect_screen(unreachable: Callable[[str], NoReturn]) -> QApplication:
    """The application, to be kept while there is a window. `unreachable` has to end the program: Qt would, after it."""
    said: list[str] = []

    def listen(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        said.append(text)
        if kind is QtMsgType.QtFatalMsg:
            unreachable(said[0])

    before = qInstallMessageHandler(listen)
    try:
        found = QApplication.instance() or QApplication(sys.argv[:1])
    finally:
        qInstallMessageHandler(before)
    for text in said:
        LOG.warning("%s", text)
    assert isinstance(found, QApplication), "the window needs widgets"
    return found
