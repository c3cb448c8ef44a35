"""What has happened at the table of itself: by devices, by the clock, by a report whose turn came. Told in words.

What somebody typed is told to him at once; here is the rest, from the journal, so that nothing is told before it is
durable. No card is told that is sealed or lies face down.
"""

from collections.abc import Iterable, Iterator
from typing import get_args

from dealer_app.domain.round import events
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.table import Rules
from dealer_app.journal.codec import decode
from dealer_app.journal.facts import JournalVerified, SnapshotTaken
from dealer_app.people.events import SessionEnded
from dealer_app.play.telling import covered_words, round_words
from dealer_app.station.facts import BackupMade, BackupsRemoved, DeviceIncident, Incident
from dealer_app.station.station import Station
from dealer_app.wording import Words

OF_ROUNDS = get_args(Event)
ENDS = (events.RoundConcluded, events.RoundVoided)
_OF_THE_RECORD = (JournalVerified, SnapshotTaken, BackupMade, BackupsRemoved)
"""Nobody at the table needs to know, or it is said otherwise."""


class News:
    """What stands in the journal beyond what was told already."""

    def __init__(self, station: Station) -> None:
        self._station = station
        self._told = station.journal.head().sequence

    def skip(self) -> None:
        """All so far is told."""
        self._told = self._station.journal.head().sequence

    def take(self) -> tuple[object, ...]:
        """What came since, once."""
        journal = self._station.journal
        last = journal.head().sequence
        if last == self._told:
            return ()
        happened = tuple(decode(entry, journal.sealed) for entry in journal.entries(self._told + 1, last))
        self._told = last
        return tuple(event for event in happened if not isinstance(event, _OF_THE_RECORD))


def news_lines(happened: Iterable[object], words: Words) -> Iterator[str]:
    """A line for what a device did, one for all that this is to the table."""
    happened = tuple(happened)
    for event in happened:
        match event:
            case DeviceIncident(device=device, incident=incident, detail=detail, identity=identity, count=count):
                said = words.put("device-incident", incident.value, {"count": str(count)})
                if identity is not None and identity.simulated and incident is Incident.CONNECTED:
                    said = f"{said}, {words.put('play', 'simulated').lower()}"
                yield f"{device}: {said} ({detail})" if detail else f"{device}: {said}"
            case SessionEnded(why=why):
                yield words.put("session-end", why.value)
            case _:
                pass
    of_rounds = [event for event in happened if isinstance(event, OF_ROUNDS)]
    if of_rounds:
        yield ", ".join(covered_words(of_rounds))


def end_of_round(happened: Iterable[object], rules: Rules, station: Station) -> Iterator[str]:
    """The round in one line, when it has ended."""
    last = station.state.table.last
    if last is not None and any(isinstance(event, ENDS) for event in happened):
        yield round_words(rules, last, covered=True)
