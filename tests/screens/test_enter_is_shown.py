"""Whatever Enter does, on any screen of the pictures and in any panel over it, is shown on the control it presses."""

import pytest

from dealer_app.screens.actions import SetInput
from dealer_app.screens.input_state import Panel
from dealer_app.screens.key_input import ENTER, handle_key
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage

EVERYWHERE = ("bets-totals", "tai-sai-betting", "opening-limits", "sign-in")
"""Scenes over which every panel is opened."""


def wrong_step(stage: SceneStage) -> list[tuple[str, str]]:
    """What Enter presses without showing it, or shows without doing it, unless it waits."""
    assert stage.screen is not None
    control = handle_key(stage.screen, stage.desk._input_state, ENTER).control
    if control is None:
        return []
    unshown = control.act is not None and control.key != ENTER
    return [(control.name, control.label.first)] if unshown else []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_enter_is_shown_on_what_it_presses(scene: Scene) -> None:
    stage = SceneStage(scene)
    stage.show_screen()
    found = wrong_step(stage)
    if scene.name in EVERYWHERE:
        for panel in Panel:
            stage.desk.press(SetInput(scene.input_state.replace(panel=panel)))
            found += wrong_step(stage)
            stage.desk.press(SetInput(scene.input_state.replace(panel=panel, writes="badge-in-charge")))
            found += wrong_step(stage)
    assert not found
