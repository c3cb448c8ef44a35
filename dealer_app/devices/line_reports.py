"""What follows from a report about the line itself: repeats, gaps, damaged bytes, ports lost and open.

Where reports may have been missed, the dealer is asked what lies on the table.
"""

from collections.abc import Iterator, Mapping

from dealer_app.device_questions import (
    ALLOWED,
    REFUSED,
    SIMULATED_DEVICES,
    DeviceIdentity,
    DeviceKind,
    EntrySubject,
    Link,
    Question,
    QueueEntry,
)
from dealer_app.devices.device_state import (
    DeviceState,
    EndLateReports,
    Log,
    RecordIncident,
    ReportEffect,
    TableView,
    Trust,
)
from dealer_app.devices.incidents import IncidentWriter
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.values import replace
from dealer_app.observations import (
    BytesDropped,
    BytesRejected,
    DeviceReport,
    DeviceStarted,
    ErrorCancelled,
    ErrorRaised,
    Halted,
    LineDown,
    LineGarbled,
    LineUp,
    Observation,
    ReportRepeated,
    ReportsLost,
    ScanRepeated,
    SequenceConflict,
)
from dealer_app.people.events import FolderKind
from dealer_app.station.core import Core
from dealer_app.station_events import Incident

IntakeResult = tuple[DeviceState, tuple[ReportEffect, ...]]
GARBLED_LINE = "garbled"


def handle_line_report(view: TableView, device_state: DeviceState, observation: Observation) -> IntakeResult | None:
    """What follows from what is said of the line; None if this is said of the table."""
    match observation:
        case ReportRepeated() | ScanRepeated():
            return device_state, (Log(why="a repeat, nothing new"),)
        case ReportsLost(at_least=missing) if 0 < missing <= device_state.made_good:
            # By what the dealer has keyed for it nothing else is missing, and it will not be reported again.
            return replace(device_state, made_good=0), (EndLateReports(), Log(why="lost, and keyed already"))
        case ReportsLost() | SequenceConflict() | BytesDropped():
            return ask_missed_reports(view, device_state, Question.REPORTS_LOST)
        case BytesRejected():
            return _handle_rejected(view, device_state, observation)
        case LineGarbled(baudrate=baudrate):
            after, asked = ask_missed_reports(view, device_state, Question.REPORTS_LOST)
            return after, (RecordIncident(incident=Incident.TROUBLE, detail=f"{GARBLED_LINE} {baudrate}"), *asked)
        case LineUp():
            return _handle_open_line(view, device_state, observation)
        case LineDown(fault=fault) if _is_line_lost(view, device_state):
            # Only the reason is another: nothing can have come over a line that was lost already.
            return device_state, (RecordIncident(incident=Incident.LOST, detail=fault),)
        case LineDown(fault=fault):
            after, asked = ask_missed_reports(view, device_state, Question.LINE_LOST, mid_round=True)
            return after, (RecordIncident(incident=Incident.LOST, detail=fault), *asked)
        case DeviceStarted():
            return _handle_restart(view, device_state)
        case _:
            return None


def handle_without_table(device_state: DeviceState, observation: Observation) -> IntakeResult:
    """What follows while no table is open, or an outage is not answered yet: incidents, and nothing for the round."""
    match observation:
        case LineUp():
            return device_state, (connection_incident(observation),)
        case LineDown(fault=fault):
            return device_state, (RecordIncident(incident=Incident.LOST, detail=fault),)
        case ErrorRaised():
            return device_state, (error_incident(observation),)
        case ErrorCancelled(error=error, code=code):
            return device_state, (RecordIncident(incident=Incident.OVER, detail=f"{error.value} {code}"),)
        case ReportRepeated() | ScanRepeated():
            return device_state, (Log(why="a repeat, nothing new"),)
        case _:
            kept = None if device_state.result is None else replace(device_state.result, said=None)
            unheard = replace(device_state, unheard=device_state.unheard + 1, tumbling=None, burning=None, result=kept)
            return unheard, (Log(why="not listened to now, and never dealt"),)


def error_incident(raised: ErrorRaised) -> RecordIncident:
    """By our code and the device's own; its words may name a card, and are not kept."""
    goes_on = raised.halted is Halted.NO
    return RecordIncident(
        incident=Incident.NOTED if goes_on else Incident.TROUBLE, detail=f"{raised.error.value} {raised.code}"
    )


def can_card_come(view: TableView) -> bool:
    """Whether a card that was missed could be one of the table's."""
    return view.rules.baccarat is not None and view.table.shoe.step is ShoeStep.READY


def can_dice_come(view: TableView) -> bool:
    round_ = view.table.round
    on = round_ is not None and round_.phase in (Phase.BETTING, Phase.CLOSED) and round_.dice is None
    return view.rules.book.dice is not None and on


def _is_line_lost(view: TableView, device_state: DeviceState) -> bool:
    known = view.listening.devices.get(device_state.device)
    return known is not None and known.link is Link.LOST


def _handle_rejected(view: TableView, device_state: DeviceState, observation: BytesRejected) -> IntakeResult:
    """It may have been a card, and is asked at once: whether it was lost only the number of the next report shows."""
    if device_state.has_numbers and observation.sequence is None:
        asked_before = device_state.damaged
        after, asked = ask_missed_reports(view, device_state, Question.DAMAGED, mid_round=True)
        return replace(after, damaged=asked_before or isinstance(asked[0], QueueEntry)), asked
    return ask_missed_reports(view, device_state, Question.REPORTS_LOST, mid_round=observation.sequence is None)


