"""The first run: two people in one sitting, and nothing at all before it."""

from collections.abc import Callable

import pytest

from dealer_app.domain.values import replace
from dealer_app.people import approvals, authority
from dealer_app.people.accounts import (
    DEMO_MANAGER_BADGES,
    DEMO_MANAGER_NAME,
    DisableAccount,
    EnableAccount,
    NewPerson,
    begin_house,
    change_people,
    demo_manager,
    set_own_pin,
)
from dealer_app.people.authority import Assignment, assign_acting, end_acting
from dealer_app.people.events import (
    AccountAdded,
    ApprovalItem,
    ApprovalSubject,
    FolderKind,
    PinSet,
    Purpose,
    StationFounded,
)
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.sessions import (
    PinAttempt,
    PinResult,
    Relief,
    end_session,
    judge_attempt,
    pin_challenge,
    relieve_dealer,
    table_handover,
)
from dealer_app.people.state import Decision, PeopleDecision, PeopleState
from tests.people.people import DEMO_PAIR, LIVE_PAIR, PLACES, START, Staff, fake_hash, new_person
from tests.support.rounds import V4, RoundTable

NOBODY = PeopleState()
ASKED = ApprovalSubject(item=ApprovalItem.LIMITS, what="limits", before="1", after="2", clause="house policy")
TABLE = RoundTable(V4, begun=False)


def _relieved() -> Decision:
    relief = Relief(terminal="t", by="D1", confirmed=table_handover(TABLE.state))
    return relieve_dealer(PLACES, NOBODY, relief, rules=TABLE.rules, table=TABLE.state, at=START)


ALL_OTHERS: dict[str, Callable[[], Decision]] = {
    "change": lambda: change_people(PLACES, NOBODY, DisableAccount(badge="M1", reason="r"), approval=1, at=START),
    "own pin": lambda: set_own_pin(NOBODY, "M1", fake_hash("1"), terminal="t"),
    "attempt": lambda: judge_attempt(
        NOBODY, PinAttempt(badge="M1", terminal="t", purpose=Purpose.SIGN_IN, check=PinResult.RIGHT, digest=None), START
    ),
    "sign out": lambda: end_session(NOBODY, "t"),
    "assign": lambda: assign_acting(
        PLACES, NOBODY, Assignment(badge="D1", position=Position.PIT_MANAGER, until=2**60), by="M1", at=START
    ),
    "end acting": lambda: end_acting(PLACES, NOBODY, badge="D1", by="M1"),
    "ask": lambda: approvals.ask_approval(PLACES, NOBODY, ASKED, needed=MANAGERS, by="M1", at=START),
    "give": lambda: approvals.give_approval(NOBODY, 1, ASKED, by="M1", at=START),
    "refuse": lambda: approvals.refuse_approval(NOBODY, 1, by="M1", reason="r", at=START),
    "withdraw": lambda: approvals.withdraw_request(NOBODY, 1, by="M1"),
    "use": lambda: approvals.use_approval(NOBODY, 1, ASKED, at=START),
    "relieve": _relieved,
}


@pytest.mark.parametrize("decision", ALL_OTHERS)
def test_nothing_else_is_possible_before(decision: str) -> None:
    staff = Staff()
    assert staff.expect_refusal(ALL_OTHERS[decision]()) == "no-people-yet"
    assert staff.happened == []


@pytest.mark.assurance("A32")
def test_nobody_is_there_by_himself() -> None:
    assert not NOBODY.accounts
    assert pin_challenge(NOBODY, "", START) is None
    assert authority.current_positions(NOBODY, "M1", START) == ()


def test_two_managers_found_a_live_house() -> None:
    decision = begin_house(NOBODY, FolderKind.LIVE, LIVE_PAIR)
    assert isinstance(decision, PeopleDecision)
    assert [type(event) for event in decision.events] == [StationFounded, AccountAdded, PinSet, AccountAdded, PinSet]
    assert dict(decision.secrets) == {person.pin.digest: person.pin.text for person in LIVE_PAIR}
    staff = Staff().do(decision)
    assert {account.badge for account in staff.state.accounts.values() if account.enabled} == {"M1", "M2"}
    staff.begin_session("M1").begin_session("M2")


