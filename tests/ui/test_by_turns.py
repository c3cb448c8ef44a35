"""A screen is put up in one turn of the loop and painted in the next, where nothing of it is painted twice."""

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.screens.actions import SetInput
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.screen import HandsShown, Screen, TableStage
from tests.support.scene_list import SCENES
from tests.support.scenes import SceneStage
from tests.ui.test_glance import PaintLog
from ui.idle_work import IdleWork
from ui.window import StationWindow

LOOKS = Looks(motion=False)
pytestmark = pytest.mark.usefixtures("letters")


def staged(name: str) -> SceneStage:
    stage = SceneStage(next(scene for scene in SCENES if scene.name == name))
    stage.desk.show()
    return stage


def shown(stage: SceneStage) -> Screen:
    assert stage.screen is not None
    return stage.screen


@pytest.fixture
def window(qapp: QApplication) -> Iterator[StationWindow]:
    made = StationWindow()
    made.resize(1920, 1080)
    yield made
    made.may_close = True
    made.close()
    made.deleteLater()
    qapp.processEvents()


def put_up(window: StationWindow, screen: Screen) -> PaintLog:
    """This screen painted, and from then on what is painted."""
    window.show_screen(screen, LOOKS)
    window.show()
    for _ in range(3):
        QApplication.processEvents()
    painted = PaintLog()
    for widget in (window, *window.findChildren(QWidget)):
        widget.installEventFilter(painted)
    return painted


def turn(window: StationWindow) -> None:
    """What is to be painted in a turn of the loop, and nothing else of it."""
    QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest)


def test_a_screen_is_painted_in_the_turn_after_it_was_put_up(window: StationWindow) -> None:
    stage = staged("betting")
    painted = put_up(window, shown(stage))
    stage.desk.press(SetInput(InputState(seat=5)))
    window.show_screen(shown(stage), LOOKS)
    turn(window)
    assert not painted.widgets
    turn(window)
    assert painted.widgets


def test_a_panel_that_opens_has_nothing_painted_twice(window: StationWindow) -> None:
    stage = staged("betting")
    painted = put_up(window, shown(stage))
    for panel in (Panel.MENU, Panel.NONE, Panel.IRREGULARITIES):
        stage.desk.press(SetInput(InputState(panel=panel)))
        window.show_screen(shown(stage), LOOKS)
        turn(window)
        turn(window)
        assert painted.widgets
        twice = [widget for widget, often in Counter(painted.widgets).items() if often > 1]
        assert not twice, panel
        painted.widgets.clear()


def test_a_card_does_not_wait_for_the_turn_of_a_screen(window: StationWindow) -> None:
    stage = staged("insurance")
    painted = put_up(window, shown(stage))
    stage.desk.press(SetInput(InputState(panel=Panel.MENU)))
    window.show_screen(shown(stage), LOOKS)
    put = shown(stage).stage
    assert isinstance(put, TableStage)
    assert isinstance(put.result, HandsShown)
    window.show_new_cards(put.result)
    assert window.parts.hands in painted.widgets


def test_what_shows_a_table_has_its_turns_from_the_window_and_no_timer_of_its_own(window: StationWindow) -> None:
    put_up(window, shown(staged("betting")))
    assert window.parts.table.isVisible()
    assert window.findChildren(IdleWork) == [window.idle_work]
