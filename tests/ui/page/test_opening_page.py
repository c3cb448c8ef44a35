"""The page on which a table is opened: its leaves stay where they are, and what is typed is typed without moving it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.domain.values import replace
from dealer_app.people.events import FolderKind
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.key_input import screen_controls, screen_entries
from dealer_app.screens.screen import Ribbon, Screen
from dealer_app.station.table import rulebook_event
from dealer_app.station.two_people import ProposeRulings
from dealer_app.texts import Language
from tests.support.scenes import Scene, SceneEnd, SceneStage
from ui.blocks.control import ControlButton
from ui.blocks.scroller import Scroller
from ui.theme import fonts
from ui.window import StationWindow

SIZES = {"1366": (1366, 768), "1920": (1920, 1080)}
PAIRS = {
    "en": (Language.EN, Language.ZH_HANT),
    "zh-Hant": (Language.ZH_HANT, Language.EN),
    "zh-Hans": (Language.ZH_HANS, Language.EN),
}
RIBBON = Ribbon(text=ScreenText("DEMONSTRATION", "示範"), controls=())
"""It takes the room that is the least."""
LEAVES = ("layout", "table", "limits", "readings")
LONG = "readings"
"""As many texts as the document leaves open: the only leaf that may be longer than the window."""


def window_of(size: tuple[int, int]) -> StationWindow:
    fonts.install_fonts()
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


def stage_of(language: str, kind: FolderKind = FolderKind.LIVE) -> tuple[SceneStage, Looks]:
    first, second = PAIRS[language]
    looks = Looks(first=first, second=second, motion=False)
    return SceneStage(Scene(name="opening", game=GAMES[0], layout="A", until=SceneEnd.OPENING, kind=kind), looks), looks


def pressed(stage: SceneStage, input_state: InputState) -> Screen:
    stage.desk.press(SetInput(input_state))
    assert stage.screen is not None, "shown"
    return replace(stage.screen, ribbon=RIBBON)


def place_of(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def moved(part: QWidget) -> list[int]:
    """The columns that have to be moved to be seen, by their widths."""
    return [each.width() for each in part.findChildren(Scroller) if each.isVisible() and each.has_overflow]


@pytest.mark.parametrize("language", PAIRS)
def test_a_leaf_stays_where_it_is_whichever_lies_open(window: StationWindow, language: str) -> None:
    """Whoever turns the leaves to and fro finds each under the same finger, on every document."""
    stage, looks = stage_of(language)
    stage.show_screen()
    seen: set[tuple[object, ...]] = set()
    for game in GAMES:
        for leaf in LEAVES:
            window.show_screen(pressed(stage, NO_INPUT.replace(picks={"game": game, "leaf": leaf})), looks)
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
    stage.show_screen()
    window.show_screen(pressed(stage, NO_INPUT.replace(picks={"game": game, "leaf": leaf})), looks)
    assert not moved(window.page)


def written_in(screen: Screen) -> dict[str, InputState]:
    """What a touch of each text on the page and the rail brings up, by the name of the text."""
    return {entry.name: entry.act.input_state for entry in screen_entries(screen) if isinstance(entry.act, SetInput)}


def lettered(screen: Screen) -> InputState | None:
    """What the key brings up that asks for letters; nothing where they lie open, or none are wanted."""
    acts = [control.act for control in screen_controls(screen) if control.name == "pad:letters"]
    return acts[0].input_state if acts and isinstance(acts[0], SetInput) else None


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize("kind", FolderKind)
@pytest.mark.parametrize("signed", [False, True], ids=["readings", "sign"])
def test_every_key_on_which_a_text_is_typed_is_seen_at_one_glance(
    window: StationWindow, kind: FolderKind, language: str, *, signed: bool
) -> None:
    """Digits or letters, for whichever text, on whichever leaf: nothing has to be moved to reach a key."""
    stage, looks = stage_of(language, kind)
    if signed and kind is FolderKind.LIVE:
        stage.house.two(ProposeRulings(read=rulebook_event(load_rulebook(GAMES[0]))))
    stage.show_screen()
    tried = []
    for leaf in LEAVES:
        open_ = pressed(stage, NO_INPUT.replace(picks={"game": GAMES[0], "leaf": leaf, "burn": "fixed"}))
        for name, input_state in written_in(open_).items():
            shown = pressed(stage, input_state)
            letters = lettered(shown)
            for screen in (shown, *(() if letters is None else (pressed(stage, letters),))):
                window.show_screen(screen, looks)
                keys = [button for button in window.findChildren(ControlButton) if button.control.name[:4] == "pad:"]
                assert keys, name
                for part in (window.rail, window.page) if leaf != LONG else (window.rail,):
                    assert not moved(part), (leaf, name)
                if leaf != LONG:
                    assert all(key.visibleRegion().boundingRect() == key.rect() for key in keys), (leaf, name)
                tried.append((leaf, name, len(keys)))
    assert ("table", "table-name", 44) in tried
    assert ("layout", "badge-opens" if kind is FolderKind.DEMO else "badge-second", 44) in tried
