"""Tai Sai 5.1, 5.1.1, 5.1.2 and 5.2.1 worked by hand: boxes, two Differentials, the stricter of two limits (L10)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits, count_bets, find_excess, heavy_sides
from dealer_app.domain.money import Money
from dealer_app.domain.wagers import Area, Wager
from dealer_app.rulebooks import load_rulebook
from tests.support.rounds import make_wager as bet

GAME = "tai-sai-open-cover-v5"
clause = pytest.mark.clause


def sign(
    *,
    areas: Mapping[str, int] | None = None,
    maximum: int | None = None,
    differential: int | None = None,
    odd_even: int | None = None,
) -> TableLimits:
    """A sign with a minimum of 50 on everything."""
    limits = {"differential": differential, "odd_even_differential": odd_even}
    return TableLimits(
        general=AreaLimits(minimum=Money(50), maximum=None if maximum is None else Money(maximum)),
        areas={Area(area): AreaLimits(maximum=Money(most)) for area, most in (areas or {}).items()},
        differentials={code: Money(limit) for code, limit in limits.items() if limit is not None},
    )


def kept(limits: TableLimits, wagers: list[Wager]) -> list[tuple[Wager, int]]:
    return [(each.wager, each.accepted) for each in find_excess(load_rulebook(GAME), limits, wagers)]


def counts(limits: TableLimits, wagers: list[Wager]) -> list[Fraction | None]:
    return [each.counts for each in count_bets(load_rulebook(GAME), limits, wagers)]


@clause(GAME, "5.1")
class TestBoxRejections:
    def test_a_box_takes_bets_up_to_its_maximum(self) -> None:
        wagers = [bet("sum:9", 600), bet("sum:9", 300), bet("sum:9", 300), bet("sum:12", 1_000)]
        assert kept(sign(maximum=1_000), wagers) == [(wagers[2], 100)]

    def test_the_maximum_is_of_the_box_not_of_the_bet(self) -> None:
        wagers = [bet("any_triple", 600), bet("any_triple", 600)]
        assert kept(sign(maximum=1_000), wagers) == [(wagers[1], 400)]

    def test_a_part_below_the_minimum_is_refused_whole(self) -> None:
        wagers = [bet("sum:9", 960), bet("sum:9", 60), bet("sum:9", 40)]
        assert kept(sign(maximum=1_000), wagers) == [(wagers[1], 0)]

    def test_each_pair_has_its_own_differential(self) -> None:
        wagers = [bet("big", 900), bet("small", 300), bet("odd", 900), bet("even", 300)]
        limits = sign(differential=500, odd_even=200)
        assert kept(limits, wagers) == [(wagers[0], 800), (wagers[2], 500)]

    def test_one_differential_says_nothing_of_the_other_pair(self) -> None:
        wagers = [bet("odd", 900), bet("big", 500)]
        assert kept(sign(differential=500), wagers) == []
        assert kept(sign(odd_even=900), wagers) == []

    def test_a_maximum_of_the_pair_cuts_before_the_differential(self) -> None:
        wagers = [bet("big", 900), bet("small", 900), bet("big", 900)]
        assert kept(sign(areas={"small": 500}, differential=700), wagers) == [
            (wagers[1], 500),
            (wagers[2], 300),
        ]


@clause(GAME, "5.1.1")
class TestBoxProRata:
    def test_a_box_counts_by_its_maximum(self) -> None:
        wagers = [bet("sum:9", 1_200), bet("sum:9", 800), bet("sum:12", 900)]
        assert counts(sign(maximum=1_000), wagers) == [600, 400, 900]

    def test_a_box_at_its_maximum_is_not_cut(self) -> None:
        assert counts(sign(maximum=1_000), [bet("sum:9", 400), bet("sum:9", 600)]) == [400, 600]

    def test_each_total_is_a_box_of_its_own(self) -> None:
        assert counts(sign(maximum=1_000), [bet("sum:4", 900), bet("sum:17", 900)]) == [900, 900]

    def test_the_floor_is_the_minimum(self) -> None:
        assert counts(sign(maximum=1_000), [bet("sum:9", 1_940), bet("sum:9", 60)]) == [970, 50]

    @pytest.mark.parametrize(
        ("heavy", "light", "limits"),
        [
            ("big", "small", sign(differential=2_000)),
            ("small", "big", sign(differential=2_000)),
            ("odd", "even", sign(odd_even=2_000)),
            ("even", "odd", sign(odd_even=2_000)),
        ],
    )
    def test_a_differential_cuts_the_heavy_side_alone(self, heavy: str, light: str, limits: TableLimits) -> None:
        wagers = [bet(heavy, 3_000), bet(heavy, 1_000), bet(light, 1_000)]
        assert counts(limits, wagers) == [2_250, 750, 1_000]

    @pytest.mark.parametrize(
        ("maximum", "limit", "left"),
        [
            (2_000, 2_500, 2_000),
            (3_000, 1_500, 2_500),
            (2_000, 1_000, 2_000),
        ],
    )
    def test_the_stricter_of_differential_and_maximum_applies(self, maximum: int, limit: int, left: int) -> None:
        wagers = [bet("big", 4_000), bet("small", 1_000)]
        assert counts(sign(areas={"big": maximum}, differential=limit), wagers) == [left, 1_000]


@clause(GAME, "5.1.2")
def test_a_bet_below_the_minimum_is_not_cut() -> None:
    assert counts(sign(maximum=1_000), [bet("sum:9", 1_951), bet("sum:9", 49)]) == [Fraction(1_951, 2), 49]


@clause(GAME, "5.2.1")
def test_a_bet_below_the_minimum_that_nobody_saw_counts_as_it_lies() -> None:
    assert counts(sign(maximum=1_000), [bet("sum:9", 1), bet("big", 49)]) == [1, 49]
    again = count_bets(load_rulebook(GAME), sign(maximum=1_000), [bet("sum:9", 1)], under_minimum_before=[0])
    assert [each.counts for each in again] == [1]


def test_both_differentials_are_told() -> None:
    limits = sign(differential=100, odd_even=200)
    found = heavy_sides(load_rulebook(GAME), limits, [bet("small", 500), bet("even", 500)])
    assert [(each.differential.code, each.side, each.overrun) for each in found] == [
        ("differential", "small", 400),
        ("odd_even_differential", "even", 300),
    ]
