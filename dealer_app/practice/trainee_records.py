"""What the answers of one trainee come to: skills, errors, the course by week, exams. A fold of answers, kept in a
snapshot, so that the overview of a class reads no journal.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct, field

from dealer_app.domain.values import replace
from dealer_app.practice.grading import Rating
from dealer_app.practice.schedule import LAST_TRIES, RUNG_OF_DRILL, SkillRecord, Try, note_try
from dealer_app.practice.skills import Skill, skills_by_id
from dealer_app.practice_events import (
    PracticeAnswered,
    PracticeMode,
    PracticeSessionBegan,
    RoundAnswered,
    RoundItem,
    RoundsChosen,
)

DAY = 86_400_000_000
WEEK = 7 * DAY
PACE_BANDS = 24
"""Of the time that an answer took, in tenths of its limit: the last band has all that took longer."""
MOST_REPLAYS = 18
"""Sessions of rounds that trainers can mark; two pages of digits."""
_SEEDS = 10**9
MOST_EXAMS = 100
"""Exams that are remembered of a trainee; the journal has all of them."""


class WeekRecord(Struct, frozen=True, kw_only=True):
    """The first tries of one week: by competency how many and how many right, and how long they took."""

    tries: Mapping[str, int] = field(default_factory=dict)
    right: Mapping[str, int] = field(default_factory=dict)
    pace: tuple[int, ...] = ()
    """How many answers took so many tenths of their limit."""

    @property
    def median_pace(self) -> int | None:
        """Per cent of the limit; none where nothing was answered."""
        before, half = 0, (sum(self.pace) + 1) // 2
        for band, count in enumerate(self.pace):
            before += count
            if count and before >= half:
                # Within the band as if its answers were spread evenly.
                return 10 * band + 10 * (half - before + count) // (count + 1)
        return None


class ExamRecord(Struct, frozen=True, kw_only=True):
    """An exam of a trainee, as far as it has come."""

    session: int
    at: int
    book: str
    layout: str
    fingerprint: str
    seed: int
    items: int
    items_hash: str
    answered: int = 0
    right: int = 0
    tries: Mapping[str, str] = field(default_factory=dict)
    """By competency the first tries: `r` right in time, `l` right and late, `w` wrong."""
    last_skill: str = ""
    last_question: int = 0
    ended: bool = False
    interrupted: bool = False
    rounds: int = 0
    """Of an exam of whole rounds how many; none of one of drills."""


class ReplayRecord(Struct, frozen=True, kw_only=True):
    """A session of rounds that trainers can mark, and how they did."""

    session: int
    at: int
    book: str
    layout: str
    mode: str
    rounds: int = 0
    """None of a session in which single questions were asked."""
    marks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By trainer, by competency: 1 to 5."""
    ended: bool = False


class TraineeRecord(Struct, frozen=True, kw_only=True):
    """What the answers of one trainee come to."""

    skills: Mapping[str, SkillRecord] = field(default_factory=dict)
    causes: Mapping[str, int] = field(default_factory=dict)
    """How often each cause of an error was seen."""
    money: Mapping[str, int] = field(default_factory=dict)
    """What errors of each cause came to in money, without sign, in minor units."""
    opened: frozenset[str] = frozenset()
    answers: int = 0
    right: int = 0
    sessions: int = 0
    days: int = 0
    """On how many days there was an answer."""
    first_at: int = 0
    last_at: int = 0
    first_tries: int = 0
    weeks: Mapping[int, WeekRecord] = field(default_factory=dict)
    """By the number of the week since 1970."""
    streaks: Mapping[str, int] = field(default_factory=dict)
    """By rung: how many first tries were right since the last that was not."""
    exams: tuple[ExamRecord, ...] = ()
    replays: tuple[ReplayRecord, ...] = ()
    """The last sessions of rounds."""
    shoe: int = 0
    """The shoe of the class from which rounds are dealt; 0: by chance."""
    shoe_rounds: int = 0
    """How many of its rounds have begun."""
    decisions: Mapping[str, str] = field(default_factory=dict)
    """By competency the last first tries in rounds that no skill asks for, as a skill keeps its own."""


_AnyAnswer = PracticeAnswered | RoundAnswered


