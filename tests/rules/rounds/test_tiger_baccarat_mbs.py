"""The normal course of a round of Tiger Baccarat: calls, wagers, the cutting card (methods: test_mbs_methods)."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Phase
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area, Bettor, Wager
from tests.support.round_player import next_step
from tests.support.rounds import DEALER, MBS, PIT_MANAGER, SEATED, SUPERVISOR, RoundTable


def wager(area: str = "player", amount: int = 1000, seat: int = 1, bettor: Bettor = SEATED) -> Wager:
    return Wager(area=Area(area), stake=Money(amount), seat=seat, bettor=bettor)


@pytest.mark.clause(MBS, "3.1")
def test_the_round_opens_with_the_call() -> None:
    table = RoundTable(MBS, begun=False)
    assert table.expect_refusal(commands.PlaceBet, wager=wager()).clause == "3.1"
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.PLACE_YOUR_BETS, "place-your-bets", "3.1")
    assert table.begin().round.phase is Phase.BETTING


@pytest.mark.clause(MBS, "3.2")
def test_betting_closes_with_the_call() -> None:
    table = RoundTable(MBS).bet("player", 1000, 1)
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.NO_MORE_BETS, "no-more-bets", "3.2")
    assert table.close().expect_refusal(commands.PlaceBet, wager=wager()).code == "bets-closed"


@pytest.mark.clause(MBS, "3.5.1")
def test_one_bettor_or_several_stake_on_an_area_between_minimum_and_maximum() -> None:
    limits = TableLimits(general=AreaLimits(minimum=Money(1000), maximum=Money(5000)))
    table = RoundTable(MBS, limits=limits).bet("player", 9000, 1).bet("player", 1000, 1, "standing-1").close()
    table.deal("2H 3S 7D 4C").finish()
    assert table.net("player", 1) == 5000, "paid to the maximum"


@pytest.mark.clause(MBS, "3.7")
def test_an_area_takes_three_wagers() -> None:
    table = RoundTable(MBS).bet("player", 1000, 1)
    table.bet("player", 1000, 1, "standing-1").bet("player", 1000, 1, "standing-2")
    refused = table.expect_refusal(commands.PlaceBet, wager=wager(bettor=Bettor("standing-3")))
    assert refused == Refusal(code="too-many-wagers", clause="3.7", facts={"most": "3"})
    table.bet("banker", 1000, 1).bet("player", 1000, 2)


@pytest.mark.clause(MBS, "3.7", "3.7.1")
@pytest.mark.parametrize("most", [None, 2, 1])
def test_adding_to_a_wager_of_ones_own_is_no_new_one(most: int | None) -> None:
    """Wagers are counted, not chips (ruling O23)."""
    places = ("seated", "standing-1", "standing-2")[: most or 3]
    table = RoundTable(MBS, begun=False)
    if most is not None:
        table.do(commands.AllowWagers, by=PIT_MANAGER, most=most)
    table.begin()
    for place in (*places, *places):
        table.bet("player", 1000, 1, place)
    refused = table.expect_refusal(commands.PlaceBet, wager=wager(bettor=Bettor("standing-3")))
    assert refused.code == "too-many-wagers"
    first = table.round.bets[0]
    table.do(commands.WithdrawBet, number=first.number)
    assert table.expect_refusal(commands.PlaceBet, wager=wager(bettor=Bettor("standing-3"))) == refused
    table.do(commands.WithdrawBet, number=table.round.bets[len(places) - 1].number)
    table.bet("player", 1000, 1, "standing-3")


@pytest.mark.clause(MBS, "3.7.1")
def test_the_pit_manager_may_set_fewer() -> None:
    table = RoundTable(MBS, begun=False)
    assert table.expect_refusal(commands.AllowWagers, by=SUPERVISOR, most=1).clause == "3.7.1"
    assert table.expect_refusal(commands.AllowWagers, by=PIT_MANAGER, most=4).code == "only-fewer-wagers"
    table.do(commands.AllowWagers, by=PIT_MANAGER, most=1).begin().bet("player", 1000, 1)
    refused = table.expect_refusal(commands.PlaceBet, wager=wager(bettor=Bettor("standing-1")))
    assert refused == Refusal(code="too-many-wagers", clause="3.7.1", facts={"most": "1"})
    assert table.expect_refusal(commands.AllowWagers, by=PIT_MANAGER, most=None).code == "round-on"


@pytest.mark.clause(MBS, "3.8")
def test_the_pit_may_bet_for_a_bettor() -> None:
    table = RoundTable(MBS)
    refused = table.expect_refusal(commands.PlaceBet, by=Person("Guest", "guest"), wager=wager(), on_behalf=True)
    assert (refused.code, refused.clause) == ("unknown-role", "house policy")
    for who in (DEALER, SUPERVISOR, PIT_MANAGER):
        table.do(commands.PlaceBet, by=who, wager=wager(), on_behalf=True)
    assert all(bet.on_behalf and bet.who == (1, SEATED) for bet in table.round.bets)


@pytest.mark.clause(MBS, "3.21")
def test_the_pit_manager_may_let_anybody_squeeze_any_card() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bet("player", 1000, 1).close().deal("2H 3S 6D 4C")
    friend = (2, Bettor("standing-1"))
    assert (
        table.expect_refusal(commands.GiveCards, by=SUPERVISOR, side=Side.BANKER, who=friend).code
        == "dealer-keeps-cards"
    )
    table.do(commands.GiveCards, by=PIT_MANAGER, side=Side.BANKER, who=friend)
    assert table.round.holders == {Side.BANKER: friend}
    assert table.guide.facts["banker_held_by"] == "2 standing-1"


@pytest.mark.clause(MBS, "3.22")
def test_a_cutting_card_in_the_middle_is_taken_away_and_the_round_finished() -> None:
    table = RoundTable(MBS).bet("player", 1000, 1).close().deal("2H 3S")
    table.do(commands.CuttingCardOut)
    assert next_step(table) is Step.DRAW_PLAYER
    table.deal("7D 4C").finish()
    assert table.net("player", 1) == 1000
    assert next_step(table) is Step.END_SHOE, "the house deals no further round from it"


@pytest.mark.clause(MBS, "3.22")
def test_the_house_may_deal_further_rounds_after_it() -> None:
    table = RoundTable(MBS, last_rounds=1).close().do(commands.CuttingCardOut).deal("2H 3S 7D 4C").finish()
    assert next_step(table) is Step.PLACE_YOUR_BETS
    table.begin().close().deal("2H 3S 7D 4C").finish()
    assert next_step(table) is Step.END_SHOE


@pytest.mark.clause(MBS, "3.22.1")
def test_in_hlga_a_cutting_card_that_is_first_lets_bettors_take_their_wagers_back() -> None:
    table = RoundTable(MBS, hlga=True).bets(("player", 1000, 1), ("banker", 1000, 2)).close()
    table.do(commands.CuttingCardOut).report(IrregularityKind.CUTTING_CARD_FIRST)
    assert table.case.clause == "3.22.1"
    table.resolve(leaving=[1])
    assert table.is_returned("player", 1)
    assert not table.is_returned("banker", 2)
    table.deal("2H 3S 6D 4C").finish()
    assert [line.number for line in table.round.settled] == [table.find_bet("banker", 2).number]


@pytest.mark.clause(MBS, "3.22.1")
def test_elsewhere_they_stay() -> None:
    table = RoundTable(MBS).bet("player", 1000, 1).close().do(commands.CuttingCardOut)
    assert table.expect_refusal(commands.Report, trouble="cutting-card-first").code == "not-the-first-card"


@pytest.mark.clause(MBS, "3.9")
def test_a_table_is_dealt_by_one_of_three_methods() -> None:
    assert RoundTable(MBS, begun=False).find_events(events.TableOpened)[0].table.method is Method.B


@pytest.mark.clause(MBS, "3.16.1", "5.14")
def test_under_the_minimum_a_tie_or_a_return_uses_nothing_up() -> None:
    """Neither paid nor collected, it is not yet settled that one time (ruling O19)."""
    tie, win = "4S 3H 3D 4C", "9S 3H KD 4C"

    def begun() -> RoundTable:
        return RoundTable(MBS).bets(("player", 50, 1))

    tied = begun().close().deal(tie).finish()
    void = begun().close().report(IrregularityKind.INSUFFICIENT_CARDS).resolve()
    void.do(commands.EndShoe, reason="it ran out").new_shoe()
    withdrawn = begun().close().deal("4S 3H").report(IrregularityKind.TOGETHER_ORDER_KNOWN, places=(0, 1))
    withdrawn.resolve(leaving=[1]).deal("3D 4C").finish()
    for table in (tied, void, withdrawn):
        assert table.state.under_minimum_before == frozenset()
        table.begin().bets(("player", 50, 1)).close().deal(win).finish()
        assert table.net("player", 1) == 50
        table.begin().bets(("player", 50, 1)).close().deal(win).finish()
        assert table.net("player", 1) == 0


@pytest.mark.clause(MBS, "5.14")
def test_one_wager_that_is_paid_uses_it_up_though_another_tied() -> None:
    table = RoundTable(MBS).bets(("player", 50, 1), ("tie", 50, 1)).close().deal("4S 3H 3D 4C").finish()
    assert table.net("tie", 1) == 400
    table.begin().bets(("player", 50, 1)).close().deal("9S 3H KD 4C").finish()
    assert table.net("player", 1) == 0
