"""Exams: sealed items, the same for everybody with the seed, graded once more to the same result."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import (
    ExamChangedError,
    ExamSession,
    choose_items,
    end_waiting_exam,
    repeat_exam,
)
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.schedule import RUNG_OF_DRILL, Rung, ladder
from dealer_app.practice.session import DrillSession, table_skills
from dealer_app.practice_events import (
    ExamResumed,
    PracticeAnswered,
    PracticeMode,
    PracticeSessionBegan,
    PracticeSessionEnded,
)
from dealer_app.rulebooks import load_rulebook
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

V4 = load_rulebook("tiger-buffalo-v4")
TABLE = DrillTable(make_rules(V4, V4.layouts[0]))
PAYS = tuple(skill for skill in table_skills(TABLE) if RUNG_OF_DRILL[skill.drill] is Rung.PAYS)


@contextmanager
def reopened(path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    with reopened(tmp_path) as opened:
        yield opened


def sit(folder: PracticeFolder, items: int, *, wrong: int) -> ExamSession:
    session = ExamSession(folder, folder.enroll("A trainee").trainee, TABLE, seed=7, items=items)
    for number in count():
        question = session.question
        mistakes = [mistake.answer for mistake in question.mistakes]
        session.answer(mistakes[0] if number < wrong and mistakes else question.right[0], 1000)
        if not session.ask_next():
            break
    session.end()
    return session


def test_what_an_exam_asks_opens_no_rung(folder: PracticeFolder) -> None:
    session = sit(folder, 12, wrong=6)
    (record,) = folder.state.trainees.values()
    rungs = ladder(table_skills(TABLE), record.skills, record.opened)
    assert len([rung for rung in rungs if rung.begun]) > 2
    assert [rung.rung for rung in rungs if rung.is_open] == [Rung.DRAWS]
    drill = DrillSession(folder, session.trainee, TABLE, seed=1, only=PAYS)
    drill.answer(drill.question.right[0], 1000)
    record = folder.state.trainees[session.trainee]
    rungs = ladder(table_skills(TABLE), record.skills, record.opened)
    assert [rung.rung for rung in rungs if rung.is_open] == [Rung.DRAWS, Rung.PAYS], "what drills have begun stays open"


def test_everybody_who_gets_the_seed_gets_the_same_items(folder: PracticeFolder) -> None:
    one, other = (ExamSession(folder, folder.enroll(name).trainee, TABLE, seed=3, items=20) for name in "AB")
    assert one.items == other.items
    assert one.items_hash == other.items_hash
    assert ExamSession(folder, one.trainee, TABLE, seed=4, items=20).items_hash != one.items_hash


def test_the_hash_of_the_items_is_written_before_the_first_answer(folder: PracticeFolder) -> None:
    session = sit(folder, 5, wrong=0)
    events = folder.session_events(session.number)
    began = events[0]
    assert isinstance(began, PracticeSessionBegan)
    assert (began.mode, began.items_hash, began.items) == (PracticeMode.EXAM, session.items_hash, 5)
    assert isinstance(events[1], PracticeAnswered)


def test_an_exam_has_no_hint(folder: PracticeFolder) -> None:
    session = ExamSession(folder, folder.enroll("A").trainee, TABLE, seed=1)
    assert not hasattr(session, "take_hint")
    assert hasattr(DrillSession, "take_hint")


def test_an_exam_is_graded_once_more_to_the_same_result(folder: PracticeFolder) -> None:
    session = sit(folder, 12, wrong=4)
    answers = [each for each in folder.session_events(session.number) if isinstance(each, PracticeAnswered)]
    found = repeat_exam(TABLE, session.seed, 12, session.items_hash, answers)
    assert (found.same_items, found.same_marks) == (True, True)
    assert found.right == sum(each.mark.right for each in session.answered) < found.answered
    forged = repeat_exam(TABLE, session.seed + 1, 12, session.items_hash, answers)
    assert not forged.same_items


def test_no_skill_comes_twice_before_all_of_its_competency_were_asked() -> None:
    skills = table_skills(TABLE)
    items = choose_items(skills, 1, len(skills))
    drawing = [item.skill for item in items if item.skill.startswith(("draw", "total", "outcome"))]
    fewest = min(len(drawing), sum(skill.competency.value == "drawing" for skill in skills))
    assert len(set(drawing[:fewest])) == fewest


def answer_some(session: ExamSession, answers: int) -> None:
    for _ in range(answers):
        session.answer(session.question.right[0], 1000)
        assert session.ask_next()


def test_an_exam_that_was_cut_off_goes_on_at_the_same_question_and_asks_nothing_twice(tmp_path: Path) -> None:
    with reopened(tmp_path) as folder:
        trainee = folder.enroll("A trainee").trainee
        session = ExamSession(folder, trainee, TABLE, seed=5, items=12)
        answer_some(session, 9)
        asked, whole = session.question, [each.question for each in session.answered]
    with reopened(tmp_path) as folder:
        assert folder.state.open_exams == {1: trainee}
        (exam,) = folder.state.trainees[trainee].exams
        assert (exam.answered, exam.items, exam.ended) == (9, 12, False)
        again = ExamSession.resume(folder, exam, TABLE, "the trainer")
        assert again.question == asked
        assert [each.question for each in again.answered] == whole
        while True:
            again.answer(again.question.right[0], 1000)
            if not again.ask_next():
                break
        again.end()
        events = folder.session_events(1)
        assert [type(event) for event in events].count(ExamResumed) == 1
        places = [(each.skill, each.seed, each.question) for each in events if isinstance(each, PracticeAnswered)]
        assert len(set(places)) == len(places)
        assert folder.state.open_exams == {}
        (exam,) = folder.state.trainees[trainee].exams
        assert exam.ended
        assert not exam.interrupted


def test_a_trainer_ends_an_exam_that_waits_and_what_was_answered_stays(tmp_path: Path) -> None:
    with reopened(tmp_path) as folder:
        trainee = folder.enroll("A trainee").trainee
        session = ExamSession(folder, trainee, TABLE, seed=5, items=12)
        answer_some(session, 4)
        session.halt()
        end_waiting_exam(folder, session.number, "the trainer")
    with reopened(tmp_path) as folder:
        (exam,) = folder.state.trainees[trainee].exams
        assert (exam.answered, exam.ended, exam.interrupted) == (4, True, True)
        ended = folder.session_events(session.number)[-1]
        assert ended == PracticeSessionEnded(session=session.number, interrupted=True, trainer="the trainer")


def test_an_exam_whose_items_are_others_today_does_not_go_on(folder: PracticeFolder) -> None:
    trainee = folder.enroll("A trainee").trainee
    session = ExamSession(folder, trainee, TABLE, seed=5, items=12)
    answer_some(session, 2)
    (exam,) = folder.state.trainees[trainee].exams
    with pytest.raises(ExamChangedError):
        ExamSession.resume(folder, exam, DrillTable(make_rules(V4, V4.layouts[-1])), "the trainer")


def test_others_practise_while_an_exam_waits(folder: PracticeFolder) -> None:
    one, other = folder.enroll("A").trainee, folder.enroll("B").trainee
    exam = ExamSession(folder, one, TABLE, seed=5, items=12)
    drill = DrillSession(folder, other, TABLE, seed=1)
    drill.answer(drill.question.right[0], 1000)
    drill.end()
    assert folder.state.open_exams == {exam.number: one}
    assert folder.state.open_session is None
