"""A settlement as it is shown: formulas, exact and payable amounts, order, commission, stacks, and what is ticked."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.wagers import Area
from dealer_app.screens.blocks import HeadingBlock, ListRow, RowsBlock
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.pads import format_digits, money_digits, parse_digits
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from tests.screens.round.round_screens import AtScreen
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import state_context, table_context
from tests.support.script_states import all_states
from tests.support.traces import read_scripts

LIMITS = TableLimits(general=AreaLimits(minimum=Money(10_000)), differentials={"differential": Money(5_000_000)})
TIGHT = TableLimits(general=AreaLimits(minimum=Money(10_000)), differentials={"differential": Money(50_000)})
FIRST, LAST = Looks(), Looks(last_seat_first=True)
SIX_OVER_FIVE = "7H KS 7C 3D AS 3C"


def rows(context: ScreenContext) -> list[ListRow]:
    """What is paid."""
    return [row for row in listed(context) if row.name.startswith("pay:")]


def listed(context: ScreenContext) -> list[ListRow]:
    return [row for block in round_rail(context).work if isinstance(block, RowsBlock) for row in block.rows]


def headings(context: ScreenContext) -> list[tuple[str, str, str]]:
    return [(one.text.first, one.note, one.right) for one in round_rail(context).work if isinstance(one, HeadingBlock)]


def layout_p() -> RoundTable:
    """The settlement of the mock: Banker wins with six over five on Appendix P."""
    table = RoundTable(V4, layout="P", limits=LIMITS, unit=Money(250))
    table.bets(("player", 100_000, 1), ("tiger", 10_000, 1), ("banker", 250_000, 2), ("tiger_pair", 10_000, 2))
    table.bets(("banker", 300_000, 3), ("tie", 20_000, 3), ("banker", 52_500, 7), ("wu_dalang", 10_000, 7))
    return table.close().deal(SIX_OVER_FIVE).announce()


def test_each_seat_has_its_formulas_and_its_total() -> None:
    context = table_context(layout_p())
    assert [(row.badge, row.lines, row.right) for row in rows(context)] == [
        ("1", ("TIGER 100 × 20 to 1",), "2,000"),
        ("2", ("BANKER 2,500 × 1 to 2 = 1,250", "TIGER PAIR 100 × 4 to 1 = 400"), "1,650"),
        ("3", ("BANKER 3,000 × 1 to 2",), "1,500"),
        ("7", ("BANKER 525 × 1 to 2",), "262.50"),
    ]
    assert headings(context) == [("2 Pay", "House -4,112.50", "5,412.50")]
    collected = listed(context)[0]
    assert (collected.title, collected.right) == ("1 Collect 一 收注", "1,300")
    assert [tag.text for tag in collected.tags] == ["1 PLAYER 1,000", "3 TIE 200", "7 WU DALANG 100"]


def test_a_wager_of_which_nothing_counts_is_returned_whatever_its_area_does() -> None:
    """MBS 5.14: below the minimum it neither wins nor loses, though it lies on the hand that wins."""
    script = next(each for each in read_scripts() if each.path.stem == "mbs-under-minimum")
    settled = [
        rows(state_context(rules, state))
        for rules, state in all_states(script)
        if state.round is not None and state.round.phase is Phase.ANNOUNCED
    ]
    assert ["PLAYER 0.50 returned"] in [[line for row in shown for line in row.lines] for shown in settled]


def test_the_board_shows_what_the_rail_pays() -> None:
    context = table_context(layout_p())
    wins = [stake.wins for area in build_stage(context).table.areas for stake in area.stakes if stake.wins]
    paid = sum(Fraction(amount.lstrip("+").replace(",", "")) for amount in wins)
    assert paid == Fraction("5412.5")
    struck = [stake.amount for area in build_stage(context).table.areas for stake in area.stakes if stake.struck]
    assert sorted(struck) == ["1,000", "100", "200"]


def test_the_order_in_which_is_paid_is_the_houses() -> None:
    table = layout_p()
    last_first = table_context(table, looks=Looks(last_seat_first=True))
    assert [row.badge for row in rows(last_first)] == ["7", "3", "2", "1"]
    assert round_rail(last_first).instruction.first == "Collect, then pay 7 → 1"
    by_area = table_context(table, looks=Looks(by_area=True))
    assert [row.title for row in rows(by_area)] == ["TIGER PAIR", "TIGER", "BANKER"]


def test_what_is_collected_goes_round_the_table_in_the_order_of_payment() -> None:
    table = RoundTable(V4, limits=LIMITS)
    table.bets(("tie", 10_000, 7), ("banker", 20_000, 3), ("tie", 10_000, 1), ("banker", 10_000, 1))
    table.close().deal("9H AC TD 5C").announce()
    told = {looks: [tag.text for tag in listed(table_context(table, looks=looks))[0].tags] for looks in (FIRST, LAST)}
    assert told[FIRST] == ["1 TIE 100", "1 BANKER 100", "3 BANKER 200", "7 TIE 100"]
    assert told[LAST] == ["7 TIE 100", "3 BANKER 200", "1 TIE 100", "1 BANKER 100"]


def test_plus_collects_and_then_pays_row_by_row() -> None:
    screen = AtScreen(layout_p())
    assert [row.framed for row in listed(screen.context)] == [True, False, False, False, False], "first is collected"
    screen.key("+")
    assert listed(screen.context)[0].done
    assert [row.framed for row in rows(screen.context)] == [True, False, False, False]
    screen.key("++")
    assert [row.done for row in rows(screen.context)] == [True, True, False, False]
    screen.key("++")
    assert all(row.done for row in rows(screen.context))


def test_a_commission_is_shown_gross_and_net() -> None:
    table = RoundTable(MBS, limits=LIMITS).bets(("banker", 100_000, 1)).close().deal("2H 4S 5D 5C").announce()
    (row,) = rows(table_context(table))
    assert row.lines == ("BANKER 1,000 × 1 to 1 = 1,000", "less commission 50 = 950")
    assert row.right == "950"


def test_what_does_not_count_is_told_with_the_part_that_does() -> None:
    """Over the Differential and not noticed: settled pro rata, exactly (5.1.1)."""
    table = RoundTable(V4, limits=TIGHT, unit=Money(250))
    table.bets(("player", 40_000, 1), ("player", 50_000, 2)).close().deal("9H AC TD 5C").announce()
    first, second = rows(table_context(table))
    assert first.lines[:2] == ("PLAYER 222 2/9 × 1 to 1", "222 2/9 of 400 counts")
    assert first.title == "exactly 222 2/9"
    assert (first.right, second.right) == ("222.50", "280")


@pytest.mark.parametrize("by_area", [False, True])
def test_a_stake_of_which_nothing_counts_goes_back_whole(by_area: bool) -> None:
    """Under the minimum once more (5.1): it wins, and there are no odds of nothing."""
    table = RoundTable(MBS, limits=LIMITS).bets(("player", 100, 6))
    table.close().deal("9S 2H KD 3C").finish().begin()
    table.bets(("player", 100, 6), ("player", 20_000, 7)).close().deal("9S 2H KD 3C").announce()
    assert [line.counts for line in table.round.settled] == [0, 20_000]
    paid = rows(table_context(table, looks=Looks(by_area=by_area)))
    if by_area:
        assert [(row.lines, row.right) for row in paid] == [(("1 to 1",), "200")]
    else:
        assert [(row.lines, row.right) for row in paid] == [
            (("PLAYER 1 returned",), ""),
            (("PLAYER 200 × 1 to 1",), "200"),
        ]


def test_an_area_of_several_bettors_is_ticked_stack_by_stack() -> None:
    table = RoundTable(TAI_SAI, layout="C", limits=TableLimits())
    table.bet("big", 100_000).bet("big", 50_000, None, "red").bet("big", 20_000, None, "blue")
    screen = AtScreen(table.close().roll(2, 5, 6).announce())
    (row,) = rows(screen.context)
    assert (row.title, row.right) == ("BIG", "1,700")
    assert [(stack.label.first, stack.sub.first) for stack in row.controls] == [
        ("1,000", "+1,000"),
        ("Red 500", "+500"),
        ("Blue 200", "+200"),
    ]
    screen.key("+")
    assert [stack.picked for stack in rows(screen.context)[0].controls] == [True, False, False]


def test_insurance_is_paid_at_the_odds_of_its_offer() -> None:
    table = RoundTable(INSURANCE, limits=LIMITS).bets(("player", 100_000, 1)).close().deal("KH 9C 6S 5D")
    AtScreen(table).press("insure:1:seated:player:cover").next()
    table.deal("5H").announce()
    assert table.round.settled[0].net < 0, "PLAYER loses with 6 against 9"
    (row,) = rows(table_context(table))
    assert (row.lines, row.right) == (("PLAYER INSURANCE 400 × 5 to 2",), "1,000")


# What is typed


@given(st.integers(0, 99_999_999_999))
def test_an_amount_that_is_typed_is_what_it_says(minor: int) -> None:
    assert parse_digits(money_digits(minor, 2), 2) == minor
    assert parse_digits(format_digits(money_digits(minor, 2)).replace(",", ""), 2) == minor


def test_with_bets_off_the_clause_of_each_winning_area_is_cited() -> None:
    shown = round_rail(table_context(RoundTable(V4, bets=BetKeeping.OFF).close().deal("8H 2C 8C JS 5D").announce()))
    assert shown.clauses[0] == "4.1.1"
    clauses = {pay.area: pay.clause for pay in RoundTable(V4).rules.layout.pays}
    assert {clauses[Area("player_pair")], clauses[Area("banker_char_siu")]} < set(shown.clauses)
    assert clauses[Area("tie")] not in shown.clauses
    assert len(shown.clauses) == len(set(shown.clauses))
    assert round_rail(table_context(RoundTable(V4).close().deal("8H 2C 8C JS 5D").announce())).clauses == ("4.1.1",)
