"""Has reports made behind a screen: by the command, in a process of its own and of low priority.

The table is never held up: a thread waits for that process, and the screen is built again as it goes on. What is given
up half way leaves nothing behind.
"""

import asyncio
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from dealer_app.domain.values import replace
from dealer_app.private_files import make_folder
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.reports.report_view import (
    NO_REPORT,
    PRINTER,
    ReportTask,
    ReportView,
    SavePlace,
    report_name,
)
from dealer_app.station.report_orders import (
    PROGRESS_WORD,
    REFUSAL_WORD,
    ReportError,
    ReportForm,
    ReportKind,
    ReportOrder,
    order_arguments,
)

OWN_FOLDER = "reports"
"""The station's own place for reports, in its data folder."""
_MOUNTS = Path("/proc/self/mounts")
_STICK = re.compile(r"/media/[^/]+(/[^/]+)?|/run/media/[^/]+/[^/]+|/mnt/[^/]+")
"""Where a desktop, or a technician, mounts what is plugged in."""
_SLOW_SECONDS = 1.0
_PRINT_SECONDS = 20.0
_LOW_PRIORITY = ("nice", "-n", "5")
"""Play goes first; with the lowest of all a report would wait for ever on a busy machine."""
_END_SECONDS = 2.0
LOG = logging.getLogger(__name__)


def find_places(folder: Path | None, mounts: Path | None = None) -> tuple[SavePlace, ...]:
    """Sticks and disks that are plugged in, and the station's own folder."""
    try:
        lines = (mounts or _MOUNTS).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    mounted = (line.split(" ")[:2] for line in lines if line.count(" ") > 1)
    targets = (target.replace("\\040", " ") for device, target in mounted if device.startswith("/dev/"))
    sticks = tuple(SavePlace(target, Path(target).name) for target in targets if _STICK.fullmatch(target))
    own = () if folder is None else (SavePlace(str(folder / OWN_FOLDER)),)
    return (*sticks, *own)


def _require_stick(place: Path) -> None:
    """Raises ReportError where a stick was pulled out and its empty folder is still there: that is another disk."""
    if _STICK.fullmatch(str(place)) and all(each.folder != str(place) for each in find_places(None)):
        raise ReportError("no-folder", {"file": str(place)})


