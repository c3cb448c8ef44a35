"""Starts a station on a data folder: reads the journal back, writes what it found, keeps snapshots.

No device is listened to before `start_station` has returned. The rules of an open table are loaded again,
and a start is refused if its document has changed.
"""

import platform
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path

from msgspec import Struct

from dealer_app import VERSION
from dealer_app.clock import Clock, SystemClock, Timestamp
from dealer_app.domain.plain_text import visible_text
from dealer_app.journal import recovery
from dealer_app.journal.backup_work import BackupWork
from dealer_app.journal.disk import DiskReserve
from dealer_app.journal.folder import HOLDER_FILE, FolderLock, OpenedJournal, open_journal, refuse_remains
from dealer_app.journal.reader import Follow, follow_silently, open_reader
from dealer_app.journal.records import JournalBegan
from dealer_app.journal.recovery import Recovered
from dealer_app.journal.second_head import SecondHead, journal_identity
from dealer_app.journal.volumes import check_previous_volume
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.people.authority import end_expired_acting
from dealer_app.people.events import ApprovalItem, ApprovalLapsed, FolderKind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import USUAL_EFFORT
from dealer_app.people.positions import load_positions
from dealer_app.people.sessions import restart_events
from dealer_app.private_files import (
    can_keep_modes,
    can_keep_owners,
    files_open_to_others,
    find_links,
    foreign_files,
    own_account,
    write_text,
)
from dealer_app.rulebooks.loader import GAMES, rulebook_bytes
from dealer_app.station.core import StationEnvironment
from dealer_app.station.fold import station_fold_method
from dealer_app.station.snapshot import SnapshotKeeper, verification_event
from dealer_app.station.state import StationState, day_change_minute
from dealer_app.station.station import Station
from dealer_app.station.table import load_rules
from dealer_app.station.transaction import STATION_AUTHOR, JournalWriter, Transaction
from dealer_app.station.watches import RoundCheck, SecondHeadKeeper, compare_at_start
from dealer_app.station_events import StationStarted, UncleanStop

_MARK_FILE = "DEMO"
_MARK_TEXT = "This data folder is for demonstration and never becomes live.\n"


def mark_demonstration(folder: Path) -> None:
    """Raises OSError where nothing can be written."""
    write_text(folder / _MARK_FILE, _MARK_TEXT)


def is_demonstration_folder(folder: Path) -> bool:
    return (folder / _MARK_FILE).is_file()


_PRACTICE_MARK_FILE = "PRACTICE"
_PRACTICE_MARK_TEXT = "This data folder is for practice: no table is ever played in it.\n"


def mark_practice(folder: Path) -> None:
    """Raises OSError where nothing can be written."""
    write_text(folder / _PRACTICE_MARK_FILE, _PRACTICE_MARK_TEXT)


def is_practice_folder(folder: Path) -> bool:
    return (folder / _PRACTICE_MARK_FILE).is_file()


def put_demonstration_aside(folder: Path) -> Path | None:
    """Gives a demonstration another name, so that the next start begins one where it was; nothing if there is none.

    It is how somebody goes on who has lost the PINs of it. Raises JournalError where a station has it open, and
    ValueError for anything that is not marked as a demonstration.
    """
    if not folder.exists():
        return None
    if not is_demonstration_folder(folder):
        raise ValueError(folder)
    hold = FolderLock(folder, station="")
    try:
        names = (folder.with_name(f"{folder.name}-{number}") for number in count(1))
        kept = next(name for name in names if not name.exists())
        folder.rename(kept)
    finally:
        hold.release()
    (kept / HOLDER_FILE).unlink(missing_ok=True)
    return kept


class Program(Struct, frozen=True, kw_only=True):
    """Which program it is that starts, and on which station."""

    station: str
    version: str
    rulebooks: str
    """SHA-256 over the documents that it has."""


@contextmanager
def start_station(
    folder: Path,
    program: Program,
    clock: Clock,
    around: StationEnvironment,
    follow: Follow = follow_silently,
    *,
    without_second_head: bool = False,
) -> Iterator[Station]:
    """A station in exactly the state in which it stopped; `follow` shows how far its journal is followed.

    `without_second_head` is for the sitting in which two people decide that it starts without. Raises JournalError for
    what is in the way, and NotFollowedError if nobody waits for it.
    """

    against: list[str] = []
    missing: list[str] = []

    def judge(recovered: Recovered[StationState]) -> None:
        check_folder(folder, recovered.state)
        missing.extend(check_previous_volume(folder))
        against.append(compare_at_start(folder, recovered.state, clock, without=without_second_head))

    def judge_new() -> None:
        if is_practice_folder(folder):
            raise JournalError(JournalFault.FOR_PRACTICE, {"folder": str(folder)})
        if not is_demonstration_folder(folder):
            check_files(folder)

    opened = open_journal(
        folder,
        station_fold_method(program.version),
        station=program.station,
        follow=follow,
        judge=judge,
        judge_new=judge_new,
    )
    try:
        station = _open_station(folder, opened, program, clock, around)
        station.second_compared = not any(against)
        station.missing_volumes = tuple(missing)
        if station.second_compared or not without_second_head:
            # Until two people have said that it starts without, nothing is put in the place of what may lie there.
            _attach_second_head(folder, station)
        station.attach_round_check(RoundCheck(folder, station.journal))
        station.backups.use_work(BackupWork(folder))
        try:
            yield station
        finally:
            station.backups.close()
            if station.second is not None:
                station.second.close()
    finally:
        opened.close()


