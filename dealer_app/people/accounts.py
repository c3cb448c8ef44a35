"""Accounts: the first run, and how people are added, changed, disabled, enabled and given a new PIN.

After the first run each of these is a two-person item: it is asked as an approval (`asked_for`, `needed_for_people`)
and done once by `change_people`. Only his own PIN a person changes without one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct

from dealer_app.domain.round.plain_text import is_plain
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.approvals import lapsed_with, use
from dealer_app.people.decision import Decided, Decision, not_founded, working
from dealer_app.people.events import Kind, PeopleEvent, PinReason
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import MANAGERS, Position, Positions
from dealer_app.people.requests import Asked, Item
from dealer_app.people.sessions import end_by_new_pin, end_of_all
from dealer_app.people.state import Account, PeopleState
from dealer_app.station.moment import Moment

LONGEST_BADGE = 12
LONGEST_NAME = 60
MOST_ACCOUNTS = 1000


class NewPerson(Struct, frozen=True, kw_only=True):
    """One of the two of the first run."""

    badge: str
    name: str
    position: Position
    pin: HashedPin


class AddAccount(Struct, frozen=True, kw_only=True):
    badge: str
    name: str
    position: Position


class ChangeAccount(Struct, frozen=True, kw_only=True):
    """Another name, another position, or both."""

    badge: str
    name: str
    position: Position


class DisableAccount(Struct, frozen=True, kw_only=True):
    badge: str
    reason: str


class EnableAccount(Struct, frozen=True, kw_only=True):
    badge: str


class ResetPin(Struct, frozen=True, kw_only=True):
    """A new PIN for somebody who has forgotten his; he keys it himself."""

    badge: str


AccountChange = AddAccount | ChangeAccount | DisableAccount | EnableAccount | ResetPin

CHANGES: Mapping[type[AccountChange], str] = {
    AddAccount: "add-account",
    ChangeAccount: "change-account",
    DisableAccount: "disable-account",
    EnableAccount: "enable-account",
    ResetPin: "reset-pin",
}
"""What is asked, by its code."""


# The first run


def found(state: PeopleState, kind: Kind, people: Sequence[NewPerson]) -> Decision:
    """The first run: two people in one sitting, and managers where the folder is live.

    That each keyed a PIN of his own is asked as they key them (`against_same_pin`): what is kept of PINs never tells.
    """
    if state.kind is not None:
        return refused("founded-already", HOUSE_POLICY)
    against = _against_the_first(kind, people)
    if against is not None:
        return against
    happened: list[PeopleEvent] = [events.StationFounded(kind=kind)]
    for person in people:
        added = events.AccountAdded(badge=person.badge, name=person.name, position=person.position, approval=None)
        happened += [added, _pin_set(person.badge, person.pin, PinReason.FIRST)]
    return Decided(events=tuple(happened), secrets=tuple(person.pin.secret for person in people))


def _against_the_first(kind: Kind, people: Sequence[NewPerson]) -> Refusal | None:
    if len(people) != 2 or len({person.badge for person in people}) != 2:
        return refused("first-two-people", HOUSE_POLICY)
    for person in people:
        against = _against_badge(person.badge) or _against_name(person.name)
        if against is not None:
            return against
    held = [person.position for person in people]
    match kind:
        case Kind.LIVE if not MANAGERS.issuperset(held):
            return refused("first-two-managers", HOUSE_POLICY)
        case Kind.DEMO if set(held) != {Position.DEALER, Position.PIT_SUPERVISOR}:
            return refused("first-two-of-a-demo", HOUSE_POLICY)
        case _:
            return None


# Later


def needed_for_people(positions: Positions, kind: Kind) -> frozenset[Position]:
    """Who decides about people: any manager; in a folder for demonstration, which has none, who works at a table."""
    return MANAGERS if kind is Kind.LIVE else positions.at_tables()


def asked_for(state: PeopleState, change: AccountChange) -> Asked:
    """What is to be approved before this can be done, as it would be done now."""
    before = state.accounts.get(change.badge)
    after = _described(_after(before, change))
    if isinstance(change, DisableAccount):
        after += f"\nreason: {change.reason}"
    elif isinstance(change, ResetPin):
        after += "\npin: new"
    return Asked(
        item=Item.PEOPLE, what=CHANGES[type(change)], before=_described(before), after=after, clause=HOUSE_POLICY
    )


def change_people(
    positions: Positions,
    state: PeopleState,
    change: AccountChange,
    *,
    approval: int,
    at: Moment,
    pin: HashedPin | None = None,
) -> Decision:
    """Do what the approval of this number allows; a new account and a PIN that is reset come with the PIN."""
    against = not_founded(state) or _against(positions, state, change)
    if against is not None:
        return against
    needs_pin = isinstance(change, AddAccount | ResetPin)
    assert needs_pin is (pin is not None), "a PIN comes with a new account and with a PIN that is reset"
    used = use(state, approval, asked_for(state, change), at=at)
    if isinstance(used, Refusal) or used.refusal is not None:
        return used
    happened = (*used.events, *_happens(state, change, approval, pin))
    return Decided(events=happened, secrets=() if pin is None else (pin.secret,))


def set_own_pin(state: PeopleState, badge: str, pin: HashedPin, *, terminal: str) -> Decision:
    """Somebody gives himself a new PIN at a terminal. Ask only after a right attempt of his with the old one."""
    account = working(state, badge)
    if isinstance(account, Refusal):
        return account
    happened = (_pin_set(badge, pin, PinReason.OWN), *end_by_new_pin(state, badge, but=terminal))
    return Decided(events=happened, secrets=(pin.secret,))


def _pin_set(badge: str, pin: HashedPin, why: PinReason) -> events.PinSet:
    return events.PinSet(badge=badge, digest=pin.digest, why=why)


def _happens(state: PeopleState, change: AccountChange, approval: int, pin: HashedPin | None) -> Iterator[PeopleEvent]:
    badge = change.badge
    match change:
        case AddAccount(name=name, position=position):
            yield events.AccountAdded(badge=badge, name=name, position=position, approval=approval)
        case ChangeAccount(name=name, position=position):
            yield events.AccountChanged(badge=badge, name=name, position=position, approval=approval)
        case DisableAccount(reason=reason):
            yield events.AccountDisabled(badge=badge, reason=reason, approval=approval)
            yield from end_of_all(state, badge)
            yield from lapsed_with(state, badge, but=approval)
        case EnableAccount():
            yield events.AccountEnabled(badge=badge, approval=approval)
        case ResetPin():
            yield from end_by_new_pin(state, badge)
        case _:
            assert_never(change)
    if pin is not None:
        yield _pin_set(badge, pin, PinReason.FIRST if isinstance(change, AddAccount) else PinReason.RESET)


def _against(positions: Positions, state: PeopleState, change: AccountChange) -> Refusal | None:
    """What stands against the change itself, approved or not."""
    account = state.accounts.get(change.badge)
    if isinstance(change, AddAccount):
        if account is not None:
            return Refusal(code="badge-taken", clause=HOUSE_POLICY, facts={"badge": change.badge})
        if len(state.accounts) >= MOST_ACCOUNTS:
            return refused("too-many-accounts", HOUSE_POLICY)
        return _against_badge(change.badge) or _against_name(change.name)
    if account is None:
        return Refusal(code="no-such-account", clause=HOUSE_POLICY, facts={"badge": change.badge})
    match change:
        case ChangeAccount(name=name, position=position):
            if (name, position) == (account.name, account.position):
                return refused("nothing-changes", HOUSE_POLICY)
            return _against_name(name) or _too_few_left(positions, state, change)
        case DisableAccount(reason=reason):
            if not account.enabled:
                return Refusal(code="account-disabled", clause=HOUSE_POLICY, facts={"badge": change.badge})
            if not reason.strip():
                return refused("why-needed", HOUSE_POLICY)
            return _too_few_left(positions, state, change)
        case EnableAccount():
            return refused("enabled-already", HOUSE_POLICY) if account.enabled else None
        case ResetPin():
            return None
        case _:
            assert_never(change)


def _too_few_left(positions: Positions, state: PeopleState, change: AccountChange) -> Refusal | None:
    """Two who decide about people have to stay, for nobody could ever change anything again."""
    assert state.kind is not None, "asked only after the first run"
    after = _after(state.accounts[change.badge], change)
    assert after is not None, "an account that was there stays"
    needed = needed_for_people(positions, state.kind)
    others = (account for badge, account in state.accounts.items() if badge != change.badge)
    left = sum(account.enabled and account.position in needed for account in (after, *others))
    return refused("two-have-to-stay", HOUSE_POLICY) if left < 2 else None


def _after(before: Account | None, change: AccountChange) -> Account | None:
    """The account as it would be, nobody asked whether it may be so."""
    match change:
        case AddAccount(badge=badge, name=name, position=position):
            return Account(badge=badge, name=name, position=position)
        case ChangeAccount(name=name, position=position):
            return None if before is None else replace(before, name=name, position=position)
        case DisableAccount():
            return None if before is None else replace(before, enabled=False)
        case EnableAccount():
            return None if before is None else replace(before, enabled=True)
        case ResetPin():
            return before
        case _:
            assert_never(change)


def _described(account: Account | None) -> str:
    """As it stands in an approval, for people to read and for the hash."""
    if account is None:
        return ""
    enabled = "enabled" if account.enabled else "disabled"
    return f"badge: {account.badge}\nname: {account.name}\nposition: {account.position.value}\naccount: {enabled}"


def _against_badge(badge: str) -> Refusal | None:
    """Capital letters and digits, so that no two badges look alike by their case."""
    if badge.isascii() and badge.isalnum() and badge == badge.upper() and len(badge) <= LONGEST_BADGE:
        return None
    return Refusal(code="badge-form", clause=HOUSE_POLICY, facts={"most": str(LONGEST_BADGE)})


def _against_name(name: str) -> Refusal | None:
    if 0 < len(name) <= LONGEST_NAME and name.isprintable() and is_plain(name) and name == name.strip():
        return None
    return Refusal(code="name-form", clause=HOUSE_POLICY, facts={"most": str(LONGEST_NAME)})
