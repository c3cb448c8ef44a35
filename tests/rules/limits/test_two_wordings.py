"""Pro rata and rejection against their second wordings, on tables of bets that Hypothesis draws."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import AreaLimits, TableLimits, count_bets, find_excess
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Wager
from dealer_app.rulebooks import load_rulebook
from tests.rules.limits.bet_strategies import LIMITS, MINIMUMS, baccarat_bets, tai_sai_bets
from tests.support.limits_second_wording import (
    bet,
    box_acceptance,
    box_counts,
    put_chip_by_chip,
    table_acceptance,
    table_counts,
)

clause = pytest.mark.clause
RWS = [
    pytest.param("tiger-buffalo-v4", marks=clause("tiger-buffalo-v4", "5.1", "5.1.1", "5.1.2")),
    pytest.param("tiger-buffalo-insurance", marks=clause("tiger-buffalo-insurance", "5.1", "5.1.1", "5.1.2")),
]
TAI_SAI = "tai-sai-open-cover-v5"
PLAYER_AND_BANKER = ("player", "banker")


def sign(minimum: int, maximum: int | None = None, **differentials: int) -> TableLimits:
    return TableLimits(
        general=AreaLimits(minimum=Money(minimum), maximum=None if maximum is None else Money(maximum)),
        differentials={code: Money(limit) for code, limit in differentials.items()},
    )


def counts(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> list[Fraction | None]:
    return [each.counts for each in count_bets(book, limits, wagers)]


def accepted(book: Rulebook, limits: TableLimits, wagers: Sequence[Wager]) -> list[int]:
    """What the house keeps of each bet, whether it is in the list of excess bets or not."""
    cut = list(find_excess(book, limits, wagers))
    kept = []
    for wager in wagers:
        if cut and cut[0].wager is wager:
            kept.append(int(cut.pop(0).accepted))
        else:
            kept.append(int(wager.stake))
    assert not cut, "the excess is in the order of the bets"
    return kept


@pytest.mark.parametrize("game", RWS)
@given(wagers=baccarat_bets(), limit=LIMITS, minimum=MINIMUMS)
def test_rws_pro_rata(game: str, wagers: list[Wager], limit: int, minimum: int) -> None:
    expected = table_counts(wagers, PLAYER_AND_BANKER, limit, minimum)
    assert counts(load_rulebook(game), sign(minimum, differential=limit), wagers) == expected


@pytest.mark.parametrize("game", RWS)
@given(wagers=baccarat_bets(), limit=LIMITS, minimum=MINIMUMS, room=st.none() | st.integers(0, 40))
def test_rws_rejection(game: str, wagers: list[Wager], limit: int, minimum: int, room: int | None) -> None:
    maximum = None if room is None else minimum + room
    expected = table_acceptance(wagers, PLAYER_AND_BANKER, limit, minimum, maximum)
    assert accepted(load_rulebook(game), sign(minimum, maximum, differential=limit), wagers) == expected


@clause(TAI_SAI, "5.1.1", "5.1.2")
@pytest.mark.parametrize(
    ("pair", "code"),
    [(("small", "big"), "differential"), (("odd", "even"), "odd_even_differential")],
    ids=["small and big", "odd and even"],
)
@given(wagers=tai_sai_bets("small", "big", "odd", "even", "sum:9"), limit=LIMITS, minimum=MINIMUMS)
def test_tai_sai_pro_rata_by_a_differential(
    pair: tuple[str, str], code: str, wagers: list[Wager], limit: int, minimum: int
) -> None:
    expected = table_counts(wagers, pair, limit, minimum)
    assert counts(load_rulebook(TAI_SAI), sign(minimum, **{code: limit}), wagers) == expected


@clause(TAI_SAI, "5.1.1", "5.1.2")
@given(wagers=tai_sai_bets("sum:9", "domino:14", "any_triple", "small"), minimum=MINIMUMS, room=LIMITS)
def test_tai_sai_pro_rata_in_boxes(wagers: list[Wager], minimum: int, room: int) -> None:
    maximum = minimum + room
    expected = box_counts(wagers, lambda _: maximum, minimum)
    assert counts(load_rulebook(TAI_SAI), sign(minimum, maximum), wagers) == expected


@clause(TAI_SAI, "5.1.1")
@given(wagers=tai_sai_bets("small", "big", "odd"), minimum=MINIMUMS, room=LIMITS, limits=st.tuples(LIMITS, LIMITS))
def test_tai_sai_takes_the_stricter_of_differential_and_maximum(
    wagers: list[Wager], minimum: int, room: int, limits: tuple[int, int]
) -> None:
    maximum = minimum + room
    by_boxes = box_counts(wagers, lambda _: maximum, minimum)
    by_size = table_counts(wagers, ("small", "big"), limits[0], minimum)
    by_parity = table_counts(wagers, ("odd", "even"), limits[1], minimum)
    table = sign(minimum, maximum, differential=limits[0], odd_even_differential=limits[1])
    assert counts(load_rulebook(TAI_SAI), table, wagers) == list(map(min, by_boxes, by_size, by_parity))


@clause(TAI_SAI, "5.1")
@given(wagers=tai_sai_bets("sum:9", "domino:14", "big"), minimum=MINIMUMS, room=LIMITS)
def test_tai_sai_rejection_in_boxes(wagers: list[Wager], minimum: int, room: int) -> None:
    maximum = minimum + room
    expected = box_acceptance(wagers, lambda _: maximum, minimum)
    assert accepted(load_rulebook(TAI_SAI), sign(minimum, maximum), wagers) == expected


@clause(TAI_SAI, "5.1")
@given(wagers=tai_sai_bets("small", "big", "odd"), minimum=MINIMUMS, limit=LIMITS)
def test_tai_sai_rejection_by_a_differential_knows_no_priority(wagers: list[Wager], minimum: int, limit: int) -> None:
    on = {side: sum(wager.stake for wager in wagers if wager.area == side) for side in ("small", "big")}
    expected = [int(wager.stake) for wager in wagers]
    if abs(on["small"] - on["big"]) > limit:
        heavy = max(on, key=lambda side: on[side])
        turns = [turn for turn, wager in enumerate(wagers) if wager.area == heavy]
        expected = put_chip_by_chip(wagers, expected, turns, min(on.values()) + limit, minimum)
    assert accepted(load_rulebook(TAI_SAI), sign(minimum, differential=limit), wagers) == expected


def test_a_bettor_called_seated_has_no_priority_in_tai_sai() -> None:
    """The default name of a bettor means a seat only where there are seats."""
    wagers = [bet("big", 30, bettor="red"), bet("big", 30, bettor="seated")]
    assert accepted(load_rulebook(TAI_SAI), sign(1, differential=40), wagers) == [30, 10]
