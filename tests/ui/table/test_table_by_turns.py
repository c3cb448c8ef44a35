"""A layout that is painted anew in turns of the loop: what is touched is of now, and soon it is whole."""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.showing.acts import Act, Change
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.screen import AreaState, TableShown
from tests.support.shown_tables import chips, touchable, with_area
from ui.table.as_printed import as_printed
from ui.table.widget import TableWidget
from ui.theme.tokens import BRIGHT, DARK, Theme
from ui.turns import Turns

pytestmark = pytest.mark.usefixtures("letters")
GAME = "tiger-buffalo-v4"
SIZE = QSize(1336, 560)
MOST_TURNS = 30
"""Each takes a few milliseconds: it is whole in a tenth of a second."""


@pytest.fixture
def table(qtbot: QtBot, turns: Turns) -> TableWidget:
    widget = TableWidget(turns=turns)
    qtbot.addWidget(widget)
    widget.resize(SIZE)
    widget.show_table(touchable(as_printed(GAME, "A")))
    with qtbot.waitExposed(widget):
        widget.show()
    turns.begin()
    return widget


def at_once(qtbot: QtBot, shown: TableShown, theme: Theme = DARK, size: QSize = SIZE) -> QImage:
    widget = TableWidget(theme=theme)
    qtbot.addWidget(widget)
    widget.resize(size)
    widget.show_table(shown)
    return painted(widget)


def painted(table: TableWidget) -> QImage:
    """Without the ring of the focus."""
    assert table.picture is not None
    return table.picture.pixmap.toImage()


def soon(table: TableWidget, turns: Turns) -> QImage:
    for _ in range(MOST_TURNS):
        QApplication.processEvents()
    assert turns.idle
    return painted(table)


def touched(table: TableWidget, at: QPoint) -> list[Act]:
    acts: list[Act] = []
    table.acted.connect(acts.append)
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=at)
    table.acted.disconnect(acts.append)
    return acts


def test_in_another_theme_it_is_as_before_until_it_is_whole(table: TableWidget, qtbot: QtBot, turns: Turns) -> None:
    before = table.grab().toImage()
    table.set_theme(BRIGHT)
    assert table.grab().toImage() == before
    assert soon(table, turns) == at_once(qtbot, touchable(as_printed(GAME, "A")), BRIGHT)


def test_what_changes_meanwhile_is_on_it_when_it_is_whole(table: TableWidget, qtbot: QtBot, turns: Turns) -> None:
    table.set_theme(BRIGHT)
    QApplication.processEvents()
    changed = with_area(touchable(as_printed(GAME, "A")), "tie", stakes=(chips(200, seat=5),))
    changed = replace(changed, seats=tuple(replace(seat, selected=seat.number == 3) for seat in changed.seats))
    table.show_table(changed)
    assert soon(table, turns) == at_once(qtbot, changed, BRIGHT)


def test_who_goes_back_meanwhile_sees_what_is_there_now(table: TableWidget, qtbot: QtBot, turns: Turns) -> None:
    table.set_theme(BRIGHT)
    QApplication.processEvents()
    plain = touchable(as_printed(GAME, "A"))
    changed = replace(plain, turn=None, seats=tuple(replace(seat, selected=seat.number == 3) for seat in plain.seats))
    table.show_table(changed)
    table.set_theme(DARK)
    assert soon(table, turns) == at_once(qtbot, changed)


def test_a_touch_meanwhile_does_what_the_area_does_now(table: TableWidget, turns: Turns) -> None:
    place = table.place_of("tie")
    assert place is not None
    act = Change(NOTHING.typed("touched", "now"))
    table.set_theme(BRIGHT)
    table.show_table(with_area(touchable(as_printed(GAME, "A")), "tie", act=act))
    assert not turns.idle
    assert touched(table, place) == [act]


def test_of_another_layout_nothing_is_touched_before_it_is_there(
    table: TableWidget, qtbot: QtBot, turns: Turns
) -> None:
    place = table.place_of("tie")
    assert place is not None
    table.show_table(touchable(as_printed(GAME, "P")))
    assert table.place_of("tie") is None
    assert not touched(table, place)
    assert soon(table, turns) == at_once(qtbot, touchable(as_printed(GAME, "P")))
    assert table.place_of("tie") is not None


def test_in_another_size_it_is_whole_soon(table: TableWidget, qtbot: QtBot, turns: Turns) -> None:
    for size in (QSize(1200, 500), QSize(926, 388)):
        table.resize(size)
    assert table.place_of("tie") is None
    assert soon(table, turns) == at_once(qtbot, touchable(as_printed(GAME, "A")), size=QSize(926, 388))


def settled() -> TableShown:
    """Every area in another state than before, as when a result is announced."""
    plain = touchable(as_printed(GAME, "A"))
    states = (AreaState.LIT, AreaState.DIMMED, AreaState.RETURNED)
    areas = (replace(area, state=states[place % 3]) for place, area in enumerate(plain.areas))
    return replace(plain, areas=tuple(areas))


def test_where_most_boxes_change_it_is_as_before_until_it_is_whole(
    table: TableWidget, qtbot: QtBot, turns: Turns
) -> None:
    before = painted(table)
    # Of another state each, but as open as before: it is the same printed picture.
    lit = with_area(settled(), "tie", state=AreaState.OPEN)
    table.show_table(lit)
    assert painted(table) == before
    assert not turns.idle
    assert soon(table, turns) == at_once(qtbot, lit)


def test_another_theme_meanwhile_and_back_shows_what_is_there_now(
    table: TableWidget, qtbot: QtBot, turns: Turns
) -> None:
    lit = with_area(settled(), "tie", state=AreaState.OPEN)
    table.show_table(lit)
    QApplication.processEvents()
    table.set_theme(BRIGHT)
    QApplication.processEvents()
    table.set_theme(DARK)
    assert soon(table, turns) == at_once(qtbot, lit)


def test_one_bet_is_seen_at_once(table: TableWidget, qtbot: QtBot, turns: Turns) -> None:
    bet = with_area(touchable(as_printed(GAME, "A")), "tie", stakes=(chips(200, seat=5),))
    table.show_table(bet)
    assert turns.idle
    assert painted(table) == at_once(qtbot, bet)
