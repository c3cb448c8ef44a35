"""What is known of the people, and the fold that makes it from their events. Nothing is judged here.

It holds no PIN and nothing that one is checked against.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.values import text_without_field
from dealer_app.people.events import ApprovalSubject, FolderKind, PeopleEvent
from dealer_app.people.positions import Position


class Account(Struct, frozen=True, kw_only=True):
    """A person. `pin` is the digest under which the journal keeps what their PIN is checked against."""

    badge: str
    name: str
    position: Position
    enabled: bool = True
    pin: str = ""
    pin_changed: bool = False
    """Whether it is another PIN than the one with which the account began."""


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
    """Somebody acts in a position that is not their own, until a moment of the wall clock or of the counter."""

    number: int
    position: Position
    until: int
    by: str
    ends: int | None = None
    """The same moment by the counter: whichever is first ends it. Where there is none, the wall clock alone does."""


class ApprovalRequest(Struct, frozen=True, kw_only=True):
    """An approval that was asked and is neither refused, withdrawn, lapsed nor used."""

    number: int
    digest: str
    asked: ApprovalSubject
    needed: frozenset[Position]
    approvers: int
    by: str
    since: int
    """When it was asked, by the counter."""
    given: tuple[str, ...] = ()
    """Who has approved, by badge."""

    @property
    def is_granted(self) -> bool:
        return len(self.given) >= self.approvers


class PeopleState(Struct, frozen=True, kw_only=True):
    """Everybody who works here, and what is open between them. Requests that have ended are in the journal alone."""

    kind: FolderKind | None = None
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
    requests: Mapping[int, ApprovalRequest] = field(default_factory=dict)
    asked: int = 0
    latest: int = 0
    """The highest counter seen in an event since the station was started."""


class PeopleDecision(Struct, frozen=True, kw_only=True):
    """Events to be made durable, all together; what is written apart with them; what the person is shown.

    A wrong PIN is an event and a refusal at once: it has happened, and was in vain.
    """

    events: tuple[PeopleEvent, ...]
    secrets: tuple[tuple[str, str], ...] = ()
    """By digest, what PINs are checked against."""
    refusal: Refusal | None = None

    def __repr__(self) -> str:
        return text_without_field(self, "secrets")


Decision = PeopleDecision | Refusal


def against_no_people(state: PeopleState) -> Refusal | None:
    """Before the first run there is nobody, and so nobody can do anything."""
    return simple_refusal("no-people-yet", HOUSE_POLICY) if state.kind is None else None


def active_account(state: PeopleState, badge: str) -> Account | Refusal:
    """The account of somebody who may do anything here at all."""
    absent = against_no_people(state)
    if absent is not None:
        return absent
    account = state.accounts.get(badge)
    if account is None:
        return Refusal(code="no-such-account", clause=HOUSE_POLICY, facts={"badge": badge})
    if not account.enabled:
        return Refusal(code="account-disabled", clause=HOUSE_POLICY, facts={"badge": badge})
    return account
