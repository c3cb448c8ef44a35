"""A station in a process of its own, on a real disk, killed at a moment that nobody chose."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from dealer_app.journal.recovery import recover
from tests.faults.kill_steps import StateTrace, starts_again
from tests.support.house_run import FOLDING, find_script, run_house
from tests.support.journals import play_script
from tests.support.kill_child import after_each_commit
from tests.support.long_tests import mostly_long
from tests.support.quick_folder import quick_folder

SEEDS = range(20)
SCRIPTS = ("v4-excess-card", "ip-insurance-after-four", "mbs-natural", "ts-wrong-display")


@contextmanager
def station(folder: Path, name: str) -> Iterator["subprocess.Popen[str]"]:
    words = [sys.executable, "-m", "tests.faults.kill_station", str(folder), name]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@cache
def course(name: str) -> StateTrace:
    """What the same station comes to without a kill: its clock and its chance are the same each time."""
    noted, known = StateTrace(), play_script(find_script(name))
    with quick_folder() as folder, after_each_commit(noted.note), run_house(folder) as house:
        house.play_all(known.given, known.rules)
    return noted


@pytest.mark.assurance("A1")
@pytest.mark.parametrize("seed", mostly_long(SEEDS, keep_every=3))
def test_a_station_that_is_killed_at_any_moment_stands_where_it_was_seen_to_stand(tmp_path: Path, seed: int) -> None:
    name, chance = SCRIPTS[seed % len(SCRIPTS)], random.Random(seed)
    true, data = course(name), tmp_path / "data"
    with station(data, name) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline() for _ in range(1 + chance.randrange(len(true.heads) - 1))]
        # Somewhere within what comes then: while it is judged, written, or brought to the disk.
        time.sleep(chance.random() * 0.01)
        os.kill(process.pid, signal.SIGKILL)
        seen += process.stdout
    last = int(seen[-1])
    found = recover(data, FOLDING)
    assert found.head.sequence in (last, true.next_end(last))
    assert found.head == true.heads[found.head.sequence]
    assert found.state == true.states[found.head.sequence]
    starts_again(data, found)
