"""A journal of many sittings at many tables, uncut, and the same cut into volumes at some of its resting places."""

from collections.abc import Collection, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.round import commands
from dealer_app.domain.round.correction_commands import HandOver
from dealer_app.domain.round.decide.shoe import may_close_table
from dealer_app.domain.round.state import Person
from dealer_app.journal.codec import decode, encode
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal.records import DecisionContext, JournalEntry, Record, SealedValue, Secret
from dealer_app.station.renewal import begin_new_volume
from dealer_app.station_events import NewVolumeAgreed, StationStarted, StationStopped
from tests.support.house_run import PROGRAM, find_script
from tests.support.journals import play_script, sqlite_journal
from tests.support.live_station import StaffedStation, SteppingClock
from tests.support.traces import Script, read_scripts


class Uncut(Struct, frozen=True):
    """A journal in a folder, and after which of its events nothing was in play."""

    folder: Path
    resting: tuple[int, ...]
    ends: tuple[int, ...]
    """When those were written."""


def closable() -> Iterator[Script]:
    """Scripts after which the table may be closed."""
    for script in read_scripts():
        known = play_script(script)
        if known.state.table is not None and may_close_table(known.rules, known.state) is None:
            yield script


def lay_uncut(folder: Path, names: Collection[str]) -> Uncut:
    """These scripts one after the other, each at a table of its own that is closed in the end, each in a run."""
    folder.mkdir(parents=True)
    journal = sqlite_journal(folder)
    try:
        house = StaffedStation(journal)
        rests = [_play_sitting(house, name) for name in names]
        return Uncut(folder, tuple(entry.sequence for entry in rests), tuple(entry.utc for entry in rests))
    finally:
        journal.close()


def _play_sitting(house: StaffedStation, name: str) -> JournalEntry:
    """What is kept for bettors who left is taken in charge, so that the table can be closed."""
    known = play_script(find_script(name))
    house.check_done(house.station.record(StationStarted(station="T1", program="test", rulebooks="")))
    house.play_all(known.given, known.rules)
    supervisor, by = Person("Supervisor-1", "pit_supervisor"), known.given[0].by
    for who in dict.fromkeys(who for who, _ in house.station.state.table.winnings_unclaimed):
        handed = HandOver(by=supervisor, at=0, who=who, text="taken in charge")
        house.check_done(house.station.table.give(house.person_proof(supervisor), handed))
    house.check_done(house.station.table.give(house.person_proof(by), commands.CloseTable(by=by, at=0)))
    house.check_done(house.station.record(StationStopped()))
    last = house.station.journal.last()
    assert last is not None
    return last


def cut_volumes(uncut: Uncut, at: Collection[int], folder: Path) -> None:
    """The same decisions in another folder, and a new volume after each of these events."""
    folder.mkdir(parents=True)
    reader = open_reader(uncut.folder)
    secrets = tuple(Secret(*row) for row in reader.connection.execute("SELECT digest, value FROM secrets"))
    journal, volume = sqlite_journal(folder), 1
    try:
        for _, decision in groupby(reader.entries(), key=lambda entry: entry.decision):
            same = tuple(decision)
            journal.append([_record(reader, entry) for entry in same], _entry_header(same[0]), secrets)
            if same[-1].sequence in at:
                volume += 1
                journal.append([encode(NewVolumeAgreed(volume=volume, approval=0))], _entry_header(same[0]))
                journal.close()
                begin_new_volume(folder, PROGRAM, SteppingClock())
                journal = sqlite_journal(folder)
    finally:
        journal.close()
        reader.close()


def _record(reader: Reader, entry: JournalEntry) -> Record:
    """With what is sealed of it."""
    sealed = encode(decode(entry, reader.read_sealed)).sealed
    return Record(
        name=entry.name,
        version=entry.version,
        body=entry.body,
        sealed=tuple(SealedValue(s.digest, s.value, s.salt) for s in sealed),
    )


def _entry_header(entry: JournalEntry) -> DecisionContext:
    return DecisionContext(
        day=entry.day,
        utc=entry.utc,
        offset=entry.offset,
        counter=entry.counter,
        badge=entry.badge,
        position=entry.position,
    )
