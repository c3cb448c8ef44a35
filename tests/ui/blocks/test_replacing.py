"""Blocks that are shown anew keep what is still there: the focus stays, nothing leaks, only what changed is done."""

import gc
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import (
    Block,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    TagsBlock,
)
from tests.ui.sample_controls import sample_act, sample_control
from tests.ui.sample_pages import PAGES
from tests.ui.sample_rails import INSURANCE, RAILS, insurance_row
from ui.blocks.block import plan_block
from ui.blocks.column import Column
from ui.blocks.control import ControlButton, paint_control
from ui.blocks.painting import paint_plan
from ui.blocks.surface import Surface

pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture
def column(qtbot: QtBot) -> Column:
    surface = Surface()
    qtbot.addWidget(surface)
    surface.resize(700, 900)
    made = Column(surface, surface)
    made.resize(536, 800)
    surface.show()
    return made


@pytest.fixture
def surface(column: Column) -> Surface:
    return column.surface


def shown(column: Column, *blocks: Block) -> None:
    column.show_arrangement(column.arrange_blocks(blocks, 536), 800)


def keys(*names: str) -> KeysBlock:
    return KeysBlock(controls=tuple(sample_control(name) for name in names), columns=4)


def test_the_focus_stays_on_the_control_that_had_it(surface: Surface, column: Column) -> None:
    shown(column, HeadingBlock(text=ScreenText("One")), keys("a", "b", "c"))
    button = surface.control("b")
    assert button is not None
    button.setFocus()
    shown(column, HeadingBlock(text=ScreenText("Two")), keys("c", "b", "d"))
    assert surface.control("b") is button
    shown(column, NoteBlock(text=ScreenText("new")), HeadingBlock(text=ScreenText("Two")), keys("x", "y", "z", "b"))
    assert surface.control("b") is button
    assert surface.focusWidget() is button


def test_a_focused_control_never_comes_to_mean_another_thing(surface: Surface, column: Column) -> None:
    shown(column, keys("a", "b"))
    button = surface.control("a")
    assert button is not None
    button.setFocus()
    shown(column, keys("c", "d"))
    assert button.control.name == "a"
    assert {each.control.name for each in surface.controls()} == {"c", "d"}


def test_what_a_touch_means_is_always_the_newest(surface: Surface, column: Column) -> None:
    given: list[object] = []
    surface.on_act = lambda done, _: given.append(done)
    for seat in ("1", "2"):
        same = replace(sample_control("pay", "Paid"), act=sample_act(seat))
        shown(column, KeysBlock(controls=(same,), columns=1))
        surface.press("pay")
    assert given == [sample_act("1"), sample_act("2")]


def test_a_gap_takes_what_is_left(surface: Surface, column: Column) -> None:
    shown(column, keys("top"), GapBlock(), keys("foot"))
    foot = surface.control("foot")
    assert foot is not None
    parent = foot.parentWidget()
    assert parent is not None
    assert parent.geometry().bottom() == 799


def test_nothing_is_left_of_what_was_replaced(surface: Surface, column: Column) -> None:
    screens = [rail.work for rail in RAILS.values()] + [page.columns[0] for page in PAGES.values()]

    def round_of_all() -> None:
        for blocks in screens:
            shown(column, *blocks)
        shown(column)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    round_of_all()
    gc.collect()
    before = len(surface.findChildren(QWidget))
    living = sum(isinstance(each, ControlButton) for each in gc.get_objects())
    for _ in range(1_000 // len(screens)):
        round_of_all()
    gc.collect()
    assert len(surface.findChildren(QWidget)) == before
    assert sum(isinstance(each, ControlButton) for each in gc.get_objects()) <= living


def rows(picked: str) -> RowsBlock:
    return RowsBlock(
        rows=tuple(insurance_row(str(seat), 1_000 * seat, picked if seat == 3 else "") for seat in range(1, 9))
    )


def test_of_a_list_of_eight_rows_with_four_keys_each_only_what_changes_is_planned_and_painted(
    surface: Surface, column: Column, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(column, *INSURANCE.work[:1], rows("half"))
    with qtbot.waitExposed(surface):
        surface.show()
    QCoreApplication.processEvents()
    before = column.findChildren(QWidget)
    monkeypatch.setattr("ui.blocks.column.plan_block", planned := Mock(side_effect=plan_block))
    monkeypatch.setattr("ui.blocks.control.paint_control", painted := Mock(side_effect=paint_control))
    monkeypatch.setattr("ui.blocks.block.paint_plan", around := Mock(side_effect=paint_plan))
    shown(column, *INSURANCE.work[:1], rows("cover"))
    QCoreApplication.processEvents()
    assert [type(call.args[0]) for call in planned.call_args_list] == [RowsBlock]
    assert sorted(call.args[1].label.first for call in painted.call_args_list) == ["Cover", "Half"]
    assert not around.called, "what stands around them is copied"
    assert column.findChildren(QWidget) == before, "no widget was made or thrown away"


def test_rows_may_change_their_number(surface: Surface, column: Column) -> None:
    for count in (8, 1, 0, 5):
        some = RowsBlock(
            rows=tuple(ListRow(name=str(each), title="row", act=sample_act(str(each))) for each in range(count))
        )
        shown(column, some, TagsBlock(tags=()))
        assert [each.control.name for each in surface.controls()] == [str(each) for each in range(count)]
