"""What has happened with people and with approvals: one frozen value for each fact.

No event holds a PIN, nor what a PIN is checked against. Counters are those of the station's timestamps. An
event about an approval carries the hash of what was asked.
"""

from collections.abc import Iterator
from enum import Enum
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.clock import Timestamp
from dealer_app.people.positions import Position

_FIRST_LINE = b"dealer-station approval 1\n"


class ApprovalItem(Enum):
    """What an approval is about: a decision at a table, or one of the things that need two people."""

    DECISION = "decision"
    LIMITS = "limits"
    RULEBOOKS = "rulebooks"
    RULINGS = "rulings"
    PEOPLE = "people"
    NEW_JOURNAL = "new-journal"
    NEW_VOLUME = "new-volume"
    SETTING = "setting"
    SECOND_HEAD = "second-head"
    WITHOUT_SECOND_HEAD = "without-second-head"
    BACKUPS = "backups"
    LOCK = "lock"
    SHOE_ORDER = "shoe-order"
    LIVE_ODDS = "live-odds"


TWO_PERSON_ITEMS = frozenset(ApprovalItem) - {ApprovalItem.DECISION}


class ApprovalSubject(Struct, frozen=True, kw_only=True):
    """What is to become otherwise than it is, by which clause, and in which round, if it is about one."""

    item: ApprovalItem
    what: str
    before: str
    after: str
    clause: str
    round: int | None = None


def canonical_bytes(asked: ApprovalSubject) -> bytes:
    """The bytes that are hashed; the same whenever exactly the same is asked."""
    return _FIRST_LINE + b"".join(_subject_lines(asked))


def subject_digest(asked: ApprovalSubject) -> str:
    """The hash that an approval is bound to, in hexadecimal digits."""
    return sha256(canonical_bytes(asked)).hexdigest()


def _subject_lines(asked: ApprovalSubject) -> Iterator[bytes]:
    for each in fields(asked):
        value = getattr(asked, each.name)
        if value is None:
            yield f"{each.name}:-\n".encode()
            continue
        text = (value.value if isinstance(value, Enum) else str(value)).encode()
        yield f"{each.name}:{len(text)}:".encode() + text + b"\n"


class ApprovalAsked(Struct, frozen=True, kw_only=True):
    """`needed` are the positions of which any may approve, `approvers` how many different people must."""

    number: int
    digest: str
    asked: ApprovalSubject
    needed: frozenset[Position]
    approvers: int
    by: str
    at: Timestamp


class ApprovalGiven(Struct, frozen=True, kw_only=True):
    """Somebody approved: in which position, and whether they only act in it."""

    number: int
    digest: str
    by: str
    position: Position
    acting: bool
    surveillance: str | None


class ApprovalRefused(Struct, frozen=True, kw_only=True):
    number: int
    digest: str
    by: str
    position: Position
    acting: bool
    reason: str
    surveillance: str | None


class ApprovalWithdrawn(Struct, frozen=True, kw_only=True):
    """Who had asked no longer wants it."""

    number: int
    digest: str
    by: str


class ApprovalLapsed(Struct, frozen=True, kw_only=True):
    """What it was asked on is no longer so: another round, another value, another clause; or a day has passed."""

    number: int
    digest: str


class ApprovalUsed(Struct, frozen=True, kw_only=True):
    """What was approved is done, by the same decision. It can be done once."""

    number: int
    digest: str


class FolderKind(Enum):
    """What a data folder is for. A folder for demonstration never becomes a live one."""

    LIVE = "live"
    DEMO = "demo"


class PinReason(Enum):
    """Why a PIN, or the way it is kept, is new."""

    FIRST = "first"
    OWN = "own"
    RESET = "reset"
    REHASHED = "rehashed"


class PinOutcome(Enum):
    """What came of an attempt with a PIN. Only of the first two was the PIN weighed."""

    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"
    DISABLED = "disabled"
    OVERTAKEN = "overtaken"
    """The PIN was changed while it was being checked."""


class Purpose(Enum):
    """What a PIN was keyed for: to begin a session, or to confirm one thing at a terminal that somebody else uses."""

    SIGN_IN = "sign-in"
    CONFIRM = "confirm"


class SessionEnd(Enum):
    """Why a session ended."""

    SIGNED_OUT = "signed-out"
    IDLE = "idle"
    NEXT_SIGN_IN = "next-sign-in"
    DISABLED = "disabled"
    NEW_PIN = "new-pin"
    RESTART = "restart"


