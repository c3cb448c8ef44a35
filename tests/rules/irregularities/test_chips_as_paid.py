"""What comes back, goes out or is kept is what chips paid: the exact amount stands in the books alone (ruling B9).

Stakes are of any amount: what a limit has cut, and what journals of before have, need not be in chips.
"""

from fractions import Fraction

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from tests.support.rounds import BACCARAT, SEATED, SHIFT_MANAGER, TAI_SAI, V4, RoundTable

UNITS = (1, 5, 25, 100, 250, 500, 2_500, 10_000, None)
ON_SIX = "KS KH 5S 6H KD"
"""Player 5, Banker 6: BANKER is paid 1 to 2, in MBS less a commission."""
FREE = TableLimits()


def settled(book: str, unit: int | None, *, stake: int = 52_500) -> RoundTable:
    table = RoundTable(book, limits=FREE, unit=None if unit is None else Money(unit))
    table.put_bets(("banker", stake, 1), ("player", 10_000, 2), ("tie", 3_330, 3)).close().deal(ON_SIX).announce()
    for line in table.round.settled:
        table.do(commands.TickBet, number=line.number)
    return table


def paid(table: RoundTable) -> dict[str, Fraction]:
    """What chips have paid or taken, worked out here from the lines of the settlement."""
    whose = {bet.number: f"{bet.who[0]} {bet.who[1]}" for bet in table.round.bets}
    moved = {}
    for line in table.round.settled:
        amount = line.net if line.payable is None else Fraction(line.payable)
        if amount:
            moved[whose[line.number]] = amount
    return moved


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("stake", [52_500, 33_333, 101])
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.16")
def test_what_is_taken_back_after_a_void_is_what_was_paid(book: str, stake: int, unit: int | None) -> None:
    table = settled(book, unit, stake=stake)
    moved = paid(table)
    table.report(IrregularityKind.OTHER, text="x")
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.VOID, text="by the document")
    assert {who: Fraction(due) for who, due in table.case.facts.items()} == {who: -each for who, each in moved.items()}


def test_chips_of_five_that_paid_265_are_what_a_corrected_card_takes_back() -> None:
    table = settled(V4, 500)
    assert next(line.payable for line in table.round.settled) == 26_500
    table.do(correction_commands.CorrectCard, place=3, card=CARDS["7H"], reason="misread").approve()
    assert table.case.facts["1 seated"] == "-26500"


@pytest.mark.clause(V4, "5.14")
def test_of_a_bet_corrected_the_difference_is_one_of_chips() -> None:
    table = settled(V4, 500)
    bet = table.find_bet("banker", 1)
    right = type(bet.wager)(area=bet.wager.area, stake=Money(51_500), seat=1)
    table.do(correction_commands.CorrectBet, number=bet.number, wager=right, reason="chips were 515").approve()
    # 260 is paid of 257.50, and 265 had been.
    assert table.case.facts == {"1 seated": "-500"}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.clause(V4, "5.3")
def test_what_is_kept_for_who_left_is_his_stake_and_what_chips_pay(unit: int | None) -> None:
    table = RoundTable(V4, limits=FREE, unit=None if unit is None else Money(unit)).put_bets(("banker", 52_500, 1))
    table.close().report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)).deal(ON_SIX).announce()
    (line,) = table.round.settled
    table.finish()
    assert table.state.winnings_unclaimed == (((1, SEATED), 52_500 + (line.payable or line.net)),)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.clause(TAI_SAI, "5.6")
def test_of_rounds_voided_for_their_dice_chips_come_back_as_they_were_paid(unit: int | None) -> None:
    """Pro rata a part of each counts that no chips make."""
    limits = TableLimits(differentials={"differential": Money(10_000)})
    table = RoundTable(TAI_SAI, limits=limits, unit=None if unit is None else Money(unit))
    for bettor in ("red", "blue", "green"):
        table.put_bets(("big", 7_777, None), bettor=bettor)
    table.close().roll(4, 5, 6).announce()
    moved = {
        f"- {bettor}": (line.payable or line.net)
        for bettor, line in zip(("red", "blue", "green"), table.round.settled, strict=True)
    }
    table.finish().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    assert {who: Fraction(due) for who, due in table.case.facts.items()} == {who: -each for who, each in moved.items()}
