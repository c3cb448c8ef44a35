"""The head of the journal, as a terminal says it: for the note of who closes, and for who compares with that note."""

from collections.abc import Iterator
from pathlib import Path

from dealer_app.journal.head_words import head_words
from dealer_app.journal.noted import noted_last
from dealer_app.journal.reader import read_only
from dealer_app.journal.record import Head
from dealer_app.people.events import Kind
from dealer_app.private_files import keeps_modes
from dealer_app.station.station import Station


def told_head(head: Head) -> str:
    """Its words first, for who compares by ear; the hash in full, for who compares by eye."""
    return f"{head.sequence} {' '.join(head_words(head.hash))} ({head.hash.hex()})"


def head_line(head: Head) -> str:
    return f"Head to note: {told_head(head)}"


def second_head_line(missed: str) -> str:
    """When the second place is lost, and when it is there again."""
    if missed:
        return f"The second head cannot be kept ({missed}). Play goes on; have a technician look at that place."
    return "The second head is kept again."


def found_lines(folder: Path, station: Station) -> Iterator[str]:
    """What a start says of the journal that it found."""
    state, known = station.state, station.last_known
    if known.sequence:
        yield f"Last known head: {told_head(known)}"
        reader = read_only(folder)
        try:
            noted = noted_last(reader)
        finally:
            reader.close()
        if noted is not None and noted != known:
            yield f"As shown at the last closing of a table or shift: {told_head(noted)}"
    if station.missing_volumes:
        yield f"Missing beside the journal: {', '.join(station.missing_volumes)}. Have a technician look for it."
    if state.second_head and not station.second_compared:
        yield f"Not compared with the second head {state.second_head}: two people let the station start without it."
    if state.people.kind is Kind.LIVE and not keeps_modes(folder):
        yield "This disk keeps no rights of files: other accounts of this computer can read the journal."
