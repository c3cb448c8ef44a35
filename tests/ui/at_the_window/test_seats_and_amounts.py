"""At the real window: a seat of a long table is keyed whole or not at all; digits of a correction are its amount."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.long_tests import mostly_long
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import calls_bets, current_round, starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_devices import pulls


def lying(table: AtWindow) -> list[tuple[int | None, str, int]]:
    return [(bet.wager.seat, str(bet.wager.area), bet.wager.stake) for bet in current_round(table).in_play]


def test_digits_that_begin_no_seat_place_no_bet_and_escape_begins_anew(qapp: QApplication, tmp_path: Path) -> None:
    """As a new dealer keys seat 2 of a long table, Player, 100: it would have been seat 11."""

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "K")
        await calls_bets(hands)
        await table.key(*"21100", "Enter")
        assert lying(table) == []
        assert table.input_state.seat is None
        assert "press Esc" in table.screen.rail.refusal.first
        await table.key("Esc", "1")
        assert table.screen.rail.primary.waits.first == "Seat 1_: key in the rest of it"
        await table.key("Esc", *"021100", "Enter")
        assert lying(table) == [(2, "player", 10_000)]

    at_window(qapp, tmp_path, play)


@both_ways
@pytest.mark.parametrize("seat", mostly_long([1, 2, 9, 10, 15], keep_every=2))
def test_each_seat_of_a_long_table_has_its_own_bet(qapp: QApplication, tmp_path: Path, way: Ways, seat: int) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "K")
        await calls_bets(hands, (seat, "tie", 500))
        assert lying(table) == [(seat, "tie", 50_000)]

    at_window(qapp, tmp_path, play)


def test_a_touch_on_a_seat_ends_what_was_keyed_of_another(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        await starts_table(ByKeys(table), V4, "K")
        await calls_bets(ByKeys(table))
        await table.key("1")
        await table.touch("seat-3")
        assert (table.input_state.seat, table.input_state.seat_digits) == (3, "")

    at_window(qapp, tmp_path, play)


@both_ways
def test_a_bet_is_corrected_by_its_digits_and_to_what_chips_make(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """The smallest chip is 2.50. Digits never go to the reason, and nothing that is no change is asked for."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "A")
        await takes_bets(hands, (2, "banker", 500))
        await pulls(table, "9S", "8H")
        for name in ("correct", "correct:bet", "bet:1", "reason:chips-differ"):
            await hands.press(name)
        assert hands.primary().act is None, "nothing differs"
        for digit in "239":
            await hands.press(f"amount:{digit}")
        assert table.input_state.text("reason") == ""
        assert hands.primary().waits.first.startswith("Not in chips of 2.50")
        await hands.press("amount:back")
        await hands.press("amount:back")
        for digit in "40":
            await hands.press(f"amount:{digit}")
        await hands.press_next()
        await resolves_all(hands)
        assert lying(table) == [(2, "banker", 24_000)]

    at_window(qapp, tmp_path, play)


def test_keys_alone_go_to_the_amount_of_the_bet_that_was_touched(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        await starts_table(ByKeys(table), V4, "A")
        await takes_bets(ByKeys(table), (2, "banker", 500))
        await pulls(table, "9S", "8H")
        await table.key("F3")
        await table.touch("correct:bet", "bet:1")
        await table.key(*"240")
        assert (table.input_state.digits, table.input_state.texts) == ("240", {})

    at_window(qapp, tmp_path, play)
