"""A PIN that is keyed goes into what it confirms and nowhere else: no text, choice or entry of any screen has it."""

from collections.abc import Iterator

import pytest

from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.screen import Page
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.walking import of_blocks, of_page
from tests.support.house_screen import QUICK, HouseScreen
from tests.support.mending_screens import seen
from tests.support.script_states import turning_points
from tests.support.traces import scripts

DIGITS = "907143"
NAMES = (
    "pin",
    "pin-1",
    "pin-1-again",
    "pin-2",
    "pin-own",
    "pin-opens",
    "pin-second",
    "pin-third",
    "pin-in-charge",
    "pin-incoming",
    "pin-stops",
    "pin-assigns",
)
PINS = {name: Pin(DIGITS) for name in NAMES}


def _keyed(seeing: Seeing) -> Iterator[Seeing]:
    """Each panel, with a PIN in every entry, while one or another is written in."""
    badges = {name.replace("pin", "badge", 1): "S1" for name in NAMES}
    for panel in Panel:
        for writes in ("", *NAMES):
            fingers = Fingers(panel=panel, pins=PINS, texts=badges, writes=writes, confirming="stop-station")
            yield replace(seeing, fingers=fingers)


def _tells_no_pin(seeing: Seeing) -> None:
    for keyed in _keyed(seeing):
        made = screen(keyed)
        assert DIGITS not in repr(made), (keyed.fingers.panel, keyed.fingers.writes)
        page = of_page(made.stage) if isinstance(made.stage, Page) else ()
        lies_over = () if made.overlay is None else (*made.overlay.left_column, *made.overlay.right_column)
        for control in (*of_blocks(made.rail.work), *of_blocks(lies_over), *page):
            if isinstance(control.act, Change):
                held = control.act.fingers
                assert DIGITS[:-1] not in repr((held.texts, held.picks, held.digits, held.framed)), control.name


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


def test_at_the_first_run_at_signing_in_and_at_an_opening(pins: PinWork) -> None:
    house = HouseScreen(pins)
    _tells_no_pin(house.seeing)
    house.begins()
    _tells_no_pin(house.seeing)
    house.signs_in("D1", "482913")
    _tells_no_pin(house.seeing)
    house.opens()
    _tells_no_pin(house.seeing)


def test_in_a_live_house_where_two_confirm(pins: PinWork) -> None:
    _tells_no_pin(HouseScreen(pins, demo=False).begins().signs_in("M1", "482913").seeing)


def test_wherever_somebody_signs_for_a_case() -> None:
    kinds = set()
    for script in scripts():
        for rules, state in turning_points(script):
            waiting = type(state.cases[-1].needs[0]) if state.cases else None
            if waiting not in kinds:
                kinds.add(waiting)
                _tells_no_pin(seen(rules, state))
    assert len(kinds) > 1
