"""The soak takes no more memory after many rounds than after the first ten thousand.

A build plays fewer rounds than the hundred thousand of the goal: SOAK_ROUNDS=100000 plays them all.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.bench,
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks the system under /proc"),
]

FIRST = 10_000
ROUNDS = int(os.environ.get("SOAK_ROUNDS", "25000"))


@pytest.mark.parametrize(("game", "letter"), [("tiger-buffalo-insurance", "A"), ("tai-sai-open-cover-v5", "C")])
def test_memory_is_flat(game: str, letter: str) -> None:
    words = [sys.executable, "-m", "tests.bench.soak_pass", game, letter, str(FIRST), str(ROUNDS)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    print(f"\n{game}: {before} KiB after {FIRST} rounds, {after} KiB after {ROUNDS}, {after / before - 1:+.2%}")
    assert after <= before * 1.02
