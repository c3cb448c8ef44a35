"""What a practice screen is made from: who practises, at which table, the question, and what is keyed so far."""

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from dealer_app.clock import calendar_day
from dealer_app.people.pins import HashedPin, Pin
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import GRADE_RULE, GradeRule
from dealer_app.practice.overview import ClassOverview, TraineeRow
from dealer_app.practice.questions import Answer, AnswerForm, Competency, DrillQuestion, Exercise
from dealer_app.practice.replay_marks import MarkRow, Replay
from dealer_app.practice.session import Answered
from dealer_app.practice.skills import Skill
from dealer_app.practice.trainee_names import Trainee, Trainer
from dealer_app.practice.trainee_records import ExamRecord, ReplayRecord, TraineeRecord
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.editor_view import EditorInput, EditorView
from dealer_app.screens.practice.round_view import RoundView
from dealer_app.texts import LanguagePair


class PracticePage(Enum):
    """What is on the screen."""

    TRAINEES = "trainees"
    HOME = "home"
    GAMES = "games"
    LAYOUTS = "layouts"
    QUESTION = "question"
    VERDICT = "verdict"
    OWN_RATING = "own-rating"
    RESULT = "result"
    EXAM = "exam"
    """How many items, and which exam."""
    EXAM_SEALED = "exam-sealed"
    """The hash of the items, before the first of them."""
    EXAM_WAITS = "exam-waits"
    EXAM_RESULT = "exam-result"
    TRAINER = "trainer"
    """Name and PIN of a trainer: the first one, or another."""
    TRAINER_PIN = "trainer-pin"
    CLASS = "class"
    FILTER = "filter"
    PERSON = "person"
    NOTE = "note"
    NAME = "name"
    ERASE = "erase"
    RUNGS = "rungs"
    TRAINERS = "trainers"
    GRADES = "grades"
    REPLAYS = "replays"
    """The rounds of somebody, to be marked."""
    REPLAY = "replay"
    SHOE = "shoe"
    """From which shoe a class is dealt."""
    ROUNDS = "rounds"
    """How a round is played, and which."""
    SCENARIOS = "scenarios"
    ROUND = "round"
    ROUND_RATING = "round-rating"
    DEBRIEF = "debrief"
    EDITOR = "editor"
    """Scenarios as a trainer writes them."""


class PracticeInput(Struct, frozen=True, kw_only=True):
    """What is keyed and not yet given."""

    page: PracticePage = PracticePage.TRAINEES
    digits: str = ""
    chosen: Answer = ()
    text: str = ""
    place: int = 0
    """Which page of a long list."""
    stopping: bool = False
    """Whether it was asked once if the session is to stop."""
    ratings: tuple[tuple[Competency, int], ...] = ()
    texts: tuple[str, ...] = ()
    """What is written in the entries of a form."""
    field: int = 0
    """In which of them the keyboard writes."""
    pin: Pin = Pin("")
    pin_again: Pin = Pin("")


class ClassSort(Enum):
    """In which order a class is shown."""

    NEED = "need"
    NAME = "name"
    ANSWERS = "answers"


class ClassFilter(Struct, frozen=True, kw_only=True):
    """Of a class who and what is shown; all of it where nothing is chosen."""

    book: str = ""
    group: str = ""
    days: int = 0
    """Only who practised in so many days."""
    competency: Competency | None = None
    """In place of all competencies its skills, one a column."""


class MarkingView(Struct, frozen=True, kw_only=True):
    """What the pages of marking show."""

    replays: tuple[ReplayRecord, ...] = ()
    """Of the person, the newest first."""
    replay: Replay | None = None
    given: Mapping[Competency, int] = {}
    framed: int = 0
    """Which competency the next digit marks."""
    trainers: tuple[str, ...] = ()
    """Who has marked, in their order; empty before this trainer has."""
    rows: tuple[MarkRow, ...] = ()


class RoomView(Struct, frozen=True, kw_only=True):
    """What the trainer's room shows."""

    trainer: Trainer | None = None
    """Who is signed in with a PIN."""
    trainers: tuple[Trainer, ...] = ()
    overview: ClassOverview | None = None
    overview_records: Mapping[str, TraineeRecord] = {}
    """What is known of everybody, for the figures by skill."""
    rows: tuple[TraineeRow, ...] = ()
    """Of the class, filtered and in the order that was chosen."""
    names: Mapping[str, Trainee] = {}
    sort: ClassSort = ClassSort.NEED
    filter: ClassFilter = ClassFilter()
    groups: tuple[str, ...] = ()
    framed: int = 0
    """Which row Enter opens."""
    page: int = 0
    beside: bool = False
    """In a compact window: whether errors and what is forgotten are shown in place of the people."""
    person: Trainee | None = None
    person_record: TraineeRecord = TraineeRecord()
    grade_rule: GradeRule = GRADE_RULE
    skills: tuple[Skill, ...] = ()
    """Those of the document that is chosen, or all."""
    erased: int = 0
    marking: MarkingView = MarkingView()


