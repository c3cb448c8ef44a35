"""What can be saved of a damaged journal: accounts and PINs, before the damage and behind it.

Behind the damage, what was taken from an account still counts, and what was given does not: a disabled
account stays disabled, an old PIN is no longer good, a lock goes on. `sure` says whether anything else may
be missing.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.values import replace, text_without_field
from dealer_app.journal.codec import decode
from dealer_app.journal.event_registry import EVENT_NAMES, PEOPLE_EVENTS
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal.records import Head, JournalEntry, Secret, StateCarried, is_broken_link
from dealer_app.journal.volumes import find_closed_volumes
from dealer_app.journal_errors import DamagedError
from dealer_app.people import events
from dealer_app.people import fold as people_apply
from dealer_app.people.events import PeopleEvent, PinOutcome
from dealer_app.people.lockout import HOUR
from dealer_app.people.state import Failures, PeopleState
from dealer_app.station.backups import BackupState
from dealer_app.station.snapshot import read_carried_state
from dealer_app.station.state import StationState
from dealer_app.station_events import BackupsPlanned, SecondHeadPlaced

_PLACED_NAME = "second-head-placed"
_BACKWARDS_QUERY = "SELECT sequence FROM events WHERE sequence > ? ORDER BY sequence DESC"


class PastDamage(Struct, frozen=True, kw_only=True):
    """What was read there of people, and of where the head is kept."""

    taken: tuple[PeopleEvent, ...] = ()
    set_back: frozenset[str] = frozenset()
    """Badges whose PIN or position became another one, by events that cannot be relied on."""
    second_head: str = ""
    sure: bool = True
    """Nothing about an account can be missing: one event of a round is damaged, and all others are there."""


def read_past_damage(
    reader: Reader, last: JournalEntry | None, ends: Collection[Head | None], badges: Collection[str]
) -> PastDamage:
    """Reads on after the last true event. `ends` are the heads that were acknowledged: none may be unknown."""
    rows, complete = _readable_entries(reader, 0 if last is None else last.sequence)
    read_events, read = _read_events(reader, rows)
    sure = complete and read and _is_all_there(reader, ends, last, rows)
    placed = [event.after for event in read_events if isinstance(event, SecondHeadPlaced) and event.after]
    doubtful = events.AccountChanged if sure else (events.AccountChanged, events.PinSet)
    return PastDamage(
        taken=tuple(
            event for event in read_events if isinstance(event, PeopleEvent) and _is_taking(event, badges, sure=sure)
        ),
        set_back=frozenset(
            event.badge for event in read_events if isinstance(event, doubtful) and event.badge in badges
        ),
        second_head=placed[-1] if placed else "",
        sure=sure,
    )


def _read_events(reader: Reader, rows: Sequence[JournalEntry]) -> tuple[list[object], bool]:
    """What the rows say of people and of the second place, and whether all of that could be read."""
    decoded: list[object] = []
    read = True
    for entry in rows:
        if entry.name in PEOPLE_EVENTS or entry.name == _PLACED_NAME:
            try:
                decoded.append(decode(entry, reader.read_sealed))
            except Exception:  # noqa: BLE001 - it is damaged: whatever it cannot be read for, it may be about anybody
                read = False
    return decoded, read


def _readable_entries(reader: Reader, after: int) -> tuple[list[JournalEntry], bool]:
    """All that can be read, and whether that is all there is: from the front, and from the back where that fails."""
    rows: list[JournalEntry] = []
    try:
        for entry in reader.entries(after + 1):
            rows.append(entry)  # noqa: PERF402 - what was read before it fails is kept
    except (sqlite3.DatabaseError, ValueError, TypeError):
        front = rows[-1].sequence if rows else after
        return [*rows, *_read_backwards(reader, front)], False
    return rows, True


def _read_backwards(reader: Reader, front: int) -> list[JournalEntry]:
    found: list[JournalEntry] = []
    try:
        for (sequence,) in reader.connection.execute(_BACKWARDS_QUERY, (front,)):
            found.extend(reader.entries(sequence, sequence))
    except (sqlite3.DatabaseError, ValueError, TypeError):
        pass
    return found[::-1]


def _is_all_there(
    reader: Reader, ends: Collection[Head | None], last: JournalEntry | None, rows: Sequence[JournalEntry]
) -> bool:
    try:
        return _is_one_gap(reader, ends, last, rows) and (not rows or _is_about_no_account(last, rows))
    except (sqlite3.DatabaseError, ValueError, TypeError):
        return False


def _is_one_gap(
    reader: Reader, ends: Collection[Head | None], last: JournalEntry | None, rows: Sequence[JournalEntry]
) -> bool:
    """Whether one event alone is damaged, and what follows from it goes as far as was acknowledged, by the same way."""
    at = reader.base() if last is None else Head(last.sequence, last.hash)
    for number, entry in enumerate(rows):
        if is_broken_link(entry, at) if number else entry.sequence != at.sequence + 1:
            return False
        at = Head(entry.sequence, entry.hash)
    return all(head is not None and head.sequence <= at.sequence and _has_head(reader, head) for head in ends)


def _has_head(reader: Reader, head: Head) -> bool:
    if not head.sequence:
        return True
    entry = next(reader.entries(head.sequence, head.sequence), None)
    return entry is not None and entry.hash == head.hash


def _is_about_no_account(last: JournalEntry | None, rows: Sequence[JournalEntry]) -> bool:
    """Neither the damaged event nor those beside it are about people.

    A forger who turns the end of an account into something else leaves its approval, or the keyed PIN, beside it.
    """
    beside = [*([] if last is None else [last]), *rows[:2], *(row for row in rows if row.decision == rows[0].decision)]
    return all(entry.name in EVENT_NAMES and entry.name not in PEOPLE_EVENTS for entry in beside)


def _is_taking(event: PeopleEvent, badges: Collection[str], *, sure: bool) -> bool:
    match event:
        case events.AccountDisabled() | events.PinSet() | events.AccountChanged() | events.LockedOut():
            return event.badge in badges
        case events.PinAttempted(badge=badge, outcome=outcome):
            # A right one ends a row of wrong ones: that is given.
            return badge in badges and (sure or outcome is not PinOutcome.RIGHT)
        case events.CounterBeganAnew():
            return True
        case _:
            return False


_ACCOUNT_EVENTS = (
    events.StationFounded,
    events.AccountAdded,
    events.AccountChanged,
    events.AccountDisabled,
    events.AccountEnabled,
    events.PinSet,
)
_ATTEMPT_EVENTS = (events.PinAttempted, events.LockedOut, events.LockEnded)


class Salvaged(Struct, frozen=True, kw_only=True):
    """The verified part of a damaged journal, as far as a new one takes it over."""

    head: Head
    """The last entry up to which the chain is whole."""
    people: PeopleState
    carried: PeopleState | None
    """What the damaged volume took over from the one before it, if there was one."""
    happened: tuple[PeopleEvent, ...]
    secrets: tuple[Secret, ...]
    lost: tuple[str, ...]
    """Badges of those whose PIN can no longer be checked."""
    volume: int = 1
    """Which volume is damaged."""
    journal: str = ""
    """The hash of the first event."""
    previous: str = ""
    """The hash of the first event of the journal before it."""
    second_head: str = ""
    backups: BackupsPlanned | None = None
    """What two people had planned last."""
    """The file in which the head was kept a second time."""
    sure: bool = True
    """Whether nothing that was taken from an account behind the damage can be missing here."""

    def __repr__(self) -> str:
        return text_without_field(self, "secrets")


def salvage_people(folder: Path, second: Head | None = None) -> Salvaged:
    """Reads the chain from its beginning to where it breaks, and behind that what was taken from accounts.

    `second` is the head at the second place, if one is known. Raises JournalError if nothing can be read at all.
    """
    acknowledged = read_head(folder)
    reader = open_reader(folder)
    try:
        salvaged = _salvage_reader(reader, (acknowledged,) if second is None else (acknowledged, second))
    finally:
        reader.close()
    # Where the damage took the first event, the volumes that are closed beside it say as much.
    return replace(salvaged, volume=max(salvaged.volume, max(find_closed_volumes(folder), default=0) + 1))


def _salvage_reader(reader: Reader, ends: tuple[Head | None, ...]) -> Salvaged:
    last: JournalEntry | None = None
    people, journal, previous, second_head = PeopleState(), "", "", ""
    volume = 1
    carried: PeopleState | None = None
    all_events: list[PeopleEvent] = []
    backups: BackupsPlanned | None = None
    for entry in _sound_entries(reader):
        if last is None:
            began = decode(entry, reader.read_sealed)
            journal, previous = entry.hash.hex(), getattr(began, "previous_journal", "")
            volume = getattr(began, "volume", 1)
        last = entry
        if entry.name == "second-head-placed":
            placed = decode(entry, reader.read_sealed)
            assert isinstance(placed, SecondHeadPlaced), "the name says so"
            second_head = placed.after
        if entry.name == "state-carried":
            state = _read_carried(decode(entry, reader.read_sealed))
            carried, people, second_head = state.people, state.people, state.second_head
            backups = _backup_plan(state.backups)
        if entry.name == "backups-planned":
            planned = decode(entry, reader.read_sealed)
            assert isinstance(planned, BackupsPlanned), "the name says so"
            backups = planned
        if entry.name in PEOPLE_EVENTS:
            event = decode(entry, reader.read_sealed)
            assert isinstance(event, PeopleEvent), "the name says so"
            people = people_apply.apply_people_event(people, event)
            all_events.append(event)
    behind = read_past_damage(reader, last, ends, people.accounts)
    people = people_apply.fold_people(people, behind.taken)
    happened = tuple(_events_to_carry(people, [*all_events, *behind.taken]))
    taken_over = None if carried is None else _carry_accounts(carried, people)
    secrets = dict(_read_secrets(reader, taken_over, happened))
    lost = (
        badge for badge, account in people.accounts.items() if account.pin not in secrets or badge in behind.set_back
    )
    return Salvaged(
        head=reader.base() if last is None else Head(last.sequence, last.hash),
        people=people,
        carried=taken_over,
        happened=happened,
        secrets=tuple(Secret(digest, value) for digest, value in secrets.items()),
        lost=tuple(lost),
        volume=volume,
        journal=journal,
        previous=previous,
        second_head=behind.second_head or second_head,
        backups=backups,
        sure=behind.sure,
    )


def _sound_entries(reader: Reader) -> Iterator[JournalEntry]:
    """The entries of the chain until it breaks, or cannot be read on."""
    try:
        at = reader.base()
        for entry in reader.entries():
            if is_broken_link(entry, at):
                return
            at = Head(entry.sequence, entry.hash)
            yield entry
    except (sqlite3.DatabaseError, ValueError, TypeError):
        return


def _events_to_carry(people: PeopleState, all_events: list[PeopleEvent]) -> Iterator[PeopleEvent]:
    held = {badge for badge, failures in people.failures.items() if _is_still_locked(failures, people.latest)}
    for event in all_events:
        if isinstance(event, _ACCOUNT_EVENTS):
            yield event
        elif isinstance(event, _ATTEMPT_EVENTS):
            if event.badge in held:
                yield event
        elif isinstance(event, events.CounterBeganAnew) and held:
            yield event


def _is_still_locked(failures: Failures, latest: int) -> bool:
    """Somebody who is locked out, or on the way to it, does not come out of it by a new journal."""
    recently = bool(failures.recent) and failures.recent[-1] + HOUR > latest
    return bool(failures.in_a_row or failures.runs or recently)


def _backup_plan(backups: BackupState) -> BackupsPlanned | None:
    """Where the volume before had copies made."""
    if not backups.place:
        return None
    return BackupsPlanned(place=backups.place, mark=backups.mark, hours=backups.hours, most=backups.most, approval=0)


def _read_carried(event: object) -> StationState:
    assert isinstance(event, StateCarried), "the name says so"
    return read_carried_state(event.state)


def _carry_accounts(carried: PeopleState, people: PeopleState) -> PeopleState:
    """Of what the damaged volume began with the accounts, and what locks somebody out still."""
    held = {
        badge: failures
        for badge, failures in carried.failures.items()
        if _is_still_locked(people.failures.get(badge, Failures()), people.latest)
    }
    return PeopleState(kind=carried.kind, accounts=carried.accounts, failures=held, latest=carried.latest)


def _read_secrets(
    reader: Reader, taken_over: PeopleState | None, happened: tuple[PeopleEvent, ...]
) -> Iterator[tuple[str, str]]:
    pins = [] if taken_over is None else [account.pin for account in taken_over.accounts.values() if account.pin]
    for digest in (*pins, *(event.digest for event in happened if isinstance(event, events.PinSet))):
        try:
            yield digest, reader.read_secret(digest)
        except (DamagedError, sqlite3.DatabaseError, UnicodeDecodeError):
            continue
