"""What follows from what a tumbler says: that it runs, how often it tumbled, how the dice lie, and its lamps."""

from dealer_app.device_questions import EntryFacts, EntrySecrets, EntrySubject, Question, QueueEntry
from dealer_app.devices.device_state import (
    DeviceState,
    Log,
    RecordIncident,
    ReportEffect,
    Send,
    TableView,
    Trust,
    TumbleProgress,
)
from dealer_app.devices.line_reports import IntakeResult, can_dice_come, error_incident, recovery_incidents
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.commands import Report
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import UNNAMED_DEALER, Phase
from dealer_app.domain.values import replace
from dealer_app.observations import (
    DiceAtRest,
    DiceUnreadable,
    ErrorCancelled,
    ErrorRaised,
    LightAreas,
    NotDone,
    Observation,
    RequestDone,
    RequestFailed,
    Resting,
    TumbleCompleted,
    TumblerActivated,
)
from dealer_app.station_events import Incident

LAMP_ERROR = "lamps"
_NO_LAMPS_REASONS = (NotDone.READ_ONLY, NotDone.NOT_SUPPORTED)


def handle_tumbler_report(view: TableView, device_state: DeviceState, observation: Observation) -> IntakeResult:
    match observation:
        case TumblerActivated():
            return _handle_start(view, device_state)
        case TumbleCompleted(number=number):
            return _handle_tumble(view, device_state, number)
        case DiceAtRest(dice=dice, resting=resting):
            return _handle_rest(view, device_state, dice, resting)
        case DiceUnreadable():
            return _handle_rest(view, device_state, None, (Resting.NOT_REPORTED,) * 3)
        case ErrorRaised():
            doubted = None if device_state.tumbling is None else replace(device_state.tumbling, trust=Trust.DOUBTED)
            return replace(device_state, tumbling=doubted), (error_incident(observation),)
        case ErrorCancelled(error=error, code=code):
            return device_state, (RecordIncident(incident=Incident.OVER, detail=f"{error.value} {code}"),)
        case RequestDone(request=LightAreas()) if view.device_record(device_state.device).error == LAMP_ERROR:
            return device_state, (RecordIncident(incident=Incident.OVER, detail=LAMP_ERROR),)
        case RequestFailed(request=LightAreas(areas=areas), why=why):
            return device_state, _lamp_failure(areas, why)
        case _:
            return device_state, (Log(why="nothing for the round"),)


def _handle_start(view: TableView, device_state: DeviceState) -> IntakeResult:
    """That it started before "No more Bets" was pressed is asked when the dice lie still (Tai Sai 5.5.3)."""
    round_ = view.table.round
    if round_ is None or not can_dice_come(view) or round_.tumbles is not None:
        return replace(device_state, tumbling=None), (Log(why="the tumbler runs, and no round waits for it"),)
    again = device_state.tumbling is not None and device_state.tumbling.round == round_.number
    trust = Trust.DOUBTED if again else Trust.WHOLE
    after = replace(device_state, tumbling=TumbleProgress(round=round_.number, trust=trust))
    return after, _early_question(view, round_.phase)


def _early_question(view: TableView, phase: Phase) -> tuple[ReportEffect, ...]:
    if phase is not Phase.BETTING or view.listening.has_question(Question.STARTED_EARLY):
        return (Log(why="the tumbler runs"),)
    return (QueueEntry(what=EntrySubject.TUMBLE, question=Question.STARTED_EARLY),)


def _handle_tumble(view: TableView, device_state: DeviceState, number: int) -> IntakeResult:
    round_ = view.table.round
    if round_ is None or not can_dice_come(view):
        return device_state, (Log(why="a tumble, and no round waits for it"),)
    before = device_state.tumbling
    if before is None or before.round != round_.number:
        # Its start was not reported, so something else may be missing too.
        unheard = TumbleProgress(round=round_.number, tumbles=number, trust=Trust.DOUBTED)
        return replace(device_state, tumbling=unheard), _early_question(view, round_.phase)
    trust = before.trust if number == before.tumbles + 1 else Trust.DOUBTED
    counted = replace(before, tumbles=max(number, before.tumbles), trust=trust)
    return replace(device_state, tumbling=counted), (Log(why=f"tumble {number}"),)


def _handle_rest(
    view: TableView, device_state: DeviceState, dice: Tumble | None, resting: tuple[Resting, ...]
) -> IntakeResult:
    round_, tumbling = view.table.round, device_state.tumbling
    after = replace(device_state, tumbling=None)
    if round_ is None and not _is_last_round_pending(view):
        return after, (Log(why="dice at rest, and no round is on"),)
    same_round = tumbling is not None and round_ is not None and tumbling.round == round_.number
    facts = EntryFacts(early=round_ is not None and round_.phase is Phase.BETTING)
    known = tumbling is not None and same_round and tumbling.trust is Trust.WHOLE
    counted = tumbling.tumbles if known and tumbling is not None else None
    hidden = EntrySecrets(dice=dice, resting=resting, tumbles=counted)
    question = Question.WAITS if dice is not None else Question.DICE_UNREADABLE
    return after, (
        *recovery_incidents(view, device_state),
        QueueEntry(what=EntrySubject.DICE, question=question, facts=facts, hidden=hidden),
    )


def _is_last_round_pending(view: TableView) -> bool:
    """Whether the dice of the last round were keyed, and a report of them may still come."""
    last, awaited = view.table.last, view.listening.unheard
    return last is not None and awaited.dice and awaited.round == last.number


def _lamp_failure(areas: tuple[str, ...], why: NotDone) -> tuple[ReportEffect, ...]:
    """The lamps do not show what won: the result is kept, and is shown by hand (Tai Sai 5.10)."""
    if why in _NO_LAMPS_REASONS:
        return (Log(why=f"no lamps are told: {why.value}"),)
    incident = RecordIncident(incident=Incident.TROUBLE, detail=LAMP_ERROR)
    if not areas:
        return (incident,)
    return incident, Send(
        command=Report(by=UNNAMED_DEALER, at=0, trouble=IrregularityKind.WRONG_LAMPS.value, text=f"lamps-{why.value}")
    )
