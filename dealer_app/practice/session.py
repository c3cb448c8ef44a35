"""A session of drills: what is asked next, the answer graded and written, until somebody stops.

Window and terminal play the same session. A moment and an answer come in; nothing here waits or draws.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable, NotAskedError
from dealer_app.practice.drills import DRILLS, make_exercise
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import Mark, Rating, grade_answer, rate_answer
from dealer_app.practice.questions import Answer, DrillQuestion, Exercise
from dealer_app.practice.schedule import Learner, choose_skill, is_same_day, note_miss, note_question
from dealer_app.practice.skills import Skill, book_skills
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.practice_events import (
    PracticeAnswered,
    PracticeMode,
    PracticeSessionBegan,
    PracticeSessionEnded,
)


def table_skills(table: DrillTable, seed: int = 0) -> tuple[Skill, ...]:
    """The skills that this layout has something to ask of."""
    found = []
    for skill in book_skills(table.rules.book.game):
        if skill.drill not in DRILLS:
            continue
        try:
            make_exercise(table, skill, seed)
        except NotAskedError:
            continue
        found.append(skill)
    return tuple(found)


class Answered(Struct, frozen=True, kw_only=True):
    """A question with its answer and what it came to."""

    exercise: Exercise
    question: DrillQuestion
    answer: Answer
    mark: Mark
    rating: Rating
    milliseconds: int

    @property
    def late(self) -> bool:
        return self.milliseconds > self.exercise.limit_seconds * 1000


class PracticeSession(ABC):
    """One trainee at one table: what drills and exams have in common."""

    mode: PracticeMode
    exercise: Exercise

    def __init__(self, folder: PracticeFolder, trainee: str, table: DrillTable, seed: int) -> None:
        self._folder = folder
        self.trainee = trainee
        self.table = table
        self.seed = seed
        self.answered: list[Answered] = []
        self._asked: set[str] = set()
        self._hints = 0
        self._place = 0
        self.number = folder.state.sessions + 1

    def _begin(self, items: int = 0, items_hash: str = "") -> None:
        """Writes that it begins, before anything of it is shown."""
        book, layout = self.table.rules.book, self.table.rules.layout
        self._folder.record(
            PracticeSessionBegan(
                session=self.number,
                trainee=self.trainee,
                mode=self.mode,
                book=book.game,
                layout=layout.letter,
                fingerprint=book.choice_fingerprint,
                seed=self.seed,
                items=items,
                items_hash=items_hash,
                at=self._folder.now().utc,
            )
        )

    @property
    def record(self) -> TraineeRecord:
        """What is known of the trainee, the last answer with it."""
        return self._folder.state.trainees[self.trainee]

    @property
    def question(self) -> DrillQuestion:
        """What is asked now."""
        return self.exercise.questions[self._place]

    @property
    def has_hint(self) -> bool:
        """Whether the clause of this question was shown before its answer."""
        return self._hints > 0

    def answer(self, answer: Answer, milliseconds: int) -> Answered:
        """Grades and writes an answer. Raises JournalError if it cannot be written: then it does not count."""
        exercise, question = self.exercise, self.question
        mark = grade_answer(question, answer)
        first = exercise.skill not in self._asked
        rating = rate_answer(
            mark,
            milliseconds=milliseconds,
            limit_seconds=exercise.limit_seconds,
            hints=self._hints,
            first_try=first,
        )
        now = self._folder.now()
        known = self.record.skills.get(exercise.skill)
        self._folder.record(
            PracticeAnswered(
                session=self.number,
                trainee=self.trainee,
                at=now.utc,
                skill=exercise.skill,
                book=exercise.book,
                layout=exercise.layout,
                seed=exercise.seed,
                question=self._place,
                answer=answer,
                right=mark.right,
                causes=tuple(dict.fromkeys(slip.cause.value for slip in mark.slips)),
                money=mark.money,
                milliseconds=milliseconds,
                limit_seconds=exercise.limit_seconds,
                hints=self._hints,
                first_try=first,
                rating=rating.value,
                counts=known is None or not is_same_day(known.last, now.utc, now.offset),
            )
        )
        done = Answered(
            exercise=exercise, question=question, answer=answer, mark=mark, rating=rating, milliseconds=milliseconds
        )
        self.answered.append(done)
        return done

    def ask_next(self) -> bool:
        """To the next question of the exercise, or to the next exercise; whether there is one."""
        self._hints = 0
        self._place += 1
        if self._place < len(self.exercise.questions):
            return True
        self._asked.add(self.exercise.skill)
        following = self._next_exercise()
        if following is None:
            self._place -= 1
            return False
        self.exercise, self._place = following, 0
        return True

    @abstractmethod
    def _next_exercise(self) -> Exercise | None:
        """What comes after the exercise; nothing at the end."""

    def end(self) -> None:
        """Stops; what was answered stays."""
        self._folder.record(PracticeSessionEnded(session=self.number))

    def _take_up(self, answer: PracticeAnswered) -> None:
        """An answer of before the session was cut off, to the question that is asked now: graded once more, not
        written.
        """
        mark = grade_answer(self.question, answer.answer)
        self.answered.append(
            Answered(
                exercise=self.exercise,
                question=self.question,
                answer=answer.answer,
                mark=mark,
                rating=Rating(answer.rating),
                milliseconds=answer.milliseconds,
            )
        )


class DrillSession(PracticeSession):
    """Asks what the schedule chooses, until somebody stops. `only` are the skills to which it is held, where it is."""

    mode = PracticeMode.DRILL

    def __init__(
        self, folder: PracticeFolder, trainee: str, table: DrillTable, *, seed: int, only: Sequence[Skill] = ()
    ) -> None:
        super().__init__(folder, trainee, table, seed)
        self._chance = Random(seed)  # noqa: S311 - it chooses what is asked, and guards nothing
        self._learner = Learner(skills=tuple(only) or table_skills(table))
        self._begin()
        self.exercise = self._choose()

    def take_hint(self) -> None:
        """The clause was shown before the answer, which counts as not known."""
        self._hints += 1

    def _next_exercise(self) -> Exercise:
        skill = self.exercise.skill
        coming = note_question(self._learner.coming, skill)
        missed = any(not each.mark.right for each in self.answered if each.exercise is self.exercise)
        self._learner = replace(self._learner, coming=note_miss(coming, skill) if missed else coming, last=skill)
        return self._choose()

    def _choose(self) -> Exercise:
        learner = replace(self._learner, records=self.record.skills, opened=self.record.opened)
        skill = choose_skill(learner, self._folder.now().utc, self._chance)
        return make_exercise(self.table, skill, self._chance.randrange(_SEEDS))


_SEEDS = 10**9
