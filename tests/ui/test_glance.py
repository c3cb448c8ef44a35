"""A card at a glance: it is on the screen when the window has been told of it, and nothing else is painted."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.showing.play.stage import glance
from dealer_app.showing.screen import Hands
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Looks, Seeing
from tests.support.rounds import V4, Seated
from tests.support.seen_rounds import seen
from ui.window import StationWindow

LOOKS = Looks(motion=False)
pytestmark = pytest.mark.usefixtures("letters")


class Painted(QObject):
    """Which widgets were painted."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.widgets.append(watched)
        return False


def at_work(table: Seated) -> Seeing:
    """Of a house that was founded: before, there is only its first page."""
    view = seen(table)
    return replace(view, state=replace(view.state, people=replace(view.state.people, kind=Kind.LIVE)))


def test_a_card_is_painted_before_the_window_returns_and_alone(qapp: QApplication) -> None:
    table = Seated(V4).close()
    window = StationWindow()
    window.resize(1920, 1080)
    window.show_screen(screen(at_work(table)), LOOKS)
    window.show()
    qapp.processEvents()
    table.deal("9H")
    hands = glance(at_work(table))
    assert isinstance(hands, Hands)
    before = window.parts.hands.grab().toImage()
    qapp.processEvents()
    painted = Painted()
    for widget in (window, *window.findChildren(QWidget)):
        widget.installEventFilter(painted)
    window.glance(hands)
    assert painted.widgets == [window.parts.hands]
    assert window.parts.hands.grab().toImage() != before
    window.may_close = True
    window.close()
