"""The page on which a table is opened: its leaves stay where they are, and what is typed is typed without moving it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.rulebooks import GAMES
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import NOTHING, Fingers
from dealer_app.showing.lines import Line
from dealer_app.showing.screen import Ribbon, Screen
from dealer_app.showing.seeing import Looks
from dealer_app.wording import Language
from tests.support.scenes import Scene, Stage, Until
from ui.blocks.scroller import Scroller
from ui.theme import fonts
from ui.window import StationWindow

SIZES = {"1366": (1366, 768), "1920": (1920, 1080)}
PAIRS = {
    "en": (Language.EN, Language.ZH_HANT),
    "zh-Hant": (Language.ZH_HANT, Language.EN),
    "zh-Hans": (Language.ZH_HANS, Language.EN),
}
RIBBON = Ribbon(text=Line("DEMONSTRATION", "示範"), controls=())
"""It takes the room that is the least."""
LEAVES = ("layout", "table", "limits", "readings")
LONG = "readings"
"""As many texts as the document leaves open: the only leaf that may be longer than the window."""


def window_of(size: tuple[int, int]) -> StationWindow:
    fonts.install()
    window = StationWindow()
    window.resize(*size)
    window.show()
    return window


@pytest.fixture(scope="module", params=sorted(SIZES))
def window(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[StationWindow]:
    assert qapp is not None
    made = window_of(SIZES[request.param])
    yield made
    made.may_close = True
    made.close()
    made.deleteLater()


def stage_of(language: str) -> tuple[Stage, Looks]:
    first, second = PAIRS[language]
    looks = Looks(first=first, second=second, motion=False)
    return Stage(Scene(name="opening", game=GAMES[0], layout="A", until=Until.OPENING), looks), looks


def pressed(stage: Stage, fingers: Fingers) -> Screen:
    stage.desk.press(Change(fingers))
    assert stage.screen is not None, "shown"
    return replace(stage.screen, ribbon=RIBBON)


def place_of(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def moved(part: QWidget) -> list[int]:
    """The columns that have to be moved to be seen, by their widths."""
    return [each.width() for each in part.findChildren(Scroller) if each.isVisible() and each.overflows]


@pytest.mark.parametrize("language", PAIRS)
def test_a_leaf_stays_where_it_is_whichever_lies_open(window: StationWindow, language: str) -> None:
    """Whoever turns the leaves to and fro finds each under the same finger, on every document."""
    stage, looks = stage_of(language)
    stage.seen()
    seen: set[tuple[object, ...]] = set()
    for game in GAMES:
        for leaf in LEAVES:
            window.show_screen(pressed(stage, NOTHING.but(picks={"game": game, "leaf": leaf})), looks)
            buttons = [window.page.control(f"leaf:{each}") for each in LEAVES]
            places = [place_of(button, window) for button in buttons if button is not None]
            assert len(places) == len(LEAVES)
            seen.add(tuple(place.getRect() for place in places))
    assert len(seen) == 1


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize("leaf", [leaf for leaf in LEAVES if leaf != LONG])
@pytest.mark.parametrize("game", GAMES)
def test_a_leaf_is_seen_at_one_glance(window: StationWindow, game: str, leaf: str, language: str) -> None:
    stage, looks = stage_of(language)
    stage.seen()
    window.show_screen(pressed(stage, NOTHING.but(picks={"game": game, "leaf": leaf})), looks)
    assert not moved(window.page)
