"""What the screen says of limits while bets are open: the bar, 5.1 and 5.2 before closing, bets on behalf."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import HeadingBlock, ListRow, NoteBlock, RowsBlock, Tone
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.table_context import guide_announcement
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import TopBarCell
from tests.screens.round.round_screens import AtScreen
from tests.support.round_player import next_step
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import MOMENT, table_context

LIMITS = TableLimits(
    general=AreaLimits(minimum=Money(10_000), maximum=Money(2_000_000)),
    differentials={"differential": Money(100_000)},
)


def cells(context: ScreenContext) -> dict[str, TopBarCell]:
    bar = build_top_bar(context)
    return {cell.name: cell for cell in (*bar.left, *bar.right)}


def rows(context: ScreenContext) -> list[ListRow]:
    return [row for block in round_rail(context).work if isinstance(block, RowsBlock) for row in block.rows]


def notes(context: ScreenContext) -> list[str]:
    return [block.text.first for block in round_rail(context).work if isinstance(block, NoteBlock)]


def test_the_bar_shows_the_limits_with_the_present_difference() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("player", 50_000, 1), ("banker", 20_000, 2))
    shown = cells(table_context(table))
    assert (shown["minimum"].value, shown["maximum"].value) == ("100", "20,000")
    assert (shown["differential"].value, shown["differential"].note) == ("1,000", "now PLAYER +300")
    assert all(shown[name].raised for name in ("minimum", "maximum", "differential"))


def test_with_bets_off_nothing_is_tracked() -> None:
    assert (
        cells(table_context(RoundTable(V4, limits=LIMITS, bets=BetKeeping.OFF)))["differential"].note == "not tracked"
    )


def test_dice_may_have_two_differentials_and_limits_by_type() -> None:
    limits = TableLimits(
        general=AreaLimits(minimum=Money(1_000)),
        areas={Area("any_triple"): AreaLimits(maximum=Money(50_000))},
        differentials={"differential": Money(3_000_000), "odd_even_differential": Money(2_000_000)},
    )
    table = RoundTable(TAI_SAI, layout="C", limits=limits).bets(("big", 90_000, None), ("odd", 10_000, None))
    shown = cells(table_context(table))
    assert shown["differential"].note == "now BIG +900"
    assert shown["odd_even_differential"].note == "now ODD +100"
    assert shown["limits"].act is not None
    odd_alone = cells(table_context(RoundTable(TAI_SAI, layout="C", limits=limits).bets(("odd", 10_000, None))))
    assert odd_alone["differential"].note == "now equal", "EVEN is a bet here"


def test_what_is_over_the_differential_is_pushed_back_before_closing() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("player", 150_000, 1))
    screen = AtScreen(table)
    assert next_step(table) is Step.REJECT_EXCESS
    assert [(row.badge, row.right) for row in rows(screen.context)] == [("1", "500")]
    screen.next()
    assert table.round.bets[0].wager.stake == 100_000
    assert next_step(table) is Step.NO_MORE_BETS


def test_who_is_below_the_minimum_raises_or_withdraws() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("tie", 5_000, 3))
    screen = AtScreen(table)
    (row,) = [row for row in rows(screen.context) if row.name.startswith("under")]
    assert (row.badge, row.lines) == ("3", ("Minimum 100",))
    screen.press(row.controls[1].name)
    assert table.round.bets == ()


def test_who_gets_what_back_is_named_by_seat_in_both_languages() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS).bets(("player", 150_000, 3)))
    told = screen.part.instruction
    assert (told.first, told.second) == ("Return 500 to seat 3", "退回 500 給 3 號")
    assert screen.part.clauses == ("5.1",)
    assert screen.part.why.first
    table = RoundTable(V4, limits=LIMITS)
    for seat, bettor in ((1, "seated"), (5, "standing-1")):
        wager = Wager(area=Area("player"), stake=Money(2_100_000), seat=seat, bettor=Bettor(bettor))
        table.do(commands.PlaceBet, wager=wager)
    assert round_rail(table_context(table)).instruction.first == "Return 20,000 to seat 1, 21,000 to seat 5, standing"
    table.bets(("player", 10_000, 7))
    assert round_rail(table_context(table)).instruction.first == "Return what is over to seats 1, 5S, 7"


def test_what_goes_back_where_bettors_are_not_told_apart_is_named_by_area() -> None:
    limits = TableLimits(general=AreaLimits(maximum=Money(50_000)))
    table = RoundTable(TAI_SAI, layout="C", limits=limits).bets(("big", 90_000, None))
    assert "BIG" in round_rail(table_context(table)).instruction.first
    assert "400" in round_rail(table_context(table)).instruction.first


def test_who_is_asked_before_closing_is_named_by_seat() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("tie", 5_000, 3))
    assert round_rail(table_context(table)).instruction.first == "Ask seat 3: raise or withdraw"
    assert round_rail(table_context(table)).say is not None, "what is said aloud stays the guide's"
    table.bets(("tie", 5_000, 6))
    assert round_rail(table_context(table)).instruction.first == "Ask seats 3, 6: raise or withdraw"
    behalf = RoundTable(V4, limits=LIMITS)
    behalf.do(commands.PlaceBet, wager=Wager(area=Area("player"), stake=Money(20_000), seat=3), on_behalf=True)
    assert round_rail(table_context(behalf)).instruction.first == "Chips down for seat 3? Then close"


def test_a_bet_has_a_short_form_for_little_room() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS))
    screen.key("3").press("area:player").press("chip:100")
    label = screen.part.primary.label
    assert (label.first, label.short) == ("Seat 3: 100 on PLAYER", "Seat 3: 100 on PLAYER")


def test_bettors_are_asked_where_the_house_rejects_nothing() -> None:
    table = RoundTable(MBS, limits=LIMITS).bets(("player", 150_000, 1))
    assert "PLAYER is 500 over: ask for less" in notes(table_context(table))


def test_a_bet_on_behalf_without_chips_was_never_placed() -> None:
    table = RoundTable(V4, limits=LIMITS)
    wager = Wager(area=Area("player"), stake=Money(20_000), seat=3)
    table.do(commands.PlaceBet, wager=wager, on_behalf=True)
    screen = AtScreen(table)
    number = table.round.bets[0].number
    screen.press(f"chips:{number}:none").next()
    assert table.round.bets == ()


def test_a_bet_on_behalf_is_keyed() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS))
    screen.key("3").press("on-behalf").key("1").press("chip:500").next()
    (bet,) = screen.table.round.bets
    assert (bet.on_behalf, bet.wager.stake) == (True, 50_000)


def test_standing_bettors_have_bets_of_their_own() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS))
    screen.key("3").press("bettor:standing-2").press("area:banker").press("chip:100")
    assert screen.part.primary.label.first == "Seat 3, standing 2: 100 on BANKER"
    screen.next()
    assert screen.table.round.bets[0].who == (3, "standing-2")


def test_an_amount_that_is_typed_is_never_forgotten_by_closing_bets() -> None:
    context = table_context(RoundTable(V4, limits=LIMITS), input_state=InputState(digits="500"))
    assert round_rail(context).primary.act is None


def test_what_the_table_would_refuse_says_why() -> None:
    table = RoundTable(MBS, limits=LIMITS)
    for place in ("seated", "standing-1", "standing-2"):
        table.bet("player", 10_000, 1, place)
    primary = round_rail(
        table_context(table, input_state=InputState(seat=1, bettor="standing-3", area=Area("player"), digits="100"))
    ).primary
    assert primary.act is None
    assert primary.waits.first.startswith("At most 3 bets per area")


def test_the_same_bets_as_before_are_had_with_one_touch() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("player", 20_000, 1), ("banker", 20_000, 2)).close()
    table.deal("9H AC TD 5C").finish().begin()
    screen = AtScreen(table).press("same-again")
    assert [bet.wager.area for bet in screen.table.round.bets] == ["player", "banker"]


def test_betting_time_counts_down_and_decides_nothing() -> None:
    later = replace(MOMENT, counter=MOMENT.counter + 12_000_000)
    looks = Looks(countdown_seconds=20)
    opened = MOMENT.counter
    context = table_context(
        RoundTable(V4, limits=LIMITS), looks=looks, step_start=later.counter, betting_since=opened, moment=later
    )
    heading = next(block for block in round_rail(context).work if isinstance(block, HeadingBlock))
    assert heading.right == "8 s"
    over = replace(context, moment=replace(later, counter=later.counter + 60_000_000))
    heading = next(block for block in round_rail(over).work if isinstance(block, HeadingBlock))
    assert (heading.right, heading.tone) == ("0 s", Tone.ATTENTION)
    assert round_rail(over).primary.act is not None
    not_open = replace(context, betting_since=0)
    assert not any(
        isinstance(block, HeadingBlock) and block.right.endswith(" s") for block in round_rail(not_open).work
    )


def test_seats_of_a_long_table_have_two_digits() -> None:
    screen = AtScreen(RoundTable(V4, layout="K", limits=LIMITS))
    screen.key("15")
    assert screen.input_state.seat == 15
    screen.key("-").key("03")
    assert screen.input_state.seat == 3


@pytest.mark.parametrize(("book", "area", "seat"), [(V4, "tie", 3), (TAI_SAI, "big", None)])
def test_bets_are_closed_only_after_those_below_the_minimum_were_asked(book: str, area: str, seat: int | None) -> None:
    screen = AtScreen(RoundTable(book, limits=LIMITS).bets((area, 5_000, seat)))
    assert said(screen) == "“Minimum 100.”"
    assert (screen.part.primary.label.first, screen.part.clauses) == ("Asked: raise or withdraw", ("5.2",))
    screen.next()
    assert phase(screen) is Phase.BETTING
    assert (said(screen), screen.part.primary.label.first) == ("“No more Bets”", "No more bets")
    assert screen.part.instruction.first == "Take bets, then close betting"
    screen.next()
    assert phase(screen) is Phase.CLOSED


def test_who_bets_too_little_after_others_were_asked_is_asked_himself() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS).bets(("tie", 5_000, 3))).next()
    screen.key("5").press("area:player").key("50").next()
    assert screen.part.instruction.first == "Ask seat 5: raise or withdraw"
    screen.perform(SetInput(screen.input_state.clear()))
    assert screen.part.instruction.first == "Ask seat 5: raise or withdraw", "the first is not asked again"


def test_who_adds_what_was_missing_has_raised() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS).bets(("tie", 5_000, 3)))
    (row,) = [row for row in rows(screen.context) if row.name.startswith("under")]
    screen.press(row.controls[0].name).key("50").next()
    assert (said(screen), screen.part.primary.label.first) == ("“No more Bets”", "No more bets")


def test_chips_on_behalf_are_asked_for_after_the_minimum() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("tie", 5_000, 3))
    table.do(commands.PlaceBet, wager=Wager(area=Area("player"), stake=Money(20_000), seat=6), on_behalf=True)
    screen = AtScreen(table)
    assert screen.part.instruction.first == "Ask seat 3: raise or withdraw"
    assert screen.next().part.instruction.first == "Chips down for seat 6? Then close"
    assert said(screen) == "“No more Bets”"


def test_what_is_over_a_limit_is_said() -> None:
    screen = AtScreen(RoundTable(V4, limits=LIMITS).bets(("player", 150_000, 1)))
    assert said(screen) == "“Over the limit.”"


def phase(screen: AtScreen) -> Phase:
    return screen.table.round.phase


def said(screen: AtScreen) -> str:
    told = screen.part.say or guide_announcement(screen.context)
    assert told is not None, "nothing is said"
    return told.text.first


def returned(screen: AtScreen) -> list[tuple[str, str, str]]:
    return [(row.badge or row.title, row.lines[0], row.right) for row in rows(screen.context) if "excess" in row.name]


@pytest.mark.parametrize("game", [V4, INSURANCE])
def test_what_is_over_a_maximum_alone_is_returned_by_the_house_and_not_by_a_clause_on_the_differential(
    game: str,
) -> None:
    """5.1 speaks of the Differential; a maximum is in neither document (ruling L7)."""
    table = RoundTable(game, limits=LIMITS).bets(("tie", 3_000_000, 1))
    screen = AtScreen(table)
    assert screen.part.clauses == (HOUSE_POLICY,)
    table.bets(("player", 150_000, 2))
    heading = next(block for block in round_rail(table_context(table)).work if isinstance(block, HeadingBlock))
    assert round_rail(table_context(table)).clauses == ("5.1",)
    assert [clause.label.first for clause in heading.clauses] == ["House policy"], "each clause stands there once"


def test_a_maximum_of_a_box_on_dice_is_in_the_document() -> None:
    limits = TableLimits(general=AreaLimits(maximum=Money(50_000)))
    assert round_rail(
        table_context(RoundTable(TAI_SAI, layout="C", limits=limits).bets(("big", 90_000, None)))
    ).clauses == ("5.1",)


def test_the_dealer_says_which_bet_was_placed_first() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("player", 70_000, 1), ("player", 60_000, 2), ("tie", 10_000, 3))
    screen = AtScreen(table)
    assert returned(screen) == [("1", "700 accepted", ""), ("2", "300 of 600 accepted", "300")]
    screen.press("excess:2")
    assert returned(screen) == [("2", "600 accepted", ""), ("1", "400 of 700 accepted", "300")]
    assert screen.part.instruction.first == "Return 300 to seat 1"
    screen.key("*")
    assert returned(screen)[0] == ("1", "700 accepted", ""), "the key puts the hindmost first"
    screen.key("*").next()
    assert [bet.wager.stake for bet in table.round.bets] == [40_000, 60_000, 10_000]
    assert next_step(table) is Step.NO_MORE_BETS


@pytest.mark.clause(V4, "5.1")
def test_who_stands_comes_after_who_sits_even_if_he_is_put_first() -> None:
    table = RoundTable(V4, limits=LIMITS).bet("player", 70_000, 1).bet("player", 60_000, 1, "standing-1")
    screen = AtScreen(table).press("excess:2")
    screen.next()
    assert [bet.wager.stake for bet in table.round.bets] == [70_000, 30_000]


@pytest.mark.clause(TAI_SAI, "5.1")
def test_on_dice_the_dealer_says_whose_chips_go_back() -> None:
    limits = TableLimits(differentials={"differential": Money(3_000_000)})
    table = RoundTable(TAI_SAI, layout="C", limits=limits)
    table.bet("big", 2_000_000, None, "red").bet("big", 3_000_000, None, "blue")
    screen = AtScreen(table)
    assert returned(screen)[0] == ("Red · BIG", "20,000 accepted", "")
    screen.key("2").next()
    assert [bet.wager.stake for bet in table.round.bets] == [3_000_000]


def test_what_is_said_of_another_bet_is_refused() -> None:
    table = RoundTable(V4, limits=LIMITS).bets(("player", 150_000, 1))
    assert table.expect_refusal(commands.RejectExcess, placed_first=(9,)).code == "no-such-bet"
    assert table.expect_refusal(commands.RejectExcess, placed_first=(1, 1)).code == "no-such-bet"


@pytest.mark.clause(MBS, "3.5.1", "5.14", "5.15")
def test_a_wager_outside_the_limits_is_pointed_out_where_the_document_rejects_none() -> None:
    table = RoundTable(MBS, limits=LIMITS).bets(("tie", 5_000, 1), ("tiger", 2_500_000, 2), ("player", 20_000, 3))
    screen = AtScreen(table)
    below, above = [row for row in rows(screen.context) if row.controls]
    assert (below.badge, below.lines, below.right) == ("1", ("Minimum 100",), "50")
    assert (above.badge, above.lines, above.right) == ("2", ("Maximum 20,000",), "25,000")
    headings = [block for block in screen.part.work if isinstance(block, HeadingBlock) and block.tone is Tone.ATTENTION]
    assert [[clause.label.first for clause in each.clauses] for each in headings] == [
        ["3.5.1", "5.14"],
        ["5.15"],
    ], "each clause stands there once"
    assert next_step(table) is Step.NO_MORE_BETS, "the document asks nobody"
    screen.press(above.controls[0].name)
    assert [bet.wager.area for bet in table.round.bets] == ["tie", "player"]


def test_over_the_maximum_of_a_bet_nobody_is_asked_who_was_first() -> None:
    table = RoundTable(V4, limits=TableLimits(general=AreaLimits(maximum=Money(50_000))))
    table.bets(("player", 70_000, 1), ("player", 60_000, 2), ("player", 20_000, 3))
    shown = [row for row in rows(table_context(table)) if "excess" in row.name]
    assert [(row.badge, row.act) for row in shown] == [("1", None), ("2", None)]
