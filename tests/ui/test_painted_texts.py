"""What is lettered on every layout and marked on the roads is painted to the letter as it was last looked at.

The pictures are too small to tell: each text here is taken from the strokes themselves, at both sizes. `make
screenshots` makes them anew; whoever keeps them has read what changed.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from dealer_app.domain.roads import DerivedMark
from dealer_app.domain.values import replace
from dealer_app.screens.context import Looks
from tests.support.scene_list import LAYOUTS, SCENES
from tests.support.scenes import Scene, SceneStage
from tests.ui.paint_texts import layout_text, roads_text, stop_text
from tests.ui.pictures import GOLDEN_PICTURES, Camera, coarse_picture, picture_difference
from tests.ui.screenshots import ROADS, SIZES, STOPS
from ui import roads
from ui.table.lettering import PlacedText

LETTERED = tuple(scene for scene in LAYOUTS if scene.name.endswith(("buffalo-v4-A", "buffalo-v4-K", "cover-v5-C")))
_NAMES = {"PLAYER": "BANKER", "SMALL": "BIG", "ODD": "EVEN"}
_SWAPPED = {**_NAMES, **{other: one for one, other in _NAMES.items()}}


@pytest.fixture(scope="module", params=sorted(SIZES))
def camera(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[tuple[str, Camera]]:
    assert qapp is not None
    made = Camera(SIZES[request.param])
    yield request.param, made
    made.close()


def kept(name: str, size: str) -> str:
    return (GOLDEN_PICTURES / f"{name}-{size}.txt").read_text(encoding="utf-8")


def lettered(window: Camera, scene: Scene) -> str:
    window.picture(SceneStage(scene).show_screen(), scene.looks)
    return layout_text(window.layout)


def marked(window: Camera) -> str:
    scene = next(scene for scene in SCENES if scene.name == ROADS)
    window.picture(SceneStage(scene).show_screen(), scene.looks)
    return roads_text(window.roads)


@pytest.mark.parametrize("scene", LAYOUTS, ids=lambda scene: scene.name)
def test_every_area_of_every_layout_is_lettered_as_it_was_looked_at(camera: tuple[str, Camera], scene: Scene) -> None:
    size, window = camera
    assert lettered(window, scene) == kept(scene.name, size), "make screenshots, and read what changed"


def test_every_mark_of_the_roads_is_as_it_was_looked_at(camera: tuple[str, Camera]) -> None:
    size, window = camera
    assert marked(window) == kept("roads", size), "make screenshots, and read what changed"


@pytest.mark.parametrize("name", STOPS)
@pytest.mark.parametrize("size", SIZES)
def test_the_screen_of_a_stop_is_as_it_was_looked_at(qapp: QApplication, size: str, name: str) -> None:
    assert qapp is not None
    window = Camera(SIZES[size])
    text = stop_text(window.show_stop(STOPS[name]))
    seen = coarse_picture(window.grab())
    window.close()
    assert text == kept(name, size), "make screenshots, and read what changed"
    found = picture_difference(seen, QImage(str(GOLDEN_PICTURES / f"{name}-{size}.png")))
    assert not found.too_much, f"{found}: make screenshots"


def test_the_stop_screen_is_kept_in_two_languages_that_differ() -> None:
    assert kept("stop", "1920") != kept("stop-zh-hant", "1920")
    assert all(isinstance(looks, Looks) for looks in STOPS.values())


# A fault in the painting is a difference


def _digits(text: str) -> str:
    return "".join(str((int(each) + 5) % 10) if each.isdecimal() else each for each in text)


def _sides(text: str) -> str:
    return " ".join(_SWAPPED.get(word, word) for word in text.split(" "))


def _unsaid(text: str) -> str:
    del text
    return ""


def letters_wrongly(monkeypatch: pytest.MonkeyPatch, wrongly: Callable[[str], str]) -> None:
    right = PlacedText.paint
    monkeypatch.setattr(
        PlacedText, "paint", lambda line, painter: right(replace(line, text=wrongly(line.text)), painter)
    )


@pytest.mark.parametrize("wrongly", [_sides, _unsaid], ids=["names", "nothing"])
@pytest.mark.parametrize("scene", LETTERED, ids=lambda scene: scene.name)
def test_wrong_names_on_the_felt_are_a_difference(
    camera: tuple[str, Camera], monkeypatch: pytest.MonkeyPatch, scene: Scene, wrongly: Callable[[str], str]
) -> None:
    """ODD where EVEN is, or no letters at all."""
    size, window = camera
    letters_wrongly(monkeypatch, wrongly)
    assert lettered(window, scene) != kept(scene.name, size)


@pytest.mark.parametrize(("scene", "size"), [*((scene, "1920") for scene in LETTERED), (LETTERED[-1], "1366")])
def test_wrong_odds_and_sums_on_the_felt_are_a_difference(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, scene: Scene, size: str
) -> None:
    """A small window prints no odds on a baccarat layout."""
    assert qapp is not None
    letters_wrongly(monkeypatch, _digits)
    window = Camera(SIZES[size])
    found = lettered(window, scene)
    window.close()
    assert found != kept(scene.name, size)


_DRAW_DERIVED_MARK = roads.draw_derived_mark


def _inverted(painter: QPainter, rect: Any, kind: Any, mark: DerivedMark, theme: Any) -> None:
    other = DerivedMark.RED if mark is DerivedMark.BLUE else DerivedMark.BLUE
    _DRAW_DERIVED_MARK(painter, rect, kind, other, theme)


def _nothing(*given: object) -> None:
    del given


@pytest.mark.parametrize(
    ("name", "wrongly"),
    [
        ("draw_derived_mark", _inverted),
        ("draw_derived_mark", _nothing),
        ("_draw_ask", _nothing),
        ("draw_big_road", _nothing),
    ],
    ids=["inverted", "no-derived", "no-ask", "no-big-road"],
)
def test_wrong_marks_on_the_roads_are_a_difference(
    camera: tuple[str, Camera], monkeypatch: pytest.MonkeyPatch, name: str, wrongly: Callable[..., None]
) -> None:
    size, window = camera
    monkeypatch.setattr(roads, name, wrongly)
    assert marked(window) != kept("roads", size)


@pytest.mark.parametrize("name", ["draw_ties", "_draw_dot"])
def test_a_tie_or_a_pair_that_is_not_marked_is_a_difference(
    camera: tuple[str, Camera], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    size, window = camera
    monkeypatch.setattr(roads, name, _nothing)
    assert marked(window) != kept("roads", size)
