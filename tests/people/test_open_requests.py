"""Open requests: who may ask for what, how many at a time, and for how long what two people decide stays open."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.approvals import (
    MOST_OPEN,
    MOST_OPEN_EACH,
    ask_approval,
    give_approval,
    lapse_overdue,
    new_request,
    use_approval,
    withdraw_request,
)
from dealer_app.people.events import TWO_PERSON_ITEMS, ApprovalItem, ApprovalSubject, subject_digest
from dealer_app.people.positions import MANAGERS, Position
from tests.people.people import PLACES, SECOND, Staff

DAY = 24 * 3600 * SECOND
LIMITS = ApprovalSubject(item=ApprovalItem.LIMITS, what="limits", before="100", after="200", clause="house policy")
CASE = ApprovalSubject(
    item=ApprovalItem.DECISION, what="bet-corrected", before="1000", after="100", clause="5.14", round=7
)


@pytest.fixture
def staff() -> Staff:
    return Staff().with_people()


def asked(staff: Staff, what: ApprovalSubject = LIMITS, by: str = "M1") -> int:
    staff.do(ask_approval(PLACES, staff.state, what, needed=MANAGERS, by=by, at=staff.at))
    return staff.state.asked


def given(staff: Staff, number: int, what: ApprovalSubject = LIMITS) -> Staff:
    return staff.do(give_approval(staff.state, number, what, by="M2", at=staff.at))


def test_only_so_many_are_open_of_one_person_and_the_others_still_ask(staff: Staff) -> None:
    for _ in range(MOST_OPEN_EACH):
        asked(staff, by="D1")
    assert (
        staff.expect_refusal(ask_approval(PLACES, staff.state, LIMITS, needed=MANAGERS, by="D1", at=staff.at))
        == "too-many-of-yours"
    )
    asked(staff, by="D2")
    staff.do(withdraw_request(staff.state, staff.state.asked - 1, by="D1"))
    asked(staff, by="D1")


def test_only_so_many_are_open(staff: Staff) -> None:
    for _ in range(MOST_OPEN):
        staff.take((new_request(staff.state, LIMITS, MANAGERS, 2, by="D2", at=staff.at),))
    assert (
        staff.expect_refusal(ask_approval(PLACES, staff.state, CASE, needed=MANAGERS, by="D1", at=staff.at))
        == "too-many-requests"
    )


BUSINESS = {
    Position.TRAINER: frozenset(),
    Position.TRAINEE: frozenset(),
    Position.TECHNICIAN: frozenset({ApprovalItem.RULEBOOKS, ApprovalItem.RULINGS, ApprovalItem.NEW_JOURNAL}),
}
"""Everybody else works at tables, and has business with everything."""


@pytest.mark.parametrize("item", ApprovalItem)
@pytest.mark.parametrize("by", ["D1", "S1", "M1", "M2", "A1", "T1", "N1", "X1"])
def test_somebody_asks_only_for_what_he_has_business_with(staff: Staff, by: str, item: ApprovalItem) -> None:
    decision = ask_approval(PLACES, staff.state, replace(LIMITS, item=item), needed=MANAGERS, by=by, at=staff.at)
    if item in BUSINESS.get(staff.state.accounts[by].position, frozenset(ApprovalItem)):
        staff.do(decision)
    else:
        assert staff.expect_refusal(decision) == "no-business-with-it"
        assert not staff.state.requests


@pytest.mark.parametrize("granted", [False, True])
@pytest.mark.parametrize("item", [item for item in ApprovalItem if item in TWO_PERSON_ITEMS])
def test_what_two_people_decide_lapses_after_a_day_agreed_or_not(
    staff: Staff, item: ApprovalItem, granted: bool
) -> None:
    what = replace(LIMITS, item=item)
    late, in_time = (asked(staff, what) for _ in range(2))
    if granted:
        given(staff, late, what)
    given(staff, in_time, what)
    staff.wait(DAY - 1)
    assert lapse_overdue(staff.state, staff.at) == ()
    staff.do(use_approval(staff.state, in_time, what, at=staff.at))
    staff.wait(1)
    lapsed = events.ApprovalLapsed(number=late, digest=subject_digest(what))
    assert lapse_overdue(staff.state, staff.at) == (lapsed,)
    if granted:
        decision = use_approval(staff.state, late, what, at=staff.at)
    else:
        decision = give_approval(staff.state, late, what, by="M2", at=staff.at)
    assert staff.expect_refusal(decision) == "request-too-old"
    assert staff.happened[-1] == lapsed
    assert staff.expect_refusal(use_approval(staff.state, late, what, at=staff.at)) == "request-not-open"


def test_the_wall_clock_makes_no_request_older(staff: Staff) -> None:
    number = asked(staff)
    staff.set_wall_clock(staff.at.utc + 10 * DAY)
    given(staff, number).do(use_approval(staff.state, number, LIMITS, at=staff.at))


@pytest.mark.parametrize("counter", [0, 10 * 24 * 3600 * SECOND])
def test_the_day_goes_on_over_a_restart(staff: Staff, counter: int) -> None:
    number = asked(staff)
    staff.wait(DAY - 2).restart(counter).wait(1)
    assert lapse_overdue(staff.state, staff.at) == ()
    staff.wait(1)
    assert staff.expect_refusal(give_approval(staff.state, number, LIMITS, by="M2", at=staff.at)) == "request-too-old"


@pytest.mark.assurance("A31")
def test_a_case_at_a_table_is_asked_for_as_long_as_the_table_waits(staff: Staff) -> None:
    number = asked(staff, CASE)
    staff.wait(10 * DAY)
    assert lapse_overdue(staff.state, staff.at) == ()
    given(staff, number, CASE).do(use_approval(staff.state, number, CASE, at=staff.at))


def test_what_is_too_old_takes_nobodys_place(staff: Staff) -> None:
    old = {asked(staff, LIMITS) for _ in range(MOST_OPEN_EACH)}
    staff.wait(DAY)
    number = asked(staff, LIMITS)
    assert set(staff.state.requests) == {number}
    lapsed = [event.number for event in staff.happened if isinstance(event, events.ApprovalLapsed)]
    assert set(lapsed) == old