def note_answer(record: TraineeRecord, event: _AnyAnswer) -> TraineeRecord:
    """What is known of a trainee after one more answer."""
    late = event.milliseconds > event.limit_seconds * 1000
    cause = event.causes[0] if event.causes else ""
    tried = Try(
        rating=Rating(event.rating),
        utc=event.at,
        right=event.right,
        late=late,
        first=event.first_try,
        counts=event.counts,
        cause=cause,
        in_drill=isinstance(event, PracticeAnswered) and event.session not in {exam.session for exam in record.exams},
    )
    causes, money = dict(record.causes), dict(record.money)
    for each in event.causes:
        causes[each] = causes.get(each, 0) + 1
        money[each] = money.get(each, 0) + abs(event.money)
    skill = skills_by_id().get(event.skill)
    skills = record.skills
    if event.skill:
        # A decision in a round may be one that no skill asks for.
        skills = {**skills, event.skill: note_try(skills.get(event.skill), tried)}
    noted = replace(
        record,
        skills=skills,
        causes=causes,
        money=money,
        answers=record.answers + 1,
        right=record.right + event.right,
        days=record.days + (record.last_at // DAY != event.at // DAY),
        first_at=record.first_at or event.at,
        last_at=event.at,
        exams=tuple(_note_in_exam(exam, event, skill) for exam in record.exams),
    )
    competency = _competency(event, skill)
    if not event.first_try or not competency:
        return noted
    if skill is None:
        mark = _mark(event)
        decided = (noted.decisions.get(competency, "") + mark)[-LAST_TRIES:]
        noted = replace(noted, decisions={**noted.decisions, competency: decided})
    return _note_first_try(noted, event, skill, competency)


def _competency(event: _AnyAnswer, skill: Skill | None) -> str:
    """Under which competency it counts; empty where nobody knows the skill any more."""
    if isinstance(event, RoundAnswered):
        return event.competency
    return "" if skill is None else skill.competency.value


def _mark(event: _AnyAnswer) -> str:
    if not event.right:
        return "w"
    return "l" if event.milliseconds > event.limit_seconds * 1000 else "r"


def _note_first_try(record: TraineeRecord, event: _AnyAnswer, skill: Skill | None, competency: str) -> TraineeRecord:
    """Only first tries count in a course and in a streak."""
    week = event.at // WEEK
    known = record.weeks.get(week) or WeekRecord(pace=(0,) * PACE_BANDS)
    band = min(PACE_BANDS - 1, event.milliseconds // (event.limit_seconds * 100))
    pace = tuple(count + (place == band) for place, count in enumerate(known.pace))
    noted = WeekRecord(
        tries={**known.tries, competency: known.tries.get(competency, 0) + 1},
        right={**known.right, competency: known.right.get(competency, 0) + event.right},
        pace=pace,
    )
    streaks = record.streaks
    if skill is not None:
        rung = RUNG_OF_DRILL[skill.drill].value
        streaks = {**streaks, rung: streaks.get(rung, 0) + 1 if event.right else 0}
    return replace(
        record,
        first_tries=record.first_tries + 1,
        weeks={**record.weeks, week: noted},
        streaks=streaks,
    )


def _note_in_exam(exam: ExamRecord, event: _AnyAnswer, skill: Skill | None) -> ExamRecord:
    if exam.session != event.session:
        return exam
    competency, mark = _competency(event, skill), _mark(event)
    return replace(
        exam,
        answered=exam.answered + 1,
        right=exam.right + event.right,
        tries={**exam.tries, competency: exam.tries.get(competency, "") + mark},
        last_skill=event.skill,
        last_question=event.question,
    )


def note_session(record: TraineeRecord, event: PracticeSessionBegan) -> TraineeRecord:
    """One more session; an exam with what makes it again."""
    record = replace(record, sessions=record.sessions + 1)
    if event.mode is not PracticeMode.DRILL:
        made = ReplayRecord(
            session=event.session, at=event.at, book=event.book, layout=event.layout, mode=event.mode.value
        )
        record = replace(record, replays=(*record.replays, made)[-MOST_REPLAYS:])
    if event.mode is not PracticeMode.EXAM:
        return record
    exam = ExamRecord(
        session=event.session,
        at=event.at,
        book=event.book,
        layout=event.layout,
        fingerprint=event.fingerprint,
        seed=event.seed,
        items=event.items,
        items_hash=event.items_hash,
    )
    return replace(record, exams=(*record.exams, exam)[-MOST_EXAMS:])


def note_replay(record: TraineeRecord, chosen: RoundsChosen) -> TraineeRecord:
    """The session that has begun has rounds, which trainers can mark; a round of the class's shoe is counted."""
    is_of_shoe = bool(record.shoe) and chosen.rounds == (shoe_round(record.shoe, record.shoe_rounds),)
    noted = change_replay(record, chosen.session, rounds=len(chosen.rounds))
    return replace(noted, shoe_rounds=record.shoe_rounds + is_of_shoe)


def shoe_round(shoe: int, number: int) -> RoundItem:
    """A round of the shoe of a class, from 0: the same for everybody who is dealt from it."""
    return RoundItem(seed=1 + Random(f"shoe {shoe} {number}").randrange(_SEEDS))  # noqa: S311 - it deals practice


def change_replay(record: TraineeRecord, session: int, **changes: Any) -> TraineeRecord:
    """Something of a session of rounds has changed: it is over, or was marked."""
    return replace(
        record,
        replays=tuple(replace(each, **changes) if each.session == session else each for each in record.replays),
    )


def note_rounds(record: TraineeRecord, session: int, rounds: int) -> TraineeRecord:
    """The exam is one of whole rounds."""
    return replace(
        record,
        exams=tuple(replace(exam, rounds=rounds) if exam.session == session else exam for exam in record.exams),
    )


def end_exam(record: TraineeRecord, session: int, *, interrupted: bool) -> TraineeRecord:
    """An exam is over, to its end or not."""
    return replace(
        record,
        exams=tuple(
            replace(exam, ended=True, interrupted=interrupted) if exam.session == session else exam
            for exam in record.exams
        ),
    )
