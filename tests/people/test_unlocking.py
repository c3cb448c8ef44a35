"""A lock that others end: two, not who is locked out, one a supervisor or above, each keying his PIN for it."""

from itertools import product

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people import events
from dealer_app.people.approvals import ask_unlock, lockout_badges, unlock
from dealer_app.people.authority import Assignment, assign_acting
from dealer_app.people.lockout import FAILURES, HOUR, MINUTE, MOST_AN_HOUR, wait_time
from dealer_app.people.positions import Position
from dealer_app.people.sessions import PinResult
from tests.people.people import EVERYBODY, PLACES, Staff

ALL = {**EVERYBODY, "M1": Position.PIT_MANAGER, "M2": Position.SHIFT_MANAGER}
IN_CHARGE = PLACES.equal_or_higher(Position.PIT_SUPERVISOR)
AT_TABLES = PLACES.table_positions()


def house_with_a_lock(badge: str = "D1") -> Staff:
    house = Staff().with_people()
    house.try_wrong_pins(badge, FAILURES)
    return house


def ended(house: Staff, badge: str, first: str, other: str) -> str:
    """The code of what stood against it; nothing if the lock is over."""
    asked = ask_unlock(PLACES, house.state, badge, by=first, at=house.at, keyed=True)
    house.settle(asked)
    if isinstance(asked, Refusal):
        return asked.code
    given = unlock(house.state, house.state.asked, badge, by=other, at=house.at)
    house.settle(given)
    refusal = given if isinstance(given, Refusal) else given.refusal
    return "" if refusal is None else refusal.code


@pytest.mark.parametrize(("first", "other"), list(product(ALL, ALL)))
def test_any_two_others_at_tables_of_whom_one_is_in_charge_and_no_others(first: str, other: str) -> None:
    house = house_with_a_lock()
    positions = (ALL[first], ALL[other])
    may = (
        len({first, other, "D1"}) == 3
        and AT_TABLES.issuperset(positions)
        and any(position in IN_CHARGE for position in positions)
    )
    against = ended(house, "D1", first, other)
    assert bool(against) is not may, against
    assert (lockout_badges(house.state, house.at) == ()) is may
    if may:
        house.begin_session("D1")


def test_both_names_are_in_the_journal_and_the_approval_is_used() -> None:
    house = house_with_a_lock()
    house.ends_lock("D1", "D2", "S1")
    asked, given, used, over = house.happened[-4:]
    assert over == events.LockEnded(badge="D1", by=("D2", "S1"), approval=house.state.asked)
    assert isinstance(asked, events.ApprovalAsked)
    assert (asked.by, asked.approvers) == ("D2", 1)
    assert isinstance(given, events.ApprovalGiven)
    assert (given.by, given.position) == ("S1", Position.PIT_SUPERVISOR)
    assert isinstance(used, events.ApprovalUsed)
    assert not house.state.requests


def test_a_supervisor_who_only_acts_is_not_the_one_in_charge() -> None:
    house = house_with_a_lock()
    until = house.at.utc + HOUR
    acts = Assignment(badge="D2", position=Position.PIT_SUPERVISOR, until=until)
    house.add("D3", Position.DEALER).do(assign_acting(PLACES, house.state, acts, by="S1", at=house.at))
    assert ended(house, "D1", "D3", "D2") == "acting-does-not-count"
    assert lockout_badges(house.state, house.at) == ("D1",)


def test_a_session_that_was_left_open_asks_for_nothing() -> None:
    house = house_with_a_lock()
    assert (
        house.expect_refusal(ask_unlock(PLACES, house.state, "D1", by="S1", at=house.at, keyed=False))
        == "unlock-key-pin"
    )


def test_who_is_not_locked_out_needs_nobody() -> None:
    house = house_with_a_lock()
    assert ended(house, "D2", "S1", "M1") == "not-locked"
    assert ended(house, "NOBODY", "S1", "M1") == "not-locked"


def test_an_agreement_is_to_one_lock_and_not_to_the_next() -> None:
    house = house_with_a_lock()
    house.do(ask_unlock(PLACES, house.state, "D1", by="S1", at=house.at, keyed=True))
    number = house.state.asked
    house.wait(wait_time(house.state.failures["D1"], house.at.counter)).try_wrong_pins("D1", FAILURES)
    assert house.expect_refusal(unlock(house.state, number, "D1", by="D2", at=house.at)) == "request-lapsed"
    assert lockout_badges(house.state, house.at) == ("D1",)


def test_the_wait_of_the_hour_is_a_lock_that_they_end_too() -> None:
    house = Staff().with_people()
    for _ in range(MOST_AN_HOUR // 3):
        house.try_wrong_pins("D1", 3)
        house.wait(6 * MINUTE)
        if len(house.state.failures["D1"].recent) < MOST_AN_HOUR:
            house.begin_session("D1")
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "locked-out"
    house.ends_lock("D1", "S1", "D2").begin_session("D1")


def test_the_lock_of_a_lone_manager_is_ended_without_a_manager() -> None:
    """So that a house can be opened again by who is there."""
    house = house_with_a_lock("M1")
    house.ends_lock("M1", "D1", "S1").begin_session("M1")
