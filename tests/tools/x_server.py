"""A private X server without a screen (Xvfb) for as long as a block lasts."""

import os
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

START_SECONDS = 20


class NoXServerError(Exception):
    """Xvfb is there and did not start."""


@contextmanager
def x_server() -> Iterator[str]:
    """Starts Xvfb and gives its DISPLAY, a free number of its own choice, so that two runs never meet."""
    readable, writable = os.pipe()
    try:
        server = subprocess.Popen(
            # An all-day table runs at 1080p; 24 bits because Qt's xcb platform paints nothing less exactly.
            ["Xvfb", "-displayfd", str(writable), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],  # noqa: S607
            pass_fds=(writable,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        os.close(readable)
        raise
    finally:
        os.close(writable)
    try:
        yield f":{_display_number(readable)}"
    finally:
        os.close(readable)
        server.terminate()
        try:
            server.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _display_number(readable: int) -> str:
    ready, _, _ = select.select([readable], [], [], START_SECONDS)
    number = os.read(readable, 16).decode("ascii").strip() if ready else ""
    if not number:
        raise NoXServerError(f"Xvfb did not name a display within {START_SECONDS} seconds")
    return number
