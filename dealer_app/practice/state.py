"""What is known in a practice folder, the fold of its journal: trainees by number, their skills, the open session."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct, field

from dealer_app.domain.values import replace
from dealer_app.journal.codec import FindSealed
from dealer_app.journal.recovery import FoldMethod
from dealer_app.people.events import StationFounded
from dealer_app.practice.grading import Rating
from dealer_app.practice.schedule import SkillRecord, Try, note_try
from dealer_app.practice_events import (
    PracticeAnswered,
    PracticeBegan,
    PracticeSessionBegan,
    PracticeSessionEnded,
    RungOpened,
    TraineeEnrolled,
    TraineeErased,
)


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


class OpenSession(Struct, frozen=True):
    """The session that has begun and not ended."""

    number: int
    trainee: str


class PracticeState(Struct, frozen=True, kw_only=True):
    """The state of a practice folder. `is_station` is there where its journal is that of a table."""

    began: bool = False
    is_station: bool = False
    trainees: Mapping[str, TraineeRecord] = field(default_factory=dict)
    erased: int = 0
    sessions: int = 0
    open_session: OpenSession | None = None


class _PracticeFold:
    """Folds many answers: the records of trainees are changed in place, and copied when they are asked for."""

    def __init__(self, begin: PracticeState | None) -> None:
        self._state = begin or PracticeState()
        self._trainees = dict(self._state.trainees)

    def add(self, event: object) -> None:
        match event:
            case PracticeAnswered(trainee=trainee) if trainee in self._trainees:
                # The answers of who was erased stay in the journal, of nobody.
                self._trainees[trainee] = note_in_record(self._trainees[trainee], event)
            case PracticeBegan():
                self._state = replace(self._state, began=True)
            case StationFounded():
                self._state = replace(self._state, is_station=True)
            case TraineeEnrolled(trainee=trainee):
                self._trainees[trainee] = TraineeRecord()
            case TraineeErased(trainee=trainee):
                self._trainees.pop(trainee, None)
                self._state = replace(self._state, erased=self._state.erased + 1)
            case RungOpened(trainee=trainee, rung=rung):
                record = self._trainees[trainee]
                self._trainees[trainee] = replace(record, opened=record.opened | {rung})
            case PracticeSessionBegan(session=session, trainee=trainee):
                self._state = replace(self._state, sessions=session, open_session=OpenSession(session, trainee))
            case PracticeSessionEnded():
                self._state = replace(self._state, open_session=None)
            case _:
                pass

    def state(self) -> PracticeState:
        return replace(self._state, trainees=dict(self._trainees))


def apply_practice_event(state: PracticeState, event: object) -> PracticeState:
    """The state after one event."""
    fold = _PracticeFold(state)
    fold.add(event)
    return fold.state()


def note_in_record(record: TraineeRecord, event: PracticeAnswered) -> TraineeRecord:
    """What is known of a trainee after one more answer."""
    tried = Try(
        rating=Rating(event.rating),
        utc=event.at,
        right=event.right,
        late=event.milliseconds > event.limit_seconds * 1000,
        first=event.first_try,
        counts=event.counts,
    )
    skill = note_try(record.skills.get(event.skill), tried)
    causes, money = dict(record.causes), dict(record.money)
    for cause in event.causes:
        causes[cause] = causes.get(cause, 0) + 1
        money[cause] = money.get(cause, 0) + abs(event.money)
    return replace(
        record,
        skills={**record.skills, event.skill: skill},
        causes=causes,
        money=money,
        answers=record.answers + 1,
        right=record.right + event.right,
    )


def practice_snapshot(state: PracticeState) -> bytes:
    """The state as a snapshot keeps it."""
    return msgspec.json.encode(state)


def _read_snapshot(text: bytes, _find: FindSealed) -> PracticeState:
    return msgspec.json.decode(text, type=PracticeState)


def practice_fold_method(program: str) -> FoldMethod[PracticeState]:
    """How the journal of a practice folder is folded, by the program of this version."""
    return FoldMethod(start=_PracticeFold, read=_read_snapshot, program=f"practice {program}")
