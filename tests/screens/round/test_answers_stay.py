"""What is keyed stays in sight: the choices of an answered row, and what Undo takes back, on its own key."""

from dealer_app.screens.blocks import Control, RowsBlock
from dealer_app.screens.presenter import build_screen
from tests.screens.round.round_screens import AtScreen
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
    assert undo(screen).sub.first.startswith("Takes back: Seat 3, no")
    screen = offered()
    screen.press(row_keys(screen, 0)[0].name)
    assert next(one for one in _controls(screen) if one.name == "insure:all-no").label.first == "All others: No"


def _controls(screen: AtScreen) -> list[Control]:
    return [one for block in screen.part.work for one in getattr(block, "controls", ())]


def test_undo_says_on_its_key_what_it_takes_back() -> None:
    assert undo(AtScreen(RoundTable(V4).bets(("player", 10_000, 7)))).label.first == "Undo 7: PLAYER 100"
    long = AtScreen(RoundTable(V4).bets(("player_char_siu", 10_000, 7)))
    assert undo(long).label.first == "Undo 7: 100", "whole, where the area has no room"
    assert undo(AtScreen(RoundTable(V4))).waits.first == "Nothing to take back"
