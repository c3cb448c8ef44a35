"""What is checked before a table opens: the devices, whose lines can be tested, and what two people still confirm."""

from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.screens import presenter
from dealer_app.screens.actions import CheckDevices
from dealer_app.screens.blocks import HeadingBlock, RowsBlock, Tone
from dealer_app.screens.house.table_opening import check_blocks
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.round.top_bar import lamp_cells
from dealer_app.screens.screen import StepState
from tests.support.house_screen import HouseScreen
from tests.support.rounds import TAI_SAI, V4


def test_the_devices_are_tested_by_a_key_and_the_time_of_it_is_told(screen: HouseScreen) -> None:
    context = replace(screen.context, now_text="21:47:08")
    act = next(
        control.act for control in screen_controls(presenter.build_screen(context)) if control.name == "test-devices"
    )
    assert isinstance(act, CheckDevices)
    heading = check_blocks(replace(context, input_state=act.then))[0]
    assert isinstance(heading, HeadingBlock)
    assert heading.right == "tested 21:47:08"


def test_what_has_not_been_heard_yet_is_not_called_lost(screen: HouseScreen) -> None:
    rows = {row.name: row for block in screen.blocks() if isinstance(block, RowsBlock) for row in block.rows}
    assert rows["device:shoe"].right == "No signal yet"
    lamp = next(cell for cell in lamp_cells(screen.context) if cell.name == "lamp:shoe")
    assert (lamp.value, lamp.lamp) == ("Waiting", Tone.ATTENTION)


def test_what_two_people_are_asked_to_confirm_is_the_step_that_is_now(pins: PinWork) -> None:
    live = HouseScreen(pins, demo=False)
    live.begins().begins_session("M1", "482913")
    seen = []
    for _ in range(2):
        seen.append(_now(live))
        live.types("badge-second", "M2").types("pin-second", "730264").enter()
    assert [*seen, _now(live)] == ["Rule readings", "Limits", "Open table"]


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
