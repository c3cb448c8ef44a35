"""Shoe or display say otherwise than the record: neither prevails, the dealer compares with what lies on the table."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from tests.support.rounds import BACCARAT, INSURANCE, MBS, TAI_SAI, V4, RoundTable

CLAUSE = {V4: "5.15", INSURANCE: "5.15", MBS: "6.3", TAI_SAI: "5.11"}


def dealt(book: str) -> RoundTable:
    if book == TAI_SAI:
        return RoundTable(book).bet("big", 1000).close().roll(4, 5, 6)
    return RoundTable(book).bets(("player", 1000, 1)).close().deal("9S 3H KD 4C")


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.parametrize("announced", [False, True])
@pytest.mark.clause(V4, "5.15")
@pytest.mark.clause(INSURANCE, "5.15")
@pytest.mark.clause(MBS, "6.3")
@pytest.mark.clause(TAI_SAI, "5.11")
def test_settlement_waits_until_the_dealer_has_compared(book: str, announced: bool) -> None:
    table = dealt(book)
    if announced:
        table.announce()
    table.report(IrregularityKind.WRONG_DISPLAY)
    assert (table.guide.step, table.guide.why) == (Step.COMPARE, CLAUSE[book])
    for command in (commands.AnnounceResult, commands.SettleAll):
        assert table.expect_refusal(command).code == "case-open"
    table.do(correction_commands.ConfirmComparison).finish()
    assert table.net("big" if book == TAI_SAI else "player", None if book == TAI_SAI else 1) == 1000


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.15")
@pytest.mark.clause(INSURANCE, "5.15")
@pytest.mark.clause(MBS, "6.3")
def test_a_card_that_was_misread_is_corrected_before_play_goes_on(book: str) -> None:
    table = dealt(book).announce().report(IrregularityKind.WRONG_DISPLAY)
    table.do(correction_commands.CorrectCard, place=3, card=CARDS["6C"], reason="misread").approve()
    assert table.guide.step is Step.COMPARE
    table.do(correction_commands.ConfirmComparison).finish()
    assert table.net("player", 1) == 0, "a tie"


@pytest.mark.clause(TAI_SAI, "5.11")
def test_dice_that_were_misread_are_corrected_before_play_goes_on() -> None:
    table = dealt(TAI_SAI).finish().report(IrregularityKind.WRONG_DISPLAY)
    table.do(correction_commands.CorrectDice, dice=(1, 2, 3), reason="misread").resolve()
    table.do(correction_commands.ConfirmComparison).finish()
    assert table.net("big") == -1000


def test_where_nothing_lies_there_is_nothing_to_compare() -> None:
    assert not RoundTable(V4).report(IrregularityKind.WRONG_DISPLAY).state.cases
