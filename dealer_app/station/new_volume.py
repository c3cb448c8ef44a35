"""A new volume of the journal, in the place of one that is closed and kept: what two people have agreed is carried out.

The station has stopped, and holds nothing any more. The whole chain is followed once more; then the new volume takes
over what all before it comes to, and nothing of the old one is changed.
"""

from pathlib import Path

from msgspec import Struct

from dealer_app.journal.checking import check_all
from dealer_app.journal.codec import decode
from dealer_app.journal.facts import JournalBegan
from dealer_app.journal.holding import Hold
from dealer_app.journal.memory import MemoryJournal
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import Entry, Head, Secret
from dealer_app.journal.recovery import recover
from dealer_app.journal.replacing import Closed, finish_replacing, one_file, replace_journal
from dealer_app.journal.verifying import Follow, at_once
from dealer_app.journal.volumes import check_before, number_of, refuse_taken, volume_folder
from dealer_app.station.between_rounds import not_at_rest
from dealer_app.station.clock import Clock
from dealer_app.station.facts import NewVolumeAgreed
from dealer_app.station.fold import folding
from dealer_app.station.settings import day_changes_at
from dealer_app.station.snapshot import carried
from dealer_app.station.starting import Program
from dealer_app.station.state import StationState
from dealer_app.station.writing import Author, Writer

_AGREED = "SELECT sequence FROM events WHERE name = 'new-volume-agreed' ORDER BY sequence DESC LIMIT 1"
_STARTED = "SELECT 1 FROM events WHERE name = 'station-started' AND sequence > ? LIMIT 1"


class NotAgreedError(Exception):
    """Nobody has agreed to a new volume since the station was started last: it is asked again."""


class Begun(Struct, frozen=True, kw_only=True):
    """The new volume, and the one that was closed with it."""

    volume: int
    head: Head
    closed: Path
    """The folder of the volume before."""
    until: Head


def begin_volume(folder: Path, program: Program, clock: Clock, follow: Follow = at_once) -> Begun:
    """Carries out what two people agreed in the last sitting. A power cut leaves the old journal or the new volume.

    Raises JournalError for what is in the way, and NotAgreedError where nobody has agreed or something came between.
    """
    hold = Hold(folder, station=program.station)
    try:
        finish_replacing(folder)
        state = follow(lambda told: recover(folder, folding(program.version), told)).state
        check_all(folder)
        check_before(folder)
        refuse_taken(folder)
        return _begun(folder, state, clock)
    finally:
        hold.release()


def _begun(folder: Path, state: StationState, clock: Clock) -> Begun:
    reader = read_only(folder)
    try:
        agreed, last, first, volume = _agreed(reader), reader.head(), reader.first(), number_of(reader)
        secrets = _secrets(reader, state)
    finally:
        reader.close()
    if agreed is None or first is None or not_at_rest(state) is not None or state.running:
        raise NotAgreedError
    began = JournalBegan(
        station=state.station,
        previous_sequence=last.sequence,
        previous_hash=last.hash.hex(),
        previous_file=f"{volume_folder(folder, volume).name}/{DATABASE}",
        previous_journal=first.hash.hex(),
        volume=volume + 1,
    )
    journal = MemoryJournal(last)
    writer = Writer(journal, clock)
    writer.day_changes_at = day_changes_at(state.settings)
    writer.write([began, carried(state)], Author(agreed.badge, agreed.position))
    one_file(folder)
    head = replace_journal(folder, journal.entries(), secrets, Closed(volume, last))
    return Begun(volume=volume + 1, head=head, closed=volume_folder(folder, volume), until=last)


def _agreed(reader: Reader) -> Entry | None:
    """The agreement, if it is that of the last sitting and of this volume."""
    row = reader.connection.execute(_AGREED).fetchone()
    if row is None or reader.connection.execute(_STARTED, row).fetchone() is not None:
        return None
    (entry,) = reader.entries(row[0], row[0])
    event = decode(entry, reader.sealed)
    return entry if isinstance(event, NewVolumeAgreed) and event.volume == number_of(reader) + 1 else None


def _secrets(reader: Reader, state: StationState) -> tuple[Secret, ...]:
    """What the PINs of all accounts are checked against."""
    pins = (account.pin for account in state.people.accounts.values() if account.pin)
    return tuple(Secret(digest, reader.secret(digest)) for digest in dict.fromkeys(pins))
