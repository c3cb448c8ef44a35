"""A card at a glance: it is on the screen when the window has been told of it, and nothing else is painted."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.domain.values import replace
from dealer_app.people.events import FolderKind
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.stage import hands_or_dice
from dealer_app.screens.screen import HandsShown
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import table_context
from ui.window import StationWindow

LOOKS = Looks(motion=False)
pytestmark = pytest.mark.usefixtures("letters")


class PaintLog(QObject):
    """Which widgets were painted."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.widgets.append(watched)
        return False


def at_work(table: RoundTable) -> ScreenContext:
    """Of a house that was founded: before, there is only its first page."""
    view = table_context(table)
    return replace(view, state=replace(view.state, people=replace(view.state.people, kind=FolderKind.LIVE)))


def test_a_card_is_painted_before_the_window_returns_and_alone(qapp: QApplication) -> None:
    table = RoundTable(V4).close()
    window = StationWindow()
    window.resize(1920, 1080)
    window.show_screen(build_screen(at_work(table)), LOOKS)
    window.show()
    qapp.processEvents()
    table.deal("9H")
    hands = hands_or_dice(at_work(table))
    assert isinstance(hands, HandsShown)
    before = window.parts.hands.grab().toImage()
    qapp.processEvents()
    painted = PaintLog()
    for widget in (window, *window.findChildren(QWidget)):
        widget.installEventFilter(painted)
    window.show_new_cards(hands)
    assert painted.widgets == [window.parts.hands]
    assert window.parts.hands.grab().toImage() != before
    window.may_close = True
    window.close()
