"""After an outage: whether the table played on meanwhile, and the rounds that were dealt without the station."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Rules
from dealer_app.screens.actions import AnswerOutage, SendCommand
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house import shoe_change
from dealer_app.screens.irregularity import outage
from dealer_app.station.state import Outage
from tests.screens.irregularity_hands import decide_act, key_signature, press_control
from tests.screens.irregularity_screens import part_rows
from tests.support.rounds import BACCARAT, SUPERVISOR, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context

GAMES = (*BACCARAT, TAI_SAI)


@pytest.mark.parametrize("played_on", [False, True])
def test_after_an_outage_both_answers_can_be_given_and_neither_is_the_default(played_on: bool) -> None:
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, outage=Outage.ASKED)
    part = outage.outage_rail(context)
    assert part.primary.act is None
    part = outage.outage_rail(press_control(context, part, f"played-on:{'yes' if played_on else 'no'}"))
    assert part.primary.act == AnswerOutage(played_on)


@pytest.mark.parametrize("game", GAMES)
def test_the_rounds_dealt_meanwhile_are_entered_with_a_supervisor(game: str) -> None:
    table = RoundTable(game, begun=False)
    context = make_context(table.rules, table.state, outage=Outage.PLAYED_ON)
    context = _rounds(context, table.rules)
    part = outage.outage_rail(context)
    assert part.primary.act is None
    context = press_control(context, part, "reason:noted-by-dealer")
    assert outage.outage_rail(context).primary.act is None
    act = outage.outage_rail(key_signature(context, "S1")).primary.act
    assert isinstance(act, SendCommand)
    assert not isinstance(decide_act(key_signature(context, "S1"), act), Refusal)


def _rounds(context: ScreenContext, rules: Rules) -> ScreenContext:
    if rules.baccarat is None:
        names = ["die:2", "die:5", "die:6", "round:dice", "round:unknown"]
    else:
        names = ["won:banker", "won:tie", "drop:1", "won:player"]
    for name in names:
        context = press_control(context, outage.outage_rail(context), name)
    return context


def test_dice_that_were_noted_are_seen_in_the_list() -> None:
    table = RoundTable(TAI_SAI, begun=False)
    context = make_context(table.rules, table.state, outage=Outage.PLAYED_ON)
    part = outage.outage_rail(_rounds(context, table.rules))
    seen = [[tag.icon for tag in row.tags] for row in part_rows(part) if row.name.startswith("round:")]
    assert seen == [[], ["die-2", "die-5", "die-6"]]


def test_cards_that_were_noted_go_with_their_round() -> None:
    table = RoundTable(V4, begun=False)
    context = make_context(table.rules, table.state, outage=Outage.PLAYED_ON)
    for card in ("9H", "4S", "KD", "3C"):
        for name in (f"rank:{card[0]}", f"suit:{card[1]}", "next-card"):
            context = press_control(context, outage.outage_rail(context), name)
    context = press_control(context, outage.outage_rail(context), "won:player")
    context = key_signature(press_control(context, outage.outage_rail(context), "reason:noted-by-dealer"), "S1")
    act = outage.outage_rail(context).primary.act
    assert not isinstance(decide_act(context, act or pytest.fail("it waits")), Refusal)


def test_a_shoe_that_was_being_prepared_is_made_ready_before_the_rounds_are_entered() -> None:
    table = RoundTable(V4, begun=False).do(commands.EndShoe, by=SUPERVISOR, reason="finished")
    context = make_context(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert outage.outage_rail(context) == shoe_change.shoe_rail(context)
