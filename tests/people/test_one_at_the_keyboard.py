"""One person at the keyboard, who keys what he likes for as long as he likes, locks nobody out but two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.clock import Timestamp
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.codec import decode_body
from dealer_app.people import events
from dealer_app.people.approvals import lockout_badges
from dealer_app.people.events import FolderKind
from dealer_app.people.fold import fold_people
from dealer_app.people.lockout import (
    FAILURES,
    FIRST_LOCK,
    HOUR,
    MINUTE,
    MOST_LOCKED,
    SECOND,
    SLOW_AFTER,
    SLOW_WITHIN,
    clock_time_text,
    is_slow,
    wait_time,
)
from dealer_app.people.sessions import PinResult, against_early_pin
from dealer_app.people.state import Failures, PeopleState
from tests.people.people import TERMINAL, Staff

BADGES = ("D1", "D2", "S1", "S2", "A1", "M1", "M2", "T1", "N1", "X1")


def staff() -> Staff:
    return Staff().with_people()


def slowed() -> Staff:
    """Ten wrong PINs, no two of them for one badge, but for the last."""
    house = staff()
    for badge in BADGES[:SLOW_AFTER]:
        house.try_wrong_pins(badge)
    return house


def locks(house: Staff) -> int:
    return sum(isinstance(event, events.LockedOut) for event in house.happened)


def test_after_ten_wrong_pins_in_a_quarter_of_an_hour_one_is_taken_a_minute() -> None:
    house = slowed()
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "pin-too-soon"
    assert "D1" not in {session.badge for session in house.state.sessions.values()}
    house.wait(MINUTE - 1)
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "pin-too-soon"
    house.wait(1).begin_session("D1")


def test_nine_in_a_quarter_of_an_hour_slow_nothing() -> None:
    house = staff()
    for badge in BADGES[: SLOW_AFTER - 1]:
        house.try_wrong_pins(badge)
    house.wait(SLOW_WITHIN)
    house.try_wrong_pins("X1")
    house.begin_session("D1")


def test_it_is_slow_for_as_long_as_ten_were_wrong_in_a_quarter_of_an_hour() -> None:
    house = slowed()
    house.wait(SLOW_WITHIN - 1)
    assert is_slow(house.state, house.at.counter)
    assert not is_slow(house.state, house.at.counter + 1)


def test_unknown_badges_and_disabled_accounts_count_as_well() -> None:
    house = staff()
    house.try_wrong_pins("NOBODY", SLOW_AFTER)
    assert house.try_wrong_pins("D1") == "pin-too-soon"


def test_what_comes_too_soon_is_not_weighed_does_not_count_and_is_written_once_a_minute() -> None:
    house = slowed()
    before = house.state
    for _ in range(50):
        assert house.try_wrong_pins("D1") == "pin-too-soon"
    assert house.state.failures == before.failures
    assert house.state.wrong == before.wrong
    assert sum(isinstance(event, events.TriedTooSoon) for event in house.happened) == 1
    house.wait(MINUTE)
    assert house.try_wrong_pins("D1") == "wrong-and-slow"
    house.try_wrong_pins("D1")
    assert sum(isinstance(event, events.TriedTooSoon) for event in house.happened) == 2


def test_how_long_to_wait_is_said_before_a_pin_is_even_checked() -> None:
    house = slowed()
    house.wait(MINUTE - 20 * SECOND)
    held = against_early_pin(house.state, TERMINAL, house.at)
    assert held is not None
    assert held.refusal is not None
    assert held.refusal.facts == {"seconds": "20"}
    house.wait(20 * SECOND)
    assert against_early_pin(house.state, TERMINAL, house.at) is None


def test_a_slow_station_locks_no_further_badge_and_leaves_its_row_as_it_was() -> None:
    house = slowed()
    before = house.state.failures
    for _ in range(60):
        house.wait(MINUTE)
        assert house.try_wrong_pins("D2") == "wrong-and-slow"
    assert locks(house) == 0
    assert house.state.failures == before
    house.wait(MINUTE).begin_session("D2")


def test_more_than_two_are_never_locked_out_at_one_time() -> None:
    """Slowly too: five wrong PINs a quarter of an hour would not be ten."""
    house = staff()
    for _ in range(200):
        for badge in BADGES:
            house.try_wrong_pins(badge, FAILURES)
            assert len(lockout_badges(house.state, house.at)) <= MOST_LOCKED
        house.wait(SLOW_WITHIN)


@pytest.mark.parametrize("counter", [0, 10**15])
def test_neither_a_restart_nor_a_clock_helps(counter: int) -> None:
    house = slowed()
    house.restart(counter)
    assert house.try_wrong_pins("D1") == "pin-too-soon"
    house.set_wall_clock(house.at.utc + 400 * 24 * HOUR)
    assert house.try_wrong_pins("D1") == "pin-too-soon"
    house.wait(MINUTE)
    assert house.try_wrong_pins("D1") == "wrong-and-slow"


ATTACK = st.lists(
    st.one_of(
        st.tuples(st.just("key"), st.sampled_from((*BADGES, "NOBODY"))),
        st.tuples(st.just("wait"), st.sampled_from((SECOND, MINUTE, 4 * MINUTE, FIRST_LOCK, HOUR))),
        st.tuples(st.just("restart"), st.integers(0, 10**14)),
        st.tuples(st.just("jump"), st.integers(-(10**15), 10**15)),
    ),
    max_size=80,
)


@given(attack=ATTACK)
def test_whatever_one_does_the_rest_of_the_house_signs_in_within_a_minute(attack: list[tuple[str, str | int]]) -> None:
    house = staff()
    for step, what in attack:
        match step, what:
            case "key", str(badge):
                house.try_wrong_pins(badge)
            case "wait", int(time):
                house.wait(time)
            case "restart", int(counter):
                house.restart(counter)
            case "jump", int(utc):
                house.set_wall_clock(utc)
            case _:
                raise AssertionError(step)
    assert fold_people(PeopleState(), house.happened) == house.state
    house.wait(MINUTE)
    out = [badge for badge in BADGES if wait_time(house.state.failures.get(badge, Failures()), house.at.counter)]
    assert len(out) <= MOST_LOCKED
    for badge in BADGES:
        if badge not in out:
            house.begin_session(badge)


# What is said


def _said(house: Staff, badge: str) -> tuple[str, dict[str, str]]:
    decision = house.try_pin(badge, PinResult.WRONG)
    house.settle(decision)
    refusal = decision if isinstance(decision, Refusal) else decision.refusal
    assert refusal is not None
    return refusal.code, dict(refusal.facts)


def test_the_tries_that_are_left_are_said_and_then_until_when_it_is_locked() -> None:
    house = staff()
    said = [_said(house, "D1") for _ in range(FAILURES)]
    assert [facts.get("left") for _, facts in said] == ["4", "3", "2", "1", None]
    assert said[-1] == ("locked-out", {"minutes": "15", "until": clock_time_text(house.at, FIRST_LOCK)})
    house.wait(5 * MINUTE)
    assert _said(house, "D1") == ("locked-out", {"minutes": "10", "until": clock_time_text(house.at, 10 * MINUTE)})


def test_of_the_hour_too_the_tries_that_are_left_are_said() -> None:
    house = staff()
    for _ in range(3):
        house.try_wrong_pins("D1", 4)
        house.wait(10 * MINUTE).begin_session("D1")
    assert [_said(house, "D1")[1].get("left") for _ in range(3)] == ["2", "1", None]
    assert _said(house, "D1")[1]["minutes"] == "30"


def test_an_unknown_badge_is_told_what_any_other_is_told_first() -> None:
    house = staff()
    assert _said(house, "NOBODY") == _said(house, "D2")


@pytest.mark.parametrize(
    ("utc", "offset", "later", "said"),
    [
        (0, 0, 15 * MINUTE, "00:15"),
        (1, 0, 15 * MINUTE, "00:16"),
        (0, 480, 0, "08:00"),
        (0, -60, 0, "23:00"),
        (23 * HOUR, 0, 2 * HOUR, "1970-01-02 01:00"),
        (15 * HOUR, 480, 2 * HOUR, "1970-01-02 01:00"),
    ],
)
def test_the_time_of_day_is_that_of_the_house_and_never_too_early(utc: int, offset: int, later: int, said: str) -> None:
    assert clock_time_text(Timestamp(utc=utc, offset=offset, counter=0), later) == said


def test_attempts_of_old_journals_count_as_they_did_and_at_the_station_too() -> None:
    """They say nothing of a slow station."""
    house = Staff().begin_house(FolderKind.DEMO)
    old = '{"badge":"D1","terminal":"table","purpose":"sign-in","outcome":"wrong","counter":7000001}'
    event = decode_body("pin-attempted", 1, old, lambda _: ("", ""))
    assert isinstance(event, events.PinAttempted)
    assert not event.slow
    house.take((event,) * 3)
    assert house.state.failures["D1"].in_a_row == len(house.state.wrong) == 3
