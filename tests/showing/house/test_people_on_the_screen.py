"""The first run and signing in on the screen: two people, each with a PIN of his own, and nobody is listed."""

from collections.abc import Iterator

import pytest

from dealer_app.people.events import Kind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.positions import Position
from tests.support.house_screen import QUICK, HouseScreen


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


@pytest.mark.parametrize("demo", [True, False])
def test_two_people_begin_by_the_keyboard_alone(pins: PinWork, demo: bool) -> None:
    screen = HouseScreen(pins, demo=demo).begins()
    people = screen.station.state.people
    assert people.kind is (Kind.DEMO if demo else Kind.LIVE)
    held = {account.position for account in people.accounts.values()}
    assert held == ({Position.DEALER, Position.PIT_SUPERVISOR} if demo else {Position.PIT_MANAGER})
    assert {account.name for account in people.accounts.values()} <= {
        "Dealer 1",
        "Supervisor 1",
        "Manager 1",
        "Manager 2",
    }
