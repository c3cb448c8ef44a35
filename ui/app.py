"""The window's application: one loop for Qt and the station's actor, and an end in order whatever ends it."""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from dealer_app.journal.trouble import JournalError
from dealer_app.showing.desk import Desk
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Line
from dealer_app.showing.outlets import Outlets
from dealer_app.showing.screen import Cue, DiceShown, Hands, Screen
from dealer_app.showing.seeing import Looks
from dealer_app.showing.stopping import StopTexts, problem_of
from dealer_app.showing.unusable import Why
from dealer_app.wording import Language
from ui.crash import StopScreen, catch_everything, code_of, where_of
from ui.following import wait_for as wait
from ui.interruption import interruptible
from ui.loop import WindowLoop
from ui.sound import Sounds
from ui.table.artwork import Artwork
from ui.theme import fonts
from ui.theme.fonts import MissingFont
from ui.theme.measures import Measures
from ui.theme.tokens import DARK
from ui.tidying import Tidying
from ui.window import StationWindow

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ui.following import HowFar, Shape
    from ui.sound import Sounds
    from ui.table.artwork import Artwork
    from ui.table.template import Template

LOG = logging.getLogger("ui")
_SECOND = 1000
_MOMENT = 0.5


class Running(Protocol):
    """A station that runs behind the window, as the composition has put it together."""

    desk: Desk

    async def serve(self) -> None:
        """The actor and all that goes with it, until `stop`; raises what ended it."""

    def stop(self) -> None: ...

    def failed(self, code: str, where: str) -> None:
        """Writes down that the program is at fault, if it still can."""


class Texts(Protocol):
    """The few words that the window says itself."""

    title: str
    stop: StopTexts

    def of(self, looks: Looks) -> "Texts":
        """The same in the languages of this screen."""

    def missing_sound(self, why: Why) -> Line: ...

    def missing_font(self, why: Why) -> Line: ...

    def faulty_artwork(self, why: Why, faults: int) -> Line: ...

    def of_journal(self, problem: JournalError) -> str: ...


Begin = Callable[[Outlets], Running]


