"""A whole station: what the dealer keys in a device's place waits for a second person, who signs it where it stands."""

from collections.abc import Iterator

import pytest

from dealer_app.observations import LineDown, LineUp
from dealer_app.people.pin_work import PinWork
from dealer_app.screens.key_input import screen_controls
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.screens.scripted_device import card_report
from tests.support.rounds import TAI_SAI, V4
from tests.support.signers import PINS, QUICK, SUPERVISOR
from tests.support.window_rounds import current_round, starts_table, takes_bets

DOWN = LineDown(fault="gone", said="check the plug")


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


async def keys(hands: ByDesk, text: str) -> None:
    """The card, and that it lies there."""
    if "card:key" in {control.name for control in screen_controls(hands.table.screen)}:
        await hands.press("card:key")
    elif "rank:K" not in {control.name for control in screen_controls(hands.table.screen)}:
        await hands.press_next()
    await hands.press(f"rank:{text[0]}")
    await hands.press(f"suit:{text[1]}")
    await hands.press_next()


async def signs(hands: ByDesk, pin: str = PINS[SUPERVISOR.badge]) -> None:
    await hands.press(f"person:{SUPERVISOR.badge}")
    await hands.writes(pin)
    await hands.press_next()


def panel(hands: ByDesk) -> str:
    overlay = hands.table.screen.overlay
    return "" if overlay is None else overlay.name


def drawn(hands: ByDesk) -> list[str]:
    return [one.card.text for one in current_round(hands.table).cards if one.card is not None]


async def begins(table: AtDesk, game: str = V4) -> ByDesk:
    hands = ByDesk(table)
    await starts_table(hands, game, "P" if game == V4 else "A")
    await takes_bets(hands, (3, "player", 1500) if game == V4 else (None, "big", 1500))
    return hands


def test_while_the_shoe_is_heard_each_card_is_signed(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table)
        for text, lie in (("9S", ["9S"]), ("3H", ["9S", "3H"])):
            await keys(hands, text)
            assert panel(hands) == "hand"
            assert hands.primary().act is None
            await signs(hands)
            assert (panel(hands), drawn(hands)) == ("", lie)
        assert [each.badge for each in table.station.state.people.sessions.values()] == ["D1"]

    at_desk(pins, play)


def test_while_it_is_lost_one_signature_lasts_and_the_lamp_says_so(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table)
        await table.hears("shoe", DOWN)
        await hands.press("reply:nothing")
        await hands.press_next()
        await keys(hands, "9S")
        await signs(hands)
        for text in ("3H", "KD", "4C"):
            await keys(hands, text)
            assert panel(hands) == ""
        assert drawn(hands) == ["9S", "3H", "KD", "4C"]
        lamps = {cell.name: cell.value for cell in (*table.screen.top_bar.left, *table.screen.top_bar.right)}
        assert lamps["lamp:shoe"] == "By hand"
        await hands.press("lamp:shoe")
        assert "Dealer 1 keys in alone, allowed by Supervisor 1." in repr(table.screen.overlay)

    at_desk(pins, play)


def test_a_wrong_pin_deals_nothing_and_may_be_keyed_again(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table)
        await keys(hands, "9S")
        await signs(hands, "000000")
        assert (panel(hands), drawn(hands)) == ("hand", [])
        await hands.writes(PINS[SUPERVISOR.badge])
        await hands.press_next()
        assert drawn(hands) == ["9S"]

    at_desk(pins, play)


def test_what_the_shoe_tells_meanwhile_closes_it(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table)
        await keys(hands, "9S")
        await table.hears("shoe", card_report("9S"))
        assert (panel(hands), drawn(hands)) == ("", ["9S"])

    at_desk(pins, play)


def test_not_now_leaves_the_round_as_it_was(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table)
        await keys(hands, "9S")
        await hands.press("close")
        assert (panel(hands), drawn(hands)) == ("", [])

    at_desk(pins, play)


def test_a_shoe_that_comes_back_before_the_pin_is_keyed_ends_what_was_asked(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table)
        await table.hears("shoe", DOWN)
        await hands.press("reply:nothing")
        await hands.press_next()
        await keys(hands, "9S")
        await table.hears("shoe", LineUp(port="of a test"))
        assert (panel(hands), drawn(hands)) == ("", [])
        assert not table.station.state.by_hand

    at_desk(pins, play)


def test_tumbles_and_dice_are_signed_too(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = await begins(table, TAI_SAI)
        await hands.press("dice:key")
        await hands.press_next()
        assert (panel(hands), current_round(hands.table).tumbles) == ("hand", None)
        await signs(hands)
        assert current_round(hands.table).tumbles == 3

    at_desk(pins, play)
