"""Undo names what it will take back: the bet, the withdrawal, the answer or the tick that was keyed last, and whose."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.round.keypad import keypad_controls, undo_text
from dealer_app.texts import Language, language_pair
from tests.support.rounds import INSURANCE, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import state_context, table_context
from tests.support.script_states import all_states
from tests.support.traces import Script, read_scripts


def _named(table: RoundTable) -> str:
    return undo_text(table_context(table)).first


def test_a_bet_and_its_withdrawal() -> None:
    table = RoundTable(V4)
    assert not undo_text(table_context(table))
    table.bet("player", 100_000, 3).bet("tie", 20_000, 5, "standing-1")
    assert _named(table) == "Takes back Seat 5, standing 1: TIE 200"
    table.do(commands.Undo)
    assert _named(table) == "Takes back Seat 3: PLAYER 1,000"
    table.do(commands.WithdrawBet, number=table.find_bet("player", 3).number)
    assert _named(table) == "Puts back Seat 3: PLAYER 1,000"
    assert table.do(commands.Undo).find_bet("player", 3).wager.stake == 100_000


def test_insurance_taken_and_declined() -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1), ("player", 100_000, 2)).close().deal("KH 9C 6S 5D")
    table.do(commands.TakeInsurance, who=(1, SEATED), side=Side.PLAYER, stake=Money(10_000))
    assert _named(table) == "Takes back: Seat 1 insures for 100"
    table.do(commands.DeclineInsurance, who=(2, SEATED), side=Side.PLAYER)
    assert _named(table) == "Takes back: Seat 2 takes no insurance"


def test_a_tick() -> None:
    table = RoundTable(TAI_SAI).bet("big", 5_000, None).close().roll(2, 5, 6).announce()
    table.do(commands.TickBet, number=table.round.settled[0].number)
    assert _named(table) == "Takes back the tick of Whole table: BIG 50"


def test_the_key_that_is_held_says_it_too() -> None:
    view = table_context(RoundTable(V4).bet("player", 100_000, 3))
    held = next(one for one in keypad_controls(view) if one.key == "hold -")
    assert held.sub == undo_text(view)
    assert held.sub.short == "3: PLAYER 1,000"


@pytest.mark.parametrize("first", list(Language))
def test_it_is_said_in_each_language(first: Language) -> None:
    second = Language.EN if first is not Language.EN else Language.ZH_HANT
    named = undo_text(table_context(RoundTable(V4).bet("player", 100_000, 3), words=language_pair(first, second)))
    assert named.first
    assert named.second
    assert "1,000" in named.first
    assert "1,000" in named.second


@pytest.mark.parametrize("script", [pytest.param(script, id=script.name) for script in read_scripts()])
def test_whatever_can_be_undone_has_a_name(script: Script) -> None:
    for rules, state in all_states(script):
        view = state_context(rules, state)
        can = view.guide is not None and commands.Undo in view.guide.allowed
        assert bool(undo_text(view)) or not can
