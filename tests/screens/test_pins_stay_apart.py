"""A PIN that is keyed goes into what it confirms and nowhere else: no text, choice or entry of any screen has it."""

from collections.abc import Iterator

import pytest

from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.screens.actions import SetInput
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.key_input import block_controls, page_controls
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import PageStage
from tests.support.house_screen import HouseScreen
from tests.support.screen_contexts import make_context
from tests.support.script_states import state_changes
from tests.support.signers import QUICK
from tests.support.traces import read_scripts

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


def _keyed(context: ScreenContext) -> Iterator[ScreenContext]:
    """Each panel, with a PIN in every entry, while one or another is written in."""
    badges = {name.replace("pin", "badge", 1): "S1" for name in NAMES}
    for panel in Panel:
        for writes in ("", *NAMES):
            input_state = InputState(panel=panel, pins=PINS, texts=badges, writes=writes, confirming="stop-station")
            yield replace(context, input_state=input_state)


def _tells_no_pin(context: ScreenContext) -> None:
    for keyed in _keyed(context):
        made = build_screen(keyed)
        assert DIGITS not in repr(made), (keyed.input_state.panel, keyed.input_state.writes)
        page = page_controls(made.stage) if isinstance(made.stage, PageStage) else ()
        lies_over = () if made.overlay is None else (*made.overlay.left_column, *made.overlay.right_column)
        for control in (*block_controls(made.rail.work), *block_controls(lies_over), *page):
            if isinstance(control.act, SetInput):
                held = control.act.input_state
                assert DIGITS[:-1] not in repr((held.texts, held.picks, held.digits, held.framed)), control.name


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


def test_at_the_first_run_at_signing_in_and_at_an_opening(pins: PinWork) -> None:
    house = HouseScreen(pins)
    _tells_no_pin(house.context)
    house.begins()
    _tells_no_pin(house.context)
    house.begins_session("D1", "482913")
    _tells_no_pin(house.context)
    house.opens()
    _tells_no_pin(house.context)


def test_in_a_live_house_where_two_confirm(pins: PinWork) -> None:
    _tells_no_pin(HouseScreen(pins, demo=False).begins().begins_session("M1", "482913").context)


def test_wherever_somebody_signs_for_a_case() -> None:
    kinds = set()
    for script in read_scripts():
        for rules, state in state_changes(script):
            waiting = type(state.cases[-1].needs[0]) if state.cases else None
            if waiting not in kinds:
                kinds.add(waiting)
                _tells_no_pin(make_context(rules, state))
    assert len(kinds) > 1
