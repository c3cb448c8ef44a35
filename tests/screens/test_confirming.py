"""What is grave is pressed twice, and nothing else in between; a double tap is one press, and Enter none."""

from collections.abc import Iterator
from itertools import product

import pytest

from dealer_app.domain.values import replace
from dealer_app.people.pins import Pin
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Control, Weight
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.key_input import DEBOUNCE_MILLISECONDS, page_controls, screen_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import PageStage, Screen
from tests.screens.desk_session import DeskSession, run_desk
from tests.screens.irregularity_screens import ROLES
from tests.support.screen_contexts import make_context
from tests.support.script_states import state_changes
from tests.support.traces import read_scripts

GRAVE = "stop-station"
LATER = DEBOUNCE_MILLISECONDS
SIGNED = NO_INPUT.replace(picks={"effect": "void", "reason": "own"}, texts={"reason": "x"}, pins={"pin": Pin("730264")})
MENU = NO_INPUT.replace(panel=Panel.MENU)


def press(at: DeskSession, name: str) -> None:
    control = next(each for each in screen_controls(at.desk.screen) if each.name == name)
    assert control.act is not None
    at.desk.press(control.act, name)


def is_running(at: DeskSession) -> bool:
    return at.station.state.running


async def begun(at: DeskSession) -> None:
    """Pressed once, and long enough ago to be pressed again."""
    at.pins.right()
    at.holds(MENU)
    press(at, GRAVE)
    await at.idle()
    signed = at.input_state.with_text("badge-stops", at.supervisor.badge).with_pin("pin-stops", at.supervisor.pin)
    at.holds(signed)
    assert at.input_state.confirming == GRAVE
    at.now += LATER


def armed(shown: Screen) -> list[str]:
    return [each.name for each in screen_controls(shown) if each.is_armed]


def test_it_is_done_at_the_second_press() -> None:
    async def does(at: DeskSession) -> None:
        assert not armed(at.desk.screen)
        await begun(at)
        assert armed(at.desk.screen) == [GRAVE]
        press(at, GRAVE)
        await at.idle()
        assert not is_running(at)

    run_desk("", does)


@pytest.mark.assurance("A4")
def test_the_second_touch_of_a_double_tap_confirms_nothing() -> None:
    async def does(at: DeskSession) -> None:
        await begun(at)
        at.now -= 1
        press(at, GRAVE)
        await at.idle()
        assert is_running(at)
        assert at.input_state.confirming == GRAVE, "it still waits"
        at.now += 1
        press(at, GRAVE)
        await at.idle()
        assert not is_running(at)

    run_desk("", does)


@pytest.mark.parametrize("name", ["close", "open:keys"])
def test_who_presses_something_else_has_not_confirmed(name: str) -> None:
    async def does(at: DeskSession) -> None:
        await begun(at)
        press(at, name)
        await at.idle()
        assert not at.input_state.confirming
        at.holds(MENU)
        press(at, GRAVE)
        await at.idle()
        assert is_running(at)

    run_desk("", does)


def test_who_touches_the_table_or_types_has_not_confirmed() -> None:
    async def does(at: DeskSession) -> None:
        await begun(at)
        for other in (
            at.input_state.replace(seat=3),
            at.input_state.with_text("reason", "x"),
            at.input_state.replace(digits="5"),
        ):
            at.holds(at.input_state.replace(confirming=""))
            at.holds(at.input_state.replace(confirming=GRAVE))
            at.holds(replace(other, confirming=GRAVE))
            assert not at.input_state.confirming

    run_desk("", does)


def test_who_signs_may_be_keyed_meanwhile() -> None:
    """A stop asks for badge and PIN once it was pressed."""

    async def does(at: DeskSession) -> None:
        await begun(at)
        at.holds(at.input_state.replace(writes="badge-stops"))
        at.holds(at.input_state.with_text("badge-stops", "S1"))
        at.holds(at.input_state.with_pin("pin-stops", Pin("7")))
        assert at.input_state.confirming == GRAVE

    run_desk("", does)


def test_nor_has_who_gives_another_act() -> None:
    async def does(at: DeskSession) -> None:
        await begun(at)
        at.desk.press(at.desk.screen.rail.primary.act or pytest.fail("nothing to do"), "another")
        assert not at.input_state.confirming

    run_desk("", does)


def test_nor_has_who_leaves_it_standing() -> None:
    async def does(at: DeskSession) -> None:
        await begun(at)
        at.house.clock.wait(61_000_000)
        at.desk.refresh()
        assert not at.input_state.confirming

    run_desk("", does)


def test_enter_is_never_the_second_press() -> None:
    async def does(at: DeskSession) -> None:
        await begun(at)
        at.desk.press_key("Enter")
        await at.idle()
        assert is_running(at)

    run_desk("", does)


def _grave(context: ScreenContext) -> Iterator[Control]:
    made = build_screen(context)
    page = page_controls(made.stage) if isinstance(made.stage, PageStage) else ()
    yield from (
        each for each in (*screen_controls(made), *page) if each.weight is Weight.GRAVE and each.act is not None
    )


def test_every_grave_control_of_every_script_changes_nothing_but_the_screen_at_first() -> None:
    """And what it changes is that its name is waited for, by which a double tap is known."""
    moments: set[object] = set()
    met: set[str] = set()
    for script in read_scripts():
        for rules, state in state_changes(script):
            waiting = type(state.cases[-1].needs[0]) if state.cases else None
            moment = waiting, state.round is None
            if moment in moments:
                continue
            moments.add(moment)
            for panel, badge in product((Panel.NONE, Panel.MENU, Panel.CLOSING, Panel.APPROVAL), ROLES.values()):
                input_state = replace(SIGNED, panel=panel).with_text("badge", badge).with_text("badge-closer", badge)
                input_state = input_state.with_pin("pin-closer", Pin("730264"))
                for control in _grave(replace(make_context(rules, state), input_state=input_state)):
                    met.add(control.name)
                    assert isinstance(control.act, SetInput), control.name
                    assert control.act.input_state.confirming == control.name
    assert met >= {"refuse", "rule-void", "void-round"}
