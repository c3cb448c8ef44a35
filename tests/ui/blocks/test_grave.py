"""What is grave stands away from all else, however little room there is (ui 1.9)."""

import pytest
from pytestqt.qtbot import QtBot

from dealer_app.showing.blocks import Gap, Keys, Row, Rows, Weight
from tests.support.sample_controls import control
from ui.blocks.column import Column
from ui.blocks.keys import GRAVE_MARGIN
from ui.blocks.surface import Surface

pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture
def column(qtbot: QtBot) -> Column:
    surface = Surface()
    qtbot.addWidget(surface)
    return Column(surface, surface)


@pytest.mark.parametrize("tight", [False, True])
def test_a_page_key_is_never_near_the_void_though_there_is_no_room_left(column: Column, tight: bool) -> None:
    rows = Rows(rows=tuple(Row(name=f"{n}", title="PLAYER") for n in range(4)), more=(control("next"),))
    grave = Keys(controls=(control("void", weight=Weight.GRAVE),), columns=1)
    arranged = column.arranged((rows, Gap(), grave), 536, tight=tight)
    above, _, below = arranged.places(0)[0]
    assert below.top() - above.bottom() >= GRAVE_MARGIN
