"""What happens at a table in a test up to its cards: it is opened, cards or dice are prepared, bets are taken.

hands = ByKeys(table)
await starts_table(hands, V4, "P")
await takes_bets(hands, (3, "banker", 1500))
"""

from typing import TYPE_CHECKING

from dealer_app.domain.round.state import Round
from tests.support.rounds import TAI_SAI
from tests.support.signers import PINS, SUPERVISOR
from tests.support.window_hands import WindowHands

if TYPE_CHECKING:
    from tests.support.window_bench import AtWindow

Bet = tuple[int | None, str, int]
"""From which seat, if from one; on which area; and how much."""


async def opens(hands: WindowHands, game: str, letter: str, *settings: str) -> None:
    """The table, with a supervisor's badge and PIN; `settings` are pressed on its second leaf: `dealing:face-down`."""
    await hands.press(f"game:{game}")
    await hands.press(f"layout:{letter}")
    if settings:
        await hands.press("leaf:table")
        for setting in settings:
            await hands.press(setting)
    await hands.enters("badge-opens")
    await hands.fills("S1", "730264")


async def brings_cards(hands: WindowHands) -> None:
    """New cards, checked by two, shuffled and cut by seat 1; the shoe is open after it."""
    await hands.fills("BLUE1", "BLUE", "S1", "730264")
    await hands.press_next()
    await hands.press("cut-by:seat 1")
    await hands.press_next()
    await hands.press_next()


async def brings_dice(hands: WindowHands) -> None:
    await hands.fills("DICE1", "S1", "730264")


async def prepares(hands: WindowHands, game: str, letter: str, *settings: str) -> None:
    """The table is open, and new cards or dice are there: what is next is to call for bets."""
    await opens(hands, game, letter, *settings)
    if game == TAI_SAI:
        await brings_dice(hands)
    else:
        await brings_cards(hands)


async def starts_table(hands: WindowHands, game: str, letter: str, *settings: str) -> None:
    """The house is founded before that."""
    await hands.table.begin_house()
    await prepares(hands, game, letter, *settings)


async def calls_bets(hands: WindowHands, *bets: Bet) -> None:
    await hands.press_next()
    for seat, area, amount in bets:
        await hands.bet(seat, area, amount)


async def takes_bets(hands: WindowHands, *bets: Bet) -> None:
    """From the call for bets to no more bets; where no bet is keyed it is pressed twice."""
    await calls_bets(hands, *bets)
    await hands.press_next()
    if not bets:
        await hands.press_next()


def current_round(table: "AtWindow") -> Round:
    round_ = table.station.state.table.round
    assert round_ is not None, "no round is played"
    return round_


async def keys_faces(hands: WindowHands, *dice: int) -> None:
    """As they lie, where the faces are asked for."""
    for face in dice:
        await hands.press(f"die:{face}")
    await hands.press_next()
    await signs_what_is_keyed(hands)


async def signs_what_is_keyed(hands: WindowHands) -> None:
    """The supervisor keys his PIN where what was keyed in a device's place waits for him."""
    overlay = hands.table.screen.overlay
    if overlay is not None and overlay.name == "hand":
        await hands.press(f"person:{SUPERVISOR.badge}")
        await hands.writes(PINS[SUPERVISOR.badge])
        await hands.press_next()
