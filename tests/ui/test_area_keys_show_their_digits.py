"""In the smaller window too every area key shows the key of the keypad that presses it, whatever stake it holds."""

import pytest

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.blocks import KeysBlock, ScreenText
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.texts import Language
from tests.support.scenes import STILL, Scene, SceneStage
from tests.ui.pictures import Camera
from ui.blocks.column import Column
from ui.blocks.control_plan import ControlLook, plan_control

_STAKES = ("", "500", "2,500", "250,000", "1,500,000", "12,345.50")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", [game for game in GAMES if load_rulebook(game).house is RuleFamily.BACCARAT])
def test_the_digit_of_an_area_is_on_its_key_whatever_stake_is_there(game: str, language: Language) -> None:
    looks = replace(STILL, first=language, second=Language.EN if language is not Language.EN else Language.ZH_HANT)
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
