"""What is still true of a damaged journal's people: its accounts and PINs, as far as the chain is whole.

What happens to people is carried over as it is written there; of attempts with PINs only what still locks somebody out.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.values import replace, shown_without
from dealer_app.journal.codec import decode
from dealer_app.journal.event_names import PEOPLE
from dealer_app.journal.facts import StateCarried
from dealer_app.journal.head_file import read_head
from dealer_app.journal.reader import Reader, read_only
from dealer_app.journal.record import Entry, Head, Secret, breaks
from dealer_app.journal.trouble import DamagedError
from dealer_app.journal.volumes import closed_volumes
from dealer_app.people import apply as people_apply
from dealer_app.people import events
from dealer_app.people.events import PeopleEvent
from dealer_app.people.lockout import HOUR
from dealer_app.people.state import Failures, PeopleState
from dealer_app.station.backups import Backups
from dealer_app.station.behind import read_behind
from dealer_app.station.facts import BackupsPlanned, SecondHeadPlaced
from dealer_app.station.snapshot import read_carried
from dealer_app.station.state import StationState

_ACCOUNTS = (
    events.StationFounded,
    events.AccountAdded,
    events.AccountChanged,
    events.AccountDisabled,
    events.AccountEnabled,
    events.PinSet,
)
_ATTEMPTS = (events.PinAttempted, events.LockedOut, events.LockEnded)


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
        return shown_without(self, "secrets")


def salvage(folder: Path, second: Head | None = None) -> Salvaged:
    """Reads the chain from its beginning to where it breaks, and behind that what was taken from accounts.

    `second` is the head at the second place, if one is known. Raises JournalError if nothing can be read at all.
    """
    acknowledged = read_head(folder)
    reader = read_only(folder)
    try:
        salvaged = _salvaged(reader, (acknowledged,) if second is None else (acknowledged, second))
    finally:
        reader.close()
    # Where the damage took the first event, the volumes that are closed beside it say as much.
    return replace(salvaged, volume=max(salvaged.volume, max(closed_volumes(folder), default=0) + 1))


def _salvaged(reader: Reader, ends: tuple[Head | None, ...]) -> Salvaged:
    last: Entry | None = None
    people, journal, previous, second_head = PeopleState(), "", "", ""
    volume = 1
    carried: PeopleState | None = None
    all_events: list[PeopleEvent] = []
    backups: BackupsPlanned | None = None
    for entry in _true(reader):
        if last is None:
            began = decode(entry, reader.sealed)
            journal, previous = entry.hash.hex(), getattr(began, "previous_journal", "")
            volume = getattr(began, "volume", 1)
        last = entry
        if entry.name == "second-head-placed":
            placed = decode(entry, reader.sealed)
            assert isinstance(placed, SecondHeadPlaced), "the name says so"
            second_head = placed.after
        if entry.name == "state-carried":
            state = _state(decode(entry, reader.sealed))
            carried, people, second_head = state.people, state.people, state.second_head
            backups = _plan(state.backups)
        if entry.name == "backups-planned":
            planned = decode(entry, reader.sealed)
            assert isinstance(planned, BackupsPlanned), "the name says so"
            backups = planned
        if entry.name in PEOPLE:
            event = decode(entry, reader.sealed)
            assert isinstance(event, PeopleEvent), "the name says so"
            people = people_apply.apply(people, event)
            all_events.append(event)
    behind = read_behind(reader, last, ends, people.accounts)
    people = people_apply.fold(people, behind.taken)
    happened = tuple(_carried(people, [*all_events, *behind.taken]))
    taken_over = None if carried is None else _taken_over(carried, people)
    secrets = dict(_secrets(reader, taken_over, happened))
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


def _true(reader: Reader) -> Iterator[Entry]:
    """The entries of the chain until it breaks, or cannot be read on."""
    try:
        at = reader.base()
        for entry in reader.entries():
            if breaks(entry, at):
                return
            at = Head(entry.sequence, entry.hash)
            yield entry
    except (sqlite3.DatabaseError, ValueError, TypeError):
        return


def _carried(people: PeopleState, all_events: list[PeopleEvent]) -> Iterator[PeopleEvent]:
    held = {badge for badge, failures in people.failures.items() if _still_counts(failures, people.latest)}
    for event in all_events:
        if isinstance(event, _ACCOUNTS):
            yield event
        elif isinstance(event, _ATTEMPTS):
            if event.badge in held:
                yield event
        elif isinstance(event, events.CounterBeganAnew) and held:
            yield event


def _still_counts(failures: Failures, latest: int) -> bool:
    """Somebody who is locked out, or on the way to it, does not come out of it by a new journal."""
    recently = bool(failures.recent) and failures.recent[-1] + HOUR > latest
    return bool(failures.in_a_row or failures.runs or recently)


def _plan(backups: Backups) -> BackupsPlanned | None:
    """Where the volume before had copies made."""
    if not backups.place:
        return None
    return BackupsPlanned(place=backups.place, mark=backups.mark, hours=backups.hours, most=backups.most, approval=0)


def _state(event: object) -> StationState:
    assert isinstance(event, StateCarried), "the name says so"
    return read_carried(event.state)


def _taken_over(carried: PeopleState, people: PeopleState) -> PeopleState:
    """Of what the damaged volume began with the accounts, and what locks somebody out still."""
    held = {
        badge: failures
        for badge, failures in carried.failures.items()
        if _still_counts(people.failures.get(badge, Failures()), people.latest)
    }
    return PeopleState(kind=carried.kind, accounts=carried.accounts, failures=held, latest=carried.latest)


def _secrets(
    reader: Reader, taken_over: PeopleState | None, happened: tuple[PeopleEvent, ...]
) -> Iterator[tuple[str, str]]:
    pins = [] if taken_over is None else [account.pin for account in taken_over.accounts.values() if account.pin]
    for digest in (*pins, *(event.digest for event in happened if isinstance(event, events.PinSet))):
        try:
            yield digest, reader.secret(digest)
        except (DamagedError, sqlite3.DatabaseError, UnicodeDecodeError):
            continue
