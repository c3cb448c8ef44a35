"""Whatever can be touched is as large as a finger, or is meant by a finger beside it: in every scene, at both sizes.

What lies between two others, or at the edge, reaches as far as these: a clause among clauses. Nothing else is small.
"""

from collections.abc import Iterator
from itertools import takewhile

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from dealer_app.screens.actions import SetInput
from dealer_app.screens.context import Looks
from tests.support.long_tests import mostly_long
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage
from tests.ui.test_at_one_glance import BEGINS, CORRECTED, DICE_AGAIN, FULL, SIZES, Glass, _opened
from ui.blocks.control import ControlButton
from ui.blocks.surface import Surface
from ui.touch import touch_area

LOOKS = Looks(motion=False)
UP, DOWN, LEFT, RIGHT = QPoint(0, -1), QPoint(0, 1), QPoint(-1, 0), QPoint(1, 0)
pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture(scope="module", params=sorted(SIZES))
def glass(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Glass]:
    assert qapp is not None
    made = Glass(SIZES[request.param])
    yield made
    made.close()


def touched(surface: Surface) -> list[tuple[ControlButton, QRect]]:
    """All that can be touched, where it is on its surface."""
    return [
        (each, QRect(each.mapTo(surface, QPoint(0, 0)), each.size()))
        for each in surface.controls()
        if not each.visibleRegion().isEmpty()
    ]


class Finger:
    """Touches a surface point by point."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.there = touched(surface)
        self.target = surface.dress.measures.target

    def means(self, point: QPoint) -> ControlButton | None:
        within = next((each for each, rect in self.there if rect.contains(point)), None)
        return within or self.surface.nearest_button(point)

    def how_far(self, button: ControlButton, middle: QPoint, way: QPoint) -> int:
        steps = (middle + way * step for step in range(1, self.target + 1))
        return sum(1 for _ in takewhile(lambda point: self.means(point) is button, steps))

    def is_shut_in(self, middle: QPoint, ways: dict[tuple[int, int], int]) -> bool:
        """Whether on both sides something else is touched, or the surface ends."""
        ends = [middle + QPoint(*way) * (far + 1) for way, far in ways.items()]
        return all(not self.surface.rect().contains(end) or self.means(end) is not None for end in ends)

    def too_small(self) -> Iterator[str]:
        for button, rect in self.there:
            if button.control.act is None or min(rect.width(), rect.height()) >= self.target:
                continue
            middle, among = rect.center(), button.control.name.startswith("clause:")
            for one, other in ((LEFT, RIGHT), (UP, DOWN)):
                far = {way.toTuple(): self.how_far(button, middle, way) for way in (one, other)}
                reached = sum(far.values()) + 1
                if reached < self.target and not (among and self.is_shut_in(middle, far)):
                    yield f"{button.control.name} {reached} of {self.target}"


def small(glass: Glass) -> list[str]:
    window = glass.window
    if window.overlay.isVisible():
        return list(Finger(window.overlay).too_small())
    surfaces: tuple[Surface, ...] = (window.page, window.rail)
    return [each for surface in surfaces if surface.isVisible() for each in Finger(surface).too_small()]


@pytest.mark.parametrize("scene", [*SCENES, *FULL, *DICE_AGAIN], ids=lambda scene: scene.name)
def test_whatever_can_be_touched_in_a_scene_is_as_large_as_a_finger(glass: Glass, scene: Scene) -> None:
    glass.show(SceneStage(scene, LOOKS).show_screen(), LOOKS)
    assert not small(glass)


@pytest.mark.parametrize("begins", mostly_long(BEGINS, keep_every=2))
def test_whatever_can_be_touched_in_a_panel_is_as_large_as_a_finger(glass: Glass, begins: str) -> None:
    scene = next(each for each in (*SCENES, CORRECTED, *DICE_AGAIN) if each.name == begins)
    stage = SceneStage(scene, LOOKS)
    for name, input_state in dict(_opened(stage.show_screen())).items():
        stage.desk.press(SetInput(input_state))
        assert stage.screen is not None
        glass.show(stage.screen, LOOKS)
        assert not small(glass), name
        stage.desk.press(SetInput(scene.input_state))


HERE, WINDOW = QRect(200, 200, 40, 26), QRect(0, 0, 1000, 1000)


def test_alone_it_reaches_as_far_on_either_side() -> None:
    assert touch_area(HERE, 64, [HERE], WINDOW) == QRect(188, 181, 64, 64)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (QRect(200, 230, 40, 64), QRect(188, 166, 64, 64)),
        (QRect(200, 132, 40, 64), QRect(188, 196, 64, 64)),
        (QRect(246, 200, 40, 26), QRect(179, 181, 64, 64)),
        (QRect(154, 200, 40, 26), QRect(197, 181, 64, 64)),
    ],
    ids=["below", "above", "right", "left"],
)
def test_beside_something_else_it_reaches_further_on_the_other_side(other: QRect, expected: QRect) -> None:
    assert touch_area(HERE, 64, [HERE, other], WINDOW) == expected


def test_between_two_it_reaches_as_far_as_these() -> None:
    others = [QRect(200, 130, 40, 64), QRect(200, 232, 40, 64)]
    assert touch_area(HERE, 64, [HERE, *others], WINDOW) == QRect(188, 194, 64, 38)


def test_what_lies_between_two_small_ones_is_shared() -> None:
    other = QRect(248, 200, 40, 26)
    assert touch_area(HERE, 64, [HERE, other], WINDOW) == QRect(180, 181, 64, 64)
    assert touch_area(other, 64, [HERE, other], WINDOW) == QRect(244, 181, 64, 64)


def test_at_the_edge_it_reaches_inwards() -> None:
    assert touch_area(QRect(0, 974, 40, 26), 64, [], WINDOW) == QRect(0, 936, 64, 64)
