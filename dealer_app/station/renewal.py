"""Begins a new journal after a damaged one, or a new volume, by two or three people.

For a damaged journal they are checked against the accounts and PINs of the verified part. The sitting runs on a
journal in memory, which then becomes the new one; PIN attempts are written to the disk at once, so that they count
if the sitting fails. A new volume takes the place of one that is closed and kept.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from dealer_app.clock import Clock, Timestamp
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.values import replace
from dealer_app.journal.codec import UnknownEventError, decode, decode_body
from dealer_app.journal.folder import FolderLock
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import DATABASE, Follow, Reader, follow_silently, open_reader
from dealer_app.journal.records import DecisionContext, Head, JournalBegan, JournalEntry, Record, Secret
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.journal.replacement import (
    ClosedVolume,
    DamagedCopy,
    copy_damaged_files,
    finish_replacement,
    journal_digests,
    merge_log,
    replace_journal,
)
from dealer_app.journal.second_head import MissedError, check_second_head, read_second_head, run_with_timeout
from dealer_app.journal.store import MemoryJournal
from dealer_app.journal.volumes import check_previous_volume, refuse_used_name, volume_folder, volume_number
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from dealer_app.people import approvals
from dealer_app.people.authority import find_authority
from dealer_app.people.events import (
    ApprovalItem,
    ApprovalSubject,
    CounterBeganAnew,
    LockedOut,
    PeopleEvent,
    PinAttempted,
    PinReason,
    PinSet,
    UnknownBadgeTried,
)
from dealer_app.people.fold import fold_people
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position
from dealer_app.people.sessions import restart_events
from dealer_app.people.state import Decision, PeopleDecision
from dealer_app.private_files import open_text
from dealer_app.station.core import Done, Proof, StationEnvironment
from dealer_app.station.desks import new_volume_refusal
from dealer_app.station.fold import station_fold_method
from dealer_app.station.salvage import Salvaged, salvage_people
from dealer_app.station.snapshot import carry_state
from dealer_app.station.startup import Program
from dealer_app.station.state import StationState, day_change_minute
from dealer_app.station.station import Station
from dealer_app.station.transaction import STATION_AUTHOR, Author, JournalWriter, Transaction
from dealer_app.station_events import NewVolumeAgreed, SecondHeadPlaced

_ATTEMPT_NAMES = frozenset({"counter-began-anew", "pin-attempted", "locked-out", "unknown-badge-tried"})
_ATTEMPT_EVENTS = (CounterBeganAnew, PinAttempted, LockedOut, UnknownBadgeTried)


class SittingJournal(MemoryJournal):
    """In memory, but for attempts with PINs: they are on the disk before their result is shown."""

    def __init__(self, folder: Path, after: Head) -> None:
        super().__init__()
        self._path = folder / f"renewal-{after.sequence:012d}-{after.hash.hex()[:8]}.attempts"
        self._keeps = False

    def read_earlier(self) -> tuple[PeopleEvent, ...]:
        """What was tried in sittings before this one."""
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return ()
        return tuple(event for event in map(_line_event, lines) if event is not None)

    def keep_attempts(self) -> None:
        """From now on."""
        self._keeps = True

    def append(
        self, records: Sequence[Record], written: DecisionContext, secrets: Sequence[Secret] = ()
    ) -> tuple[JournalEntry, ...]:
        lines = [_record_line(record) for record in records if record.name in _ATTEMPT_NAMES] if self._keeps else []
        if lines:
            try:
                with open_text(self._path, "a") as file:
                    file.writelines(lines)
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as problem:
                facts = {"file": str(self._path), "reason": problem.strerror or str(problem)}
                raise JournalError(JournalFault.NOT_WRITTEN, facts) from problem
        return super().append(records, written, secrets)

    def forget(self) -> None:
        """The new journal has them."""
        self._path.unlink(missing_ok=True)


def _record_line(record: Record) -> str:
    return json.dumps([record.name, record.version, record.body]) + "\n"


def _line_event(line: str) -> PeopleEvent | None:
    """Nothing for what is no attempt: a line that was being written when the power failed."""
    try:
        name, version, body = json.loads(line)
        event = decode_body(name, version, body, lambda digest: (digest, ""))
    except (ValueError, TypeError, KeyError, UnknownEventError):
        return None
    return event if isinstance(event, _ATTEMPT_EVENTS) else None


_UNKNOWN_HEAD = Head(2**62, b"")
_TECHNICIANS = frozenset({Position.TECHNICIAN})


class NotDamagedError(Exception):
    """The journal is in order: there is nothing that a new one would follow."""


class NobodyLeftError(Exception):
    """The accounts of those who could begin a new journal cannot be read any more."""


class Renewed(Struct, frozen=True, kw_only=True):
    """The new journal, and the folder of the damaged one."""

    aside: DamagedCopy
    true_up_to: Head
    head: Head


class Renewal:
    """A damaged journal, and the sitting in which two people begin a new one. The folder is held meanwhile."""

    def __init__(
        self, folder: Path, salvaged: Salvaged, damage: DamagedError, *, clock: Clock, around: StationEnvironment
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._around = around
        self._in_charge = around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
        self._journal = SittingJournal(folder, salvaged.head)
        self._agreed = False
        self.salvaged = salvaged
        self.damage = damage
        self.file = journal_digests(folder)[DATABASE]

    def begin(self, program: Program, unknown: Callable[[], HashedPin]) -> Station:
        """The station of the sitting. Whose PIN cannot be checked any more gets the unknown one, which nobody has."""
        true, writer, at = self.salvaged.head, JournalWriter(self._journal, self._clock), self._clock.now()
        draft = Transaction(StationState())
        began = JournalBegan(
            station=program.station,
            previous_sequence=true.sequence,
            previous_hash=true.hash.hex(),
            previous_file=self.file,
            previous_journal=self.salvaged.journal,
            volume=self.salvaged.volume,
        )
        draft.add([began])
        if self.salvaged.carried is not None:
            draft.add([carry_state(StationState(station=program.station, people=self.salvaged.carried))])
        draft.add(self.salvaged.happened)
        draft.secrets += self.salvaged.secrets
        if self.salvaged.lost:
            pin = unknown()
            draft.add(PinSet(badge=badge, digest=pin.digest, why=PinReason.REHASHED) for badge in self.salvaged.lost)
            draft.secrets.append(Secret(*pin.secret))
        if self.salvaged.second_head:
            draft.add([SecondHeadPlaced(before="", after=self.salvaged.second_head, approval=0)])
        if self.salvaged.backups is not None and self.salvaged.backups.place:
            draft.add([replace(self.salvaged.backups, approval=0)])
        earlier = self._journal.read_earlier()
        draft.add(earlier)
        writer.write(draft.events, STATION_AUTHOR, draft.secrets)
        self._secrets = draft.secrets
        self._journal.keep_attempts()
        # The counter of the sitting before this one, if there was one; otherwise that of the station itself.
        last = draft.state.people.latest if earlier else self.salvaged.people.latest
        anew = Transaction(draft.state)
        anew.add(restart_events(draft.state.people, last, at))
        writer.write(anew.events, STATION_AUTHOR)
        # For this sitting it runs, however the damaged journal ended.
        self.station = Station(replace(anew.state, running=True), writer, self._around)
        return self.station

    @property
    def subject(self) -> ApprovalSubject:
        true = self.salvaged.head
        before = f"{self.damage}\ntrue up to: {true.sequence} {true.hash.hex()}\nfile: {self.file}"
        return ApprovalSubject(
            item=ApprovalItem.NEW_JOURNAL, what="a new journal", before=before, after="begun", clause=HOUSE_POLICY
        )

    # The two people, or three

    @property
    def is_third_needed(self) -> bool:
        """Behind the damage something may have been taken from an account that is not known any more."""
        return not self.salvaged.sure

    def ask(self, proof: Proof) -> Done | Refusal:
        """Somebody in charge of the table asks for it."""
        return self.station.people.decide_on_people(proof, self._judge_request)

    def agree(self, proof: Proof) -> Done | Refusal:
        """A technician agrees, by which it is decided, unless it takes three."""
        done = self.station.people.decide_on_people(proof, self._judge_technician)
        self._agreed = not isinstance(done, Refusal) and not self.is_third_needed
        return done

    def agree_as_third(self, proof: Proof) -> Done | Refusal:
        """Another one in charge of tables agrees too, and with that it is decided."""
        assert self.is_third_needed, "two have decided it"
        done = self.station.people.decide_on_people(proof, self._judge_third)
        self._agreed = not isinstance(done, Refusal)
        return done

    def _judge_request(self, state: StationState, badge: str) -> Decision:
        if find_authority(state.people, badge, self._in_charge, self._clock.now()) is None:
            return simple_refusal("renewal-in-charge", HOUSE_POLICY)
        needed = self._in_charge | _TECHNICIANS
        positions = self._around.positions
        return approvals.ask_approval(
            positions,
            state.people,
            self.subject,
            needed=needed,
            by=badge,
            at=self._clock.now(),
            more=int(self.is_third_needed),
        )

    def _judge_technician(self, state: StationState, badge: str) -> Decision:
        at = self._clock.now()
        if find_authority(state.people, badge, _TECHNICIANS, at) is None:
            return simple_refusal("renewal-technician", HOUSE_POLICY)
        return self._give_approval(state, badge, at, decides=not self.is_third_needed)

    def _judge_third(self, state: StationState, badge: str) -> Decision:
        at = self._clock.now()
        if find_authority(state.people, badge, self._in_charge, at) is None:
            return simple_refusal("renewal-third", HOUSE_POLICY)
        return self._give_approval(state, badge, at, decides=True)

    def _give_approval(self, state: StationState, badge: str, at: Timestamp, *, decides: bool) -> Decision:
        number = state.people.asked
        given = approvals.give_approval(state.people, number, self.subject, by=badge, at=at)
        if isinstance(given, Refusal) or given.refusal is not None or not decides:
            return given
        used = approvals.use_approval(fold_people(state.people, given.events), number, self.subject, at=at)
        return used if isinstance(used, Refusal) else PeopleDecision(events=(*given.events, *used.events))

    def complete(self) -> Renewed:
        """What was agreed: the damaged files are copied aside, and the new journal takes their place."""
        assert self._agreed, "two people have to agree first"
        aside = copy_damaged_files(self._folder, self.salvaged.head)
        head = replace_journal(self._folder, self._journal.entries(), self._secrets)
        self._journal.forget()
        return Renewed(aside=aside, true_up_to=self.salvaged.head, head=head)


@contextmanager
def open_renewal(folder: Path, program: Program, clock: Clock, around: StationEnvironment) -> Iterator[Renewal]:
    """The sitting for a damaged journal.

    Raises JournalError for another trouble than damage, NotDamagedError if there is none, NobodyLeftError if no two
    people are known any more who could begin a new one.
    """
    hold = FolderLock(folder, station=program.station)
    try:
        finish_replacement(folder)
        damage = _find_damage(folder, program)
        salvaged = _salvage_folder(folder)
        if not _has_enough_people(salvaged, around):
            raise NobodyLeftError
        yield Renewal(folder, salvaged, damage, clock=clock, around=around)
    finally:
        hold.release()


def _find_damage(folder: Path, program: Program) -> DamagedError:
    """What is wrong, by everything that can be asked of a journal."""
    try:
        state = recover(folder, station_fold_method(program.version)).state
        verify_all(folder)
        if state.second_head:
            with suppress(MissedError):
                check_second_head(folder, Path(state.second_head))
    except DamagedError as damage:
        return damage
    except JournalError as problem:
        if problem.fault is JournalFault.FOREIGN and read_head(folder) is not None:
            raise NobodyLeftError from problem
        raise
    raise NotDamagedError


def _salvage_folder(folder: Path) -> Salvaged:
    try:
        salvaged = salvage_people(folder)
        kept = _read_second_head(salvaged)
        return salvaged if kept is None else salvage_people(folder, kept)
    except DamagedError as problem:
        raise NobodyLeftError from problem


def _read_second_head(salvaged: Salvaged) -> Head | None:
    """How far this journal went by its second head, if it has one; one that no journal has where that is not known."""
    if not salvaged.second_head:
        return None
    path = Path(salvaged.second_head)
    try:
        kept = run_with_timeout(lambda: read_second_head(path))
    except MissedError:
        return _UNKNOWN_HEAD
    if kept is not None and kept.journal == salvaged.previous:
        return None
    return kept.head if kept is not None and kept.journal == salvaged.journal else _UNKNOWN_HEAD


def _has_enough_people(salvaged: Salvaged, around: StationEnvironment) -> bool:
    """Enough people who could begin a new journal: one more in charge of tables where it takes three."""
    able = [
        account.position
        for badge, account in salvaged.people.accounts.items()
        if account.enabled and badge not in salvaged.lost
    ]
    in_charge = around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
    return any(each in _TECHNICIANS for each in able) and sum(each in in_charge for each in able) > (not salvaged.sure)


_AGREED_QUERY = "SELECT sequence FROM events WHERE name = 'new-volume-agreed' ORDER BY sequence DESC LIMIT 1"
_STARTED_QUERY = "SELECT 1 FROM events WHERE name = 'station-started' AND sequence > ? LIMIT 1"


class NotAgreedError(Exception):
    """Nobody has agreed to a new volume since the station was started last: it is asked again."""


class NewVolume(Struct, frozen=True, kw_only=True):
    """The new volume, and the one that was closed with it."""

    volume: int
    head: Head
    closed: Path
    """The folder of the volume before."""
    until: Head


def begin_new_volume(folder: Path, program: Program, clock: Clock, follow: Follow = follow_silently) -> NewVolume:
    """Carries out what two people agreed in the last sitting. A power cut leaves the old journal or the new volume.

    Raises JournalError for what is in the way, and NotAgreedError where nobody has agreed or something came between.
    """
    hold = FolderLock(folder, station=program.station)
    try:
        finish_replacement(folder)
        state = follow(lambda on_progress: recover(folder, station_fold_method(program.version), on_progress)).state
        verify_all(folder)
        check_previous_volume(folder)
        refuse_used_name(folder)
        return _begin_new(folder, state, clock)
    finally:
        hold.release()


def _begin_new(folder: Path, state: StationState, clock: Clock) -> NewVolume:
    reader = open_reader(folder)
    try:
        agreed, last, first, volume = _find_agreement(reader), reader.head(), reader.first(), volume_number(reader)
        secrets = _pin_secrets(reader, state)
    finally:
        reader.close()
    if agreed is None or first is None or new_volume_refusal(state) is not None or state.running:
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
    writer = JournalWriter(journal, clock)
    writer.day_change_minute = day_change_minute(state.settings)
    writer.write([began, carry_state(state)], Author(agreed.badge, agreed.position))
    merge_log(folder)
    head = replace_journal(folder, journal.entries(), secrets, ClosedVolume(volume, last))
    return NewVolume(volume=volume + 1, head=head, closed=volume_folder(folder, volume), until=last)


def _find_agreement(reader: Reader) -> JournalEntry | None:
    """The agreement, if it is that of the last sitting and of this volume."""
    row = reader.connection.execute(_AGREED_QUERY).fetchone()
    if row is None or reader.connection.execute(_STARTED_QUERY, row).fetchone() is not None:
        return None
    (entry,) = reader.entries(row[0], row[0])
    event = decode(entry, reader.read_sealed)
    return entry if isinstance(event, NewVolumeAgreed) and event.volume == volume_number(reader) + 1 else None


def _pin_secrets(reader: Reader, state: StationState) -> tuple[Secret, ...]:
    """What the PINs of all accounts are checked against."""
    pins = (account.pin for account in state.people.accounts.values() if account.pin)
    return tuple(Secret(digest, reader.read_secret(digest)) for digest in dict.fromkeys(pins))
