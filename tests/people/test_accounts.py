"""Accounts: what two people decide about them, what stands against it, and what ends with an account."""

import pytest

from dealer_app.people import approvals, events
from dealer_app.people.accounts import (
    AccountChange,
    AddAccount,
    ChangeAccount,
    DisableAccount,
    EnableAccount,
    ResetPin,
    account_deciders,
    change_people,
    change_subject,
    set_own_pin,
)
from dealer_app.people.authority import Assignment, assign_acting
from dealer_app.people.events import ActingEnd, ApprovalItem, ApprovalSubject, PinReason, SessionEnd
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.sessions import PinResult
from tests.people.people import PLACES, SECOND, TERMINAL, Staff, fake_hash


@pytest.fixture
def staff() -> Staff:
    return Staff().with_people()


def test_a_person_is_added_by_two_and_signs_in_with_his_pin(staff: Staff) -> None:
    staff.add("D9", Position.DEALER).begin_session("D9")
    account = staff.state.accounts["D9"]
    assert (account.position, account.enabled, account.pin) == (Position.DEALER, True, fake_hash("D9").digest)
    assert staff.secrets[account.pin] == fake_hash("D9").text


def test_a_change_keeps_the_pin(staff: Staff) -> None:
    staff.change(ChangeAccount(badge="D1", name="Another", position=Position.PIT_SUPERVISOR)).begin_session("D1")
    assert staff.state.accounts["D1"].name == "Another"
    assert staff.state.accounts["D1"].position is Position.PIT_SUPERVISOR


def test_with_an_account_end_its_sessions_and_what_its_holder_acts_in_and_has_asked(staff: Staff) -> None:
    until = staff.at.utc + SECOND
    assignment = Assignment(badge="S1", position=Position.PIT_MANAGER, until=until)
    staff.begin_session("S1", "one").begin_session("S1", "two").begin_session("D1", "three")
    staff.do(assign_acting(PLACES, staff.state, assignment, by="M1", at=staff.at))
    asked = ApprovalSubject(item=ApprovalItem.LIMITS, what="limits", before="1", after="2", clause="house policy")
    staff.do(approvals.ask_approval(PLACES, staff.state, asked, needed=MANAGERS, by="S1", at=staff.at))
    staff.change(DisableAccount(badge="S1", reason="left the house"))
    assert set(staff.state.sessions) == {"three"}
    assert not staff.state.acting
    assert not staff.state.requests
    ended = [event for event in staff.happened if isinstance(event, events.SessionEnded | events.ActingEnded)]
    assert [event.why for event in ended] == [SessionEnd.DISABLED, SessionEnd.DISABLED, ActingEnd.DISABLED]
    assert staff.expect_refusal(staff.try_pin("S1", PinResult.RIGHT)) == "wrong-badge-or-pin"
    staff.change(EnableAccount(badge="S1")).begin_session("S1")


def test_a_pin_is_reset_by_two_and_ends_a_lock(staff: Staff) -> None:
    staff.try_wrong_pins("D1", 5)
    assert staff.expect_refusal(staff.try_pin("D1", PinResult.RIGHT)) == "locked-out"
    staff.change(ResetPin(badge="D1"), pin=fake_hash("new")).begin_session("D1")
    assert staff.state.accounts["D1"].pin == fake_hash("new").digest


def test_with_a_pin_that_is_reset_end_all_sessions_that_the_old_one_began(staff: Staff) -> None:
    staff.begin_session("S1", "one").begin_session("S1", "two").begin_session("D1", "three")
    staff.change(ResetPin(badge="S1"), pin=fake_hash("new"))
    assert set(staff.state.sessions) == {"three"}
    ended = [event for event in staff.happened if isinstance(event, events.SessionEnded)]
    assert [(event.badge, event.terminal, event.why) for event in ended] == [
        ("S1", "one", SessionEnd.NEW_PIN),
        ("S1", "two", SessionEnd.NEW_PIN),
    ]


def test_who_gives_himself_a_new_pin_stays_signed_in_where_he_did_it_alone(staff: Staff) -> None:
    staff.begin_session("S1", "one").begin_session("S1", "two").begin_session("D1", "three")
    staff.do(set_own_pin(staff.state, "S1", fake_hash("own"), terminal="two"))
    assert set(staff.state.sessions) == {"two", "three"}
    assert staff.happened[-1] == events.SessionEnded(number=1, badge="S1", terminal="one", why=SessionEnd.NEW_PIN)


def test_somebody_changes_his_own_pin_alone(staff: Staff) -> None:
    staff.do(set_own_pin(staff.state, "D1", fake_hash("own"), terminal=TERMINAL)).begin_session("D1")
    changed = [event for event in staff.happened if isinstance(event, events.PinSet)][-1]
    assert (changed.badge, changed.why) == ("D1", PinReason.OWN)
    staff.change(DisableAccount(badge="D1", reason="left"))
    assert (
        staff.expect_refusal(set_own_pin(staff.state, "D1", fake_hash("again"), terminal=TERMINAL))
        == "account-disabled"
    )


