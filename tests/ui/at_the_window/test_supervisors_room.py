"""A supervisor's day in the room, by keys alone and by touches alone; a wrong PIN, a dealer, and an idle room."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.people.events import SessionBegun
from dealer_app.screens.reports import report_maker
from dealer_app.station_events import ShiftBegan, ShiftEnded
from tests.support.folder_events import journal_events
from tests.support.rounds import V4
from tests.support.signers import DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys, WindowHands
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_devices import finishes_round, pulls

CARDS = ("9S", "2H", "KD", "3C")


@pytest.fixture(autouse=True)
def no_sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_maker, "_MOUNTS", Path("/nowhere"))


async def takes_tool(hands: WindowHands, name: str, digit: str) -> None:
    if isinstance(hands, ByKeys):
        await hands.table.key(".", digit)
    else:
        await hands.press(name)


async def enters_room(hands: WindowHands, badge: str, pin: str) -> None:
    await hands.press("supervisor")
    await hands.press("supervisor-room")
    await hands.fills(badge, pin)
    await hands.table.settle()


def has_claim(table: AtWindow) -> bool:
    return table.station.state.table.claim is not None


def shift_of(table: AtWindow) -> int | None:
    return table.station.state.shift


def in_room(table: AtWindow) -> bool:
    return table.screen.leave is not None


@both_ways
def test_a_supervisors_day(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """Decides a dispute, looks at the report of the shift, hands the shift over, and leaves the table to the dealer."""

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 1500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.press("claim")
        await hands.press("reason:claims-payment")
        await hands.press_next()
        assert has_claim(table)
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        assert in_room(table)
        assert table.context.current_account is not None
        assert table.context.current_account.badge == SUPERVISOR.badge
        await resolves_all(hands)
        assert not has_claim(table)
        assert in_room(table), "the room stays open for what comes next"
        await takes_tool(hands, "tool:shift", "9")
        assert table.screen.overlay is not None
        await hands.press("close")
        await hands.press("leave-room")
        await table.settle()
        assert not in_room(table)
        assert table.context.current_account is not None
        assert table.context.current_account.badge == DEALER.badge, "nobody has to sign in again"
        await finishes_round(hands)
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await takes_tool(hands, "tool:shift", "9")
        await hands.press_next()
        await table.settle()
        assert shift_of(table) == 1
        await takes_tool(hands, "tool:shift", "9")
        await hands.press_next()
        await hands.press_next()
        await table.settle()
        assert shift_of(table) is None, "the shift is handed over between two rounds"
        await takes_tool(hands, "tool:reports", "2")
        await hands.press_next()
        await table.soon(lambda: table.screen.overlay is not None and table.screen.overlay.name == "reports-pages")

    at_window(qapp, tmp_path, play)
    assert len(journal_events(tmp_path, ShiftBegan)) == len(journal_events(tmp_path, ShiftEnded)) == 1
    rooms = [each.badge for each in journal_events(tmp_path, SessionBegun) if "room" in each.terminal]
    assert rooms == [SUPERVISOR.badge] * 2


def test_neither_a_wrong_pin_nor_a_dealer_opens_the_room(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 1500))
        await enters_room(hands, SUPERVISOR.badge, "111111")
        assert not in_room(table)
        assert table.screen.overlay is not None
        assert "PIN" in str(table.screen.overlay.left_column)
        await table.key("Esc")
        await enters_room(hands, DEALER.badge, DEALER.pin.text)
        assert not in_room(table)
        assert "Only a Pit Supervisor or above" in str(table.screen)
        await table.key("Esc")
        assert table.station.state.table.round is not None, "the round goes on"
        assert table.context.current_account is not None
        assert table.context.current_account.badge == DEALER.badge

    at_window(qapp, tmp_path, play)


def test_cards_are_dealt_below_the_open_room(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 1500))
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await table.key("+")
        await pulls(table, *CARDS)
        assert in_room(table)
        assert table.input_state.page == 1, "the part that is looked at stays"
        round_ = table.station.state.table.round
        assert round_ is not None
        assert len(round_.cards) == 4
        await table.key("Esc")
        await table.settle()
        await finishes_round(hands)

    at_window(qapp, tmp_path, play)
