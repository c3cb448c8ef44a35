"""The first words of a station: what it found when it was started, before anybody has typed anything."""

from collections.abc import Iterator
from pathlib import Path

from dealer_app.journal.codec import decode
from dealer_app.journal.reader import read_only
from dealer_app.people.events import Kind
from dealer_app.station.facts import ClockJumped, ProgramFailed, UncleanStop
from dealer_app.station.state import Outage, StationState

_FAILED = "program-failed"
PLAYED_ON, NOT_PLAYED_ON = "played on", "not played on"


def written_at_start(folder: Path) -> tuple[object, ...]:
    """What the station wrote when it was started: the last decision there is. Ask before there is another.

    Before it the fault of its own by which the program had ended, if it had.
    """
    reader = read_only(folder)
    try:
        last = reader.last()
        assert last is not None, "a start writes something"
        first = next(
            (each for each in reader.entries(last.decision - 1, last.decision - 1) if each.name == _FAILED), last
        )
        before = () if first is last else (decode(first, reader.sealed),)
        return (*before, *(decode(entry, reader.sealed) for entry in reader.entries(last.decision, last.sequence)))
    finally:
        reader.close()


def first_words(happened: tuple[object, ...], state: StationState) -> Iterator[str]:
    if state.people.kind is Kind.DEMO:
        yield "DEMO: this folder is for demonstration; nothing in it is live."
    for event in happened:
        match event:
            case ProgramFailed(code=code):
                yield f"The program had stopped itself, code {code}. Give this code to a technician."
            case UncleanStop(last=last, round=round_):
                where = "between rounds" if round_ is None else f"in round {round_}"
                yield f"The station was cut off {where}; the last event before was {last}. Nothing of it is lost."
            case ClockJumped():
                yield "The clock of this computer has jumped, and it is noted. Have a technician look at it."
            case _:
                pass
    table, round_now = state.table.table, state.table.round
    if table is not None:
        on = "no round is on" if round_now is None else f"round {round_now.number} is on"
        yield f"Table {table.name} is open, layout {table.layout}; {on}."
    yield "A shift is not on." if state.shift is None else f"Shift {state.shift} is on."


def outage_words(state: StationState) -> str:
    """What is still to be answered of an outage; nothing if nothing is."""
    match state.outage:
        case Outage.ASKED:
            return f"Did the table play on without the station? Sign in, then type `{PLAYED_ON}` or `{NOT_PLAYED_ON}`."
        case Outage.PLAYED_ON:
            return f"Enter the rounds dealt meanwhile: `{PLAYED_ON} WINNER CARDS; ... : WORDS` (dice: `dice A B C`)."
        case Outage.NONE:
            return ""
