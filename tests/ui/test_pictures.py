"""Every main state of the window and every layout looks as it was last looked at, at both sizes, within a tolerance.

`make screenshots` makes them anew; whoever keeps them has looked at what changed.
"""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.support.scene_list import LAYOUTS, OTHER_LOOKS, SCENES
from tests.support.scenes import STILL, Scene, SceneStage
from tests.ui.pictures import GOLDEN_PICTURES, Camera, coarse_picture, picture_difference
from tests.ui.screen_text import screen_text
from tests.ui.screenshots import SIZES


@pytest.fixture(scope="module", params=sorted(SIZES))
def camera(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[tuple[str, Camera]]:
    assert qapp is not None
    made = Camera(SIZES[request.param])
    yield request.param, made
    made.close()


@pytest.mark.parametrize("scene", [*SCENES, *OTHER_LOOKS, *LAYOUTS], ids=lambda scene: scene.name)
def test_a_main_state_and_every_layout_looks_as_it_was_looked_at(camera: tuple[str, Camera], scene: Scene) -> None:
    size, window = camera
    kept = QImage(str(GOLDEN_PICTURES / f"{scene.name}-{size}.png"))
    assert not kept.isNull(), "make screenshots"
    seen = coarse_picture(window.picture(SceneStage(scene).show_screen(), scene.looks))
    found = picture_difference(seen, kept)
    assert not found.too_much, f"{found}: look at docs/images, then make screenshots"


@pytest.mark.parametrize("scene", [*SCENES, *OTHER_LOOKS], ids=lambda scene: scene.name)
def test_every_word_and_amount_of_a_main_state_is_as_it_was_looked_at(scene: Scene) -> None:
    """To the letter: a picture as coarse as these does not tell 2,500 from 8,500."""
    kept = (GOLDEN_PICTURES / f"{scene.name}.txt").read_text(encoding="utf-8")
    assert screen_text(SceneStage(scene).show_screen()) == kept, "look at docs/images, then make screenshots"


def test_a_wrong_card_or_a_wrong_colour_is_a_difference(camera: tuple[str, Camera]) -> None:
    """The tolerance is for edges of letters alone."""
    _, window = camera
    picture = window.picture(SceneStage(SCENES[0], STILL).show_screen(), STILL)
    before = coarse_picture(picture)
    changed = QImage(picture)
    with QPainter(changed) as painter:
        # As large as a card in the hands.
        painter.fillRect(40, 130, 66, 92, QColor("#F7F3EA"))
    assert picture_difference(before, coarse_picture(changed)).too_much


def test_the_same_scene_gives_the_same_picture(camera: tuple[str, Camera]) -> None:
    _, window = camera
    one, other = (window.picture(SceneStage(SCENES[0], STILL).show_screen(), STILL) for _ in range(2))
    assert one == other
