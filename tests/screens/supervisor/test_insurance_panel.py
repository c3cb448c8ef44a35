"""Insurance is left out at a private table and offered again, in the room between rounds (Insurance Plus 4.2.2)."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.input_state import NO_INPUT, Panel
from tests.screens.supervisor.room_scenes import control, open_room
from tests.support.rounds import INSURANCE, V4
from tests.support.scenes import Scene, SceneStage
from tests.support.screen_checks import check_screen

BETWEEN = Scene(name="between", game=INSURANCE, rounds_before=2)


def open_tool(stage: SceneStage, name: str) -> None:
    stage.desk.press(control(stage.desk.screen, "tools:turn").act)  # type: ignore[arg-type]
    stage.desk.press(control(stage.desk.screen, name).act)  # type: ignore[arg-type]
    check_screen(stage.desk.screen)


def press(stage: SceneStage, *names: str) -> None:
    for name in names:
        act = control(stage.desk.screen, name).act
        assert act is not None, name
        stage.desk.press(act)


@pytest.mark.clause(INSURANCE, "4.2.2")
def test_it_waits_for_both_to_be_said_and_then_asks_for_no_pin() -> None:
    stage = open_room(BETWEEN)
    open_tool(stage, "tool:insurance")
    assert control(stage.desk.screen, "change-insurance").act is None, "nothing is to change yet"
    press(stage, "insurance-shown:not-offered")
    waits = control(stage.desk.screen, "change-insurance")
    assert (waits.act, waits.waits.first) == (None, "First tick both: a guest asks for it, and the notice hangs")
    stage.desk.press_key("1")
    assert control(stage.desk.screen, "change-insurance").act is None
    stage.desk.press_key("2")
    act = control(stage.desk.screen, "change-insurance").act
    assert isinstance(act, SendCommand)
    assert act.by is None, "who is in the room is signed in"
    command = act.command
    assert isinstance(command, commands.ChangeInsurance)
    assert (command.shown, command.is_private, command.has_notice) == (InsuranceShown.NOT_OFFERED, True, True)


def test_it_is_offered_again_without_a_tick_and_the_notice_comes_down() -> None:
    off = Scene(
        name="off", game=INSURANCE, script="as pit_supervisor Supervisor-1 insurance shown not-offered private notice\n"
    )
    stage = open_room(off)
    open_tool(stage, "tool:insurance")
    press(stage, "insurance-shown:lammer")
    assert "Take the notice down" in str(stage.desk.screen.overlay)
    act = control(stage.desk.screen, "change-insurance").act
    assert isinstance(act, SendCommand)
    assert act.command == commands.ChangeInsurance(by=act.command.by, at=0, shown=InsuranceShown.LAMMER)


@pytest.mark.parametrize(
    ("scene", "why"),
    [
        (Scene(name="v4", game=V4, rounds_before=1), "not in this game"),
        (Scene(name="on", game=INSURANCE, script="place your bets\n"), "between rounds only"),
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_the_tool_is_dashed_and_says_why(scene: Scene, why: str) -> None:
    stage = open_room(scene)
    press(stage, "tools:turn")
    tool = control(stage.desk.screen, "tool:insurance")
    assert (tool.act, tool.waits.first) == (None, why)


def test_a_dealer_who_comes_to_it_needs_a_supervisor() -> None:
    stage = open_room(BETWEEN)
    stage.house.station.people.end_session(stage.desk._context().terminal)
    stage.desk.show()
    stage.desk._input_state = NO_INPUT.replace(panel=Panel.INSURANCE)
    stage.desk.show()
    assert control(stage.desk.screen, "change-insurance").act is None
    assert "pin-decides-insurance" in str(stage.desk.screen.overlay)
