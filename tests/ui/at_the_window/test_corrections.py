"""Correct last, by F3 or by its key: a card, the dice, a bet; approved by another, settled anew, to the cent."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.folder_events import round_results
from tests.support.rounds import INSURANCE, TAI_SAI, V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import WindowHands
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import current_round, starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_devices import finishes_round, pulls, tumbles


async def corrects(hands: WindowHands, *names: str) -> None:
    """What is really there, and why; then somebody else keys his PIN, and of a card or dice what he sees."""
    await hands.press("correct")
    for name in names:
        await hands.press(name)
    await hands.press_next()
    assert hands.table.station.state.table.cases, hands.table.describe()
    await resolves_all(hands)


@both_ways
def test_a_card_that_was_read_wrongly(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """Player wins by the reading, Banker by the cards: the settlement that was announced is made anew."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
        await pulls(table, "9S", "8H", "KD", "KC")
        await hands.press_next()
        await corrects(hands, "place:1", "rank:7", "suit:S", "reason:not-the-card")
        await finishes_round(hands)

    at_window(qapp, tmp_path, play)
    assert round_results(tmp_path) == [(50_000, 150_000)]


@pytest.mark.assurance("A43")
@both_ways
def test_dice_that_were_read_wrongly(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, TAI_SAI, "C")
        await takes_bets(hands, (None, "big", 1500), (None, "small", 300))
        await tumbles(table, 2, 4, 6)
        await hands.press_next()
        await corrects(hands, "die:2", "die:4", "die:1", "reason:not-the-dice")
        await finishes_round(hands)

    at_window(qapp, tmp_path, play)
    assert round_results(tmp_path) == [(150_000, 30_000)]


@both_ways
def test_a_bet_that_was_keyed_wrongly_in_a_round_that_is_over(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """The round is taken up again: what lies there counts, not what was keyed."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (5, "player", 500))
        await pulls(table, "9S", "8H", "KD", "KC")
        await finishes_round(hands)
        await corrects(hands, "correct:bet", "bet:1", "amount:8", "amount:00", "reason:chips-differ")
        await finishes_round(hands)

    at_window(qapp, tmp_path, play)
    assert round_results(tmp_path) == [(0, 50_000), (0, 80_000)]


async def _insured(hands: WindowHands) -> None:
    """Seat 3 insures for 600, and 60 is keyed; seat 1, who said no, is keyed with 250. The offer is closed."""
    await starts_table(hands, INSURANCE, "A")
    await takes_bets(hands, (1, "banker", 1000), (3, "banker", 1500))
    await pulls(hands.table, "2S", "3H", "2D", "3C")
    await hands.insures("insure:3:seated:banker", 60)
    await hands.insures("insure:1:seated:banker", 250)
    await hands.press_next()


@pytest.mark.clause(INSURANCE, "5.14")
@both_ways
def test_an_insurance_that_was_keyed_wrongly(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """One before the last card, one when all is settled: 600 at 5 to 2 win, and 250 were nobody's."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await _insured(hands)
        await corrects(hands, "correct:bet", "bet:3", "amount:6", "amount:00", "reason:chips-differ")
        assert [bet.stake for bet in current_round(table).insurance] == [60_000, 25_000]
        await pulls(table, "5S")
        await finishes_round(hands)
        await corrects(hands, "correct:bet", "bet:4", "none", "reason:keyed-wrongly")
        await finishes_round(hands)

    at_window(qapp, tmp_path, play)
    assert round_results(tmp_path) == [(250_000, 212_500), (250_000, 150_000)]