def test_a_dealer_and_a_supervisor_found_one_for_demonstration() -> None:
    staff = Staff().begin_house(FolderKind.DEMO)
    assert {account.position for account in staff.state.accounts.values()} == {
        Position.DEALER,
        Position.PIT_SUPERVISOR,
    }
    # They can go on by themselves, both together.
    staff.add("D2", Position.DEALER)


@pytest.mark.parametrize("position", Position)
@pytest.mark.parametrize("kind", FolderKind)
def test_a_manager_besides_the_two_begins_a_demonstration_alone(kind: FolderKind, position: Position) -> None:
    pair = DEMO_PAIR if kind is FolderKind.DEMO else LIVE_PAIR
    decision = begin_house(NOBODY, kind, (*pair, new_person("M9", position)))
    if kind is FolderKind.DEMO and position in MANAGERS:
        assert Staff().do(decision).state.accounts["M9"].position is position
    else:
        code = "first-two-of-a-demo" if kind is FolderKind.DEMO else "first-two-people"
        assert Staff().expect_refusal(decision) == code


def test_the_manager_of_a_demonstration_is_nobody_else_and_never_of_a_live_house() -> None:
    manager = replace(new_person(DEMO_MANAGER_BADGES[0], Position.SHIFT_MANAGER), name=DEMO_MANAGER_NAME)
    staff = Staff().do(begin_house(NOBODY, FolderKind.DEMO, (*DEMO_PAIR, manager)))
    found = demo_manager(staff.state)
    assert found is not None
    assert found.badge == "M1"
    assert demo_manager(Staff().begin_house(FolderKind.DEMO).state) is None
    same = (manager, replace(LIVE_PAIR[1], badge="M2"))
    assert demo_manager(Staff().do(begin_house(NOBODY, FolderKind.LIVE, same)).state) is None


@pytest.mark.parametrize("first", Position)
@pytest.mark.parametrize("second", Position)
@pytest.mark.parametrize("kind", FolderKind)
def test_the_positions_of_the_two_are_those_that_the_kind_needs(
    kind: FolderKind, first: Position, second: Position
) -> None:
    people = (new_person("B1", first), new_person("B2", second))
    right = {first, second} <= MANAGERS
    code = "first-two-managers"
    if kind is FolderKind.DEMO:
        right = {first, second} == {Position.DEALER, Position.PIT_SUPERVISOR}
        code = "first-two-of-a-demo"
    decision = begin_house(NOBODY, kind, people)
    if right:
        Staff().do(decision)
    else:
        assert Staff().expect_refusal(decision) == code


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
    assert Staff().expect_refusal(begin_house(NOBODY, FolderKind.LIVE, people)) == code


@pytest.mark.assurance("A18")
@pytest.mark.parametrize("first", FolderKind)
@pytest.mark.parametrize("second", FolderKind)
def test_a_house_is_founded_once_and_never_becomes_of_another_kind(first: FolderKind, second: FolderKind) -> None:
    staff = Staff().begin_house(first)
    assert staff.expect_refusal(
        begin_house(staff.state, second, LIVE_PAIR if second is FolderKind.LIVE else DEMO_PAIR)
    ) == ("founded-already")
    assert staff.state.kind is first


def test_an_account_of_the_first_run_is_changed_only_by_approval() -> None:
    staff = Staff().begin_house()
    assert (
        staff.expect_refusal(change_people(PLACES, staff.state, EnableAccount(badge="M1"), approval=1, at=staff.at))
        == "enabled-already"
    )
    staff.add("M3", Position.PIT_MANAGER)
    disable = DisableAccount(badge="M1", reason="left")
    assert (
        staff.expect_refusal(change_people(PLACES, staff.state, disable, approval=99, at=staff.at))
        == "request-not-open"
    )
