"""What has happened with people, one frozen value a fact. No event holds a PIN, nor what a PIN is checked against.

Counters are those of the station's moments: microseconds that nobody can set. What has happened with approvals is in
approval_events.
"""

from enum import Enum

from msgspec import Struct

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


class StationFounded(Struct, frozen=True, kw_only=True):
    """The first run: what this data folder is for, from now on."""

    kind: Kind


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
    """`digest` is the SHA-256 of what the PIN is checked against; that itself lies apart, where no output shows it."""

    badge: str
    digest: str
    why: PinReason


class PinAttempted(Struct, frozen=True, kw_only=True):
    badge: str
    terminal: str
    purpose: Purpose
    outcome: Outcome
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
    """The station was started: its counter stands at `counter`; the journal had last seen `last` of the one before."""

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
