"""A screen in a house that has just been begun, with its people, for the tests of what the house shows."""

from collections.abc import Iterator

import pytest

from dealer_app.people.events import FolderKind
from dealer_app.people.pin_work import PinWork
from dealer_app.screens.actions import FoundHouse, SignIn
from tests.support.house_screen import HouseScreen
from tests.support.signers import DEALER, FOUNDERS, QUICK


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


@pytest.fixture
def fresh(pins: PinWork) -> HouseScreen:
    """Nobody is known yet; what is begun here becomes a demonstration."""
    return HouseScreen(pins)


@pytest.fixture
def begun(pins: PinWork) -> HouseScreen:
    """A demonstration, nobody signed in."""
    return HouseScreen(pins).begins()


@pytest.fixture
def screen(begun: HouseScreen) -> HouseScreen:
    """A demonstration, the dealer signed in."""
    return begun.begins_session("D1", "482913")


@pytest.fixture
def without_manager(fresh: HouseScreen) -> HouseScreen:
    """A demonstration of two people alone, as it was begun before it had a manager, the dealer signed in."""
    assert fresh.does(FoundHouse(kind=FolderKind.DEMO, people=FOUNDERS)) is None
    assert fresh.does(SignIn(DEALER)) is None
    return fresh


@pytest.fixture
def live(pins: PinWork) -> HouseScreen:
    """A live house, a manager signed in."""
    return HouseScreen(pins, demo=False).begins().begins_session("M1", "482913")
