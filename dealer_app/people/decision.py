"""What deciding about people comes to, and what every such decision asks first."""

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.values import shown_without
from dealer_app.people.events import PeopleEvent
from dealer_app.people.state import Account, PeopleState


class Decided(Struct, frozen=True, kw_only=True):
    """Events to be made durable, all together; what is written apart with them; what the person is told.

    A wrong PIN is an event and a refusal at once: it has happened, and was in vain.
    """

    events: tuple[PeopleEvent, ...]
    secrets: tuple[tuple[str, str], ...] = ()
    """By digest, what PINs are checked against."""
    refusal: Refusal | None = None

    def __repr__(self) -> str:
        return shown_without(self, "secrets")


Decision = Decided | Refusal


def not_founded(state: PeopleState) -> Refusal | None:
    """Before the first run there is nobody, and so nobody can do anything."""
    return refused("no-people-yet", HOUSE_POLICY) if state.kind is None else None


def working(state: PeopleState, badge: str) -> Account | Refusal:
    """The account of somebody who may do anything here at all."""
    absent = not_founded(state)
    if absent is not None:
        return absent
    account = state.accounts.get(badge)
    if account is None:
        return Refusal(code="no-such-account", clause=HOUSE_POLICY, facts={"badge": badge})
    if not account.enabled:
        return Refusal(code="account-disabled", clause=HOUSE_POLICY, facts={"badge": badge})
    return account
