"""Correct last, by F3 or by its key: a card, the dice, a bet; approved by another, settled anew, to the cent."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.support.at_window import AtTable, at_window
from tests.support.window_hands import Hands, Ways, both_ways
from tests.support.window_mending import mends
from tests.support.window_money import came_to
from tests.support.window_rounds import TAI_SAI, V4, pulls, sits_down, takes_bets, to_the_end, tumbles


async def corrects(hands: Hands, *names: str) -> None:
    """What is really there, and why; then somebody else keys his PIN, and of a card or dice what he sees."""
    await hands.press("correct")
    for name in names:
        await hands.press(name)
    await hands.on()
    assert hands.table.station.state.table.cases, hands.table.described()
    await mends(hands)


@both_ways
def test_a_card_that_was_read_wrongly(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """Player wins by the reading, Banker by the cards: the settlement that was announced is made anew."""

    async def play(table: AtTable) -> None:
        hands = way(table)
        await sits_down(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
        await pulls(table, "9S", "8H", "KD", "KC")
        await hands.on()
        await corrects(hands, "place:1", "rank:7", "suit:S", "reason:not-the-card")
        await to_the_end(hands)

    at_window(qapp, tmp_path, play)
    assert came_to(tmp_path) == [(50_000, 150_000)]


@both_ways
def test_dice_that_were_read_wrongly(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def play(table: AtTable) -> None:
        hands = way(table)
        await sits_down(hands, TAI_SAI, "C")
        await takes_bets(hands, (None, "big", 1500), (None, "small", 300))
        await tumbles(table, 2, 4, 6)
        await hands.on()
        await corrects(hands, "die:2", "die:4", "die:1", "reason:not-the-dice")
        await to_the_end(hands)

    at_window(qapp, tmp_path, play)
    assert came_to(tmp_path) == [(150_000, 30_000)]


@both_ways
def test_a_bet_that_was_keyed_wrongly_in_a_round_that_is_over(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """The round is taken up again: what lies there counts, not what was keyed."""

    async def play(table: AtTable) -> None:
        hands = way(table)
        await sits_down(hands, V4, "P")
        await takes_bets(hands, (5, "player", 500))
        await pulls(table, "9S", "8H", "KD", "KC")
        await to_the_end(hands)
        await corrects(hands, "correct:bet", "bet:1", "amount:8", "amount:00", "reason:chips-differ")
        await to_the_end(hands)

    at_window(qapp, tmp_path, play)
    assert came_to(tmp_path) == [(0, 50_000), (0, 80_000)]
