"""The course of one trainee over time, as figures for charts: right first tries by week, what falls due, and pace."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from dealer_app.charts import BarChart, CourseChart
from dealer_app.clock import calendar_day
from dealer_app.practice.questions import Competency
from dealer_app.practice.skills import Skill
from dealer_app.practice.trainee_records import DAY, TraineeRecord

STANDARD = 90
"""Per cent of first tries right: the dashed line."""
_LOWEST = 50
"""Where the scale of all charts of a course begins."""
_FEWEST_A_WEEK = 5
"""A point needs so many answers."""
_WEEKS, _DAYS_AHEAD = 8, 14


class CourseWords(Struct, frozen=True, kw_only=True):
    """What is written in the charts, in the language of who reads them."""

    few: str
    """Where no week has enough answers."""
    limit: str
    week: str
    """The name of a week, with `{}` for its number."""


def competency_charts(record: TraineeRecord, words: CourseWords) -> Mapping[Competency, CourseChart]:
    """By competency how many first tries were right, week by week from the first answer on; the last weeks of many."""
    weeks = _shown_weeks(record)
    return {each: _competency_chart(record, each, weeks, words) for each in Competency}


def _shown_weeks(record: TraineeRecord) -> tuple[tuple[int, str], ...]:
    """The weeks since 1970, and their numbers in the course."""
    if not record.weeks:
        return tuple((number, str(number)) for number in range(1, _WEEKS - 1))
    first, last = min(record.weeks), max(record.weeks)
    begin = max(first, last - _WEEKS + 1)
    return tuple((week, str(week - first + 1)) for week in range(begin, max(last, begin + 3) + 1))


def _competency_chart(
    record: TraineeRecord, competency: Competency, weeks: Sequence[tuple[int, str]], words: CourseWords
) -> CourseChart:
    values = []
    for week, _ in weeks:
        known = record.weeks.get(week)
        tries = 0 if known is None else known.tries.get(competency.value, 0)
        right = 0 if known is None else known.right.get(competency.value, 0)
        values.append(100 * right // tries if tries >= _FEWEST_A_WEEK else None)
    return CourseChart(
        names=tuple(name for _, name in weeks),
        values=tuple(values),
        low=_LOWEST,
        high=100,
        standard=STANDARD,
        empty=words.few,
    )


def due_chart(record: TraineeRecord, skills: Mapping[str, Skill], utc: int, offset: int) -> BarChart:
    """How many skills fall due on each of the next days if nothing is practised; what is overdue stands at today."""
    shift = offset * 60_000_000
    today = (utc + shift) // DAY
    counts = [0] * _DAYS_AHEAD
    for code, known in record.skills.items():
        ahead = (known.due + shift) // DAY - today
        if code in skills and ahead < _DAYS_AHEAD:
            counts[max(0, ahead)] += 1
    # The figure of the day alone: in two weeks none comes twice.
    names = tuple(str(int(calendar_day((today + ahead) * DAY, 0)[-2:])) for ahead in range(_DAYS_AHEAD))
    return BarChart(names=names, values=tuple(counts), marked=frozenset({0}))


def pace_chart(record: TraineeRecord, words: CourseWords) -> BarChart:
    """The median time of each week against the limit, which is 100."""
    paces = [
        (name, pace)
        for week, name in _shown_weeks(record)
        if week in record.weeks and (pace := record.weeks[week].median_pace) is not None
    ]
    return BarChart(
        names=tuple(words.week.replace("{}", name) for name, _ in paces),
        values=tuple(pace for _, pace in paces),
        limit=100,
        limit_name=words.limit,
    )


def course_days(record: TraineeRecord) -> int:
    """From the first answer to the last, both counted."""
    return 0 if not record.first_at else record.last_at // DAY - record.first_at // DAY + 1
