"""Rounds in the terminal: scenarios, dealt rounds, exams of rounds, and the check of scenario files."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.scenarios import load_scenarios
from dealer_app.practice_events import PracticeAnswered, PracticeEvent, RoundAnswered
from tests.cli.test_practice import ANY_ANSWER, kept, practise

EXCESS = "v4-card-too-many"
V4 = "tiger-buffalo-v4"
ANY_DECISION = "7\n" + ANY_ANSWER
"""One of them is an answer to every question of a round."""


def check(*words: str) -> Result:
    return CliRunner().invoke(main, ["practice", "check", *words])


def test_the_scenarios_are_listed_by_game() -> None:
    done = CliRunner().invoke(main, ["practice", "scenario", "list", V4])
    assert done.exit_code == 0, done.output
    assert re.search(rf"{EXCESS} +level 2  One card too many, both hands finished \(5\.8\)", done.output)
    assert "mbs-" not in done.output


def test_a_digit_is_the_step_of_that_key_and_nothing_else_counts(tmp_path: Path) -> None:
    done = practise(tmp_path, "scenario", EXCESS, "--json", typed="11\nbanana\n1\n2\n3\nq\n")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["answer"] for line in lines] == [["open-betting"], ["no-more-bets"], ["draw-player"]]
    assert all(line["right"] and line["scenario"] == EXCESS for line in lines)
    assert done.output.count("Not an answer to this question") == 2
    (record,) = kept(tmp_path).trainees.values()
    assert record.answers == 3


def test_the_guide_speaks_in_a_guided_round_alone(tmp_path: Path) -> None:
    guided = practise(tmp_path, "scenario", EXCESS, "--mode", "guided", typed="q\n")
    assert "Say: “Place your Bets, please”" in guided.output
    assert "Say: “" not in practise(tmp_path, "scenario", EXCESS, typed="q\n").output


def test_the_words_come_first_when_the_point_is_pressed(tmp_path: Path) -> None:
    done = practise(tmp_path, "scenario", "ts-not-covered", "--json", typed="1\n2\n.\n9\n.\n1\nq\n")
    lines = [json.loads(line)["question"] for line in done.output.splitlines() if line.startswith("{")]
    assert lines == ["round-step", "round-step", "words-case"]


def test_a_scenario_is_played_at_another_layout_of_its_document(tmp_path: Path) -> None:
    done = practise(tmp_path, "scenario", EXCESS, "--layout", "P", "--json", typed="1\nq\n")
    (line,) = (json.loads(each) for each in done.output.splitlines() if each.startswith("{"))
    assert (line["layout"], line["right"]) == ("P", True)


def test_after_the_own_rating_comes_the_debrief(tmp_path: Path) -> None:
    done = practise(tmp_path, "scenario", EXCESS, typed="1\n3\nq\n9\n2\n4\n")
    assert done.output.index("Rate yourself first") < done.output.index("1 of 2 right")
    assert "The round went on with the book’s step." in done.output
    assert "Bets: " in done.output
    assert "1. " in done.output
    assert "it waits face down and opens the next round" in done.output


def test_rounds_are_dealt_from_a_seed(tmp_path: Path) -> None:
    games = ("tai-sai-open-cover-v5", "tiger-baccarat-mbs-v3")
    for game in games:
        one, other = (
            practise(tmp_path, "round", game, "--seed", "4", "--json", typed=ANY_DECISION * 60) for _ in range(2)
        )
        assert one.exit_code == 0, one.output
        found = [[json.loads(line) for line in each.output.splitlines() if line[:1] == "{"] for each in (one, other)]
        assert [line["book_answer"] for line in found[0]] == [line["book_answer"] for line in found[1]]
        assert len(found[0]) > 4


def test_an_exam_of_rounds_is_left_resumed_and_repeated(tmp_path: Path) -> None:
    left = practise(tmp_path, "exam", V4, "--rounds", "2", "--seed", "3", typed="h\n1\n2\nq\n")
    assert "No hints in an exam" in left.output
    assert "By the book" not in left.output
    assert re.search(r"Left at decision 3 of \d+\. It waits for a trainer", left.output)
    assert re.search(r"Exam 1: Trainee, 2 of \d+ items", practise(tmp_path, "waiting").output)
    resumed = practise(tmp_path, "exam", "--resume", "1", typed=ANY_DECISION * 100)
    hashes = {*re.findall(r"hash ([0-9a-f]{64})", left.output + resumed.output)}
    assert len(hashes) == 1
    assert "Seed 3, 2 rounds" in resumed.output
    again = practise(tmp_path, "repeat", "1")
    assert again.exit_code == 0, again.output
    assert "the same as then" in again.output


def test_a_killed_exam_of_rounds_loses_no_answer_and_asks_none_twice(tmp_path: Path) -> None:
    """kill -9 between two questions."""
    words = ["practice", "exam", V4, "--rounds", "1", "--seed", "3", "--data-dir", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "dealer_app", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        asked = 0
        while asked < 4:
            asked += next(line for line in child.stdout if line.startswith("What comes next?")) != ""
            if asked < 4:
                child.stdin.write(f"{asked}\n")
                child.stdin.flush()
        child.send_signal(signal.SIGKILL)
        child.wait()
    (record,) = kept(tmp_path).trainees.values()
    assert record.exams[0].answered == 3
    resumed = practise(tmp_path, "exam", "--resume", "1", typed=ANY_DECISION * 60)
    assert resumed.exit_code == 0, resumed.output
    (record,) = kept(tmp_path).trainees.values()
    assert record.exams[0].answered == record.exams[0].items


@pytest.mark.parametrize("words", [("scenario", EXCESS), ("drill", V4)])
def test_on_a_full_disk_an_answer_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    practise(tmp_path, *words, typed="1\nq\n")
    write = PracticeFolder.record

    def fill(folder: PracticeFolder, *events: PracticeEvent) -> None:
        if any(isinstance(event, PracticeAnswered | RoundAnswered) for event in events):
            raise JournalError(JournalFault.DISK_FULL, {})
        write(folder, *events)

    with monkeypatch.context() as patched:
        patched.setattr(PracticeFolder, "record", fill)
        done = practise(tmp_path, *words, typed=ANY_DECISION)
    assert done.exit_code == 2
    assert "Not graded: nothing can be recorded. The answer does not count." in done.output
    assert "Traceback" not in done.output
    (record,) = kept(tmp_path).trainees.values()
    assert record.answers == 1


def test_the_files_that_come_with_the_station_can_be_played() -> None:
    done = check()
    assert done.exit_code == 0, done.output
    assert done.output == f"{len(load_scenarios().files)} scenarios can be played.\n"


def test_a_file_of_ones_own_is_checked_and_played(tmp_path: Path) -> None:
    good, bad = tmp_path / "own.toml", tmp_path / "bad.toml"
    text = write_scenario(load_scenarios().files[EXCESS].scenario).replace(EXCESS, "my-own")
    good.write_text(text, encoding="utf-8")
    bad.write_text(text.replace("{ card = 4 }", "{ card = 9 }"), encoding="utf-8")
    assert check(str(good)).exit_code == 0
    done = check(str(good), str(bad), str(tmp_path / "none.toml"))
    assert done.exit_code == 1
    assert "1 scenarios can be played." in done.output
    assert re.search(r"bad\.toml, line \d+: step 1 can never happen: card 9 never leaves the shoe", done.output)
    assert "none.toml: cannot be read" in done.output
    assert practise(tmp_path, "scenario", str(good), "--json", typed="1\nq\n").exit_code == 0
    assert practise(tmp_path, "scenario", str(bad), typed="q\n").exit_code == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("scenario", "no-such-thing"), "There is no scenario"),
        (("scenario", "list", "poker"), "There is no game"),
        (("scenario", EXCESS, "--layout", "Z"), "has the layouts"),
        (("round", "poker"), "There is no game"),
        (("round", V4, "--layout", "Z"), "has the layouts"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = practise(tmp_path, *words)
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output
