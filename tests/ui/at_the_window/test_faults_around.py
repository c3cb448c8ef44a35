"""What fails around the window: letters, sounds, plugs and reports. It is said in words, and the round goes on."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.screens.blocks import Tone
from dealer_app.screens.context import AssetFault
from dealer_app.screens.screen import Cue
from dealer_app.station_window import WindowBackend
from tests.support.folder_events import round_results
from tests.support.rounds import TAI_SAI, V4
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import WindowHands
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import current_round, starts_table, takes_bets
from tests.ui.at_the_window.touch_hands import ByTouch
from tests.ui.at_the_window.window_devices import finishes_round, keys_cards, keys_dice, pulls, simulates, tumbles
from ui import sound
from ui.app import Application
from ui.theme.fonts import MissingFont


def lamp(table: AtWindow, device: str) -> Tone | None:
    return next(cell.lamp for cell in table.screen.top_bar.right if cell.name == f"lamp:{device}")


async def closed(hands: WindowHands) -> None:
    """A round with a bet, and no card yet."""
    await starts_table(hands, V4, "P")
    await takes_bets(hands, (3, "banker", 1500))


def test_letters_that_are_missing_are_said(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    expect_log("the font Inter-Bold.ttf cannot be used")

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        assert table.screen.rail.refusal.first.startswith("A font cannot be used: a file is missing.")
        assert table.screen.rail.refusal.second.startswith("字型不能使用：缺少檔案。")
        await hands.fills("D1", "DEALER 1", "482913", "482913")

    at_window(qapp, tmp_path, play, WindowSetting(missing_fonts=(MissingFont("Inter-Bold.ttf", AssetFault.ABSENT),)))


@pytest.mark.parametrize(("content", "told"), [(None, AssetFault.ABSENT), (b"no sound", AssetFault.BROKEN)])
def test_a_sound_that_is_missing_or_broken_is_said_once(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: Callable[[str], None],
    content: bytes | None,
    told: AssetFault,
) -> None:
    expect_log("the sound")
    sounds = tmp_path / "there" / "sounds"
    sounds.mkdir(parents=True)
    if content is not None:
        for cue in Cue:
            (sounds / f"{cue.value}.wav").write_bytes(content)
    monkeypatch.setattr(sound, "resources", SimpleNamespace(files=lambda _package: tmp_path / "there"))
    said: list[AssetFault] = []

    async def play(table: AtWindow) -> None:
        missing = table.application.sounds._missing

        def tells(reason: AssetFault) -> None:
            said.append(reason)
            missing(reason)

        table.application.sounds._missing = tells
        await closed(ByTouch(table))
        await pulls(table, "2S", "3H")
        assert len(current_round(table).cards) == 2

    folder = tmp_path / "data"
    folder.mkdir()
    at_window(qapp, folder, play)
    assert said == [told]


@pytest.mark.assurance("A46")
def test_a_shoe_that_is_plugged_in_again_deals_on(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    """A port that is closed and opened: what was drawn meanwhile is asked, and then its cards are heard again."""
    expect_log("was lost: check plug and power")

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await closed(hands)
        await pulls(table, "2S", "3H")
        ready = lamp(table, "shoe")
        await simulates(table, "shoe", "unplug")
        await table.soon(lambda: lamp(table, "shoe") is not ready)
        await table.soon(lambda: hands.primary().name == "answer-device")
        told = table.screen.rail.refusal
        assert told.first == "The shoe was lost: check plug and power. Go on by hand, and call the pit."
        assert told.second.startswith("牌靴：連接中斷")
        await resolves_all(hands)
        table.devices.simulate("shoe", "plug")
        await table.soon(lambda: hands.primary().name == "answer-device")
        await resolves_all(hands)
        await table.soon(lambda: lamp(table, "shoe") is ready)
        await pulls(table, "3D")
        await resolves_all(hands)
        while len(current_round(table).cards) < 4:
            await pulls(table, "3C")
            await resolves_all(hands)
        assert [str(each.card) for each in current_round(table).cards[:3]] == ["2S", "3H", "3D"]

    at_window(qapp, tmp_path, play)


def test_a_tumbler_that_is_unplugged_is_counted_and_keyed_by_hand(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    expect_log("was lost: check plug and power")

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await starts_table(hands, TAI_SAI, "C")
        await _bets_small(hands)
        ready = lamp(table, "tumbler")
        await simulates(table, "tumbler", "unplug")
        await table.soon(lambda: lamp(table, "tumbler") is not ready)
        await resolves_all(hands)
        await keys_dice(hands, 1, 2, 4)
        await finishes_round(hands)
        table.devices.simulate("tumbler", "plug")
        await table.soon(lambda: lamp(table, "tumbler") is ready)
        await _bets_small(hands)
        await tumbles(table, 2, 4, 6)
        assert current_round(table).dice == (2, 4, 6)
        await finishes_round(hands)

    at_window(qapp, tmp_path, play)
    assert round_results(tmp_path) == [(0, 40_000), (40_000, 0)]


async def _bets_small(hands: WindowHands) -> None:
    await takes_bets(hands, (None, "small", 400))


def test_a_report_that_was_lost_is_asked_for(qapp: QApplication, tmp_path: Path) -> None:
    """The card that nobody heard of is keyed by the dealer before the next one counts."""

    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await closed(hands)
        await pulls(table, "2S")
        table.devices.simulate("shoe", "lost")
        table.devices.simulate("shoe", "card")
        await pulls(table, "3D")
        assert hands.primary().name == "answer-device"
        assert table.control("answer-device").act is None, "neither answer is the default"
        await hands.press("reply:nothing")
        await resolves_all(hands)
        assert table.station.state.listening.row == ()
        while len(current_round(table).cards) < 4:
            await keys_cards(hands, "4H")

    at_window(qapp, tmp_path, play)


def test_an_error_of_the_shoe_is_a_lamp_and_a_question(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByTouch(table)
        await closed(hands)
        await pulls(table, "2S")
        ready = lamp(table, "shoe")
        await simulates(table, "shoe", "error")
        assert lamp(table, "shoe") is not ready
        await resolves_all(hands)
        table.devices.simulate("shoe", "cancel-error")
        await table.soon(lambda: lamp(table, "shoe") is ready)
        await pulls(table, "3H")
        assert len(current_round(table).cards) == 2

    at_window(qapp, tmp_path, play)


def test_what_fails_while_the_station_stops_is_logged_and_told_by_the_status(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: Callable[[str], None]
) -> None:
    """There is no screen any more on which it could be said."""
    expect_log(r"stopping failed with [0-9A-F]{6} at")
    serves = WindowBackend.serve

    async def serves_and_fails(behind: WindowBackend) -> None:
        await serves(behind)
        raise OSError("the disk is gone")

    monkeypatch.setattr(WindowBackend, "serve", serves_and_fails)
    applications: list[Application] = []

    async def play(table: AtWindow) -> None:
        applications.append(table.application)

    at_window(qapp, tmp_path, play)
    assert [each.status for each in applications] == [1]


def test_a_stop_in_order_has_the_status_of_one(qapp: QApplication, tmp_path: Path) -> None:
    applications: list[Application] = []

    async def play(table: AtWindow) -> None:
        applications.append(table.application)
        await closed(ByTouch(table))

    at_window(qapp, tmp_path, play)
    assert [each.status for each in applications] == [0]
