"""Chips that a bettor adds to his own in a box make one bet with them, for every limit on a bet (ruling O14)."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import (
    AreaLimits,
    TableLimits,
    count_bets,
    count_joint_bets,
    find_excess,
    stakes_within_limits,
)
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.betting import open_limit_cases
from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, BettorBox, Wager, bettor_box, box_stakes
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.rules.limits.bet_strategies import LIMITS, MINIMUMS, any_game_with_bets, baccarat_bets, tai_sai_bets
from tests.support.limits_second_wording import bet
from tests.support.rounds import DEALER, MBS, TAI_SAI, V4, RoundTable


@st.composite
def signs(draw: st.DrawFn) -> TableLimits:
    minimum = draw(MINIMUMS)
    return TableLimits(
        general=AreaLimits(minimum=Money(minimum), maximum=Money(draw(st.integers(minimum, minimum + 60)))),
        differentials={"differential": Money(draw(LIMITS)), "odd_even_differential": Money(draw(LIMITS))},
    )


def together(wagers: Sequence[Wager]) -> list[Wager]:
    """As if each bettor had put all his chips on a box at once."""
    return [
        Wager(area=area, stake=stake, seat=seat, bettor=who) for (seat, who, area), stake in box_stakes(wagers).items()
    ]


@given(st.sampled_from([game for game in GAMES if game != TAI_SAI]), baccarat_bets(), signs())
def test_what_a_bettor_counts_in_a_box_does_not_depend_on_how_he_put_it_there(
    game: str, wagers: list[Wager], limits: TableLimits
) -> None:
    book = load_rulebook(game)
    counted: dict[BettorBox, Fraction | None] = {}
    for wager, part in zip(wagers, count_joint_bets(book, limits, wagers), strict=True):
        before = counted.get(bettor_box(wager), Fraction(0))
        counted[bettor_box(wager)] = None if part.counts is None or before is None else before + part.counts
    at_once = together(wagers)
    assert counted == {
        bettor_box(wager): part.counts for wager, part in zip(at_once, count_bets(book, limits, at_once), strict=True)
    }


@given(any_game_with_bets, signs())
def test_no_bettor_has_more_in_a_box_than_the_maximum(
    game_and_bets: tuple[str, list[Wager]], limits: TableLimits
) -> None:
    """In MBS bettors are asked, and nothing is rejected."""
    game, wagers = game_and_bets
    accepted = stakes_within_limits(load_rulebook(game), limits, wagers)
    left = [accepted.get(place, wager.stake) for place, wager in enumerate(wagers)]
    assert all(0 <= part <= wager.stake for part, wager in zip(left, wagers, strict=True))
    if game == MBS:
        assert accepted == {}
        return
    sums: dict[BettorBox, int] = {}
    for wager, part in zip(wagers, left, strict=True):
        sums[bettor_box(wager)] = sums.get(bettor_box(wager), 0) + part
    assert all(total <= (limits.general.maximum or 0) for total in sums.values())


@given(any_game_with_bets, signs())
def test_for_chips_put_at_once_it_is_what_the_document_rejects(
    game_and_bets: tuple[str, list[Wager]], limits: TableLimits
) -> None:
    game, wagers = game_and_bets
    at_once = together(wagers)
    rejected = {one.place: one.accepted for one in find_excess(load_rulebook(game), limits, at_once)}
    assert stakes_within_limits(load_rulebook(game), limits, at_once) == rejected


@given(tai_sai_bets("small", "big", "odd", "even", "sum:9"), signs())
def test_where_limits_are_of_the_box_chips_of_bettors_who_are_not_told_apart_stay_apart(
    wagers: list[Wager], limits: TableLimits
) -> None:
    book, unknown = load_rulebook(TAI_SAI), [replace(wager, bettor=SEATED) for wager in wagers]
    assert count_joint_bets(book, limits, unknown) == count_bets(book, limits, unknown)


def test_of_one_bettor_the_chips_above_the_maximum_go_back_and_others_keep_theirs() -> None:
    limits = TableLimits(general=AreaLimits(minimum=Money(100), maximum=Money(1_000)))
    wagers = [bet("banker", 800, 1), bet("banker", 900, 1, "standing-1"), bet("banker", 500, 1)]
    assert stakes_within_limits(load_rulebook(V4), limits, wagers) == {2: 200}


SIGN = TableLimits(general=AreaLimits(minimum=Money(100), maximum=Money(1_000)))


@pytest.mark.clause(V4, "5.1")
def test_a_second_bet_on_the_same_box_is_over_the_maximum_with_the_first() -> None:
    table = RoundTable(V4, limits=SIGN).bets(("banker", 1_000, 1), ("banker", 600, 1))
    table.do(commands.RejectExcess)
    round_ = table.state.round
    assert round_ is not None
    assert [bet.wager.stake for bet in round_.in_play] == [1_000]


@pytest.mark.clause(V4, "5.18")
def test_found_at_closing_both_of_them_are_over_the_maximum() -> None:
    table = RoundTable(V4, limits=SIGN).bets(("banker", 600, 1), ("banker", 600, 1), ("player", 600, 1))
    (opened,) = open_limit_cases(table.rules, table.state, DEALER)
    assert isinstance(opened, CaseOpened)
    assert opened.case.facts["bets"] == "1 2"


@pytest.mark.clause(MBS, "5.15")
def test_of_both_together_the_maximum_counts() -> None:
    wagers = [bet("banker", 600, 1), bet("banker", 600, 1), bet("player", 600, 1)]
    assert [one.counts for one in count_joint_bets(load_rulebook(MBS), SIGN, wagers)] == [500, 500, 600]


@pytest.mark.clause(MBS, "5.14")
def test_chips_below_the_minimum_are_not_under_it_with_those_that_lie_there() -> None:
    table = RoundTable(MBS, limits=SIGN).bets(("banker", 60, 1), ("banker", 60, 1)).close()
    table.deal("2S 3H 4D 5C").announce().do(commands.SettleAll)
    assert not table.state.under_minimum_before
