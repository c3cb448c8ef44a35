"""Whole rounds of each game, played by nothing but what the screen offers."""

import pytest

from dealer_app.device_questions import DeviceRecord, Link, ListeningState
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, InsuranceShown, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import HeadingBlock, ListRow
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import ESCAPE, block_controls, handle_key
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.round.table_context import guide_announcement
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import AreaState, HandsShown
from tests.screens.round.round_screens import AtScreen
from tests.screens.screens import screen as empty_screen
from tests.support.round_player import next_step
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context


def test_a_round_of_baccarat_by_the_keypad_alone() -> None:
    """Seat 3 bets 1,000 on PLAYER, seat 5 the same amount on BANKER; cards are keyed."""
    screen = AtScreen(RoundTable(V4, begun=False))
    screen.next()
    screen.key("3").key("1").key("1.0").next()
    screen.key("+").key("2").key("*").next()
    bets = screen.table.round.bets
    assert [(bet.wager.seat, bet.wager.area, bet.wager.stake) for bet in bets] == [
        (3, "player", 100_000),
        (5, "banker", 100_000),
    ]
    screen.key("-").next()
    for keys in ("92", "11", "03", "54"):
        screen.key(keys).next()
    shown = build_stage(screen.context).result
    assert isinstance(shown, HandsShown)
    assert (shown.player.points, shown.banker.points) == ("9", "6")
    assert not shown.banner, "nothing is announced yet"
    screen.next()
    assert build_stage(screen.context).result.banner.first == "PLAYER WINS 9 : 6"  # type: ignore[union-attr]
    screen.key("+").key("+").next()
    assert screen.table.round.phase is Phase.CONCLUDED


def test_after_a_bet_a_digit_is_an_area_of_its_seat_and_after_escape_a_seat() -> None:
    """The line beside the seat says which; the area that is chosen takes the digits of its amount."""
    screen = AtScreen(RoundTable(V4, begun=False))
    screen.next()
    screen.key("1").key("1").key("500").next()
    head = next(block for block in round_rail(screen.context).work if isinstance(block, HeadingBlock))
    assert head.text.first == "Seat 1"
    assert "digit: area" in head.note
    screen.input_state = _escaped(screen.input_state)
    assert screen.input_state.seat is None
    screen.key("3").key("2").key("500").next()
    assert [(bet.wager.seat, bet.wager.area, bet.wager.stake) for bet in screen.table.round.bets] == [
        (1, "player", 50_000),
        (3, "banker", 50_000),
    ]


def _escaped(input_state: InputState) -> InputState:
    found = handle_key(empty_screen(), input_state, ESCAPE).act
    assert isinstance(found, SetInput)
    return found.input_state


def test_a_round_with_insurance_answered_seat_by_seat() -> None:
    table = RoundTable(INSURANCE)
    table.bets(("player", 100_000, 1), ("player", 50_000, 3), ("banker", 100_000, 5)).close()
    table.deal("KH 9C 6S 5D")
    screen = AtScreen(table)
    assert next_step(screen.table) is Step.OFFER_INSURANCE
    said = guide_announcement(screen.context)
    assert said is not None
    assert said.text.first == "“Player insurance, five to two.”"
    screen.press("insure:1:seated:player:cover")
    assert [bet.stake for bet in table.round.insurance] == [40_000]
    assert "3" in screen.part.primary.sub.first
    screen.key("/").next()
    assert next_step(screen.table) is Step.DRAW_BANKER


def test_another_amount_of_insurance_is_typed_and_capped() -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1)).close().deal("KH 9C 6S 5D")
    screen = AtScreen(table)
    screen.key("+").key("450")
    assert screen.part.primary.label.first == "1: insurance 450"
    screen.key("0")
    assert screen.part.primary.act is None, "4,500 is over the cap of 1,000"
    screen.key("-").next()
    assert [bet.stake for bet in table.round.insurance] == [45_000]


def test_a_seat_that_is_touched_has_its_amount_typed() -> None:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1), ("player", 90_000, 5)).close().deal("KH 9C 6S 5D")
    screen = AtScreen(table)
    seats = {seat.number: seat.act for seat in build_stage(screen.context).table.seats}
    assert seats[3] is None, "nobody there has anything to insure"
    assert seats[5] is not None
    screen.perform(seats[5]).key("9").next()
    assert [(bet.who, bet.stake) for bet in table.round.insurance] == [((5, "seated"), 900)]


def test_insurance_without_amounts_where_bets_are_off() -> None:
    table = RoundTable(INSURANCE, bets=BetKeeping.OFF, insurance=InsuranceShown.LAMMER).close().deal("KH 9C 6S 5D")
    screen = AtScreen(table)
    screen.key("1").key("2").key("3").key("4")
    assert [bet.who for bet in table.round.insurance] == [(1, "seated")]
    screen.next()
    assert next_step(table) is Step.DRAW_BANKER


def test_a_round_of_dice_by_the_keypad_alone() -> None:
    screen = AtScreen(RoundTable(TAI_SAI, layout="C", begun=False))
    screen.next().key("1").key("5.").next()
    screen.key("5").key("13").key("50").next()
    assert [(bet.wager.area, bet.wager.stake) for bet in screen.table.round.bets] == [
        ("big", 50_000),
        ("sum:13", 5_000),
    ]
    screen.next()
    screen.next().key("256").next().next()
    lit = {area.area for area in build_stage(screen.context).table.areas if area.state is AreaState.LIT}
    assert {"big", "odd", "sum:13", "three:256", "domino:25"} <= lit
    screen.key("++").next()
    assert screen.table.round.phase is Phase.CONCLUDED


