"""Scenes of a table with a supervisor in the room over them."""

from collections.abc import Iterator

from dealer_app.domain.round.state import Person
from dealer_app.domain.values import replace
from dealer_app.people.positions import Position
from dealer_app.screens.blocks import Control, ListRow, RowsBlock
from dealer_app.screens.input_state import Panel
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import PageStage, Screen
from dealer_app.station.supervisor.supervisor_desks import room_terminal
from tests.support.desk_settings import TERMINAL
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage

SCENE = {scene.name: scene for scene in SCENES}


def open_room(scene: Scene, *, compact: bool = False) -> SceneStage:
    """The scene with a supervisor in the room over it."""
    stage = SceneStage(scene)
    stage.house.person_proof(Person("Supervisor-1", "pit_supervisor"))
    accounts = stage.house.station.state.people.accounts
    badge = next(badge for badge, each in accounts.items() if each.position is Position.PIT_SUPERVISOR)
    stage.house.begin_session(badge, terminal=room_terminal(TERMINAL))
    stage.desk._window = replace(stage.desk._window, is_compact=lambda: compact)
    stage.desk.show()
    return stage


def page_rows(screen: Screen) -> Iterator[ListRow]:
    assert isinstance(screen.stage, PageStage)
    for column in screen.stage.columns:
        for block in column:
            if isinstance(block, RowsBlock):
                yield from block.rows


def panel_shown(stage: SceneStage) -> Panel:
    return stage.desk._input_state.panel


def control(screen: Screen, name: str) -> Control:
    return next(each for each in screen_controls(screen) if each.name == name)
