"""What an approver signs stands on the page in a line: what becomes of the round, of its cards, of the chips."""

import pytest

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.screens.blocks import GapBlock, HeadingBlock, KeysBlock, NoteBlock, RowsBlock, Weight
from dealer_app.screens.irregularity import case
from tests.screens.irregularity_hands import panel
from tests.screens.irregularity_screens import part_blocks, touch_control
from tests.support.rounds import INSURANCE, MBS, PLAYER_HAND, SEATED, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context


def _signs(table: RoundTable) -> list[str]:
    context = make_context(table.rules, table.state)
    shown = panel(touch_control(context, case.case_rail(context).primary))
    return [
        block.text.first
        for block in part_blocks(shown)
        if isinstance(block, NoteBlock) and "signing" in block.title.first
    ]


def _reasons(table: RoundTable) -> list[str]:
    context = make_context(table.rules, table.state)
    shown = panel(touch_control(context, case.case_rail(context).primary))
    return [control.label.first for control in shown.reasons]


def test_a_void_says_what_goes_back() -> None:
    table = RoundTable(TAI_SAI, layout="C").bets(("big", 100_000, None), ("odd", 120_000, None)).close()
    table.do(commands.CountTumbles, tumbles=2)
    assert _signs(table) == ["Round 1 void, 2,200 returned to guests"]
    assert _reasons(table)[0] == "Cannot see the dice"


def test_with_bets_off_a_void_names_no_amount() -> None:
    table = RoundTable(TAI_SAI, layout="C", bets=BetKeeping.OFF).close()
    table.do(commands.CountTumbles, tumbles=2)
    assert _signs(table) == ["Round 1 void, all bets returned to guests"]


@pytest.mark.parametrize("game", [V4, MBS])
def test_a_card_in_excess_says_to_which_round_it_goes(game: str) -> None:
    table = RoundTable(game).bets(("player", 10_000, 1)).close().deal("2S 3H 2D 3C 4D 5S")
    assert _signs(table) == ["Card 6 goes to round 2"]
    assert _reasons(table)[0] == "Cannot see the card"


@pytest.mark.clause(INSURANCE, "5.16")
def test_insurance_goes_back_with_the_bets_and_stands_in_the_sum_that_is_signed() -> None:
    table = (
        RoundTable(INSURANCE, limits=TableLimits())
        .bets(("player", 100_000, 1), ("player", 250_000, 5))
        .close()
        .deal("KH 9C 6S 5D")
    )
    for seat, stake in ((1, 40_000), (5, 100_000)):
        table.do(commands.TakeInsurance, who=(seat, SEATED), side=PLAYER_HAND, stake=Money(stake))
    table.do(commands.CloseOffer).report(IrregularityKind.FOREIGN_CARD)
    assert _signs(table) == ["Round 1 void, 4,900 returned to guests"]
    table.approve()
    context = make_context(table.rules, table.state)
    (title,) = [block for block in case.case_rail(context).work if isinstance(block, HeadingBlock) and block.right]
    assert title.right == "4,900"


def test_above_the_void_a_gap_keeps_the_pages_of_the_bets_away() -> None:
    table = RoundTable(V4).bets(*(("player", 1_000 + seat, seat) for seat in (1, 2, 3, 5, 6, 7))).bets(("tie", 500, 1))
    table.close().report(IrregularityKind.FOREIGN_CARD).approve()
    *_, rows, _note, gap, keys = case.case_rail(make_context(table.rules, table.state)).work
    assert isinstance(rows, RowsBlock)
    assert rows.more
    assert isinstance(gap, GapBlock)
    assert isinstance(keys, KeysBlock)
    assert [control.weight for control in keys.controls] == [Weight.GRAVE]
