"""Bad input and faults of our own: said on the screen in words, and the round stays whole."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_app.domain.round.events import BetPlaced
from dealer_app.station_events import ProgramFailed
from tests.support.folder_events import journal_events
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import starts_table
from tests.ui.at_the_window.kill_window import still_screen_text
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_money import layout_chips
from ui.stop_screen import catch_everything


async def betting(table: AtWindow) -> ByKeys:
    hands = ByKeys(table)
    await starts_table(hands, V4, "P")
    await hands.press_next()
    return hands


def test_letters_in_an_amount_mean_nothing(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = await betting(table)
        await table.key("3", "1", *"5x0?z0")
        assert table.input_state.digits == "500"
        await hands.press_next()

    at_window(qapp, tmp_path, play)
    (placed,) = journal_events(tmp_path, BetPlaced)
    assert placed.bet.wager.stake == 50_000


@pytest.mark.parametrize("amount", ["0", "20001", "999999999"])
def test_an_amount_that_no_limit_allows_is_not_given(qapp: QApplication, tmp_path: Path, amount: str) -> None:
    """The next step says what it waits for, and Enter does nothing."""

    async def play(table: AtWindow) -> None:
        hands = await betting(table)
        await table.key("3", "1", *amount)
        step = hands.primary()
        if amount != "0":
            assert step.name == "next:bet"
        before = table.station.state.table.round
        await table.key("Enter")
        if step.act is None:
            assert step.waits, "it says why it cannot be pressed"
            assert table.station.state.table.round == before
        assert layout_chips(table) == {} or table.station.state.table.round != before

    at_window(qapp, tmp_path, play)


@both_ways
def test_digits_without_end_come_to_an_end(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """They are never cut to another amount; of one that can be, what is over the maximum goes back (5.2)."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await betting(table)
        await table.touch("banker.seat-3")
        await hands.types(int("5" * 20))
        assert len(table.input_state.digits) <= 12
        assert "Too long" in hands.primary().waits.first
        await hands.press("digit:back")
        await hands.press_next()
        assert layout_chips(table) == {"banker.seat-3": ("555,555,555",)}
        assert hands.primary().name != "next:no-more-bets"
        await hands.press_next()
        assert layout_chips(table) == {"banker.seat-3": ("20,000",)}
        assert hands.primary().name == "next:no-more-bets"

    at_window(qapp, tmp_path, play)


@pytest.mark.assurance("A2")
@pytest.mark.parametrize("where", ["slot", "paint"])
def test_our_own_fault_stops_play_and_keeps_the_round(
    qapp: QApplication,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: Callable[[str], None],
    where: str,
) -> None:
    """It is journalled with its code, and nothing under the stop screen can be touched any more."""
    del qtbot
    expect_log("the station stopped with")
    codes: list[str] = []

    async def play(table: AtWindow) -> None:
        hands = await betting(table)
        await hands.bet(3, "banker", 1500)
        undo = catch_everything(table.application.stop_on_fault)
        try:
            if where == "slot":
                QTimer.singleShot(0, table.window, _fails)
            else:
                with monkeypatch.context() as patched:
                    patched.setattr("ui.hands.widget.HandsWidget._paint_hands", _fails_painting)
                    table.window.parts.hands.update()
                    await table.soon(lambda: table.application.stop_screen.code)
            await table.soon(lambda: table.application.stop_screen.code)
        finally:
            undo()
        codes.append(table.application.stop_screen.code)
        assert table.application.stop_screen.isVisible()

    with pytest.raises(AssertionError, match=r"failed with|ended by itself"):
        at_window(qapp, tmp_path, play)
    assert [failed.code for failed in journal_events(tmp_path, ProgramFailed)] == codes

    async def again(table: AtWindow) -> None:
        assert table.station.state.table.round is not None
        (bet,) = table.station.state.table.round.bets
        assert (bet.wager.seat, bet.wager.stake) == (3, 150_000)
        # The fault is there again, and nothing else is done before it is answered what happened meanwhile.
        if table.screen.writes == "badge-own":
            await ByKeys(table).fills("D1", "482913")
        await table.soon(lambda: f"The program stopped itself, code {codes[0]}" in still_screen_text(table))
        assert table.control("answer-outage").act is None

    at_window(qapp, tmp_path, again)


def _fails() -> None:
    raise ValueError("a fault of our own")


def _fails_painting(widget: object, *shown: object) -> None:
    del widget, shown
    _fails()


def test_a_fault_beside_the_table_stops_play_too(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: Callable[[str], None]
) -> None:
    """What watches the disk, reads back or loads behind the window is not let fail in silence."""
    expect_log("the station stopped with")

    def fails(_: object) -> None:
        raise RuntimeError("nobody knows how much room there is")

    monkeypatch.setattr("dealer_app.station_window.disk_room", fails)

    async def play(table: AtWindow) -> None:
        await table.soon(lambda: table.application.stop_screen.code)

    with pytest.raises(AssertionError, match=r"failed with|ended by itself"):
        at_window(qapp, tmp_path, play)
    assert len(journal_events(tmp_path, ProgramFailed)) == 1
