"""The trainer's room at the screen: behind a PIN, nothing of it for a trainee, and everything in it by keys."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.practice.exam import ExamSession, end_waiting_exam
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.grading import GRADE_RULE
from dealer_app.practice.questions import AnswerForm
from dealer_app.practice_events import RoundsChosen, TrainerSignedIn
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import FiguresBlock
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import PageStage
from dealer_app.texts import Language, LanguagePair
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

PIN, MINUTE = "274916", 60_000


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


def found_trainer(at: AtPractice, name: str = "Trainer 1", pin: str = PIN) -> None:
    """The first trainer, by keys alone."""
    at.key("F10", *name, "Enter", *pin, "Enter", *pin, "Enter")


def key_pin(at: AtPractice, pin: str = PIN) -> None:
    at.key("F10", *pin, "Enter")


def practise_some(at: AtPractice, name: str, answers: int = 4) -> str:
    """Somebody answers some questions, one of them wrong, and goes."""
    at.desk.press(Practise("trainees"))
    trainee = at.folder.enroll(name).trainee
    at.touch(f"trainee:{trainee}") if f"trainee:{trainee}" in at.controls() else at.desk.press(
        Practise("trainee", trainee)
    )
    at.touch("begin")
    for number in range(answers):
        at.answer(at.touch, right=number != 1)
        at.touch("answer")
        at.touch("next")
    at.touch("stop")
    at.touch("stop")
    at.desk.press(Practise("home"))
    at.desk.press(Practise("trainees"))
    return trainee


def grid(at: AtPractice) -> FiguresBlock:
    stage = at.desk.screen.stage
    assert isinstance(stage, PageStage)
    return next(block for column in stage.columns for block in column if isinstance(block, FiguresBlock))


def test_the_first_trainer_is_founded_when_the_room_is_first_opened(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    assert at.page() is PracticePage.CLASS
    assert [each.name for each in folder.list_trainers()] == ["Trainer 1"]
    at.key("Esc")
    assert at.page() is PracticePage.TRAINEES
    key_pin(at)
    assert at.page() is PracticePage.CLASS


@pytest.mark.parametrize("pin", ["123456", "1111111", "12"])
def test_a_pin_that_can_be_guessed_founds_nobody(folder: PracticeFolder, pin: str) -> None:
    at = AtPractice(folder)
    found_trainer(at, pin=pin)
    assert at.desk.screen.rail.refusal
    assert not folder.state.trainers


def test_two_different_pins_found_nobody_until_they_agree(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    at.key("F10", *"T", "Enter", *PIN, "Enter", *"999111", "Enter")
    assert not folder.state.trainers
    at.key(*PIN, "Enter")
    assert len(folder.state.trainers) == 1


def test_a_wrong_pin_opens_nothing_is_journalled_and_shown_nowhere(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.key("Esc", "F10", *"838291")
    assert "838291" not in repr(at.desk.screen)
    assert "838291" not in repr(at.desk.keyed)
    at.key("Enter")
    assert at.page() is PracticePage.TRAINER_PIN
    assert at.desk.screen.rail.refusal


def test_after_five_wrong_pins_none_is_checked_for_a_minute(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.key("Esc", "F10")
    for _ in range(5):
        at.key(*"838291", "Enter")
    at.key(*PIN, "Enter")
    assert at.page() is PracticePage.TRAINER_PIN, "the right one is not checked either"
    at.milliseconds += 2 * MINUTE
    at.key(*PIN, "Enter")
    assert at.page() is PracticePage.CLASS


def test_the_room_closes_by_itself_when_nobody_is_there(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.milliseconds += 11 * MINUTE
    at.desk.refresh()
    assert at.page() is PracticePage.TRAINEES
    assert not at.desk.room.trainer


def test_a_trainee_can_do_nothing_of_the_room(folder: PracticeFolder) -> None:
    """Not by a control of a page, and not by an action that no page of theirs has."""
    at = AtPractice(folder)
    other = practise_some(at, "Another")
    found_trainer(at)
    at.key("Esc")
    trainee = practise_some(at, "A trainee")
    at.desk.press(Practise("trainee", trainee))
    before = folder.state, dict(folder.trainees)
    open_to_all = {"trainer", "choose-trainer", "next-trainer", "open-room", "keep-trainer", "close-room"}
    inside = at.desk.room.steps.keys() - open_to_all
    assert {"erase-sure", "keep-grades", "open-rung", "keep-note", "export", "person", "class"} <= inside
    for step in inside:
        for _ in range(2):
            at.desk.press(Practise(step, other))
            assert at.page() is PracticePage.HOME, step
            assert not at.desk.room.person
    for step in ("resume", "end-exam", "keep-trainer"):
        at.desk.press(Practise(step, "1"))
        at.desk.press(Practise(step, "1"))
    assert (folder.state, dict(folder.trainees)) == before
    assert not folder.exports_folder.exists()


def test_the_class_shows_who_needs_most_and_opens_them_by_keys(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    people = [practise_some(at, f"Trainee {number}") for number in range(3)]
    found_trainer(at)
    assert {row.name for row in grid(at).rows} == {f"person:{each}" for each in people}
    framed = [row.framed for row in grid(at).rows]
    assert framed == [True, False, False]
    at.key("0")
    assert [row.framed for row in grid(at).rows] == [False, True, False]
    second = grid(at).rows[1].title
    at.key("Enter")
    assert at.page() is PracticePage.PERSON
    assert at.desk.screen.stage.title.first == second  # type: ignore[union-attr]


@pytest.mark.parametrize(("compact", "rows"), [(False, 12), (True, 8)])
def test_a_long_class_comes_in_pages_as_long_as_the_window_has_room_for(
    folder: PracticeFolder, compact: bool, rows: int
) -> None:
    folder.enroll_class([f"Trainee {number:03}" for number in range(200)])
    at = AtPractice(folder, compact=compact)
    found_trainer(at)
    assert len(grid(at).rows) == rows
    seen = {row.name for row in grid(at).rows}
    for _ in range(-(-200 // rows) - 1):
        at.key("+")
        seen |= {row.name for row in grid(at).rows}
    assert len(seen) == 200
    at.key("+")
    assert grid(at).rows[0].framed


def test_filters_choose_a_document_a_class_and_a_competency(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    practise_some(at, "Trainee 1")
    folder.enroll("Trainee 2", group="October")
    found_trainer(at)
    at.key("/", "2", "Enter")
    assert [row.title for row in grid(at).rows] == ["Trainee 2"]
    at.key("/", "2", "1", "4", "Enter")
    assert len(grid(at).rows) == 2
    drawing = [skill for skill in at.desk._view().room.skills if skill.competency.value == "drawing"]
    assert len(grid(at).headings) == min(6, len(drawing))


def test_a_person_is_renamed_noted_given_a_rung_and_exported_by_keys(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    trainee = practise_some(at, "Trainee 1")
    found_trainer(at)
    at.key("1")
    at.key("5", *"Eyes on the shoe.", "Enter")
    assert [note.text for note in folder.trainees[trainee].notes] == ["Eyes on the shoe."]
    at.key("6", *" Lee", "Enter", *"B7", "Enter", *"October 2026", "Enter")
    renamed = folder.trainees[trainee]
    assert (renamed.name, renamed.badge, renamed.group) == ("Trainee 1 Lee", "B7", "October 2026")
    at.key("4", "1")
    assert len(folder.state.trainees[trainee].opened) == 1
    at.key("7")
    plain = json.loads((folder.exports_folder / f"{trainee}.json").read_text(encoding="utf-8"))
    assert plain["name"] == "Trainee 1 Lee"


def test_somebody_is_deleted_only_when_it_is_pressed_twice(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    trainee = practise_some(at, "Erasable Person")
    found_trainer(at)
    at.key("7")
    assert (folder.exports_folder / "class.csv").exists()
    at.key("1", "-")
    assert at.page() is PracticePage.ERASE
    at.key("-", "Enter")
    assert trainee in folder.state.trainees, "pressed once, and Enter keeps them"
    at.key("-", "-", "-")
    assert trainee not in folder.state.trainees
    assert folder.state.erased == 1
    assert not [path for path in folder.path.rglob("*") if path.is_file() and b"Erasable" in path.read_bytes()]


def test_the_rule_of_grades_is_set_and_one_that_cannot_be_is_refused(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.desk.press(Practise("grades"))
    at.key("-", "-", *"20", "+")
    assert at.page() is PracticePage.GRADES, "5 would ask less than 4"
    assert at.desk.screen.rail.refusal
    at.touch("usual-grades")
    at.key("-", "-", *"97")
    for _ in range(7):
        at.key("Enter")
    at.key("Enter")
    assert folder.state.grade_rule[0] == (5, 97, 90)
    assert folder.state.grade_rule[1:] == GRADE_RULE[1:]


def test_trainers_add_one_another_and_the_last_one_stays(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.desk.press(Practise("trainers"))
    at.key("-", "-")
    assert len(folder.state.trainers) == 1
    at.key("1", *"Trainer 2", "Enter", *"581047", "Enter", *"581047", "Enter")
    assert [each.name for each in folder.list_trainers()] == ["Trainer 1", "Trainer 2"]
    at.key("2", *"669031", "Enter", *"669031", "Enter")
    at.key("Esc", "Esc")
    key_pin(at, "669031")
    assert at.page() is PracticePage.CLASS
    at.desk.press(Practise("trainers"))
    at.key("+", "-", "-")
    assert [each.name for each in folder.list_trainers()] == ["Trainer 1"]


def test_an_exam_that_waits_goes_on_with_a_pin_and_the_trainer_is_out_again(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.key("Esc", *"Anna", "Enter", "9", *"77", "Enter")
    assert at.page() is PracticePage.EXAM_SEALED
    assert isinstance(at.session, ExamSession)
    shown = repr(at.desk.screen).replace(" ", "")
    assert at.session.items_hash in shown
    assert "77" not in str(at.desk.screen.stage), "the number comes with the result"
    at.key("Enter")
    at.answer(at.touch, right=False)
    at.touch("answer")
    asked = at.session.question
    at.key("Esc", "Esc")
    assert at.page() is PracticePage.EXAM_WAITS
    at.key("Esc", "1")
    assert at.page() is PracticePage.EXAM_WAITS, "nothing else is practised meanwhile"
    at.key("Enter", *PIN, "Enter", "Enter")
    assert at.page() is PracticePage.QUESTION
    assert at.session.question == asked
    assert not at.desk.room.trainer


def test_an_exam_that_waits_is_ended_by_a_trainer_pressed_twice(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.key("Esc", *"Anna", "Enter", "9", "Enter", "Enter", "Esc", "Esc", "Enter", *PIN, "Enter", "-", "-")
    assert at.page() is PracticePage.EXAM_RESULT
    assert folder.state.open_exams == {}


@pytest.mark.parametrize("language", list(Language))
def test_a_whole_exam_by_touch_alone_shows_nothing_of_what_was_right(
    folder: PracticeFolder, language: Language
) -> None:
    at = AtPractice(folder, language)
    at.touch("enroll")
    at.touch("exam")
    at.touch("digit:7")
    at.touch("seal")
    at.touch("first-question")
    cues = len(at.cues)
    answered = 0
    while at.page() is PracticePage.QUESTION:
        assert isinstance(at.session, ExamSession)
        assert at.controls()["clause"].act is None
        at.answer(at.touch, right=bool(answered % 2) or at.session.question.form is not AnswerForm.CHOICE)
        at.touch("answer")
        answered += 1
        assert at.page() is not PracticePage.VERDICT
    assert "refused" not in {cue.value for cue in at.cues[cues:]}
    assert at.page() is PracticePage.OWN_RATING
    for name in [name for name in at.controls() if name.startswith("rate:") and name.endswith(":3")]:
        at.touch(name)
    at.touch("show-result")
    assert at.page() is PracticePage.EXAM_RESULT
    (record,) = folder.state.trainees.values()
    (exam,) = record.exams
    assert exam.answered == answered
    shown = repr(at.desk.screen).replace(" ", "")
    assert exam.items_hash in shown
    assert str(exam.seed) in shown
    assert exam.fingerprint in shown


def test_layouts_beyond_nine_are_reached_by_the_keypad(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    at.key("Enter", "7", "1")
    layouts = at.desk._table.rules.book.layouts
    assert len(layouts) > 9
    for _ in range(11):
        at.key("+")
    at.key("Enter")
    assert at.page() is PracticePage.HOME
    assert at.desk._table.rules.layout == layouts[11]


def test_signing_in_is_journalled_right_or_wrong(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    found_trainer(at)
    at.key("Esc", "F10", *"838291", "Enter", *PIN, "Enter")
    reader = open_reader(folder.path)
    events = [decode(entry, reader.read_sealed) for entry in reader.entries()]
    reader.close()
    assert [event.right for event in events if isinstance(event, TrainerSignedIn)] == [False, True]


def test_the_table_of_an_exam_is_that_of_its_document_and_layout(folder: PracticeFolder) -> None:
    """Another game was chosen since: the exam goes on at its own."""
    at = AtPractice(folder)
    found_trainer(at)
    at.key("Esc", *"Anna", "Enter", "9", "Enter", "Enter", "Esc", "Esc")
    at.desk.press(Practise("trainees"))
    at.desk.press(Practise("game", "tai-sai-open-cover-v5"))
    at.desk.press(Practise("trainees"))
    at.key("1", "Enter", *PIN, "Enter", "Enter")
    assert isinstance(at.session, ExamSession)
    assert at.desk._view().table.rules.book.game == at.session.table.rules.book.game == "tiger-buffalo-v4"


class NotedCertificates:
    """Makes no paper: notes what is asked for, and answers at once."""

    def __init__(self, reason: str = "") -> None:
        self.asked: list[tuple[int, str]] = []
        self._reason = reason

    def write(self, session: int, output: Path, _words: LanguagePair, then: Callable[[str], None]) -> None:
        self.asked.append((session, output.name))
        then(self._reason)


@pytest.mark.parametrize("reason", ["", "The disk is full."])
@pytest.mark.parametrize("language", Language)
def test_a_trainer_has_the_certificate_of_an_exam_made(folder: PracticeFolder, language: Language, reason: str) -> None:
    at = AtPractice(folder, language)
    exam = ExamSession(folder, folder.enroll("Trainee 4").trainee, at.desk.table, seed=7, items=2)
    exam.halt()
    end_waiting_exam(folder, exam.number, "")
    certificates = at.desk.certificates = NotedCertificates(reason)
    at.desk.press(Practise("trainee", exam.trainee))
    at.desk.press(Practise("show-exam", str(exam.number)))
    assert "certificate" not in at.controls(), "it is for trainers"
    at.desk.press(Practise("trainees"))
    found_trainer(at)
    at.desk.press(Practise("person", exam.trainee))
    at.touch(f"exam:{exam.number}")
    at.key("1")
    assert certificates.asked == [(exam.number, f"certificate-{exam.number}.pdf")]
    said = at.desk.screen.rail.refusal if reason else at.desk.screen.rail.refusal or at.desk._notice
    assert (reason or "certificate-1.pdf") in repr(said)


def play_round(at: AtPractice, trainee: str) -> None:
    """A dealt round by the book, at the screen."""
    at.desk.press(Practise("trainee", trainee))
    at.touch("rounds") if "rounds" in at.controls() else at.desk.press(Practise("rounds"))
    at.desk.press(Practise("round-mode", "unguided"))
    at.desk.press(Practise("round-begin"))
    while at.page() is PracticePage.ROUND:
        at.desk.press(Practise("round-do"))
    at.desk.press(Practise("trainees"))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("compact", [False, True])
def test_two_trainers_mark_a_replay_by_keys_and_see_the_difference_only_then(
    folder: PracticeFolder, language: Language, compact: bool
) -> None:
    at = AtPractice(folder, language, compact=compact)
    found_trainer(at)
    at.key("6", "1", *"Trainer 2", "Enter", *"391752", "Enter", *"391752", "Enter")
    assert len(folder.state.trainers) == 2
    at.desk.press(Practise("close-room"))
    trainee = folder.enroll("Trainee 4").trainee
    play_round(at, trainee)
    for number, (pin, mark) in enumerate(((PIN, "5"), ("391752", "2"))):
        at.key("F10", *("+" * number), *pin, "Enter")
        at.desk.press(Practise("person", trainee))
        at.key("8", "1")
        assert at.page() is PracticePage.REPLAY
        marking = at.desk.room.view().marking
        assert marking.replay is not None
        assert not marking.rows, "nothing of another is seen before"
        at.key("Enter")
        assert not at.desk.room.view().marking.rows, "not before every line has its mark"
        at.key(*(mark * len(marking.replay.competencies)), "+", "Enter")
        rows = at.desk.room.view().marking.rows
        assert [row.marks for row in rows] == [(5,), (5, 2)][number : number + 1] * len(rows)
        assert all(row.is_wide is (number == 1) for row in rows)
        at.desk.press(Practise("close-room"))


def test_a_trainer_gives_the_filtered_class_one_shoe(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    people = [folder.enroll(name, group=group).trainee for name, group in (("A", "one"), ("B", "one"), ("C", "two"))]
    found_trainer(at)
    at.desk.press(Practise("choose-filter", "group"))
    at.desk.press(Practise("class"))
    at.key("9", "7", "7", "Enter")
    assert at.page() is PracticePage.CLASS
    assert [folder.state.trainees[each].shoe for each in people] == [77, 77, 0]
    at.desk.press(Practise("close-room"))
    for trainee in people[:2]:
        play_round(at, trainee)
    first, second = (folder.state.trainees[each] for each in people[:2])
    assert (first.shoe_rounds, second.shoe_rounds) == (1, 1)
    seeds = [
        event.rounds
        for session in (first.replays[-1].session, second.replays[-1].session)
        for event in folder.session_events(session)
        if isinstance(event, RoundsChosen)
    ]
    assert seeds[0] == seeds[1]
