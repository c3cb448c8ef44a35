"""The bars are lower than a finger is wide: what they have to touch is as wide as one, and reaches over their edges."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, SetInput, Simulate
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.screen import Ribbon
from tests.support.scene_list import SCENES
from tests.support.scenes import SceneStage
from ui.touch import TouchButton
from ui.window import StationWindow

LOOKS = Looks(motion=False)
MOVES = ("card", "cutting-card", "unreadable", "lost", "error", "cancel-error", "unplug", "plug")
RIBBON = Ribbon(
    text=ScreenText("DEMONSTRATION", "示範"),
    controls=tuple(Control(name=what, label=ScreenText(what), act=Simulate("shoe", what)) for what in MOVES),
)
pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture(params=[(1366, 768), (1920, 1080)], ids=["1366", "1920"])
def window(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[StationWindow]:
    assert qapp is not None
    made = StationWindow()
    made.resize(*request.param)
    made.show_screen(replace(SceneStage(SCENES[0], LOOKS).show_screen(), ribbon=RIBBON), LOOKS)
    made.show()
    yield made
    made.may_close = True
    made.close()
    made.deleteLater()


def touches(window: StationWindow) -> list[TouchButton]:
    bars = (window.top_bar, window.ribbon)
    return [each for bar in bars for each in bar.findChildren(TouchButton) if each.isVisible()]


def test_what_a_bar_has_to_touch_is_as_wide_as_a_finger(window: StationWindow) -> None:
    found = touches(window)
    assert len(found) == 1 + len(MOVES)
    assert all(each.width() >= 64 for each in found)


def test_a_finger_beside_the_ribbon_touches_what_it_means(window: StationWindow) -> None:
    given: list[tuple[Action, str]] = []
    window.acted.connect(lambda act, name: given.append((act, name)))
    for what in MOVES:
        button = window.ribbon.findChild(TouchButton, what)
        assert isinstance(button, TouchButton)
        middle = button.mapTo(window, button.rect().center())
        above = QPoint(middle.x(), window.ribbon.y() - (64 - button.height()) + 1)
        QTest.mouseClick(window.top_bar, Qt.MouseButton.LeftButton, pos=window.top_bar.mapFrom(window, above))
    assert given == [(Simulate("shoe", what), what) for what in MOVES]


def test_a_finger_that_leaves_it_has_touched_nothing(window: StationWindow) -> None:
    given: list[str] = []
    window.acted.connect(lambda _, name: given.append(name))
    button = window.ribbon.findChild(TouchButton, "card")
    assert isinstance(button, TouchButton)
    above = QPoint(button.mapTo(window, button.rect().center()).x(), window.ribbon.y() - 6)
    QTest.mousePress(window, Qt.MouseButton.LeftButton, pos=above)
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, pos=QPoint(window.width() // 3, above.y()))
    assert given == []


def test_the_table_is_touched_below_its_bar_too(window: StationWindow) -> None:
    given: list[Action] = []
    window.acted.connect(lambda act, _: given.append(act))
    button = window.top_bar.findChild(TouchButton, "table")
    assert isinstance(button, TouchButton)
    if button.height() < 64:
        below = QPoint(button.mapTo(window, button.rect().center()).x(), window.top_bar.height() + 6)
        QTest.mouseClick(window.ribbon, Qt.MouseButton.LeftButton, pos=window.ribbon.mapFrom(window, below))
    else:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert [isinstance(act, SetInput) and act.input_state != NO_INPUT for act in given] == [True]
