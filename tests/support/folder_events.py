"""What the journal of a folder says, as somebody else reads it: apart from what a station says, to be compared."""

from contextlib import closing
from pathlib import Path
from typing import TypeVar

from dealer_app.domain.round.events import RoundConcluded
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader

Event = TypeVar("Event")


def journal_events(folder: Path, kind: type[Event]) -> tuple[Event, ...]:
    """The events of this kind, as somebody else reads them."""
    with closing(open_reader(folder)) as reader:
        events = [decode(entry, reader.read_sealed) for entry in reader.entries()]
    return tuple(event for event in events if isinstance(event, kind))


def round_results(folder: Path) -> list[tuple[int, int]]:
    """What was collected and paid in each round that is over, in minor units."""
    return [(int(ended.collected), int(ended.paid)) for ended in journal_events(folder, RoundConcluded)]
