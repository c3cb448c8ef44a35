"""A window in a process of its own: Ctrl-C in its terminal ends it in order, and without a screen nothing is begun."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from dealer_app.journal.reader import open_reader
from dealer_app.journal.recovery import verify_all
from tests.support.long_tests import mostly_long

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows interrupts otherwise")
LONG = 60.0
ENDED = "Ended from outside, and not stopped by who is in charge: the next start asks what happened.\n"


def screen(**instead: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SCREENS}
    return {**kept, **instead}


HEARS_CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""A shell that starts a program behind itself has it ignore Ctrl-C, and a test may run there."""
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")


def command(folder: Path) -> list[str]:
    return [sys.executable, "-m", "dealer_app", "run", "--demo", "--data-dir", str(folder)]


@contextmanager
def window(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """One that has been seen: its journal has the start, and what comes soon after is loaded."""
    before = len(names(folder / "demo"))
    running = subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *command(folder)],
        env=screen(QT_QPA_PLATFORM="offscreen"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        began = time.monotonic()
        while len(names(folder / "demo")) == before:
            assert running.poll() is None, running.communicate()
            assert time.monotonic() - began < LONG
            time.sleep(0.05)
        yield running
    finally:
        if running.poll() is None:
            running.kill()
        running.communicate()


def names(folder: Path) -> list[str]:
    with suppress(Exception):
        reader = open_reader(folder)
        try:
            return [entry.name for entry in reader.entries()]
        finally:
            reader.close()
    return []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("after", mostly_long([0.0, 0.3, 2.5], keep_every=3))
def test_it_ends_in_order(tmp_path: Path, number: signal.Signals, after: float) -> None:
    """At the first picture, while the rest is loaded behind it, and later; nobody stopped it, and nothing says so."""
    with window(tmp_path) as running:
        time.sleep(after)
        running.send_signal(number)
        out, err = running.communicate(timeout=LONG)
    assert "Traceback" not in err
    if after:
        assert (running.returncode, out, err) == (128 + number, "", ENDED)
    else:
        # Before there is a window Python itself, or the system, ends the program: it has not much to end.
        assert running.returncode in (128 + number, 130, -number)
    assert verify_all(tmp_path / "demo").sequence >= 1
    assert "station-stopped" not in names(tmp_path / "demo")


def test_the_next_start_holds_the_folder_again(tmp_path: Path) -> None:
    for _ in range(2):
        with window(tmp_path) as running:
            time.sleep(1)
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=LONG)
        assert running.returncode == 130
    assert names(tmp_path / "demo").count("station-started") == 2


def test_ctrl_c_twice_is_no_other(tmp_path: Path) -> None:
    with window(tmp_path) as running:
        time.sleep(1)
        for _ in range(2):
            running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=LONG)
    assert (running.returncode, err) == (130, ENDED)


UNREACHABLE = [
    {"DISPLAY": ":99"},
    {"DISPLAY": "no such display"},
    {"DISPLAY": ":99", "XAUTHORITY": "/nowhere"},
    {"WAYLAND_DISPLAY": "wayland-99", "QT_QPA_PLATFORM": "wayland"},
    {"QT_QPA_PLATFORM": "cinema"},
]


@pytest.mark.parametrize("there", UNREACHABLE, ids=str)
def test_without_a_screen_nothing_is_begun(tmp_path: Path, there: dict[str, str]) -> None:
    done = subprocess.run(
        command(tmp_path / "station"), env=screen(**there), capture_output=True, text=True, check=False, timeout=LONG
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("No window can be shown here (") or "libxcb-cursor" in line
    assert "--headless" in line or "libxcb-cursor" in line
    assert not (tmp_path / "station").exists()


@pytest.mark.parametrize("there", UNREACHABLE[:2], ids=str)
def test_a_layout_needs_no_screen(tmp_path: Path, there: dict[str, str]) -> None:
    (tmp_path / "some.svg").write_text("<svg/>", encoding="utf-8")
    line = [sys.executable, "-m", "dealer_app", "layouts", "check", str(tmp_path / "some.svg"), "tiger-buffalo-v4", "P"]
    done = subprocess.run(line, env=screen(**there), capture_output=True, text=True, check=False, timeout=LONG)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "plugin" not in done.stderr
