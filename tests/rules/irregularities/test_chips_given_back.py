"""Chips that leave the layout without being won or lost, and chips that a correction moves: whose, where, how much."""

from fractions import Fraction

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ChipsReturned, ChipsReturnNeeded
from dealer_app.domain.round.state import ChipMove
from dealer_app.domain.wagers import SEATED, Area, Wager
from tests.support.rounds import INSURANCE, MBS, PEOPLE, TAI_SAI, V4, RoundTable

BACCARAT = (V4, INSURANCE, MBS)
LATE_CLAUSES = {V4: "5.7", INSURANCE: "5.6", MBS: "5.4"}


def closed(book: str) -> RoundTable:
    return RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.7")
@pytest.mark.clause(INSURANCE, "5.6")
@pytest.mark.clause(MBS, "5.4")
def test_a_late_part_goes_back_to_its_guest_before_play_goes_on(book: str) -> None:
    table = closed(book).do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(600)).approve()
    back = ChipsReturned((1, SEATED), Area("player"), Money(400))
    assert table.need == ChipsReturnNeeded(LATE_CLAUSES[book], (back,))
    assert table.expect_refusal(commands.DrawCard, card=None).code == "case-open"
    table.do(correction_commands.ConfirmChipsReturned)
    assert not table.state.cases


@pytest.mark.parametrize("book", BACCARAT)
def test_of_a_bet_that_is_settled_the_difference_moves_and_nothing_goes_back_from_the_layout(book: str) -> None:
    table = closed(book).deal("4H 9S 5D 5C").announce().do(commands.SettleAll)
    table.do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(600)).approve()
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    (move,) = table.case.moves
    assert (move.who, move.area, move.before, move.after) == ((1, SEATED), "player", Fraction(1000), Fraction(600))


@pytest.mark.parametrize("fault", BetFault)
def test_a_bet_that_was_not_keyed_is_reported_with_seat_area_and_amount(fault: BetFault) -> None:
    table = closed(V4)
    assert table.expect_refusal(correction_commands.ReportBet, fault=fault).code == "bet-not-named"
    for seat, area, code in ((99, "player", "no-such-seat"), (3, "big", "not-offered")):
        wager = Wager(area=Area(area), stake=Money(300), seat=seat)
        assert table.expect_refusal(correction_commands.ReportBet, fault=fault, wager=wager).code == code
    table.do(correction_commands.ReportBet, fault=fault, wager=Wager(area=Area("tie"), stake=Money(300), seat=3))


@pytest.mark.clause(V4, "5.7")
def test_a_late_bet_that_was_not_keyed_goes_back_whole() -> None:
    wager = Wager(area=Area("tie"), stake=Money(300), seat=3)
    table = closed(V4).do(correction_commands.ReportBet, fault=BetFault.LATE, wager=wager)
    facts = {"bet": "", "text": "", "who": "3", "area": "tie", "amount": "300"}
    assert table.case.facts == facts, "the page that is signed names it"
    table.approve()
    assert table.need == ChipsReturnNeeded("5.7", (ChipsReturned((3, SEATED), Area("tie"), Money(300)),))


# Dice


def corrected(*dice: int) -> RoundTable:
    """Big won on 2-5-6, and the chips have moved."""
    table = RoundTable(TAI_SAI).bet("small", 1000).bet("big", 700).close().roll(2, 5, 6).finish()
    return table.do(correction_commands.CorrectDice, dice=dice, reason="not the dice").approve()


@pytest.mark.clause(TAI_SAI, "5.11")
def test_a_correction_of_dice_lists_bet_by_bet_what_was_collected_and_paid() -> None:
    table = corrected(1, 2, 3)
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    nobody = (None, SEATED)
    assert table.case.moves == (
        ChipMove(who=nobody, area=Area("small"), before=Fraction(-1000), after=Fraction(0)),
        ChipMove(who=nobody, area=Area("big"), before=Fraction(700), after=Fraction(0)),
    )
    assert table.case.facts == {"- seated": "300"}, "what comes of both for the guest"


@pytest.mark.parametrize("dice", [(2, 5, 6), (6, 2, 5)])
def test_the_same_dice_in_another_order_are_no_correction(dice: tuple[int, ...]) -> None:
    table = RoundTable(TAI_SAI).bet("big", 700).close().roll(2, 5, 6)
    refusal = table.expect_refusal(correction_commands.CorrectDice, dice=dice, reason="not the dice")
    assert refusal.code == "dice-as-read"
    assert not table.state.cases


@pytest.mark.clause(TAI_SAI, "5.6")
def test_stakes_of_the_round_that_damaged_dice_void_go_back_from_the_layout() -> None:
    table = RoundTable(TAI_SAI).bet("big", 700).bet("small", 1000).close()
    table.report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=PEOPLE["shift_manager"], first=1)
    nobody = (None, SEATED)
    back = (
        ChipsReturned(nobody, Area("big"), Money(700)),
        ChipsReturned(nobody, Area("small"), Money(1000)),
    )
    assert table.need == ChipsReturnNeeded("5.6", back)
    table.do(correction_commands.ConfirmChipsReturned)
    assert table.state.dice_damaged
    assert not table.state.cases
