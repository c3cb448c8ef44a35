"""The memory of a process in which PINs are keyed stays its own: no core file is written, and nobody else reads it.

Where a system has neither limit nor flag nothing is done, and a start never fails by it. Ended are both for the life of
the process, so that only a process of its own does it: a test that calls a command keeps its debugger.
"""

import ctypes
import sys
from contextlib import suppress

import click

if sys.platform != "win32":
    import resource

OWN_PROCESS = "own process"
"""What `running` gives to the command that it runs, to say that nothing else runs beside it."""
_PR_SET_DUMPABLE = 4


def keep_memory() -> None:
    """To be called by a command before the first PIN is keyed in it."""
    context = click.get_current_context(silent=True)
    if context is not None and context.find_root().obj == OWN_PROCESS:
        write_no_core()
        be_read_by_nobody()


def write_no_core() -> None:
    """Whatever ends this process leaves no file with its memory."""
    if sys.platform == "win32":
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def be_read_by_nobody() -> None:
    """Other processes of this account can neither trace it nor read its memory; nor does a dump service get a core."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
