"""From the start of the program to its first picture, against a bare window of PySide6, warm and cold.

Warm: the files are in memory. Cold: every file of the program, of its libraries and of the journal has been dropped
from memory, as far as the system drops what it is asked to; the system's own libraries, which both need, stay. The
bytecode of both is there, as the set-up leaves it, and so is the journal, as at every start but the first. What a
start takes that finds neither is printed beside.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.bench.window_runs import load, needs, run_pass

pytestmark = [pytest.mark.bench, needs("window")]

TRIES = 4
WANTED_SECONDS = {"warm": 1.0, "cold": 2.5}
"""What somebody sees who starts a station on two quiet cores: printed, for a machine may be busy."""
MOST = 10
"""Bare windows."""
ROOT = Path(__file__).parents[2]


def seconds(name: str, *words: str, written: Path) -> tuple[float, Any]:
    environment = {"PYTHONPYCACHEPREFIX": str(written), "PYTHONDONTWRITEBYTECODE": ""}
    before = time.monotonic()
    said = run_pass(name, *words, environment=environment)
    return said["at"] - before, said


def both(folder: Path, written: Path) -> tuple[float, float]:
    """Of the station and of the bare window; only a new journal may load arrays, which nobody else waits for."""
    is_new = not folder.exists()
    bare, _ = seconds("reference.bare_window", written=written)
    ours, said = seconds("window_start_pass", str(folder), written=written)
    assert is_new or said["loaded"] == []
    return ours, bare


def told(name: str, runs: list[tuple[float, float]]) -> float:
    ours, bare = min(ours for ours, _ in runs), min(bare for _, bare in runs)
    wanted = WANTED_SECONDS[name.partition(",")[0]]
    reached = "reached" if ours <= wanted else "not reached"
    print(
        f"\nfirst picture, {name}: {ours * 1000:.0f} ms ({wanted} s is {reached}), bare {bare * 1000:.0f} ms, "
        f"ratio {ours / bare:.2f}; {load()}"
    )
    return ours / bare


def test_the_window_is_there_not_long_after_a_bare_one(tmp_path: Path) -> None:
    written = tmp_path / "bytecode"
    # The first run writes the bytecode.
    both(tmp_path / "first", written)
    told("warm, with a new journal", [both(tmp_path / f"new-{turn}", written) for turn in range(TRIES)])
    assert told("warm", [both(tmp_path / "first", written) for _ in range(TRIES)]) <= MOST


@pytest.mark.skipif(not hasattr(os, "posix_fadvise"), reason="only where a file can be dropped from memory")
def test_the_window_is_there_not_long_after_a_bare_one_when_nothing_is_in_memory(tmp_path: Path) -> None:
    told("cold, without bytecode and with a new journal", [both_cold(tmp_path)])
    assert told("cold", [both_cold(tmp_path) for _ in range(TRIES)]) <= MOST


def both_cold(tmp_path: Path) -> tuple[float, float]:
    """Each with nothing of it in memory, and each with its own bytecode."""
    written, folder = tmp_path / "bytecode", tmp_path / "station"
    drop_from_memory(tmp_path)
    bare, _ = seconds("reference.bare_window", written=written / "bare")
    drop_from_memory(tmp_path)
    is_new = not folder.exists()
    ours, said = seconds("window_start_pass", str(folder), written=written / "station")
    assert is_new or said["loaded"] == []
    return ours, bare


def drop_from_memory(kept: Path) -> None:
    libraries = Path(sys.prefix) / "lib"
    for folder in (libraries, kept, ROOT / "dealer_app", ROOT / "ui", ROOT / "drivers", ROOT / "resources"):
        for path in folder.rglob("*"):
            if path.is_file():
                drop(path)


def drop(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(file)