class ActingEnd(Enum):
    """Why somebody no longer acts in a position."""

    TAKEN_BACK = "taken-back"
    EXPIRED = "expired"
    REPLACED = "replaced"
    DISABLED = "disabled"


class StationFounded(Struct, frozen=True, kw_only=True):
    """The first run: what this data folder is for, from now on."""

    kind: FolderKind


class AccountAdded(Struct, frozen=True, kw_only=True):
    """Nobody has approved the first two; every later one by the approval of this number."""

    badge: str
    name: str
    position: Position
    approval: int | None


class AccountChanged(Struct, frozen=True, kw_only=True):
    badge: str
    name: str
    position: Position
    approval: int


class AccountDisabled(Struct, frozen=True, kw_only=True):
    badge: str
    reason: str
    approval: int


class AccountEnabled(Struct, frozen=True, kw_only=True):
    badge: str
    approval: int


class PinSet(Struct, frozen=True, kw_only=True):
    """`digest` is the SHA-256 of what the PIN is checked against; that itself is kept apart, where no output shows
    it.
    """

    badge: str
    digest: str
    why: PinReason


class PinAttempted(Struct, frozen=True, kw_only=True):
    badge: str
    terminal: str
    purpose: Purpose
    outcome: PinOutcome
    counter: int
    slow: bool = False
    """One PIN a minute was taken then: a wrong one counts for the station alone, and for no lock of this person."""


class TriedTooSoon(Struct, frozen=True, kw_only=True):
    """A PIN was not taken, for the last wrong one was less than a minute ago. Only the first of that minute is here."""

    terminal: str
    counter: int


class UnknownBadgeTried(Struct, frozen=True, kw_only=True):
    """What was keyed is not kept: it may have been a PIN in the wrong field."""

    terminal: str
    counter: int


class LockedOut(Struct, frozen=True, kw_only=True):
    """No PIN of this person is weighed for so many microseconds of the counter. `run` counts the locks in a row."""

    badge: str
    run: int
    since: int
    lasts: int


class LockEnded(Struct, frozen=True, kw_only=True):
    """Others have ended a lock before its time: who asked first, then who agreed."""

    badge: str
    by: tuple[str, ...]
    approval: int


class CounterBeganAnew(Struct, frozen=True, kw_only=True):
    """The station was started: its counter is at `counter`; the journal had last seen `last` of the one before."""

    counter: int
    last: int


class SessionBegun(Struct, frozen=True, kw_only=True):
    number: int
    badge: str
    terminal: str
    counter: int


class SessionEnded(Struct, frozen=True, kw_only=True):
    number: int
    badge: str
    terminal: str
    why: SessionEnd


class ActingAssigned(Struct, frozen=True, kw_only=True):
    """A person acts in a position until a moment of the wall clock, in microseconds since 1970, or of the counter."""

    number: int
    badge: str
    position: Position
    until: int
    by: str
    ends: int | None = None


class ActingEnded(Struct, frozen=True, kw_only=True):
    number: int
    badge: str
    position: Position
    why: ActingEnd
    by: str | None


class ShownLimit(Struct, frozen=True, kw_only=True):
    """One line of the sign at the table: an area, a differential, or all areas that have no line of their own."""

    of: str
    minimum: int | None
    maximum: int | None


class Handover(Struct, frozen=True, kw_only=True):
    """The state of a table when one dealer takes over from another: what the incoming one has to see."""

    table: str
    limits: tuple[ShownLimit, ...]
    shoe: int
    shoe_step: str
    set_name: str
    decks: int
    cards_used: int
    cutting_card_out: bool
    sealed: int
    carried: int
    claim: int | None
    cases: tuple[str, ...]
    unclaimed: int


class DealerRelieved(Struct, frozen=True, kw_only=True):
    """A dealer took over, and confirmed exactly this. Nobody is relieved by the first dealer of a table."""

    terminal: str
    outgoing: str | None
    incoming: str
    acting: bool
    confirmed: Handover


PeopleEvent = (
    StationFounded
    | AccountAdded
    | AccountChanged
    | AccountDisabled
    | AccountEnabled
    | PinSet
    | PinAttempted
    | UnknownBadgeTried
    | TriedTooSoon
    | LockedOut
    | LockEnded
    | CounterBeganAnew
    | SessionBegun
    | SessionEnded
    | ActingAssigned
    | ActingEnded
    | DealerRelieved
    | ApprovalAsked
    | ApprovalGiven
    | ApprovalRefused
    | ApprovalWithdrawn
    | ApprovalLapsed
    | ApprovalUsed
)
