"""A layout that is painted anew in turns of the loop: what is touched is of now, and soon it is whole."""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.screen import AreaState, TableShown
from tests.ui.table.table_samples import make_stake, with_acts, with_area
from ui.idle_work import IdleWork
from ui.table.thumbnails import empty_table
from ui.table.widget import TableWidget
from ui.theme.theme import BRIGHT, DARK, ColourTheme

pytestmark = pytest.mark.usefixtures("letters")
GAME = "tiger-buffalo-v4"
SIZE = QSize(1336, 560)
MOST_TURNS = 30
"""Each takes a few milliseconds: it is whole in a tenth of a second."""


@pytest.fixture
def table(qtbot: QtBot, turns: IdleWork) -> TableWidget:
    widget = TableWidget(turns=turns)
    qtbot.addWidget(widget)
    widget.resize(SIZE)
    widget.show_table(with_acts(empty_table(GAME, "A")))
    with qtbot.waitExposed(widget):
        widget.show()
    turns.begin()
    return widget


def at_once(qtbot: QtBot, shown: TableShown, theme: ColourTheme = DARK, size: QSize = SIZE) -> QImage:
    widget = TableWidget(theme=theme)
    qtbot.addWidget(widget)
    widget.resize(size)
    widget.show_table(shown)
    return painted(widget)


def painted(table: TableWidget) -> QImage:
    """Without the ring of the focus."""
    assert table.picture is not None
    return table.picture.pixmap.toImage()


def soon(table: TableWidget, turns: IdleWork) -> QImage:
    for _ in range(MOST_TURNS):
        QApplication.processEvents()
    assert turns.is_queue_empty
    return painted(table)


def touched(table: TableWidget, at: QPoint) -> list[Action]:
    acts: list[Action] = []
    table.acted.connect(acts.append)
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=at)
    table.acted.disconnect(acts.append)
    return acts


def test_in_another_theme_it_is_as_before_until_it_is_whole(table: TableWidget, qtbot: QtBot, turns: IdleWork) -> None:
    before = table.grab().toImage()
    table.set_theme(BRIGHT)
    assert table.grab().toImage() == before
    assert soon(table, turns) == at_once(qtbot, with_acts(empty_table(GAME, "A")), BRIGHT)


def test_what_changes_meanwhile_is_on_it_when_it_is_whole(table: TableWidget, qtbot: QtBot, turns: IdleWork) -> None:
    table.set_theme(BRIGHT)
    QApplication.processEvents()
    changed = with_area(with_acts(empty_table(GAME, "A")), "tie", stakes=(make_stake(200, seat=5),))
    changed = replace(changed, seats=tuple(replace(seat, selected=seat.number == 3) for seat in changed.seats))
    table.show_table(changed)
    assert soon(table, turns) == at_once(qtbot, changed, BRIGHT)


def test_who_goes_back_meanwhile_sees_what_is_there_now(table: TableWidget, qtbot: QtBot, turns: IdleWork) -> None:
    table.set_theme(BRIGHT)
    QApplication.processEvents()
    plain = with_acts(empty_table(GAME, "A"))
    changed = replace(plain, turn=None, seats=tuple(replace(seat, selected=seat.number == 3) for seat in plain.seats))
    table.show_table(changed)
    table.set_theme(DARK)
    assert soon(table, turns) == at_once(qtbot, changed)


def test_a_touch_meanwhile_does_what_the_area_does_now(table: TableWidget, turns: IdleWork) -> None:
    place = table.touch_point("tie")
    assert place is not None
    act = SetInput(NO_INPUT.with_text("touched", "now"))
    table.set_theme(BRIGHT)
    table.show_table(with_area(with_acts(empty_table(GAME, "A")), "tie", act=act))
    assert not turns.is_queue_empty
    assert touched(table, place) == [act]


def test_of_another_layout_nothing_is_touched_before_it_is_there(
    table: TableWidget, qtbot: QtBot, turns: IdleWork
) -> None:
    place = table.touch_point("tie")
    assert place is not None
    table.show_table(with_acts(empty_table(GAME, "P")))
    assert table.touch_point("tie") is None
    assert not touched(table, place)
    assert soon(table, turns) == at_once(qtbot, with_acts(empty_table(GAME, "P")))
    assert table.touch_point("tie") is not None


def test_in_another_size_it_is_whole_soon(table: TableWidget, qtbot: QtBot, turns: IdleWork) -> None:
    for size in (QSize(1200, 500), QSize(926, 388)):
        table.resize(size)
    assert table.touch_point("tie") is None
    assert soon(table, turns) == at_once(qtbot, with_acts(empty_table(GAME, "A")), size=QSize(926, 388))


def settled() -> TableShown:
    """Every area in another state than before, as when a result is announced."""
    plain = with_acts(empty_table(GAME, "A"))
    states = (AreaState.LIT, AreaState.DIMMED, AreaState.RETURNED)
    areas = (replace(area, state=states[place % 3]) for place, area in enumerate(plain.areas))
    return replace(plain, areas=tuple(areas))


def test_where_most_boxes_change_it_is_as_before_until_it_is_whole(
    table: TableWidget, qtbot: QtBot, turns: IdleWork
) -> None:
    before = painted(table)
    # Of another state each, but as open as before: it is the same printed picture.
    lit = with_area(settled(), "tie", state=AreaState.OPEN)
    table.show_table(lit)
    assert painted(table) == before
    assert not turns.is_queue_empty
    assert soon(table, turns) == at_once(qtbot, lit)


def test_another_theme_meanwhile_and_back_shows_what_is_there_now(
    table: TableWidget, qtbot: QtBot, turns: IdleWork
) -> None:
    lit = with_area(settled(), "tie", state=AreaState.OPEN)
    table.show_table(lit)
    QApplication.processEvents()
    table.set_theme(BRIGHT)
    QApplication.processEvents()
    table.set_theme(DARK)
    assert soon(table, turns) == at_once(qtbot, lit)


def test_one_bet_is_seen_at_once(table: TableWidget, qtbot: QtBot, turns: IdleWork) -> None:
    bet = with_area(with_acts(empty_table(GAME, "A")), "tie", stakes=(make_stake(200, seat=5),))
    table.show_table(bet)
    assert turns.is_queue_empty
    assert painted(table) == at_once(qtbot, bet)
