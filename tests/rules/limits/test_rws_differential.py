"""RWS 5.1, 5.1.1, 5.1.2 and 5.2.1 worked by hand, the same in both documents: rulings L1 to L8."""

from fractions import Fraction

import pytest

from dealer_app.domain.limits import AreaLimits, BetCount, TableLimits, count_bets, find_excess, heavy_sides
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.settlement import settle_bet
from dealer_app.domain.wagers import Area, Result, Verdict, Wager
from dealer_app.rulebooks import load_rulebook
from tests.support.rounds import make_wager as bet

V4, INSURANCE = "tiger-buffalo-v4", "tiger-buffalo-insurance"
BOOKS = [V4, INSURANCE]
clause = pytest.mark.clause


def sign(minimum: int | None = 100, maximum: int | None = None, limit: int = 10_000) -> TableLimits:
    return TableLimits(
        general=AreaLimits(
            minimum=None if minimum is None else Money(minimum),
            maximum=None if maximum is None else Money(maximum),
        ),
        differentials={"differential": Money(limit)},
    )


def kept(game: str, limits: TableLimits, wagers: list[Wager]) -> list[tuple[Wager, int, int]]:
    return [
        (each.wager, each.accepted, each.excess_amount) for each in find_excess(load_rulebook(game), limits, wagers)
    ]


def counts(game: str, limits: TableLimits, wagers: list[Wager]) -> list[Fraction | None]:
    return [each.counts for each in count_bets(load_rulebook(game), limits, wagers)]


@clause(V4, "5.1")
@clause(INSURANCE, "5.1")
@pytest.mark.parametrize("game", BOOKS)
class TestDifferentialRejections:
    def test_up_to_the_differential_nothing_is_rejected(self, game: str) -> None:
        at_the_limit = [bet("banker", 12_000, 1), bet("player", 2_000, 2)]
        assert kept(game, sign(), at_the_limit) == []
        one_more = [bet("banker", 12_001, 1), bet("player", 2_000, 2)]
        assert kept(game, sign(), one_more) == [(one_more[0], 12_000, 1)]

    def test_either_side_can_be_the_heavy_one(self, game: str) -> None:
        wagers = [bet("player", 12_000, 1), bet("banker", 500, 2)]
        assert kept(game, sign(), wagers) == [(wagers[0], 10_500, 1_500)]

    def test_bets_are_taken_in_the_order_of_placing(self, game: str) -> None:
        wagers = [bet("banker", 6_000, 5), bet("banker", 3_000, 1), bet("banker", 3_000, 2)]
        assert kept(game, sign(), wagers) == [(wagers[2], 1_000, 2_000)]

    def test_a_seated_bet_goes_before_standing_ones_of_its_box(self, game: str) -> None:
        wagers = [bet("banker", 6_000, 1, "standing-1"), bet("banker", 8_000, 1)]
        assert kept(game, sign(), wagers) == [(wagers[0], 2_000, 4_000)]

    def test_a_seated_bet_of_another_box_has_no_priority(self, game: str) -> None:
        wagers = [bet("banker", 6_000, 1, "standing-1"), bet("banker", 8_000, 2)]
        assert kept(game, sign(), wagers) == [(wagers[1], 4_000, 4_000)]

    def test_the_other_side_of_the_same_seat_is_another_box(self, game: str) -> None:
        wagers = [bet("banker", 6_000, 1, "standing-1"), bet("player", 100, 1), bet("banker", 8_000, 2)]
        assert kept(game, sign(), wagers) == [(wagers[2], 4_100, 3_900)]

    def test_a_standing_bet_pulls_forward_the_seated_one_of_its_box_over_all_boxes(self, game: str) -> None:
        wagers = [
            bet("banker", 4_000, 1, "standing-1"),
            bet("banker", 5_000, 2),
            bet("banker", 7_000, 1),
        ]
        assert kept(game, sign(), wagers) == [(wagers[0], 3_000, 1_000), (wagers[1], 0, 5_000)]

    def test_a_part_below_the_minimum_is_refused_whole_and_leaves_its_room(self, game: str) -> None:
        wagers = [bet("banker", 9_950, 1), bet("banker", 400, 2), bet("banker", 50, 3)]
        assert kept(game, sign(), wagers) == [(wagers[1], 0, 400)]

    def test_a_part_of_just_the_minimum_is_accepted(self, game: str) -> None:
        wagers = [bet("banker", 9_900, 1), bet("banker", 400, 2)]
        assert kept(game, sign(), wagers) == [(wagers[1], 100, 300)]

    def test_without_a_minimum_any_part_is_accepted(self, game: str) -> None:
        wagers = [bet("banker", 9_999, 1), bet("banker", 400, 2)]
        assert kept(game, sign(minimum=None), wagers) == [(wagers[1], 1, 399)]

    def test_side_bets_have_no_differential(self, game: str) -> None:
        wagers = [bet("tie", 90_000, 1), bet("big_tiger", 90_000, 2)]
        assert kept(game, sign(), wagers) == []

    def test_without_a_displayed_differential_nothing_is_too_much(self, game: str) -> None:
        assert kept(game, TableLimits(), [bet("banker", 10**9, 1)]) == []

    def test_what_a_maximum_cuts_no_longer_weighs(self, game: str) -> None:
        """The maximum is for each bet (ruling L7); the Differential looks at what it leaves."""
        wagers = [bet("banker", 30_000, 1), bet("banker", 4_000, 2), bet("player", 30_000, 3)]
        limits = sign(maximum=8_000, limit=3_000)
        assert kept(game, limits, wagers) == [
            (wagers[0], 8_000, 22_000),
            (wagers[1], 3_000, 1_000),
            (wagers[2], 8_000, 22_000),
        ]


