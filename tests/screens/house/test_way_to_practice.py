"""A demonstration leads to practice while no table is open; a live house never does."""

import pytest

from dealer_app.people.pin_work import PinWork
from dealer_app.screens.actions import Practise
from dealer_app.screens.house.first_run import first_run_rail
from dealer_app.screens.house.menu import demo_ribbon
from dealer_app.screens.key_input import page_controls
from tests.support.house_screen import HouseScreen


@pytest.mark.parametrize("demo", [True, False])
def test_only_a_demonstration_without_an_open_table_leads_to_practice(pins: PinWork, demo: bool) -> None:
    screen = HouseScreen(pins, demo=demo)
    ribbon = demo_ribbon(screen.context)
    ways = [] if ribbon is None else [each.key for each in ribbon.controls if isinstance(each.act, Practise)]
    assert ways == (["F12"] if demo else [])


def test_an_open_table_has_its_devices_in_place_of_practice(screen: HouseScreen) -> None:
    screen.opens()
    ribbon = demo_ribbon(screen.context)
    assert ribbon is not None
    assert ribbon.controls
    assert not any(isinstance(each.act, Practise) for each in ribbon.controls)


def test_the_first_page_of_a_demonstration_offers_practice_and_that_of_a_live_house_does_not(pins: PinWork) -> None:
    for demo in (True, False):
        context = HouseScreen(pins, demo=demo).context
        page = first_run_rail(context).page
        assert page is not None
        there = [control.name for control in page_controls(page)]
        assert ("practise-now" in there) is demo
