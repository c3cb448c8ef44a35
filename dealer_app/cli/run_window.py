"""The station's window, as the command line opens it."""

import ctypes
import gc
import os
import sys
from pathlib import Path
from typing import NoReturn

from dealer_app.cli.ending import stop, told_clearly
from dealer_app.cli.run_devices import Connections
from dealer_app.cli.terminal_text import echo
from dealer_app.journal.recovery import NotFollowedError
from dealer_app.table_devices import Wanted

DEMO_FOLDER = "demo"
ONLY_A_DEMONSTRATION = (
    "This folder is for demonstration: its devices are simulated. Name no real one, or give another --data-dir."
)
_FOR_X = "libxcb-cursor.so.0"
_LEAST, _MOST = (800, 600), (7680, 4320)
_BY_A_SIGNAL = 128
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""What tells Qt on Linux where a window can be shown."""


def window_on(folder: Path, devices: Connections, *, demo: bool, size: str | None) -> int:
    """Until the station is stopped; what is in the way of a start is one sentence."""
    wanted_size = None if size is None else _size(size)
    if demo and devices:
        stop("A demonstration has simulated devices alone: leave out --shoe and --tumbler.", 2)
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in _SCREENS):
        stop("There is no screen here. `dealer-station run --headless` takes typed commands.", 2)
    if _lacks_for_x():
        stop(f"This computer lacks {_FOR_X}: `apt-get install libxcb-cursor0`, and what else packages.apt names.", 2)
    gc.disable()
    try:
        # Never the live folder, and never one in it that went live: a demonstration cannot become live.
        return _opened(folder / DEMO_FOLDER if demo else folder, devices, demo=demo, size=wanted_size)
    finally:
        # The window collects garbage on its own thread alone; only now have all other threads ended.
        gc.enable()


def _opened(folder: Path, devices: Connections, *, demo: bool, size: tuple[int, int] | None) -> int:
    try:
        from dealer_app import windowed  # noqa: PLC0415 - Qt is loaded for a window alone; whether it is here shows now
    except ImportError as problem:
        stop(
            f"This computer cannot show a window: {problem}. Install what packages.apt names for `window`, or use "
            "`dealer-station run --headless`.",
            2,
        )
    wanted = Wanted(
        folder=folder,
        demo=demo,
        devices={each.profile: each for each in devices},
        size=size,
    )
    with told_clearly():
        try:
            status = windowed.run_window(wanted, _without_a_screen)
        except NotFollowedError:
            # The page with the bar was closed: nothing was written, and there was no window yet.
            return 1
        except windowed.NotADemonstrationError:
            stop(f"{wanted.folder} holds a live station. Give another --data-dir for the demonstration.", 2)
        except windowed.OnlyADemonstrationError:
            stop(ONLY_A_DEMONSTRATION, 2)
    if status > _BY_A_SIGNAL:
        echo("Ended from outside, and not stopped by who is in charge: the next start asks what happened.", err=True)
    return status


def _without_a_screen(reason: str) -> NoReturn:
    """Qt ends the program at once if this does not: nothing of it is left to be ended in order."""
    echo(
        f"No window can be shown here ({reason.strip()}). Is there a screen where DISPLAY, WAYLAND_DISPLAY or "
        "QT_QPA_PLATFORM says, and may this account use it? `dealer-station run --headless` takes typed commands.",
        err=True,
    )
    sys.stderr.flush()
    os._exit(2)


def _lacks_for_x() -> bool:
    """What Qt needs for X since its version 6.5, and few systems have: without it Qt would end the whole program."""
    on_x = sys.platform.startswith("linux") and bool(os.environ.get("DISPLAY"))
    if not on_x or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb":
        return False
    try:
        ctypes.CDLL(_FOR_X)
    except OSError:
        return True
    return False


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()) or len(text) > 11:
        stop(f"--size: {text!r} is no size; it is written 1920x1080", 2)
    size = int(width), int(height)
    if size[0] < _LEAST[0] or size[1] < _LEAST[1]:
        stop(f"--size: {text} is too small to work in; the least is {_LEAST[0]}x{_LEAST[1]}", 2)
    if size[0] > _MOST[0] or size[1] > _MOST[1]:
        stop(f"--size: {text} is larger than any screen; the most is {_MOST[0]}x{_MOST[1]}", 2)
    return size
