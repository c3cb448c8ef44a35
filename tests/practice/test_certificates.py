"""The certificate of an exam: from the journal alone, as of the exam's end, and everything in it can be repeated."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import ExamSession, choose_items, end_waiting_exam, hash_items
from dealer_app.practice.exam_results import read_exam_result
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.grading import grade_tries
from dealer_app.practice.round_exam import choose_rounds
from dealer_app.practice.round_session import RoundSession
from dealer_app.practice.scenarios import load_scenarios
from dealer_app.practice.session import table_skills
from dealer_app.practice_events import GradeRuleSet, PracticeMode
from dealer_app.reports.report_files import write_certificate
from dealer_app.rulebooks import load_rulebook
from dealer_app.station.report_orders import ReportError, ReportForm
from dealer_app.texts import Language, language_pair
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

BOOK = load_rulebook("tai-sai-open-cover-v5")
TABLE = DrillTable(make_rules(BOOK, BOOK.layouts[0]))
WORDS = language_pair(Language.EN, Language.ZH_HANT)
STRICT = ((5, 100, 100), (4, 100, 100), (3, 100, 100), (2, 65, 50))


@contextmanager
def reopened(path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    with reopened(tmp_path / "practice") as opened:
        yield opened


def sit(
    folder: PracticeFolder, items: int, *, stop_after: int = 0, wrong: Callable[[int], bool] = lambda _: False
) -> int:
    """An exam to its end, or left after so many items and ended by a trainer."""
    session = ExamSession(folder, folder.enroll("Trainee 4", "D4").trainee, TABLE, seed=7, items=items)
    is_over, number = False, 0
    while not is_over:
        question = session.question
        mistakes = [mistake.answer for mistake in question.mistakes]
        session.answer(mistakes[0] if wrong(number) and mistakes else question.right[0], 1000)
        before, number = session.item, number + 1
        is_over = not session.ask_next()
        if before == stop_after and session.item > before:
            session.halt()
            end_waiting_exam(folder, session.number, "")
            return session.number
    session.end()
    return session.number


def certificate(folder: PracticeFolder, session: int, tmp_path: Path, form: ReportForm = ReportForm.JSON) -> bytes:
    output = tmp_path / f"certificate.{form.value}"
    write_certificate(folder, session, output, WORDS, form)
    return output.read_bytes()


def test_the_same_journal_gives_the_same_bytes_whatever_came_after_the_exam(
    folder: PracticeFolder, tmp_path: Path
) -> None:
    session = sit(folder, 24)
    before = [certificate(folder, session, tmp_path, form) for form in ReportForm]
    assert before[0].startswith(b"%PDF")
    folder.record(GradeRuleSet(trainer="t9", rule=STRICT))
    sit(folder, 3)
    assert [certificate(folder, session, tmp_path, form) for form in ReportForm] == before


def test_a_grade_is_by_the_rule_that_was_in_force_and_stands_with_it(folder: PracticeFolder, tmp_path: Path) -> None:
    folder.record(GradeRuleSet(trainer="t9", rule=STRICT))
    session = sit(folder, 60, wrong=lambda number: number % 8 == 7)
    result, plain = read_exam_result(folder.path, session), json.loads(certificate(folder, session, tmp_path))
    record = next(exam for exam in folder.state.trainees[result.began.trainee].exams if exam.session == session)
    assert result.right < len(result.answers)
    for each in result.competencies:
        tries = record.tries.get(each.competency.value, "")
        assert (each.grade, each.items, each.right) == (
            grade_tries(tries, STRICT),
            len(tries),
            len(tries) - tries.count("w"),
        )
    assert [row["right-share"] for row in plain["sections"]["rule"]][:4] == [100, 100, 100, 65]


def test_what_was_not_seen_has_no_grade(folder: PracticeFolder, tmp_path: Path) -> None:
    rows = json.loads(certificate(folder, sit(folder, 12), tmp_path))["sections"]["grades"]
    few = [row for row in rows if row["items"] < 10]
    assert few
    assert {row["standing"] for row in few} == {"not-seen"}
    assert not any(row["grade"] for row in few)


def test_an_interrupted_exam_says_how_far_it_came_and_shows_no_standard(folder: PracticeFolder, tmp_path: Path) -> None:
    session = sit(folder, 70, stop_after=41)
    plain = json.loads(certificate(folder, session, tmp_path))
    assert plain["sections"]["interrupted"] == "Interrupted, 41 of 70"
    assert (plain["interrupted"], plain["answered"], plain["items"], plain["at_standard"]) == (1, 41, 70, 0)


def test_somebody_else_makes_the_same_items_of_what_stands_on_it(folder: PracticeFolder, tmp_path: Path) -> None:
    plain = json.loads(certificate(folder, sit(folder, 20), tmp_path))
    book = load_rulebook(plain["document"])
    layout = next(each for each in book.layouts if each.letter == plain["layout"])
    table = DrillTable(make_rules(book, layout))
    items = choose_items(table_skills(table), plain["seed"], plain["items"])
    assert hash_items(items, plain["fingerprint"], plain["layout"]) == plain["items_hash"]
    assert plain["fingerprint"] == book.choice_fingerprint


def test_an_exam_of_rounds_names_its_rounds(folder: PracticeFolder, tmp_path: Path) -> None:
    rounds = choose_rounds(TABLE, load_scenarios(), 5, 2)
    trainee = folder.enroll("Trainee 4").trainee
    session = RoundSession(folder, trainee, TABLE, mode=PracticeMode.EXAM, rounds=rounds, seed=5)
    session.answer(session.question.right[0], 1000)
    session.halt()
    end_waiting_exam(folder, session.number, "")
    plain = json.loads(certificate(folder, session.number, tmp_path))
    assert all((each.scenario or str(each.seed)) in plain["sections"]["repeat"]["rounds"] for each in rounds)
    assert plain["answered"] == 1


def test_it_is_repeated_by_the_command_of_repeating_with_the_same_figures(tmp_path: Path) -> None:
    with reopened(tmp_path / "practice") as folder:
        session = sit(folder, 15, wrong=lambda number: number == 3)
    output, data = tmp_path / "certificate.json", ("--data-dir", str(tmp_path))
    made = CliRunner().invoke(
        main, ["practice", "certificate", str(session), "--format", "json", "-o", str(output), *data]
    )
    assert made.exit_code == 0, made.output
    plain = json.loads(output.read_text(encoding="utf-8"))
    repeated = CliRunner().invoke(main, ["practice", "repeat", plain["sections"]["repeat"]["command"], *data])
    assert repeated.exit_code == 0, repeated.output
    all_answers = sum(row["items"] for row in plain["sections"]["grades"])
    assert f"{plain['right']} of {all_answers} answers right; the exam has {plain['items']} items." in repeated.output


def test_there_is_none_of_what_is_no_exam_not_over_or_of_nobody(folder: PracticeFolder, tmp_path: Path) -> None:
    waiting = ExamSession(folder, folder.enroll("Trainee 5").trainee, TABLE, seed=7, items=3)
    over = sit(folder, 3)
    folder.erase(folder.state.open_exams.get(over, "t2"))
    for session, code in ((99, "no-such-exam"), (waiting.number, "exam-not-over"), (over, "trainee-erased")):
        with pytest.raises(ReportError) as refused:
            certificate(folder, session, tmp_path)
        assert refused.value.code == code
    assert not list(tmp_path.glob("certificate*"))


def test_the_command_says_in_a_sentence_that_there_is_none(tmp_path: Path) -> None:
    with reopened(tmp_path / "practice"):
        pass
    done = CliRunner().invoke(
        main, ["practice", "certificate", "4", "-o", str(tmp_path / "c.pdf"), "--data-dir", str(tmp_path)]
    )
    assert done.exit_code == 1
    assert "There is no exam 4 in this folder." in done.output
