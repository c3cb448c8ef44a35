"""A real window on a real station in a test: journal, actor, simulated devices on their lines, desk, Qt and all.

    def test_something(qapp, tmp_path):
        async def play(table):
            await table.sign_in()
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

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.people.accounts import AddAccount
from dealer_app.people.events import Kind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.positions import Position
from dealer_app.showing import acts
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.screen import Screen
from dealer_app.showing.seeing import Looks, Seeing
from dealer_app.showing.walking import controls
from dealer_app.station.clock import Clock
from dealer_app.station.proposals import ProposePeople
from dealer_app.station.station import Station
from dealer_app.table_devices import Devices, Wanted
from dealer_app.terminal import starting
from dealer_app.windowed import Behind, Beneath, Texts
from dealer_app.wording import both
from tests.support import signers
from ui.app import Application
from ui.loop import WindowLoop
from ui.theme import fonts
from ui.theme.fonts import MissingFont

QUICK = signers.QUICK
DEALER, SUPERVISOR, CHIEF = signers.DEALER, signers.SUPERVISOR, signers.CHIEF
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
    "F10": Qt.Key.Key_F10,
    "Space": Qt.Key.Key_Space,
    "Tab": Qt.Key.Key_Tab,
}


class AtTable:
    """Somebody at the window."""

    def __init__(self, application: Application, behind: Behind, station: Station, devices: Devices) -> None:
        self.application = application
        self.window = application.window
        self.station = station
        self.devices = devices
        self._behind = behind
        self._touch = QTest.createTouchDevice()

    @property
    def screen(self) -> Screen:
        return self._behind.desk.screen

    @property
    def fingers(self) -> Fingers:
        """What has been chosen and typed at the screen."""
        return self._behind.desk._fingers

    @property
    def seeing(self) -> Seeing:
        """Everything from which the screen is made."""
        return self._behind.desk._seeing()

    def control(self, name: str) -> Control:
        found = next((control for control in controls(self.screen) if control.name == name), None)
        assert found is not None, f"no control {name} on {self.described()}"
        return found

    def described(self) -> str:
        rail = self.screen.rail
        names = ", ".join(control.name for control in controls(self.screen))
        return f"{rail.instruction.first!r}, next {rail.primary.name}, refused {rail.refusal.first!r}, with {names}"

    async def until(self, holds: Callable[[], object]) -> None:
        give_up = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while not holds():
            assert asyncio.get_running_loop().time() < give_up, f"it did not come about: {self.described()}"
            await asyncio.sleep(_POLL_SECONDS)

    async def settled(self) -> None:
        """All that was given is done, and painted."""
        await asyncio.sleep(0)
        await self.until(lambda: self._behind.desk.idle and self.window.turns.idle)
        await asyncio.sleep(0)

    async def read_ahead(self) -> None:
        """What is read of the documents, loaded and painted ahead behind the window has come to its end."""
        await self.until(lambda: not self._behind.makes_ahead)
        await self.until(lambda: self.window.turns.resting)

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
        """Where a control or an area is painted, on the window: what lies over it there takes the touch."""
        widget, at = self.window.place_of(name)
        assert widget.visibleRegion().contains(at), f"{name} is out of sight on {self.described()}"
        return widget.mapTo(self.window, at)

    async def touch(self, *names: str) -> None:
        for name in names:
            await self._by_hand(partial(self._touched, self.spot(name)))

    def _touched(self, spot: QPoint) -> None:
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
        await self.settled()

    async def give(self, act: acts.Act) -> None:
        """An act without the way by which a person gives it: to come to where a test begins."""
        self._behind.desk.press(act)
        await self.settled()
        refusal = self._behind.desk._refusal
        assert refusal is None, f"{refusal}: {self.described()}"

    async def found(self) -> None:
        """A demonstration with a dealer and a supervisor, the dealer signed in."""
        await self.give(acts.FoundHouse(kind=Kind.DEMO, people=signers.FOUNDERS))
        await self.give(acts.SignIn(DEALER))

    async def employs_chief(self) -> None:
        """A shift manager comes to the demonstration: who is above a supervisor may be asked for."""
        await self.employs(CHIEF, "Manager 1", Position.SHIFT_MANAGER)

    async def employs(self, who: acts.Credentials, name: str, position: Position) -> None:
        change = AddAccount(badge=who.badge, name=name, position=position)
        await self.give(acts.DecideByTwo(proposal=ProposePeople(change=change), second=SUPERVISOR, new_pin=who.pin))

    def picture(self) -> QImage:
        return self.window.grab().toImage()


class Setting(Struct, frozen=True, kw_only=True):
    """How the window stands, what is dealt and tumbled first, and what time it is: the computer's, or a test's own."""

    size: tuple[int, int] = (1920, 1080)
    looks: Looks = field(default_factory=Looks)
    cards: tuple[Card, ...] = ()
    dice: tuple[Tumble, ...] = ()
    clock: Clock | None = None
    missing_fonts: tuple[MissingFont, ...] = ()
    """What the window is told of letters that could not be loaded."""


Play = Callable[[AtTable], Awaitable[None]]


@contextmanager
def _application(folder: Path, setting: Setting) -> Iterator[tuple[Application, AtTable]]:
    looks, size = setting.looks, setting.size
    wanted = Wanted(folder=folder, demo=True, size=size, cards=setting.cards, dice=setting.dice)
    moments = count(0, 1000)
    pins = PinWork(signers.QUICK)
    try:
        with starting.station_at(folder, setting.clock or starting.system_clock()) as station:
            devices = Devices(wanted, demonstrates=True, station=station)
            with devices:
                texts = Texts(both(looks.first, looks.second))
                application = Application(
                    texts,
                    devices.simulate,
                    lambda _: None,
                )
                beneath = Beneath(folder=folder, looks=looks, milliseconds=lambda: next(moments))
                application.window.resize(*size)
                behind = Behind(station, pins, devices, application.outlets, beneath)
                yield application, AtTable(application, behind, station, devices)
    finally:
        pins.close()


def at_window(
    qapp: QApplication,
    folder: Path,
    play: Play,
    setting: "Setting | None" = None,
) -> None:
    """Opens the window on this folder, has it played at, and closes it as a stop of the program does."""
    # Where things stand depends on the letters.
    assert not fonts.install()
    loop = WindowLoop(qapp)
    asyncio.set_event_loop(loop)
    try:
        with _application(folder, setting or Setting()) as (application, table):
            loop.run_until_complete(_played(application, table, play, (setting or Setting()).missing_fonts))
    finally:
        loop.close()
        asyncio.set_event_loop(None)


async def _played(application: Application, table: AtTable, play: Play, missing_fonts: tuple[MissingFont, ...]) -> None:
    running = asyncio.ensure_future(application.run(lambda _: table._behind, missing_fonts))
    try:
        await table.until(application.window.isVisible)
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
