"""A journal of many sittings at many tables, uncut, and the same cut into volumes at some of its resting places."""

from collections.abc import Collection, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.shoes import may_close_table
from dealer_app.domain.round.mending_commands import HandOver
from dealer_app.domain.round.state import Person
from dealer_app.journal.codec import decode, encode
from dealer_app.journal.reader import Reader, read_only
from dealer_app.journal.record import Entry, Record, Sealed, Secret, Written
from dealer_app.station.facts import NewVolumeAgreed, StationStarted, StationStopped
from dealer_app.station.new_volume import begin_volume
from tests.support.journals import played, sqlite_journal
from tests.support.live_station import House, SteppingClock
from tests.support.running_house import PROGRAM, script_named
from tests.support.traces import Script, scripts


class Uncut(Struct, frozen=True):
    """A journal in a folder, and after which of its events nothing was in play."""

    folder: Path
    resting: tuple[int, ...]
    ends: tuple[int, ...]
    """When those were written."""


def closable() -> Iterator[Script]:
    """Scripts after which the table may be closed."""
    for script in scripts():
        known = played(script)
        if known.state.table is not None and may_close_table(known.rules, known.state) is None:
            yield script


def lay_uncut(folder: Path, names: Collection[str]) -> Uncut:
    """These scripts one after the other, each at a table of its own that is closed in the end, each in a run."""
    folder.mkdir(parents=True)
    journal = sqlite_journal(folder)
    try:
        house = House(journal)
        rests = [_sitting(house, name) for name in names]
        return Uncut(folder, tuple(entry.sequence for entry in rests), tuple(entry.utc for entry in rests))
    finally:
        journal.close()


def _sitting(house: House, name: str) -> Entry:
    """What is kept for bettors who left is taken in charge, so that the table can be closed."""
    known = played(script_named(name))
    house.done(house.station.note(StationStarted(station="T1", program="test", rulebooks="")))
    house.play_all(known.given, known.rules)
    supervisor, by = Person("Supervisor-1", "pit_supervisor"), known.given[0].by
    for who in dict.fromkeys(who for who, _ in house.station.state.table.unclaimed):
        handed = HandOver(by=supervisor, at=0, who=who, text="taken in charge")
        house.done(house.station.table.give(house.proof_of(supervisor), handed))
    house.done(house.station.table.give(house.proof_of(by), commands.CloseTable(by=by, at=0)))
    house.done(house.station.note(StationStopped()))
    last = house.station.journal.last()
    assert last is not None
    return last


def cut(uncut: Uncut, at: Collection[int], folder: Path) -> None:
    """The same decisions in another folder, and a new volume after each of these events."""
    folder.mkdir(parents=True)
    reader = read_only(uncut.folder)
    secrets = tuple(Secret(*row) for row in reader.connection.execute("SELECT digest, value FROM secrets"))
    journal, volume = sqlite_journal(folder), 1
    try:
        for _, decision in groupby(reader.entries(), key=lambda entry: entry.decision):
            same = tuple(decision)
            journal.append([_record(reader, entry) for entry in same], _written(same[0]), secrets)
            if same[-1].sequence in at:
                volume += 1
                journal.append([encode(NewVolumeAgreed(volume=volume, approval=0))], _written(same[0]))
                journal.close()
                begin_volume(folder, PROGRAM, SteppingClock())
                journal = sqlite_journal(folder)
    finally:
        journal.close()
        reader.close()


def _record(reader: Reader, entry: Entry) -> Record:
    """With what is sealed of it."""
    sealed = encode(decode(entry, reader.sealed)).sealed
    return Record(
        name=entry.name,
        version=entry.version,
        body=entry.body,
        sealed=tuple(Sealed(s.digest, s.value, s.salt) for s in sealed),
    )


def _written(entry: Entry) -> Written:
    return Written(
        day=entry.day,
        utc=entry.utc,
        offset=entry.offset,
        counter=entry.counter,
        badge=entry.badge,
        position=entry.position,
    )
