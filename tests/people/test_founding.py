"""The first run: two people in one sitting, and nothing at all before it."""

from collections.abc import Callable

import pytest

from dealer_app.domain.values import replace
from dealer_app.people import approvals, standing
from dealer_app.people.accounts import (
    DisableAccount,
    EnableAccount,
    NewPerson,
    change_people,
    found,
    set_own_pin,
)
from dealer_app.people.decision import Decided, Decision
from dealer_app.people.events import AccountAdded, Kind, PinSet, Purpose, StationFounded
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.relief import Relief, handover, relieve
from dealer_app.people.requests import Asked, Item
from dealer_app.people.sessions import Check, Tried, attempt, challenge, sign_out
from dealer_app.people.standing import Assignment, assign_acting, end_acting
from dealer_app.people.state import PeopleState
from tests.support.people import DEMO_PAIR, LIVE_PAIR, PLACES, START, Staff, hashed, new_person
from tests.support.rounds import V4, Seated

NOBODY = PeopleState()
ASKED = Asked(item=Item.LIMITS, what="limits", before="1", after="2", clause="house policy")
TABLE = Seated(V4, begun=False)


def _relieved() -> Decision:
    relief = Relief(terminal="t", by="D1", confirmed=handover(TABLE.state))
    return relieve(PLACES, NOBODY, relief, rules=TABLE.rules, table=TABLE.state, at=START)


ALL_OTHERS: dict[str, Callable[[], Decision]] = {
    "change": lambda: change_people(PLACES, NOBODY, DisableAccount(badge="M1", reason="r"), approval=1, at=START),
    "own pin": lambda: set_own_pin(NOBODY, "M1", hashed("1"), terminal="t"),
    "attempt": lambda: attempt(
        NOBODY, Tried(badge="M1", terminal="t", purpose=Purpose.SIGN_IN, check=Check.RIGHT, digest=None), START
    ),
    "sign out": lambda: sign_out(NOBODY, "t"),
    "assign": lambda: assign_acting(
        PLACES, NOBODY, Assignment(badge="D1", position=Position.PIT_MANAGER, until=2**60), by="M1", at=START
    ),
    "end acting": lambda: end_acting(PLACES, NOBODY, badge="D1", by="M1"),
    "ask": lambda: approvals.ask(PLACES, NOBODY, ASKED, needed=MANAGERS, by="M1", at=START),
    "give": lambda: approvals.give(NOBODY, 1, ASKED, by="M1", at=START),
    "refuse": lambda: approvals.refuse(NOBODY, 1, by="M1", reason="r", at=START),
    "withdraw": lambda: approvals.withdraw(NOBODY, 1, by="M1"),
    "use": lambda: approvals.use(NOBODY, 1, ASKED, at=START),
    "relieve": _relieved,
}


@pytest.mark.parametrize("decision", ALL_OTHERS)
def test_nothing_else_is_possible_before(decision: str) -> None:
    staff = Staff()
    assert staff.refused(ALL_OTHERS[decision]()) == "no-people-yet"
    assert staff.happened == []


@pytest.mark.assurance("A32")
def test_nobody_is_there_by_himself() -> None:
    assert not NOBODY.accounts
    assert challenge(NOBODY, "", START) is None
    assert standing.standing(NOBODY, "M1", START) == ()


def test_two_managers_found_a_live_house() -> None:
    decision = found(NOBODY, Kind.LIVE, LIVE_PAIR)
    assert isinstance(decision, Decided)
    assert [type(event) for event in decision.events] == [StationFounded, AccountAdded, PinSet, AccountAdded, PinSet]
    assert dict(decision.secrets) == {person.pin.digest: person.pin.text for person in LIVE_PAIR}
    staff = Staff().do(decision)
    assert {account.badge for account in staff.state.accounts.values() if account.enabled} == {"M1", "M2"}
    staff.sign_in("M1").sign_in("M2")


def test_a_dealer_and_a_supervisor_found_one_for_demonstration() -> None:
    staff = Staff().found(Kind.DEMO)
    assert {account.position for account in staff.state.accounts.values()} == {
        Position.DEALER,
        Position.PIT_SUPERVISOR,
    }
    # They can go on by themselves, both together.
    staff.add("D2", Position.DEALER)


@pytest.mark.parametrize("first", Position)
@pytest.mark.parametrize("second", Position)
@pytest.mark.parametrize("kind", Kind)
def test_the_positions_of_the_two_are_those_that_the_kind_needs(kind: Kind, first: Position, second: Position) -> None:
    people = (new_person("B1", first), new_person("B2", second))
    right = {first, second} <= MANAGERS
    code = "first-two-managers"
    if kind is Kind.DEMO:
        right = {first, second} == {Position.DEALER, Position.PIT_SUPERVISOR}
        code = "first-two-of-a-demo"
    decision = found(NOBODY, kind, people)
    if right:
        Staff().do(decision)
    else:
        assert Staff().refused(decision) == code


@pytest.mark.assurance("A32")
@pytest.mark.parametrize(
    ("people", "code"),
    [
        ((), "first-two-people"),
        (LIVE_PAIR[:1], "first-two-people"),
        ((*LIVE_PAIR, *DEMO_PAIR), "first-two-people"),
        ((LIVE_PAIR[0], replace(LIVE_PAIR[1], badge="M1")), "first-two-people"),
        ((LIVE_PAIR[0], replace(LIVE_PAIR[1], badge="m2")), "badge-form"),
        ((LIVE_PAIR[0], replace(LIVE_PAIR[1], name=" ")), "name-form"),
    ],
)
def test_the_two_are_two(people: tuple[NewPerson, ...], code: str) -> None:
    assert Staff().refused(found(NOBODY, Kind.LIVE, people)) == code


@pytest.mark.assurance("A18")
@pytest.mark.parametrize("first", Kind)
@pytest.mark.parametrize("second", Kind)
def test_a_house_is_founded_once_and_never_becomes_of_another_kind(first: Kind, second: Kind) -> None:
    staff = Staff().found(first)
    assert staff.refused(found(staff.state, second, LIVE_PAIR if second is Kind.LIVE else DEMO_PAIR)) == (
        "founded-already"
    )
    assert staff.state.kind is first


def test_an_account_of_the_first_run_is_changed_only_by_approval() -> None:
    staff = Staff().found()
    assert (
        staff.refused(change_people(PLACES, staff.state, EnableAccount(badge="M1"), approval=1, at=staff.at))
        == "enabled-already"
    )
    staff.add("M3", Position.PIT_MANAGER)
    disable = DisableAccount(badge="M1", reason="left")
    assert staff.refused(change_people(PLACES, staff.state, disable, approval=99, at=staff.at)) == "request-not-open"
