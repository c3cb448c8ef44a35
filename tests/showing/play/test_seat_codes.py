"""Digits name exactly the seat that is shown, or are refused: at every layout, and with any numbers of the house."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.round.table import BetKeeping
from dealer_app.rulebooks import GAMES, approved
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Note
from dealer_app.showing.fingers import NOTHING, Fingers
from dealer_app.showing.keyboard import ENTER, Pressed, pressed
from dealer_app.showing.play.seat_codes import SeatCodes
from dealer_app.showing.screen import Screen, TableStage
from dealer_app.showing.screen_of import screen
from dealer_app.showing.walking import controls
from tests.support.rounds import TAI_SAI, V4, Seated
from tests.support.seen_rounds import seen

DIGITS = "0123456789"
LONG = Seated(V4, layout="K")
SHORT = Seated(V4, layout="A")
DICE = Seated(TAI_SAI)


def every_table() -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Each layout with each number of positions."""
    for game in GAMES:
        for layout in approved(game).layouts:
            for positions in range(1, len(layout.seats) + 1):
                yield game, layout.letter, layout.seats[:positions]


def names_what_it_shows(seats: tuple[int, ...]) -> None:
    codes = SeatCodes(seats)
    shown = {codes.of(seat): seat for seat in seats}
    assert len(shown) == len(seats)
    for length in range(1, codes.length + 2):
        for typed in map("".join, product(DIGITS, repeat=length)):
            assert codes.seat(typed) == shown.get(typed), "no seat but the one whose badge shows it"
            assert codes.begins(typed) == any(code.startswith(typed) for code in shown)
            assert codes.seat(typed) is None or not any(
                other != typed and other.startswith(typed) for other in shown
            ), "a seat that is named is never the beginning of another"


def test_digits_name_the_seat_whose_badge_shows_them_at_every_table() -> None:
    for seats in {seats for _, _, seats in every_table()}:
        names_what_it_shows(seats)


@given(st.sets(st.integers(min_value=1, max_value=120), min_size=1, max_size=15))
def test_also_where_the_house_numbers_its_seats_itself(numbers: set[int]) -> None:
    names_what_it_shows(tuple(sorted(numbers)))


def of(table: Seated, fingers: Fingers) -> Screen:
    return screen(seen(table, fingers=fingers))


def keyed(table: Seated, fingers: Fingers, key: str) -> Pressed:
    return pressed(of(table, fingers), fingers, key)


def badges(table: Seated) -> dict[str, int]:
    """What stands on the badges of the layout."""
    stage = of(table, NOTHING).stage
    assert isinstance(stage, TableStage)
    return {seat.keyed or str(seat.number): seat.number for seat in stage.table.seats}


def the_longest() -> list[tuple[str, str]]:
    return sorted({(game, letter) for game, letter, seats in every_table() if seats})


@pytest.mark.parametrize(("game", "letter"), the_longest())
def test_every_two_digits_choose_the_seat_that_shows_them_or_are_refused(game: str, letter: str) -> None:
    """On the screen: after the first digit that chooses a seat the next is no seat any more."""
    table = Seated(game, layout=letter)
    shown = badges(table)
    for digits in map("".join, product(DIGITS, repeat=max(map(len, shown)))):
        fingers = NOTHING
        for place, digit in enumerate(digits, start=1):
            found = keyed(table, fingers, digit)
            assert found.control is not None
            if not isinstance(found.act, Change):
                assert found.control.halts, "what follows is not heard"
                assert digits[:place] in found.control.waits.first, "it says what cannot be"
                assert not any(code.startswith(digits[:place]) for code in shown)
                break
            fingers = found.act.fingers
            assert fingers.seat == shown.get(digits[:place])
            assert not fingers.digits
            assert fingers.area is None


def test_half_a_seat_stands_where_the_seat_will_stand_and_bets_are_not_closed() -> None:
    half = NOTHING.but(seat_digits="1")
    made = of(LONG, half)
    notes = [block.title.first for block in made.rail.work if isinstance(block, Note)]
    assert "Seat 1_" in notes
    assert (made.rail.primary.act, made.rail.primary.waits.first) == (None, "Seat 1_: key the rest of it")
    assert keyed(LONG, half, ENTER).act is None
    back = keyed(LONG, half, "-").act
    assert isinstance(back, Change)
    assert back.fingers == NOTHING
    following = keyed(LONG, half, "+")
    assert following.act is None, "the next seat is reckoned from none"
    assert following.control is not None
    assert following.control.halts


def test_a_table_with_a_seat_above_nine_says_how_a_seat_is_keyed() -> None:
    assert badges(LONG)["02"] == 2
    assert badges(SHORT)["2"] == 2
    for table, said in ((LONG, "Touch a seat, or key what its badge shows: 01"), (SHORT, "Touch a seat")):
        texts = [block.text.first for block in of(table, NOTHING).rail.work if isinstance(block, Note)]
        assert any(text.startswith(said) for text in texts)


def test_where_bets_are_not_keyed_a_badge_is_the_number_of_its_seat() -> None:
    assert badges(Seated(V4, layout="K", bets=BetKeeping.OFF))["2"] == 2


@pytest.mark.parametrize(
    ("table", "fingers", "key", "said"),
    [
        (LONG, NOTHING, "2", "No seat begins with 2. Press Esc, then key it as its badge shows."),
        (LONG, NOTHING.but(seat_digits="1"), "4", "There is no seat 14. Press Esc, then key it as its badge shows."),
        (SHORT, NOTHING, "4", "There is no seat 4. Press Esc, then key it as its badge shows."),
        (SHORT, NOTHING, "/", "/ names no seat. Press Esc, then key it as its badge shows."),
        (Seated(V4, layout="C"), NOTHING.but(seat=3), "/", "/ is no area here. Press Esc, then key the bet again."),
        (
            DICE,
            NOTHING.picked("kind", "double"),
            "7",
            "There is no 7 here. Press Esc, then key the bet again.",
        ),
        (
            DICE,
            NOTHING.picked("kind", "double").but(seat_digits="1"),
            "2",
            "There is no 12 here. Press Esc, then key the bet again.",
        ),
    ],
    ids=["no seat", "half a seat", "short table", "no digit", "no area", "no number", "half a number"],
)
def test_a_key_that_names_nothing_is_refused_in_words_and_nothing_after_it_is_heard(
    table: Seated, fingers: Fingers, key: str, said: str
) -> None:
    found = keyed(table, fingers, key)
    assert found.act is None
    assert found.control is not None
    assert (found.control.waits.first, found.control.halts) == (said, True)


def test_while_an_amount_is_keyed_no_digit_is_refused() -> None:
    fingers = NOTHING.but(seat=3, area="tie")
    assert not [control for control in controls(of(SHORT, fingers)) if control.halts]
    assert all(isinstance(keyed(SHORT, fingers, digit).act, Change) for digit in DIGITS)
