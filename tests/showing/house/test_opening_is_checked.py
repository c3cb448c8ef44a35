"""What is checked before a table opens: the devices, whose lines can be tested, and what two people still confirm."""

from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.showing import screen_of
from dealer_app.showing.acts import CheckDevices
from dealer_app.showing.blocks import Heading, Rows
from dealer_app.showing.house.opening_checks import checks
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.lamps import lamps
from dealer_app.showing.screen import StepState
from dealer_app.showing.walking import controls
from tests.support.house_screen import HouseScreen
from tests.support.rounds import TAI_SAI, V4


def test_the_devices_are_tested_by_a_key_and_the_time_of_it_is_told(screen: HouseScreen) -> None:
    seeing = replace(screen.seeing, now_text="21:47:08")
    act = next(control.act for control in controls(screen_of.screen(seeing)) if control.name == "test-devices")
    assert isinstance(act, CheckDevices)
    heading = checks(replace(seeing, fingers=act.then))[0]
    assert isinstance(heading, Heading)
    assert heading.right == "tested 21:47:08"


def test_what_has_not_been_heard_yet_is_not_called_lost(screen: HouseScreen) -> None:
    rows = {row.name: row for block in screen.blocks() if isinstance(block, Rows) for row in block.rows}
    assert rows["device:shoe"].right == "Not heard yet"
    lamp = next(cell for cell in lamps(screen.seeing) if cell.name == "lamp:shoe")
    assert (lamp.value, lamp.lamp) == ("Waiting", Tone.ATTENTION)


def test_what_two_people_are_asked_to_confirm_is_the_step_that_is_now(pins: PinWork) -> None:
    live = HouseScreen(pins, demo=False)
    live.begins().signs_in("M1", "482913")
    seen = []
    for _ in range(2):
        seen.append(_now(live))
        live.types("badge-second", "M2").types("pin-second", "730264").enter()
    assert [*seen, _now(live)] == ["Readings", "Limits", "Open table"]


def _now(screen: HouseScreen) -> str:
    (step,) = (step for step in screen.part.track if step.state is StepState.NOW)
    return step.label.first


def test_a_game_without_seats_is_seen_from_no_side(screen: HouseScreen) -> None:
    screen.touches(f"game:{TAI_SAI}", "leaf:table")
    names = [f"looks:{name}:{value}" for name in ("turned", "by-area") for value in ("on", "off")]
    assert all(screen.control(name).act is None for name in names)


def test_the_letters_of_layouts_that_are_not_in_a_row_are_told_one_by_one(screen: HouseScreen) -> None:
    assert screen.control(f"game:{TAI_SAI}").sub.first.endswith("A, C, E")
    assert screen.control(f"game:{V4}").sub.first.endswith("A\N{EN DASH}R")
