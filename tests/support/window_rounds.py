"""What happens at a table around its window in a test: it is opened, its cards are prepared, the shoe and dice give.

hands = ByKeys(table)
await starts_table(hands, V4, "P")
await takes_bets(hands, (3, "banker", 1500))
await pulls(table, "9S", "2H", "KD", "3C")
"""

from functools import partial
from typing import TYPE_CHECKING

from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.state import Round
from dealer_app.screens.key_input import screen_controls
from tests.support.signers import PINS, SUPERVISOR
from tests.support.window_hands import WindowHands

if TYPE_CHECKING:
    from drivers.simulation.demonstration import Demonstration
    from tests.support.window_bench import AtWindow

V4, INSURANCE = "tiger-buffalo-v4", "tiger-buffalo-insurance"
MBS, TAI_SAI = "tiger-baccarat-mbs-v3", "tai-sai-open-cover-v5"
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
    """From the call for bets to no more bets."""
    await calls_bets(hands, *bets)
    await hands.press_next()


async def finishes_round(hands: WindowHands) -> None:
    """Of the round that is on: the one next step, as often as there is one."""
    while hands.table.station.state.table.round is not None:
        await hands.press_next()


def current_round(table: "AtWindow") -> Round:
    round_ = table.station.state.table.round
    assert round_ is not None, "no round is played"
    return round_


async def pulls(table: "AtWindow", *cards: str) -> None:
    """A hand at the simulated shoe draws these; each has come to the table, or is asked about, before the next."""
    demonstration = demo_devices(table)

    for card in cards:
        before = device_counts(table)
        demonstration._given_cards.append(CARDS[card])
        table.devices.simulate("shoe", "card")
        await table.soon(partial(_has_changed, table, before))
        await table.settle()


def _has_changed(table: "AtWindow", before: tuple[int, int, int]) -> bool:
    return device_counts(table) != before


def device_counts(table: "AtWindow") -> tuple[int, int, int]:
    """What changes with each thing that a device tells."""
    state = table.station.state
    round_ = state.table.round
    return 0 if round_ is None else len(round_.cards), state.listening.asked, len(state.table.cases)


async def tumbles(table: "AtWindow", one: int, two: int, three: int) -> None:
    demonstration = demo_devices(table)
    demonstration._tumbler.tumble(Tumble((one, two, three)))
    await table.soon(lambda: current_round(table).dice is not None)
    await table.settle()


def demo_devices(table: "AtWindow") -> "Demonstration":
    demonstration = table.devices._demonstration
    assert demonstration is not None, "there is no simulated device here"
    return demonstration


async def keys_cards(hands: WindowHands, *cards: str) -> None:
    """Each is keyed in the place of the shoe: rank, suit, and that it lies there."""
    for card in cards:
        if "card:key" in {control.name for control in screen_controls(hands.table.screen)}:
            await hands.press("card:key")
        elif "card:close" not in {control.name for control in screen_controls(hands.table.screen)}:
            await hands.press_next()
        await hands.press(f"rank:{card[0]}")
        await hands.press(f"suit:{card[1]}")
        await hands.press_next()
        await signs_what_is_keyed(hands)


async def signs_what_is_keyed(hands: WindowHands) -> None:
    """The supervisor keys his PIN where what was keyed in a device's place waits for him."""
    overlay = hands.table.screen.overlay
    if overlay is not None and overlay.name == "hand":
        await hands.press(f"person:{SUPERVISOR.badge}")
        await hands.writes(PINS[SUPERVISOR.badge])
        await hands.press_next()


async def keys_dice(hands: WindowHands, *dice: int) -> None:
    """The tumbles are counted by hand and the dice keyed as they lie."""
    await hands.press("dice:key")
    await hands.press_next()
    await signs_what_is_keyed(hands)
    if "dice:key" in {control.name for control in screen_controls(hands.table.screen)}:
        await hands.press("dice:key")
    for face in dice:
        await hands.press(f"die:{face}")
    await hands.press_next()
    await signs_what_is_keyed(hands)


async def simulates(table: "AtWindow", device: str, what: str) -> None:
    """A hand at a simulated device; returns once the station has its report."""
    before = device_changes(table)
    table.devices.simulate(device, what)
    await table.soon(lambda: device_changes(table) != before)
    await table.settle()


def device_changes(table: "AtWindow") -> tuple[object, ...]:
    """What changes with anything that a device does, its link included."""
    listening = table.station.state.listening
    return device_counts(table), tuple((name, each.link, each.error) for name, each in listening.devices.items())
