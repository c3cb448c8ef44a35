"""Bets over a maximum found at closing, and bets on behalf (RWS 5.17, 5.18; Tai Sai 5.13)."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import NEED_STEPS
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import Need
from dealer_app.domain.wagers import Area, Wager
from tests.support.rounds import CASINO_MANAGER, INSURANCE, MBS, PIT_MANAGER, SHIFT_MANAGER, TAI_SAI, V4, RoundTable

MAXIMUM = TableLimits(general=AreaLimits(minimum=Money(100), maximum=Money(5000)))


@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.clause(V4, "5.18")
@pytest.mark.clause(INSURANCE, "5.18")
def test_a_maximum_found_exceeded_after_closing_is_for_the_shift_manager(book: str) -> None:
    table = RoundTable(book, limits=MAXIMUM).bets(("player", 8000, 1), ("banker", 500, 2)).close()
    assert (table.case.trouble, table.guide.why, table.guide.who) == ("over-maximum", "5.18", "shift_manager")
    effect = commands.Effect.CONTINUE
    refusal = table.expect_refusal(commands.GiveRuling, by=PIT_MANAGER, text="to the maximum", effect=effect)
    assert (refusal.code, refusal.clause) == ("wrong-role", "5.18")
    counts = ((1, Money(5000)),)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="to the maximum", effect=effect, counts=counts)
    table.deal("4H 9S 5D 5C").finish()
    assert table.net("player", 1) == 5000


@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.clause(V4, "5.18")
@pytest.mark.clause(INSURANCE, "5.18")
def test_it_is_found_too_when_a_card_came_before_the_key(book: str) -> None:
    table = RoundTable(book, limits=MAXIMUM).bets(("player", 8000, 1), ("banker", 500, 2)).draw("4H").answer(True)
    assert (table.case.trouble, table.guide.why, table.guide.who) == ("over-maximum", "5.18", "shift_manager")
    counts, effect = ((1, Money(5000)),), commands.Effect.CONTINUE
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="to the maximum", effect=effect, counts=counts)
    table.deal("9S 5D 5C").finish()
    assert (table.round.closed_late, table.net("player", 1)) == (True, 5000)


@pytest.mark.clause(MBS, "5.15")
def test_where_the_document_cuts_the_bet_itself_nobody_is_asked() -> None:
    table = RoundTable(MBS, limits=MAXIMUM).bets(("player", 8000, 1)).close()
    assert not table.state.cases
    table.deal("4H 9S 5D 5C").finish()
    assert table.net("player", 1) == 5000


@pytest.mark.parametrize(
    ("book", "area", "seat"), [(V4, "player", 1), (INSURANCE, "player", 1), (TAI_SAI, "big", None)]
)
@pytest.mark.clause(V4, "5.17")
@pytest.mark.clause(INSURANCE, "5.17")
@pytest.mark.clause(TAI_SAI, "5.13")
def test_a_bet_placed_on_behalf_is_settled_as_it_lies(book: str, area: str, seat: int | None) -> None:
    wager = Wager(area=Area(area), stake=Money(500), seat=seat)
    table = RoundTable(book).do(commands.PlaceBet, wager=wager, on_behalf=True).close()
    assert table.find_bet(area, seat).on_behalf
    if book == TAI_SAI:
        table.roll(4, 5, 6).finish()
    else:
        table.deal("4H 9S 5D 5C").finish()
    assert table.net(area, seat) == 500


def test_the_guide_has_a_step_for_every_need() -> None:
    assert set(NEED_STEPS) == set(Need.__args__)


@pytest.mark.clause(MBS, "5.14", "5.16")
def test_under_the_minimum_a_bettor_is_settled_once_and_not_again() -> None:
    table = RoundTable(MBS).bets(("player", 50, 1)).close().deal("4H 9S 5D 5C").finish()
    assert table.net("player", 1) == 50
    table.begin().bets(("player", 50, 1)).close().deal("4H 9S 5D 5C").finish()
    assert table.net("player", 1) == 0


@pytest.mark.clause(MBS, "6.2")
def test_who_holds_a_higher_position_may_act_but_equals_do_not_act_for_one_another() -> None:
    table = RoundTable(MBS).bets(("player", 500, 1)).close().deal("4H").report(IrregularityKind.WRONG_DECK)
    table.do(commands.Approve, by=PIT_MANAGER)
    other = RoundTable(MBS).close().report(IrregularityKind.OTHER)
    effect = commands.Effect.CONTINUE
    assert other.expect_refusal(commands.GiveRuling, by=CASINO_MANAGER, text="on", effect=effect).code == "wrong-role"


@pytest.mark.parametrize(
    ("book", "area", "seat"), [(V4, "player", 1), (INSURANCE, "player", 1), (TAI_SAI, "big", None)]
)
@pytest.mark.clause(V4, "5.2", "5.2.1")
@pytest.mark.clause(INSURANCE, "5.2", "5.2.1")
@pytest.mark.clause(TAI_SAI, "5.2", "5.2.1")
def test_under_the_minimum_it_may_be_raised_or_taken_back_while_bets_are_open(
    book: str, area: str, seat: int | None
) -> None:
    table = RoundTable(book).bet(area, 50, seat).bet(area, 60, seat)
    table.do(commands.WithdrawBet, number=2).close()
    if book == TAI_SAI:
        table.roll(4, 5, 6).finish()
    else:
        table.deal("4H 9S 5D 5C").finish()
    assert [line.net for line in table.round.settled] == [50]
