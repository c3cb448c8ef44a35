"""What the guide tells beside its step, and what waits for whom: lammers, a waiver, bets on behalf, winners."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.guide import OpenItem, Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, InsuranceShown
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area, Wager
from dealer_app.texts import Language, Words
from tests.support.rounds import INSURANCE, MBS, SEATED, SUPERVISOR, TAI_SAI, V4, RoundTable

ONE, TWO = (1, SEATED), (2, SEATED)
CLAUSE_ON_BEHALF = {V4: "5.17", INSURANCE: "5.17", MBS: "3.8", TAI_SAI: "5.13"}


def instruction(table: RoundTable) -> str:
    return Words.load(Language.EN).instruction(table.guide)


def offered(**settings: object) -> RoundTable:
    """Player 6 against Banker 5: Player may be insured."""
    table = RoundTable(INSURANCE, **settings).bets(("player", 1000, 1), ("player", 1000, 2)).close()  # type: ignore[arg-type]
    return table.deal("KH 9C 6S 6D")


# Bets are not opened once the shoe is over


@pytest.mark.parametrize("last_rounds", [0, 1])
def test_once_the_shoe_is_over_bets_are_not_opened(last_rounds: int) -> None:
    table = RoundTable(V4, last_rounds=last_rounds).do(commands.CuttingCardOut)
    for _ in range(last_rounds):
        table.close().deal("9S 3H KD 4C").finish().begin()
    table.close().deal("9S 3H KD 4C").finish()
    assert table.guide.step is Step.END_SHOE
    refusal = table.expect_refusal(commands.PlaceYourBets)
    assert (refusal.code, refusal.clause) == ("shoe-over", "house policy")
    table.do(commands.EndShoe, reason="finished").new_shoe().begin()


# Lammers


@pytest.mark.clause(INSURANCE, "3.12")
def test_a_lammer_is_pushed_out_for_the_offer_and_taken_back_after_it() -> None:
    table = offered(insurance=InsuranceShown.LAMMER)
    assert table.guide.facts["lammer"] == table.guide.facts["offers"]
    assert instruction(table).startswith("Offer. Lammer: PLAYER ")
    table.do(commands.CloseOffer)
    assert (table.guide.step, table.guide.facts["lammer"]) == (Step.DRAW_BANKER, "back")
    assert instruction(table) == "Take back the lammer, draw for BANKER"
    assert "lammer" not in table.deal("AH").guide.facts


@pytest.mark.clause(INSURANCE, "3.12")
def test_a_lammer_is_taken_back_too_when_a_card_closed_the_offer() -> None:
    table = offered(insurance=InsuranceShown.LAMMER).draw("AH").answer(announced=True)
    assert (table.guide.step, instruction(table)) == (
        Step.ANNOUNCE_RESULT,
        "Take back the lammer, announce the result",
    )
    neglected = offered(insurance=InsuranceShown.LAMMER).draw("AH").answer(announced=False)
    assert "lammer" not in neglected.guide.facts, "none was out"


@pytest.mark.clause(INSURANCE, "3.12")
def test_it_is_taken_back_before_the_next_is_pushed_out() -> None:
    table = (
        RoundTable(INSURANCE, insurance=InsuranceShown.LAMMER).bets(("banker", 1000, 1), ("player", 1000, 2)).close()
    )
    table.deal("2H KS 3D 4C")
    assert table.guide.step is Step.OFFER_INSURANCE
    table.draw("2S").answer(announced=True)
    assert table.guide.step is Step.OFFER_INSURANCE
    assert instruction(table).startswith("Swap lammers to ")


def test_without_lammers_nobody_hears_of_them() -> None:
    table = offered()
    assert "lammer" not in table.guide.facts
    assert "lammer" not in table.do(commands.CloseOffer).guide.facts


# The waiver


@pytest.mark.clause(INSURANCE, "3.14")
def test_all_seats_are_told_of_the_waiver_once_before_the_next_third_card() -> None:
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN).bets(("banker", 1000, 1), ("player", 1000, 2)).close()
    table.deal("2H KS 3D 2C").turn_all().close_offers().do(commands.WaiveInsurance, by=SUPERVISOR)
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.DRAW_PLAYER, "insurance-waived", "3.14")
    table.draw("4S")
    assert (table.guide.step, table.guide.say, table.guide.why) == (Step.DRAW_BANKER, "banker-draws", "3.14")
    assert table.draw("4H").guide.say == ""


@pytest.mark.clause(INSURANCE, "3.14")
def test_they_are_told_at_the_bankers_card_if_it_was_granted_only_then() -> None:
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN).bets(("banker", 1000, 1), ("player", 1000, 2)).close()
    table.deal("2H KS 3D 2C").turn_all().close_offers().draw("4S").do(commands.WaiveInsurance, by=SUPERVISOR)
    assert (table.guide.step, table.guide.say) == (Step.DRAW_BANKER, "insurance-waived")
    assert table.draw("4H").guide.say == ""


# Bets on behalf


@pytest.mark.parametrize("book", [V4, INSURANCE, MBS, TAI_SAI])
@pytest.mark.clause(V4, "5.17")
@pytest.mark.clause(INSURANCE, "5.17")
@pytest.mark.clause(MBS, "3.8")
@pytest.mark.clause(TAI_SAI, "5.13")
def test_a_bet_on_behalf_without_chips_at_closing_was_never_placed(book: str) -> None:
    table = RoundTable(book)
    area, seat = (Area("big"), None) if book == TAI_SAI else (Area("player"), 1)
    wager = Wager(area=area, stake=Money(1000), seat=seat)
    for on_behalf in (True, False, True):
        table.do(commands.PlaceBet, wager=wager, on_behalf=on_behalf)
    assert table.guide.facts["on_behalf"] == "1 3"
    assert instruction(table) == "Bets 1 3: chips down? Then close"
    clause = CLAUSE_ON_BEHALF[book]
    assert table.expect_refusal(commands.NoMoreBets, without_chips=frozenset({2})).clause == clause
    table.do(commands.NoMoreBets, without_chips=frozenset({1}))
    assert [bet.number for bet in table.round.bets] == [2, 3]
    assert table.find_events(events.BetNeverPlaced) == [events.BetNeverPlaced(number=1, clause=clause)]


# Winning areas, where bets are not keyed


def test_with_bets_off_the_winning_areas_are_told_with_their_odds() -> None:
    table = RoundTable(V4, bets=BetKeeping.OFF).close().deal("9S 3H KD 4C").announce()
    assert table.guide.facts["winning"] == "player 1/1"
    assert Words.load(Language.EN).reason(table.guide) == "These win: PLAYER · 1 to 1."


def test_insurance_that_has_won_is_told_too() -> None:
    table = RoundTable(INSURANCE, bets=BetKeeping.OFF).close().deal("KH 9C 6S 6D 3H").announce()
    assert table.guide.facts["winning"].endswith(", player_insurance 5/2")


def test_with_bets_keyed_the_bets_themselves_are_settled() -> None:
    assert "winning" not in RoundTable(V4).close().deal("9S 3H KD 4C").announce().guide.facts


# What waits for whom


def test_who_has_not_answered_an_offer_is_waited_for() -> None:
    table = offered()
    assert [(one.what, one.who, one.side) for one in table.guide.open_items] == [
        ("insurance", ONE, Side.PLAYER),
        ("insurance", TWO, Side.PLAYER),
    ]
    table.do(commands.DeclineInsurance, who=ONE, side=Side.PLAYER)
    assert [one.who for one in table.guide.open_items] == [TWO]
    table.do(commands.DeclineInsurance, who=TWO, side=Side.PLAYER)
    assert (table.guide.open_items, instruction(table)) == ((), "All answered: close insurance")


def test_a_no_to_insurance_can_be_taken_back_until_the_offer_is_closed() -> None:
    table = offered()
    table.do(commands.DeclineInsurance, who=ONE, side=Side.PLAYER).do(commands.Undo)
    assert [one.who for one in table.guide.open_items] == [ONE, TWO]
    table.do(commands.DeclineInsurance, who=ONE, side=Side.PLAYER).do(commands.CloseOffer)
    assert table.expect_refusal(commands.Undo).code == "nothing-to-undo"


def test_an_approval_waits_for_its_role_and_an_option_for_each_bettor() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("3H 9S")
    assert list(table.guide.open_items) == []
    table.report(IrregularityKind.TOGETHER_ORDER_LOST, places=(0, 1))
    clause = table.need.clause
    assert table.guide.open_items == tuple(OpenItem(table.case.trouble, clause, who=who) for who in (ONE, TWO))
    table.do(commands.ChooseOption, who=ONE, option=commands.Option.CONTINUE)
    assert [one.who for one in table.guide.open_items] == [TWO]
    table.options()
    assert table.guide.open_items == (OpenItem(table.case.trouble, table.need.clause, table.need.role),)


def test_a_claim_waits_for_who_decides_it() -> None:
    table = RoundTable(V4).close().deal("9S 3H KD 4C").announce().do(commands.HoldForClaim, text="mine")
    assert [(one.what, one.role) for one in table.guide.open_items] == [("claim", "pit_supervisor")]


# Bettors under the minimum are told so before bets are closed


@pytest.mark.parametrize(
    ("book", "areas"), [(V4, "player banker"), (INSURANCE, "player banker"), (TAI_SAI, "big small")]
)
@pytest.mark.clause(V4, "5.2")
@pytest.mark.clause(INSURANCE, "5.2")
@pytest.mark.clause(TAI_SAI, "5.2")
def test_who_bets_under_the_minimum_is_told_so_before_bets_are_closed(book: str, areas: str) -> None:
    minimum = TableLimits(general=AreaLimits(minimum=Money(100)))
    seats = (None, None) if book == TAI_SAI else (1, 2)
    table = RoundTable(book, limits=minimum)
    for area, stake, seat in zip(areas.split(), (100, 60), seats, strict=True):
        table.bet(area, stake, seat)
    assert (table.guide.step, table.guide.why) == (Step.NO_MORE_BETS, "5.2")
    assert table.guide.facts["under_minimum"] == "2"
    assert instruction(table) == "Bets 2 below minimum: ask, close"
    table.do(commands.WithdrawBet, number=2)
    assert "under_minimum" not in table.guide.facts


@pytest.mark.clause(MBS, "5.14")
def test_where_a_bet_under_the_minimum_is_settled_once_nobody_is_told_before() -> None:
    table = RoundTable(MBS, limits=TableLimits(general=AreaLimits(minimum=Money(100)))).bet("player", 50, 1)
    assert "under_minimum" not in table.guide.facts
