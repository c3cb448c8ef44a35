"""What is known in a practice folder, the fold of its journal: trainees and trainers by number, what is open, the rule
of grades.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct, field

from dealer_app.domain.values import replace
from dealer_app.journal.codec import FindSealed
from dealer_app.journal.recovery import FoldMethod
from dealer_app.people.events import StationFounded
from dealer_app.practice.grading import GRADE_RULE, GradeRule
from dealer_app.practice.trainee_records import (
    TraineeRecord,
    change_replay,
    end_exam,
    note_answer,
    note_replay,
    note_rounds,
    note_session,
)
from dealer_app.practice_events import (
    ClassShoeGiven,
    CurrencyKeyMade,
    GradeRuleSet,
    PracticeAnswered,
    PracticeBegan,
    PracticeMode,
    PracticeSessionBegan,
    PracticeSessionEnded,
    ReplayMarked,
    RoundAnswered,
    RoundsChosen,
    RungOpened,
    TraineeEnrolled,
    TraineeErased,
    TraineeNoted,
    TrainerEnrolled,
    TrainerPinSet,
    TrainerRemoved,
)


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
    open_exams: Mapping[int, str] = field(default_factory=dict)
    """Exams that have begun and not ended, by their number, with who sits them."""
    trainers: Mapping[str, str] = field(default_factory=dict)
    """By number the digest of what the PIN is checked against."""
    notes: int = 0
    grade_rule: GradeRule = GRADE_RULE
    currency_key: str = ""
    """The public half of the key by which lists are signed; empty before the first one."""


class _PracticeFold:
    """Folds many answers: the records of trainees are changed in place, and copied when they are asked for."""

    def __init__(self, begin: PracticeState | None) -> None:
        self._state = begin or PracticeState()
        self._trainees = dict(self._state.trainees)

    def add(self, event: object) -> None:
        match event:
            case PracticeAnswered(trainee=trainee) | RoundAnswered(trainee=trainee) if trainee in self._trainees:
                # The answers of who was erased stay in the journal, of nobody.
                self._trainees[trainee] = note_answer(self._trainees[trainee], event)
            case PracticeBegan():
                self._state = replace(self._state, began=True)
            case StationFounded():
                self._state = replace(self._state, is_station=True)
            case TraineeEnrolled(trainee=trainee):
                self._trainees[trainee] = TraineeRecord()
            case TraineeErased(trainee=trainee):
                self._erase(trainee)
            case RungOpened(trainee=trainee, rung=rung) if trainee in self._trainees:
                record = self._trainees[trainee]
                self._trainees[trainee] = replace(record, opened=record.opened | {rung})
            case PracticeSessionBegan():
                self._begin_session(event)
            case RoundsChosen(session=session, rounds=rounds):
                self._note_rounds(session, len(rounds))
                self._note_replay(event)
            case PracticeSessionEnded():
                self._end_session(event)
            case _:
                self._add_of_trainer(event)

    def _add_of_trainer(self, event: object) -> None:
        """What trainers do."""
        match event:
            case ReplayMarked():
                self._note_marks(event)
            case ClassShoeGiven(trainees=trainees, shoe=shoe):
                for number in (each for each in trainees if each in self._trainees):
                    self._trainees[number] = replace(self._trainees[number], shoe=shoe, shoe_rounds=0)
            case TrainerEnrolled() | TrainerPinSet():
                trainers = {**self._state.trainers, event.trainer: event.digest}
                self._state = replace(self._state, trainers=trainers)
            case TrainerRemoved(trainer=trainer):
                left = {number: digest for number, digest in self._state.trainers.items() if number != trainer}
                self._state = replace(self._state, trainers=left)
            case TraineeNoted(note=note):
                self._state = replace(self._state, notes=note)
            case CurrencyKeyMade(key=key):
                self._state = replace(self._state, currency_key=key)
            case GradeRuleSet(rule=rule):
                self._state = replace(self._state, grade_rule=rule)
            case _:
                pass

    def _erase(self, trainee: str) -> None:
        self._trainees.pop(trainee, None)
        exams = {number: who for number, who in self._state.open_exams.items() if who != trainee}
        self._state = replace(self._state, erased=self._state.erased + 1, open_exams=exams)

    def _begin_session(self, event: PracticeSessionBegan) -> None:
        trainee, state = event.trainee, self._state
        if trainee in self._trainees:
            self._trainees[trainee] = note_session(self._trainees[trainee], event)
        if event.mode is PracticeMode.EXAM:
            # It stays open until it is answered to its end, or a trainer ends it.
            exams = {**state.open_exams, event.session: trainee}
            self._state = replace(state, sessions=event.session, open_exams=exams)
        else:
            self._state = replace(state, sessions=event.session, open_session=OpenSession(event.session, trainee))

    def _note_rounds(self, session: int, rounds: int) -> None:
        trainee = self._state.open_exams.get(session, "")
        if trainee in self._trainees:
            self._trainees[trainee] = note_rounds(self._trainees[trainee], session, rounds)

    def _note_replay(self, chosen: RoundsChosen) -> None:
        on = self._state.open_session
        trainee = self._state.open_exams.get(chosen.session, "" if on is None else on.trainee)
        if trainee in self._trainees:
            self._trainees[trainee] = note_replay(self._trainees[trainee], chosen)

    def _note_marks(self, event: ReplayMarked) -> None:
        for number, record in self._trainees.items():
            known = next((each for each in record.replays if each.session == event.session), None)
            if known is not None:
                marks = {**known.marks, event.trainer: event.marks}
                self._trainees[number] = change_replay(record, event.session, marks=marks)
                return

    def _end_replay(self, session: int, trainee: str) -> None:
        if trainee in self._trainees:
            self._trainees[trainee] = change_replay(self._trainees[trainee], session, ended=True)

    def _end_session(self, event: PracticeSessionEnded) -> None:
        trainee = self._state.open_exams.get(event.session)
        on = self._state.open_session
        self._end_replay(event.session, trainee or ("" if on is None else on.trainee))
        if trainee is None:
            self._state = replace(self._state, open_session=None)
            return
        exams = {number: who for number, who in self._state.open_exams.items() if number != event.session}
        self._state = replace(self._state, open_exams=exams)
        if trainee in self._trainees:
            record = self._trainees[trainee]
            self._trainees[trainee] = end_exam(record, event.session, interrupted=event.interrupted)

    def state(self) -> PracticeState:
        return replace(self._state, trainees=dict(self._trainees))


def apply_practice_event(state: PracticeState, event: object) -> PracticeState:
    """The state after one event."""
    fold = _PracticeFold(state)
    fold.add(event)
    return fold.state()


def practice_snapshot(state: PracticeState) -> bytes:
    """The state as a snapshot keeps it."""
    return msgspec.json.encode(state)


def _read_snapshot(text: bytes, _find: FindSealed) -> PracticeState:
    return msgspec.json.decode(text, type=PracticeState)


def practice_fold_method(program: str) -> FoldMethod[PracticeState]:
    """How the journal of a practice folder is folded, by the program of this version."""
    return FoldMethod(start=_PracticeFold, read=_read_snapshot, program=f"practice {_FOLD} {program}")


_FOLD = 5
"""Rises when the records of trainees hold more: then no older snapshot is read, and the journal is folded again."""