@clause(V4, "5.1.1")
@clause(INSURANCE, "5.1.1")
@pytest.mark.parametrize("game", BOOKS)
class TestDifferentialProRata:
    def test_up_to_the_differential_every_bet_counts_in_full(self, game: str) -> None:
        wagers = [bet("banker", 12_000, 1), bet("player", 2_000, 2)]
        assert counts(game, sign(), wagers) == [12_000, 2_000]

    def test_the_heavy_side_counts_by_what_it_may_hold(self, game: str) -> None:
        wagers = [bet("banker", 12_000, 1), bet("banker", 4_000, 1, "standing-1"), bet("player", 5_000, 2)]
        assert counts(game, sign(), wagers) == [11_250, 3_750, 5_000]

    def test_shares_are_exact(self, game: str) -> None:
        wagers = [bet("player", 7_000, 1), bet("player", 5_000, 2), bet("player", 1_000, 3)]
        assert counts(game, sign(), wagers) == [Fraction(70_000, 13), Fraction(50_000, 13), Fraction(10_000, 13)]

    def test_a_share_below_the_minimum_is_lifted_and_not_taken_from_others(self, game: str) -> None:
        wagers = [bet("banker", 39_600, 1), bet("banker", 400, 2)]
        assert counts(game, sign(minimum=150), wagers) == [9_900, 150]

    def test_a_bet_of_just_the_minimum_is_not_cut_either(self, game: str) -> None:
        wagers = [bet("banker", 19_900, 1), bet("banker", 100, 2)]
        assert counts(game, sign(), wagers) == [9_950, 100]

    def test_the_side_bets_of_the_heavy_side_count_in_full(self, game: str) -> None:
        wagers = [bet("banker", 20_000, 1), bet("big_tiger", 20_000, 1)]
        assert counts(game, sign(), wagers) == [10_000, 20_000]

    @pytest.mark.parametrize(
        ("verdict", "net", "returned"),
        [
            (Verdict(Result.WIN, Odds(1, 1)), Fraction(11_250), 12_000),
            (Verdict(Result.WIN, Odds(1, 2)), Fraction(5_625), 12_000),
            (Verdict(Result.LOSE), Fraction(-11_250), 750),
            (Verdict(Result.PUSH), Fraction(0), 12_000),
        ],
    )
    def test_the_bet_wins_or_loses_what_counts_and_the_rest_goes_back(
        self, game: str, verdict: Verdict, net: Fraction, returned: int
    ) -> None:
        wagers = [bet("banker", 12_000, 1), bet("banker", 4_000, 1, "standing-1"), bet("player", 5_000, 2)]
        settled = settle_bet(wagers[0], verdict, counts=count_bets(load_rulebook(game), sign(), wagers)[0].counts)
        assert settled.net == net
        assert settled.amount_returned == returned


@clause(V4, "5.1.2")
@clause(INSURANCE, "5.1.2")
@pytest.mark.parametrize("game", BOOKS)
class TestExemption:
    def test_a_bet_below_the_minimum_is_not_cut_but_weighs(self, game: str) -> None:
        wagers = [bet("banker", 19_940, 1), bet("banker", 60, 1, "standing-1")]
        assert counts(game, sign(), wagers) == [9_970, 60]

    def test_one_unit_below_the_minimum_is_below_it(self, game: str) -> None:
        wagers = [bet("player", 39_901, 1), bet("player", 99, 2)]
        assert counts(game, sign(), wagers) == [Fraction(39_901, 4), 99]


