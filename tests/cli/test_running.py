"""The command as a process: one clear line for whatever is wrong, and quiet where nobody reads."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

ROUNDS = Path(__file__).parents[1] / "golden" / "rounds.jsonl"
held_back_or_not = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["held-back", "unbuffered"])
"""Whether Python gathers what is written, or is told by the environment to pass on each piece as it comes."""


def station(*words: str, into: str = "") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "dealer_app", *words]
    if not into:
        return subprocess.run(line, capture_output=True, text=True, check=False)
    with Path(into).open("w") as sink:
        return subprocess.run(line, stdout=sink, stderr=subprocess.PIPE, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rulebooks", "show", "nope"], "dealer-station rulebooks show: Invalid value for 'NAME'"),
        (["rulebooks", "show", "tai-sai-open-cover-v5", "--layout", "B"], "pictured in Appendix B is layout A"),
        (["rulebooks", "show", "tai-sai-open-cover-v5", "--layout", "Z"], "has the layouts A, C, E"),
        (["clauses", "nope"], "Invalid value for '[GAME]'"),
        (["odds", "nope"], "there is no game 'nope'"),
        (["nope"], "No such command 'nope'"),
        (["audit", "--jobs", "x"], "not a valid integer"),
        (["audit", "--jobs", "0"], "not in the range"),
        (["audit", "--colour"], "No such option"),
        (["audit", "no-such-file"], "no-such-file: cannot be read: No such file or directory"),
        (["audit", "/"], "/: cannot be read: Is a directory"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(words: list[str], told: str) -> None:
    done = station(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only where there is a device that is always full")
@pytest.mark.parametrize(
    "words", [["audit", str(ROUNDS)], ["odds", "tai-sai-open-cover-v5"], ["clauses"], ["rulebooks", "list"]]
)
def test_a_full_disk_is_told_in_one_line(words: list[str]) -> None:
    done = station(*words, into="/dev/full")
    assert done.returncode == 2
    assert done.stderr == "dealer-station: the output cannot be written: No space left on device\n"


@held_back_or_not
def test_nothing_is_said_when_the_reader_has_seen_enough(tmp_path: Path, unbuffered: str) -> None:
    """The answers are written in one piece, of which no pipe holds more than a part."""
    source = tmp_path / "named-at-length.jsonl"
    source.write_text(f'{{"id":"{"x" * 20_000}"}}\n' * 200)
    line = f"{sys.executable} -m dealer_app audit {source} | head -1"
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["/bin/sh", "-c", line], env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@held_back_or_not
@pytest.mark.parametrize(
    "words",
    [
        ["audit", str(ROUNDS)],
        ["odds", "tai-sai-open-cover-v5"],
        ["clauses"],
        ["rulebooks", "show", "tai-sai-open-cover-v5"],
    ],
)
def test_a_disk_that_fills_up_is_told_in_one_line(tmp_path: Path, words: list[str], unbuffered: str) -> None:
    """A file takes the beginning of the output and no more."""
    # Without -B what is compiled meanwhile would be cut short too.
    line = f'ulimit -f 1; exec {sys.executable} -B -m dealer_app "$@" >{tmp_path / "out"}'
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    command = ["/bin/sh", "-c", line, "sh", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (tmp_path / "out").stat().st_size in {512, 1024}
    assert done.returncode == 2
    assert done.stderr == "dealer-station: the output cannot be written: File too large\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_at_the_start_is_no_fault(closed: str) -> None:
    line = f"{sys.executable} -m dealer_app audit --check {ROUNDS} {closed}"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ("" if "2>" in closed else "888 lines checked, 0 with a difference or an error\n")


def test_a_line_that_never_ends_takes_no_more_memory_than_any_other() -> None:
    line = f"head -c 50000000 /dev/zero | (ulimit -v 600000; {sys.executable} -m dealer_app audit)"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "longer than" in done.stdout
    assert len(done.stdout.splitlines()) == 1


def test_without_words_the_help_is_shown() -> None:
    done = station()
    assert done.returncode == 2
    assert "Commands:" in done.stderr


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes where there is a /proc")
def test_no_worker_outlives_a_command_that_was_killed(tmp_path: Path) -> None:
    line = ROUNDS.read_bytes().splitlines(keepends=True)[0]
    source = tmp_path / "many.jsonl"
    source.write_bytes(line * 400_000)
    command = [sys.executable, "-m", "dealer_app", "audit", "--jobs", "2", str(source)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as audit:
        assert _soon(lambda: len(_children(audit.pid)) >= 2)
        workers = _children(audit.pid)
        audit.kill()
    assert _soon(lambda: not [worker for worker in workers if Path(f"/proc/{worker}").exists()])


def _children(parent: int) -> list[str]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if f"PPid:\t{parent}\n" in status.read_text():
                found.append(status.parent.name)
    return found


def _soon(happened: Callable[[], bool]) -> bool:
    give_up = time.monotonic() + 30
    while not happened():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.05)
    return True
