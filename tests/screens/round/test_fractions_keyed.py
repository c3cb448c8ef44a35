"""A stake with a part of a unit is keyed where the table has chips for it: by the chip, or with the point."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_commands
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.round.keypad import keypad_controls
from tests.screens.irregularity_hands import panel, press_control, ready
from tests.screens.irregularity_screens import part_controls
from tests.screens.round.round_screens import AtScreen, find_control
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context as mending_seen


def at_betting(unit: int) -> AtScreen:
    return AtScreen(RoundTable(V4, unit=Money(unit))).key("3").press("area:player")


def test_the_smallest_chip_lies_in_the_tray() -> None:
    screen = at_betting(250).press("chip:100").press("chip:least").next()
    assert [bet.wager.stake for bet in screen.table.round.bets] == [10_250]
    assert find_control(at_betting(250).context, "chip:least").label.first == "2.50"


def held(screen: AtScreen) -> AtScreen:
    return screen.do(next(one for one in part_controls(screen.part) if one.key == "hold ."))


@pytest.mark.parametrize(
    ("after", "stake"), [("5", 10_250), ("50", 10_250), ("05", 10_205), (".", 10_200), ("555", 10_255)]
)
def test_the_key_of_the_noughts_held_is_the_point(after: str, stake: int) -> None:
    screen = held(at_betting(5).key("102")).key(after).next()
    assert [bet.wager.stake for bet in screen.table.round.bets] == [stake]
    assert [bet.wager.stake for bet in at_betting(5).key("1.").next().table.round.bets] == [10_000], "tapped, noughts"


def test_where_chips_are_whole_there_is_no_point() -> None:
    screen = at_betting(500).key("102")
    everything = (*part_controls(screen.part), *keypad_controls(screen.context))
    assert not [one for one in everything if one.key == "hold ."]
    whole = [one.name for one in part_controls(screen.part) if one.name.startswith("chip:")]
    assert "chip:least" not in whole


def test_a_bet_is_corrected_to_a_part_of_a_unit() -> None:
    table = RoundTable(V4, unit=Money(250)).bets(("player", 1_000, 1)).close()
    input_state = (
        InputState(panel=Panel.CORRECT)
        .with_pick("correct", "bet")
        .with_pick("bet", "1")
        .with_pick("reason", "chips-differ")
    )
    context = mending_seen(table.rules, table.state, input_state=input_state)
    for name in ("amount:1", "amount:2", "amount:point", "amount:5"):
        context = press_control(context, panel(context), name)
    act = ready(context)
    assert isinstance(act, SendCommand)
    command = act.command
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.wager is not None
    assert (command.wager.area, command.wager.stake) == (Area("player"), 1_250)
