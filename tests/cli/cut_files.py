"""A power cut before any of the things that a program does to files, each time in a child that kills itself there."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

WATCHED = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "sqlite3.connect"}
"""What a program does to files, as Python's audit hooks tell of it."""


def cut_power(folder: Path, work: Callable[[], object], at: int) -> bool:
    """Whether the power failed before the n-th thing that the work does to a file; it came to its end if not."""
    child = os.fork()
    if not child:
        passed = 0

        def die(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal passed
            if event in WATCHED and str(folder) in str(arguments):
                passed += 1
                if passed == at:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(die)
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)
