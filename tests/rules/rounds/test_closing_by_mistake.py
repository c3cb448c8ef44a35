"""Closing that was keyed by mistake: taken back before play begins, and only if the words were not said."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.correction_events import ClosingTakenBack
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import Phase
from tests.support.rounds import TAI_SAI, V4, RoundTable


def closed() -> RoundTable:
    return RoundTable(V4).bets(("player", 10_000, 1)).close()


def test_bets_are_open_again_if_the_words_were_not_said() -> None:
    table = closed()
    table.do(commands.TakeBackClosing, announced=False)
    assert table.round.phase is Phase.BETTING
    assert [bet.wager.stake for bet in table.round.bets] == [10_000], "nothing of the bets has changed"
    assert table.happened[-1] == ClosingTakenBack(clause=HOUSE_POLICY), "the statement is kept"
    table.bet("banker", 20_000, 2)
    assert table.close().round.phase is Phase.CLOSED


def test_words_that_were_said_close_bets_whatever_was_pressed() -> None:
    assert closed().expect_refusal(commands.TakeBackClosing, announced=True).code == "bets-closed"


def test_not_while_bets_are_open() -> None:
    table = RoundTable(V4).bets(("player", 10_000, 1))
    assert commands.TakeBackClosing not in table.guide.allowed
    assert table.expect_refusal(commands.TakeBackClosing, announced=False).code == "not-now"


def test_not_after_the_first_card() -> None:
    table = closed().deal("9H")
    assert commands.TakeBackClosing not in table.guide.allowed
    assert table.expect_refusal(commands.TakeBackClosing, announced=False).code == "play-began"


@pytest.mark.parametrize("tumbles", [0, 3])
def test_not_after_the_tumbler_has_started(tumbles: int) -> None:
    table = RoundTable(TAI_SAI).bets(("big", 10_000, None)).close()
    assert commands.TakeBackClosing in table.guide.allowed
    table.do(commands.CountTumbles, tumbles=tumbles)
    assert table.expect_refusal(commands.TakeBackClosing, announced=False) is not None
