"""The customer display on a second monitor of a real X server, which is unplugged and plugged in again.

The server's one screen is divided into two monitors by RandR, as a desk with two has them.
"""

import os
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from Xlib import display
from Xlib.protocol import rq

from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.display.customer_screen import CustomerScreen, DisplayBanner, DisplayState
from ui.display.display_window import DisplayWindow

pytestmark = pytest.mark.x11
_DEALERS, _GUESTS = QRect(0, 0, 960, 1080), QRect(960, 0, 960, 1080)
SHOWN = CustomerScreen(
    state=DisplayState.BETS_OPEN,
    title="TIGER BUFFALO",
    banner=DisplayBanner(text=ScreenText("PLACE YOUR BETS")),
    alive=ScreenText("alive"),
)


class SetMonitor(rq.Request):  # type: ignore[misc] # a library without types
    """RandR 1.5; the library's own cannot be sent."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(43),
        rq.RequestLength(),
        rq.Window("window"),
        rq.Card32("name"),
        rq.Bool("primary"),
        rq.Bool("automatic"),
        rq.LengthOf("outputs", 2),
        *(rq.Int16(side) for side in ("x", "y")),
        *(rq.Card16(side) for side in ("width", "height")),
        *(rq.Card32(side) for side in ("mm_width", "mm_height")),
        rq.List("outputs", rq.Card32Obj),
    )


class PluggedMonitors:
    """Plugs monitors into the server, and unplugs them."""

    def __init__(self) -> None:
        self._display = display.Display(os.environ["DISPLAY"])
        self._root = self._display.screen().root
        self._plugged: list[str] = []

    def plug(self, name: str, place: QRect, *outputs: int) -> None:
        SetMonitor(
            display=self._display.display,
            opcode=self._display.display.get_extension_major("RANDR"),
            window=self._root,
            name=self._display.intern_atom(name),
            primary=not self._plugged,
            automatic=False,
            x=place.x(),
            y=place.y(),
            width=place.width(),
            height=place.height(),
            mm_width=300,
            mm_height=340,
            outputs=outputs,
        )
        self._display.sync()
        self._plugged.append(name)

    def unplug(self, name: str) -> None:
        self._root.xrandr_delete_monitor(self._display.intern_atom(name))
        self._display.sync()
        self._plugged.remove(name)

    @property
    def output(self) -> int:
        """The one output that the server has."""
        found: int = self._root.xrandr_get_screen_resources().outputs[0]
        return found

    def end(self) -> None:
        for name in tuple(self._plugged):
            self.unplug(name)
        self._display.close()


@pytest.fixture
def monitors(qtbot: QtBot) -> Iterator[PluggedMonitors]:
    """The dealer's and the guests'."""
    made = PluggedMonitors()
    made.plug("DEALER", _DEALERS, made.output)
    made.plug("GUESTS", _GUESTS)
    qtbot.waitUntil(lambda: places() == [_DEALERS, _GUESTS])
    yield made
    made.end()
    qtbot.waitUntil(lambda: len(places()) == 1)


def places() -> list[QRect]:
    return [screen.geometry() for screen in QGuiApplication.screens()]


def test_it_goes_with_its_monitor_and_comes_back_on_it_and_never_covers_the_dealers(
    qtbot: QtBot, monitors: PluggedMonitors
) -> None:
    window = DisplayWindow(2, lambda _: None)
    qtbot.addWidget(window)
    window.show_screen(SHOWN)
    window.open()

    def is_with_guests() -> bool:
        return window.isVisible() and window.geometry() == _GUESTS and window.is_alive

    qtbot.waitUntil(is_with_guests)
    before = window.grab().toImage()
    for _ in range(2):
        monitors.unplug("GUESTS")
        qtbot.waitUntil(lambda: places() == [_DEALERS])
        assert not window.isVisible(), "it would cover the table"
        assert not window.is_alive
        monitors.plug("GUESTS", _GUESTS)
        window.show_screen(SHOWN)
        qtbot.waitUntil(is_with_guests)
        assert window.grab().toImage() == before
    window.end()
