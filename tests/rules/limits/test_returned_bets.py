"""Which bets H and L contain once some have gone back: ruling L11 on RWS 5.1.1."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import AreaLimits, TableLimits, count_after_returns, count_joint_bets
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.commands import Effect
from dealer_app.domain.round.correction_commands import BetFault, Intention
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.wagers import Wager
from dealer_app.rulebooks import load_rulebook
from tests.rules.limits.bet_strategies import LIMITS, MINIMUMS, baccarat_bets
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, SEATED, SHIFT_MANAGER, V4, RoundTable
from tests.support.rounds import make_wager as bet

BOOKS = (V4, INSURANCE)
both = pytest.mark.parametrize("game", BOOKS)
SIGN = TableLimits(general=AreaLimits(minimum=Money(100)), differentials={"differential": Money(10_000)})
HEAVY, STANDING, LIGHT = bet("banker", 12_000, 1), bet("banker", 4_000, 1, "standing-1"), bet("player", 5_000, 2)


def counts(game: str, *returned: int, reckoned_again: bool = False) -> list[Fraction | None]:
    book = load_rulebook(game).with_option("L11", "reckoned-again") if reckoned_again else load_rulebook(game)
    found = count_after_returns(book, SIGN, [HEAVY, STANDING, LIGHT], set(returned))
    return [part.counts for part in found]


@both
@pytest.mark.clause(V4, "5.1.1")
@pytest.mark.clause(INSURANCE, "5.1.1")
def test_what_goes_back_leaves_its_side_and_no_other_bet_counts_for_less(game: str) -> None:
    """16,000 against 5,000 and a limit of 10,000: 15/16 of each counts at closing."""
    assert counts(game) == [11_250, 3_750, 5_000]
    assert counts(game, 0) == [4_000, 5_000]  # 4,000 against 5,000: no excess any more
    assert counts(game, 2) == [11_250, 3_750]  # 16,000 against nothing would be 10/16
    assert counts(game, 0, 1) == [5_000]


@both
@pytest.mark.clause(V4, "5.1.1")
@pytest.mark.clause(INSURANCE, "5.1.1")
def test_by_choice_it_is_reckoned_again_both_ways(game: str) -> None:
    assert counts(game, 0, reckoned_again=True) == [4_000, 5_000]
    assert counts(game, 2, reckoned_again=True) == [7_500, 2_500]


@st.composite
def signs(draw: st.DrawFn) -> TableLimits:
    general = AreaLimits(minimum=Money(draw(MINIMUMS)))
    return TableLimits(general=general, differentials={"differential": Money(draw(LIMITS))})


@given(st.sampled_from(BOOKS), baccarat_bets(), signs(), st.data())
def test_none_counts_for_less_than_at_closing_nor_for_less_than_among_those_left(
    game: str, wagers: list[Wager], limits: TableLimits, data: st.DataObject
) -> None:
    book = load_rulebook(game)
    back = data.draw(st.sets(st.integers(0, len(wagers) - 1))) if wagers else set()
    left = [place for place in range(len(wagers)) if place not in back]
    at_closing = count_joint_bets(book, limits, wagers)
    again = count_joint_bets(book, limits, [wagers[place] for place in left])
    found = count_after_returns(book, limits, wagers, back)
    for place, now, among in zip(left, found, again, strict=True):
        assert now.counts == max(at_closing[place].counts or 0, among.counts or 0)
        assert now.counts <= wagers[place].stake
    assert count_after_returns(book.with_option("L11", "reckoned-again"), limits, wagers, back) == again


def laid(game: str = V4) -> RoundTable:
    """The same bets at a table, closed. Banker wins with a 7."""
    table = RoundTable(game, layout="A", limits=SIGN)
    for wager in (HEAVY, STANDING, LIGHT):
        table.do(commands.PlaceBet, wager=wager)
    return table.close()


def settled(table: RoundTable) -> dict[int, Fraction]:
    if not table.round.cards:
        table.deal("2S 4H KD 3C 4C")
    table.announce()
    return {line.number: line.counts for line in table.round.settled}


@pytest.mark.clause(V4, "5.14", "5.1.1")
@pytest.mark.clause(INSURANCE, "5.14", "5.1.1")
@both
def test_a_stake_without_value_was_never_part_of_its_side(game: str) -> None:
    table = laid(game)
    table.do(correction_commands.ReportBet, number=3, fault=BetFault.WITHOUT_VALUE, text="foreign chips").approve()
    assert settled(table) == {1: 7_500, 2: 2_500}


@pytest.mark.clause(V4, "5.7", "5.1.1")
@pytest.mark.clause(INSURANCE, "5.6", "5.1.1")
@both
def test_nor_was_what_came_late(game: str) -> None:
    table = laid(game)
    table.do(
        correction_commands.ReportBet, number=3, fault=BetFault.LATE, accepted=Money(2_000), text="he added 3,000"
    ).resolve()
    assert settled(table) == {1: 9_000, 2: 3_000, 3: 2_000}


@pytest.mark.clause(V4, "5.18", "5.1.1")
@pytest.mark.parametrize(("part", "expected"), [(2_000, {1: 9_000, 2: 3_000, 3: 2_000}), (0, {1: 7_500, 2: 2_500})])
def test_nor_what_the_shift_manager_does_not_let_count(part: int, expected: dict[int, int]) -> None:
    table = laid().report(IrregularityKind.OTHER)
    ruled = ((3, Money(part)),)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="so much counts", effect=Effect.CONTINUE, counts=ruled)
    assert settled(table) == expected


@pytest.mark.clause(V4, "5.13.3", "5.1.1")
@pytest.mark.clause(INSURANCE, "5.12.3", "5.1.1")
@both
def test_what_goes_back_by_an_option_was_part_of_it(game: str) -> None:
    for leaving, expected in ((2, {1: 11_250, 2: 3_750}), (1, {3: 5_000})):
        table = laid(game).deal("2S 4H", put="PP").resolve(leaving=[leaving])
        assert settled(table.deal("KD 3C 4C")) == expected


@pytest.mark.clause(INSURANCE, "5.13.2", "5.1.1")
def test_so_was_an_original_bet_that_goes_back_for_a_missed_offer() -> None:
    """Player 4 and a 5 is 9, Banker 6 stands: the insurance of Banker, which is the lighter side, would have won."""
    table = RoundTable(INSURANCE, limits=SIGN).bets(("banker", 1_000, 2), ("player", 12_000, 1)).close()
    table.deal("4S 6D KH TC").draw("5H").answer(announced=False)
    named = (Intention((2, SEATED), BANKER_HAND, "had his chips in hand"),)
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=named)
    table.announce()
    assert {line.number: line.counts for line in table.round.settled} == {2: Fraction(11_000)}