AGAINST: list[tuple[AccountChange, str]] = [
    (AddAccount(badge="D1", name="New", position=Position.DEALER), "badge-taken"),
    (AddAccount(badge="", name="New", position=Position.DEALER), "badge-form"),
    (AddAccount(badge="d9", name="New", position=Position.DEALER), "badge-form"),
    (AddAccount(badge="D 9", name="New", position=Position.DEALER), "badge-form"),
    (AddAccount(badge="1234567890123", name="New", position=Position.DEALER), "badge-form"),
    (AddAccount(badge="\u0663", name="New", position=Position.DEALER), "badge-form"),
    (AddAccount(badge="D9", name="", position=Position.DEALER), "name-form"),
    (AddAccount(badge="D9", name=" New", position=Position.DEALER), "name-form"),
    (AddAccount(badge="D9", name="two\nlines", position=Position.DEALER), "name-form"),
    (AddAccount(badge="D9", name="n" * 61, position=Position.DEALER), "name-form"),
    (ChangeAccount(badge="D9", name="New", position=Position.DEALER), "no-such-account"),
    (ChangeAccount(badge="D1", name="Person D1", position=Position.DEALER), "nothing-changes"),
    (ChangeAccount(badge="D1", name="", position=Position.DEALER), "name-form"),
    (DisableAccount(badge="D9", reason="left"), "no-such-account"),
    (DisableAccount(badge="D1", reason=" "), "why-needed"),
    (EnableAccount(badge="D9"), "no-such-account"),
    (EnableAccount(badge="D1"), "enabled-already"),
    (ResetPin(badge="D9"), "no-such-account"),
]


@pytest.mark.parametrize(("change", "code"), AGAINST)
def test_what_cannot_be_done_is_refused_whoever_approved_it(staff: Staff, change: AccountChange, code: str) -> None:
    number = staff.approve_change(change)
    pin = fake_hash("new") if isinstance(change, AddAccount | ResetPin) else None
    before = staff.state
    assert (
        staff.expect_refusal(change_people(PLACES, staff.state, change, approval=number, at=staff.at, pin=pin)) == code
    )
    assert staff.state == before


def test_who_is_disabled_is_not_disabled_again(staff: Staff) -> None:
    staff.change(DisableAccount(badge="D1", reason="left"))
    again = DisableAccount(badge="D1", reason="left")
    number = staff.approve_change(again)
    assert (
        staff.expect_refusal(change_people(PLACES, staff.state, again, approval=number, at=staff.at))
        == "account-disabled"
    )


def test_two_who_decide_about_people_always_stay() -> None:
    staff = Staff().begin_house()
    for change in (
        DisableAccount(badge="M1", reason="left"),
        ChangeAccount(badge="M2", name="Person M2", position=Position.DEALER),
    ):
        number = staff.approve_change(change)
        assert (
            staff.expect_refusal(change_people(PLACES, staff.state, change, approval=number, at=staff.at))
            == "two-have-to-stay"
        )
    staff.add("M3", Position.ASSISTANT_CASINO_MANAGER)
    staff.change(DisableAccount(badge="M1", reason="left"))


def test_an_approval_of_one_change_does_for_no_other(staff: Staff) -> None:
    number = staff.approve_change(AddAccount(badge="D9", name="New", position=Position.DEALER))
    other = AddAccount(badge="D9", name="New", position=Position.PIT_MANAGER)
    decision = change_people(PLACES, staff.state, other, approval=number, at=staff.at, pin=fake_hash("D9"))
    assert staff.expect_refusal(decision) == "request-lapsed"
    assert "D9" not in staff.state.accounts


def test_an_approval_goes_stale_when_the_account_has_changed_since(staff: Staff) -> None:
    reset = ResetPin(badge="D1")
    number = staff.approve_change(reset)
    staff.change(ChangeAccount(badge="D1", name="Another", position=Position.DEALER))
    decision = change_people(PLACES, staff.state, reset, approval=number, at=staff.at, pin=fake_hash("new"))
    assert staff.expect_refusal(decision) == "request-lapsed"


@pytest.mark.assurance("A25")
def test_what_is_asked_tells_the_account_before_and_after(staff: Staff) -> None:
    asked = change_subject(staff.state, DisableAccount(badge="D1", reason="left"))
    assert asked.before == "badge: D1\nname: Person D1\nposition: dealer\naccount: enabled"
    assert asked.after == "badge: D1\nname: Person D1\nposition: dealer\naccount: disabled\nreason: left"
    assert change_subject(staff.state, AddAccount(badge="D9", name="New", position=Position.DEALER)).before == ""


def test_only_managers_decide_about_people(staff: Staff) -> None:
    assert staff.state.kind is not None
    assert account_deciders(PLACES, staff.state.kind) == MANAGERS
