"""Chips that move or go back are shown by guest, area and amount, and a bet that nobody keyed is named before it is
reported.
"""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED, Area, Wager
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import case
from dealer_app.screens.screen import Overlay, RailContent
from tests.screens.irregularity_hands import key_signature, panel, press_control, ready
from tests.screens.irregularity_screens import find_control, part_rows, with_fingers
from tests.support.rounds import INSURANCE, PEOPLE, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context


def _lines(shown: RailContent | Overlay, prefix: str) -> list[tuple[str, str]]:
    return [(row.title, row.right) for row in part_rows(shown) if row.name.startswith(prefix)]


def _case(table: RoundTable) -> RailContent:
    return case.case_rail(make_context(table.rules, table.state))


def _approving(table: RoundTable) -> ScreenContext:
    return make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))


def test_after_a_correction_of_dice_each_area_says_what_is_given_back_and_taken_back() -> None:
    table = RoundTable(TAI_SAI).bet("small", 1000).bet("big", 700).close().roll(2, 5, 6).finish()
    table.do(correction_commands.CorrectDice, dice=(1, 2, 3), reason="not the dice").approve()
    wanted = [("Whole table · SMALL", "give back 10"), ("Whole table · BIG", "take back 7")]
    assert _lines(_case(table), "moved:") == wanted
    assert _lines(panel(_approving(table)), "moved:") == wanted
    assert "nothing collected" not in repr(panel(_approving(table)))


@pytest.mark.parametrize(
    ("stake", "line"), [(400, "take back 6"), (1500, "pay 5"), (0, "take back 10")], ids=["less", "more", "none"]
)
def test_after_a_correction_of_a_bet_the_difference_is_said_on_its_area(stake: int, line: str) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C").finish()
    wager = Wager(area=Area("player"), stake=Money(stake), seat=1) if stake else None
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="chips differ").approve()
    assert _lines(_case(table), "moved:") == [("Seat 1 · PLAYER", line)]


def test_a_bet_moved_to_the_other_area_is_taken_back_there_and_collected_here() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C").finish()
    wager = Wager(area=Area("banker"), stake=Money(1000), seat=1)
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="chips differ").approve()
    assert _lines(_case(table), "moved:") == [("Seat 1 · BANKER", "take back 10 · collect 10")]


def test_with_the_last_tick_of_a_page_the_next_page_is_shown() -> None:
    table = RoundTable(TAI_SAI)
    for area in ("big", "small", "odd", "even", "any_triple", "sum:4", "sum:5", "sum:6", "sum:7", "sum:8"):
        if area in table.rules.layout.areas:
            table.bet(area, 1000)
    table.close().roll(2, 5, 6).finish()
    table.do(correction_commands.CorrectDice, dice=(1, 2, 3), reason="not the dice").approve()
    count = len(table.case.moves)
    assert count > 6
    context = key_signature(_approving(table), "S1")
    for place in range(1, count + 1):
        assert find_control(panel(context), "approve").act is None
        context = press_control(context, panel(context), f"moved:{place}")
    assert isinstance(ready(context), SendCommand)


def test_of_a_wrong_payment_nothing_speaks_of_an_earlier_result() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 6C").announce()
    table.do(commands.Report, trouble=IrregularityKind.WRONG_TAKE_OR_PAY.value, who=(1, SEATED), due=Money(1000))
    assert _lines(_case(table), "moved:") == [("Seat 1", "give the guest 10")]
    assert "earlier" not in repr(_case(table))
    assert "already" not in repr(_case(table))


# Chips that go back


def test_the_approver_of_a_late_part_sees_what_goes_back_and_the_dealer_is_told_to_return_it() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close()
    table.do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(600))
    assert "Seat 1 · PLAYER: return 4" in repr(panel(_approving(table)).left_column)
    rail = _case(table.approve())
    assert _lines(rail, "back:") == [("Seat 1 · PLAYER", "return 4")]
    assert rail.primary.label.first == "Chips given back"


def test_stakes_of_damaged_dice_are_listed_to_be_returned() -> None:
    table = RoundTable(TAI_SAI).bet("big", 700).close()
    table.report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=PEOPLE["shift_manager"], first=1)
    assert _lines(_case(table), "back:") == [("Whole table · BIG", "return 7")]


# Bets that nobody keyed


def _reporting(table: RoundTable, code: str) -> ScreenContext:
    return make_context(table.rules, table.state, input_state=InputState(panel=Panel.REPORT).with_pick("report", code))


@pytest.mark.parametrize("code", ["late-bet", "stake-without-value", "withdrawn-bet", "moved-bet"])
@pytest.mark.parametrize("tracked", [True, False], ids=["others", "alone"])
def test_the_report_waits_for_seat_area_and_amount(code: str, *, tracked: bool) -> None:
    table = (RoundTable(V4).bets(("player", 1000, 1)) if tracked else RoundTable(V4)).close()
    context = _reporting(table, code)
    if tracked:
        context = press_control(context, panel(context), "bet:not-keyed")
    for name, waits in (("who:3", "Choose who"), ("area:tie", "Choose the area"), ("amount:5", "Key in the amount")):
        step = find_control(panel(context), "form")
        assert (step.act, step.waits.first) == (None, waits)
        context = press_control(context, panel(context), name)
    act = ready(context)
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, correction_commands.ReportBet)
    assert act.command.wager == Wager(area=Area("tie"), stake=Money(500), seat=3)


def test_the_page_of_the_case_names_the_bet_that_nobody_keyed() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close()
    wager = Wager(area=Area("tie"), stake=Money(500), seat=3)
    table.do(correction_commands.ReportBet, fault=BetFault.WITHOUT_VALUE, wager=wager)
    assert ("Seat 3", "TIE 5") in _lines(panel(_approving(table)), "fact:")


def test_the_same_dice_in_another_order_wait_for_what_differs() -> None:
    table = RoundTable(TAI_SAI).bet("big", 700).close().roll(2, 5, 6)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.CORRECT))
    for face in "652":
        context = press_control(context, panel(context), f"die:{face}")
    step = find_control(panel(context), "ask-approval")
    assert (step.act, step.waits.first) == (None, "Same three dice: key in what differs")
    context = with_fingers(context, context.input_state.replace(dice="651"))
    assert find_control(panel(context), "ask-approval").waits.first == "Choose a reason"


# Insurance


def test_insurance_is_among_the_bets_that_are_recorded_and_in_what_becomes_of_them() -> None:
    table = RoundTable(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")
    table.do(commands.TakeInsurance, who=(2, SEATED), side=Side.BANKER, stake=Money(100)).do(commands.CloseOffer)
    table.report(IrregularityKind.FOREIGN_CARD)
    rail = _case(table)
    assert ("10 · BANKER", "goes back") not in _lines(rail, "means:")
    assert ("11 · BANKER · BANKER INSURANCE", "goes back") in _lines(rail, "means:")
    assert ("Bets", "3 recorded, 16") in _lines(panel(_approving(table)), "fact:")
