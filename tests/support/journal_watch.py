"""A journal watched from outside while a station writes it, by a reader of its own, through one kill after another.

What was read once must stand there for ever: at each look the event that was the last is compared with what it was.
"""

from contextlib import closing
from pathlib import Path

from dealer_app import VERSION
from dealer_app.domain.round.events import TableOpened
from dealer_app.domain.round.state import TableState
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import EMPTY_HEAD, Head, JournalEntry
from dealer_app.scripts.narration import public_event_words
from dealer_app.station.fold import station_fold_method
from dealer_app.station.state import StationState
from dealer_app.station_events import OutageAnswered
from dealer_app.terminal.lines import ROUND_EVENT_TYPES
from dealer_app.texts import amount_text


class WatchedJournal:
    """All of its events so far, and what they come to. `look` reads on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[JournalEntry] = []
        self.events: list[object] = []
        self.tables: list[TableState] = []
        """How the table stood after each event."""
        self._fold = station_fold_method(VERSION).start(None)

    @property
    def head(self) -> Head:
        return Head(self.entries[-1].sequence, self.entries[-1].hash) if self.entries else EMPTY_HEAD

    @property
    def state(self) -> StationState:
        return self._fold.state()

    def look(self) -> StationState:
        """Reads what came since. Whatever is gone, or is another event by now, was lost."""
        known = self.head
        with closing(open_reader(self.folder)) as reader:
            found = list(reader.entries(max(1, known.sequence)))
            decoded = [decode(entry, reader.read_sealed) for entry in found]
        if known != EMPTY_HEAD:
            assert found, f"event {known.sequence} is lost"
            assert (found[0].sequence, found[0].hash) == known, f"event {known.sequence} is another one by now"
            found, decoded = found[1:], decoded[1:]
        for entry, event in zip(found, decoded, strict=True):
            assert entry.sequence == len(self.entries) + 1, f"event {len(self.entries) + 1} is not there"
            self.entries.append(entry)
            self.events.append(event)
            self._fold.add(event)
            self.tables.append(self._fold.state().table)
        return self.state

    def words(self, after: int) -> list[tuple[int, str]]:
        """What a terminal shows of the rounds after an event: the decision of each event, and its words.

        That a table was opened, and what an answer about an outage brings with it, is shown in another way.
        """
        later = list(zip(self.entries[after:], self.events[after:], strict=True))
        otherwise = {entry.decision for entry, event in later if isinstance(event, OutageAnswered)}
        told = [
            (entry.decision, event)
            for entry, event in later
            if isinstance(event, ROUND_EVENT_TYPES)
            and not isinstance(event, TableOpened)
            and entry.decision not in otherwise
        ]
        return list(
            zip(
                (decision for decision, _ in told),
                public_event_words((event for _, event in told), amount_text),
                strict=True,
            )
        )

    def times(self, name: str, after: int = 0) -> int:
        """How often this has happened after an event."""
        return sum(entry.name == name for entry in self.entries[after:])
