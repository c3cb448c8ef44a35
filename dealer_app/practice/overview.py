"""What a trainer sees of a class: grades by competency, what will be forgotten, errors by cause, who to look at first.

Everything follows from the folded answers and a moment that is given; nothing is counted again from the journal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from dealer_app.practice.grading import GRADE_RULE, GradeRule, grade_tries, per_cent
from dealer_app.practice.questions import Cause, Competency
from dealer_app.practice.schedule import SkillRecord, days_until_forgotten
from dealer_app.practice.skills import Skill
from dealer_app.practice.trainee_records import TraineeRecord

RECALL_TO_KEEP = 80
"""A skill that is remembered less likely than so many per cent is forgotten."""
HORIZONS = (0, 7, 14)
"""Days ahead for which it is said what will be forgotten."""
_WEAK = 80
_NEW_A_SESSION, _WEAK_A_SESSION = 12, 15
"""Of skills that were not begun, and of weak ones, so many are practised in one sitting."""
_NO_GRADE = 3
"""Somebody of whom too little was seen stands in the middle."""


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
    sessions: int
    """How many sittings are missing to the standard."""

    @property
    def lowest(self) -> CompetencyGrade | None:
        """The competency that is furthest below; none where nothing was seen."""
        seen = [each for each in self.grades if each.grade is not None]
        return min(seen, key=lambda each: (each.grade, each.right), default=None)


class ForgottenSkill(Struct, frozen=True, kw_only=True):
    """A skill, and how many people will have forgotten it, by the days of HORIZONS."""

    skill: Skill
    people: tuple[int, ...]
    begun: int
    """How many were asked it at all."""


class ClassOverview(Struct, frozen=True, kw_only=True):
    """A class, who needs most first."""

    rows: tuple[TraineeRow, ...]
    causes: tuple[tuple[Cause, int, int], ...]
    forgotten: tuple[ForgottenSkill, ...]
    first_tries: int


def sessions_to_standard(not_begun: int, weak: int) -> int:
    """By what one sitting has room for, rounded up."""
    return -(-(_WEAK_A_SESSION * not_begun + _NEW_A_SESSION * weak) // (_NEW_A_SESSION * _WEAK_A_SESSION))


def make_row(
    trainee: str,
    record: TraineeRecord,
    skills: Mapping[str, Skill],
    utc: int,
    rule: GradeRule = GRADE_RULE,
) -> TraineeRow:
    """One trainee as the answers show them."""
    tries: dict[Competency, list[str]] = {}
    known = {code: each for code, each in record.skills.items() if code in skills}
    for code, each in known.items():
        tries.setdefault(skills[code].competency, []).append(each.first_tries)
    for name, decided in record.decisions.items():
        tries.setdefault(Competency(name), []).append(decided)
    weak = sum(each.right_per_cent < _WEAK for each in known.values())
    return TraineeRow(
        trainee=trainee,
        answers=record.answers,
        grades=tuple(_grade(competency, "".join(tries.get(competency, ())), rule) for competency in Competency),
        begun=len(known),
        weak=weak,
        forgotten=_count_forgotten(known.values(), utc),
        causes=sort_causes(record.causes, record.money),
        sessions=sessions_to_standard(len(skills) - len(known), weak),
    )


def sort_causes(causes: Mapping[str, int], money: Mapping[str, int]) -> tuple[tuple[Cause, int, int], ...]:
    """Errors by cause with their money, the most frequent first."""
    return tuple((Cause(cause), count, money.get(cause, 0)) for cause, count in Counter(causes).most_common())


def _grade(competency: Competency, tries: str, rule: GradeRule) -> CompetencyGrade:
    return CompetencyGrade(
        competency=competency,
        grade=grade_tries(tries, rule),
        tries=len(tries),
        right=per_cent(tries, "rl"),
        in_time=per_cent(tries, "r"),
    )


def _count_forgotten(records: Iterable[SkillRecord], utc: int) -> tuple[int, ...]:
    found = [0] * len(HORIZONS)
    for record in records:
        days = days_until_forgotten(record, RECALL_TO_KEEP, utc)
        for place, ahead in enumerate(HORIZONS):
            found[place] += days <= ahead
    return tuple(found)


def make_rows(
    trainees: Mapping[str, TraineeRecord], skills: Sequence[Skill], utc: int, rule: GradeRule = GRADE_RULE
) -> tuple[TraineeRow, ...]:
    """The class, who needs most first: low grades, then what is forgotten soon, then the fewest answers."""
    by_code = {skill.id: skill for skill in skills}
    rows = [make_row(trainee, record, by_code, utc, rule) for trainee, record in trainees.items()]
    return tuple(sorted(rows, key=_need))


def make_overview(
    trainees: Mapping[str, TraineeRecord], skills: Sequence[Skill], utc: int, rule: GradeRule = GRADE_RULE
) -> ClassOverview:
    """All that is said of a class at once."""
    causes: Counter[str] = Counter()
    money: Counter[str] = Counter()
    for record in trainees.values():
        causes.update(record.causes)
        money.update(record.money)
    return ClassOverview(
        rows=make_rows(trainees, skills, utc, rule),
        causes=sort_causes(causes, money),
        forgotten=list_forgotten_skills(trainees.values(), skills, utc),
        first_tries=sum(record.first_tries for record in trainees.values()),
    )


def list_forgotten_skills(
    records: Iterable[TraineeRecord], skills: Sequence[Skill], utc: int
) -> tuple[ForgottenSkill, ...]:
    """Who forgets what by when: the skills that most people will have forgotten at the last of HORIZONS first."""
    people = {skill.id: [0] * len(HORIZONS) for skill in skills}
    begun: Counter[str] = Counter()
    for record in records:
        for code, known in record.skills.items():
            if code not in people:
                continue
            begun[code] += 1
            days = days_until_forgotten(known, RECALL_TO_KEEP, utc)
            for place, ahead in enumerate(HORIZONS):
                people[code][place] += days <= ahead
    found = [
        ForgottenSkill(skill=skill, people=tuple(people[skill.id]), begun=begun[skill.id])
        for skill in skills
        if people[skill.id][-1]
    ]
    return tuple(sorted(found, key=lambda each: (each.people[-1], each.people[0]), reverse=True))


def _need(row: TraineeRow) -> tuple[int, int, int]:
    lowest = row.lowest
    grade = _NO_GRADE if lowest is None or lowest.grade is None else lowest.grade
    return grade, -row.forgotten[1], row.answers
