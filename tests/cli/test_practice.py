"""`dealer-station practice`: asked in the terminal as at the window; nothing that was shown as taken is lost."""

import json
import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.cli.run import PRACTICE_FOLDER
from dealer_app.practice.folder import open_practice
from dealer_app.practice.state import PracticeState
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

V4 = "tiger-buffalo-v4"


def practise(folder: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["practice", *words, "--data-dir", str(folder)], input=typed)


def kept(folder: Path) -> PracticeState:
    numbers = count(1)
    with open_practice(folder / PRACTICE_FOLDER, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        return opened.state


def test_an_answer_that_is_none_is_asked_again_and_not_counted(tmp_path: Path) -> None:
    done = practise(tmp_path, "drill", V4, "--skill", "total", "--seed", "1", typed="banana\n99999999999999\n3\nq\n")
    assert done.exit_code == 0, done.output
    assert done.output.count("Not an answer to this question") == 2
    (record,) = kept(tmp_path).trainees.values()
    assert record.answers == 1


def test_each_answer_is_one_line_for_another_program(tmp_path: Path) -> None:
    done = practise(tmp_path, "drill", V4, "--skill", "draw", "--json", "--questions", "3", typed="1\n1\n1\n")
    lines = [json.loads(line) for line in done.output.splitlines() if line.startswith("{")]
    assert len(lines) == 3
    assert {"skill", "book", "answer", "right", "causes", "money", "clause", "seed"} <= set(lines[0])


def test_the_clause_is_shown_for_h_and_the_answer_counts_as_not_known(tmp_path: Path) -> None:
    done = practise(tmp_path, "drill", V4, "--skill", "draw.natural", "--json", typed="h\n3\nq\n")
    (line,) = (json.loads(each) for each in done.output.splitlines() if each.startswith("{"))
    assert line["right"]
    assert line["rating"] == "again"
    assert "Clause 3.12" in done.output


def test_an_exam_gives_no_hint_and_no_verdict_and_is_repeated_to_the_same(tmp_path: Path) -> None:
    done = practise(tmp_path, "exam", V4, "--items", "4", "--seed", "3", typed="h\n" + "1\n-\n" * 40)
    hashes = re.findall(r"hash ([0-9a-f]{64})", done.output)
    assert len(hashes) == 2
    assert hashes[0] == hashes[1]
    assert "No hints in an exam" in done.output
    assert "By the book" not in done.output
    again = practise(tmp_path, "repeat", "1")
    assert again.exit_code == 0, again.output
    assert "the same as then" in again.output
    assert practise(tmp_path, "repeat", "9").exit_code == 2


def test_the_class_is_a_table_in_which_no_cell_is_a_formula(tmp_path: Path) -> None:
    practise(tmp_path, "drill", V4, "--trainee", "=1+1", "--questions", "1", typed="1\n")
    done = practise(tmp_path, "class", "--format", "csv")
    assert done.output.startswith("trainee,name,answers")
    assert not any(cell.startswith("=") for line in done.output.splitlines() for cell in line.split(","))
    (row,) = json.loads(practise(tmp_path, "class", "--format", "json").output)
    assert row["answers"] == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("drill", "poker"), "There is no game"),
        (("drill", V4, "--layout", "Z"), "has the layouts"),
        (("drill", V4, "--skill", "juggling"), "asks nothing"),
        (("erase", "nobody"), "Nobody practises here"),
    ],
)
def test_what_cannot_be_is_one_sentence(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = practise(tmp_path, *words)
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output


def test_skills_are_listed_with_their_clauses() -> None:
    done = CliRunner().invoke(main, ["practice", "skills", V4])
    assert done.exit_code == 0
    assert re.search(r"draw\.natural .*3\.12", done.output)


def test_a_killed_session_loses_no_answer_that_was_shown_as_taken(tmp_path: Path) -> None:
    """kill -9 right after a verdict."""
    words = ["practice", "drill", V4, "--skill", "draw", "--seed", "5", "--data-dir", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "dealer_app", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        shown = 0
        while shown < 5:
            child.stdin.write("1\n")
            child.stdin.flush()
            shown += next(line for line in child.stdout if line.startswith(("Right", "Wrong"))) != ""
        child.send_signal(signal.SIGKILL)
        child.wait()
    state = kept(tmp_path)
    (record,) = state.trainees.values()
    assert record.answers == shown
    assert state.open_session is None, "it has ended, interrupted"
