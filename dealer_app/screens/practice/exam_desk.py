"""The exam of one window: sealed, sat, left, and resumed or ended by a trainer. Nothing of it shows what was right."""

import secrets
from collections.abc import Callable, Mapping

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import ExamChangedError, ExamSession, end_waiting_exam
from dealer_app.practice.trainee_records import ExamRecord
from dealer_app.rulebooks import load_rulebook, require_layout
from dealer_app.rulebooks.loader import UnknownLayoutError
from dealer_app.screens.practice.exam_pages import ITEM_COUNTS
from dealer_app.screens.practice.trainer_room import TrainerRoom
from dealer_app.screens.practice.view import PracticeDesk, PracticePage

_SEEDS = 10**9


class ExamDesk:
    """Which exam is on the screen, and what is done with it."""

    def __init__(self, desk: PracticeDesk, show_question: Callable[[], None], room: Callable[[], TrainerRoom]) -> None:
        self._desk = desk
        self._show_question = show_question
        self.resume_rounds: Callable[[ExamRecord, str], None] | None = None
        """Lets an exam of whole rounds go on, by its trainer."""
        self._room = room
        self.session: ExamSession | None = None
        """What is being sat; nothing while the exam waits."""
        self.number = 0
        """Of the exam that is sat, waits or is looked at."""

    def steps(self, table: Callable[[], DrillTable]) -> Mapping[str, Callable[[str], None]]:
        """What can be done, by the code of a control; the table is that of the moment."""
        return {
            "exam": lambda _: self._desk.open_page(PracticePage.EXAM),
            "seal": lambda _: self._seal(table()),
            "sit": lambda _: self._show_question(),
            "resume": lambda _: self._resume(),
            "end-exam": lambda _: self._end(),
            "show-exam": self._show_exam,
        }

    def find(self) -> ExamRecord | None:
        """The exam that the page is about."""
        who = self._desk.trainee or self._room().person
        record = self._desk.folder.state.trainees.get(who)
        exams = () if record is None else record.exams
        return next((exam for exam in exams if exam.session == self.number), None)

    def find_waiting(self, trainee: str) -> int | None:
        """The exam of this trainee that waits for a trainer."""
        is_sat = 0 if self.session is None else self.session.number
        open_exams = self._desk.folder.state.open_exams.items()
        return next((number for number, who in open_exams if who == trainee and number != is_sat), None)

    def show_waiting(self, trainee: str) -> bool:
        """Whether this trainee has an exam that waits: then nothing else is practised."""
        number = self.find_waiting(trainee)
        if number is None:
            return False
        self.number = number
        self._desk.open_page(PracticePage.EXAM_WAITS)
        return True

    def _seal(self, table: DrillTable) -> None:
        """The items are drawn and their hash is written, before the first of them is shown."""
        desk = self._desk
        seed = int(desk.keyed.digits) if desk.keyed.digits else secrets.randbelow(_SEEDS)
        items = ITEM_COUNTS[desk.keyed.place]
        self.session = ExamSession(desk.folder, desk.trainee, table, seed=seed, items=items)
        self.number = self.session.number
        desk.open_page(PracticePage.EXAM_SEALED)

    def leave(self) -> None:
        """Left before its end: what was answered stays, and a trainer decides."""
        assert self.session is not None, "an exam is sat"
        self.session.halt()
        self.session = None
        self._desk.open_page(PracticePage.EXAM_WAITS)

    def _resume(self) -> None:
        """The trainer goes out with it: what follows is the trainee's."""
        exam, desk, trainer = self.find(), self._desk, self._room().trainer
        if not trainer or exam is None or exam.ended:
            desk.tell(desk.label("trainers-only"), refused=True)
            return
        try:
            if exam.rounds and self.resume_rounds is not None:
                self.resume_rounds(exam, trainer)
                return
            book = load_rulebook(exam.book)
            table = DrillTable(make_rules(book, require_layout(book, exam.layout)))
            session = ExamSession.resume(desk.folder, exam, table, trainer)
        except (ExamChangedError, UnknownLayoutError):
            desk.tell(desk.label("exam-changed"), refused=True)
            return
        self.session = session
        desk.trainee = session.trainee
        desk.use_table(table)
        self._room().forget_trainer()
        if session.is_over:
            self.finish()
        else:
            self._show_question()

    def _end(self) -> None:
        """Asked twice."""
        desk, trainer = self._desk, self._room().trainer
        if not trainer:
            desk.tell(desk.label("trainers-only"), refused=True)
            return
        if not desk.keyed.stopping:
            desk.keyed = replace(desk.keyed, stopping=True)
            return
        end_waiting_exam(desk.folder, self.number, trainer)
        desk.open_page(PracticePage.EXAM_RESULT)

    def finish(self) -> None:
        """All items are answered."""
        assert self.session is not None, "an exam is sat"
        self.session.end()
        self._desk.open_page(PracticePage.OWN_RATING)

    def _show_exam(self, number: str) -> None:
        """An exam of the past, or one that waits."""
        self.number = int(number)
        exam = self.find()
        if exam is not None:
            self._desk.open_page(PracticePage.EXAM_RESULT if exam.ended else PracticePage.EXAM_WAITS)
