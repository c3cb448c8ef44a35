"""Lock-out: five wrong PINs, doubling, by the counter and the journal alone; and what is left to who guesses."""

from datetime import timedelta
from typing import TypeGuard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.accounts import ResetPin
from dealer_app.people.events import PinOutcome, Purpose
from dealer_app.people.fold import fold_people
from dealer_app.people.lockout import (
    FAILURES,
    FIRST_LOCK,
    HOUR,
    LONGEST_LOCK,
    MINUTE,
    MOST_AN_HOUR,
    SLOW_AFTER,
    SLOW_INTERVAL,
    SLOW_WITHIN,
    lock_length,
    minutes_text,
)
from dealer_app.people.pins import FEWEST_DIGITS, Pin, against_pin
from dealer_app.people.sessions import PinAttempt, PinResult, judge_attempt, pin_challenge
from dealer_app.people.state import PeopleState
from tests.people.people import Staff, fake_hash

GUESSES = 10**FEWEST_DIGITS
REFUSED = 32
"""Ten of one digit, ten runs up, ten runs down, and a badge of three digits in its two forms."""


MOST_AT_ALL = SLOW_AFTER + HOUR // SLOW_INTERVAL
"""Wrong PINs that are weighed within an hour, whosever."""


def _is_wrong(event: object) -> TypeGuard[events.PinAttempted]:
    return isinstance(event, events.PinAttempted) and event.outcome is PinOutcome.WRONG


def staff() -> Staff:
    return Staff().with_people()


@pytest.mark.assurance("A34")
def test_five_wrong_pins_lock_for_a_quarter_of_an_hour() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    assert house.happened[-1] == events.LockedOut(badge="D1", run=1, since=house.at.counter, lasts=15 * MINUTE)
    house.wait(15 * MINUTE - 1)
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "locked-out"
    house.wait(1).begin_session("D1")


def test_a_lock_is_one_persons() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    house.begin_session("D2")


@pytest.mark.assurance("A34")
def test_while_locked_nothing_is_weighed_and_every_attempt_is_an_event() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    assert pin_challenge(house.state, "D1", house.at) is None
    before = house.state.failures
    for _ in range(20):
        assert house.try_wrong_pins("D1") == "locked-out"
        tried = house.happened[-1]
        assert isinstance(tried, events.PinAttempted)
        assert tried.outcome is PinOutcome.LOCKED
    assert house.state.failures == before


@pytest.mark.assurance("A34")
def test_each_further_run_doubles_the_lock_up_to_a_day() -> None:
    house = staff()
    for run in range(12):
        house.try_wrong_pins("D1", FAILURES)
        locked = house.happened[-1]
        assert isinstance(locked, events.LockedOut)
        assert locked.run == run + 1
        assert locked.lasts == min(FIRST_LOCK * 2**run, LONGEST_LOCK)
        house.wait(locked.lasts)
    assert lock_length(10**6) == LONGEST_LOCK


def test_a_right_pin_ends_the_row_and_the_doubling() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    house.wait(FIRST_LOCK)
    house.try_wrong_pins("D1", FAILURES - 1)
    house.begin_session("D1")
    house.try_wrong_pins("D1", FAILURES - 1)
    house.wait(HOUR).begin_session("D1")
    house.try_wrong_pins("D1", FAILURES)
    locked = house.happened[-1]
    assert isinstance(locked, events.LockedOut)
    assert (locked.run, locked.lasts) == (1, FIRST_LOCK)


def test_within_an_hour_right_pins_in_between_make_no_room_for_more_wrong_ones() -> None:
    house = staff()
    for _ in range(MOST_AN_HOUR // 3):
        house.try_wrong_pins("D1", 3)
        # So slowly that the station takes every one of them.
        house.wait(6 * MINUTE)
        if house.at.counter and len(house.state.failures["D1"].recent) < MOST_AN_HOUR:
            house.begin_session("D1")
    assert house.try_wrong_pins("D1") == "locked-out"
    house.wait(HOUR - 30 * MINUTE)
    assert house.try_wrong_pins("D1") == "wrong-badge-or-pin"


def test_a_new_pin_makes_no_room_either() -> None:
    house = staff()
    for run in range(3):
        house.try_wrong_pins("D1", FAILURES)
        house.change(ResetPin(badge="D1"), pin=fake_hash(f"new {run}")).wait(SLOW_WITHIN)
    assert house.try_wrong_pins("D1") == "locked-out"


def test_checks_that_ran_side_by_side_are_weighed_one_after_the_other() -> None:
    house = staff()
    digest = pin_challenge(house.state, "D1", house.at)
    tried = PinAttempt(badge="D1", terminal="t", purpose=Purpose.SIGN_IN, check=PinResult.WRONG, digest=digest)
    codes = [house.expect_refusal(judge_attempt(house.state, tried, house.at)) for _ in range(FAILURES + 3)]
    assert codes == ["wrong-badge-or-pin"] * (FAILURES - 1) + ["locked-out"] * 4
    # A right one whose check had begun before the lock tells nothing any more.
    right = replace(tried, check=PinResult.RIGHT)
    assert house.expect_refusal(judge_attempt(house.state, right, house.at)) == "locked-out"


# Restarts and clocks


@pytest.mark.parametrize("counter", [0, 1, 10**15])
def test_after_a_restart_what_was_left_counts_anew_in_full(counter: int) -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    house.wait(5 * MINUTE).restart(counter)
    house.wait(10 * MINUTE - 1)
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "locked-out"
    house.wait(1).begin_session("D1")


def test_a_lock_that_had_run_out_before_a_restart_is_over() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    house.wait(FIRST_LOCK).restart()
    house.begin_session("D1")


def test_restarts_shorten_no_lock() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    for _ in range(100):
        house.restart()
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "locked-out"


@pytest.mark.parametrize("step", [-(10**15), 10**15, 3600 * 10**6])
def test_no_clock_change_shortens_or_prolongs_a_lock(step: int) -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    house.set_wall_clock(house.at.utc + step)
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "locked-out"
    house.wait(FIRST_LOCK).set_wall_clock(house.at.utc - step)
    house.begin_session("D1")


def test_a_counter_that_goes_back_only_prolongs() -> None:
    house = staff()
    house.try_wrong_pins("D1", FAILURES)
    house.at = replace(house.at, counter=0)
    assert house.expect_refusal(house.try_pin("D1", PinResult.RIGHT)) == "locked-out"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wrong"), st.integers(1, 30)),
        st.tuples(st.just("right"), st.just(0)),
        st.tuples(st.just("wait"), st.integers(0, 90 * MINUTE)),
        st.tuples(st.just("wait"), st.sampled_from((FIRST_LOCK, 2 * FIRST_LOCK, HOUR))),
        st.tuples(st.just("restart"), st.integers(0, 10**14)),
        st.tuples(st.just("off"), st.integers(0, 90 * MINUTE)),
        st.tuples(st.just("jump"), st.integers(-(10**16), 10**16)),
        st.tuples(st.just("reset"), st.just(0)),
    ),
    max_size=40,
)


