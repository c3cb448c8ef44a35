"""What must hold of limits whatever the bets: nobody pays more than he staked, no side holds more than it may."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import AreaLimits, TableLimits, count_bets, find_excess, heavy_sides
from dealer_app.domain.money import Money
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Wager
from dealer_app.rulebooks import load_rulebook
from tests.rules.limits.bet_strategies import LIMITS, MINIMUMS, any_game_with_bets, baccarat_bets

RWS = ["tiger-buffalo-v4", "tiger-buffalo-insurance"]


@st.composite
def signs(draw: st.DrawFn) -> TableLimits:
    minimum = draw(MINIMUMS)
    maximum = draw(st.none() | st.integers(minimum, minimum + 60))
    return TableLimits(
        general=AreaLimits(minimum=Money(minimum), maximum=None if maximum is None else Money(maximum)),
        differentials={
            code: Money(limit)
            for code in ("differential", "odd_even_differential")
            if (limit := draw(st.none() | LIMITS)) is not None
        },
    )


def on(area: str, wagers: Sequence[Wager], amounts: Sequence[Fraction | int]) -> Fraction:
    zero = Fraction(0)
    return sum((amount + zero for each, amount in zip(wagers, amounts, strict=True) if each.area == area), zero)


def kept(game: str, limits: TableLimits, wagers: Sequence[Wager]) -> list[int]:
    cut = {id(each.wager): each for each in find_excess(load_rulebook(game), limits, wagers)}
    return [cut[id(each)].accepted if id(each) in cut else each.stake for each in wagers]


@given(any_game_with_bets, signs())
def test_no_bet_counts_more_than_was_staked_nor_less_than_the_minimum(
    game_and_bets: tuple[str, list[Wager]], limits: TableLimits
) -> None:
    game, wagers = game_and_bets
    for wager, found in zip(wagers, count_bets(load_rulebook(game), limits, wagers), strict=True):
        if found.counts is not None:
            floor = min(wager.stake, limits.general.minimum or 0)
            assert floor <= found.counts <= wager.stake
            assert found.needs is None


@given(any_game_with_bets, signs())
def test_what_is_accepted_and_rejected_adds_up_to_the_stake(
    game_and_bets: tuple[str, list[Wager]], limits: TableLimits
) -> None:
    game, wagers = game_and_bets
    for each in find_excess(load_rulebook(game), limits, wagers):
        assert 0 <= each.accepted < each.wager.stake
        assert each.accepted + each.excess_amount == each.wager.stake
        assert each.accepted == 0 or each.accepted >= (limits.general.minimum or 0)


@given(any_game_with_bets, signs())
def test_what_was_accepted_is_not_rejected_when_looked_at_again(
    game_and_bets: tuple[str, list[Wager]], limits: TableLimits
) -> None:
    """Where a Differential is not even one minimum wide, refusing whole bets can tip the table: no such sign here."""
    game, wagers = game_and_bets
    wide = {code: Money(limit + (limits.general.minimum or 0)) for code, limit in limits.differentials.items()}
    sign = replace(limits, differentials=wide)
    accepted = zip(wagers, kept(game, sign, wagers), strict=True)
    left = [replace(wager, stake=Money(part)) for wager, part in accepted if part]
    assert find_excess(load_rulebook(game), sign, left) == ()


@pytest.mark.parametrize("game", RWS)
@given(wagers=baccarat_bets(), limit=LIMITS, minimum=MINIMUMS)
def test_the_heavy_side_never_holds_more_than_the_light_one_and_the_limit(
    game: str, wagers: list[Wager], limit: int, minimum: int
) -> None:
    limits = TableLimits(general=AreaLimits(minimum=Money(minimum)), differentials={"differential": Money(limit)})
    accepted = kept(game, limits, wagers)
    assert on("banker", wagers, accepted) <= on("player", wagers, [each.stake for each in wagers]) + limit
    assert on("player", wagers, accepted) <= on("banker", wagers, [each.stake for each in wagers]) + limit


@pytest.mark.parametrize("game", RWS)
@given(wagers=baccarat_bets(), limit=LIMITS, minimum=MINIMUMS)
def test_pro_rata_meets_the_limit_but_for_floors_and_exemptions(
    game: str, wagers: list[Wager], limit: int, minimum: int
) -> None:
    limits = TableLimits(general=AreaLimits(minimum=Money(minimum)), differentials={"differential": Money(limit)})
    counts = [each.counts or Fraction(0) for each in count_bets(load_rulebook(game), limits, wagers)]
    for heavy in heavy_sides(load_rulebook(game), limits, wagers):
        on_heavy = [(wager, part) for wager, part in zip(wagers, counts, strict=True) if wager.area == heavy.side]
        lifted = any(part <= minimum for _, part in on_heavy)
        total = sum(part for _, part in on_heavy)
        assert total >= heavy.allowed
        assert lifted or total == heavy.allowed


@pytest.mark.parametrize("game", RWS)
@given(wagers=baccarat_bets(), limit=LIMITS, times=st.integers(2, 1_000))
def test_the_unit_of_money_makes_no_difference(game: str, wagers: list[Wager], limit: int, times: int) -> None:
    """Cents or dollars: everything grows alike."""

    def counts(factor: int) -> list[Fraction]:
        limits = TableLimits(
            general=AreaLimits(minimum=Money(10 * factor)), differentials={"differential": Money(limit * factor)}
        )
        grown = [Wager(area=each.area, stake=Money(each.stake * factor), seat=each.seat) for each in wagers]
        return [each.counts or Fraction(0) for each in count_bets(load_rulebook(game), limits, grown)]

    assert counts(times) == [part * times for part in counts(1)]
