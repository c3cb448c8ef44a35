"""What is said of a line itself: repeats, gaps, bytes thrown away, ports that come and go. Never a card, never dice.

Where reports may have been missed, the dealer is asked what lies on the table that the station does not know.
"""

from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.values import replace
from dealer_app.observations import (
    BytesDropped,
    BytesRejected,
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
from dealer_app.station.facts import Incident
from dealer_app.station.listening.heard import Bring, Following, Heard, NoneLate, Note, Tell, Trust, View
from dealer_app.station.listening.identity import Identity
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Link, Question, What

Heeded = tuple[Heard, tuple[Following, ...]]
GARBLED = "garbled"


def of_the_line(view: View, heard: Heard, observation: Observation) -> Heeded | None:
    """What follows from what is said of the line; None if this is said of the table."""
    match observation:
        case ReportRepeated() | ScanRepeated():
            return heard, (Note(why="a repeat, nothing new"),)
        case ReportsLost(at_least=missing) if 0 < missing <= heard.made_good:
            # By what the dealer has keyed for it nothing else is missing, and it will not be told again.
            return replace(heard, made_good=0), (NoneLate(), Note(why="lost, and keyed already"))
        case ReportsLost() | SequenceConflict() | BytesDropped():
            return perhaps_more(view, heard, Question.REPORTS_LOST)
        case BytesRejected():
            return _rejected(view, heard, observation)
        case LineGarbled(baudrate=baudrate):
            after, asked = perhaps_more(view, heard, Question.REPORTS_LOST)
            return after, (Tell(incident=Incident.TROUBLE, detail=f"{GARBLED} {baudrate}"), *asked)
        case LineUp():
            return _up(view, heard, observation)
        case LineDown(fault=fault) if _is_down(view, heard):
            # Only the reason is another: nothing can have come over a line that was lost already.
            return heard, (Tell(incident=Incident.LOST, detail=fault),)
        case LineDown(fault=fault):
            after, asked = perhaps_more(view, heard, Question.LINE_LOST, mid_round=True)
            return after, (Tell(incident=Incident.LOST, detail=fault), *asked)
        case DeviceStarted():
            return _restarted(view, heard)
        case _:
            return None


def told_without_a_table(heard: Heard, observation: Observation) -> Heeded:
    """What follows while no table is open, or an outage is not answered yet: incidents, and nothing for the round."""
    match observation:
        case LineUp():
            return heard, (connected(observation),)
        case LineDown(fault=fault):
            return heard, (Tell(incident=Incident.LOST, detail=fault),)
        case ErrorRaised():
            return heard, (error_told(observation),)
        case ErrorCancelled(error=error, code=code):
            return heard, (Tell(incident=Incident.OVER, detail=f"{error.value} {code}"),)
        case ReportRepeated() | ScanRepeated():
            return heard, (Note(why="a repeat, nothing new"),)
        case _:
            kept = None if heard.result is None else replace(heard.result, said=None)
            unheard = replace(heard, unheard=heard.unheard + 1, tumbling=None, burning=None, result=kept)
            return unheard, (Note(why="not listened to now, and never dealt"),)


def error_told(raised: ErrorRaised) -> Tell:
    """By our code and the device's own; its words may tell a card, and are not kept."""
    goes_on = raised.halted is Halted.NO
    return Tell(incident=Incident.NOTED if goes_on else Incident.TROUBLE, detail=f"{raised.error.value} {raised.code}")


def cards_may_come(view: View) -> bool:
    """Whether a card that was missed could be one of the table's."""
    return view.rules.baccarat is not None and view.table.shoe.step is ShoeStep.READY


def dice_may_come(view: View) -> bool:
    round_ = view.table.round
    on = round_ is not None and round_.phase in (Phase.BETTING, Phase.CLOSED) and round_.dice is None
    return view.rules.book.dice is not None and on


def _is_down(view: View, heard: Heard) -> bool:
    known = view.listening.devices.get(heard.device)
    return known is not None and known.link is Link.LOST


def _rejected(view: View, heard: Heard, observation: BytesRejected) -> Heeded:
    """It may have been a card, and is asked at once: whether it was lost only the number of the next report shows."""
    if heard.numbers and observation.sequence is None:
        asked_before = heard.damaged
        after, asked = perhaps_more(view, heard, Question.DAMAGED, mid_round=True)
        return replace(after, damaged=asked_before or isinstance(asked[0], Bring)), asked
    return perhaps_more(view, heard, Question.REPORTS_LOST, mid_round=observation.sequence is None)


def _up(view: View, heard: Heard, up: LineUp) -> Heeded:
    after, asked = perhaps_more(view, heard, Question.LINE_BACK, mid_round=True)
    return after, (connected(up), *asked)


def connected(up: LineUp, incident: Incident = Incident.CONNECTED) -> Tell:
    """With all that tells which device it is."""
    identity = Identity(port=up.port, baudrate=up.baudrate, usb=up.usb, profile=up.profile, simulated=up.simulated)
    return Tell(incident=incident, detail="", identity=identity)


def _restarted(view: View, heard: Heard) -> Heeded:
    """It has forgotten its error, and what it had begun; nobody knows what it did not report before."""
    over = (Tell(incident=Incident.OVER, detail="reset"),) if view.known(heard.device).error else ()
    begun = replace(heard, burning=None, result=None)
    after, asked = perhaps_more(view, begun, Question.DEVICE_RESET, mid_round=True)
    return after, (*over, Tell(incident=Incident.NOTED, detail="reset"), *asked)


def perhaps_more(view: View, heard: Heard, question: Question, *, mid_round: bool = False) -> Heeded:
    """Something may have come that was not heard. What the next number may answer is doubted only by that number."""
    if question is not Question.DAMAGED:
        doubted = None if heard.tumbling is None else replace(heard.tumbling, trust=Trust.DOUBTED)
        heard = replace(heard, tumbling=doubted, damaged=False, made_good=0)
    if heard.kind is DeviceKind.TUMBLER:
        what, may = What.DICE_UNHEARD, dice_may_come(view)
    else:
        what, may = What.CARDS, cards_may_come(view) and (not mid_round or view.table.round is not None)
    if not may:
        return heard, (Note(why=f"{question.value}, and nothing could come"),)
    if asked_last(view, heard.device, what):
        return heard, (Note(why=f"{question.value}, and it is asked already"),)
    return heard, (Bring(what=what, question=question),)


def asked_last(view: View, device: str, what: What) -> bool:
    """Whether the last that stands in the row asks the same of this device: nothing has come since."""
    row = view.listening.row
    return bool(row) and row[-1].device == device and row[-1].what is what


def works_again(view: View, heard: Heard) -> tuple[Following, ...]:
    """A report in the ordinary course of a round, though an error is held: the device went on by itself."""
    return (Tell(incident=Incident.OVER, detail="goes on"),) if view.known(heard.device).error else ()
