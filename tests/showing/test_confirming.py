"""What is grave is pressed twice, and nothing else in between; a double tap is one press, and Enter none."""

from collections.abc import Iterator
from itertools import product

import pytest

from dealer_app.domain.values import replace
from dealer_app.people.pins import Pin
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.deafness import DEAF_MILLISECONDS
from dealer_app.showing.fingers import NOTHING, Panel
from dealer_app.showing.screen import Page, Screen
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.walking import controls, of_page
from tests.support.mending_screens import ROLES, seen
from tests.support.script_states import turning_points
from tests.support.sitting import Sitting, sits
from tests.support.traces import scripts

GRAVE = "close-table"
LATER = DEAF_MILLISECONDS
SIGNED = NOTHING.but(picks={"effect": "void", "reason": "own"}, texts={"reason": "x"}, pins={"pin": Pin("730264")})
MENU = NOTHING.but(panel=Panel.MENU)


def press(at: Sitting, name: str) -> None:
    control = next(each for each in controls(at.desk.screen) if each.name == name)
    assert control.act is not None
    at.desk.press(control.act, name)


def is_open(at: Sitting) -> bool:
    return at.station.state.table.table is not None


async def begun(at: Sitting) -> None:
    """Pressed once, and long enough ago to be pressed again."""
    at.holds(MENU)
    press(at, GRAVE)
    await at.idle()
    assert at.fingers.confirming == GRAVE
    at.now += LATER


def armed(shown: Screen) -> list[str]:
    return [each.name for each in controls(shown) if each.armed]


def test_it_is_done_at_the_second_press() -> None:
    async def does(at: Sitting) -> None:
        assert not armed(at.desk.screen)
        await begun(at)
        assert armed(at.desk.screen) == [GRAVE]
        press(at, GRAVE)
        await at.idle()
        assert not is_open(at)

    sits("", does)


@pytest.mark.assurance("A4")
def test_the_second_touch_of_a_double_tap_confirms_nothing() -> None:
    async def does(at: Sitting) -> None:
        await begun(at)
        at.now -= 1
        press(at, GRAVE)
        await at.idle()
        assert is_open(at)
        assert at.fingers.confirming == GRAVE, "it still waits"
        at.now += 1
        press(at, GRAVE)
        await at.idle()
        assert not is_open(at)

    sits("", does)


@pytest.mark.parametrize("name", ["looks:theme:bright", "looks:sound:off", "open:limits"])
def test_who_presses_something_else_has_not_confirmed(name: str) -> None:
    async def does(at: Sitting) -> None:
        await begun(at)
        press(at, name)
        await at.idle()
        assert not at.fingers.confirming
        at.holds(MENU)
        press(at, GRAVE)
        await at.idle()
        assert is_open(at)

    sits("", does)


def test_who_touches_the_table_or_types_has_not_confirmed() -> None:
    async def does(at: Sitting) -> None:
        await begun(at)
        for other in (at.fingers.but(seat=3), at.fingers.typed("reason", "x"), at.fingers.but(digits="5")):
            at.holds(at.fingers.but(confirming=""))
            at.holds(at.fingers.but(confirming=GRAVE))
            at.holds(replace(other, confirming=GRAVE))
            assert not at.fingers.confirming

    sits("", does)


def test_who_signs_may_be_keyed_meanwhile() -> None:
    """A stop asks for badge and PIN once it was pressed."""

    async def does(at: Sitting) -> None:
        await begun(at)
        at.holds(at.fingers.but(writes="badge-stops"))
        at.holds(at.fingers.typed("badge-stops", "S1"))
        at.holds(at.fingers.secretly("pin-stops", Pin("7")))
        assert at.fingers.confirming == GRAVE

    sits("", does)


def test_nor_has_who_gives_another_act() -> None:
    async def does(at: Sitting) -> None:
        await begun(at)
        at.desk.press(at.desk.screen.rail.primary.act or pytest.fail("nothing to do"), "another")
        assert not at.fingers.confirming

    sits("", does)


def test_nor_has_who_leaves_it_standing() -> None:
    async def does(at: Sitting) -> None:
        await begun(at)
        at.house.clock.wait(61_000_000)
        at.desk.changed()
        assert not at.fingers.confirming

    sits("", does)


def test_enter_is_never_the_second_press() -> None:
    async def does(at: Sitting) -> None:
        await begun(at)
        at.desk.key("Enter")
        await at.idle()
        assert is_open(at)

    sits("", does)


def _grave(seeing: Seeing) -> Iterator[Control]:
    made = screen(seeing)
    page = of_page(made.stage) if isinstance(made.stage, Page) else ()
    yield from (each for each in (*controls(made), *page) if each.weight is Weight.GRAVE and each.act is not None)


def test_every_grave_control_of_every_script_changes_nothing_but_the_screen_at_first() -> None:
    """And what it changes is that its name is waited for, by which a double tap is known."""
    moments: set[object] = set()
    met: set[str] = set()
    for script in scripts():
        for rules, state in turning_points(script):
            waiting = type(state.cases[-1].needs[0]) if state.cases else None
            moment = waiting, state.round is None
            if moment in moments:
                continue
            moments.add(moment)
            for panel, badge in product((Panel.NONE, Panel.MENU, Panel.APPROVAL), ROLES.values()):
                fingers = replace(SIGNED, panel=panel).typed("badge", badge)
                for control in _grave(replace(seen(rules, state), fingers=fingers)):
                    met.add(control.name)
                    assert isinstance(control.act, Change), control.name
                    assert control.act.fingers.confirming == control.name
    assert met >= {"close-table", "refuse", "rule-void", "void-round"}
