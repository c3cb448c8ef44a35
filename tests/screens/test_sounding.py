"""When something sounds: the six cues, what each goes with and what it does not go with; and nothing when muted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Control, ScreenText, Tone
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.screen import Cue, Overlay, PageStage, Screen, TopBarCell
from dealer_app.screens.sounds import AlarmSounds, choose_cue
from dealer_app.station.supervisor.alarms import AlarmSignals
from tests.screens import cues
from tests.screens.desk_session import BETS, CLOSED, DeskSession, run_desk
from tests.screens.supervisor.room_scenes import open_room
from tests.screens.test_supervisor_pages import FOUND
from tests.support.scenes import Scene, SceneStage

OPEN = "place your bets\n"


def _cards(*cards: str) -> Callable[[DeskSession], None]:
    def does(at: DeskSession) -> None:
        for card in cards:
            at.draws(card)
            at.desk.show()

    return does


def _holds(**changes: object) -> Callable[[DeskSession], None]:
    return lambda at: at.desk.press(SetInput(at.input_state.replace(**changes)))


def _nothing(at: DeskSession) -> None:
    at.house.clock.wait(1_000_000)
    at.desk.refresh()


def _refused(at: DeskSession) -> None:
    at.desk._refusal = Refusal(code="not-now", clause="3.8")
    at.desk.show()


def _language(at: DeskSession) -> None:
    at.desk.press(SetInput(at.input_state.replace(picks={"looks": "language=zh-Hans"})))


WHOSE = {"bettor": SEATED, "seat": 3, "area": Area("player")}
FITTING = InputState().replace(**WHOSE)


@pytest.mark.parametrize(
    ("script", "first", "does", "heard"),
    [
        pytest.param(CLOSED, None, _cards("2S"), [Cue.TAKEN], id="a card, and another one to draw"),
        pytest.param(CLOSED, None, _cards("2S", "3H", "2D"), [Cue.TAKEN] * 3, id="each card"),
        pytest.param(f"{CLOSED}card 9S\ncard 2H\ncard KD\n", None, _cards("3C"), [Cue.YOUR_TURN], id="the last card"),
        pytest.param(OPEN, None, _holds(seat=3), [Cue.TAKEN], id="a seat"),
        pytest.param(OPEN, FITTING, _holds(digits="100000"), [Cue.YOUR_TURN], id="an amount that can be placed"),
        pytest.param(OPEN, None, _refused, [Cue.REFUSED], id="a refusal"),
        pytest.param(BETS, None, _nothing, [], id="time"),
        pytest.param(BETS, None, _language, [], id="another language"),
    ],
)
def test_what_happens_at_the_table_sounds(
    script: str, first: InputState | None, does: Callable[[DeskSession], None], heard: list[Cue]
) -> None:
    found, muted = _heard(script, first, does, Looks()), _heard(script, first, does, Looks(sound=False))
    assert found == heard
    assert muted == []


def _heard(script: str, first: InputState | None, does: Callable[[DeskSession], None], looks: Looks) -> list[Cue]:
    sounded: list[Cue] = []

    async def sitting(at: DeskSession) -> None:
        at.desk._looks = looks
        if first is not None:
            at.holds(first)
        at.desk.show()
        at.desk._window = replace(at.desk._window, play_sound=sounded.append)
        does(at)

    run_desk(script, sitting)
    return sounded


def _screen() -> Screen:
    found: list[Screen] = []

    async def sitting(at: DeskSession) -> None:
        found.append(at.desk.screen)

    run_desk(CLOSED, sitting)
    return found[0]


def _with_lamp(screen: Screen, tone: Tone) -> Screen:
    cell = TopBarCell(name="lamp:shoe", caption=ScreenText("Shoe"), value="", lamp=tone)
    return replace(screen, top_bar=replace(screen.top_bar, right=(cell,)))


def test_a_lamp_that_leaves_ready_sounds_and_one_that_comes_back_does_not() -> None:
    ready, lost = (_with_lamp(_screen(), tone) for tone in (Tone.GOOD, Tone.STOP))
    assert choose_cue(ready, lost, refused=False) is Cue.DEVICE
    assert choose_cue(lost, ready, refused=False) is None
    assert choose_cue(lost, lost, refused=False) is None


def test_an_irregularity_sounds_once_and_over_a_lamp() -> None:
    ready = _with_lamp(_screen(), Tone.GOOD)
    stopped = replace(_with_lamp(ready, Tone.STOP), stage=PageStage(title=ScreenText("Stop"), tone=Tone.ATTENTION))
    assert choose_cue(ready, stopped, refused=False) is Cue.STOP
    assert choose_cue(stopped, stopped, refused=False) is None


def _sounds_in_room(*, finding: bool, opens: bool = True) -> list[Cue]:
    """What sounds where the display is lost, and perhaps the order of a shoe is found, and the room is opened."""
    stage = open_room(Scene(name="sounding", rounds_before=4)) if opens else SceneStage(Scene(name="sounding"))
    heard: list[Cue] = []
    stage.desk._window = replace(stage.desk._window, play_sound=heard.append)
    stage.desk.show()
    if finding:
        stage.house.station.record(FOUND)
    stage.house.station.alarms.read_signals = lambda: AlarmSignals(display_lost=True)
    stage.house.station.alarms.check()
    for _ in range(3):
        stage.desk.show()
    return [cue for cue in heard if cue in (Cue.DEVICE, Cue.STOP)]


def test_an_alarm_falls_once_and_a_finding_of_the_shoes_order_three_times_in_the_room_alone() -> None:
    assert _sounds_in_room(finding=False) == [Cue.DEVICE]
    assert _sounds_in_room(finding=True) == [Cue.STOP]
    assert _sounds_in_room(finding=True, opens=False) == []


def test_an_alarm_sounds_again_when_its_shelf_ends() -> None:
    stage = open_room(Scene(name="sounding", rounds_before=4))
    station, clock = stage.house.station, stage.house.clock
    station.alarms.read_signals = lambda: AlarmSignals(display_lost=True)
    station.alarms.check()
    sounds = AlarmSounds()
    assert sounds.find_cue(stage.desk._context()) is Cue.DEVICE
    (number,) = station.state.alarms.open
    shelved = station.alarms.shelve(
        stage.house.begin_session("M1", terminal="office"), number, "monitor is changed", 30
    )
    stage.house.check_done(shelved)
    assert sounds.find_cue(stage.desk._context()) is None
    clock.wait(31 * 60_000_000)
    assert sounds.find_cue(stage.desk._context()) is Cue.DEVICE
    assert sounds.find_cue(stage.desk._context()) is None


def test_the_first_picture_makes_no_sound() -> None:
    assert choose_cue(None, _screen(), refused=False) is None


def test_a_panel_whose_next_step_becomes_possible_is_your_turn() -> None:
    """The table under it has not changed."""
    table = _screen()
    waits, possible = (_with_panel(table, act) for act in (None, SetInput(InputState())))
    assert choose_cue(waits, possible, refused=False) is Cue.YOUR_TURN


def _with_panel(screen: Screen, act: SetInput | None) -> Screen:
    control = Control(name="compare", label=ScreenText("Compare"), act=act)
    return replace(screen, overlay=Overlay(name=Panel.APPROVAL.value, title=ScreenText("Approval"), primary=control))


def test_the_sounds_are_those_that_their_script_makes(tmp_path: Path) -> None:
    assert set(cues.CUES) == set(Cue)
    cues.write(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in cues.FOLDER.glob("*.wav")}