@clause(V4, "5.2.1")
@clause(INSURANCE, "5.2.1")
@pytest.mark.parametrize("game", BOOKS)
class TestUnnoticedBelowTheMinimum:
    def test_it_counts_as_it_lies(self, game: str) -> None:
        wagers = [bet("banker", 60, 1), bet("tie", 1, 1)]
        assert counts(game, sign(), wagers) == [60, 1]

    def test_it_counts_the_second_time_too(self, game: str) -> None:
        found = count_bets(load_rulebook(game), sign(), [bet("player", 60, 1)], under_minimum_before=[0])
        assert found == (BetCount(counts=Fraction(60)),)

    def test_it_wins_and_loses_as_it_lies(self, game: str) -> None:
        wager = bet("player", 60, 1)
        (found,) = count_bets(load_rulebook(game), sign(), [wager])
        assert settle_bet(wager, Verdict(Result.LOSE), counts=found.counts).net == -60
        assert settle_bet(wager, Verdict(Result.WIN, Odds(1, 1)), counts=found.counts).net == 60


@pytest.mark.parametrize("game", BOOKS)
class TestMaximumNotNoticed:
    """The documents have no clause for it: the shift manager decides (5.18, ruling L7)."""

    def test_the_bet_above_it_waits_for_a_decision(self, game: str) -> None:
        wagers = [bet("banker", 8_001, 1), bet("banker", 8_000, 2)]
        found = count_bets(load_rulebook(game), sign(maximum=8_000, limit=20_000), wagers)
        assert found == (BetCount(counts=None, needs="5.18"), BetCount(counts=Fraction(8_000)))

    def test_it_weighs_in_the_differential_until_then(self, game: str) -> None:
        wagers = [bet("banker", 15_000, 1), bet("banker", 5_000, 2)]
        assert counts(game, sign(maximum=8_000), wagers) == [None, 2_500]

    def test_a_bet_type_may_have_a_maximum_of_its_own(self, game: str) -> None:
        limits = TableLimits(
            general=AreaLimits(maximum=Money(8_000)), areas={Area("big_tiger"): AreaLimits(maximum=Money(500))}
        )
        assert counts(game, limits, [bet("big_tiger", 501, 1), bet("tie", 501, 1)]) == [None, 501]
        cut = bet("big_tiger", 501, 1)
        assert kept(game, limits, [cut, bet("tie", 501, 1)]) == [(cut, 500, 1)]


@pytest.mark.parametrize("game", BOOKS)
class TestReadByBox:
    """The other reading of L4, which an operator may choose."""

    def test_each_box_is_held_to_the_limit_by_itself(self, game: str) -> None:
        book = load_rulebook(game).with_option("L4", "by-box")
        wagers = [
            bet("banker", 12_000, 1),
            bet("banker", 4_000, 1, "standing-1"),
            bet("banker", 9_000, 2),
            bet("player", 15_000, 1),
        ]
        assert [each.counts for each in count_bets(book, sign(), wagers)] == [7_500, 2_500, 9_000, 10_000]
        assert [(each.accepted, each.wager) for each in find_excess(book, sign(), wagers)] == [
            (10_000, wagers[0]),
            (0, wagers[1]),
            (10_000, wagers[3]),
        ]

    def test_the_table_may_hold_more_than_the_limit(self, game: str) -> None:
        book = load_rulebook(game).with_option("L4", "by-box")
        wagers = [bet("banker", 9_000, 1), bet("banker", 9_000, 2), bet("tie", 90_000, 3)]
        assert [each.counts for each in count_bets(book, sign(), wagers)] == [9_000, 9_000, 90_000]
        assert find_excess(book, sign(), wagers) == ()


@pytest.mark.parametrize("game", BOOKS)
def test_the_heavy_side_is_told_with_what_it_may_hold(game: str) -> None:
    (heavy,) = heavy_sides(load_rulebook(game), sign(), [bet("player", 15_000, 1), bet("banker", 1_000, 2)])
    assert (heavy.side, heavy.total, heavy.allowed, heavy.overrun) == ("player", 15_000, 11_000, 4_000)
    assert heavy.differential.code == "differential"
