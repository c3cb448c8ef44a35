"""What is keyed stays in sight: the choices of an answered row, and what Undo takes back, on its own key."""

from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.screens.blocks import Control, RowsBlock
from dealer_app.screens.presenter import build_screen
from tests.screens.round.round_screens import AtScreen, key_control
from tests.support.rounds import INSURANCE, V4, RoundTable


def offered() -> AtScreen:
    table = RoundTable(INSURANCE).bets(("player", 100_000, 1), ("player", 50_000, 2), ("player", 20_000, 3))
    return AtScreen(table.close().deal("KH 9C 6S 5D"))


def row_keys(screen: AtScreen, place: int) -> tuple[Control, ...]:
    rows = next(block for block in screen.part.work if isinstance(block, RowsBlock)).rows
    return rows[place].controls


def undo(screen: AtScreen) -> Control:
    return next(one for one in build_screen(screen.context).rail.tools if one.name == "undo")


def test_an_answered_row_keeps_its_choices() -> None:
    screen = offered()
    before = [one.name for one in row_keys(screen, 0)]
    screen.press(before[-1])
    after = row_keys(screen, 0)
    assert [one.name for one in after] == before
    assert [one.picked for one in after] == [False] * (len(before) - 1) + [True]
    assert all(one.act is None and one.waits for one in after)


def test_all_seats_say_no_with_one_touch_and_each_can_be_undone() -> None:
    screen = offered().press("insure:all-no")
    assert len(screen.table.round.answered) == 3
    assert undo(screen).sub.first.startswith("Takes back: Seat 3 takes no")
    screen = offered()
    screen.press(row_keys(screen, 0)[0].name)
    assert next(one for one in _controls(screen) if one.name == "insure:all-no").label.first == "All others: No"


def framed_seat(screen: AtScreen) -> str:
    rows = next(block for block in screen.part.work if isinstance(block, RowsBlock)).rows
    return next(row.badge for row in rows if row.framed)


def test_the_frame_goes_on_from_who_answered_last_and_comes_back_to_who_was_passed_over() -> None:
    screen = offered()
    assert framed_seat(screen) == "1"
    screen.press(row_keys(screen, 1)[-1].name)
    assert framed_seat(screen) == "3", "not back to seat 1, who was passed over"
    screen.key("/")
    assert framed_seat(screen) == "1"


def test_with_bets_off_the_frame_goes_on_too_and_plus_moves_it() -> None:
    table = RoundTable(INSURANCE, bets=BetKeeping.OFF).close().deal("KH 9C 6S 5D")
    screen = AtScreen(table)
    assert framed_seat(screen) == "1"
    assert framed_seat(screen.key("+")) == "2"
    assert framed_seat(screen.key("1")) == "3"
    assert framed_seat(screen.key("2")) == "5"


def test_plus_drops_no_amount_that_is_typed() -> None:
    screen = offered().key("+25")
    plus = key_control(screen.context, "+")
    assert (plus.act, plus.waits.first) == (None, "Finish the bet")
    assert screen.input_state.digits == "25"
    screen.next()
    assert [bet.stake for bet in screen.table.round.insurance] == [2_500]


def _controls(screen: AtScreen) -> list[Control]:
    return [one for block in screen.part.work for one in getattr(block, "controls", ())]


def test_undo_says_on_its_key_what_it_takes_back() -> None:
    assert undo(AtScreen(RoundTable(V4).bets(("player", 10_000, 7)))).label.first == "Undo 7: PLAYER 100"
    long = AtScreen(RoundTable(V4).bets(("player_char_siu", 10_000, 7)))
    assert undo(long).label.first == "Undo 7: PLAYER CHAR SIU 100"
    assert undo(long).label.short == "Undo 7: 100", "where the area has no room"
    assert undo(AtScreen(RoundTable(V4))).waits.first == "Nothing to take back"
