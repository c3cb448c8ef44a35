"""A digit that begins no seat stops what is keyed after it, until Esc: no bet is ever placed on another seat."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from dealer_app.screens.screen import Cue
from tests.screens.desk_session import DeskSession, run_desk
from tests.support.long_tests import examples

BETTING = "place your bets\n"
LETTERS = "0123456789. -!+"
NAMED = {" ": "Enter", "!": "Esc"}


def types(at: DeskSession, text: str) -> None:
    for letter in text:
        at.desk.press_key(NAMED.get(letter, letter))


def placed(at: DeskSession) -> list[tuple[int | None, str, int]]:
    round_ = at.station.state.table.round
    assert round_ is not None
    return [(bet.wager.seat, str(bet.wager.area), bet.wager.stake // 100) for bet in round_.bets]


def test_a_lone_digit_of_a_long_table_is_refused_and_what_follows_is_not_heard() -> None:
    """As 2 1 1 0 0 Enter: neither seat 2 nor seat 11 has a bet of it."""

    async def does(at: DeskSession) -> None:
        types(at, "2")
        assert at.sounds[-1] is Cue.REFUSED
        assert at.shown[-1].rail.refusal.first.startswith("No seat begins with 2.")
        types(at, "11100 ")
        await at.idle()
        assert placed(at) == []
        assert at.input_state.seat is None
        assert at.sounds.count(Cue.REFUSED) == len("211100 ")
        types(at, "!021100 ")
        await at.idle()
        assert placed(at) == [(2, "player", 100)]

    run_desk(BETTING, does, "K")


def test_enter_after_half_a_seat_makes_no_whole_one_of_what_follows() -> None:
    async def does(at: DeskSession) -> None:
        types(at, "1 11100 ")
        await at.idle()
        assert placed(at) == []
        assert at.input_state.seat is None
        types(at, "!111100 ")
        await at.idle()
        assert placed(at) == [(11, "player", 100)]

    run_desk(BETTING, does, "K")


def test_a_key_that_is_no_area_stops_what_is_keyed_for_the_seat() -> None:
    async def does(at: DeskSession) -> None:
        types(at, "3/2500 ")
        await at.idle()
        assert placed(at) == []
        types(at, "!32500 ")
        await at.idle()
        assert [(seat, amount) for seat, _, amount in placed(at)] == [(3, 500)]

    run_desk(BETTING, does)


def meant(text: str, seats: tuple[int, ...]) -> set[int]:
    """The seats of which all digits stand together somewhere in what was keyed."""
    return {seat for seat in seats if f"{seat:02d}" in text}


@examples(20)
@given(st.integers(min_value=0, max_value=2**32))
def test_whatever_is_keyed_no_bet_lies_on_a_seat_that_was_not_keyed_whole(seed: int) -> None:
    """Without + and -, which go from seat to seat."""
    chance = Random(seed)
    text = "".join(chance.choice(LETTERS[:-4] + "! ") for _ in range(40))

    async def does(at: DeskSession) -> None:
        for letter in text:
            types(at, letter)
            await at.idle()
        round_ = at.station.state.table.round or at.station.state.table.last
        assert round_ is not None
        assert {bet.wager.seat for bet in round_.bets} <= meant(text, at.rules.seats(at.table))

    run_desk(BETTING, does, "K")
