"""The window for guests: everything has room in every design and language, it says when it is stale, it has no keys."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.display.customer_presenter import DisplayOptions
from dealer_app.screens.display.customer_screen import CustomerScreen, DisplayState
from dealer_app.screens.display.customer_view import build_customer_screen
from dealer_app.texts import Language, language_pair
from tests.support.hidden_values import swap_hidden
from tests.support.scene_list import SCENES
from tests.ui.doc_pictures import scene_context
from ui.display import band, display_painter, past
from ui.display.display_painter import paint_customer_screen
from ui.display.display_window import DisplayWindow
from ui.display.host import DisplayHost
from ui.painting.shapes import text_width

SIZES = {"landscape": QSize(1920, 1080), "portrait": QSize(1080, 1920), "4k": QSize(3840, 2160)}
PAIRS = {second.value: language_pair(Language.EN, second) for second in (Language.ZH_HANT, Language.ZH_HANS)}
ROUNDS = tuple(scene for scene in SCENES if scene.input_state.panel.value == "none")


def paint(shown: CustomerScreen, size: QSize) -> QImage:
    picture = QImage(size, QImage.Format.Format_RGB32)
    with QPainter(picture) as brush:
        paint_customer_screen(brush, size, shown, 1)
    return picture


@pytest.fixture(scope="module")
def contexts() -> dict[str, ScreenContext]:
    return {scene.name: scene_context(scene) for scene in ROUNDS}


@pytest.fixture
def cut_texts() -> Iterator[list[str]]:
    """Texts that had no room where they were painted."""
    found: list[str] = []

    def watch(drawn: Callable[..., None]) -> Callable[..., None]:
        def draw(brush: QPainter, rect: QRectF, text: str, letters: QFont, colour: QColor, *rest: Any) -> None:
            if text_width(text, letters) > rect.width() + 1.0 or "…" in text:
                found.append(text)
            drawn(brush, rect, text, letters, colour, *rest)

        return draw

    with ExitStack() as stack:
        for module in (band, past, display_painter):
            stack.enter_context(patch.object(module, "draw_text", watch(module.draw_text)))
        yield found


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("second", sorted(PAIRS))
def test_no_word_is_cut_in_any_design_and_language(
    size: str, second: str, contexts: dict[str, ScreenContext], cut_texts: list[str]
) -> None:
    for name, context in contexts.items():
        paint(build_customer_screen(context, PAIRS[second], {}), SIZES[size])
        assert cut_texts == [], name


READ_FROM_AFAR = 76
"""The capitals of such letters are 20 mm high on a monitor of 32 inches: they are read from 4 m."""


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("size", ["landscape", "portrait"])
def test_what_is_said_now_is_read_from_four_metres(size: str, contexts: dict[str, ScreenContext]) -> None:
    seen = set()
    for name, context in contexts.items():
        shown = build_customer_screen(context, PAIRS["zh-Hant"], {})
        if shown.banner is None or shown.state is DisplayState.IDLE:
            # Between rounds the limits are what one reads, and they are larger.
            continue
        seen.add(shown.state)
        sizes: list[int] = []

        def note(_: QPainter, __: QRectF, text: str, letters: QFont, *___: Any) -> None:
            if text.startswith(shown.banner.text.first):  # type: ignore[union-attr] # noqa: B023
                sizes.append(letters.pixelSize())  # noqa: B023

        with patch.object(band, "draw_text", note):
            paint(shown, SIZES[size])
        assert sizes, name
        assert min(sizes) >= READ_FROM_AFAR, name
    assert seen >= {DisplayState.BETS_OPEN, DisplayState.INSURANCE, DisplayState.RESULT, DisplayState.PENDING}


@pytest.mark.usefixtures("letters")
def test_other_hidden_values_paint_the_same_pixels(contexts: dict[str, ScreenContext]) -> None:
    hiding = 0
    for context in contexts.values():
        table = context.state.table
        other = replace(context, state=replace(context.state, table=swap_hidden(table)))
        if other.state.table == table:
            continue
        hiding += 1
        words = PAIRS["zh-Hant"]
        one, two = (build_customer_screen(each, words, {}) for each in (context, other))
        assert paint(one, SIZES["landscape"]) == paint(two, SIZES["landscape"])
    assert hiding


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


def open_window(qtbot: QtBot, clock: Seconds, monitor: int | None = None) -> tuple[DisplayWindow, list[CustomerScreen]]:
    painted: list[CustomerScreen] = []
    window = DisplayWindow(monitor, painted.append, clock)
    qtbot.addWidget(window)
    window.open()
    return window, painted


def lamp(window: DisplayWindow) -> bool:
    """What the dealer's bar shows now."""
    return window.is_alive


