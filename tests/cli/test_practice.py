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
from dealer_app.cli import practice as practice_command
from dealer_app.cli.run import PRACTICE_FOLDER
from dealer_app.people.pins import USUAL_EFFORT, HashedPin, Pin, PinHasher
from dealer_app.practice.folder import open_practice
from dealer_app.practice.skills import read_skills
from dealer_app.practice.state import PracticeState
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

V4 = "tiger-buffalo-v4"
ANY_ANSWER = "1\n-\n1 2\n1 2 3\n1 2 3 4\n1 2 3 4 5\n1 2 3 4 5 6\n"
"""One of them is an answer to every question."""


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
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 3
    assert done.stderr.count("PLAYER: ") == 3, "what is asked is seen beside it"
    assert {"skill", "book", "answer", "right", "causes", "money", "clause", "seed"} <= set(lines[0])


def test_the_clause_is_shown_for_h_and_the_answer_counts_as_not_known(tmp_path: Path) -> None:
    done = practise(tmp_path, "drill", V4, "--skill", "draw.natural", "--json", typed="h\n3\nq\n")
    (line,) = (json.loads(each) for each in done.output.splitlines() if each.startswith("{"))
    assert line["right"]
    assert line["rating"] == "again"
    assert "Clause 3.12" in done.output


def test_a_faulty_skill_is_named_and_the_others_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = read_skills('# A skill without its seconds\n[[skill]]\nid = "total.two"\n', "skills.toml")
    monkeypatch.setattr(practice_command, "load_skills", lambda: broken)
    done = practise(tmp_path, "drill", V4, "--skill", "draw", "--questions", "1", typed="1\n")
    assert done.exit_code == 0, done.output
    assert re.fullmatch(r"skills.toml, line 2: .*\n", done.stderr)


def test_an_exam_gives_no_hint_and_no_verdict_and_is_repeated_to_the_same(tmp_path: Path) -> None:
    done = practise(tmp_path, "exam", V4, "--items", "4", "--seed", "3", typed="h\n" + ANY_ANSWER * 40)
    hashes = re.findall(r"hash ([0-9a-f]{64})", done.output)
    assert len(hashes) == 2
    assert hashes[0] == hashes[1]
    assert "No hints in an exam" in done.output
    assert "By the book" not in done.output
    again = practise(tmp_path, "repeat", "1")
    assert again.exit_code == 0, again.output
    assert "the same as then" in again.output
    assert re.match(r"\d+ of \d+ answers right; the exam has \d+ items\.", again.output)
    assert practise(tmp_path, "repeat", "9").exit_code == 2


def test_the_class_is_a_table_in_which_no_cell_is_a_formula(tmp_path: Path) -> None:
    practise(tmp_path, "drill", V4, "--trainee", "=1+1", "--questions", "1", typed="1\n")
    done = practise(tmp_path, "class", "--format", "csv")
    assert done.output.startswith("trainee,name,class,answers")
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


def test_a_class_is_enrolled_in_one_go_and_nobody_twice(tmp_path: Path) -> None:
    listed = tmp_path / "class.txt"
    listed.write_text("Trainee 2, B2\n\nTrainee 3\n", encoding="utf-8")
    done = practise(tmp_path, "enroll", "Trainee 1", "Trainee 2", "--from", str(listed), "--class", "October")
    assert done.exit_code == 0, done.output
    assert done.output.endswith("3 enrolled.\n")
    again = practise(tmp_path, "enroll", "Trainee 1", "Trainee 4")
    assert again.output.endswith("1 enrolled, 1 were there already.\n")
    people = practise(tmp_path, "trainees").output
    assert re.search(r"Trainee 2  B2  October  0 answers", people)
    assert len(practise(tmp_path, "class", "--class", "October", "--format", "csv").output.splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("enroll",), "Nobody is named"),
        (("enroll", "x" * 61), "is no name"),
        (("enroll", "--from", "nowhere.txt"), "cannot be read"),
        (("person", "nobody"), "Nobody practises here"),
        (("waiting", "--end", "9"), "does not wait"),
        (("exam", "--resume", "9"), "does not wait"),
        (("exam",), "Name the game"),
    ],
)
def test_what_a_trainer_cannot_do_is_one_sentence(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = practise(tmp_path, *words)
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output


def test_an_exam_that_is_left_waits_and_goes_on_at_the_same_item(tmp_path: Path) -> None:
    left = practise(tmp_path, "exam", V4, "--items", "4", "--seed", "3", typed="1\nq\n")
    item = re.search(r"Left at item (\d) of 4", left.output)
    assert item, left.output
    assert "By the book" not in left.output
    assert "Exam 1: Trainee, 1 of 4" in practise(tmp_path, "waiting").output
    assert "has an exam that waits" in practise(tmp_path, "exam", V4).output
    resumed = practise(tmp_path, "exam", "--resume", "1", typed=ANY_ANSWER * 40)
    assert "Seed 3, 4 items" in resumed.output
    assert practise(tmp_path, "waiting").output == "No exam waits.\n"
    assert "the same as then" in practise(tmp_path, "repeat", "1").output


def test_once_there_is_a_trainer_their_pin_is_asked(tmp_path: Path) -> None:
    practise(tmp_path, "enroll", "Trainee 1")
    numbers = count(1)
    with open_practice(tmp_path / PRACTICE_FOLDER, PROGRAM, SteppingClock(), lambda: f"x{next(numbers)}") as folder:
        hashed = PinHasher(USUAL_EFFORT).hash_pin(Pin("274916"))
        assert hashed is not None
        folder.enroll_trainer("Trainer 1", HashedPin(hashed))
        (trainee,) = folder.trainees
    refused = practise(tmp_path, "erase", trainee, "--yes", typed="111222\n")
    assert refused.exit_code == 2
    assert "Wrong PIN" in refused.output
    assert trainee in kept(tmp_path).trainees
    assert practise(tmp_path, "class", typed="").exit_code == 2
    assert practise(tmp_path, "class", typed="274916\n").exit_code == 0
    assert practise(tmp_path, "erase", trainee, typed="274916\nn\n").output.endswith("Nothing was deleted.\n")
    assert practise(tmp_path, "erase", trainee, typed="274916\ny\n").exit_code == 0
    assert trainee not in kept(tmp_path).trainees


def test_a_person_is_exported_with_skills_and_exams(tmp_path: Path) -> None:
    practise(tmp_path, "exam", V4, "--items", "2", "--seed", "3", typed=ANY_ANSWER * 40)
    plain = json.loads(practise(tmp_path, "person", "Trainee", "--format", "json").output)
    assert plain["name"] == "Trainee"
    assert plain["exams"][0]["items"] == 2
    assert plain["skills"]
    lines = practise(tmp_path, "person", "Trainee", "--format", "csv").output.splitlines()
    assert len(lines) == len(plain["skills"]) + 1
