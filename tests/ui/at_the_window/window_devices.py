"""What the simulated devices of a window give in a test, and how it is keyed in their place.

await pulls(table, "9S", "2H", "KD", "3C")
await keys_dice(hands, 1, 2, 3)
"""

from functools import partial

from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.screens.key_input import screen_controls
from drivers.simulation.demonstration import Demonstration
from tests.support.window_bench import AtWindow
from tests.support.window_hands import WindowHands
from tests.support.window_rounds import current_round, keys_faces, signs_what_is_keyed


async def finishes_round(hands: WindowHands) -> None:
    """Of the round that is on: the one next step, as often as there is one."""
    while hands.table.station.state.table.round is not None:
        await hands.press_next()


async def pulls(table: AtWindow, *cards: str) -> None:
    """A hand at the simulated shoe draws these; each has come to the table, or is asked about, before the next."""
    demonstration = demo_devices(table)

    for card in cards:
        before = device_counts(table)
        demonstration._given_cards.append(CARDS[card])
        table.devices.simulate("shoe", "card")
        await table.soon(partial(_has_changed, table, before))
        await table.settle()


def _has_changed(table: AtWindow, before: tuple[int, int, int]) -> bool:
    return device_counts(table) != before


def device_counts(table: AtWindow) -> tuple[int, int, int]:
    """What changes with each thing that a device tells."""
    state = table.station.state
    round_ = state.table.round
    return 0 if round_ is None else len(round_.cards), state.listening.asked, len(state.table.cases)


async def tumbles(table: AtWindow, one: int, two: int, three: int) -> None:
    demonstration = demo_devices(table)
    demonstration._tumbler.tumble(Tumble((one, two, three)))
    await table.soon(lambda: current_round(table).dice is not None)
    await table.settle()


def demo_devices(table: AtWindow) -> Demonstration:
    demonstration = table.devices._demonstration
    assert demonstration is not None, "there is no simulated device here"
    return demonstration


async def keys_cards(hands: WindowHands, *cards: str) -> None:
    """Each is keyed in the place of the shoe: rank, suit, and that it lies there."""
    for card in cards:
        if "card:key" in {control.name for control in screen_controls(hands.table.screen)}:
            await hands.press("card:key")
        elif "rank:A" not in {control.name for control in screen_controls(hands.table.screen)}:
            await hands.press_next()
        await hands.press(f"rank:{card[0]}")
        await hands.press(f"suit:{card[1]}")
        await hands.press_next()
        await signs_what_is_keyed(hands)


async def keys_dice(hands: WindowHands, *dice: int) -> None:
    """The tumbles are counted by hand and the dice keyed as they lie."""
    if "dice:key" in {control.name for control in screen_controls(hands.table.screen)}:
        # They open by themselves while the tumbler is lost.
        await hands.press("dice:key")
    await hands.press_next()
    await signs_what_is_keyed(hands)
    if "dice:key" in {control.name for control in screen_controls(hands.table.screen)}:
        await hands.press("dice:key")
    await keys_faces(hands, *dice)


async def simulates(table: AtWindow, device: str, what: str) -> None:
    """A hand at a simulated device; returns once the station has its report."""
    before = device_changes(table)
    table.devices.simulate(device, what)
    await table.soon(lambda: device_changes(table) != before)
    await table.settle()


def device_changes(table: AtWindow) -> tuple[object, ...]:
    """What changes with anything that a device does, its link included."""
    listening = table.station.state.listening
    return device_counts(table), tuple((name, each.link, each.error) for name, each in listening.devices.items())
