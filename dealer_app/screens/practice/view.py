"""What a practice screen is made from: who practises, at which table, the question, and what is keyed so far."""

from enum import Enum

from msgspec import Struct

from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.questions import Answer, AnswerForm, Competency, DrillQuestion, Exercise
from dealer_app.practice.session import Answered
from dealer_app.practice.skills import Skill
from dealer_app.practice.trainee_names import Trainee
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.labels import section_text
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
    has_hint: bool = False
    notice: ScreenText = NO_TEXT

    def text(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of practice."""
        return section_text(self.words, "practice", code, **facts)

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
