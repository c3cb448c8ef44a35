"""Accounts: the first run, and how people are added, changed, disabled, enabled and given a new PIN.

After the first run each of these takes two people: `change_subject` says what is approved,
`account_deciders` by whom, and `change_people` does it once. People change only their own PIN alone. Two
badges of one name are pointed out.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.plain_text import is_plain
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.approvals import lapse_with_account, use_approval
from dealer_app.people.events import ApprovalItem, ApprovalSubject, FolderKind, PeopleEvent, PinReason
from dealer_app.people.pins import HashedPin, Pin
from dealer_app.people.positions import MANAGERS, Position, Positions
from dealer_app.people.sessions import end_account_work, end_old_pin_sessions
from dealer_app.people.state import Account, Decision, PeopleDecision, PeopleState, active_account, against_no_people

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
    """A new PIN for somebody who has forgotten theirs, and who keys it in person."""

    badge: str


AccountChange = AddAccount | ChangeAccount | DisableAccount | EnableAccount | ResetPin

CHANGE_CODES: Mapping[type[AccountChange], str] = {
    AddAccount: "add-account",
    ChangeAccount: "change-account",
    DisableAccount: "disable-account",
    EnableAccount: "enable-account",
    ResetPin: "reset-pin",
}
"""What is asked, by its code."""


# The first run

_EVERY_MANAGER = tuple(position for position in Position if position in MANAGERS)
FIRST_POSITIONS: Mapping[FolderKind, tuple[tuple[Position, ...], tuple[Position, ...]]] = {
    FolderKind.LIVE: (_EVERY_MANAGER, _EVERY_MANAGER),
    FolderKind.DEMO: ((Position.DEALER,), (Position.PIT_SUPERVISOR,)),
}
"""Who begins a house of each kind: what the one of the two can be, and what the other."""
DEMO_MANAGER_BADGES = ("M1", "M2", "M3")
DEMO_MANAGER_NAME = "Demo Manager"
DEMO_MANAGER_PIN = Pin("582046")
"""Of the manager whom a demonstration has besides the two: its screen shows this PIN, so that who has lost one of
the others gets a new one there, and nothing waits for a position that nobody holds. No live house ever has this person.
"""


def begin_house(state: PeopleState, kind: FolderKind, people: Sequence[NewPerson]) -> Decision:
    """The first run: two people in one sitting, and managers where the folder is live. A demonstration may begin with
    a manager besides.

    That each keyed a different PIN is asked as they key them (`against_same_pin`): what is kept of PINs never tells.
    """
    if state.kind is not None:
        return simple_refusal("founded-already", HOUSE_POLICY)
    pair = people[:2] if kind is FolderKind.DEMO and len(people) == 3 else people
    against = _against_first_people(kind, pair) or _against_third_person(people, pair)
    if against is not None:
        return against
    happened: list[PeopleEvent] = [events.StationFounded(kind=kind)]
    for person in people:
        added = events.AccountAdded(badge=person.badge, name=person.name, position=person.position, approval=None)
        happened += [added, _pin_event(person.badge, person.pin, PinReason.FIRST)]
    return PeopleDecision(events=tuple(happened), secrets=tuple(person.pin.secret for person in people))


def _against_first_people(kind: FolderKind, people: Sequence[NewPerson]) -> Refusal | None:
    if len(people) != 2 or len({person.badge for person in people}) != 2:
        return simple_refusal("first-two-people", HOUSE_POLICY)
    for person in people:
        against = _against_badge(person.badge) or _against_name(person.name)
        if against is not None:
            return against
    one, other = (person.position for person in people)
    first, second = FIRST_POSITIONS[kind]
    if (one in first and other in second) or (other in first and one in second):
        return None
    match kind:
        case FolderKind.LIVE:
            return simple_refusal("first-two-managers", HOUSE_POLICY)
        case FolderKind.DEMO:
            return simple_refusal("first-two-of-a-demo", HOUSE_POLICY)


def _against_third_person(people: Sequence[NewPerson], pair: Sequence[NewPerson]) -> Refusal | None:
    if len(people) == len(pair):
        return None
    manager = people[-1]
    if manager.position not in MANAGERS or manager.badge in {person.badge for person in pair}:
        return simple_refusal("first-two-of-a-demo", HOUSE_POLICY)
    return _against_badge(manager.badge) or _against_name(manager.name)


def demo_manager(state: PeopleState) -> Account | None:
    """The manager with whom this demonstration began; nobody where it had none, and nobody in a live house."""
    if state.kind is not FolderKind.DEMO:
        return None
    accounts = filter(None, map(state.accounts.get, DEMO_MANAGER_BADGES))
    return next((each for each in accounts if each.enabled and each.name == DEMO_MANAGER_NAME), None)


# Later


def account_deciders(positions: Positions, kind: FolderKind) -> frozenset[Position]:
    """Who decides about people: any manager; in a folder for demonstration, which has none, who works at a table."""
    return MANAGERS if kind is FolderKind.LIVE else positions.table_positions()


def change_subject(state: PeopleState, change: AccountChange) -> ApprovalSubject:
    """What is to be approved before this can be done, as it would be done now."""
    before = state.accounts.get(change.badge)
    after = _account_text(_new_account(before, change))
    if isinstance(change, DisableAccount):
        after += f"\nreason: {change.reason}"
    elif isinstance(change, ResetPin):
        after += "\npin: new"
    return ApprovalSubject(
        item=ApprovalItem.PEOPLE,
        what=CHANGE_CODES[type(change)],
        before=_account_text(before),
        after=after,
        clause=HOUSE_POLICY,
    )


def change_people(
    positions: Positions,
    state: PeopleState,
    change: AccountChange,
    *,
    approval: int,
    at: Timestamp,
    pin: HashedPin | None = None,
) -> Decision:
    """Do what the approval of this number allows; a new account and a PIN that is reset come with the PIN."""
    against = against_no_people(state) or _against_change(positions, state, change)
    if against is not None:
        return against
    needs_pin = isinstance(change, AddAccount | ResetPin)
    assert needs_pin is (pin is not None), "a PIN comes with a new account and with a PIN that is reset"
    used = use_approval(state, approval, change_subject(state, change), at=at)
    if isinstance(used, Refusal) or used.refusal is not None:
        return used
    happened = (*used.events, *_change_events(state, change, approval, pin))
    return PeopleDecision(events=happened, secrets=() if pin is None else (pin.secret,))


def set_own_pin(state: PeopleState, badge: str, pin: HashedPin, *, terminal: str) -> Decision:
    """Somebody changes their own PIN at a terminal. Ask only after their right attempt with the old one."""
    account = active_account(state, badge)
    if isinstance(account, Refusal):
        return account
    happened = (_pin_event(badge, pin, PinReason.OWN), *end_old_pin_sessions(state, badge, but=terminal))
    return PeopleDecision(events=happened, secrets=(pin.secret,))


def _pin_event(badge: str, pin: HashedPin, why: PinReason) -> events.PinSet:
    return events.PinSet(badge=badge, digest=pin.digest, why=why)


def _change_events(
    state: PeopleState, change: AccountChange, approval: int, pin: HashedPin | None
) -> Iterator[PeopleEvent]:
    badge = change.badge
    match change:
        case AddAccount(name=name, position=position):
            yield events.AccountAdded(badge=badge, name=name, position=position, approval=approval)
        case ChangeAccount(name=name, position=position):
            yield events.AccountChanged(badge=badge, name=name, position=position, approval=approval)
        case DisableAccount(reason=reason):
            yield events.AccountDisabled(badge=badge, reason=reason, approval=approval)
            yield from end_account_work(state, badge)
            yield from lapse_with_account(state, badge, but=approval)
        case EnableAccount():
            yield events.AccountEnabled(badge=badge, approval=approval)
        case ResetPin():
            yield from end_old_pin_sessions(state, badge)
        case _:
            assert_never(change)
    if pin is not None:
        yield _pin_event(badge, pin, PinReason.FIRST if isinstance(change, AddAccount) else PinReason.RESET)


def _against_change(positions: Positions, state: PeopleState, change: AccountChange) -> Refusal | None:
    """Why the change itself is refused, approved or not."""
    account = state.accounts.get(change.badge)
    if isinstance(change, AddAccount):
        if account is not None:
            return Refusal(code="badge-taken", clause=HOUSE_POLICY, facts={"badge": change.badge})
        if len(state.accounts) >= MOST_ACCOUNTS:
            return simple_refusal("too-many-accounts", HOUSE_POLICY)
        return _against_badge(change.badge) or _against_name(change.name)
    if account is None:
        return Refusal(code="no-such-account", clause=HOUSE_POLICY, facts={"badge": change.badge})
    match change:
        case ChangeAccount(name=name, position=position):
            if (name, position) == (account.name, account.position):
                return simple_refusal("nothing-changes", HOUSE_POLICY)
            return _against_name(name) or _against_too_few(positions, state, change)
        case DisableAccount(reason=reason):
            if not account.enabled:
                return Refusal(code="account-disabled", clause=HOUSE_POLICY, facts={"badge": change.badge})
            if not reason.strip():
                return simple_refusal("why-needed", HOUSE_POLICY)
            return _against_too_few(positions, state, change)
        case EnableAccount():
            return simple_refusal("enabled-already", HOUSE_POLICY) if account.enabled else None
        case ResetPin():
            return None
        case _:
            assert_never(change)


def _against_too_few(positions: Positions, state: PeopleState, change: AccountChange) -> Refusal | None:
    """Two who decide about people have to stay, for nobody could ever change anything again."""
    assert state.kind is not None, "asked only after the first run"
    after = _new_account(state.accounts[change.badge], change)
    assert after is not None, "an account that was there stays"
    needed = account_deciders(positions, state.kind)
    others = (account for badge, account in state.accounts.items() if badge != change.badge)
    left = sum(account.enabled and account.position in needed for account in (after, *others))
    return simple_refusal("two-have-to-stay", HOUSE_POLICY) if left < 2 else None


def _new_account(before: Account | None, change: AccountChange) -> Account | None:
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


def _account_text(account: Account | None) -> str:
    """An account as an approval has it, for people to read and for the hash."""
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


def namesakes(state: PeopleState) -> Mapping[str, tuple[str, ...]]:
    """By badge, the badges of all others who are called the same; only of those who have namesakes."""
    called: defaultdict[str, list[str]] = defaultdict(list)
    for badge, account in sorted(state.accounts.items()):
        called[_comparable_name(account.name)].append(badge)
    return {
        badge: tuple(other for other in badges if other != badge)
        for badges in called.values()
        if len(badges) > 1
        for badge in badges
    }


def find_namesakes(state: PeopleState, name: str, *, but: str = "") -> tuple[str, ...]:
    """The badges of those who have this name already."""
    wanted = _comparable_name(name)
    return tuple(
        badge
        for badge, account in sorted(state.accounts.items())
        if badge != but and wanted == _comparable_name(account.name)
    )


def is_same_name(one: str, other: str) -> bool:
    """Whether nobody could tell the two apart by ear: capitals, blanks and the width of letters aside."""
    return _comparable_name(one) == _comparable_name(other)


def _comparable_name(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
