"""What a screen reader is told: every control and target has a name, in the language shown; and what to do is told."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import ScreenText
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage
from tests.ui.test_at_one_glance import DICE_AGAIN, FULL, PAIRS, SIZES, SMALLEST, Glass, looks_of
from ui.table import targets
from ui.table.targets import SpecialTarget, focus_targets

ALL = (*SCENES, *FULL, *DICE_AGAIN)
LATIN = re.compile("[A-Za-z]{2,}")
PRINTED_SO = re.compile(
    r"\b(PIN|Esc|English|v3|v5|(Dealer|Supervisor|Manager|Person) \w+"
    r"|Tiger Buffalo( Insurance Plus)?|Tiger Baccarat|Tai Sai)\b"
)
"""Names of people, of games and of a language, and what stands on keys in any language."""
IN_BOTH = {"ControlButton collected"}
"""Rows of which the title stands there in both languages."""
pytestmark = pytest.mark.usefixtures("letters")


@pytest.fixture(scope="module")
def glass(qapp: QApplication) -> Iterator[Glass]:
    assert qapp is not None
    made = Glass(SIZES[SMALLEST])
    yield made
    made.close()


def shown(glass: Glass, scene: Scene, language: str) -> None:
    glass.show(SceneStage(scene, looks_of(language)).show_screen(), looks_of(language))


def names(glass: Glass) -> dict[str, str]:
    """Everything that can be touched or has the focus, and how it is told."""
    window = glass.window
    found = {
        f"{type(each).__name__} {each.objectName()}": each.accessibleName()
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and not each.visibleRegion().isEmpty()
        and (isinstance(each, QAbstractButton) or each in (window.rail, window.overlay))
    }
    picture = window.parts.table.picture if window.parts.table.isVisible() else None
    if picture is not None:
        for name, (_, target) in focus_targets(picture).items():
            found[name], _ = targets.accessible_texts(
                picture, target if not isinstance(target, SpecialTarget) else None
            )
    return found


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.name)
def test_everything_that_can_be_touched_is_named_in_the_language_shown(
    glass: Glass, scene: Scene, language: str
) -> None:
    shown(glass, scene, language)
    told = names(glass)
    assert not [what for what, name in told.items() if not name.strip()]
    if language != "en":
        strange = {what: name for what, name in told.items() if LATIN.search(PRINTED_SO.sub("", name))}
        assert strange.keys() <= IN_BOTH, strange


def scene_of(name: str) -> Scene:
    return next(each for each in ALL if each.name == name)


@pytest.mark.parametrize(
    ("language", "seat", "area", "state"),
    [
        ("en", "Seat 3", "Seat 3 BANKER", "open for bets"),
        ("zh-Hant", "3 號", "3 號 莊", "受注"),
        ("zh-Hans", "3 号", "3 号 庄", "受注"),
    ],
)
def test_a_seat_and_its_area_are_told_with_their_state(
    glass: Glass, language: str, seat: str, area: str, state: str
) -> None:
    shown(glass, scene_of("betting"), language)
    picture = glass.window.parts.table.picture
    assert picture is not None
    told = {
        name: targets.accessible_texts(picture, target)
        for name, (_, target) in focus_targets(picture).items()
        if not isinstance(target, SpecialTarget)
    }
    assert told["seat-3"][0] == seat
    assert told["banker.seat-3"][0] == area
    assert told["banker.seat-3"][1].split(", ")[0] == state


@pytest.mark.parametrize(("language", "told"), [("en", "Layout"), ("zh-Hant", "檯面"), ("zh-Hans", "台面")])
def test_a_layout_on_which_nothing_has_the_focus_is_told_as_what_it_is(
    qapp: QApplication, language: str, told: str
) -> None:
    assert qapp is not None
    fresh = Glass(SIZES[SMALLEST])
    shown(fresh, scene_of("betting"), language)
    assert fresh.window.parts.table.accessibleName() == told
    fresh.close()


def test_the_halves_of_a_grid_are_told(glass: Glass) -> None:
    shown(glass, scene_of("dice-again-C"), "zh-Hant")
    picture = glass.window.parts.table.picture
    assert picture is not None
    assert [targets.accessible_texts(picture, half)[0] for half in range(len(picture.shapes.tabs))] == [
        "第 1 頁，共 2 頁",
        "第 2 頁，共 2 頁",
    ]


@pytest.mark.parametrize(("language", "told"), [("en", "face down"), ("zh-Hant", "未開"), ("zh-Hans", "未开")])
def test_a_card_that_lies_face_down_is_told_in_the_language_shown(glass: Glass, language: str, told: str) -> None:
    shown(glass, scene_of("face-down"), language)
    name = glass.window.parts.hands.accessibleName()
    assert told in name
    if language != "en":
        assert not LATIN.search(name)


def test_a_panel_that_has_the_focus_is_told_by_its_title(glass: Glass) -> None:
    shown(glass, scene_of("menu"), "zh-Hant")
    overlay = glass.window.overlay
    assert QAccessible.queryAccessibleInterface(overlay).text(QAccessible.Text.Name) == overlay.accessibleName() != ""


def test_the_rail_tells_what_to_do_what_to_say_and_why(glass: Glass) -> None:
    stage = SceneStage(scene_of("betting"), looks_of("en"))
    screen = stage.show_screen()
    glass.show(screen, looks_of("en"))
    rail = glass.window.rail
    assert rail.accessibleName() == screen.rail.instruction.first
    assert screen.rail.why.first in rail.accessibleDescription()
    refused = replace(screen, rail=replace(screen.rail, refusal=ScreenText("Not now.")))
    glass.show(refused, looks_of("en"))
    assert rail.accessibleDescription().startswith("Not now.")


class ScreenReader:
    """A screen reader that is there, and what it is told."""

    Event = QAccessible.Event

    def __init__(self) -> None:
        self.told: list[QAccessible.Event] = []

    def isActive(self) -> bool:
        return True

    def updateAccessibility(self, event: QAccessibleEvent) -> None:
        self.told.append(event.type())


def test_a_refusal_is_told_at_once_and_once(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = SceneStage(scene_of("betting"), looks_of("en")).show_screen()
    glass.show(screen, looks_of("en"))
    reader = ScreenReader()
    monkeypatch.setattr("ui.rail.QAccessible", reader)
    refused = replace(screen, rail=replace(screen.rail, refusal=ScreenText("Not now.")))
    for each in (screen, refused, refused, screen):
        glass.show(each, looks_of("en"))
    assert reader.told == [QAccessible.Event.Alert]


@pytest.mark.parametrize("language", PAIRS)
def test_what_moves_a_long_column_is_told(glass: Glass, language: str) -> None:
    shown(glass, scene_of("opening-readings"), language)
    found = [each for each in glass.window.page.findChildren(QAbstractButton, "handle") if each.isVisible()]
    assert found
    words = {"en": {"Scroll up", "Scroll down"}}.get(language, {"向上", "向下"})
    assert {each.accessibleName() for each in found} == words