def check_folder(folder: Path, state: StationState) -> None:
    """Raises JournalError for a live folder that nobody can vouch for, and for remains where nobody founded a house."""
    if state.for_practice or is_practice_folder(folder):
        raise JournalError(JournalFault.FOR_PRACTICE, {"folder": str(folder)})
    kind = state.people.kind
    if kind is None:
        refuse_remains(folder, has_database=True)
    if kind is FolderKind.DEMO or (kind is None and is_demonstration_folder(folder)):
        return
    check_files(folder)


def check_files(folder: Path) -> None:
    """Raises JournalError unless this account alone can read the folder and everything in it, and vouch for that."""
    linked = find_links(folder)
    if linked:
        raise JournalError(JournalFault.LINKED, _file_facts(folder, linked))
    others = foreign_files(folder)
    if others and can_keep_owners(folder):
        facts = {**_file_facts(folder, others), "give": f"chown -R {own_account()} {folder}"}
        raise JournalError(JournalFault.OF_ANOTHER_ACCOUNT, facts)
    readable = files_open_to_others(folder)
    if readable and can_keep_modes(folder):
        raise JournalError(JournalFault.OPEN_TO_OTHERS, _file_facts(folder, readable))


def _file_facts(folder: Path, paths: tuple[Path, ...]) -> dict[str, str]:
    return {"folder": str(folder), "files": str(len(paths)), "first": paths[0].name}


def _attach_second_head(folder: Path, station: Station) -> None:
    path = station.state.second_head
    if not path:
        return
    reader = open_reader(folder)
    try:
        journal = journal_identity(reader).journal
    finally:
        reader.close()
    station.attach_second_head(SecondHeadKeeper(SecondHead(folder, Path(path), journal), station.journal))


def _open_station(
    folder: Path, opened: OpenedJournal[StationState], program: Program, clock: Clock, around: StationEnvironment
) -> Station:
    # Written on the thread that waits for it: nothing else goes on there meanwhile, whatever brings it there.
    journal = opened.journal
    writer = JournalWriter(journal, clock, DiskReserve(folder))
    draft = Transaction(opened.recovered.state)
    add_start_events(draft, program, opened, clock.now())
    writer.has_reserve()
    # Made first: should the table's rules have changed, nothing is written of a start that was none.
    station = Station(draft.state, writer, around, SnapshotKeeper(folder, program.version, journal))
    writer.day_change_minute = day_change_minute(draft.state.settings)
    writer.write(draft.events, STATION_AUTHOR)
    recovery.drop_other_snapshots(folder, opened.recovered.snapshot)
    station.last_known = opened.recovered.head
    return station


def add_start_events(draft: Transaction, program: Program, opened: OpenedJournal[StationState], at: Timestamp) -> None:
    """What a start writes: what was found, and what does not outlive a stop."""
    last = opened.recovered.last
    if last is None:
        draft.add([JournalBegan(station=program.station)])
    if draft.state.running:
        round_ = draft.state.table.round
        known = opened.recovered.head.sequence
        draft.add([UncleanStop(last=known, round=None if round_ is None else round_.number)])
    draft.add([StationStarted(station=program.station, program=program.version, rulebooks=program.rulebooks)])
    if last is not None:
        draft.add([verification_event(opened.recovered.head)])
    draft.add(restart_events(draft.state.people, 0 if last is None else last.counter, at))
    draft.add(end_expired_acting(draft.state.people, at))
    # What was proposed away from a round is not known in full any more, and has to be asked again.
    draft.add(
        ApprovalLapsed(number=number, digest=request.digest)
        for number, request in draft.state.people.requests.items()
        if request.asked.item is not ApprovalItem.DECISION
    )


_SALT_BYTES = 16


def make_program() -> Program:
    """This program, on this computer."""
    rulebooks = sha256(b"".join(map(rulebook_bytes, GAMES))).hexdigest()
    return Program(station=visible_text(platform.node()) or "station", version=VERSION, rulebooks=rulebooks)


def make_pin_work() -> PinWork:
    return PinWork(USUAL_EFFORT)


def make_clock() -> Clock:
    return SystemClock()


def _random_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)


def make_environment() -> StationEnvironment:
    """What a station needs from outside, as it is where people really work."""
    return StationEnvironment(positions=load_positions(), rules=load_rules, salt=_random_salt)


@contextmanager
def open_station(
    folder: Path, clock: Clock, follow: Follow = follow_silently, *, without_second_head: bool = False
) -> Iterator[Station]:
    """The station of a data folder; `follow` shows how far its journal is followed, which may take some seconds.

    Raises JournalError for what is in the way, and NotFollowedError if nobody waits for it.
    """
    with start_station(
        folder, make_program(), clock, make_environment(), follow, without_second_head=without_second_head
    ) as station:
        yield station
