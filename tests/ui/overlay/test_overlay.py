"""A panel over the station: keeps the focus, is closed by Esc, and lets no touch through to what it covers."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from tests.ui.sample_controls import sample_act
from tests.ui.sample_panels import APPROVAL, LIST, OVERLAYS
from ui.overlay import OverlayWidget
from ui.theme.sizes import Measures

pytestmark = pytest.mark.usefixtures("letters")
SIZES = ((1920, 1080), (1366, 768))


class OverlayWindow(QWidget):
    """A window with something below the panel."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.given: list[tuple[Action, str]] = []
        self.below = QPushButton("below", self)
        self.below.setGeometry(0, 0, *size)
        self.touched = 0
        self.below.clicked.connect(self._count)
        self.overlay = OverlayWidget(self)
        self.overlay.on_act = lambda done, name: self.given.append((done, name))
        self.overlay.set_measures(Measures.from_size(*size))
        self.overlay.resize(*size)
        self.resize(*size)

    def _count(self) -> None:
        self.touched += 1

    @property
    def focused(self) -> str:
        return "" if self.focusWidget() is None else self.focusWidget().objectName()


def made(qtbot: QtBot, size: tuple[int, int] = (1920, 1080)) -> OverlayWindow:
    station = OverlayWindow(size)
    qtbot.addWidget(station)
    station.show()
    station.activateWindow()
    station.below.setFocus()
    return station


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OVERLAYS)
def test_every_control_gives_its_act(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    station = made(qtbot, size)
    station.overlay.show_overlay(OVERLAYS[name])
    assert not station.grab().isNull()
    names = [each.control.name for each in station.overlay.controls()]
    for each in names:
        station.given.clear()
        station.overlay.press(each)
        assert station.given == [(sample_act(each), each)]


def test_the_focus_stays_in_it_and_goes_back_where_it_was(qtbot: QtBot) -> None:
    station = made(qtbot)
    station.overlay.show_overlay(APPROVAL)
    names = [each.control.name for each in station.overlay.controls()]
    walked = []
    for _ in range(len(names) + 2):
        QTest.keyClick(station.focusWidget(), Qt.Key.Key_Tab)
        walked.append(station.focused)
    assert walked == [*names, *names[:2]]
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Backtab)
    assert station.focused == names[0]
    station.overlay.show_overlay(None)
    assert not station.overlay.isVisible()
    assert station.focusWidget() is station.below


def test_the_focus_is_kept_while_the_panel_changes(qtbot: QtBot) -> None:
    station = made(qtbot)
    station.overlay.show_overlay(APPROVAL)
    button = station.overlay.control("rank:7")
    assert button is not None
    button.setFocus()
    station.overlay.show_overlay(replace(APPROVAL, right=("Asked 22:30:58", "0:24 waiting")))
    assert station.focusWidget() is button


@pytest.mark.parametrize("panel", list(OVERLAYS.values()))
def test_escape_is_the_control_that_closes(qtbot: QtBot, panel: object) -> None:
    station = made(qtbot)
    station.overlay.show_overlay(next(each for each in OVERLAYS.values() if each is panel))
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Escape)
    QTest.keyClick(station.overlay.controls()[3], Qt.Key.Key_Escape)
    assert station.given == [(sample_act("close"), "close")] * 2


def test_escape_does_nothing_where_nothing_closes(qtbot: QtBot) -> None:
    station = made(qtbot)
    station.overlay.show_overlay(replace(APPROVAL, close=None))
    QTest.keyClick(station.focusWidget(), Qt.Key.Key_Escape)
    assert not station.given


def test_no_touch_goes_through(qtbot: QtBot) -> None:
    station = made(qtbot)
    station.overlay.show_overlay(LIST)
    for point in (QPoint(5, 5), QPoint(960, 540), QPoint(1900, 1070)):
        target = station.childAt(point)
        assert target is not None
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(station, point))
    assert station.touched == 0


def test_its_next_step_is_never_what_is_grave(qtbot: QtBot) -> None:
    station = made(qtbot)
    station.overlay.show_overlay(APPROVAL)
    assert station.overlay.primary is not None
    station.overlay.primary.press()
    assert station.given == [(sample_act("compare"), "compare")]
    station.overlay.show_overlay(replace(APPROVAL, primary=None))
    assert station.overlay.primary is None


@pytest.mark.parametrize("size", SIZES)
def test_what_is_grave_is_far_from_the_next_step(qtbot: QtBot, size: tuple[int, int]) -> None:
    station = made(qtbot, size)
    station.overlay.show_overlay(APPROVAL)

    def left(name: str) -> int:
        button = station.overlay.control(name)
        assert button is not None
        return button.mapTo(station, QPoint(0, 0)).x()

    grave, next_step = station.overlay.control("refuse"), station.overlay.primary
    assert grave is not None
    assert next_step is not None
    assert grave.height() == 96
    others = [
        each for each in station.overlay.controls() if each is not grave and not each.control.name.startswith("c")
    ]
    right = left("refuse") + grave.width()
    assert min(left(each.control.name) - right for each in others if each.control.name.startswith("reason")) >= 40
    assert left("compare") - right > 400


@pytest.mark.parametrize("size", SIZES)
def test_no_reason_moves_as_what_is_grave_waits_can_be_pressed_or_is_armed(qtbot: QtBot, size: tuple[int, int]) -> None:
    station = made(qtbot, size)
    assert APPROVAL.grave is not None

    def places(**changes: Any) -> list[tuple[int, int, int]]:
        assert APPROVAL.grave is not None
        station.overlay.show_overlay(replace(APPROVAL, grave=replace(APPROVAL.grave, **changes)))
        found = [each for each in station.overlay.controls() if each.control.name.startswith("reason")]
        corners = [(each, each.mapTo(station, QPoint(0, 0))) for each in found]
        return [(corner.x(), corner.y(), each.width()) for each, corner in corners]

    waiting = places(act=None, sub=NO_TEXT, waits=ScreenText("Key in the badge of the approver"))
    assert waiting == places(sub=ScreenText("Refer to higher level"))
    assert waiting == places(
        label=ScreenText("Press again: refuse", "再按一次：拒絕"), sub=ScreenText("Not what happened")
    )
