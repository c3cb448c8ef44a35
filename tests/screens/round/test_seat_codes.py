"""Digits name exactly the seat that is shown, or are refused: at every layout, and with any numbers of the house."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NoteBlock
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.key_input import ENTER, KeyResult, handle_key, screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.betting_keys import SeatCodes
from dealer_app.screens.screen import Screen, TableStage
from tests.support.long_tests import examples
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context

DIGITS = "0123456789"
LONG = RoundTable(V4, layout="K")
SHORT = RoundTable(V4, layout="A")
DICE = RoundTable(TAI_SAI)


def every_table() -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Each layout with each number of positions."""
    for game in GAMES:
        for layout in load_rulebook(game).layouts:
            for positions in range(1, len(layout.seats) + 1):
                yield game, layout.letter, layout.seats[:positions]


def names_what_it_shows(seats: tuple[int, ...]) -> None:
    codes = SeatCodes(seats)
    shown = {codes.seat_code(seat): seat for seat in seats}
    assert len(shown) == len(seats)
    for length in range(1, codes.length + 2):
        for typed in map("".join, product(DIGITS, repeat=length)):
            assert codes.find_seat(typed) == shown.get(typed), "no seat but the one whose badge shows it"
            assert codes.is_seat_start(typed) == any(code.startswith(typed) for code in shown)
            assert codes.find_seat(typed) is None or not any(
                other != typed and other.startswith(typed) for other in shown
            ), "a seat that is named is never the beginning of another"


def test_digits_name_the_seat_whose_badge_shows_them_at_every_table() -> None:
    for seats in {seats for _, _, seats in every_table()}:
        names_what_it_shows(seats)


@given(st.sets(st.integers(min_value=1, max_value=120), min_size=1, max_size=15))
@examples(40)
def test_also_where_the_house_numbers_its_seats_itself(numbers: set[int]) -> None:
    names_what_it_shows(tuple(sorted(numbers)))


def of(table: RoundTable, input_state: InputState) -> Screen:
    return build_screen(table_context(table, input_state=input_state))


def keyed(table: RoundTable, input_state: InputState, key: str) -> KeyResult:
    return handle_key(of(table, input_state), input_state, key)


def badges(table: RoundTable) -> dict[str, int]:
    """What stands on the badges of the layout."""
    stage = of(table, NO_INPUT).stage
    assert isinstance(stage, TableStage)
    return {seat.keyed or str(seat.number): seat.number for seat in stage.table.seats}


def the_longest() -> list[tuple[str, str]]:
    return sorted({(game, letter) for game, letter, seats in every_table() if seats})


@pytest.mark.parametrize(("game", "letter"), the_longest())
def test_every_two_digits_choose_the_seat_that_shows_them_or_are_refused(game: str, letter: str) -> None:
    """On the screen: after the first digit that chooses a seat the next is no seat any more."""
    table = RoundTable(game, layout=letter)
    shown = badges(table)
    for digits in map("".join, product(DIGITS, repeat=max(map(len, shown)))):
        input_state = NO_INPUT
        for place, digit in enumerate(digits, start=1):
            found = keyed(table, input_state, digit)
            assert found.control is not None
            if not isinstance(found.act, SetInput):
                assert found.control.halts, "what follows is not heard"
                assert digits[:place] in found.control.waits.first, "it says what cannot be"
                assert not any(code.startswith(digits[:place]) for code in shown)
                break
            input_state = found.act.input_state
            assert input_state.seat == shown.get(digits[:place])
            assert not input_state.digits
            assert input_state.area is None


def test_half_a_seat_stands_where_the_seat_will_stand_and_bets_are_not_closed() -> None:
    half = NO_INPUT.replace(seat_digits="1")
    made = of(LONG, half)
    notes = [block.title.first for block in made.rail.work if isinstance(block, NoteBlock)]
    assert "Seat 1_" in notes
    assert (made.rail.primary.act, made.rail.primary.waits.first) == (None, "Seat 1_: key in the rest of it")
    assert keyed(LONG, half, ENTER).act is None
    back = keyed(LONG, half, "-").act
    assert isinstance(back, SetInput)
    assert back.input_state == NO_INPUT
    following = keyed(LONG, half, "+")
    assert following.act is None, "the next seat is reckoned from none"
    assert following.control is not None
    assert following.control.halts


def test_a_table_with_a_seat_above_nine_says_how_a_seat_is_keyed() -> None:
    assert badges(LONG)["02"] == 2
    assert badges(SHORT)["2"] == 2
    for table, said in ((LONG, "Touch a seat, or key in what its badge shows: 01"), (SHORT, "Touch a seat")):
        texts = [block.text.first for block in of(table, NO_INPUT).rail.work if isinstance(block, NoteBlock)]
        assert any(text.startswith(said) for text in texts)


def test_where_bets_are_not_keyed_a_badge_is_the_number_of_its_seat() -> None:
    assert badges(RoundTable(V4, layout="K", bets=BetKeeping.OFF))["2"] == 2


@pytest.mark.parametrize(
    ("table", "input_state", "key", "said"),
    [
        (LONG, NO_INPUT, "2", "No seat begins with 2. Press Esc, then key it in as its badge shows."),
        (
            LONG,
            NO_INPUT.replace(seat_digits="1"),
            "4",
            "There is no seat 14. Press Esc, then key it in as its badge shows.",
        ),
        (SHORT, NO_INPUT, "4", "There is no seat 4. Press Esc, then key it in as its badge shows."),
        (SHORT, NO_INPUT, "/", "/ is not a seat. Press Esc, then key it in as its badge shows."),
        (
            RoundTable(V4, layout="C"),
            NO_INPUT.replace(seat=3),
            "/",
            "/ is not an area here. Press Esc, then key in the bet again.",
        ),
        (
            DICE,
            NO_INPUT.with_pick("kind", "double"),
            "7",
            "There is no 7 here. Press Esc, then key in the bet again.",
        ),
        (
            DICE,
            NO_INPUT.with_pick("kind", "double").replace(seat_digits="1"),
            "2",
            "There is no 12 here. Press Esc, then key in the bet again.",
        ),
    ],
    ids=["no seat", "half a seat", "short table", "no digit", "no area", "no number", "half a number"],
)
def test_a_key_that_names_nothing_is_refused_in_words_and_nothing_after_it_is_heard(
    table: RoundTable, input_state: InputState, key: str, said: str
) -> None:
    found = keyed(table, input_state, key)
    assert found.act is None
    assert found.control is not None
    assert (found.control.waits.first, found.control.halts) == (said, True)


def test_while_an_amount_is_keyed_no_digit_is_refused() -> None:
    input_state = NO_INPUT.replace(seat=3, area="tie")
    assert not [control for control in screen_controls(of(SHORT, input_state)) if control.halts]
    assert all(isinstance(keyed(SHORT, input_state, digit).act, SetInput) for digit in DIGITS)
