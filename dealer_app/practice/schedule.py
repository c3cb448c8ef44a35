"""When a skill is asked again: a memory model by skill, what is due, what is weakest, and the ladder of rungs.

Everything here follows from answers and a moment that is given: nothing reads a clock, and chance is seeded. The model
counts whole days.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from random import Random

from fsrs import Card as Memory
from fsrs import Rating as MemoryRating
from fsrs import Scheduler, State
from msgspec import Struct, field

from dealer_app.domain.values import replace
from dealer_app.practice.grading import Rating, per_cent
from dealer_app.practice.skills import DrillKind, Skill

_SCHEDULER = Scheduler(
    desired_retention=0.9, learning_steps=(), relearning_steps=(), maximum_interval=90, enable_fuzzing=False
)
LAST_TRIES = 30
"""First tries by which a rung is judged."""
_DAY = 86_400_000_000


class SkillRecord(Struct, frozen=True, kw_only=True):
    """What is known of one skill of one trainee. Moments are microseconds since 1970."""

    stability: float
    difficulty: float
    due: int
    last: int
    answers: int = 0
    right: int = 0
    first_tries: str = ""
    """The last first tries, oldest first: `r` right in time, `l` right and late, `w` wrong."""
    cause: str = ""
    """Of the last error."""
    missed: int = 0
    """When that was."""
    drilled: bool = False
    """Whether a drill asked it; rounds and exams ask for skills of rungs that are not open yet, too."""

    @property
    def right_per_cent(self) -> int:
        """Of the last first tries, right or late."""
        return per_cent(self.first_tries, "rl")

    @property
    def in_time_per_cent(self) -> int:
        return per_cent(self.first_tries, "r")


def _moment(utc: int) -> datetime:
    return datetime.fromtimestamp(utc // 1_000_000, UTC)


def _microseconds(at: datetime | None) -> int:
    assert at is not None, "a memory that was reviewed has its moments"
    return int(at.timestamp()) * 1_000_000


def _memory(record: SkillRecord | None, utc: int) -> Memory:
    # Always with a number and a moment: else the library makes both up, and sleeps to do it.
    if record is None:
        return Memory(card_id=0, due=_moment(utc))
    return Memory(
        card_id=0,
        state=State.Review,
        stability=record.stability,
        difficulty=record.difficulty,
        due=_moment(record.due),
        last_review=_moment(record.last),
    )


class Try(Struct, frozen=True, kw_only=True):
    """One answer as the memory sees it."""

    rating: Rating
    utc: int
    right: bool
    late: bool
    first: bool
    """Whether the skill was not asked in this session before."""
    counts: bool
    """Whether it is the first answer of the day: only that moves the memory, later ones train."""
    cause: str = ""
    """Of an error."""
    in_drill: bool = True
    """Not in a round, and not in an exam."""


def note_try(record: SkillRecord | None, tried: Try) -> SkillRecord:
    """What is known after an answer."""
    utc = tried.utc
    if record is None or tried.counts:
        memory, _ = _SCHEDULER.review_card(_memory(record, utc), MemoryRating(tried.rating.value), _moment(utc))
        assert memory.stability is not None, "a reviewed memory has a strength"
        assert memory.difficulty is not None, "a reviewed memory has a difficulty"
        moved = SkillRecord(
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=_microseconds(memory.due),
            last=utc,
            answers=0 if record is None else record.answers,
            right=0 if record is None else record.right,
            first_tries="" if record is None else record.first_tries,
            cause="" if record is None else record.cause,
            missed=0 if record is None else record.missed,
            drilled=False if record is None else record.drilled,
        )
    else:
        moved = record
    mark = "w" if not tried.right else "l" if tried.late else "r"
    return replace(
        moved,
        answers=moved.answers + 1,
        right=moved.right + tried.right,
        first_tries=(moved.first_tries + mark)[-LAST_TRIES:] if tried.first else moved.first_tries,
        cause=moved.cause if tried.right else tried.cause,
        missed=moved.missed if tried.right else utc,
        drilled=moved.drilled or tried.in_drill,
    )


def recall_per_cent(record: SkillRecord, utc: int) -> int:
    """How likely it is remembered at this moment."""
    # When it is due says nothing of how well it is remembered.
    memory = Memory(
        card_id=0,
        state=State.Review,
        stability=record.stability,
        difficulty=record.difficulty,
        due=_EPOCH,
        last_review=_moment(record.last),
    )
    return int(100 * _SCHEDULER.get_card_retrievability(memory, _moment(utc)))


_EPOCH = datetime.fromtimestamp(0, UTC)


def days_until_forgotten(record: SkillRecord, keep: int, utc: int) -> int:
    """In how many days from this moment it will be remembered less likely than so many per cent; 0 if it is so now.

    The curve of the library, solved for the day: a class has a hundred thousand skills to look at.
    """
    days = record.stability * _days_of_stability(keep)
    passed = (utc - record.last) // _DAY
    return max(0, int(days) + 1 - passed)


@cache
def _days_of_stability(keep: int) -> float:
    """After how many days a memory of the stability 1 falls to this per cent."""
    # At its stability a memory is remembered with 90 %: that and the decay are the whole curve.
    factor: float = 0.9 ** (1 / _DECAY) - 1
    beyond: float = (keep / 100) ** (1 / _DECAY) - 1
    return beyond / factor


_DECAY: float = -_SCHEDULER.parameters[-1]


class Rung(Enum):
    """The ladder: each opens when the one below is right and in time."""

    DRAWS = "draws"
    TOTALS = "totals"
    OUTCOMES = "outcomes"
    PAYS = "pays"
    INSURANCE = "insurance"
    IRREGULARITIES = "irregularities"


RUNG_OF_DRILL: Mapping[DrillKind, Rung] = {
    DrillKind.DRAW: Rung.DRAWS,
    DrillKind.TOTAL: Rung.TOTALS,
    DrillKind.OUTCOME: Rung.OUTCOMES,
    DrillKind.AREAS: Rung.OUTCOMES,
    DrillKind.PAY: Rung.PAYS,
    DrillKind.SETTLE: Rung.PAYS,
    DrillKind.LIMITS: Rung.PAYS,
    DrillKind.INSURANCE: Rung.INSURANCE,
    DrillKind.IRREGULARITY: Rung.IRREGULARITIES,
    DrillKind.ORDER: Rung.IRREGULARITIES,
    DrillKind.WORDS: Rung.OUTCOMES,
}
RIGHT_TO_REACH, IN_TIME_TO_REACH = 90, 80
"""Per cent of the last thirty first tries of a rung."""
FEWEST_TRIES = 10


class RungStanding(Struct, frozen=True, kw_only=True):
    """How far a trainee is on one rung."""

    rung: Rung
    tries: int
    right: int
    in_time: int
    is_open: bool
    skills: int
    begun: int
    """How many of its skills were asked at all."""

    @property
    def is_mastered(self) -> bool:
        return self.tries >= FEWEST_TRIES and self.right >= RIGHT_TO_REACH and self.in_time >= IN_TIME_TO_REACH


def ladder(
    skills: Sequence[Skill], records: Mapping[str, SkillRecord], opened: frozenset[str] = frozenset()
) -> tuple[RungStanding, ...]:
    """The rungs that these skills have, in their order. One that drills have begun stays open."""
    found: list[RungStanding] = []
    for rung in Rung:
        own = [skill.id for skill in skills if RUNG_OF_DRILL[skill.drill] is rung]
        if not own:
            continue
        tries = "".join(records[skill].first_tries for skill in own if skill in records)
        drilled = any(records[skill].drilled for skill in own if skill in records)
        open_ = not found or found[-1].is_mastered or drilled or rung.value in opened
        right, in_time = per_cent(tries, "rl"), per_cent(tries, "r")
        begun = sum(skill in records for skill in own)
        found.append(
            RungStanding(
                rung=rung,
                tries=len(tries),
                right=right,
                in_time=in_time,
                is_open=open_,
                skills=len(own),
                begun=begun,
            )
        )
    return tuple(found)


_COMES_BACK = (2, 5)
"""After so many other questions a missed skill is asked again."""
_BY_CHANCE = 4
"""One in so many is any open skill."""


class ComingBack(Struct, frozen=True):
    """A missed skill, and after how many more questions it is asked again."""

    skill: str
    after: int


def note_miss(coming: Sequence[ComingBack], skill: str) -> tuple[ComingBack, ...]:
    """A skill that was missed comes back after two and after five other questions."""
    return (*(each for each in coming if each.skill != skill), *(ComingBack(skill, after) for after in _COMES_BACK))


def note_question(coming: Sequence[ComingBack], asked: str) -> tuple[ComingBack, ...]:
    """One more question was asked."""
    return tuple(
        ComingBack(each.skill, each.after - 1) for each in coming if not (each.skill == asked and each.after <= 0)
    )


class Learner(Struct, frozen=True, kw_only=True):
    """Somebody who is asked: the skills of the open document and layout, and what is known of them."""

    skills: tuple[Skill, ...]
    records: Mapping[str, SkillRecord] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    """Rungs that a trainer has opened."""
    coming: tuple[ComingBack, ...] = ()
    last: str = ""
    """The skill that was asked last."""


def choose_skill(learner: Learner, utc: int, chance: Random) -> Skill:
    """What is asked next: what was missed, what is most overdue, the next new one, the weakest; one in four by chance.

    Never the same skill twice running where there is another.
    """
    records = learner.records
    open_rungs = {each.rung for each in ladder(learner.skills, records, learner.opened) if each.is_open}
    fit = [skill for skill in learner.skills if RUNG_OF_DRILL[skill.drill] in open_rungs]
    others = [skill for skill in fit if skill.id != learner.last] or fit
    back = {each.skill for each in learner.coming if each.after <= 0}
    missed = next((skill for skill in others if skill.id in back), None)
    if missed is not None:
        return missed
    if chance.randrange(_BY_CHANCE) == 0:
        return chance.choice(others)
    due = due_skills(others, records, utc)
    if due:
        return due[0]
    new = next((skill for skill in others if skill.id not in records), None)
    return new or min(others, key=lambda skill: _strength(records[skill.id], utc))


def _strength(record: SkillRecord, utc: int) -> int:
    return record.right_per_cent * recall_per_cent(record, utc)


def due_skills(skills: Sequence[Skill], records: Mapping[str, SkillRecord], utc: int) -> tuple[Skill, ...]:
    """What is due, most overdue first."""
    due = [skill for skill in skills if skill.id in records and records[skill.id].due <= utc]
    return tuple(sorted(due, key=lambda skill: records[skill.id].due))


def weakest_skills(
    skills: Sequence[Skill], records: Mapping[str, SkillRecord], utc: int, most: int = 5
) -> tuple[Skill, ...]:
    """The lowest share of right answers times recall, of what was asked and not always right."""
    asked = [skill for skill in skills if skill.id in records and records[skill.id].right_per_cent < RIGHT_TO_REACH]
    strength = {skill.id: records[skill.id].right_per_cent * recall_per_cent(records[skill.id], utc) for skill in asked}
    return tuple(sorted(asked, key=lambda skill: strength[skill.id])[:most])


def is_same_day(one: int, other: int, offset: int) -> bool:
    """Whether two moments are of one day at this distance from Greenwich, in minutes."""
    shift = offset * 60_000_000
    return (one + shift) // _DAY == (other + shift) // _DAY