class ReportMaker:
    """Has one report made at a time; `on_change` has the screen built again."""

    def __init__(self, folder: Path | None, on_change: Callable[[], None], printer: str = "lp") -> None:
        self._folder = folder
        self._on_change = on_change
        self._printer = printer
        self._pages: Path | None = None
        """Where the pictures of the pages are: nobody else can read them, and they go with the panel."""
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._is_given_up = False
        self.view = NO_REPORT

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def follow(self, context: ScreenContext) -> ReportView:
        """What there is to show; all of it is forgotten, and given up, when the panel is closed."""
        if context.input_state.panel is not Panel.REPORTS:
            if self.view is not NO_REPORT:
                self.cancel()
                self._drop_pages()
                self.view = NO_REPORT
            return self.view
        places = find_places(self._folder)
        if self.view is NO_REPORT or places != self.view.places:
            self.view = replace(self.view, places=places)
        return self.view

    def begin(self, order: ReportOrder, task: ReportTask, place: str = "") -> None:
        """Begins to show, save or print a report. Nothing else is begun meanwhile."""
        if self.is_running or self._folder is None:
            return
        self._is_given_up = False
        before = NO_REPORT if task is ReportTask.SHOW else self.view
        self.view = replace(before, task=task, at=0, end=0, is_slow=False, fault="", facts=(), place="")
        self.view = replace(self.view, places=find_places(self._folder))
        loop, folder = asyncio.get_running_loop(), self._folder
        self._thread = threading.Thread(
            target=lambda: self._run(loop, folder, order, task, place), name="report", daemon=True
        )
        self._thread.start()
        loop.call_later(_SLOW_SECONDS, self._show_slow, self._thread)

    def cancel(self, *, forget: bool = False) -> None:
        """Gives up what is under way; with `forget` the pages are gone, too."""
        self._is_given_up = True
        if forget:
            self.view = replace(NO_REPORT, places=self.view.places)
            self._drop_pages()
        process = self._process
        if process is not None:
            with suppress(OSError):
                process.terminate()

    def end(self) -> None:
        """The screen ends: nothing is left running, and no pages lie about."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(_END_SECONDS)
        self._drop_pages()

    def _show_slow(self, thread: threading.Thread) -> None:
        if thread is self._thread and self.view.task is not None:
            self._change(replace(self.view, is_slow=True))

    def _change(self, view: ReportView) -> None:
        self.view = view
        self._on_change()

    def _drop_pages(self) -> None:
        if self._pages is not None:
            shutil.rmtree(self._pages, ignore_errors=True)
            self._pages = None

    # On the thread

    def _run(
        self, loop: asyncio.AbstractEventLoop, folder: Path, order: ReportOrder, task: ReportTask, place: str
    ) -> None:
        try:
            done = self._make(loop, folder, order, task, place)
        except ReportError as problem:
            done = {"fault": problem.code, "facts": tuple(problem.facts.items())}
        except OSError as problem:
            LOG.warning("a report could not be made: %s", problem)
            done = {"fault": "failed", "facts": (("reason", problem.strerror or str(problem)),)}
        with suppress(RuntimeError):
            # The window may have been closed meanwhile.
            loop.call_soon_threadsafe(self._take, done)

    def _take(self, done: dict[str, object]) -> None:
        if self._is_given_up and "fault" in done:
            done = {}
        if self.view is not NO_REPORT:
            self._change(replace(self.view, task=None, is_slow=False, **done))  # type: ignore[arg-type]

    def _make(
        self, loop: asyncio.AbstractEventLoop, folder: Path, order: ReportOrder, task: ReportTask, place: str
    ) -> dict[str, object]:
        match task:
            case ReportTask.SHOW:
                self._drop_pages()
                self._pages = Path(mkdtemp(prefix="station-report-"))
                shown = self._pages / "pages"
                shown_kind = ReportKind.DISPUTE if order.kind is ReportKind.DISPUTE_PACK else order.kind
                self._call(loop, folder, replace(order, kind=shown_kind, form=ReportForm.PDF), shown, "--pages")
                pages = sorted(shown.iterdir(), key=lambda page: (len(page.name), page.name))
                return {"order": order, "pages": tuple(map(str, pages))}
            case ReportTask.SAVE:
                into = Path(place)
                if into == folder / OWN_FOLDER:
                    make_folder(into)
                output = into / report_name(order)
                _require_stick(into)
                self._call(loop, folder, order, output)
                _require_stick(into)
                return {"place": str(output)}
            case ReportTask.PRINT:
                return self._print(loop, folder, order)

    def _print(self, loop: asyncio.AbstractEventLoop, folder: Path, order: ReportOrder) -> dict[str, object]:
        paper = Path(mkdtemp(prefix="station-report-"))
        try:
            file = paper / report_name(replace(order, form=ReportForm.PDF))
            self._call(loop, folder, replace(order, form=ReportForm.PDF), file)
            if self._is_given_up:
                # The paper was finished before it was given up: it is not handed on, and nothing is said of it.
                return {}
            sheet = file if file.is_file() else next(file.glob("*.pdf"))
            print_file(sheet, self._printer)
        finally:
            shutil.rmtree(paper, ignore_errors=True)
        return {"place": PRINTER}

    def _call(
        self, loop: asyncio.AbstractEventLoop, folder: Path, order: ReportOrder, output: Path, *more: str
    ) -> None:
        """Runs the command and waits for its end. Raises ReportError with what it says."""
        words = ("report", *order_arguments(order), *more, "--for-window", "--data-dir", str(folder), "-o", str(output))
        command = (*(_LOW_PRIORITY if shutil.which("nice") else ()), sys.executable, "-m", "dealer_app", *words)
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        code, facts = "", dict[str, str]()
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            self._process = process
            if self._is_given_up:
                process.terminate()
            assert process.stdout is not None, "asked for"
            for line in process.stdout:
                word, _, rest = line.strip().partition(" ")
                if word == PROGRESS_WORD:
                    at, _, end = rest.partition(" ")
                    with suppress(RuntimeError):
                        loop.call_soon_threadsafe(self._show_progress, int(at), int(end))
                elif word == REFUSAL_WORD:
                    code, facts = json.loads(rest)
            said = process.stderr.read() if process.stderr is not None else ""
        self._process = None
        if process.returncode:
            last = said.strip().splitlines()[-1:]
            raise ReportError(code or "failed", facts or {"reason": last[0] if last else str(process.returncode)})

    def _show_progress(self, at: int, end: int) -> None:
        if self.view.task is not None:
            self.view = replace(self.view, at=at, end=end)
            if self.view.is_slow:
                self._on_change()


def print_file(file: Path, printer: str) -> None:
    """Hands a page to the printing service of the computer. Raises ReportError."""
    try:
        done = subprocess.run([printer, str(file)], check=False, capture_output=True, text=True, timeout=_PRINT_SECONDS)
    except FileNotFoundError as problem:
        raise ReportError("no-printer", {}) from problem
    except subprocess.TimeoutExpired as problem:
        raise ReportError("printer-silent", {}) from problem
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        if "no default destination" in said.lower():
            raise ReportError("no-printer", {})
        raise ReportError("printer-refused", {"reason": said.splitlines()[0] if said else str(done.returncode)})
