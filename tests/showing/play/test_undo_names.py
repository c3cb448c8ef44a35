"""Undo names what it will take back: the bet, the withdrawal, the answer or the tick that was keyed last, and whose."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.play.keys import keys
from dealer_app.showing.play.undoing import undo_names
from dealer_app.wording import Language, both
from tests.support.rounds import INSURANCE, TAI_SAI, V4, Seated
from tests.support.script_states import states
from tests.support.seen_rounds import seen, seen_state
from tests.support.traces import Script, scripts


def _named(table: Seated) -> str:
    return undo_names(seen(table)).first


def test_a_bet_and_its_withdrawal() -> None:
    table = Seated(V4)
    assert not undo_names(seen(table))
    table.bet("player", 100_000, 3).bet("tie", 20_000, 5, "standing-1")
    assert _named(table) == "Takes back: Seat 5, standing 1, TIE 200"
    table.do(commands.Undo)
    assert _named(table) == "Takes back: Seat 3, PLAYER 1,000"
    table.do(commands.WithdrawBet, number=table.placed("player", 3).number)
    assert _named(table) == "Puts back: Seat 3, PLAYER 1,000"
    assert table.do(commands.Undo).placed("player", 3).wager.stake == 100_000


def test_insurance_taken_and_declined() -> None:
    table = Seated(INSURANCE).bets(("player", 100_000, 1), ("player", 100_000, 2)).close().deal("KH 9C 6S 5D")
    table.do(commands.TakeInsurance, who=(1, SEATED), side=Side.PLAYER, stake=Money(10_000))
    assert _named(table) == "Takes back: Seat 1, PLAYER INSURANCE 100"
    table.do(commands.DeclineInsurance, who=(2, SEATED), side=Side.PLAYER)
    assert _named(table) == "Takes back: Seat 2, no PLAYER INSURANCE"


def test_a_tick() -> None:
    table = Seated(TAI_SAI).bet("big", 5_000, None).close().roll(2, 5, 6).announce()
    table.do(commands.TickBet, number=table.round.settled[0].number)
    assert _named(table) == "Takes back the tick: All bettors, BIG 50"


def test_the_key_that_is_held_says_it_too() -> None:
    view = seen(Seated(V4).bet("player", 100_000, 3))
    held = next(one for one in keys(view) if one.key == "hold -")
    assert held.sub == undo_names(view)
    assert held.sub.short == "3 PLAYER 1,000"


@pytest.mark.parametrize("first", list(Language))
def test_it_is_said_in_each_language(first: Language) -> None:
    second = Language.EN if first is not Language.EN else Language.ZH_HANT
    named = undo_names(seen(Seated(V4).bet("player", 100_000, 3), words=both(first, second)))
    assert named.first
    assert named.second
    assert "1,000" in named.first
    assert "1,000" in named.second


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in scripts()])
def test_whatever_can_be_undone_has_a_name(script: Script) -> None:
    for rules, state in states(script):
        view = seen_state(rules, state)
        can = view.guide is not None and commands.Undo in view.guide.allowed
        assert bool(undo_names(view)) or not can
