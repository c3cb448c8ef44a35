"""No text lies over another: every scene as it stands in the window, at both sizes, in each language."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from dealer_app.screens.blocks import ListRow, RowsBlock
from tests.support.long_tests import mostly_long
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage
from tests.ui.pictures import Camera
from tests.ui.sample_controls import sample_act
from tests.ui.test_at_one_glance import DICE_AGAIN, FULL, PAIRS, SIZES, looks_of
from ui.blocks.block import BlockWidget, plan_block
from ui.blocks.plan import FOLDS, BlockPlan, ColumnFold, Dress
from ui.blocks.text_metrics import ELLIPSIS
from ui.theme.sizes import Measures
from ui.theme.theme import DARK


@pytest.fixture(scope="module", params=sorted(SIZES))
def camera(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Camera]:
    assert qapp is not None
    made = Camera(SIZES[request.param])
    made.window.show()
    yield made
    made.close()


def _written_over(plan: BlockPlan) -> list[tuple[str, str]]:
    return [(one.text, other.text) for one, other in combinations(plan.texts, 2) if _over(one.rect, other.rect)]


def _over(one: QRectF, other: QRectF) -> bool:
    """Letters are a little lower than the line that they stand on."""
    covered = one.intersected(other)
    return covered.width() > 1 and covered.height() > 7


@pytest.mark.parametrize(
    ("scene", "language"),
    mostly_long([(each, language) for each in (*SCENES, *FULL, *DICE_AGAIN) for language in PAIRS], keep_every=2),
    ids=lambda value: getattr(value, "name", value),
)
def test_no_text_lies_over_another(camera: Camera, scene: Scene, language: str) -> None:
    camera.window.show_screen(SceneStage(scene, looks_of(language)).show_screen(), looks_of(language))
    QApplication.sendPostedEvents()
    shown = [each for each in camera.window.findChildren(BlockWidget) if each.isVisible()]
    assert shown
    assert not [pair for each in shown for pair in _written_over(each.plan)]


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("width", [300, 380, 443, 536, 700])
@pytest.mark.parametrize("fold", FOLDS)
def test_what_stands_under_a_title_keeps_clear_of_what_stands_beside_it(fold: ColumnFold, width: int) -> None:
    """The limit of a bet beside its two names, the longer one below."""
    rows = tuple(
        ListRow(name=name, title="小水牛", lines=(name,), right="同所有注碼", act=sample_act(name))
        for name in ("SMALL BUFFALO", "BANKER CHAR SIU", "TIE")
    )
    dress = Dress(DARK, Measures.from_size(1366, 768))._replace(fold=fold)
    plan = plan_block(RowsBlock(rows=rows), width, dress)
    assert not _written_over(plan)
    assert not [text.text for text in plan.texts if text.text.endswith(ELLIPSIS)]