class PracticeView(Struct, frozen=True, kw_only=True):
    """The one argument of every function that makes a part of a practice screen."""

    words: LanguagePair
    looks: Looks
    keyed: PracticeInput
    table: DrillTable
    skills: tuple[Skill, ...]
    utc: int
    trainees: tuple[Trainee, ...] = ()
    trainee: Trainee | None = None
    record: TraineeRecord = TraineeRecord()
    exercise: Exercise | None = None
    question: DrillQuestion | None = None
    answered: tuple[Answered, ...] = ()
    """Of this session, in their order."""
    waited: int = 0
    """How long the question is on the screen, in milliseconds."""
    has_hint: bool = False
    notice: ScreenText = NO_TEXT
    compact: bool = False
    """Whether the window has the second kind of sizes, in which a list has fewer lines."""
    offset: int = 0
    """Of local time from Greenwich, in minutes."""
    exam: ExamRecord | None = None
    """The exam that is sat, waits, or is looked at."""
    is_exam_sat: bool = False
    """Whether the question on the screen is of it."""
    exam_item: int = 0
    room: RoomView = RoomView()
    rounds: RoundView = RoundView()
    editor: EditorView = EditorView(keyed=EditorInput())
    waiting: frozenset[str] = frozenset()
    """Trainees with an exam that waits for a trainer."""
    is_from_demo: bool = False
    """Whether leaving leads back to the demonstration."""

    def text(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of practice."""
        return section_text(self.words, "practice", code, **facts)

    def room_text(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the trainer's room, of an exam, or of the home."""
        return section_text(self.words, "training", code, **facts)

    def more_text(self, pages: int) -> ScreenText:
        """What the key that turns the page says: from the last page it leads back to the first."""
        code = "more" if self.keyed.place + 1 < pages else "more-first"
        return self.text(code, page=f"{self.keyed.place + 1}/{pages}")

    def day(self, utc: int) -> str:
        """The local day of a moment."""
        return calendar_day(utc, self.offset)

    @property
    def current_question(self) -> DrillQuestion:
        """The question on the screen."""
        assert self.question is not None, "there is a question on this page"
        return self.question

    @property
    def last_answer(self) -> Answered | None:
        """The answer whose verdict is on the screen."""
        return self.answered[-1] if self.keyed.page is PracticePage.VERDICT and self.answered else None


def read_answer(keyed: PracticeInput, question: DrillQuestion, decimals: int) -> Answer | None:
    """The answer as far as it is keyed; nothing while it cannot be one yet."""
    match question.form:
        case AnswerForm.NUMBER:
            return (str(int(keyed.digits)),) if keyed.digits else None
        case AnswerForm.AMOUNT:
            return (str(int(keyed.digits) * 10**decimals),) if keyed.digits else None
        case AnswerForm.CHOICE:
            return keyed.chosen or None
        case AnswerForm.AREAS:
            return tuple(area for area in question.choices if area in keyed.chosen)
        case AnswerForm.ORDER:
            return keyed.chosen if len(keyed.chosen) == len(question.choices) else None


class PinDesk(Protocol):
    """Hashes and checks PINs beside the window; the answer comes later, on the thread of the window."""

    def check(self, kept: str | None, pin: Pin, then: Callable[[bool | None], None]) -> None:
        """Whether it is this PIN; None where it could not be checked."""

    def hash(self, pin: Pin, then: Callable[[HashedPin | None], None]) -> None:
        """What it is kept as; None where the memory is not there."""


class CertificateDesk(Protocol):
    """Makes the certificate of an exam beside the window; the answer comes later, on the thread of the window."""

    def write(self, session: int, output: Path, words: LanguagePair, then: Callable[[str], None]) -> None:
        """`then` hears why it could not be made, in the language that is read; nothing where it is there."""


class PracticeDesk(Protocol):
    """What the parts of a practice screen share: what is keyed, the notice, and the way to another page."""

    folder: PracticeFolder
    keyed: PracticeInput
    trainee: str

    def open_page(self, page: PracticePage, **keyed: Any) -> None:
        """Another page, on which only this is keyed."""

    def tell(self, text: ScreenText, *, refused: bool = False) -> None:
        """Shows a line until the next key."""

    def label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the trainer's room."""

    def milliseconds(self) -> int:
        """A clock that only goes forward."""

    def rows_a_page(self) -> int: ...

    def show(self) -> None: ...

    @property
    def language_pair(self) -> LanguagePair:
        """The language that is read, and the one beside it."""

    @property
    def certificates(self) -> CertificateDesk | None:
        """Who makes certificates; nobody where no window runs."""

    def table_skills(self) -> tuple[Skill, ...]: ...

    def use_table(self, table: DrillTable) -> None:
        """From now on this document and layout are practised."""
