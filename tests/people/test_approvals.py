"""Approvals: bound to exactly what was asked, given by another who may, used once; two people for what needs two."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.accounts import DisableAccount
from dealer_app.people.approvals import (
    LONGEST_REASON,
    ask_approval,
    give_approval,
    refuse_approval,
    use_approval,
    withdraw_request,
)
from dealer_app.people.authority import Assignment, assign_acting
from dealer_app.people.events import TWO_PERSON_ITEMS, ApprovalItem, ApprovalSubject, canonical_bytes, subject_digest
from dealer_app.people.positions import MANAGERS, Position
from tests.people.people import PLACES, SECOND, Staff

ASKED = ApprovalSubject(
    item=ApprovalItem.DECISION, what="bet-corrected", before="player 1000", after="player 100", clause="5.14", round=7
)
LIMITS = ApprovalSubject(item=ApprovalItem.LIMITS, what="limits", before="100", after="200", clause="house policy")
SUPERVISORS = PLACES.equal_or_higher(Position.PIT_SUPERVISOR)


@pytest.fixture
def staff() -> Staff:
    return Staff().with_people()


def asked(
    staff: Staff, what: ApprovalSubject = ASKED, by: str = "D1", needed: frozenset[Position] = SUPERVISORS
) -> int:
    staff.do(ask_approval(PLACES, staff.state, what, needed=needed, by=by, at=staff.at))
    return staff.state.asked


def given_by(staff: Staff, number: int, by: str, what: ApprovalSubject = ASKED) -> Staff:
    return staff.do(give_approval(staff.state, number, what, by=by, at=staff.at))


# What is asked


def test_the_bytes_that_are_hashed_are_those_that_are_documented() -> None:
    assert canonical_bytes(ASKED) == (
        b"dealer-station approval 1\n"
        b"item:8:decision\n"
        b"what:13:bet-corrected\n"
        b"before:11:player 1000\n"
        b"after:10:player 100\n"
        b"clause:4:5.14\n"
        b"round:1:7\n"
    )
    assert canonical_bytes(replace(LIMITS, after="\u9592")).endswith(
        b"after:3:\xe9\x96\x92\nclause:12:house policy\nround:-\n"
    )
    assert subject_digest(ASKED) == sha256(canonical_bytes(ASKED)).hexdigest()


TEXTS = st.text(st.sampled_from("ab:1\n-9\u9592"), max_size=12)
ANYTHING = st.builds(
    ApprovalSubject,
    item=st.sampled_from(ApprovalItem),
    what=TEXTS,
    before=TEXTS,
    after=TEXTS,
    clause=TEXTS,
    round=st.none() | st.integers(0, 12),
)


@given(one=ANYTHING, other=ANYTHING)
def test_two_things_that_are_asked_have_the_same_bytes_only_if_they_are_the_same(
    one: ApprovalSubject, other: ApprovalSubject
) -> None:
    assert (canonical_bytes(one) == canonical_bytes(other)) is (one == other)


@given(one=ANYTHING, name=st.sampled_from([field.name for field in fields(ApprovalSubject)]), other=ANYTHING)
def test_every_field_is_in_the_bytes(one: ApprovalSubject, name: str, other: ApprovalSubject) -> None:
    changed = replace(one, **{name: getattr(other, name)})
    assert (subject_digest(changed) == subject_digest(one)) is (changed == one)


# Giving and using


def test_an_approval_is_asked_given_and_used(staff: Staff) -> None:
    number = asked(staff)
    assert staff.expect_refusal(use_approval(staff.state, number, ASKED, at=staff.at)) == "not-approved-yet"
    given_by(staff, number, "S1").do(use_approval(staff.state, number, ASKED, at=staff.at))
    asked_event, given_event, used_event = staff.happened[-3:]
    assert asked_event == events.ApprovalAsked(
        number=number,
        digest=subject_digest(ASKED),
        asked=ASKED,
        needed=SUPERVISORS,
        approvers=1,
        by="D1",
        at=staff.at,
    )
    assert given_event == events.ApprovalGiven(
        number=number,
        digest=subject_digest(ASKED),
        by="S1",
        position=Position.PIT_SUPERVISOR,
        acting=False,
        surveillance=None,
    )
    assert used_event == events.ApprovalUsed(number=number, digest=subject_digest(ASKED))


@pytest.mark.assurance("A38")
def test_it_is_used_once(staff: Staff) -> None:
    number = asked(staff)
    given_by(staff, number, "S1").do(use_approval(staff.state, number, ASKED, at=staff.at))
    assert staff.expect_refusal(use_approval(staff.state, number, ASKED, at=staff.at)) == "request-not-open"
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="S2", at=staff.at)) == "request-not-open"


@pytest.mark.assurance("A38")
@pytest.mark.parametrize("name", ["what", "before", "after", "clause", "round", "item"])
@pytest.mark.parametrize("granted", [False, True])
def test_it_does_for_nothing_else_and_lapses_when_things_have_moved_on(staff: Staff, name: str, granted: bool) -> None:
    other = replace(ASKED, **{name: getattr(replace(LIMITS, before="0", round=8), name)})
    number = asked(staff)
    if granted:
        given_by(staff, number, "S1")
        decision = use_approval(staff.state, number, other, at=staff.at)
    else:
        decision = give_approval(staff.state, number, other, by="S1", at=staff.at)
    assert staff.expect_refusal(decision) == "request-lapsed"
    assert staff.happened[-1] == events.ApprovalLapsed(number=number, digest=subject_digest(ASKED))
    assert staff.expect_refusal(use_approval(staff.state, number, ASKED, at=staff.at)) == "request-not-open"


@pytest.mark.assurance("A33")
@pytest.mark.parametrize("by", ["D1", "D2", "T1", "N1", "X1", "S1", "M1", "M2", "A1"])
def test_it_needs_the_position_or_above(staff: Staff, by: str) -> None:
    number = asked(staff, by="D1")
    decision = give_approval(staff.state, number, ASKED, by=by, at=staff.at)
    if staff.state.accounts[by].position in SUPERVISORS:
        staff.do(decision)
    else:
        assert staff.expect_refusal(decision) == ("own-request" if by == "D1" else "may-not-approve")


def test_nobody_approves_what_he_asked_himself_acting_or_not(staff: Staff) -> None:
    number = asked(staff, by="S1")
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="S1", at=staff.at)) == "own-request"
    until = staff.at.utc + SECOND
    staff.do(
        assign_acting(
            PLACES,
            staff.state,
            Assignment(badge="D1", position=Position.PIT_MANAGER, until=until),
            by="M1",
            at=staff.at,
        )
    )
    number = asked(staff, by="D1")
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="D1", at=staff.at)) == "own-request"


def test_who_only_acts_in_the_position_is_marked_and_no_longer_may_when_it_is_over(staff: Staff) -> None:
    assignment = Assignment(badge="D2", position=Position.PIT_SUPERVISOR, until=staff.at.utc + SECOND)
    staff.do(assign_acting(PLACES, staff.state, assignment, by="S1", at=staff.at))
    first, second = asked(staff), asked(staff)
    event = given_by(staff, first, "D2").happened[-1]
    assert isinstance(event, events.ApprovalGiven)
    assert (event.position, event.acting) == (Position.PIT_SUPERVISOR, True)
    staff.wait(SECOND)
    assert staff.expect_refusal(give_approval(staff.state, second, ASKED, by="D2", at=staff.at)) == "may-not-approve"


def test_an_approval_may_name_what_surveillance_has_seen(staff: Staff) -> None:
    number = asked(staff)
    staff.do(give_approval(staff.state, number, ASKED, by="S1", at=staff.at, surveillance="camera 12, 21:04"))
    event = staff.happened[-1]
    assert isinstance(event, events.ApprovalGiven)
    assert event.surveillance == "camera 12, 21:04"


@pytest.mark.parametrize("reason", ["", "  \n", "x" * (LONGEST_REASON + 1)])
def test_a_refusal_has_a_reason(staff: Staff, reason: str) -> None:
    number = asked(staff)
    assert (
        staff.expect_refusal(refuse_approval(staff.state, number, by="S1", reason=reason, at=staff.at)) == "why-needed"
    )
    assert (
        staff.expect_refusal(refuse_approval(staff.state, number, by="D2", reason="no", at=staff.at))
        == "may-not-approve"
    )
    assert (
        staff.expect_refusal(refuse_approval(staff.state, number, by="D1", reason="no", at=staff.at)) == "own-request"
    )
    staff.do(refuse_approval(staff.state, number, by="S1", reason="the chips say otherwise", at=staff.at))
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="S2", at=staff.at)) == "request-not-open"


def test_only_who_asked_withdraws(staff: Staff) -> None:
    number = asked(staff)
    assert staff.expect_refusal(withdraw_request(staff.state, number, by="S1")) == "not-your-request"
    staff.do(withdraw_request(staff.state, number, by="D1"))
    assert staff.expect_refusal(withdraw_request(staff.state, number, by="D1")) == "request-not-open"


def test_who_is_disabled_neither_asks_nor_approves(staff: Staff) -> None:
    number = asked(staff)
    staff.change(DisableAccount(badge="S1", reason="left"))
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="S1", at=staff.at)) == "account-disabled"
    assert (
        staff.expect_refusal(ask_approval(PLACES, staff.state, ASKED, needed=SUPERVISORS, by="S1", at=staff.at))
        == "account-disabled"
    )
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="S9", at=staff.at)) == "no-such-account"


def test_what_was_approved_by_somebody_whose_account_is_disabled_lapses(staff: Staff) -> None:
    number = asked(staff)
    given_by(staff, number, "S1").change(DisableAccount(badge="S1", reason="left"))
    assert staff.expect_refusal(use_approval(staff.state, number, ASKED, at=staff.at)) == "request-not-open"


# Two people


@pytest.mark.parametrize("item", [item for item in ApprovalItem if item in TWO_PERSON_ITEMS])
def test_whoever_only_acts_in_the_position_is_none_of_the_two(staff: Staff, item: ApprovalItem) -> None:
    what = replace(LIMITS, item=item)
    assignment = Assignment(badge="D1", position=Position.PIT_MANAGER, until=staff.at.utc + 60 * SECOND)
    staff.do(assign_acting(PLACES, staff.state, assignment, by="M1", at=staff.at))
    by_the_lender = asked(staff, what, by="M1", needed=MANAGERS)
    for decision in (
        give_approval(staff.state, by_the_lender, what, by="D1", at=staff.at),
        refuse_approval(staff.state, by_the_lender, by="D1", reason="no", at=staff.at),
    ):
        assert staff.expect_refusal(decision) == "acting-does-not-count"
    by_the_borrower = asked(staff, what, by="D1", needed=MANAGERS)
    given_by(staff, by_the_borrower, "M1", what)
    assert staff.expect_refusal(use_approval(staff.state, by_the_borrower, what, at=staff.at)) == "not-approved-yet"
    given_by(staff, by_the_borrower, "M2", what).do(use_approval(staff.state, by_the_borrower, what, at=staff.at))


@pytest.mark.assurance("A38")
@pytest.mark.parametrize("item", [item for item in ApprovalItem if item in TWO_PERSON_ITEMS])
def test_a_two_person_item_needs_two_in_all_who_hold_the_position(staff: Staff, item: ApprovalItem) -> None:
    what = replace(LIMITS, item=item)
    by_one_who_holds_it = asked(staff, what, by="M1", needed=MANAGERS)
    given_by(staff, by_one_who_holds_it, "M2", what).do(
        use_approval(staff.state, by_one_who_holds_it, what, at=staff.at)
    )
    by_another = asked(staff, what, by="D1", needed=MANAGERS)
    given_by(staff, by_another, "M1", what)
    assert staff.expect_refusal(use_approval(staff.state, by_another, what, at=staff.at)) == "not-approved-yet"
    assert (
        staff.expect_refusal(give_approval(staff.state, by_another, what, by="M1", at=staff.at)) == "approved-already"
    )
    given_by(staff, by_another, "A1", what).do(use_approval(staff.state, by_another, what, at=staff.at))


def test_of_two_who_approve_one_may_still_refuse(staff: Staff) -> None:
    number = asked(staff, LIMITS, by="D1", needed=MANAGERS)
    given_by(staff, number, "M1", LIMITS)
    staff.do(refuse_approval(staff.state, number, by="M2", reason="not tonight", at=staff.at))
    assert staff.expect_refusal(use_approval(staff.state, number, LIMITS, at=staff.at)) == "request-not-open"


def test_nobody_more_approves_what_is_approved(staff: Staff) -> None:
    number = asked(staff)
    given_by(staff, number, "S1")
    assert staff.expect_refusal(give_approval(staff.state, number, ASKED, by="S2", at=staff.at)) == "approved-already"
