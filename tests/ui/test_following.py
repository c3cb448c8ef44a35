"""A long journal is followed before there is a window: a page says how far it is, and whoever closes it is let go."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from dealer_app import station_window
from dealer_app.journal import recovery
from dealer_app.journal.reader import Follow, OnProgress
from dealer_app.journal.recovery import NotFollowedError
from dealer_app.journal_errors import DamagedError
from dealer_app.screens.context import Looks
from dealer_app.station.startup import start_station
from dealer_app.station_window import BilingualTexts
from dealer_app.texts import language_pair
from dealer_app.wiring import StationOptions
from tests.support.house_run import PROGRAM, run_house
from tests.support.journal_damage import alter_journal, sums
from tests.support.live_station import NEXT_DAY, SteppingClock, make_environment
from ui.following_page import FollowingPage

MOST_SECONDS = 20


def pages(qapp: QApplication) -> list[FollowingPage]:
    return [each for each in qapp.topLevelWidgets() if isinstance(each, FollowingPage) and each.isVisible()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """It was played at; each event is told of, and nothing is too short for a page."""
    with run_house(tmp_path):
        pass
    monkeypatch.setattr(station_window, "_PAGE_DELAY_SECONDS", 0)
    monkeypatch.setattr(recovery, "_ENTRIES_BETWEEN_REPORTS", 1)
    return tmp_path


def held_up(folder: Path, until: threading.Event) -> Follow:
    """Follows as the window does, but at the tenth event waits for a sign."""
    follow = station_window._follow_behind_page(
        BilingualTexts(language_pair(Looks().first, Looks().second)), StationOptions(folder=folder, size=(1280, 720))
    )

    def slowly(work: Callable[[OnProgress], object], /) -> object:
        def slow(told: OnProgress) -> object:
            def each(at: int, of: int) -> bool:
                going_on = told(at, of)
                if at == 10:
                    until.wait(MOST_SECONDS)
                return going_on

            return work(each)

        return follow(slow)

    return slowly  # type: ignore[return-value]


def when_shown(qapp: QApplication, do: Callable[[FollowingPage], None]) -> QTimer:
    """Looks each few milliseconds for the page, and does something with it once it says how far it is."""
    timer = QTimer()

    def look() -> None:
        for page in pages(qapp):
            if page.part > 0:
                timer.stop()
                do(page)

    timer.timeout.connect(look)
    timer.start(5)
    return timer


def test_the_page_says_how_far_the_journal_is_followed_and_is_gone_when_the_station_stands(
    qapp: QApplication, folder: Path
) -> None:
    go_on, said = threading.Event(), list[str]()

    def seen(page: FollowingPage) -> None:
        said.append(page.accessibleName())
        assert page.grab().width() == 1280
        go_on.set()

    timer = when_shown(qapp, seen)
    with start_station(folder, PROGRAM, SteppingClock(NEXT_DAY), make_environment(), held_up(folder, go_on)) as station:
        assert station.state.running
        assert not pages(qapp)
    timer.stop()
    (words,) = said
    assert words.startswith("Checking the whole journal before play: 10 of ")


def test_whoever_closes_the_page_is_let_go_and_nothing_is_written(qapp: QApplication, folder: Path) -> None:
    before, go_on = sums(folder), threading.Event()

    def closed(page: FollowingPage) -> None:
        page.close()
        # Only then, so that the chain is not followed to its end before.
        QTimer.singleShot(50, go_on.set)
        threading.Timer(0.5, go_on.set).start()

    timer = when_shown(qapp, closed)
    start = start_station(folder, PROGRAM, SteppingClock(NEXT_DAY), make_environment(), held_up(folder, go_on))
    with pytest.raises(NotFollowedError), start:
        pytest.fail("it was not followed")
    timer.stop()
    assert sums(folder) == before


def test_damage_that_is_found_behind_the_page_is_told_as_at_any_start(qapp: QApplication, folder: Path) -> None:
    alter_journal(folder, "UPDATE events SET badge = 'X9' WHERE sequence = 12")
    before, go_on = sums(folder), threading.Event()
    timer = when_shown(qapp, lambda _: go_on.set())
    start = start_station(folder, PROGRAM, SteppingClock(NEXT_DAY), make_environment(), held_up(folder, go_on))
    with pytest.raises(DamagedError) as raised, start:
        pytest.fail("it is damaged")
    timer.stop()
    assert raised.value.last_verified == 11
    assert not pages(qapp)
    assert sums(folder) == before


def test_a_short_journal_needs_no_page(qapp: QApplication, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(station_window, "_PAGE_DELAY_SECONDS", MOST_SECONDS)
    shown = list[FollowingPage]()
    timer = when_shown(qapp, shown.append)
    at_once = threading.Event()
    at_once.set()
    with start_station(
        folder, PROGRAM, SteppingClock(NEXT_DAY), make_environment(), held_up(folder, at_once)
    ) as station:
        assert station.state.running
    timer.stop()
    assert not shown
