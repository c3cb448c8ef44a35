"""What an exam came to, read from the journal of its folder: for a certificate that somebody else can repeat.

It is as of the entry with which the exam ended, with the rule of grades that was in force then: what comes after it in
the journal changes nothing of it.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import JournalEntry
from dealer_app.practice.grading import GRADE_RULE, GradeRule, grade_tries
from dealer_app.practice.questions import Competency
from dealer_app.practice.skills import skills_by_id
from dealer_app.practice_events import (
    ExamResumed,
    GradeRuleSet,
    PracticeAnswered,
    PracticeMode,
    PracticeSessionBegan,
    PracticeSessionEnded,
    RoundAnswered,
    RoundItem,
    RoundsChosen,
)

STANDARD_GRADE = 3
"""A competency with this grade, or a higher one, is at the standard."""
_RULE_SET = "grade-rule-set"
ExamAnswer = PracticeAnswered | RoundAnswered


class ExamNotOverError(Exception):
    """The exam waits or is sat: it has no result yet."""


class UnknownExamError(Exception):
    """No exam of this number was begun in the folder."""


class ExamMoment(Struct, frozen=True, kw_only=True):
    """When an entry of the journal was written, and how far the journal went then."""

    utc: int
    offset: int
    sequence: int
    hash: bytes


class CompetencyResult(Struct, frozen=True, kw_only=True):
    """A competency in an exam: the figures behind its grade. The grade is None where too little was seen."""

    competency: Competency
    grade: int | None
    items: int
    right: int
    in_time: int
    """Right, and within the limit."""
    costly: int
    """Errors with money."""
    money: int
    """What they came to, without sign, in minor units."""


class ExamResult(Struct, frozen=True, kw_only=True):
    """An exam that is over."""

    began: PracticeSessionBegan
    begun: ExamMoment
    ended: ExamMoment
    interrupted: bool
    ended_by: str
    """The number of the trainer who ended it before its end."""
    resumed: int
    """How often a trainer let it go on."""
    answers: tuple[ExamAnswer, ...]
    rounds: tuple[RoundItem, ...]
    rule: GradeRule
    competencies: tuple[CompetencyResult, ...]

    def count_answered(self) -> int:
        """How many items were answered; one of several questions counts once."""
        if self.rounds:
            return len(self.answers)
        return sum(each.question == 0 for each in self.answers)

    @property
    def right(self) -> int:
        return sum(each.right for each in self.answers)

    @property
    def in_time(self) -> int:
        return sum(_mark(each) == "r" for each in self.answers)

    def list_seen(self) -> tuple[CompetencyResult, ...]:
        return tuple(each for each in self.competencies if each.grade is not None)

    def list_weak(self) -> tuple[CompetencyResult, ...]:
        """The competencies that are below the standard."""
        return tuple(each for each in self.list_seen() if each.grade is not None and each.grade < STANDARD_GRADE)

    @property
    def is_at_standard(self) -> bool:
        """Answered to its end, with at least one competency seen and none below the standard."""
        return not self.interrupted and is_at_standard(self.competencies)


def grade_exam(answers: Sequence[ExamAnswer], rule: GradeRule) -> tuple[CompetencyResult, ...]:
    """Every competency, also those that were not seen."""
    return tuple(_competency_result(each, answers, rule) for each in Competency)


def is_at_standard(competencies: Sequence[CompetencyResult]) -> bool:
    """At least one competency was seen, and none is below the standard."""
    grades = [each.grade for each in competencies if each.grade is not None]
    return bool(grades) and min(grades) >= STANDARD_GRADE


def read_exam_result(folder: Path, session: int) -> ExamResult:
    """Reads an exam from the journal of a practice folder. Raises UnknownExamError, ExamNotOverError, JournalError."""
    began: tuple[PracticeSessionBegan, ExamMoment] | None = None
    events: list[object] = []
    ended: tuple[PracticeSessionEnded, ExamMoment] | None = None
    rule = GRADE_RULE
    # A folder of a class has millions of entries: only those are decoded that name the number, or set the rule.
    named = f'"session":{session}'
    reader = open_reader(folder)
    try:
        for entry in reader.entries():
            if entry.name != _RULE_SET and named not in entry.body:
                continue
            event = decode(entry, reader.read_sealed)
            if isinstance(event, GradeRuleSet):
                rule = event.rule
            elif getattr(event, "session", None) != session:
                continue
            elif isinstance(event, PracticeSessionBegan):
                began = event, _moment(entry)
            elif isinstance(event, PracticeSessionEnded):
                ended = event, _moment(entry)
                break
            else:
                events.append(event)
    finally:
        reader.close()
    if began is None or began[0].mode is not PracticeMode.EXAM:
        raise UnknownExamError
    if ended is None:
        raise ExamNotOverError
    answers = tuple(each for each in events if isinstance(each, PracticeAnswered | RoundAnswered))
    chosen = next((each.rounds for each in events if isinstance(each, RoundsChosen)), ())
    return ExamResult(
        began=began[0],
        begun=began[1],
        ended=ended[1],
        interrupted=ended[0].interrupted,
        ended_by=ended[0].trainer,
        resumed=sum(isinstance(each, ExamResumed) for each in events),
        answers=answers,
        rounds=chosen,
        rule=rule,
        competencies=grade_exam(answers, rule),
    )


def _moment(entry: JournalEntry) -> ExamMoment:
    return ExamMoment(utc=entry.utc, offset=entry.offset, sequence=entry.sequence, hash=entry.hash)


def _competency_result(competency: Competency, answers: Sequence[ExamAnswer], rule: GradeRule) -> CompetencyResult:
    own = [each for each in answers if _competency(each) == competency.value]
    tries = "".join(map(_mark, own))
    costly = [each for each in own if not each.right and each.money]
    return CompetencyResult(
        competency=competency,
        grade=grade_tries(tries, rule),
        items=len(own),
        right=len(tries) - tries.count("w"),
        in_time=tries.count("r"),
        costly=len(costly),
        money=sum(abs(each.money) for each in costly),
    )


def _competency(answer: ExamAnswer) -> str:
    if isinstance(answer, RoundAnswered):
        return answer.competency
    skill = skills_by_id().get(answer.skill)
    return "" if skill is None else skill.competency.value


def _mark(answer: ExamAnswer) -> str:
    """`r` right in time, `l` right and late, `w` wrong: as grades take it."""
    if not answer.right:
        return "w"
    return "l" if answer.milliseconds > answer.limit_seconds * 1000 else "r"
