"""The normal course of a round of Tai Sai: calls, boxes that several share, bets on behalf."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Phase
from dealer_app.domain.wagers import Area, Bettor, Wager
from tests.support.round_player import next_step
from tests.support.rounds import DEALER, SUPERVISOR, TAI_SAI, RoundTable


def wager(amount: int = 1000, bettor: str = "red") -> Wager:
    return Wager(area=Area("big"), stake=Money(amount), bettor=Bettor(bettor))


@pytest.mark.clause(TAI_SAI, "3.2")
def test_bets_are_open_once_the_dealer_has_called_for_them() -> None:
    table = RoundTable(TAI_SAI, begun=False)
    assert table.expect_refusal(commands.PlaceBet, wager=wager()) == Refusal(code="bets-not-open-yet", clause="3.2")
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.PLACE_YOUR_BETS, "place-your-bets", "3.2")
    assert table.begin().round.phase is Phase.BETTING


@pytest.mark.clause(TAI_SAI, "3.5")
def test_what_a_bettor_leaves_of_a_box_is_open_to_others() -> None:
    limits = TableLimits(general=AreaLimits(minimum=Money(100), maximum=Money(5000)))
    table = RoundTable(TAI_SAI, limits=limits)
    table.do(commands.PlaceBet, wager=wager(2000)).do(commands.PlaceBet, wager=wager(2500, "blue"))
    assert next_step(table) is Step.NO_MORE_BETS
    table.do(commands.PlaceBet, wager=wager(1000, "green"))
    assert next_step(table) is Step.REJECT_EXCESS, "the box is full"
    table.do(commands.RejectExcess)
    assert [bet.wager.stake for bet in table.round.bets] == [2000, 2500, 500]


@pytest.mark.clause(TAI_SAI, "3.6")
def test_nothing_is_placed_after_no_more_bets() -> None:
    table = RoundTable(TAI_SAI).do(commands.PlaceBet, wager=wager())
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.NO_MORE_BETS, "no-more-bets", "3.6")
    assert table.close().expect_refusal(commands.PlaceBet, wager=wager()).code == "bets-closed"
    table.roll(4, 5, 6).finish()
    assert table.round.settled[0].net == 1000


@pytest.mark.clause(TAI_SAI, "5.13")
def test_the_pit_may_bet_for_a_bettor_and_the_bet_is_his() -> None:
    table = RoundTable(TAI_SAI)
    refused = table.expect_refusal(commands.PlaceBet, by=Person("Guest", "guest"), wager=wager(), on_behalf=True)
    assert (refused.code, refused.clause) == ("unknown-role", "house policy")
    for who in (DEALER, SUPERVISOR):
        table.do(commands.PlaceBet, by=who, wager=wager(), on_behalf=True)
    assert all(bet.on_behalf and bet.who == (None, "red") for bet in table.round.bets)
