"""The rails of whole scenes: all in sight where it is promised, every word whole, and a picture for every icon."""

from collections.abc import Iterator
from functools import cache

import pytest
from pytestqt.qtbot import QtBot

from dealer_app.screens.blocks import Control, ListRow, RowsBlock
from dealer_app.screens.context import Looks
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import Screen
from dealer_app.texts import Language
from tests.support.scene_list import SCENES
from tests.support.scenes import SceneStage
from ui.blocks.control import ControlButton
from ui.blocks.control_plan import plan_control
from ui.blocks.plan import ControlPaint
from ui.blocks.text_metrics import ELLIPSIS
from ui.painting.marks import icon_names
from ui.rail import RailWidget
from ui.theme.sizes import Measures

pytestmark = pytest.mark.usefixtures("letters")
LARGE, SMALL = (1920, 1080), (1366, 768)
PAIRS = (
    (Language.EN, Language.ZH_HANT),
    (Language.ZH_HANT, Language.EN),
    (Language.ZH_HANS, Language.EN),
)
BY_NAME = {scene.name: scene for scene in SCENES}
WHOLE_IN_A_SMALL_WINDOW = ("betting", "bets-totals", "insurance", "sign-in", "first-run", "face-down")


@cache
def screen(name: str, pair: tuple[Language, Language]) -> Screen:
    first, second = pair
    return SceneStage(BY_NAME[name], Looks(first=first, second=second, motion=False)).show_screen()


def shown(qtbot: QtBot, name: str, pair: tuple[Language, Language], size: tuple[int, int]) -> RailWidget:
    rail = RailWidget()
    qtbot.addWidget(rail)
    measures = Measures.from_size(*size)
    rail.set_measures(measures)
    rail.resize(measures.rail_width, size[1] - measures.top_bar_height)
    rail.show_rail(screen(name, pair).rail)
    return rail


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("name", BY_NAME)
def test_at_its_full_size_no_rail_has_to_be_moved(qtbot: QtBot, name: str, pair: tuple[Language, Language]) -> None:
    assert not shown(qtbot, name, pair, LARGE).has_overflow


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("name", WHOLE_IN_A_SMALL_WINDOW)
def test_in_a_small_window_what_is_keyed_most_is_in_sight(
    qtbot: QtBot, name: str, pair: tuple[Language, Language]
) -> None:
    assert not shown(qtbot, name, pair, SMALL).has_overflow


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
def test_in_a_small_window_amount_and_chips_are_in_sight_together(
    qtbot: QtBot, pair: tuple[Language, Language]
) -> None:
    rail = shown(qtbot, "betting-amount", pair, SMALL)
    rail.show()
    chips = [each for each in rail.controls() if each.control.name.startswith(("chip:", "same-stake"))]
    assert len(chips) == 7
    assert all(each.visibleRegion().boundingRect() == each.rect() for each in chips)


@pytest.mark.parametrize("size", [LARGE, SMALL])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("name", BY_NAME)
def test_no_word_on_a_control_is_cut_or_broken(
    qtbot: QtBot, name: str, pair: tuple[Language, Language], size: tuple[int, int]
) -> None:
    for button in shown(qtbot, name, pair, size).controls():
        if button.kind is ControlPaint.PAINTED:
            assert not list(_damaged(button)), (button.control.name, button.size())


def _damaged(button: ControlButton) -> Iterator[str]:
    """What is written on it and is not among its words. Of Chinese a line may end anywhere."""
    control = button.control
    texts = (control.label, control.sub, control.waits)
    said = " ".join(text for line in texts for text in (line.first, line.second, line.short)) + " " + control.key
    whole = set(said.split())
    plan = plan_control(button.look, float(button.width()), float(button.height()), button.surface.dress)
    for written in plan.texts:
        if ELLIPSIS in written.text:
            yield written.text
        yield from (word for word in written.text.split() if word.isascii() and word not in whole)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_icon_has_a_picture(name: str) -> None:
    seen = screen(name, PAIRS[0])
    drawn: list[Control | ListRow] = [one for one in screen_controls(seen) if one is not seen.rail.primary]
    drawn += [row for block in seen.rail.work if isinstance(block, RowsBlock) for row in block.rows]
    missing = {one.icon for one in drawn if one.icon and one.icon not in icon_names()}
    assert missing == set()


def test_a_row_of_a_settlement_is_touched_as_a_whole(qtbot: QtBot) -> None:
    rail = shown(qtbot, "settlement", PAIRS[0], LARGE)
    rows = [each for each in rail.controls() if each.control.name.startswith(("pay:", "collected"))]
    assert len(rows) == 6
    assert all(each.kind is ControlPaint.BARE and each.width() == 536 and each.height() >= 64 for each in rows)


def test_an_answered_row_of_insurance_stays_to_be_read(qtbot: QtBot) -> None:
    """What was taken stands there with its amount and its outline, though it cannot be pressed again."""
    rail = shown(qtbot, "insurance", PAIRS[0], LARGE)
    taken = rail.control("insure:1:seated:player:cover")
    assert taken is not None
    assert taken.control.picked
    assert taken.control.act is None
    plan = plan_control(taken.look, float(taken.width()), float(taken.height()), rail.dress)
    assert {"Cover", "400"} <= {text.text for text in plan.texts}
    assert all(text.ink == rail.dress.theme.go for text in plan.texts)
