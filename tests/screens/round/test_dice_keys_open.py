"""The keys for dice: open by themselves while the tumbler is lost, and stay while something is half keyed."""

import pytest

from dealer_app.device_questions import DeviceRecord, Link, ListeningState
from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.round.dice import dice_rail
from dealer_app.screens.round.table_context import open_table
from tests.support.rounds import TAI_SAI, RoundTable
from tests.support.screen_contexts import table_context


def tumbling(link: Link, *, tumbled: bool, dice: str = "") -> ScreenContext:
    table = RoundTable(TAI_SAI).bet("big", 5_000, None).close()
    if tumbled:
        table.do(commands.CountTumbles, tumbles=3)
    context = table_context(table, devices={"tumbler": "tumbler"})
    listening = ListeningState(devices={"tumbler": DeviceRecord(link=link)})
    input_state = context.input_state.replace(dice=dice)
    return replace(context, state=replace(context.state, listening=listening), input_state=input_state)


def names(context: ScreenContext) -> set[str]:
    return {one.name for one in block_controls(dice_rail(open_table(context)).work)}


@pytest.mark.parametrize(("tumbled", "key"), [(False, "tumbles:3"), (True, "die:4")])
def test_while_the_tumbler_is_lost_the_keys_lie_open(key: str, *, tumbled: bool) -> None:
    assert key in names(tumbling(Link.LOST, tumbled=tumbled))
    assert "dice:key" not in names(tumbling(Link.LOST, tumbled=tumbled)), "there is nothing to open"
    assert key not in names(tumbling(Link.CONNECTED, tumbled=tumbled))
    back = tumbling(Link.CONNECTED, tumbled=tumbled, dice="4")
    assert key in names(back), "what is half keyed stays when it comes back"


def test_the_step_says_why_dice_are_keyed() -> None:
    rail = dice_rail(open_table(tumbling(Link.LOST, tumbled=True)))
    assert rail.primary.waits.first == "No signal from tumbler: key in by hand"
