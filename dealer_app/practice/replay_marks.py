"""Two trainers mark the same replay blind: neither sees the marks of the other before giving their own.

A replay is a session of rounds that is over, played again from the journal to show what was asked and done. Marks are
1 to 5 by competency; where two differ by two or more, trainers talk about it.
"""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_session import RoundDecision, RoundSession, UnknownScenarioError
from dealer_app.practice.scenario_check import load_shelf, scenario_table
from dealer_app.practice.state import PracticeState
from dealer_app.practice.trainee_records import ReplayRecord
from dealer_app.practice_events import (
    PracticeEvent,
    PracticeSessionBegan,
    ReplayMarked,
    RoundAnswered,
    RoundForked,
    RoundsChosen,
    RoundTrouble,
    RoundWentOn,
    TroubleCame,
)

LOWEST_MARK, HIGHEST_MARK = 1, 5
WIDE_DIFFERENCE = 2
"""Marks that differ so much are shown in amber."""
_TOUCHED = (RoundTrouble, TroubleCame, RoundWentOn, RoundForked)


class ReplayNotPossibleError(Exception):
    """The session cannot be played again: a trainer or chance took part in it, or document and scenarios are others."""


class Replay(Struct, frozen=True, kw_only=True):
    """A session of rounds as it is looked at by a trainer who marks it."""

    session: int
    decisions: tuple[RoundDecision, ...]

    @property
    def competencies(self) -> tuple[Competency, ...]:
        """Those that were asked for, in the usual order: each gets a mark."""
        asked = {each.asked.competency for each in self.decisions}
        return tuple(each for each in Competency if each in asked)


class MarkRow(Struct, frozen=True, kw_only=True):
    """The marks of one competency, in the order in which trainers gave them."""

    competency: Competency
    marks: tuple[int, ...]

    @property
    def difference(self) -> int:
        return max(self.marks) - min(self.marks)

    @property
    def is_wide(self) -> bool:
        return self.difference >= WIDE_DIFFERENCE


class _ReadFolder:
    """A folder in which nothing is written: what is only played again is no fact."""

    def __init__(self, folder: PracticeFolder) -> None:
        self._folder = folder

    @property
    def state(self) -> PracticeState:
        return self._folder.state

    def now(self) -> Timestamp:
        return self._folder.now()

    def record(self, *_events: PracticeEvent) -> None:
        """Nothing is written."""


def open_replay(folder: PracticeFolder, session: int) -> Replay:
    """Plays a session of rounds again. Raises ReplayNotPossibleError and JournalError."""
    events = folder.session_events(session)
    began = next((each for each in events if isinstance(each, PracticeSessionBegan)), None)
    chosen = next((each for each in events if isinstance(each, RoundsChosen)), None)
    if began is None or chosen is None or any(isinstance(each, _TOUCHED) for each in events):
        raise ReplayNotPossibleError
    table = scenario_table(began.book, began.layout)
    if table.rules.book.choice_fingerprint != began.fingerprint:
        raise ReplayNotPossibleError
    answers = [each for each in events if isinstance(each, RoundAnswered)]
    try:
        played = RoundSession(
            _ReadFolder(folder),
            began.trainee,
            table,
            mode=began.mode,
            rounds=chosen.rounds,
            seed=began.seed,
            shelf=load_shelf(folder.path),
            number=session,
        )
        played.replay(answers)
    except (UnknownScenarioError, ValueError, IndexError) as problem:
        raise ReplayNotPossibleError from problem
    if [each.mark.right for each in played.decisions] != [each.right for each in answers]:
        raise ReplayNotPossibleError
    return Replay(session=session, decisions=tuple(played.decisions))


def mark_replay(folder: PracticeFolder, replay: Replay, trainer: str, marks: Mapping[Competency, int]) -> bool:
    """Keeps the marks of a trainer, once; whether they were kept. Every competency that was asked for has one."""
    known = find_replay(folder.state, replay.session)
    whole = set(marks) == set(replay.competencies)
    if known is None or trainer in known.marks or not whole or not trainer:
        return False
    if not all(LOWEST_MARK <= mark <= HIGHEST_MARK for mark in marks.values()):
        return False
    plain = {competency.value: mark for competency, mark in marks.items()}
    folder.record(ReplayMarked(session=replay.session, trainer=trainer, marks=plain))
    return True


def find_replay(state: PracticeState, session: int) -> ReplayRecord | None:
    """The session of rounds of this number, of somebody who still practises here."""
    records = (each for record in state.trainees.values() for each in record.replays)
    return next((each for each in records if each.session == session), None)


def visible_marks(known: ReplayRecord, trainer: str) -> Mapping[str, Mapping[str, int]]:
    """By trainer the marks that this one may see: none before giving their own."""
    return known.marks if trainer in known.marks else {}


def compare_marks(known: ReplayRecord, trainer: str) -> tuple[MarkRow, ...]:
    """The marks of all trainers beside each other, once this one has marked; nothing before."""
    seen = visible_marks(known, trainer)
    rows = []
    for competency in Competency:
        marks = tuple(each[competency.value] for each in seen.values() if competency.value in each)
        if marks:
            rows.append(MarkRow(competency=competency, marks=marks))
    return tuple(rows)
