"""A real window on a real station in a test: journal, actor, simulated devices on their lines, desk, Qt and all.

    def test_something(qapp, tmp_path):
        async def play(table):
            await table.begin_house()
            await table.key("Enter")
        at_window(qapp, tmp_path, play)

What a person does comes as key, mouse or touch events of Qt. Only the PINs are hashed with little effort, and the time
by which Enter is deaf jumps, so that a test need not wait for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path

from msgspec import Struct, field
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.clock import Clock
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import HashEffort
from dealer_app.screens.context import Looks
from dealer_app.station import startup
from dealer_app.station.station import Station
from dealer_app.station_window import BilingualTexts, WindowBackend, WindowEnvironment
from dealer_app.texts import language_pair
from dealer_app.wiring import StationOptions, TableDevices
from tests.support.signers import QUICK
from tests.support.window_hands import AtStation
from ui.app import Application, WindowOptions
from ui.event_loop import WindowLoop
from ui.theme import fonts
from ui.theme.fonts import MissingFont

PATIENCE_SECONDS = 15.0
_POLL_SECONDS = 0.003
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_KEYS = {
    "Enter": Qt.Key.Key_Enter,
    "Esc": Qt.Key.Key_Escape,
    "Backspace": Qt.Key.Key_Backspace,
    "F1": Qt.Key.Key_F1,
    "F2": Qt.Key.Key_F2,
    "F3": Qt.Key.Key_F3,
    "F9": Qt.Key.Key_F9,
    "F10": Qt.Key.Key_F10,
    "Space": Qt.Key.Key_Space,
    "Tab": Qt.Key.Key_Tab,
}


class AtWindow(AtStation):
    """Somebody at the window."""

    def __init__(
        self, application: Application, behind: WindowBackend, station: Station, devices: TableDevices
    ) -> None:
        self.application = application
        self.window = application.window
        self.station = station
        self.devices = devices
        self.desk = behind.desk
        self._behind = behind
        self._touch = QTest.createTouchDevice()

    async def soon(self, holds: Callable[[], object]) -> None:
        give_up = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while not holds():
            assert asyncio.get_running_loop().time() < give_up, f"it did not come about: {self.describe()}"
            await asyncio.sleep(_POLL_SECONDS)

    async def settle(self) -> None:
        """All that was given is done, and painted."""
        await asyncio.sleep(0)
        await self.soon(lambda: self.desk.is_idle and self.window.idle_work.is_queue_empty)
        await asyncio.sleep(0)

    async def read_ahead(self) -> None:
        """What is read of the documents, loaded and painted ahead behind the window has come to its end."""
        await self.soon(lambda: not self._behind.is_preparing)
        await self.soon(lambda: self.window.idle_work.is_idle)

    # What somebody does

    async def key(self, *keys: str) -> None:
        for key in keys:
            focused: QWidget | None = self.window.focusWidget()
            target = self.window if focused is None else focused
            if key in _KEYS:
                await self._by_hand(partial(QTest.keyClick, target, _KEYS[key], _KEYPAD))
            else:
                await self._by_hand(partial(QTest.keyClicks, target, key))

    def spot(self, name: str) -> QPoint:
        """Where a control or an area is painted, on the window: what is over it there takes the touch."""
        widget, at = self.window.touch_point(name)
        assert widget.visibleRegion().contains(at), f"{name} is out of sight on {self.describe()}"
        return widget.mapTo(self.window, at)

    async def touch(self, *names: str) -> None:
        for name in names:
            await self._by_hand(partial(self._touch_spot, self.spot(name)))

    def _touch_spot(self, spot: QPoint) -> None:
        handle = self.window.windowHandle()
        QTest.touchEvent(handle, self._touch).press(0, spot, handle).commit()
        QTest.touchEvent(handle, self._touch).release(0, spot, handle).commit()

    async def click(self, *names: str) -> None:
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        for name in names:
            await self._by_hand(partial(QTest.mouseClick, self.window.windowHandle(), left, plain, self.spot(name)))

    async def _by_hand(self, deed: Callable[[], object]) -> None:
        """As Qt brings it, from its loop and in no task: QTest lets others run, and no task may run in another."""
        done = asyncio.get_running_loop().create_future()

        def happens() -> None:
            try:
                deed()
            except BaseException as problem:  # noqa: BLE001 - whatever it is belongs to the test
                done.set_exception(problem)
            else:
                done.set_result(None)

        asyncio.get_running_loop().call_soon(happens)
        await done
        await self.settle()

    def picture(self) -> QImage:
        return self.window.grab().toImage()


class WindowSetting(Struct, frozen=True, kw_only=True):
    """The size and looks of the window, what is dealt and tumbled first, and what time it is: the computer's, or a
    test's own.
    """

    size: tuple[int, int] = (1920, 1080)
    looks: Looks = field(default_factory=Looks)
    cards: tuple[Card, ...] = ()
    dice: tuple[Tumble, ...] = ()
    clock: Clock | None = None
    missing_fonts: tuple[MissingFont, ...] = ()
    """The fonts that could not be loaded, as the window learns of them."""
    effort: HashEffort = QUICK
    opening: WindowOptions = WindowOptions()
    paints_ahead: bool = False
    """Whether the small pictures of all layouts are painted while nobody looks for them, as the program does: it
    takes a tenth of a short test.
    """


Play = Callable[[AtWindow], Awaitable[None]]


@contextmanager
def _application(folder: Path, setting: WindowSetting) -> Iterator[tuple[Application, AtWindow]]:
    looks, size = setting.looks, setting.size
    wanted = StationOptions(folder=folder, demo=True, size=size, cards=setting.cards, dice=setting.dice)
    moments = count(0, 1000)
    pins = PinWork(setting.effort)
    try:
        with startup.open_station(folder, setting.clock or startup.make_clock()) as station:
            devices = TableDevices(wanted, demonstrates=True, station=station)
            with devices:
                texts = BilingualTexts(language_pair(looks.first, looks.second))
                application = Application(texts, devices.simulate, lambda _: None, setting.opening)
                beneath = WindowEnvironment(folder=folder, looks=looks, milliseconds=lambda: next(moments))
                application.window.resize(*size)
                outlets = application.outlets
                if not setting.paints_ahead:
                    outlets = replace(outlets, prepare_game=lambda _: None)
                behind = WindowBackend(station, pins, devices, outlets, beneath)
                yield application, AtWindow(application, behind, station, devices)
    finally:
        pins.close()


def at_window(
    qapp: QApplication,
    folder: Path,
    play: Play,
    setting: "WindowSetting | None" = None,
) -> None:
    """Opens the window on this folder, has it played at, and closes it as a stop of the program does."""
    # Where things stand depends on the letters.
    assert not fonts.install_fonts()
    loop = WindowLoop(qapp)
    asyncio.set_event_loop(loop)
    try:
        with _application(folder, setting or WindowSetting()) as (application, table):
            loop.run_until_complete(_play_window(application, table, play, (setting or WindowSetting()).missing_fonts))
    finally:
        loop.close()
        asyncio.set_event_loop(None)


async def _play_window(
    application: Application, table: AtWindow, play: Play, missing_fonts: tuple[MissingFont, ...]
) -> None:
    running = asyncio.ensure_future(application.run(lambda _: table._behind, missing_fonts))
    try:
        await table.soon(application.window.isVisible)
        playing = asyncio.ensure_future(play(table))
        await asyncio.wait({running, playing}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
        else:
            playing.cancel()
            raise AssertionError(f"the window ended by itself with code {application.stop_screen.code}")
    finally:
        application.end()
        await running
    assert not application.stop_screen.code, f"the program failed with {application.stop_screen.code}"
