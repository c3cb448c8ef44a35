"""A supervisor's day in the room, by keys alone and by touches alone; a wrong PIN, a dealer, and an idle room."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.people.events import ApprovalRefused, SessionBegun
from dealer_app.people.lockout import MINUTE
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.reports import report_maker
from dealer_app.station.supervisor.alarms import AlarmSignals
from dealer_app.station_events import AlarmShelved, LookEnded, ShiftBegan, ShiftEnded
from tests.support.folder_events import journal_events
from tests.support.live_station import SteppingClock
from tests.support.rounds import V4
from tests.support.signers import CHIEF, DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys, WindowHands
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_devices import finishes_round, pulls

CARDS = ("9S", "2H", "KD", "3C")
PAGES = "reports-pages"
_MOST_PRESSES = 6
_PAPER_SECONDS, _POLL_SECONDS = 90.0, 0.01


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


async def leaves_room(hands: WindowHands) -> None:
    await hands.press("leave-room")
    await hands.table.settle()
    assert not in_room(hands.table)


async def corrects_bet(hands: WindowHands) -> None:
    """The dealer asks for another amount; it waits for the supervisor."""
    for name in ("correct", "correct:bet", "bet:1", "amount:8", "amount:00", "reason:chips-differ"):
        await hands.press(name)
    await hands.press_next()
    assert hands.table.station.state.table.cases
    await hands.press("close")


async def opens_request(hands: WindowHands) -> None:
    """The next step of the room is for what needs somebody first."""
    assert hands.table.screen.overlay is None
    await hands.press_next()
    assert hands.table.screen.overlay is not None


async def refuses(hands: WindowHands) -> None:
    """With the first reason there is, and pressed once more."""
    table = hands.table
    for _ in range(_MOST_PRESSES):
        if not table.station.state.table.cases:
            return
        controls = {each.name: each for each in screen_controls(table.screen)}
        if controls["refuse"].act is not None:
            await hands.press("refuse")
        elif not table.input_state.pick("reason"):
            await hands.press(next(name for name in controls if name.startswith("reason:")))
        else:
            await hands.press(f"person:{SUPERVISOR.badge}")
            await hands.writes(SUPERVISOR.pin.text)
        await table.settle()
    raise AssertionError(f"it is not refused: {table.describe()}")


async def changes_limits(hands: WindowHands) -> None:
    table = hands.table
    await takes_tool(hands, "tool:limits", "7")
    await hands.enters("min-all")
    await hands.writes("200")
    await hands.enters("badge-in-charge")
    await hands.fills(SUPERVISOR.badge, SUPERVISOR.pin.text)
    await table.settle()
    assert minimum(table) == 20_000


def minimum(table: AtWindow) -> int | None:
    opened = table.station.state.table.table
    assert opened is not None
    return opened.limits.general.minimum


def is_looking(table: AtWindow) -> bool:
    return table.station.state.live_odds.open_look is not None


async def looks_at_odds(hands: WindowHands) -> None:
    """Two people switch them on; one look, closed again."""
    table = hands.table
    await takes_tool(hands, "tool:live-odds", "6")
    await hands.enters("badge-second")
    await hands.fills(CHIEF.badge, CHIEF.pin.text)
    await table.settle()
    assert table.station.state.live_odds.is_on
    await hands.press_next()
    await table.settle()
    assert is_looking(table)
    await hands.press_next()
    await table.settle()
    assert not is_looking(table)
    await hands.press("close")
    await table.settle()


async def shelves_alarm(hands: WindowHands) -> None:
    table = hands.table
    table.station.alarms.read_signals = lambda: AlarmSignals(disk_low=True)
    table.station.run_checks()
    table.desk.refresh()
    await table.settle()
    await opens_request(hands)
    await hands.enters("shelve-reason")
    await hands.writes("LATER")
    await hands.enters("shelve-minutes")
    await hands.writes("30")
    await hands.press("shelve")
    await table.settle()
    (alarm,) = table.station.state.alarms.open.values()
    assert alarm.reason == "LATER"
    await hands.press("close")


async def prints_shift(hands: WindowHands, printed: list[Path]) -> None:
    table = hands.table
    await takes_tool(hands, "tool:reports", "2")
    await hands.press_next()
    await waits_for_paper(table, lambda: table.screen.overlay is not None and table.screen.overlay.name == PAGES)
    await hands.press("print-report")
    await waits_for_paper(table, lambda: printed)
    await hands.press("close")


async def waits_for_paper(table: AtWindow, holds: Callable[[], object]) -> None:
    """It is made by a process of its own, which a busy machine keeps waiting."""
    give_up = asyncio.get_running_loop().time() + _PAPER_SECONDS
    while not holds():
        assert asyncio.get_running_loop().time() < give_up, table.describe()
        await asyncio.sleep(_POLL_SECONDS)
    await table.settle()


async def hands_shift_over(hands: WindowHands, *, presses: int) -> None:
    """Begins one, or ends one, which takes two presses."""
    await takes_tool(hands, "tool:shift", "9")
    for _ in range(presses):
        await hands.press_next()
    await hands.table.settle()


@both_ways
def test_a_supervisors_day(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Ways) -> None:
    """Refuses, approves, decides a dispute, shelves an alarm, looks at odds, changes limits, prints, hands over."""
    printed: list[Path] = []
    monkeypatch.setattr(report_maker, "print_file", lambda file, _printer: printed.append(file))

    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "P")
        await table.employs_chief()
        await takes_bets(hands, (3, "banker", 1500))
        await pulls(table, *CARDS)
        await finishes_round(hands)
        await corrects_bet(hands)
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await hands_shift_over(hands, presses=0)
        await hands.press("close")
        await opens_request(hands)
        await refuses(hands)
        assert in_room(table), "the room stays open for what comes next"
        await leaves_room(hands)
        assert table.context.current_account is not None
        assert table.context.current_account.badge == DEALER.badge, "nobody has to sign in again"
        await corrects_bet(hands)
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await opens_request(hands)
        await resolves_all(hands)
        await leaves_room(hands)
        await hands.press("claim")
        await hands.press("reason:claims-payment")
        await hands.press_next()
        assert has_claim(table)
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await resolves_all(hands)
        assert not has_claim(table)
        await leaves_room(hands)
        await finishes_round(hands)
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await hands_shift_over(hands, presses=1)
        assert shift_of(table) == 1
        await shelves_alarm(hands)
        await looks_at_odds(hands)
        await changes_limits(hands)
        await hands_shift_over(hands, presses=2)
        assert shift_of(table) is None, "the shift is handed over between two rounds"
        await prints_shift(hands, printed)
        assert in_room(table)

    at_window(qapp, tmp_path, play)
    assert len(journal_events(tmp_path, ShiftBegan)) == len(journal_events(tmp_path, ShiftEnded)) == 1
    assert len(journal_events(tmp_path, ApprovalRefused)) == 1
    assert len(journal_events(tmp_path, AlarmShelved)) == 1
    assert len(journal_events(tmp_path, LookEnded)) == 1
    assert {each.badge for each in journal_events(tmp_path, SessionBegun) if "room" in each.terminal} == {"S1"}


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


def test_a_room_that_closes_by_itself_says_so_and_does_nothing_in_the_dealers_name(
    qapp: QApplication, tmp_path: Path
) -> None:
    clock = SteppingClock()

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 1500))
        await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
        await takes_tool(hands, "tool:shift", "9")
        clock.wait(9 * MINUTE)
        table.station.people.end_expired()
        assert in_room(table)
        clock.wait(2 * MINUTE)
        table.station.people.end_expired()
        table.desk.refresh()
        await table.settle()
        assert not in_room(table)
        assert "The room has closed by itself" in table.screen.rail.refusal.first
        assert shift_of(table) is None
        assert table.station.state.table.round is not None, "the round goes on"

    at_window(qapp, tmp_path, play, WindowSetting(clock=clock))
    assert not journal_events(tmp_path, ShiftBegan)
