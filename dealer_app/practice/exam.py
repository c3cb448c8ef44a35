"""Exams: a sealed list of items, the same for everybody who gets its seed; no hint, no verdict before the end.

The hash of the items is written and shown before the first of them. By seed, number of items and fingerprint of the
document somebody else can ask and grade the same again.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random

from msgspec import Struct

from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.drills import make_exercise
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import Mark, grade_answer
from dealer_app.practice.questions import Answer, Exercise
from dealer_app.practice.session import PracticeSession, table_skills
from dealer_app.practice.skills import Skill
from dealer_app.practice.trainee_records import ExamRecord
from dealer_app.practice_events import ExamHalted, ExamResumed, PracticeAnswered, PracticeMode, PracticeSessionEnded

USUAL_ITEMS = 30
_SEEDS = 10**9


class ExamItem(Struct, frozen=True):
    """One exercise of an exam, by what makes it again."""

    skill: str
    seed: int


def choose_items(skills: Sequence[Skill], seed: int, count: int) -> tuple[ExamItem, ...]:
    """So many items, each competency in its turn, no skill twice before every one of its competency was asked."""
    chance = Random(f"exam {seed}")  # noqa: S311 - it draws questions, and guards nothing
    by_competency: dict[str, list[str]] = {}
    for skill in skills:
        by_competency.setdefault(skill.competency.value, []).append(skill.id)
    piles: dict[str, list[str]] = {name: [] for name in by_competency}
    items: list[ExamItem] = []
    while len(items) < count:
        for name, own in by_competency.items():
            if not piles[name]:
                piles[name] = chance.sample(own, len(own))
            items.append(ExamItem(piles[name].pop(), chance.randrange(_SEEDS)))
    return tuple(items[:count])


def hash_items(items: Sequence[ExamItem], fingerprint: str, layout: str) -> str:
    """By which the items can be compared before they are known."""
    listed = [[item.skill, item.seed] for item in items]
    return sha256(json.dumps([fingerprint, layout, listed]).encode()).hexdigest()


class ExamChangedError(Exception):
    """An exam cannot go on: its items are no longer those that were sealed."""


def end_waiting_exam(folder: PracticeFolder, session: int, trainer: str) -> None:
    """A trainer ends an exam that waits: what was answered stays."""
    folder.record(PracticeSessionEnded(session=session, interrupted=True, trainer=trainer))


class ExamSession(PracticeSession):
    """The items one after the other. Nothing is shown of what was right until it is over."""

    mode = PracticeMode.EXAM

    def __init__(
        self, folder: PracticeFolder, trainee: str, table: DrillTable, *, seed: int, items: int = USUAL_ITEMS
    ) -> None:
        super().__init__(folder, trainee, table, seed)
        self._choose_items(items)
        self._begin(len(self.items), self.items_hash)

    def _choose_items(self, items: int) -> None:
        skills = table_skills(self.table)
        self._skills = {skill.id: skill for skill in skills}
        self.items = choose_items(skills, self.seed, items)
        self._at = 0
        rules = self.table.rules
        self.items_hash = hash_items(self.items, rules.book.choice_fingerprint, rules.layout.letter)
        self.exercise = self._make(self.items[0])

    @classmethod
    def resume(cls, folder: PracticeFolder, exam: ExamRecord, table: DrillTable, trainer: str) -> "ExamSession":
        """An exam that was left or cut off, at the question at which it was; no answer that was taken is asked again.

        Raises ExamChangedError where the document is read otherwise than then, or the program makes other items of it.
        """
        session = cls.__new__(cls)
        PracticeSession.__init__(session, folder, folder.state.open_exams[exam.session], table, exam.seed)
        session.number = exam.session
        session._choose_items(exam.items)
        if session.items_hash != exam.items_hash:
            raise ExamChangedError
        answers = [each for each in folder.session_events(exam.session) if isinstance(each, PracticeAnswered)]
        session.is_over = False
        for answer in answers:
            session._take_up(answer)
            session.is_over = not session.ask_next()
        folder.record(ExamResumed(session=exam.session, trainer=trainer))
        return session

    is_over = False
    """Whether all items are answered: one that was cut off right after its last answer has only to be ended."""

    @property
    def item(self) -> int:
        """Which of the items is asked, from 1."""
        return self._at + 1

    def halt(self) -> None:
        """Left before its end: it waits for a trainer."""
        self._folder.record(ExamHalted(session=self.number))

    def _make(self, item: ExamItem) -> Exercise:
        return make_exercise(self.table, self._skills[item.skill], item.seed)

    def _next_exercise(self) -> Exercise | None:
        if self._at + 1 == len(self.items):
            return None
        self._at += 1
        return self._make(self.items[self._at])


class ExamRepeat(Struct, frozen=True, kw_only=True):
    """An exam graded once more from its journal."""

    items: int
    answered: int
    right: int
    same_items: bool
    """Whether the items made again have the hash that was written before the first of them was shown."""
    same_marks: bool
    """Whether every answer is graded as it was then."""


def repeat_exam(
    table: DrillTable, seed: int, items: int, items_hash: str, answers: Sequence[PracticeAnswered]
) -> ExamRepeat:
    """Makes the items again and grades the answers that were given."""
    skills = {skill.id: skill for skill in table_skills(table)}
    chosen = choose_items(tuple(skills.values()), seed, items)
    rules = table.rules
    marks = [_grade_again(table, skills, answer) for answer in answers]
    then = [answer.right for answer in answers]
    return ExamRepeat(
        items=items,
        answered=len(answers),
        right=sum(mark.right for mark in marks),
        same_items=hash_items(chosen, rules.book.choice_fingerprint, rules.layout.letter) == items_hash,
        same_marks=[mark.right for mark in marks] == then,
    )


def _grade_again(table: DrillTable, skills: dict[str, Skill], answer: PracticeAnswered) -> Mark:
    exercise = make_exercise(table, skills[answer.skill], answer.seed)
    given: Answer = answer.answer
    return grade_answer(exercise.questions[answer.question], given)
