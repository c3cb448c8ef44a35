"""A page at both sizes: its controls in the order one reads, its layouts to choose from, its way when it is long."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.screen import PageStage
from tests.ui.sample_controls import sample_act
from tests.ui.sample_pages import OPENING, PAGES, TWO_CARDS
from ui.page import PageWidget
from ui.theme.sizes import Measures

pytestmark = pytest.mark.usefixtures("letters")
SIZES = ((1920, 1080), (1366, 768))


def made(qtbot: QtBot, size: tuple[int, int] = (1920, 1080)) -> tuple[PageWidget, list[tuple[Action, str]]]:
    page, given = PageWidget(), list[tuple[Action, str]]()
    qtbot.addWidget(page)
    page.on_act = lambda done, name: given.append((done, name))
    measures = Measures.from_size(*size)
    page.set_measures(measures)
    page.resize(size[0] - measures.rail_width, size[1] - measures.top_bar_height)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return page, given


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_every_control_gives_its_act(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    page, given = made(qtbot, size)
    page.show_page(PAGES[name])
    assert not page.grab().isNull()
    for button in page.controls():
        given.clear()
        page.press(button.control.name)
        assert given == ([] if button.control.act is None else [(button.control.act, button.control.name)])


def test_one_column_is_read_after_the_other(qtbot: QtBot) -> None:
    page, _ = made(qtbot)
    page.show_page(TWO_CARDS)
    names = [each.control.name for each in page.controls()]
    assert names == ["card:5", "not-this", "clause:3.12", "clause:5.13.1", "clause:5.13.2", "ask", "void"]


def test_what_is_grave_has_nothing_near_it(qtbot: QtBot) -> None:
    page, _ = made(qtbot)
    page.show_page(TWO_CARDS)
    grave, other = page.control("void"), page.control("ask")
    assert grave is not None
    assert other is not None
    assert grave.height() == 96
    assert grave.y() - other.geometry().bottom() > 40


def test_layouts_are_painted_by_who_knows_them(qtbot: QtBot) -> None:
    page, given = made(qtbot)
    painted: set[tuple[str, str]] = set()

    def paint(painter: QPainter, rect: QRectF, game: str, letter: str) -> None:
        painted.add((game, letter))
        painter.fillRect(rect, Qt.GlobalColor.darkGreen)

    page.paint_layout = paint
    page.show_page(OPENING)
    page.grab()
    assert painted == {("tiger-buffalo-v4", letter) for letter in "ABCDEFGHIJKLMNOPQR"}
    button = page.control("layout:C")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert given == [(sample_act("layout:C"), "layout:C")]


def test_a_long_page_follows_the_focus(qtbot: QtBot) -> None:
    page, _ = made(qtbot, (1366, 768))
    column = OPENING.columns[0]
    page.show_page(replace(OPENING, columns=((*column, *column[:2], *column[5:]),)))
    last = page.controls()[-1]
    assert last.visibleRegion().boundingRect().height() < last.height()
    last.setFocus(Qt.FocusReason.TabFocusReason)
    assert last.visibleRegion().boundingRect().height() == last.height()


def test_pages_may_have_another_number_of_columns(qtbot: QtBot) -> None:
    page, _ = made(qtbot)
    for shown in (TWO_CARDS, OPENING, PageStage(title=ScreenText("Empty")), TWO_CARDS):
        page.show_page(shown)
        assert len({id(each) for each in page.controls()}) == len(page.controls())
    assert page.control("void") is not None


@pytest.mark.parametrize("tone", list(Tone))
def test_the_band_is_of_its_tone(qtbot: QtBot, tone: Tone) -> None:
    page, _ = made(qtbot)
    page.show_page(
        PageStage(
            title=ScreenText("Title", "標題"), sub=ScreenText("What it is about"), tone=tone, right=("since", "1:00")
        )
    )
    assert not page.grab().isNull()
