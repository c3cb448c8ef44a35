"""Who is taken first when bets have to be rejected, and whom the minimum is asked of (RWS 5.1 and 5.2, ruling O14)."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits, bets_below_minimum, find_excess
from dealer_app.domain.money import Money
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager
from dealer_app.rulebooks import load_rulebook

V4, INSURANCE, TAI_SAI = "tiger-buffalo-v4", "tiger-buffalo-insurance", "tai-sai-open-cover-v5"
FIRST, SECOND = Bettor("standing-1"), Bettor("standing-2")


def on(area: str, stake: int, bettor: Bettor = SEATED, seat: int | None = 1) -> Wager:
    return Wager(area=Area(area), stake=Money(stake), seat=seat, bettor=bettor)


def accepted(game: str, *wagers: Wager, differential: int) -> list[int]:
    sign = TableLimits(differentials={"differential": Money(differential)})
    left = {one.place: one.accepted for one in find_excess(load_rulebook(game), sign, wagers)}
    return [left.get(place, wager.stake) for place, wager in enumerate(wagers)]


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.clause(game, "5.1")) for game in (V4, INSURANCE)],
)
class TestPriority:
    def test_who_sits_is_taken_before_who_stands(self, game: str) -> None:
        bets = on("banker", 6_000, FIRST), on("banker", 8_000)
        assert accepted(game, *bets, differential=10_000) == [2_000, 8_000]

    def test_where_nobody_sits_the_first_to_stand_there_is(self, game: str) -> None:
        bets = on("banker", 6_000, FIRST), on("banker", 4_000, SECOND), on("banker", 6_000, FIRST)
        assert accepted(game, *bets, differential=10_000) == [6_000, 0, 4_000]

    def test_a_box_does_not_wait_for_another(self, game: str) -> None:
        bets = on("banker", 6_000, FIRST), on("banker", 6_000, seat=2)
        assert accepted(game, *bets, differential=10_000) == [6_000, 4_000]

    def test_each_rejection_names_its_place_and_its_clause(self, game: str) -> None:
        sign = TableLimits(differentials={"differential": Money(100)})
        (one,) = find_excess(load_rulebook(game), sign, [on("tie", 500), on("player", 250)])
        assert (one.place, one.accepted, one.excess_amount, one.clause) == (1, 100, 150, "5.1")


SIGN = TableLimits(general=AreaLimits(minimum=Money(100)), areas={Area("tie"): AreaLimits(minimum=Money(50))})


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.clause(game, "5.2")) for game in (V4, INSURANCE)],
)
def test_the_minimum_is_asked_of_each_bet(game: str) -> None:
    bets = [on("banker", 99), on("banker", 100, FIRST), on("tie", 50), on("tie", 49, FIRST), on("player", 60)]
    assert bets_below_minimum(load_rulebook(game), SIGN, bets) == (0, 3, 4)


@pytest.mark.parametrize("game", [V4, INSURANCE])
def test_chips_that_a_bettor_adds_in_his_box_raise_his_bet(game: str) -> None:
    added = [on("banker", 60), on("banker", 40), on("banker", 60, FIRST), on("banker", 40, seat=2), on("player", 40)]
    assert bets_below_minimum(load_rulebook(game), SIGN, added) == (2, 3, 4)


@pytest.mark.clause(TAI_SAI, "5.2")
def test_in_tai_sai_the_minimum_is_asked_of_the_box() -> None:
    bets = [on("big", 60, seat=None), on("sum:9", 99, seat=None), on("big", 40, FIRST, seat=None)]
    assert bets_below_minimum(load_rulebook(TAI_SAI), SIGN, bets) == (1,)


def test_without_a_minimum_nobody_is_advised() -> None:
    assert bets_below_minimum(load_rulebook(V4), TableLimits(), [on("banker", 1)]) == ()
