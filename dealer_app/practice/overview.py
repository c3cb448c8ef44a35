"""What a trainer sees of a class: grades by competency, what will be forgotten, errors by cause, who to look at first.

Everything follows from the folded answers and a moment that is given; nothing is counted again from the journal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from dealer_app.practice.questions import Cause, Competency
from dealer_app.practice.schedule import SkillRecord, moments_ahead, recalls_per_cent
from dealer_app.practice.skills import Skill
from dealer_app.practice.state import TraineeRecord

FEWEST_ITEMS = 10
"""Of a competency with fewer first tries nothing is said: it was not seen."""
GRADE_RULE = ((5, 95, 90), (4, 90, 80), (3, 80, 70), (2, 65, 50))
"""A grade, and how many per cent of first tries it takes, right and right in time; who is below all of them has 1."""
RECALL_TO_KEEP = 80
"""A skill that is remembered less likely than so many per cent is forgotten."""
HORIZONS = (0, 7, 14)
"""Days ahead for which it is said what will be forgotten."""


class CompetencyGrade(Struct, frozen=True, kw_only=True):
    """A grade of 1 to 5 with the figures behind it; None while too little was seen."""

    competency: Competency
    grade: int | None
    tries: int
    right: int
    in_time: int


class TraineeRow(Struct, frozen=True, kw_only=True):
    """One trainee in the overview of a class."""

    trainee: str
    answers: int
    grades: tuple[CompetencyGrade, ...]
    begun: int
    """How many skills were asked at all."""
    weak: int
    forgotten: tuple[int, ...]
    """How many skills fall below the recall to keep, by the days of HORIZONS."""
    causes: tuple[tuple[Cause, int, int], ...]
    """Errors by their cause, the most frequent first, and what they came to in money."""


def grade_tries(tries: str) -> int | None:
    """The grade of first tries, as they are kept: `r` right in time, `l` right and late, `w` wrong."""
    if len(tries) < FEWEST_ITEMS:
        return None
    right, in_time = _per_cent(tries, "rl"), _per_cent(tries, "r")
    return next((grade for grade, of_right, of_time in GRADE_RULE if right >= of_right and in_time >= of_time), 1)


def _per_cent(tries: str, good: str) -> int:
    return 100 * sum(each in good for each in tries) // len(tries) if tries else 0


def make_row(
    trainee: str, record: TraineeRecord, skills: Mapping[str, Skill], moments: Sequence[datetime]
) -> TraineeRow:
    """One trainee as the answers show them; `moments` are those for which it is said what is forgotten."""
    tries: dict[Competency, str] = {}
    for code, known in record.skills.items():
        if code in skills:
            competency = skills[code].competency
            tries[competency] = tries.get(competency, "") + known.first_tries
    return TraineeRow(
        trainee=trainee,
        answers=record.answers,
        grades=tuple(_grade(competency, tries.get(competency, "")) for competency in Competency),
        begun=len(record.skills),
        weak=sum(known.right_per_cent < _WEAK for known in record.skills.values()),
        forgotten=_count_forgotten(record.skills.values(), moments),
        causes=tuple(
            (Cause(cause), count, record.money.get(cause, 0)) for cause, count in Counter(record.causes).most_common()
        ),
    )


_WEAK = 80


def _grade(competency: Competency, tries: str) -> CompetencyGrade:
    return CompetencyGrade(
        competency=competency,
        grade=grade_tries(tries),
        tries=len(tries),
        right=_per_cent(tries, "rl"),
        in_time=_per_cent(tries, "r"),
    )


def _count_forgotten(records: Iterable[SkillRecord], moments: Sequence[datetime]) -> tuple[int, ...]:
    recalls = [recalls_per_cent(record, moments) for record in records]
    return tuple(sum(known[place] < RECALL_TO_KEEP for known in recalls) for place in range(len(moments)))


def make_overview(trainees: Mapping[str, TraineeRecord], skills: Sequence[Skill], utc: int) -> tuple[TraineeRow, ...]:
    """The class, who needs most first: low grades, then what is forgotten soon, then the fewest answers."""
    by_code = {skill.id: skill for skill in skills}
    moments = moments_ahead(utc, HORIZONS)
    rows = [make_row(trainee, record, by_code, moments) for trainee, record in trainees.items()]
    return tuple(sorted(rows, key=_need))


def _need(row: TraineeRow) -> tuple[int, int, int]:
    lowest = min((each.grade for each in row.grades if each.grade is not None), default=_NO_GRADE)
    return lowest, -row.forgotten[1], row.answers


_NO_GRADE = 3
"""Somebody of whom too little was seen stands in the middle."""
