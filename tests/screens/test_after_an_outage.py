"""After an outage the table lies there as it was, whoever is there and whatever is still to be answered."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Wager
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.screen import HandsShown, Screen, TableStage
from dealer_app.station.state import Outage
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context


def _cut_off(*, here: bool) -> tuple[ScreenContext, ScreenContext]:
    """The table as it was seen before, and after the station was cut off in its round."""
    table = RoundTable(V4)
    table.do(commands.PlaceBet, wager=Wager(area=Area("banker"), stake=Money(80_000), seat=3, bettor=SEATED))
    table.do(commands.NoMoreBets)
    for card in ("9S", "2H"):
        table.do(commands.DrawCard, card=CARDS[card], face_up=True)
    after = make_context(table.rules, table.state, outage=Outage.ASKED)
    if not here:
        people = replace(after.state.people, sessions={})
        after = replace(after, state=replace(after.state, people=people))
    return make_context(table.rules, table.state), after


def _stage(shown: Screen) -> TableStage:
    assert isinstance(shown.stage, TableStage)
    return shown.stage


@pytest.mark.parametrize("here", [False, True])
def test_round_cards_and_bets_are_shown_before_anything_is_answered(here: bool) -> None:
    before, after = _cut_off(here=here)
    shown = build_screen(after)
    assert _stage(shown).result == build_stage(before).result
    assert isinstance(_stage(shown).result, HandsShown)
    chips = [each.stakes for each in build_stage(before).table.areas]
    assert any(chips)
    assert [each.stakes for each in _stage(shown).table.areas] == chips
    assert shown.top_bar.left[0].value == "T1"
    assert "stopped in round 1" in shown.rail.why.first


@pytest.mark.parametrize("here", [False, True])
def test_nothing_of_the_table_can_be_touched_until_it_is_answered(here: bool) -> None:
    _, after = _cut_off(here=here)
    shown = _stage(build_screen(after)).table
    assert not any(each.act for each in shown.areas)
    assert not any(each.act for each in shown.seats)
    assert not any(each.name.startswith("key:") for each in screen_controls(build_screen(after)))
