"""At the real window: a past round is looked at step by step, searched and left, and nothing of the folder changes."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.screens.screen import RecallShown
from tests.support.rounds import V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.window_devices import pulls
from ui.recall.widget import RecallWidget

CARDS = ("9S", "2H", "KD", "3C")


def past(table: AtWindow) -> RecallShown:
    shown = table.screen.recall
    assert shown is not None
    return shown


def folder_digests(folder: Path) -> dict[str, str]:
    """Every file but the index, which is a cache that looking back may make."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("index.db"))
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


async def opens_recall(table: AtWindow) -> None:
    hands = ByKeys(table)
    await hands.opens_menu()
    await hands.press("open:recall")
    await table.key("Enter")
    await table.soon(lambda: past(table).screen is not None)


@pytest.mark.assurance("A14", "A17")
def test_a_round_is_stepped_through_and_left_and_the_folder_is_as_it_was(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.press_next()
        await table.settle()
        await table.read_ahead()
        at_rest, before, state = table.screen, folder_digests(tmp_path), table.station.state
        await opens_recall(table)
        last = past(table)
        assert last.title.first == "Recall"
        await table.key("7")
        assert "round 1" in past(table).place.first
        first = past(table)
        assert first.number != last.number
        assert first.screen != last.screen
        await table.key("3", "3", "1", "9")
        assert past(table).number == last.number
        await table.key("*")
        assert past(table).is_large
        # Nothing of then can be pressed, and nothing of now: a key of the table has no meaning here.
        await table.key("F2", "0")
        assert past(table).number == last.number
        await table.key("Esc")
        await table.settle()
        assert table.screen.recall is None
        assert table.screen.stage == at_rest.stage
        assert table.station.state == state
        assert folder_digests(tmp_path) == before

    at_window(qapp, tmp_path, play)


def test_a_round_on_hold_is_looked_back_on_before_it_is_settled(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.press("claim")
        await hands.press("reason:claims-payment")
        await hands.press_next()
        await opens_recall(table)
        assert "round 1" in past(table).place.first
        assert "Round not settled" in repr(past(table).facts)
        shown = table.window.findChild(RecallWidget)
        assert shown is not None
        for key in ("1", "7", "9"):
            await table.key(key)
            await table.settle()
            # The picture is made in the turns after the key, and stands in the frame with its own words.
            assert shown.is_picture_ready
        await table.key("Esc")
        await resolves_all(hands)
        assert table.station.state.table.claim is None

    at_window(qapp, tmp_path, play)


def test_rounds_are_searched_and_what_is_not_there_is_said(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.press_next()
        await opens_recall(table)
        for typed in ("77", "1"):
            await table.key("/")
            await table.touch("past-round")
            await table.key("Backspace", "Backspace", *typed, "Enter")
            await table.soon(lambda: table.screen.overlay is not None and bool(table.screen.overlay.left_column))
            await table.soon(lambda: "Reading" not in repr(found_blocks(table)))
            assert ("No such round" in repr(found_blocks(table))) is (typed == "77")
            if typed == "77":
                await table.key("Esc")
        await hands.press(f"past-found:{past_first(table)}:1")
        await table.soon(lambda: past(table).screen is not None)
        assert table.screen.overlay is None

    at_window(qapp, tmp_path, play)


def found_blocks(table: AtWindow) -> object:
    assert table.screen.overlay is not None
    return table.screen.overlay.left_column


def past_first(table: AtWindow) -> int:
    (found,) = table.desk._past.view.found
    return found.first


@pytest.mark.assurance("A16")
def test_it_opens_over_the_screen_on_which_play_has_stopped_and_goes_back_to_it(
    qapp: QApplication, tmp_path: Path, expect_log: Callable[[str], None]
) -> None:
    left: list[bool] = []

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.press_next()
        await table.settle()
        table.application.stop_on_fault(JournalError(JournalFault.DISK_FULL, {"file": "journal.db", "reason": "full"}))
        stop = table.application.stop_screen
        QTest.keyClick(stop, Qt.Key.Key_F9)
        await table.soon(lambda: table.screen.recall is not None and past(table).screen is not None)
        shown = table.window.findChild(RecallWidget)
        assert shown is not None
        assert shown.isVisible()
        QTest.keyClick(shown, Qt.Key.Key_7)
        assert past(table).line is not None
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        assert not shown.isVisible()
        left.append(stop.isVisible())

    expect_log("the station stopped with")
    with pytest.raises(AssertionError, match="the program failed with"):
        at_window(qapp, tmp_path, play)
    assert left


@pytest.mark.assurance("A16")
def test_it_works_where_nobody_is_signed_in(qapp: QApplication, tmp_path: Path) -> None:
    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, *CARDS)
        await hands.press_next()
        await hands.press_next()
        await hands.opens_menu()
        await hands.press("sign-out")
        await hands.press("sign-out")
        await table.soon(lambda: table.desk._context().current_account is None)
        await opens_recall(table)
        assert past(table).note.first == ""

    at_window(qapp, tmp_path, play)
