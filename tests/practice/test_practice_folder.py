"""A practice folder: never a table's, a table's never one, and nothing answered is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.people.pins import HashedPin
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.grading import GRADE_RULE
from dealer_app.practice.session import DrillSession
from dealer_app.practice.trainee_names import Trainee
from dealer_app.practice_events import GradeRuleSet, RungOpened
from dealer_app.rulebooks import load_rulebook
from dealer_app.station.startup import start_station
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock, make_environment

V4 = load_rulebook("tiger-buffalo-v4")
TABLE = DrillTable(make_rules(V4, V4.layouts[0]))


@contextmanager
def opened(path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as folder:
        yield folder


def answer_rightly(session: DrillSession, times: int) -> None:
    for _ in range(times):
        done = session.answer(session.question.right[0], 1000)
        assert done.mark.right
        session.ask_next()


def test_what_was_answered_is_known_after_the_next_start(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainee = folder.enroll("A trainee", "T1").trainee
        session = DrillSession(folder, trainee, TABLE, seed=1)
        answer_rightly(session, 12)
        session.end()
        before = folder.state
    with opened(tmp_path) as folder:
        assert folder.state == before
        assert folder.trainees[trainee].name == "A trainee"
        assert folder.state.trainees[trainee].answers == 12


def test_a_session_that_was_cut_off_ends_at_the_next_start_and_keeps_its_answers(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainee = folder.enroll("A trainee").trainee
        answer_rightly(DrillSession(folder, trainee, TABLE, seed=1), 3)
    with opened(tmp_path) as folder:
        assert folder.state.open_session is None
        assert folder.state.trainees[trainee].answers == 3


def test_who_is_erased_leaves_neither_name_nor_figures(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainee = folder.enroll("Erasable Person", "E77").trainee
        answer_rightly(DrillSession(folder, trainee, TABLE, seed=1), 3)
        folder.erase(trainee)
        assert trainee not in folder.state.trainees
        assert folder.state.erased == 1
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"Erasable" not in path.read_bytes(), path
        assert not path.is_file() or b"E77" not in path.read_bytes(), path


def test_no_table_opens_in_a_practice_folder(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for mark in (True, False):
        if not mark:
            (tmp_path / "PRACTICE").unlink()
        with (
            pytest.raises(JournalError) as found,
            start_station(tmp_path, PROGRAM, SteppingClock(), make_environment()),
        ):
            pass
        assert found.value.fault is JournalFault.FOR_PRACTICE
    kept = ("journal.db", "journal.head")
    assert {path.name: content for path, content in before.items() if path.name in kept} == {
        name: (tmp_path / name).read_bytes() for name in kept
    }


def test_nothing_is_practised_in_the_folder_of_a_table(tmp_path: Path) -> None:
    with start_station(tmp_path, PROGRAM, SteppingClock(), make_environment()):
        pass
    before = (tmp_path / "journal.db").read_bytes()
    with pytest.raises(JournalError) as found, opened(tmp_path):
        pass
    assert found.value.fault is JournalFault.OF_A_TABLE
    assert (tmp_path / "journal.db").read_bytes() == before


PIN, OTHER = HashedPin("what a PIN is checked against"), HashedPin("what another is checked against")


def test_a_trainer_is_a_number_in_the_journal_and_a_name_beside_it(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainer = folder.enroll_trainer("Removable Trainer", PIN).trainer
        assert folder.read_trainer_pin(trainer) == PIN.text
        folder.set_trainer_pin(trainer, OTHER)
    with opened(tmp_path) as folder:
        assert folder.read_trainer_pin(trainer) == OTHER.text
        assert [each.name for each in folder.list_trainers()] == ["Removable Trainer"]
        folder.remove_trainer(trainer)
        assert folder.read_trainer_pin(trainer) is None
        assert folder.list_trainers() == ()
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Removable" in path.read_bytes()]


def test_a_note_is_deleted_with_the_name_and_stays_in_the_journal_as_a_number(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainee = folder.enroll("Somebody").trainee
        trainer = folder.enroll_trainer("Trainer 1", PIN).trainer
        folder.write_note(trainee, trainer, "Eyes on the shoe.")
        folder.write_note(trainee, trainer, "Counts aloud.")
        assert [note.text for note in folder.trainees[trainee].notes] == ["Eyes on the shoe.", "Counts aloud."]
    with opened(tmp_path) as folder:
        assert len(folder.trainees[trainee].notes) == 2
        assert folder.state.notes == 2
        folder.erase(trainee, trainer)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Eyes on" in path.read_bytes()]


def test_a_name_whose_number_was_never_written_is_dropped_at_the_next_start(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        known = folder.enroll("Somebody")
        folder.change_trainee(Trainee(trainee="cut-off", name="Never enrolled"))
    with opened(tmp_path) as folder:
        assert list(folder.trainees.values()) == [known]
    assert b"Never enrolled" not in (tmp_path / "trainees.json").read_bytes()


def test_the_rule_of_grades_is_kept_and_starts_as_it_is_written_in_the_book_of_practice(tmp_path: Path) -> None:
    easy = ((5, 50, 50), (4, 40, 40), (3, 30, 30), (2, 20, 20))
    with opened(tmp_path) as folder:
        assert folder.state.grade_rule == GRADE_RULE
        folder.record(GradeRuleSet(trainer="x", rule=easy))
    with opened(tmp_path) as folder:
        assert folder.state.grade_rule == easy


def test_answers_make_the_course_of_a_trainee(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainee = folder.enroll("Somebody").trainee
        session = DrillSession(folder, trainee, TABLE, seed=1)
        answer_rightly(session, 12)
        record = folder.state.trainees[trainee]
        (week,) = record.weeks.values()
        assert sum(week.tries.values()) == record.first_tries <= 12
        assert week.tries == week.right
        assert week.median_pace is not None
        assert record.days == 1
        assert sum(record.streaks.values()) == record.first_tries
        folder.record(RungOpened(trainee=trainee, rung="pays", trainer="x"))
    with opened(tmp_path) as folder:
        assert folder.state.trainees[trainee].opened == {"pays"}
        assert folder.state.trainees[trainee].weeks == record.weeks


def test_a_file_of_names_that_cannot_be_understood_is_kept_aside_and_nobody_is_lost(tmp_path: Path) -> None:
    with opened(tmp_path) as folder:
        trainee = folder.enroll("Somebody").trainee
        answer_rightly(DrillSession(folder, trainee, TABLE, seed=1), 2)
    (tmp_path / "trainees.json").write_text("[{not json", encoding="utf-8")
    with opened(tmp_path) as folder:
        assert [(each.trainee, each.name) for each in folder.list_trainees()] == [(trainee, trainee)]
        folder.change_trainee(Trainee(trainee=trainee, name="Somebody again"))
        assert (tmp_path / "trainees.json.unread").read_text(encoding="utf-8") == "[{not json"
        folder.erase(trainee)
    assert not (tmp_path / "trainees.json.unread").exists()
