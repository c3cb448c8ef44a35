"""The debrief of a session of rounds: what the book does beside what was done, seconds a phase, and what went wrong.

Everything follows from the decisions of a session; the own rating comes first, then this. Words are not here.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct

from dealer_app.domain.money import Money
from dealer_app.practice.questions import Answer, Cause, Competency, DrillQuestion
from dealer_app.practice.round_questions import STEP_PART
from dealer_app.practice.round_session import RoundDecision, RoundSession
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.scenarios import Scenario

FEWEST_FOR_GRADE = 10
"""Under so many decisions of a competency only their number is said, and no grade."""
MOST_FLAGS = 9


class RoundPhase(Enum):
    """The parts of a round, each with its own seconds."""

    BETTING = "betting"
    DEALING = "dealing"
    INSURANCE = "insurance"
    TROUBLE = "trouble"
    RESULT = "result"
    PAYING = "paying"
    SHOE = "shoe"


_PHASES: Mapping[RoundStep, RoundPhase] = {
    RoundStep.OPEN_BETTING: RoundPhase.BETTING,
    RoundStep.NO_MORE_BETS: RoundPhase.BETTING,
    RoundStep.OFFER_INSURANCE: RoundPhase.INSURANCE,
    RoundStep.CLOSE_OFFER: RoundPhase.INSURANCE,
    RoundStep.STOP: RoundPhase.TROUBLE,
    RoundStep.ALL_BACK: RoundPhase.TROUBLE,
    RoundStep.ANNOUNCE_RESULT: RoundPhase.RESULT,
    RoundStep.NO_CARD: RoundPhase.RESULT,
    RoundStep.SETTLE: RoundPhase.PAYING,
    RoundStep.CHANGE_CARDS: RoundPhase.SHOE,
    RoundStep.CHANGE_DICE: RoundPhase.SHOE,
}


class PhaseTime(Struct, frozen=True, kw_only=True):
    """A phase of one round: when it began, how long it took, and how long it may take."""

    round: int
    phase: RoundPhase
    began: int
    milliseconds: int
    limit_milliseconds: int

    @property
    def is_late(self) -> bool:
        return self.milliseconds > self.limit_milliseconds


class DebriefPart(Struct, frozen=True, kw_only=True):
    """One decision on the axis of time: in the lane of the book what was due, in the other what was done."""

    decision: int
    """Which decision of the session, from 0."""
    round: int
    phase: RoundPhase
    began: int
    milliseconds: int
    question: DrillQuestion
    answer: Answer
    """Of the book the right answer; nothing where it was not done at all."""
    clause: str
    is_right: bool
    is_late: bool
    flag: int = 0
    """The number of its error, from 1; 0 where there is none."""


class Flag(Struct, frozen=True, kw_only=True):
    """An error to look at, those of money and weight first."""

    number: int
    decision: int
    round: int
    began: int
    causes: tuple[Cause, ...]
    clause: str
    money: Money
    weight: int


class CompetencyCount(Struct, frozen=True, kw_only=True):
    """What of one competency was seen: the own rating, and what was right at the first try and in time."""

    competency: Competency
    own: int | None
    decisions: int
    right: int
    late: int

    @property
    def is_seen(self) -> bool:
        """Whether it is enough for a grade."""
        return self.decisions >= FEWEST_FOR_GRADE


class Debrief(Struct, frozen=True, kw_only=True):
    """What a session of rounds came to."""

    scenarios: tuple[Scenario, ...]
    """In the order of the rounds, with their own words for the debrief."""
    competencies: tuple[CompetencyCount, ...]
    phases: tuple[PhaseTime, ...]
    book: tuple[DebriefPart, ...]
    done: tuple[DebriefPart, ...]
    flags: tuple[Flag, ...]
    decisions: int
    right_first: int
    money: Money
    """What all errors would have cost, without sign."""
    milliseconds: int


def make_debrief(session: RoundSession) -> Debrief | None:
    """Nothing before the trainee has rated the session."""
    if session.ratings is None:
        return None
    decisions = session.decisions
    flags = _make_flags(decisions)
    return Debrief(
        scenarios=tuple(play.scenario for play in session.plays),
        competencies=count_competencies(decisions, session.ratings),
        phases=_measure_phases(decisions),
        book=tuple(_book_lane(decisions, flags)),
        done=tuple(_done_lane(decisions, flags)),
        flags=flags,
        decisions=len(decisions),
        right_first=session.right_first,
        money=Money(sum(abs(each.money) for each in decisions)),
        milliseconds=sum(each.milliseconds for each in decisions),
    )


def count_competencies(
    decisions: Sequence[RoundDecision], ratings: Mapping[Competency, int]
) -> tuple[CompetencyCount, ...]:
    """Each competency that was asked for or rated, in the usual order."""
    found = []
    for competency in Competency:
        own = [each for each in decisions if each.asked.competency is competency]
        if own or competency in ratings:
            right = [each for each in own if each.mark.right and not each.hints]
            found.append(
                CompetencyCount(
                    competency=competency,
                    own=ratings.get(competency),
                    decisions=len(own),
                    right=len(right),
                    late=sum(each.is_late for each in right),
                )
            )
    return tuple(found)


def _phase(decision: RoundDecision) -> RoundPhase:
    return _PHASES.get(decision.moment.due[0], RoundPhase.DEALING)


def _measure_phases(decisions: Sequence[RoundDecision]) -> tuple[PhaseTime, ...]:
    found: list[PhaseTime] = []
    for each in decisions:
        phase, limit = _phase(each), each.asked.limit_seconds * 1000
        last = found[-1] if found else None
        if last is not None and (last.round, last.phase) == (each.round, phase):
            found[-1] = PhaseTime(
                round=last.round,
                phase=phase,
                began=last.began,
                milliseconds=last.milliseconds + each.milliseconds,
                limit_milliseconds=last.limit_milliseconds + limit,
            )
        else:
            found.append(
                PhaseTime(
                    round=each.round,
                    phase=phase,
                    began=each.began,
                    milliseconds=each.milliseconds,
                    limit_milliseconds=limit,
                )
            )
    return tuple(found)


def _make_flags(decisions: Sequence[RoundDecision]) -> tuple[Flag, ...]:
    """What was wrong, by money and weight; what was right and late comes after it."""
    wrong = [(place, each) for place, each in enumerate(decisions) if each.causes]
    wrong.sort(key=lambda one: (one[1].mark.right, -abs(one[1].money), -one[1].asked.weight, one[0]))
    return tuple(
        Flag(
            number=number,
            decision=place,
            round=each.round,
            began=each.began,
            causes=each.causes,
            clause=each.question.clause,
            money=each.money,
            weight=each.asked.weight,
        )
        for number, (place, each) in enumerate(wrong[:MOST_FLAGS], start=1)
    )


def _book_lane(decisions: Sequence[RoundDecision], flags: Sequence[Flag]) -> Iterator[DebriefPart]:
    numbers = {flag.decision: flag.number for flag in flags}
    for place, each in enumerate(decisions):
        yield _part(place, each, each.question.right[0], numbers.get(place, 0))


def _done_lane(decisions: Sequence[RoundDecision], flags: Sequence[Flag]) -> Iterator[DebriefPart]:
    """A step of the book that was not done is a gap: it has no answer."""
    numbers = {flag.decision: flag.number for flag in flags}
    for place, each in enumerate(decisions):
        missed = each.question.code == STEP_PART and not each.mark.right and each.done is None
        yield _part(place, each, () if missed else each.answer, numbers.get(place, 0))


def _part(place: int, decision: RoundDecision, answer: Answer, flag: int) -> DebriefPart:
    return DebriefPart(
        decision=place,
        round=decision.round,
        phase=_phase(decision),
        began=decision.began,
        milliseconds=decision.milliseconds,
        question=decision.question,
        answer=answer,
        clause=decision.question.clause,
        is_right=decision.mark.right,
        is_late=decision.is_late,
        flag=flag,
    )