def a_result(contexts: dict[str, ScreenContext]) -> CustomerScreen:
    shown = build_customer_screen(contexts["settlement"], PAIRS["zh-Hant"], {})
    assert shown.state is DisplayState.RESULT
    return shown


@pytest.mark.usefixtures("letters")
def test_a_display_that_is_fed_no_more_shows_no_old_result_and_is_not_alive(
    qtbot: QtBot, clock: Seconds, contexts: dict[str, ScreenContext]
) -> None:
    window, painted = open_window(qtbot, clock)
    shown = a_result(contexts)
    window.show_screen(shown)
    fresh = window.grab().toImage()
    assert lamp(window)
    assert painted[-1] == shown
    clock.now += 3.9
    window.show_screen(shown)
    window.grab()
    assert lamp(window)
    clock.now += 4.1
    before = len(painted)
    stale = window.grab().toImage()
    assert lamp(window) is False
    assert len(painted) == before
    assert stale != fresh
    window.show_screen(shown)
    assert window.grab().toImage() == fresh
    assert lamp(window)


@pytest.mark.usefixtures("letters")
def test_its_counter_rises_once_a_second_while_it_is_fed(
    qtbot: QtBot, clock: Seconds, contexts: dict[str, ScreenContext]
) -> None:
    window, _ = open_window(qtbot, clock)
    window.show_screen(a_result(contexts))
    first = window.grab().toImage()
    window._tick()
    assert window.grab().toImage() != first
    clock.now += 10
    window._tick()
    stale = window.grab().toImage()
    window._tick()
    assert window.grab().toImage() == stale


def test_on_a_monitor_that_is_not_there_it_waits_and_never_covers_the_dealers(qtbot: QtBot, clock: Seconds) -> None:
    window, _ = open_window(qtbot, clock, monitor=9)
    assert not window.isVisible()
    assert not lamp(window)
    first = QApplication.screens()[0]
    with patch.object(DisplayWindow, "_find_monitor", lambda _: first):
        window._tick()
        assert window.isVisible()
        assert window.geometry().topLeft() == first.geometry().topLeft()
    with patch.object(DisplayWindow, "_find_monitor", lambda _: None):
        window._tick()
        assert not window.isVisible()


def test_it_keeps_to_its_monitor_where_their_order_has_changed(qtbot: QtBot, clock: Seconds) -> None:
    """The dealer's was unplugged and plugged in again: it is the last of them then."""
    dealers, guests = (SimpleNamespace(name=partial(str, name), geometry=QRect) for name in ("D", "G"))
    window, _ = open_window(qtbot, clock, monitor=9)
    window._monitor = 2
    with patch.object(QGuiApplication, "screens", lambda: [dealers, guests]):
        window._place()
    with patch.object(QGuiApplication, "screens", lambda: [guests, dealers]):
        found: object = window._find_monitor()
    assert found is guests


@pytest.mark.usefixtures("letters")
@pytest.mark.usefixtures("letters")
def test_a_display_that_is_restarted_is_another_window_and_shows_the_same(
    qapp: QApplication, contexts: dict[str, ScreenContext]
) -> None:
    host = DisplayHost(DisplayOptions(), lambda *_: {}, lambda *_: None)
    host.restart()
    assert host.is_alive() is None, "what is not open is not opened by it"
    host.toggle()
    pictures = []
    for _ in range(2):
        host.update(lambda: contexts["settlement"])
        assert host._window is not None
        pictures.append((host._window, host._window.grab().toImage()))
        assert host.is_alive()
        host.restart()
    host.close()
    qapp.sendPostedEvents()
    assert pictures[0][0] is not pictures[1][0]
    assert pictures[0][1] == pictures[1][1]


def test_it_takes_no_key_and_shows_no_pointer(qtbot: QtBot, clock: Seconds) -> None:
    window, _ = open_window(qtbot, clock, monitor=9)
    assert window.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert window.cursor().shape() is Qt.CursorShape.BlankCursor
