"""After an outage: whether the table played on meanwhile, and the rounds that were dealt without the station."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Rules
from dealer_app.showing.acts import AnswerOutage, Give
from dealer_app.showing.house import shoe_part
from dealer_app.showing.mending import outage
from dealer_app.showing.seeing import Seeing
from dealer_app.station.state import Outage
from tests.support.mending_hands import given, pressed, signed
from tests.support.mending_screens import seen
from tests.support.rounds import BACCARAT, SUPERVISOR, TAI_SAI, V4, Seated

GAMES = (*BACCARAT, TAI_SAI)


@pytest.mark.parametrize("played_on", [False, True])
def test_after_an_outage_both_answers_can_be_given_and_neither_is_the_default(played_on: bool) -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, outage=Outage.ASKED)
    part = outage.outage(seeing)
    assert part.primary.act is None
    part = outage.outage(pressed(seeing, part, f"played-on:{'yes' if played_on else 'no'}"))
    assert part.primary.act == AnswerOutage(played_on)


@pytest.mark.parametrize("game", GAMES)
def test_the_rounds_dealt_meanwhile_are_entered_with_a_supervisor(game: str) -> None:
    table = Seated(game, begun=False)
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    seeing = _rounds(seeing, table.rules)
    part = outage.outage(seeing)
    assert part.primary.act is None
    seeing = pressed(seeing, part, "reason:noted-by-dealer")
    assert outage.outage(seeing).primary.act is None
    act = outage.outage(signed(seeing, "S1")).primary.act
    assert isinstance(act, Give)
    assert not isinstance(given(signed(seeing, "S1"), act), Refusal)


def _rounds(seeing: Seeing, rules: Rules) -> Seeing:
    if rules.baccarat is None:
        names = ["die:2", "die:5", "die:6", "round:dice", "round:unknown"]
    else:
        names = ["won:banker", "won:tie", "drop:1", "won:player"]
    for name in names:
        seeing = pressed(seeing, outage.outage(seeing), name)
    return seeing


def test_cards_that_were_noted_go_with_their_round() -> None:
    table = Seated(V4, begun=False)
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    for card in ("9H", "4S", "KD", "3C"):
        for name in (f"rank:{card[0]}", f"suit:{card[1]}", "next-card"):
            seeing = pressed(seeing, outage.outage(seeing), name)
    seeing = pressed(seeing, outage.outage(seeing), "won:player")
    seeing = signed(pressed(seeing, outage.outage(seeing), "reason:noted-by-dealer"), "S1")
    act = outage.outage(seeing).primary.act
    assert not isinstance(given(seeing, act or pytest.fail("it waits")), Refusal)


def test_a_shoe_that_was_being_prepared_is_made_ready_before_the_rounds_are_entered() -> None:
    table = Seated(V4, begun=False).do(commands.EndShoe, by=SUPERVISOR, reason="finished")
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert outage.outage(seeing) == shoe_part.shoe(seeing)
