"""The supervisor's room on a monitor of its own: by touch, while the dealer goes on; unplugged, closed, and back."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dealer_app.people.events import SessionBegun
from dealer_app.station_events import AlarmKind, AlarmRaised
from tests.support.folder_events import journal_events
from tests.support.rounds import V4
from tests.support.signers import DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.two_monitors import SCREENS
from tests.ui.at_the_window.window_devices import finishes_round, pulls
from ui.app import WindowOptions
from ui.supervisor_monitor import SupervisorMonitor

SETTING = WindowSetting(opening=WindowOptions(supervisor=2))
CARDS = ("9S", "2H", "KD", "3C")
_SECONDS = 90


class Monitors:
    """Whether the second monitor is plugged in. It is the only one here, in the place of a second."""

    plugged = True

    def find(self) -> QScreen | None:
        return QApplication.screens()[0] if self.plugged else None


@pytest.fixture
def monitors() -> Iterator[Monitors]:
    found = Monitors()
    with patch.object(SupervisorMonitor, "_find_monitor", lambda _: found.find()):
        yield found


class AtMonitor(AtWindow):
    """Somebody at the second monitor of a table."""

    def __init__(self, table: AtWindow) -> None:
        super().__init__(table.application, table._behind, table.station, table.devices)
        assert self.application.monitor is not None
        assert table._behind.monitor_desk is not None
        self.window, self.desk = self.application.monitor.window, table._behind.monitor_desk

    async def opens(self) -> None:
        """The monitor is shown once the dealer's window is."""
        await self.soon(self.window.isVisible)
        await self.settle()

    def is_in_room(self) -> bool:
        return self.screen.leave is not None

    async def keys_into_the_room(self, key: Qt.Key) -> None:
        """As a system brings it that gives keys to the window below the pointer."""
        handle = self.window.windowHandle()
        await self._by_hand(lambda: QTest.keyClick(handle, key, Qt.KeyboardModifier.KeypadModifier))

    async def looks_for_monitor(self) -> None:
        """What the system says at once where a monitor goes, and the clock of the window a second later."""
        assert self.application.monitor is not None
        self.application.monitor._tick()
        self.station.run_checks()
        await self.settle()


async def enters(hands: ByTouch, badge: str, pin: str) -> None:
    await hands.enters("badge-room")
    await hands.fills(badge, pin)
    await hands.table.settle()


