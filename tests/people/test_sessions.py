"""Attempts and sessions: every attempt is an event, a right one begins a session, and sessions end by themselves."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.accounts import DisableAccount, set_own_pin
from dealer_app.people.events import PinOutcome, Purpose, SessionEnd
from dealer_app.people.lockout import MINUTE
from dealer_app.people.positions import Position
from dealer_app.people.sessions import (
    PinAttempt,
    PinResult,
    end_idle_sessions,
    end_session,
    judge_attempt,
    pin_challenge,
)
from tests.people.people import PLACES, SECOND, TERMINAL, Staff, fake_hash

IDLE = PLACES.idle_minutes()


@pytest.fixture
def staff() -> Staff:
    return Staff().with_people()


def test_a_right_pin_begins_a_session(staff: Staff) -> None:
    staff.begin_session("D1")
    tried, begun = staff.happened[-2:]
    assert tried == events.PinAttempted(
        badge="D1", terminal=TERMINAL, purpose=Purpose.SIGN_IN, outcome=PinOutcome.RIGHT, counter=staff.at.counter
    )
    assert begun == events.SessionBegun(number=1, badge="D1", terminal=TERMINAL, counter=staff.at.counter)


def test_the_next_sign_in_at_the_same_terminal_ends_the_session_before(staff: Staff) -> None:
    staff.begin_session("D1").begin_session("D1", "other").begin_session("D2")
    assert {terminal: session.badge for terminal, session in staff.state.sessions.items()} == {
        TERMINAL: "D2",
        "other": "D1",
    }
    ended = [event for event in staff.happened if isinstance(event, events.SessionEnded)]
    assert ended == [events.SessionEnded(number=1, badge="D1", terminal=TERMINAL, why=SessionEnd.NEXT_SIGN_IN)]


def test_a_pin_to_confirm_leaves_the_session_of_somebody_else(staff: Staff) -> None:
    staff.begin_session("D1").do(staff.try_pin("S1", PinResult.RIGHT, purpose=Purpose.CONFIRM))
    assert staff.state.sessions[TERMINAL].badge == "D1"


def test_a_wrong_pin_is_an_event_and_begins_nothing(staff: Staff) -> None:
    assert staff.try_wrong_pins("D1") == "wrong-badge-or-pin"
    tried = staff.happened[-1]
    assert isinstance(tried, events.PinAttempted)
    assert tried.outcome is PinOutcome.WRONG
    assert not staff.state.sessions


def test_an_unknown_badge_is_an_event_that_keeps_nothing_of_what_was_keyed(staff: Staff) -> None:
    assert staff.expect_refusal(staff.try_pin("730916", PinResult.WRONG)) == "wrong-badge-or-pin"
    assert staff.happened[-1] == events.UnknownBadgeTried(terminal=TERMINAL, counter=staff.at.counter)


def test_of_a_disabled_account_nothing_is_weighed_and_nothing_told(staff: Staff) -> None:
    staff.change(DisableAccount(badge="D1", reason="left"))
    assert pin_challenge(staff.state, "D1", staff.at) is None
    assert staff.expect_refusal(staff.try_pin("D1", PinResult.RIGHT)) == "wrong-badge-or-pin"
    tried = staff.happened[-1]
    assert isinstance(tried, events.PinAttempted)
    assert tried.outcome is PinOutcome.DISABLED


def test_a_pin_that_was_changed_while_it_was_checked_counts_neither_way(staff: Staff) -> None:
    old = pin_challenge(staff.state, "D1", staff.at)
    staff.do(set_own_pin(staff.state, "D1", fake_hash("new"), terminal=TERMINAL))
    for check in PinResult:
        tried = PinAttempt(badge="D1", terminal=TERMINAL, purpose=Purpose.SIGN_IN, check=check, digest=old)
        assert staff.expect_refusal(judge_attempt(staff.state, tried, staff.at)) == "pin-overtaken"
    assert not staff.state.sessions
    assert "D1" not in staff.state.failures


def test_a_pin_that_was_kept_in_an_older_way_is_kept_in_the_one_of_today(staff: Staff) -> None:
    digest = pin_challenge(staff.state, "D1", staff.at)
    tried = PinAttempt(badge="D1", terminal=TERMINAL, purpose=Purpose.SIGN_IN, check=PinResult.RIGHT, digest=digest)
    staff.do(judge_attempt(staff.state, replace(tried, rehashed=fake_hash("today's way")), staff.at))
    assert staff.state.accounts["D1"].pin == fake_hash("today's way").digest
    assert staff.secrets[fake_hash("today's way").digest]
    staff.begin_session("D1")


def test_somebody_signs_out_once(staff: Staff) -> None:
    staff.begin_session("D1").do(end_session(staff.state, TERMINAL))
    assert not staff.state.sessions
    assert staff.expect_refusal(end_session(staff.state, TERMINAL)) == "nobody-signed-in"


@pytest.mark.parametrize(("badge", "position"), [("D1", Position.DEALER), ("S1", Position.PIT_SUPERVISOR)])
def test_a_session_ends_after_the_idle_time_of_the_position(staff: Staff, badge: str, position: Position) -> None:
    allowed = IDLE[position] * MINUTE
    staff.begin_session(badge).wait(SECOND)
    active = {TERMINAL: staff.at.counter}
    staff.wait(allowed - 1)
    assert end_idle_sessions(staff.state, IDLE, active, staff.at) == ()
    staff.wait(1)
    (ended,) = end_idle_sessions(staff.state, IDLE, active, staff.at)
    assert ended == events.SessionEnded(number=1, badge=badge, terminal=TERMINAL, why=SessionEnd.IDLE)
    staff.take((ended,))
    assert end_idle_sessions(staff.state, IDLE, active, staff.at) == ()


def test_activity_before_the_sign_in_is_not_the_sessions_own(staff: Staff) -> None:
    staff.wait(600 * MINUTE).begin_session("D1")
    assert end_idle_sessions(staff.state, IDLE, {TERMINAL: 0}, staff.at) == ()
    assert end_idle_sessions(staff.state, IDLE, {}, staff.at) == ()


@pytest.mark.parametrize("step", [-(10**15), 10**15])
def test_the_wall_clock_ends_no_session_and_keeps_none(staff: Staff, step: int) -> None:
    staff.begin_session("D1")
    staff.set_wall_clock(staff.at.utc + step)
    assert end_idle_sessions(staff.state, IDLE, {}, staff.at) == ()
    staff.wait(IDLE[Position.DEALER] * MINUTE).set_wall_clock(staff.at.utc - step)
    assert len(end_idle_sessions(staff.state, IDLE, {}, staff.at)) == 1


def test_nobody_is_signed_in_after_a_restart(staff: Staff) -> None:
    staff.begin_session("D1").begin_session("S1", "other").restart()
    assert not staff.state.sessions
    assert isinstance(staff.happened[-1], events.SessionEnded)
    assert staff.happened[-1].why is SessionEnd.RESTART
    staff.begin_session("D1")
    assert staff.state.sessions[TERMINAL].number == 3
