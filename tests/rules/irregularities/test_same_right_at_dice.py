"""Tai Sai: one right for the same dice, told by people or the tumbler, in any order, early or late (5.5, 5.6)."""

from collections.abc import Mapping
from enum import Enum
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import RulingNeeded
from dealer_app.domain.round.state import Phase
from dealer_app.domain.wagers import Bettor
from tests.support.long_tests import examples
from tests.support.rounds import DEALER, SHIFT_MANAGER, TAI_SAI, RoundTable

RED, BLUE = (None, Bettor("red")), (None, Bettor("blue"))
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
OF_A_TUMBLE: Mapping[IrregularityKind, str] = {
    IrregularityKind.TOO_FEW_TUMBLES: "5.5.1",
    IrregularityKind.COCKED_DIE: "5.5.2",
    IrregularityKind.TUMBLED_TOO_EARLY: "5.5.3",
}


class AtDice(Enum):
    TUMBLED = "tumbled"
    READ = "read"
    ANNOUNCED = "announced"
    SETTLED = "settled"


def rolled(dice: tuple[int, int, int], at: AtDice) -> RoundTable:
    table = RoundTable(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 600, bettor="blue").close()
    table.do(commands.CountTumbles, tumbles=3)
    if at is not AtDice.TUMBLED:
        table.do(commands.ReadDice, dice=dice)
    if at in (AtDice.ANNOUNCED, AtDice.SETTLED):
        table.announce()
    if at is AtDice.SETTLED:
        table.do(commands.SettleAll)
    return table


def void_by(table: RoundTable) -> tuple[str, Phase, bool]:
    clause = table.case.clause
    table.resolve()
    return clause, table.round.phase, table.is_returned("big") and table.is_returned("small")


@pytest.mark.clause(TAI_SAI, "5.5", "5.5.1", "5.5.2", "5.5.3", "5.12")
@pytest.mark.parametrize("trouble", OF_A_TUMBLE)
@pytest.mark.parametrize("at", [AtDice.TUMBLED, AtDice.READ, AtDice.ANNOUNCED])
@examples(10)
@given(dice=DICE)
def test_a_bad_tumble_is_void_by_its_clause_whenever_it_is_told(
    trouble: IrregularityKind, at: AtDice, dice: tuple[int, int, int]
) -> None:
    """Also once the dice lie: what was no valid tumble has no outcome (5.5 before 5.4.1)."""
    table = rolled(dice, at).report(trouble)
    assert void_by(table) == (OF_A_TUMBLE[trouble], Phase.VOID, True)


@pytest.mark.clause(TAI_SAI, "5.5", "5.14")
@pytest.mark.parametrize("trouble", OF_A_TUMBLE)
@examples(10)
@given(dice=DICE)
def test_after_the_settlement_a_bad_tumble_is_for_the_shift_manager(
    trouble: IrregularityKind, dice: tuple[int, int, int]
) -> None:
    """Until the next round begins (O18): he may leave the round as it is, or void it."""
    table = rolled(dice, AtDice.SETTLED).report(trouble)
    assert table.need == RulingNeeded("shift_manager", "5.14")
    before = {number: table.net(number) for number in ("big", "small")}
    effect = {"effect": commands.Effect.CONTINUE, "text": "paid as it lay"}
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, **effect).resolve()
    assert {number: table.net(number) for number in ("big", "small")} == before
    void = rolled(dice, AtDice.SETTLED).report(trouble)
    void.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.VOID, text="no valid tumble").resolve()
    assert void.round.phase is Phase.VOID


@pytest.mark.clause(TAI_SAI, "5.5.1", "5.5.2", "5.5.3")
@pytest.mark.parametrize("dice", [(1, 2, 3), (6, 6, 6)])
def test_what_the_tumbler_says_and_what_somebody_reports_have_one_right(dice: tuple[int, int, int]) -> None:
    def open_() -> RoundTable:
        return RoundTable(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 600, bettor="blue")

    said_few = open_().close().do(commands.CountTumbles, tumbles=2)
    told_few = open_().close().do(commands.CountTumbles, tumbles=3).report(IrregularityKind.TOO_FEW_TUMBLES)
    assert void_by(said_few) == void_by(told_few)
    said_cocked = open_().close().do(commands.CountTumbles, tumbles=3)
    said_cocked.do(commands.ReadDice, dice=dice, flat=(True, False, True))
    told_cocked = open_().close().do(commands.CountTumbles, tumbles=3).report(IrregularityKind.COCKED_DIE)
    assert void_by(said_cocked) == void_by(told_cocked)
    said_early = open_().do(commands.CountTumbles, tumbles=3).answer(False)
    told_early = open_().report(IrregularityKind.TUMBLED_TOO_EARLY)
    assert void_by(said_early) == void_by(told_early)


@pytest.mark.clause(TAI_SAI, "5.5", "5.6")
@pytest.mark.parametrize("at", list(AtDice)[:3])
@pytest.mark.parametrize(("one", "other"), list(product([*OF_A_TUMBLE, IrregularityKind.WRONG_LAMPS], repeat=2)))
def test_two_troubles_with_dice_give_the_same_in_either_order(
    one: IrregularityKind, other: IrregularityKind, at: AtDice
) -> None:
    def told(first: IrregularityKind, second: IrregularityKind) -> tuple[Phase, list[tuple[int, int]]]:
        table = rolled((4, 5, 6), at)
        for trouble in (first, second):
            if table.state.round is not None and not table.state.cases:
                table.report(trouble).resolve()
        if table.state.round is not None:
            if table.round.dice is None:
                table.do(commands.ReadDice, dice=(4, 5, 6))
            table.finish()
        return table.round.phase, [(line.number, int(line.net)) for line in table.round.settled]

    assert told(one, other) == told(other, one)


@pytest.mark.clause(TAI_SAI, "5.6", "5.12")
@pytest.mark.parametrize("at", AtDice)
@examples(10)
@given(dice=DICE)
def test_damaged_dice_void_the_round_whenever_they_are_found(at: AtDice, dice: tuple[int, int, int]) -> None:
    """And each bettor is where he was before it, whatever had moved."""
    table = rolled(dice, at).report(IrregularityKind.DAMAGED_DICE)
    assert (table.case.clause, table.guide.who) == ("5.6", "shift_manager")
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    due = {who: int(amount) for who, amount in table.case.facts.items()} if table.state.cases else {}
    table.resolve()
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, "5.6")
    settled = rolled(dice, AtDice.SETTLED)
    owed = {f"- {color}": -settled.net(area) for area, color in (("big", "red"), ("small", "blue"))}
    assert due == (owed if at is AtDice.SETTLED else {})


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
@pytest.mark.parametrize("left_first", [False, True])
@pytest.mark.parametrize("gone", [RED, BLUE])
def test_who_left_may_be_told_before_the_dice_are_found_damaged_or_with_them(
    gone: tuple[None, Bettor], left_first: bool
) -> None:
    """What he is owed is kept, what he would owe is not recovered (O25)."""
    table = rolled((4, 5, 6), AtDice.READ)
    if left_first:
        table.report(IrregularityKind.PLAYER_LEFT, who=gone)
    table.finish().report(IrregularityKind.DAMAGED_DICE, by=DEALER)
    named = frozenset() if left_first else frozenset({gone})
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1, gone=named).resolve()
    kept = [int(amount) for who, amount in table.state.winnings_unclaimed if who == gone]
    # Red won 1000; told at once that he left, stake and winnings were kept, and the stake is left of them.
    # Blue lost 600, which he is owed now.
    if gone == BLUE:
        assert kept == [600]
    else:
        assert kept == ([1000] if left_first else [])
