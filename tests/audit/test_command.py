"""`dealer-station audit` as a command: what it prints where, its exit statuses, and the order of its answers."""

import json
import os
import subprocess
import sys
from pathlib import Path
from select import select
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from tests.audit.audit_lines import as_bytes, audit_answer, round_line, tumble_line

PROGRAM = (sys.executable, "-m", "dealer_app", "audit")
GOOD = [round_line("6S", "7D", "TH", "7S", "6C"), tumble_line(1, 2, 3), {**tumble_line(6, 6, 6), "id": "t2"}]
SECONDS_TO_ANSWER = 30
"""Of patience with a command that has to start first; it takes a fraction of it."""
BAD = [b"{", as_bytes(round_line("XX"))]


def run(*words: str, lines: list[bytes] | None = None) -> Result:
    given = b"".join(line + b"\n" for line in lines or ())
    return CliRunner().invoke(main, ["audit", *words], input=given)


def printed(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def file_of(folder: Path, lines: list[bytes]) -> str:
    path = folder / "rounds.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return str(path)


class TestStandardInput:
    @pytest.mark.parametrize("words", [(), ("-",)])
    def test_one_line_out_for_each_line_in_in_the_same_order(self, words: tuple[str, ...]) -> None:
        result = run(*words, lines=[as_bytes(line) for line in GOOD])
        assert result.exit_code == 0
        assert printed(result) == [audit_answer(line, number=number) for number, line in enumerate(GOOD, start=1)]
        assert result.stderr == ""

    def test_nothing_in_is_nothing_out(self) -> None:
        result = run()
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")

    def test_a_last_line_without_a_line_break_is_judged(self) -> None:
        result = CliRunner().invoke(main, ["audit"], input=as_bytes(GOOD[1]))
        assert [answer["id"] for answer in printed(result)] == ["t1"]

    def test_a_line_that_cannot_be_judged_does_not_stop_the_others(self) -> None:
        result = run(lines=[BAD[0], as_bytes(GOOD[0]), BAD[1], b"", as_bytes(GOOD[1])])
        answers = printed(result)
        assert result.exit_code == 1
        assert [answer["id"] for answer in answers] == [None, "r1", "r1", None, "t1"]
        assert [answer.get("error", {}).get("line") for answer in answers] == [1, None, 3, 4, None]
        assert "3 of 5 lines" in result.stderr


class TestFile:
    def test_it_is_judged_as_standard_input_is(self, tmp_path: Path) -> None:
        lines = [as_bytes(line) for line in GOOD] + BAD
        from_file, from_input = run(file_of(tmp_path, lines)), run(lines=lines)
        assert from_file.stdout == from_input.stdout
        assert (from_file.exit_code, from_input.exit_code) == (1, 1)

    def test_an_empty_file_is_fine(self, tmp_path: Path) -> None:
        path = tmp_path / "empty.jsonl"
        path.touch()
        assert run(str(path)).exit_code == 0

    @pytest.mark.parametrize("name", ["missing.jsonl", "."])
    def test_what_cannot_be_read_is_status_2_and_one_line(self, tmp_path: Path, name: str) -> None:
        path = tmp_path / name
        result = run(str(path))
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith(f"{path}: cannot be read")
        assert result.stderr.count("\n") == 1

    @pytest.mark.parametrize("words", [("--jobs", "0"), ("--jobs", "x"), ("--no-such-option",), ("a", "b")])
    def test_a_wrong_command_line_is_status_2(self, words: tuple[str, ...]) -> None:
        result = run(*words)
        assert result.exit_code == 2
        assert result.stdout == ""


class TestCheck:
    def pair(self, line: Any, **changed: object) -> bytes:
        return as_bytes({"in": line, "out": {**audit_answer(line), **changed}})

    def test_no_difference_prints_nothing(self) -> None:
        result = run("--check", lines=[self.pair(line) for line in GOOD])
        assert (result.exit_code, result.stdout) == (0, "")
        assert "3 lines checked, 0 with" in result.stderr

    def test_only_lines_that_differ_are_printed(self) -> None:
        result = run("--check", lines=[self.pair(GOOD[0]), self.pair(GOOD[1], sum=7), self.pair(GOOD[2])])
        assert result.exit_code == 1
        assert printed(result) == [{"id": "t1", "line": 2, "differs": [{"path": "sum", "expected": 7, "got": 6}]}]

    def test_lines_that_cannot_be_checked_are_errors(self) -> None:
        result = run("--check", lines=[as_bytes(GOOD[0]), b"{"])
        assert result.exit_code == 1
        assert [answer["error"]["code"] for answer in printed(result)] == ["unknown_field", "bad_json"]

    def test_without_stages(self) -> None:
        line = GOOD[0]
        lines = [as_bytes({"in": line, "out": audit_answer(line, stages=False)})]
        assert run("--check", "--no-stages", lines=lines).exit_code == 0
        assert run("--check", lines=lines).exit_code == 1


def test_no_stages_leaves_out_the_stages() -> None:
    with_them, without = (printed(run(*words, lines=[as_bytes(GOOD[0])]))[0] for words in ((), ("--no-stages",)))
    assert with_them.pop("stages")
    assert with_them == without


def test_a_line_too_long_to_be_a_round_is_one_error(tmp_path: Path) -> None:
    """Only its beginning is kept in memory, and the lines after it keep their numbers."""
    long = as_bytes({**GOOD[0], "id": "x" * 1_000_000})
    result = run(file_of(tmp_path, [as_bytes(GOOD[1]), long, long, b"{"]))
    answers = printed(result)
    assert [answer.get("error", {}).get("line") for answer in answers] == [None, 2, 3, 4]
    assert [answer["id"] for answer in answers] == ["t1", None, None, None]
    assert "long" in answers[1]["error"]["message"]
    assert run(lines=[as_bytes(GOOD[1]), long, long, b"{"]).stdout == result.stdout


class TestSeveralProcesses:
    def test_the_answers_are_those_of_one_process(self, tmp_path: Path) -> None:
        """More lines than are handed out ahead, so that answers are fetched while lines come; a seventh is faulty."""
        lines = []
        for number in range(4_700):
            line = {**tumble_line(1 + number % 6, 1 + number // 6 % 6, 3), "id": number}
            lines.append(as_bytes({**line, "layout": "B"} if number % 7 == 0 else line))
        path = file_of(tmp_path, lines)
        alone = subprocess.run([*PROGRAM, path], capture_output=True, check=False)
        together = subprocess.run([*PROGRAM, "--jobs", "2", path], capture_output=True, check=False)
        assert alone.stdout.count(b"\n") == len(lines)
        assert together.stdout == alone.stdout
        assert (alone.returncode, together.returncode) == (1, 1)
        assert together.stderr == alone.stderr
        assert [json.loads(line)["id"] for line in alone.stdout.splitlines()] == list(range(4_700))
        refused = [json.loads(line) for line in alone.stdout.splitlines()][7 * 300]
        assert refused["error"]["line"] == 7 * 300 + 1

    def test_checking_too(self, tmp_path: Path) -> None:
        lines = [as_bytes({"in": {**GOOD[1], "id": number}, "out": {}}) for number in range(3)]
        result = subprocess.run(
            [*PROGRAM, "--check", "--jobs", "2", file_of(tmp_path, lines)], capture_output=True, check=False
        )
        assert result.returncode == 1
        assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [0, 1, 2]


@pytest.mark.parametrize("words", [(), ("--jobs", "2"), ("--check",)])
def test_a_reader_that_leaves_early_is_no_trouble(tmp_path: Path, words: tuple[str, ...]) -> None:
    """As in `audit rounds.jsonl | head -1`: nothing on standard error, no traceback."""
    line = as_bytes({"in": GOOD[0], "out": {}} if "--check" in words else GOOD[0])
    path = file_of(tmp_path, [line] * 6_000)
    with subprocess.Popen([*PROGRAM, *words, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"id":"r1"')
        process.stdout.close()
        complaints = process.stderr.read()
    assert complaints == b""
    assert process.returncode == 1


def test_each_line_from_a_pipe_is_answered_before_the_next_is_read() -> None:
    """Another program may ask one round at a time and wait for each answer."""
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(as_bytes({**GOOD[1], "id": number}) + b"\n")
            process.stdin.flush()
            answered, _, _ = select([process.stdout], [], [], SECONDS_TO_ANSWER)
            assert answered, "the command waits for more before it answers"
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
    assert process.returncode == 0


@pytest.mark.parametrize("answers_go_to_the_terminal", [False, True])
def test_a_bar_on_the_terminal_for_a_file(tmp_path: Path, *, answers_go_to_the_terminal: bool) -> None:
    """Not where it would mingle with the answers."""
    controller, terminal = os.openpty()
    try:
        path = file_of(tmp_path, [as_bytes(GOOD[1])])
        out = terminal if answers_go_to_the_terminal else subprocess.DEVNULL
        subprocess.run([*PROGRAM, path], stdout=out, stderr=terminal, check=True)
        shown = os.read(controller, 65_536)
    finally:
        os.close(terminal)
        os.close(controller)
    assert (b"Judging" in shown) != answers_go_to_the_terminal
    assert (b'"sum":6' in shown) == answers_go_to_the_terminal
