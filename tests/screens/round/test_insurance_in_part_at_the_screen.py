"""Insurance that counts in part: said at once, before it is signed, and on the lines of the settlement (ruling I12)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.state import Person
from dealer_app.domain.wagers import Area, Wager
from dealer_app.screens.blocks import HeadingBlock, ListRow, NoteBlock, RowsBlock, TagsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity.case import case_rail
from dealer_app.screens.round.parts import round_rail
from tests.screens.irregularity_hands import panel
from tests.screens.irregularity_screens import part_rows, touch_control
from tests.support.rounds import INSURANCE, PLAYER_HAND, SEATED, RoundTable
from tests.support.screen_contexts import table_context

clause = pytest.mark.clause(INSURANCE, "3.11", "3.12.2")
ASKER = Person("Dealer 1 (D1)", "dealer")


def asked(stake: int | None) -> RoundTable:
    """Player 7 against Banker 2, insured at 4 to 1 for all of a bet that turns out to be another."""
    table = RoundTable(INSURANCE, layout="C").bets(("player", 100_000, 1), ("banker", 50_000, 2)).close()
    table.deal("7S 2H KD KC").do(commands.TakeInsurance, who=(1, SEATED), side=PLAYER_HAND, stake=Money(100_000))
    table.do(commands.CloseOffer)
    wager = None if stake is None else Wager(area=Area("player"), stake=Money(stake), seat=1)
    return table.do(correction_commands.CorrectBet, by=ASKER, number=1, wager=wager, reason="as the chips lie")


def rows(context: ScreenContext) -> dict[str, ListRow]:
    return {row.name: row for block in round_rail(context).work if isinstance(block, RowsBlock) for row in block.rows}


def notes(context: ScreenContext) -> list[str]:
    return [block.text.first for block in round_rail(context).work if isinstance(block, NoteBlock)]


@clause
def test_before_a_correction_is_signed_it_says_what_of_insurance_will_count() -> None:
    context = table_context(asked(40_000))
    shown = part_rows(panel(touch_control(context, case_rail(context).primary)))
    values = {row.name: row.lines for row in shown if row.name.startswith("value:")}
    assert values["value:before"] == ("PLAYER total 1,000 · Seat 1 total 2,000",)
    assert values["value:after"][1:] == ("Seat 1 · PLAYER INSURANCE: 400 of 1,000 counts",)


@clause
@pytest.mark.parametrize(("stake", "back"), [(40_000, "600"), (None, "1,000")])
def test_once_it_is_signed_what_goes_back_stands_beside_the_bets_till_the_result(stake: int | None, back: str) -> None:
    table = asked(stake).approve()
    told = f"Insurance over its cap, returned at settlement: 1: {back}"
    assert told in notes(table_context(table))
    assert told in notes(table_context(table.deal("6H")))


@clause
def test_on_the_settlement_a_winning_one_says_of_what_it_counts() -> None:
    context = table_context(asked(40_000).approve().deal("6H").announce())
    row = rows(context)["pay:1:seated"]
    assert row.right == "1,600"
    assert "400 of 1,000 counts" in row.lines
    assert [tag.text for tag in rows(context)["collected"].tags] == ["1 PLAYER 400"]


@clause
def test_a_losing_one_is_collected_in_part_and_says_of_what() -> None:
    context = table_context(asked(40_000).approve().deal("3H").announce())
    collected = rows(context)["collected"]
    assert collected.right == "900"
    assert [tag.text for tag in collected.tags] == ["1 PLAYER INSURANCE 400 of 1,000 counts", "2 BANKER 500"]


@clause
def test_with_no_original_bet_left_it_is_returned_and_stands_among_nothing_that_wins() -> None:
    table = asked(None).approve().deal("6H")
    work = round_rail(table_context(table)).work
    assert "These win" in [block.text.first for block in work if isinstance(block, HeadingBlock)]
    tags = [tag.text for block in work if isinstance(block, TagsBlock) for tag in block.tags]
    assert not [text for text in tags if "INSURANCE" in text]
    row = rows(table_context(table.announce()))["pay:1:seated"]
    assert (row.title, row.lines, row.right) == ("Return 1,000", ("PLAYER INSURANCE 1,000 returned",), "")
