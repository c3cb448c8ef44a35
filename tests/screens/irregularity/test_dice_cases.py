"""A case or a claim about dice shows dice and layout as they lie (what a blind reading hides: test_blind_reading)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.screens.blocks import RowsBlock
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.irregularity.dealer_tasks import returns_text
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import DiceShown, PageStage, Screen
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context


def screen_of(table: RoundTable) -> Screen:
    return build_screen(make_context(table.rules, table.state))


def page_of(screen: Screen) -> PageStage:
    assert isinstance(screen.stage, PageStage)
    return screen.stage


def test_dice_and_layout_stay_in_sight_under_the_title_and_the_facts_are_in_the_rail() -> None:
    table = RoundTable(TAI_SAI, layout="C").bet("big", 1000, bettor="red").bet("small", 500, bettor="blue").close()
    screen = screen_of(table.do(commands.CountTumbles, tumbles=3).report(IrregularityKind.COCKED_DIE))
    shown = page_of(screen).table
    assert shown is not None
    assert isinstance(shown.result, DiceShown)
    lying = {area.name: [stake.chip for stake in area.stakes] for area in shown.table.areas if area.stakes}
    assert lying == {"big": ["red"], "small": ["blue"]}
    rows = {row.name for block in screen.rail.work if isinstance(block, RowsBlock) for row in block.rows}
    assert {"fact:round", "fact:bets", "fact:chips"} <= rows


def dice_shown(screen: Screen) -> DiceShown:
    shown = page_of(screen).table
    assert shown is not None
    assert isinstance(shown.result, DiceShown)
    return shown.result


@pytest.mark.parametrize(
    ("trouble", "flat", "tumbles"),
    [
        (IrregularityKind.COCKED_DIE, True, False),
        (IrregularityKind.TOO_FEW_TUMBLES, False, True),
        (IrregularityKind.TUMBLED_TOO_EARLY, False, True),
        (IrregularityKind.BOX_CLAIMED_BY_TWO, False, False),
    ],
)
@pytest.mark.clause("tai-sai-open-cover-v5", "5.5.1", "5.5.2")
def test_what_a_report_doubts_of_dice_that_were_read_is_not_shown_as_in_order(
    trouble: IrregularityKind, flat: bool, tumbles: bool
) -> None:
    table = RoundTable(TAI_SAI, layout="C").bet("big", 1000, bettor="red").close()
    table.do(commands.CountTumbles, tumbles=3).do(commands.ReadDice, dice=(2, 5, 6), flat=(True, True, True))
    shown = dice_shown(screen_of(table.report(trouble)))
    assert (shown.flat_doubted, shown.tumbles_doubted) == (flat, tumbles)
    assert shown.flat_word.first == ("flat?" if flat else "flat")
    assert shown.lines[0].first.startswith("3 counted: in doubt" if tumbles else "3 of at least 3")


def test_a_claim_about_dice_shows_them_with_the_bets_and_what_these_came_to() -> None:
    table = RoundTable(TAI_SAI, layout="C").bet("big", 1000, bettor="red").bet("small", 500, bettor="blue").close()
    table.do(commands.CountTumbles, tumbles=3).do(commands.ReadDice, dice=(2, 5, 6), flat=(True, True, True))
    table.do(commands.AnnounceResult).do(commands.HoldForClaim, text="the bet on BIG was mine")
    screen = screen_of(table)
    shown = page_of(screen).table
    assert shown is not None
    assert isinstance(shown.result, DiceShown)
    assert [die.face for die in shown.result.dice] == [2, 5, 6]
    wins = {area.name: [stake.wins for stake in area.stakes] for area in shown.table.areas if area.stakes}
    assert wins == {"big": ["+10"], "small": [""]}
    rows = {row.name for block in screen.rail.work if isinstance(block, RowsBlock) for row in block.rows}
    assert {"came:red", "came:blue", "fact:round", "fact:chips"} <= rows


def test_a_case_about_cards_keeps_its_page() -> None:
    page = page_of(screen_of(RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C 9H")))
    assert page.table is None
    assert page.columns


def test_a_bettor_by_colour_is_named_in_the_language_of_each_line() -> None:
    """What goes back, in the rail and where the approver signs."""
    table = RoundTable(TAI_SAI, layout="C").bet("big", 1000, bettor="red").close()
    table.do(commands.CountTumbles, tumbles=3).do(commands.ReadDice, dice=(2, 5, 6), flat=(True, True, True))
    late = Wager(area=Area("small"), stake=Money(500), seat=None, bettor=Bettor("blue"))
    table.do(correction_commands.ReportBet, fault=BetFault.LATE, wager=late)
    signs = make_context(table.rules, table.state, input_state=NO_INPUT.replace(panel=Panel.APPROVAL))
    assert "藍 · 小：退回 5" in repr(build_screen(signs))
    table.resolve()
    context = make_context(table.rules, table.state)
    assert returns_text(context, table.round, frozenset({1})).second.endswith("紅：10")


def test_a_decision_about_dice_may_be_as_these_are_now() -> None:
    """Nobody is offered a word on cards where there are none."""
    reasons = {}
    for game, area, seat in ((TAI_SAI, "big", None), (V4, "player", 1)):
        table = RoundTable(game).bets((area, 1000, seat)).close().report(IrregularityKind.BOX_CLAIMED_BY_TWO)
        picks = {"effect": "continue"}
        context = make_context(
            table.rules, table.state, input_state=NO_INPUT.replace(panel=Panel.APPROVAL, picks=picks)
        )
        names = {control.name for control in screen_controls(build_screen(context))}
        reasons[game] = {name for name in names if name.startswith("reason:as-the-")}
    assert reasons == {TAI_SAI: {"reason:as-the-dice-lie"}, V4: {"reason:as-the-cards-lie"}}