@pytest.mark.usefixtures("monitors")
def test_a_dispute_is_decided_there_while_the_dealer_stays_at_the_table(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        room, dealer = AtMonitor(table), ByKeys(table)
        await room.opens()
        hands = ByTouch(room)
        assert not room.is_in_room()
        await starts_table(dealer, V4, "P")
        await takes_bets(dealer, (3, "banker", 1500))
        await enters(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        assert room.is_in_room()
        assert table.screen.leave is None, "the dealer's screen shows the table"
        await pulls(table, *CARDS)
        await dealer.press_next()
        await dealer.press("claim")
        await dealer.press("reason:claims-payment")
        await dealer.press_next()
        await room.settle()
        assert room.screen.rail.primary.act is not None, "the dispute is there at once"
        await resolves_all(hands)
        assert table.station.state.table.claim is None
        assert room.is_in_room()
        await hands.press("leave-room")
        await room.settle()
        assert not room.is_in_room()
        await finishes_round(dealer)

    at_window(qapp, tmp_path, play, SETTING)
    rooms = [each for each in journal_events(tmp_path, SessionBegun) if each.badge == SUPERVISOR.badge]
    assert [each.terminal for each in rooms] == ["table (second monitor) (supervisor's room)"]


@pytest.mark.usefixtures("monitors")
def test_it_never_takes_the_keyboard_and_moves_no_simulated_device(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        room, dealer = AtMonitor(table), ByKeys(table)
        await room.opens()
        assert room.window.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
        await starts_table(dealer, V4, "P")
        await dealer.press_next()
        await ByTouch(room).enters("badge-room")
        await ByTouch(room).writes(SUPERVISOR.badge)
        before = room.input_state
        await table.key("3")
        assert table.input_state.seat == 3
        await room.keys_into_the_room(Qt.Key.Key_5)
        assert table.input_state.area is not None, "a key that comes to the room all the same is the dealer's"
        assert room.input_state == before
        assert room.screen.ribbon is not None
        assert room.screen.ribbon.controls == ()

    at_window(qapp, tmp_path, play, SETTING)


@pytest.mark.usefixtures("monitors")
def test_a_wrong_pin_and_a_dealer_stay_outside_and_learn_why(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        room, dealer = AtMonitor(table), ByKeys(table)
        await room.opens()
        hands = ByTouch(room)
        await starts_table(dealer, V4, "P")
        await takes_bets(dealer, (3, "banker", 1500))
        await enters(hands, SUPERVISOR.badge, "111111")
        assert not room.is_in_room()
        assert "PIN" in room.screen.rail.refusal.first
        for badge in range(len(SUPERVISOR.badge)):
            del badge
            await hands.enters("badge-room")
            await hands.erases()
        await enters(hands, DEALER.badge, DEALER.pin.text)
        assert not room.is_in_room()
        assert "Only a Pit Supervisor or above" in room.screen.rail.refusal.first
        assert table.station.state.table.round is not None, "the round goes on"

    at_window(qapp, tmp_path, play, SETTING)


def test_unplugged_it_is_said_at_the_table_and_what_was_begun_is_there_when_it_is_back(
    qapp: QApplication, tmp_path: Path, monitors: Monitors
) -> None:
    async def play(table: AtWindow) -> None:
        room, dealer = AtMonitor(table), ByKeys(table)
        await room.opens()
        hands = ByTouch(room)
        await starts_table(dealer, V4, "P")
        await enters(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await hands.press("tool:acting")
        begun = room.input_state
        monitors.plugged = False
        await room.looks_for_monitor()
        assert not room.window.isVisible()
        assert "supervisor's monitor is not there" in table.screen.rail.refusal.first
        await takes_bets(dealer, (3, "banker", 1500))
        await dealer.press("supervisor")
        await dealer.press("supervisor-room")
        await dealer.fills(SUPERVISOR.badge, SUPERVISOR.pin.text)
        await table.settle()
        assert table.screen.leave is not None, "the room opens over the table meanwhile"
        assert "The supervisor's monitor is not there" in str(table.screen.stage)
        await table.key("Esc")
        monitors.plugged = True
        await room.looks_for_monitor()
        assert room.window.isVisible()
        assert room.is_in_room()
        assert room.input_state.panel is begun.panel

    at_window(qapp, tmp_path, play, SETTING)
    raised = [each.alarm for each in journal_events(tmp_path, AlarmRaised)]
    assert raised == [AlarmKind.MONITOR_LOST]


@pytest.mark.usefixtures("monitors")
def test_closed_by_its_corner_the_room_is_left_and_the_way_in_is_shown(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        room, dealer = AtMonitor(table), ByKeys(table)
        await room.opens()
        await starts_table(dealer, V4, "P")
        await enters(ByTouch(room), SUPERVISOR.badge, SUPERVISOR.pin.text)
        assert room.is_in_room()
        room.window.close()
        await room.settle()
        assert room.window.isVisible()
        assert not room.is_in_room()
        assert "badge-room" in str(room.screen.rail.work)

    at_window(qapp, tmp_path, play, SETTING)


@pytest.mark.usefixtures("monitors")
def test_where_play_stops_it_stops_there_too(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        await AtMonitor(table).opens()
        assert table.application.monitor is not None
        table.application.monitor.stop("A1B2C3", "")
        assert table.application.monitor.stop_screen.isVisible()

    at_window(qapp, tmp_path, play, SETTING)


@pytest.mark.usefixtures("monitors")
def test_both_screens_are_set_the_same(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        room, dealer = AtMonitor(table), ByKeys(table)
        await room.opens()
        hands = ByTouch(room)
        await starts_table(dealer, V4, "P")
        await enters(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await hands.press("tool:betting-time")
        assert table.context.looks.countdown_seconds == room.context.looks.countdown_seconds == 20
        await dealer.opens_menu()
        await dealer.press("looks:language:zh-Hant")
        await room.settle()
        assert room.screen.rail.caption.first != "Next for you"

    at_window(qapp, tmp_path, play, SETTING)


def test_on_two_monitors_the_room_fills_the_second_and_the_dealer_keeps_the_keyboard(tmp_path: Path) -> None:
    described = tmp_path / "screens.json"
    described.write_text(json.dumps(SCREENS), encoding="utf-8")
    environment = os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={described}"}
    words = (sys.executable, "-m", "tests.ui.at_the_window.two_monitors", str(tmp_path / "data"))
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=_SECONDS, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["dealer"], found["room"]) == ("dealer", "room")
    assert found["rectangle"] == [1366, 0, 1920, 1080]
    assert found["keyboard"] == "dealer"
