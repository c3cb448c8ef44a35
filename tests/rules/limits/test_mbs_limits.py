"""MBS 5.14 and 5.15: paid and collected to the maximum only, and under the minimum one time only (ruling L9)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import AreaLimits, BetCount, TableLimits, count_bets, differential_overrun, find_excess
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.settlement import settle_bet
from dealer_app.domain.wagers import Area, Result, Verdict, Wager
from dealer_app.rulebooks import load_rulebook
from tests.rules.limits.bet_strategies import LIMITS, baccarat_bets
from tests.support.limits_second_wording import bet

GAME = "tiger-baccarat-mbs-v3"
clause = pytest.mark.clause

SIGN = TableLimits(
    general=AreaLimits(minimum=Money(50), maximum=Money(10_000)), differentials={"differential": Money(15_000)}
)
WON, LOST = Verdict(Result.WIN, Odds(1, 1)), Verdict(Result.LOSE)


def counts(wagers: list[Wager], *, before: tuple[int, ...] = ()) -> list[Fraction | None]:
    return [each.counts for each in count_bets(load_rulebook(GAME), SIGN, wagers, under_minimum_before=before)]


@clause(GAME, "5.15")
class TestOverTheMaximum:
    @pytest.mark.parametrize(("stake", "left"), [(9_999, 9_999), (10_000, 10_000), (10_001, 10_000), (90_000, 10_000)])
    def test_a_wager_counts_to_the_maximum_only(self, stake: int, left: int) -> None:
        assert counts([bet("player", stake, 1)]) == [left]

    @pytest.mark.parametrize(("verdict", "net", "returned"), [(WON, 10_000, 12_000), (LOST, -10_000, 2_000)])
    def test_it_is_paid_and_collected_to_the_maximum_only(self, verdict: Verdict, net: int, returned: int) -> None:
        wager = bet("player", 12_000, 1)
        (found,) = count_bets(load_rulebook(GAME), SIGN, [wager])
        settled = settle_bet(wager, verdict, counts=found.counts)
        assert settled.net == net
        assert settled.amount_returned == returned

    def test_the_maximum_is_of_each_wager_not_of_the_box(self) -> None:
        assert counts([bet("tie", 9_000, 1), bet("tie", 9_000, 1, "standing-1")]) == [9_000, 9_000]

    def test_nobody_is_asked(self) -> None:
        (found,) = count_bets(load_rulebook(GAME), SIGN, [bet("player", 12_000, 1)])
        assert found == BetCount(counts=Fraction(10_000), needs=None)

    def test_a_bet_type_may_have_a_maximum_of_its_own(self) -> None:
        limits = TableLimits(areas={Area("tiger"): AreaLimits(maximum=Money(300))})
        found = count_bets(load_rulebook(GAME), limits, [bet("tiger", 301, 1), bet("tie", 301, 1)])
        assert [each.counts for each in found] == [300, 301]


@clause(GAME, "5.14")
class TestUnderTheMinimum:
    def test_the_first_time_it_counts(self) -> None:
        assert counts([bet("tiger_tie", 49, 1)]) == [49]

    def test_later_it_is_returned_whatever_the_outcome(self) -> None:
        wager = bet("tiger_tie", 49, 1)
        (found,) = count_bets(load_rulebook(GAME), SIGN, [wager], under_minimum_before=[0])
        for verdict in (WON, LOST):
            settled = settle_bet(wager, verdict, counts=found.counts)
            assert settled.net == 0
            assert settled.amount_returned == 49

    def test_only_the_bets_that_are_named(self) -> None:
        assert counts([bet("tie", 20, 1), bet("tie", 20, 2), bet("tie", 20, 3)], before=(1,)) == [20, 0, 20]

    @pytest.mark.parametrize("stake", [50, 51, 10_000])
    def test_a_wager_that_reaches_the_minimum_counts_all_the_same(self, stake: int) -> None:
        assert counts([bet("tie", stake, 1)], before=(0,)) == [stake]

    def test_a_wager_above_the_maximum_is_no_wager_under_the_minimum(self) -> None:
        assert counts([bet("tie", 12_000, 1)], before=(0,)) == [10_000]


class TestDifferential:
    """Settled by people (5.18): the station tells by how much it is exceeded and cuts nothing."""

    @given(baccarat_bets(), LIMITS)
    def test_nothing_is_rejected_and_nothing_pro_rated(self, wagers: list[Wager], limit: int) -> None:
        limits = TableLimits(general=AreaLimits(minimum=Money(10)), differentials={"differential": Money(limit)})
        assert find_excess(load_rulebook(GAME), limits, wagers) == ()
        assert [each.counts for each in count_bets(load_rulebook(GAME), limits, wagers)] == [
            each.stake for each in wagers
        ]

    @given(baccarat_bets(), LIMITS)
    def test_the_excess_is_what_the_bigger_hand_has_too_much(self, wagers: list[Wager], limit: int) -> None:
        balance = sum(each.stake * ((each.area == "player") - (each.area == "banker")) for each in wagers)
        limits = TableLimits(differentials={"differential": Money(limit)})
        assert differential_overrun(load_rulebook(GAME), limits, wagers) == max(abs(balance) - limit, 0)

    @given(st.integers(1, 10**12))
    def test_without_a_displayed_differential_there_is_no_excess(self, stake: int) -> None:
        assert differential_overrun(load_rulebook(GAME), TableLimits(), [bet("player", stake, 1)]) == 0
