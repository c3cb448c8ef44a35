"""Runs practice behind the window: its folder, its screen and the window together. No station and no port; the devices
are simulated, on lines in memory.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

from dealer_app.journal_errors import JournalError
from dealer_app.people.pin_work import CheckedPin, PinWork
from dealer_app.people.pins import HashedPin, Pin
from dealer_app.people.sessions import PinResult
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import AssetFault, Looks
from dealer_app.screens.labels import section_text
from dealer_app.screens.ports import ScreenDesk, StopTexts, WindowPort, read_looks, save_looks
from dealer_app.screens.practice.practice_controller import PracticeController
from dealer_app.station.report_orders import ReportError
from dealer_app.station.startup import make_clock, make_pin_work, make_program
from dealer_app.station_window import BilingualTexts
from dealer_app.texts import LanguagePair, language_pair
from dealer_app.wiring import make_practised_device
from ui.app import WindowOptions, connect_screen, run

_NUMBER_BYTES = 8


Answer = TypeVar("Answer")


class PinThread:
    """Hashes and checks the PINs of trainers on a thread of their own; answers come back on that of the window."""

    def __init__(self, work: PinWork) -> None:
        self._work = work
        self.loop: asyncio.AbstractEventLoop | None = None

    def check(self, kept: str | None, pin: Pin, then: Callable[[bool | None], None]) -> None:
        self._answer(lambda: self._work.check(kept, pin), lambda done: then(_is_right(done)))

    def hash(self, pin: Pin, then: Callable[[HashedPin | None], None]) -> None:
        self._answer(lambda: self._work.hash(pin), lambda done: then(None if done.exception() else done.result()))

    def _answer(self, submit: Callable[[], "Future[Answer]"], then: Callable[["Future[Answer]"], None]) -> None:
        loop = self.loop
        assert loop is not None, "a PIN is keyed at a window that runs"
        submit().add_done_callback(lambda done: loop.call_soon_threadsafe(then, done))


def _is_right(done: "Future[CheckedPin]") -> bool | None:
    """None where the PIN could not be checked, through no fault of who keyed it."""
    return None if done.exception() else done.result().check is PinResult.RIGHT


WriteCertificate = Callable[[PracticeFolder, int, Path, LanguagePair], object]
"""Writes the certificate of an exam to a file. Raises ReportError and JournalError."""


class CertificateThread:
    """Makes certificates on a thread of their own: setting a page takes longer than a window may stand still."""

    def __init__(self, folder: PracticeFolder, write: WriteCertificate) -> None:
        self._folder = folder
        self._write = write
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="certificate")
        self.loop: asyncio.AbstractEventLoop | None = None

    def write(self, session: int, output: Path, words: LanguagePair, then: Callable[[str], None]) -> None:
        loop = self.loop
        assert loop is not None, "asked for at a window that runs"
        made = self._worker.submit(self._make, session, output, words)
        made.add_done_callback(lambda done: loop.call_soon_threadsafe(then, done.result()))

    def close(self) -> None:
        """Waits for what is under way."""
        self._worker.shutdown()

    def _make(self, session: int, output: Path, words: LanguagePair) -> str:
        try:
            self._write(self._folder, session, output, words)
        except ReportError as problem:
            return words.first.text("report-refusal", problem.code, problem.facts)
        except JournalError as problem:
            return words.first.journal(problem)
        return ""


class PracticeThreads(NamedTuple):
    """What works beside the window."""

    pins: PinThread
    certificates: CertificateThread


class PracticeBackend:
    """What runs behind the window: the screen of practice, until it is left."""

    def __init__(
        self,
        folder: PracticeFolder,
        window: WindowPort,
        looks: Looks,
        threads: "PracticeThreads",
        *,
        is_from_demo: bool,
    ) -> None:
        self._threads = threads
        self.desk = PracticeController(
            folder,
            window,
            looks,
            lambda: time.monotonic_ns() // 1_000_000,
            threads.pins,
            is_from_demo=is_from_demo,
            make_device=make_practised_device,
            certificates=threads.certificates,
        )
        self.monitor_desk: ScreenDesk | None = None
        """Practice has no supervisor's room."""
        self._over = asyncio.Event()

    async def serve(self) -> None:
        """Nothing happens behind practice: it waits until it is stopped."""
        self._threads.pins.loop = self._threads.certificates.loop = asyncio.get_running_loop()
        await self._over.wait()

    def stop(self) -> None:
        """Ends it; what was answered is in the folder."""
        self._over.set()

    def record_display(self, round_number: int, digest: str) -> None:
        """There is no customer display in practice."""

    def record_failure(self, code: str, where: str) -> None:
        """The log has it: a practice folder keeps answers and nothing else."""


class PracticeTexts(BilingualTexts):
    """The words of the window itself: where practice stops, nothing is graded."""

    def __init__(self, words: LanguagePair) -> None:
        super().__init__(words)
        title, line = (section_text(words, "round-page", code) for code in ("stop-title", "stop-line"))
        self.stop = StopTexts(
            title=(title.first, title.second), what_to_do=(line.first, line.second), code=self.stop.code
        )

    def translate(self, looks: Looks) -> "PracticeTexts":
        return PracticeTexts(language_pair(looks.first, looks.second))


def make_number() -> str:
    """The number of a new trainee or trainer, by chance."""
    return secrets.token_hex(_NUMBER_BYTES)


def run_practice(
    folder: Path,
    without_a_screen: Callable[[str], NoReturn],
    size: tuple[int, int] | None,
    *,
    write_certificate: WriteCertificate,
    is_from_demo: bool = False,
) -> int:
    """Opens the window of practice until somebody leaves it. Raises JournalError for what is in the way."""
    application = connect_screen(without_a_screen)
    try:
        looks = read_looks(folder)
        texts = PracticeTexts(language_pair(looks.first, looks.second))
        with make_pin_work() as work, open_practice(folder, make_program(), make_clock(), make_number) as practice:
            threads = PracticeThreads(PinThread(work), CertificateThread(practice, write_certificate))

            def keep(changed: Looks) -> ScreenText | None:
                against: AssetFault | None = save_looks(folder, changed)
                return texts.translate(changed).looks_notice(against) if against else None

            try:
                return run(
                    lambda window: PracticeBackend(practice, window, looks, threads, is_from_demo=is_from_demo),
                    texts,
                    simulate=lambda _device, _what: None,
                    keep_looks=keep,
                    opening=WindowOptions(size=size, full_screen=False),
                )
            finally:
                threads.certificates.close()
    finally:
        del application