def test_a_face_down_round_is_turned_hand_by_hand() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.A)
    table.bets(("player", 100_000, 3), ("banker", 50_000, 7)).close().deal("6S KD 3C 9H")
    screen = AtScreen(table, devices={"shoe": "shoe"})
    assert next_step(table) is Step.TURN_CARDS
    shown = build_stage(screen.context).result
    assert isinstance(shown, HandsShown)
    assert (shown.player.points, shown.banker.points) == ("?", "?")
    screen.press("pass:player").next()
    assert len(table.round.holders) == len(Side), "both hands are passed before one is turned"
    screen.key("1").next()
    shown = build_stage(screen.context).result
    assert isinstance(shown, HandsShown)
    assert (shown.player.points, shown.banker.points) == ("9", "?")
    screen.next()
    assert next_step(table) is Step.ANNOUNCE_RESULT


def test_bets_off_shows_winning_areas_and_odds_only() -> None:
    table = RoundTable(V4, bets=BetKeeping.OFF).close().deal("9H AC TD 5C").announce()
    screen = AtScreen(table)
    rows = [row for block in screen.part.work for row in getattr(block, "rows", ())]
    assert ("PLAYER", "1 to 1") in [(row.title, row.right) for row in rows]
    screen.next()
    assert table.round.phase is Phase.CONCLUDED


def test_the_bar_says_at_every_stage_that_bets_are_not_recorded() -> None:
    off = RoundTable(V4, bets=BetKeeping.OFF).close()
    for table, shown in ((off, ["No record"]), (RoundTable(V4), [])):
        bar = build_top_bar(table_context(table))
        assert [cell.value for cell in bar.left if cell.name == "bets"] == shown


def test_with_bets_off_plus_ticks_what_is_collected_and_each_area_that_is_paid() -> None:
    table = RoundTable(INSURANCE, bets=BetKeeping.OFF).close().deal("8S JS 8H 2H")
    table.do(commands.TakeInsurance, who=(3, SEATED), side=Side.PLAYER, stake=Money(0))
    table.do(commands.CloseOffer).deal("5H").announce()
    screen = AtScreen(table)

    def rows() -> list[ListRow]:
        return [row for block in screen.part.work for row in getattr(block, "rows", ())]

    assert [row.title for row in rows() if row.framed] == ["1 Collect 一 收注"]
    insured = [row.lines for row in rows() if row.lines[0].startswith("insured")]
    assert insured == [("insured: 3",)]
    for done in range(1, len(rows()) + 1):
        screen.key("+")
        assert [row.done for row in rows()] == [place < done for place in range(len(rows()))]
    assert table.round.phase is Phase.ANNOUNCED, "nothing is written of it"


@pytest.mark.parametrize("book", [V4, INSURANCE, MBS, TAI_SAI])
def test_a_whole_felt_is_shown_while_no_table_is_open(book: str) -> None:
    closed = table_context(RoundTable(book), rules=None)
    table = build_stage(closed).table
    assert len({area.seat for area in table.areas} - {None}) == len(table.seats) > 0, "a whole felt, none of it open"
    assert {(area.state, area.odds, area.act) for area in table.areas} == {(AreaState.CLOSED, "", None)}


@pytest.mark.parametrize(
    ("known", "failed"),
    [
        (DeviceRecord(link=Link.CONNECTED), ""),
        (DeviceRecord(link=Link.LOST), "No signal from shoe: key in by hand"),
        (DeviceRecord(link=Link.CONNECTED, error="cannot-read"), "Shoe error: cancel it, or go on by hand"),
    ],
)
@pytest.mark.parametrize("dealing", Dealing)
def test_the_next_step_is_what_can_be_done_while_the_shoe_fails(
    known: DeviceRecord, failed: str, dealing: Dealing
) -> None:
    """A shoe in order is waited for, and cards may be keyed; from one that fails nothing will come."""
    view = table_context(RoundTable(V4, dealing=dealing).close(), devices={"shoe 1": "shoe"})
    view = replace(view, state=replace(view.state, listening=ListeningState(devices={"shoe 1": known})))
    shown = round_rail(view)
    assert [key.label.first for key in block_controls(shown.work) if key.name == "card:key"] == (
        [] if failed else ["Key in the card by hand"]
    )
    if not failed:
        assert (shown.primary.act, shown.primary.waits.first) == (None, "Waiting for the shoe")
    elif dealing is Dealing.FACE_UP and known.link is Link.LOST:
        assert (shown.primary.act, shown.primary.waits.first) == (None, failed)
        assert [key for key in block_controls(shown.work) if key.key], "its keys lie open by themselves"
    elif dealing is Dealing.FACE_UP:
        assert (shown.primary.label.first, shown.primary.sub.first) == ("Draw for PLAYER, then key it in", failed)
        assert isinstance(shown.primary.act, SetInput)
        assert [
            key
            for key in block_controls(round_rail(replace(view, input_state=shown.primary.act.input_state)).work)
            if key.key
        ]
    else:
        assert isinstance(shown.primary.act, SendCommand)