class Application:
    """One window on one station."""

    def __init__(
        self,
        texts: Texts,
        simulate: Callable[[str, str], None],
        keep_looks: Callable[[Looks], Line | None],
    ) -> None:
        self._texts = texts
        self._spoken: tuple[Language, Language] | None = None
        self._sounds_on = False
        self.window = StationWindow()
        self.window.setWindowTitle(texts.title)
        self.stop_screen = StopScreen(self.window, texts.stop, DARK)
        self._running: Running | None = None
        self._over: asyncio.Event | None = None
        self._clean = False
        self._interrupted: int | None = None
        """By which signal."""
        self._problem: BaseException | None = None
        """With which play was stopped, or what came up while the station stopped."""
        self._tidying = Tidying(self.window)
        for happens in (self.window.acted, self.window.typed, self.window.waited):
            happens.connect(self._tidying.disturbed)
        self.outlets = Outlets(
            show=self._show,
            glance=self._glance,
            read=self.window.paint_ahead,
            sound=self._sound,
            simulate=simulate,
            keep_looks=keep_looks,
            small=lambda: not Measures.of(self.window.width(), self.window.height()).large_enough,
            leave=self._leave,
            failed=self.failed,
        )
        self.window.wants_to_close.connect(self._wants_to_close)

    async def run(self, begin: Begin, missing_fonts: Sequence[MissingFont]) -> None:
        """From the first picture to the last."""
        self._over = asyncio.Event()
        if self._interrupted is not None:
            self._over.set()
        running = self._running = begin(self.outlets)
        desk = running.desk
        self.window.acted.connect(desk.press)
        self.window.typed.connect(desk.key)
        self.window.waited.connect(desk.waits)
        asyncio.get_running_loop().set_exception_handler(self._in_the_loop)
        for missing in missing_fonts:
            LOG.warning("the font %s cannot be used: %s", missing.file, missing.why.value)
        if missing_fonts:
            desk.say(self._texts.missing_font(missing_fonts[0].why))
        desk.show()
        self.window.show()
        # Qt has told every part to be painted once more: that was before the first time, and not after it.
        for told in (QEvent.Type.PolishRequest, QEvent.Type.UpdateLater):
            QCoreApplication.sendPostedEvents(None, told)
        # What is not seen is not begun before there is something to see.
        await self._seen()
        self._tidying.begin()
        self.window.turns.begin()
        clock = QTimer(self.window)
        clock.setInterval(_SECOND)
        clock.timeout.connect(desk.changed)
        clock.start()
        serving = asyncio.ensure_future(self._serve(running))
        touched = asyncio.ensure_future(desk.run())
        over = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait({serving, touched, over}, return_when=asyncio.FIRST_COMPLETED)
            problem = problem_of(serving) or problem_of(touched)
            if problem is not None:
                self.failed(problem)
            if not self._clean and not self._over.is_set():
                # The stop screen stands until somebody closes the window.
                await over
        finally:
            clock.stop()
            self.window.turns.end()
            self._tidying.end()
            running.stop()
            for task in (touched, over):
                task.cancel()
            try:
                await asyncio.wait({serving, touched, over})
                self._stopped(problem_of(serving) or problem_of(touched))
            finally:
                self.window.may_close = True
                self.window.close()

    async def _serve(self, running: Running) -> None:
        """The widgets of a table, which the first picture did without, are there before somebody has signed in."""
        self.window.make_ahead()
        await running.serve()

    async def _seen(self) -> None:
        """Until the window has been painted; a window that nobody shows is waited for no longer than a moment."""
        seen = asyncio.Event()
        self.window.painted.connect(seen.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(seen.wait(), _MOMENT)
        self.window.painted.disconnect(seen.set)

    def _show(self, screen: Screen, looks: Looks) -> None:
        """The window's own words follow the language as all others do, before anything is wrong."""
        if self._spoken != (looks.first, looks.second):
            self._spoken = looks.first, looks.second
            self._texts = self._texts.of(looks)
            self.window.setWindowTitle(self._texts.title)
            self.stop_screen.speak(self._texts.stop)
        self._sounds_on = looks.sound
        self.window.show_screen(screen, looks)

    def _glance(self, result: Hands | DiceShown) -> None:
        self._tidying.disturbed()
        self.window.glance(result)

    # What ends it

    def _leave(self) -> None:
        self._clean = True
        self.end()

    def end(self) -> None:
        if self._over is not None:
            self._over.set()

    def interrupted(self, number: int) -> None:
        """By Ctrl-C, or by the system: the window closes as it does after a stop, but nobody has stopped the station.

        Who is in charge stops it; without a stop the next start asks what happened meanwhile.
        """
        self._interrupted = number
        self.end()

    def _stopped(self, problem: BaseException | None) -> None:
        """What goes wrong once the station stops has no screen any more: the log has it, and the status."""
        if problem is not None and problem is not self._problem:
            self._problem = problem
            LOG.error("stopping failed with %s at %s", code_of(problem), where_of(problem), exc_info=problem)

    @property
    def status(self) -> int:
        """With which the program ends: 0 after a stop in order, more than 128 after a signal, as shells have it."""
        if self._problem is None and self._interrupted is not None and not self._clean:
            return 128 + self._interrupted
        return 0 if self._problem is None else 1

    def _wants_to_close(self) -> None:
        """By the corner of the window: after a fault it may; else the way out is in the menu."""
        if self.stop_screen.code:
            self.end()
        elif self._running is not None:
            self._running.desk.open(Panel.MENU)

    def failed(self, problem: BaseException) -> None:
        """Play stops. What was durable is kept; the next start goes on from there."""
        if self.stop_screen.code:
            return
        self._problem = problem
        code = code_of(problem)
        LOG.error("the station stopped with %s at %s", code, where_of(problem), exc_info=problem)
        note = self._texts.of_journal(problem) if isinstance(problem, JournalError) else ""
        self.stop_screen.stop(code, note)
        self.window.stop(self.stop_screen)
        self._sound_the_stop()
        if self._running is not None and not isinstance(problem, JournalError):
            # In the next turn of the loop: what is at fault may be in the middle of a decision now.
            QTimer.singleShot(0, partial(self._write_down, self._running, code, where_of(problem)))
        elif self._running is not None:
            self._running.stop()

    def _write_down(self, running: Running, code: str, where: str) -> None:
        try:
            running.failed(code, where)
        except Exception:  # the screen says it already, and the log
            LOG.exception("what stopped the station could not be written down")
        finally:
            running.stop()

    def _in_the_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """What no task and no slot has caught."""
        del loop
        problem = context.get("exception")
        self.failed(problem if isinstance(problem, Exception) else RuntimeError(str(context.get("message"))))

    def faulty_artwork(self, why: Why, faults: int) -> None:
        if self._running is not None:
            # In the next turn of the loop: it is found while a screen is being shown.
            QTimer.singleShot(0, partial(self._running.desk.say, self._texts.faulty_artwork(why, faults)))

    @cached_property
    def sounds(self) -> "Sounds":
        """With the first that is heard."""
        return Sounds(self.window, self._missing_sound)

    def _sound(self, cue: Cue) -> None:
        self.sounds.play(cue)

    def _sound_the_stop(self) -> None:
        """If it can be heard at all: what is at fault may be the sound."""
        if self._sounds_on:
            with suppress(Exception):
                self.sounds.play(Cue.STOP)

    def _missing_sound(self, why: Why) -> None:
        if self._running is not None and not self.stop_screen.code:
            self._running.desk.go_without_sound(why, self._texts.missing_sound(why))


def wait_for(following: "Future[Any]", shape: "Shape", title: str, how_far: "HowFar") -> None:
    """Before there is a window: a page with a bar, while a long journal is followed."""
    wait(following, shape, title, how_far)


class Opening(Struct, frozen=True, kw_only=True):
    """How the window is opened: its size, else the whole screen; and where the operator's own layouts lie."""

    size: tuple[int, int] | None = None
    full_screen: bool = False
    artwork: Path | None = None


def run(
    begin: Begin,
    texts: Texts,
    *,
    simulate: Callable[[str, str], None],
    keep_looks: Callable[[Looks], Line | None],
    opening: Opening,
) -> int:
    """Until the station is stopped: 0; 1 if it was left otherwise or failed while it stopped; over 128 by a signal."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication), "the window needs widgets"
    app.setQuitOnLastWindowClosed(False)
    missing = fonts.install()
    application = Application(texts, simulate, keep_looks)
    window = application.window
    if opening.artwork is not None:
        window.artwork = _artwork(opening.artwork, application.faulty_artwork)
    screen = QGuiApplication.primaryScreen().availableSize()
    window.resize(QSize(*opening.size) if opening.size is not None else screen)
    if opening.full_screen:
        window.setWindowState(Qt.WindowState.WindowFullScreen)
    undo = catch_everything(application.failed)
    loop = WindowLoop(app)
    try:
        with loop, interruptible(window, application.interrupted):
            loop.run_until_complete(application.run(begin, missing))
    finally:
        undo()
    return application.status


def _artwork(folder: Path, faulty: Callable[[Why, int], None]) -> Callable[[str, str], "Template | None"]:
    """The operator's own layouts, looked for when the first table is shown."""

    @cache
    def drawings() -> "Artwork":
        return Artwork(folder, faulty)

    return lambda game, letter: drawings().of(game, letter)
