"""Kills a station in the middle of what it does, and tells what it had acknowledged.

The station lives in a child that is forked from the test, which has everything loaded and no thread; it works on a copy
of the data folder, and ends itself with SIGKILL at the n-th passage of a fault point. What a kill leaves in the files
is what a program that was cut off leaves: nothing is closed, nothing is written any more.
"""

import os
import shutil
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from msgspec import Struct

from dealer_app import fault_points
from dealer_app.private_files import copy_file, make_folder
from dealer_app.station.core import Core, Done
from dealer_app.station.transaction import Author, Transaction

_ACKNOWLEDGED, _PASSED, _WRONG = "acknowledged", "passed", "wrong"


class ChildEnd(Struct, frozen=True):
    """How a child ended: the last sequence that it acknowledged, and the point it died at; none if it came through."""

    acknowledged: int
    point: str | None


@contextmanager
def after_each_commit(told: Callable[[Core], None]) -> Iterator[None]:
    """Calls this after each decision, as soon as the caller has its answer."""
    commit = Core.commit

    def telling(core: Core, draft: Transaction, author: Author) -> Done:
        done = commit(core, draft, author)
        told(core)
        return done

    with patch.object(Core, "commit", telling):
        yield


def kill_work(work: Callable[[], None], *, passage: int, acknowledged: int) -> ChildEnd:
    """Does the work in a child that kills itself at this passage of a fault point."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _live(work, passage, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        words = [line.split(" ", 1) for line in pipe.read().splitlines()]
    _, status = os.waitpid(child, 0)
    wrong = "\n".join(text for kind, text in words if kind == _WRONG)
    assert not wrong, wrong
    points = [text for kind, text in words if kind == _PASSED]
    assert os.WIFSIGNALED(status) == bool(points), f"the child ended with {status}"
    told = [int(text) for kind, text in words if kind == _ACKNOWLEDGED]
    return ChildEnd(told[-1] if told else acknowledged, points[-1] if points else None)


def _live(work: Callable[[], None], passage: int, writing: int) -> None:
    """The child's whole life; it never returns."""

    def tell(kind: str, text: object) -> None:
        os.write(writing, f"{kind} {text}\n".encode())

    passed = 0

    def die(name: str) -> None:
        nonlocal passed
        passed += 1
        if passed == passage:
            tell(_PASSED, name)
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        fault_points.arm(die)
        with after_each_commit(lambda core: tell(_ACKNOWLEDGED, core.journal.head().sequence)):
            work()
    except BaseException:  # noqa: BLE001 - the parent gets it, whatever it was
        for line in traceback.format_exc().splitlines():
            tell(_WRONG, line)
    finally:
        os._exit(0)


def copy_folder(folder: Path, to: Path) -> Path:
    """The folder as a kill at this moment leaves it; what SQLite keeps in shared memory is as good as gone."""
    shutil.rmtree(to, ignore_errors=True)
    make_folder(to)
    for file in folder.iterdir():
        if not file.name.endswith("-shm"):
            copy_file(file, to / file.name)
    return to
