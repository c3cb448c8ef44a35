"""Correct last, by F3 or by its key: a card, the dice, a bet; approved by another, settled anew, to the cent."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import RoundConcluded
from tests.support.at_window import AtTable, at_window
from tests.support.window_hands import ByKeys, ByTouch, Hands
from tests.support.window_mending import mends
from tests.support.window_money import journalled
from tests.support.window_rounds import TAI_SAI, V4, brings_cards, brings_dice, opens, pulls, tumbles

Ways = type[ByKeys] | type[ByTouch]
both_ways = pytest.mark.parametrize("way", [ByKeys, ByTouch], ids=["keys", "touch"])


async def corrects(hands: Hands, *names: str) -> None:
    """What is really there, and why; then somebody else keys his PIN, and of a card or dice what he sees."""
    await hands.press("correct")
    for name in names:
        await hands.press(name)
    await hands.on()
    assert hands.table.station.state.table.cases, hands.table.described()
    await mends(hands)


async def to_the_end(hands: Hands) -> None:
    while hands.table.station.state.table.round is not None:
        await hands.on()


def came_to(folder: Path) -> list[tuple[int, int]]:
    return [(int(ended.collected), int(ended.paid)) for ended in journalled(folder, RoundConcluded)]


@both_ways
def test_a_card_that_was_read_wrongly(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """Player wins by the reading, Banker by the cards: the settlement that was announced is made anew."""

    async def play(table: AtTable) -> None:
        hands = way(table)
        await table.found()
        await opens(hands, V4, "P")
        await brings_cards(hands)
        await hands.on()
        await hands.bet(3, "banker", 1500)
        await hands.bet(5, "player", 500)
        await hands.on()
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
        await table.found()
        await opens(hands, TAI_SAI, "C")
        await brings_dice(hands)
        await hands.on()
        await hands.bet(None, "big", 1500)
        await hands.bet(None, "small", 300)
        await hands.on()
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
        await table.found()
        await opens(hands, V4, "P")
        await brings_cards(hands)
        await hands.on()
        await hands.bet(5, "player", 500)
        await hands.on()
        await pulls(table, "9S", "8H", "KD", "KC")
        await to_the_end(hands)
        await corrects(hands, "correct:bet", "bet:1", "amount:8", "amount:00", "reason:chips-differ")
        await to_the_end(hands)

    at_window(qapp, tmp_path, play)
    assert came_to(tmp_path) == [(0, 50_000), (0, 80_000)]
