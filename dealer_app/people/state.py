"""What is known of the people: what their events add up to. It holds no PIN and nothing that one is checked against."""

from collections.abc import Mapping

from msgspec import Struct, field

from dealer_app.people.events import Kind
from dealer_app.people.positions import Position
from dealer_app.people.requests import Asked


class Account(Struct, frozen=True, kw_only=True):
    """A person. `pin` is the digest under which the journal keeps what his PIN is checked against."""

    badge: str
    name: str
    position: Position
    enabled: bool = True
    pin: str = ""


class Failures(Struct, frozen=True, kw_only=True):
    """Wrong PINs of one person. All moments are those of the counter."""

    in_a_row: int = 0
    """Since the last right one, or the last lock."""
    runs: int = 0
    """Locks since the last right one."""
    locked_since: int = 0
    locked_for: int = 0
    recent: tuple[int, ...] = ()
    """When the last of them were, right ones in between or not."""


class Session(Struct, frozen=True, kw_only=True):
    """Somebody is signed in at a terminal."""

    number: int
    badge: str
    begun: int


class Acting(Struct, frozen=True, kw_only=True):
    """Somebody acts in a position that is not his own, until a moment of the wall clock or of the counter."""

    number: int
    position: Position
    until: int
    by: str
    ends: int | None = None
    """The same moment by the counter: whichever is first ends it. Where there is none, the wall clock alone does."""


class Request(Struct, frozen=True, kw_only=True):
    """An approval that was asked and is neither refused, withdrawn, lapsed nor used."""

    number: int
    digest: str
    asked: Asked
    needed: frozenset[Position]
    approvers: int
    by: str
    since: int
    """When it was asked, by the counter."""
    given: tuple[str, ...] = ()
    """Who has approved, by badge."""

    @property
    def granted(self) -> bool:
        return len(self.given) >= self.approvers


class PeopleState(Struct, frozen=True, kw_only=True):
    """Everybody who works here, and what is open between them. Requests that have ended are in the journal alone."""

    kind: Kind | None = None
    accounts: Mapping[str, Account] = field(default_factory=dict)
    failures: Mapping[str, Failures] = field(default_factory=dict)
    wrong: tuple[int, ...] = ()
    """When the last PINs were wrong that were keyed at this station, whosever, by the counter."""
    too_soon: bool = False
    """Whether somebody keyed one too soon after the last of them."""
    sessions: Mapping[str, Session] = field(default_factory=dict)
    """By terminal."""
    begun: int = 0
    acting: Mapping[str, Acting] = field(default_factory=dict)
    """By badge."""
    assigned: int = 0
    dealing: Mapping[str, str] = field(default_factory=dict)
    """By terminal, the badge of the dealer who has last taken over."""
    requests: Mapping[int, Request] = field(default_factory=dict)
    asked: int = 0
    latest: int = 0
    """The highest counter seen in an event since the station was started."""
