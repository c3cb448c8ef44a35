"""What has happened with people, one frozen value a fact. No event holds a PIN, nor what a PIN is checked against.

Counters are those of the station's moments: microseconds that nobody can set. What has happened with approvals is in
approval_events.
"""

from enum import Enum

from dealer_app.domain.values import dataclass
from dealer_app.people.approval_events import (
    ApprovalAsked,
    ApprovalGiven,
    ApprovalLapsed,
    ApprovalRefused,
    ApprovalUsed,
    ApprovalWithdrawn,
)
from dealer_app.people.positions import Position


class Kind(Enum):
    """What a data folder is for. A folder for demonstration never becomes a live one."""

    LIVE = "live"
    DEMO = "demo"


class PinReason(Enum):
    """Why a PIN, or the way it is kept, is new."""

    FIRST = "first"
    OWN = "own"
    RESET = "reset"
    REHASHED = "rehashed"


class Outcome(Enum):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class StationFounded:
    """The first run: what this data folder is for, from now on."""

    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountAdded:
    """Nobody has approved the first two; every later one by the approval of this number."""

    badge: str
    name: str
    position: Position
    approval: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountChanged:
    badge: str
    name: str
    position: Position
    approval: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDisabled:
    badge: str
    reason: str
    approval: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEnabled:
    badge: str
    approval: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PinSet:
    """`digest` is the SHA-256 of what the PIN is checked against; that itself lies apart, where no output shows it."""

    badge: str
    digest: str
    why: PinReason


@dataclass(frozen=True, slots=True, kw_only=True)
class PinAttempted:
    badge: str
    terminal: str
    purpose: Purpose
    outcome: Outcome
    counter: int
    slow: bool = False
    """One PIN a minute was taken then: a wrong one counts for the station alone, and for no lock of this person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedTooSoon:
    """A PIN was not taken, for the last wrong one was less than a minute ago. Only the first of that minute is here."""

    terminal: str
    counter: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownBadgeTried:
    """What was keyed is not kept: it may have been a PIN in the wrong field."""

    terminal: str
    counter: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedOut:
    """No PIN of this person is weighed for so many microseconds of the counter. `run` counts the locks in a row."""

    badge: str
    run: int
    since: int
    lasts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LockEnded:
    """Others have ended a lock before its time: who asked first, then who agreed."""

    badge: str
    by: tuple[str, ...]
    approval: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterBeganAnew:
    """The station was started: its counter stands at `counter`; the journal had last seen `last` of the one before."""

    counter: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBegun:
    number: int
    badge: str
    terminal: str
    counter: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnded:
    number: int
    badge: str
    terminal: str
    why: SessionEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingAssigned:
    """A person acts in a position until a moment of the wall clock, in microseconds since 1970, or of the counter."""

    number: int
    badge: str
    position: Position
    until: int
    by: str
    ends: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingEnded:
    number: int
    badge: str
    position: Position
    why: ActingEnd
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLimit:
    """One line of the sign at the table: an area, a differential, or all areas that have no line of their own."""

    of: str
    minimum: int | None
    maximum: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """How a table stands when one dealer takes over from another: what the incoming one has to see."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerRelieved:
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