def _handle_open_line(view: TableView, device_state: DeviceState, up: LineUp) -> IntakeResult:
    after, asked = ask_missed_reports(view, device_state, Question.LINE_BACK, mid_round=True)
    return after, (connection_incident(up), *asked)


def connection_incident(up: LineUp, incident: Incident = Incident.CONNECTED) -> RecordIncident:
    """The incident of a line that opens, with everything that identifies the device."""
    identity = DeviceIdentity(
        port=up.port, baudrate=up.baudrate, usb=up.usb, profile=up.profile, simulated=up.simulated
    )
    return RecordIncident(incident=incident, detail="", identity=identity)


def _handle_restart(view: TableView, device_state: DeviceState) -> IntakeResult:
    """It has forgotten its error, and what it had begun; nobody knows what it did not report before."""
    over = (
        (RecordIncident(incident=Incident.OVER, detail="reset"),)
        if view.device_record(device_state.device).error
        else ()
    )
    begun = replace(device_state, burning=None, result=None)
    after, asked = ask_missed_reports(view, begun, Question.DEVICE_RESET, mid_round=True)
    return after, (*over, RecordIncident(incident=Incident.NOTED, detail="reset"), *asked)


def ask_missed_reports(
    view: TableView, device_state: DeviceState, question: Question, *, mid_round: bool = False
) -> IntakeResult:
    """Asks the dealer when a report may have been missed. What the next number may settle is doubted only by that
    number.
    """
    if question is not Question.DAMAGED:
        doubted = None if device_state.tumbling is None else replace(device_state.tumbling, trust=Trust.DOUBTED)
        device_state = replace(device_state, tumbling=doubted, damaged=False, made_good=0)
    if device_state.kind is DeviceKind.TUMBLER:
        what, may = EntrySubject.DICE_UNHEARD, can_dice_come(view)
    else:
        what, may = EntrySubject.CARDS, can_card_come(view) and (not mid_round or view.table.round is not None)
    if not may:
        return device_state, (Log(why=f"{question.value}, and nothing could come"),)
    if is_asked_last(view, device_state.device, what):
        return device_state, (Log(why=f"{question.value}, and it is asked already"),)
    return device_state, (QueueEntry(what=what, question=question),)


def may_be_simulated(kind: FolderKind | None, settings: Mapping[str, str]) -> bool:
    """At a live house only where two people have decided so."""
    return kind is not FolderKind.LIVE or int(settings.get(SIMULATED_DEVICES, REFUSED)) == ALLOWED


def is_asked_last(view: TableView, device: str, what: EntrySubject) -> bool:
    """Whether the last of the queue asks the same of this device: nothing has come since."""
    queue = view.listening.row
    return bool(queue) and queue[-1].device == device and queue[-1].what is what


def recovery_incidents(view: TableView, device_state: DeviceState) -> tuple[ReportEffect, ...]:
    """A report in the ordinary course of a round, though an error is held: the device went on by itself."""
    return (
        (RecordIncident(incident=Incident.OVER, detail="goes on"),)
        if view.device_record(device_state.device).error
        else ()
    )


REFUSED_LINE = "refused"
"""Why a line is lost that is open: two people have taken back that a program may speak on it."""


class OpenLines:
    """Ignores refused devices: ask `is_blocked` of each report, and `line_changes` when the station changed."""

    def __init__(self, core: Core, incidents: IncidentWriter) -> None:
        self._core = core
        self._incidents = incidents
        self._open: dict[str, DeviceReport] = {}
        """The last report that a line is open, by device."""
        self._shut: set[str] = set()

    def is_blocked(self, device: str, report: DeviceReport) -> bool:
        """Whether this is not listened to."""
        observation = report.observation
        match observation:
            case LineUp():
                self._open[device] = report
                refused = self._is_refused(observation)
                shut = refused or not self._incidents.may_connect(device)
                (self._shut.add if shut else self._shut.discard)(device)
                if refused:
                    self._refuse(device, observation)
            case LineDown():
                shut = device in self._shut
                self._open.pop(device, None)
                self._shut.discard(device)
            case _:
                shut = device in self._shut
        return shut

    def line_changes(self) -> Iterator[tuple[str, DeviceReport]]:
        """What two people have decided since, and a minute that has passed, change what is listened to."""
        for device, up in tuple(self._open.items()):
            refused = isinstance(up.observation, LineUp) and self._is_refused(up.observation)
            if device in self._shut and not refused and self._incidents.may_connect(device):
                yield device, up
            elif refused and device not in self._shut:
                yield device, replace(up, observation=LineDown(fault=REFUSED_LINE, said=""))
                yield device, up

    def _is_refused(self, up: LineUp) -> bool:
        state = self._core.state
        return up.simulated and not may_be_simulated(state.people.kind, state.settings)

    def _refuse(self, device: str, up: LineUp) -> None:
        """In the journal once for each that was tried."""
        known, tell = self._core.state.listening.devices.get(device), connection_incident(up, Incident.REFUSED)
        if known is None or not known.refused or known.identity != tell.identity:
            self._incidents.record(device, tell)
