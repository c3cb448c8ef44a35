"""What is grave stands away from all else, however little room there is (ui 1.9)."""

import pytest
from pytestqt.qtbot import QtBot

from dealer_app.screens.blocks import GapBlock, KeysBlock, ListRow, RowsBlock, Weight
from tests.ui.sample_controls import sample_control
from ui.blocks.column import Column
from ui.blocks.entry import GRAVE_MARGIN
from ui.blocks.surface import Surface

pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture
def column(qtbot: QtBot) -> Column:
    surface = Surface()
    qtbot.addWidget(surface)
    return Column(surface, surface)


@pytest.mark.parametrize("tight", [False, True])
def test_a_page_key_is_never_near_the_void_though_there_is_no_room_left(column: Column, tight: bool) -> None:
    rows = RowsBlock(rows=tuple(ListRow(name=f"{n}", title="PLAYER") for n in range(4)), more=(sample_control("next"),))
    grave = KeysBlock(controls=(sample_control("void", weight=Weight.GRAVE),), columns=1)
    arranged = column.arrange_blocks((rows, GapBlock(), grave), 536, tight=tight)
    above, _, below = arranged.places(0)[0]
    assert below.top() - above.bottom() >= GRAVE_MARGIN
