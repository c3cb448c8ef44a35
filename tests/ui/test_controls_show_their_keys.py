"""In the smaller window too every control shows the key of the keypad that presses it, in every language."""

import pytest

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.blocks import KeysBlock, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import Screen
from dealer_app.texts import Language
from tests.support.scene_list import SCENES
from tests.support.scenes import STILL, Scene, SceneStage
from tests.ui.pictures import Camera
from ui.blocks.column import Column
from ui.blocks.control import ControlButton
from ui.blocks.control_plan import ControlLook, plan_control

_STAKES = ("", "500", "2,500", "250,000", "1,500,000", "12,345.50")


SIZES = ((1920, 1080), (1366, 768))
KEYED_SCENES = ("by-hand", "insurance", "insurance-bets-off", "options", "tai-sai-betting", "betting-amount", "report")
"""Where most is keyed: ranks, rows, choices, areas of dice, amounts, irregularities."""


def make_looks(language: Language) -> Looks:
    return replace(STILL, first=language, second=Language.EN if language is not Language.EN else Language.ZH_HANT)


def unseen_keys(camera: Camera, screen: Screen) -> list[tuple[str, str]]:
    """The controls of rail, page and panel that a key presses and that do not show it, with that key."""
    texts = {}
    for button in camera.window.findChildren(ControlButton):
        look = ControlLook.from_control(button.control)
        plan = plan_control(look, button.width(), button.height(), button.surface.dress)
        if button.isVisible():
            texts[button.control.name] = [text.text for text in plan.texts]
    return [
        (control.name, control.key)
        for control in screen_controls(screen)
        if control.key and control.name in texts and control.key not in texts[control.name]
    ]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("language", Language)
def test_every_control_that_a_key_presses_shows_that_key(language: Language, size: tuple[int, int]) -> None:
    camera, looks = Camera(size), make_looks(language)
    unseen = {}
    for scene in SCENES:
        if scene.name in KEYED_SCENES:
            screen = SceneStage(scene, looks).show_screen()
            camera.picture(screen, looks)
            unseen[scene.name] = unseen_keys(camera, screen)
    camera.close()
    assert unseen == {name: [] for name in KEYED_SCENES}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", [game for game in GAMES if load_rulebook(game).house is RuleFamily.BACCARAT])
def test_the_digit_of_an_area_is_on_its_key_whatever_stake_is_there(game: str, language: Language) -> None:
    looks = make_looks(language)
    screen = SceneStage(
        Scene(name="stakes", game=game, script="place your bets", input_state=NO_INPUT.replace(seat=3), looks=looks)
    ).show_screen()
    camera = Camera((1366, 768))
    camera.picture(screen, looks)
    (keys,) = (block for block in screen.rail.work if isinstance(block, KeysBlock) and block.fixed)
    dress = camera.window.findChildren(Column)[0].surface.dress
    without = []
    for control in keys.controls:
        widget, _ = camera.window.touch_point(control.name)
        for stake in _STAKES:
            for picked in (False, True):
                look = ControlLook.from_control(replace(control, sub=ScreenText(stake), picked=picked))
                plan = plan_control(look, widget.width(), widget.height(), dress)
                if control.key not in [text.text for text in plan.texts]:
                    without.append((control.name, stake, picked))
    camera.close()
    assert keys.controls
    assert not without