@pytest.mark.assurance("A34")
@given(steps=STEPS)
def test_nothing_gives_more_than_fifteen_tries_an_hour_that_lock_nor_seventy_at_all(
    steps: list[tuple[str, int]],
) -> None:
    """Time that really passed is counted beside, while the station is off too."""
    house, true = staff(), 0
    locking: list[int] = []
    tries: list[int] = []
    for number, (step, amount) in enumerate(steps):
        match step:
            case "wrong":
                before = len(house.happened)
                house.try_wrong_pins("D1", amount)
                weighed = [event.slow for event in house.happened[before:] if _is_wrong(event)]
                tries += [true] * len(weighed)
                locking += [true] * weighed.count(False)
            case "right":
                house.settle(house.try_pin("D1", PinResult.RIGHT))
            case "wait":
                house.wait(amount)
                true += amount
            case "restart":
                house.restart(amount)
            case "off":
                true += amount
                house.restart()
            case "jump":
                house.set_wall_clock(amount)
            case "reset":
                house.change(ResetPin(badge="D1"), pin=fake_hash(f"reset {number}"))
            case _:
                raise AssertionError(step)
    for first, after in zip(locking, locking[MOST_AN_HOUR:], strict=False):
        assert after - first >= HOUR
    for first, after in zip(tries, tries[MOST_AT_ALL:], strict=False):
        assert after - first >= HOUR
    assert fold_people(PeopleState(), house.happened) == house.state


def test_whoever_tries_one_badge_as_often_as_he_can_gets_fifteen_in_the_first_hour() -> None:
    """The bound is reached: it is no looser than it is said to be."""
    house = staff()
    for _ in range(60):
        house.try_wrong_pins("D1", FAILURES)
        house.wait(MINUTE)
    assert sum(_is_wrong(event) for event in house.happened) == MOST_AN_HOUR == 15


@pytest.mark.assurance("A34")
def test_whoever_tries_all_badges_as_often_as_he_can_stays_below_a_hundred_an_hour() -> None:
    house = staff()
    for _ in range(60):
        for badge in house.state.accounts:
            house.try_wrong_pins(badge, FAILURES)
        house.wait(MINUTE)
    assert sum(_is_wrong(event) for event in house.happened) <= MOST_AT_ALL < 100


# Brute force


def _tries_within(time: int) -> int:
    """How many wrong PINs can be weighed in this time, if nobody ever keys a right one."""
    tries, passed, run = 0, 0, 0
    while passed <= time:
        tries += FAILURES
        passed += lock_length(run)
        run += 1
    return tries


@pytest.mark.assurance("A34")
def test_to_try_every_pin_of_six_digits_takes_centuries() -> None:
    """Once a lock lasts a day there are five tries a day: half of all PINs take 270 years, all of them twice that."""
    year = timedelta(days=365) // timedelta(microseconds=1)
    assert _tries_within(HOUR) == MOST_AN_HOUR
    assert _tries_within(100 * year) < GUESSES // 5
    assert 270 * year < LONGEST_LOCK * (GUESSES // 2 // FAILURES) < 275 * year


def test_a_year_of_guessing_finds_a_pin_in_one_of_five_hundred_cases() -> None:
    tries = _tries_within(365 * 24 * HOUR)
    assert tries * 500 < GUESSES - REFUSED < tries * 600


@pytest.mark.long
def test_hardly_any_pin_is_refused_so_that_there_are_as_many_to_guess() -> None:
    refused = sum(against_pin(Pin(f"{text:06}"), "123") is not None for text in range(GUESSES))
    assert refused == REFUSED


def test_even_with_right_pins_in_between_all_pins_take_years() -> None:
    """The owner keys his own now and then, and so ends the doubling: what is left is the bound of the hour."""
    hours = (GUESSES - REFUSED) // MOST_AN_HOUR
    assert hours > 7 * 365 * 24


@pytest.mark.assurance("A34")
def test_who_keeps_the_station_slow_and_tries_one_a_minute_day_and_night_needs_nearly_two_years() -> None:
    """What it costs that he locks nobody: all PINs of six digits, with nobody there who signs in meanwhile."""
    hours = (GUESSES - REFUSED) // (HOUR // SLOW_INTERVAL)
    assert hours > 1.9 * 365 * 24


def test_minutes_are_told_rounded_up() -> None:
    assert (minutes_text(1), minutes_text(MINUTE), minutes_text(MINUTE + 1)) == ("1", "1", "2")
