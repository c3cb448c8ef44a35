"""At a real terminal PINs are typed unseen; through a pipe they come like any other line."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.typist import PINS

LINES = [
    ("Badge: ", "m1"),
    ("Name: ", "Person M1"),
    ("Position", "pit-manager"),
    ("New PIN of M1: ", PINS["M1"]),
    ("The same PIN again: ", PINS["M1"]),
    ("Badge: ", "m2"),
    ("Name: ", "Person M2"),
    ("Position", "shift-manager"),
    ("New PIN of M2: ", PINS["M2"]),
    ("The same PIN again: ", PINS["M2"]),
]


def first_run(folder: Path) -> list[str]:
    return [sys.executable, "-m", "dealer_app", "people", "add", "--data-dir", str(folder)]


def test_a_first_run_through_a_pipe(tmp_path: Path) -> None:
    typed = "".join(f"{answer}\n" for _, answer in LINES)
    done = subprocess.run(first_run(tmp_path / "a"), input=typed, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "M1 and M2 are known here now." in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are another thing there")
def test_a_pin_is_not_seen_at_a_terminal(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        first_run(tmp_path / "a"), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as station:
        os.close(theirs)
        shown = seen = ""
        for prompt, answer in LINES:
            while prompt not in seen:
                seen += os.read(ours, 1024).decode()
            shown += seen
            seen = ""
            os.write(ours, f"{answer}\n".encode())
        while part := _rest(ours):
            shown += part
        assert station.wait(30) == 0, shown
    os.close(ours)
    assert "M1 and M2 are known here now." in shown
    assert "Person M1" in shown, "what is not hidden is seen"
    assert PINS["M1"] not in shown
    assert PINS["M2"] not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are another thing there")
def test_a_question_of_practice_is_seen_above_its_prompt(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    words = [sys.executable, "-m", "dealer_app", "practice", "drill", "tiger-buffalo-v4", "--data-dir", str(tmp_path)]
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as drill:
        os.close(theirs)
        shown = ""
        while "> " not in shown:
            shown += os.read(ours, 1024).decode()
        os.write(ours, b"q\n")
        while _rest(ours):
            pass
        assert drill.wait(30) == 0, shown
    os.close(ours)
    assert re.search(r"\w\r\n> ", shown), shown


def _rest(terminal: int) -> str:
    """What comes still; nothing when the program has gone."""
    try:
        return os.read(terminal, 1024).decode()
    except OSError:
        return ""
