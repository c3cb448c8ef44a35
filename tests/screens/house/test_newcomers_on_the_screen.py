"""Somebody is added from the window, by two people, and keys a PIN of his own; or is given a new one."""

from dealer_app.people.positions import Position
from dealer_app.screens.input_state import Panel
from tests.support.house_screen import HouseScreen

CHIEF = "617302"


def keys_a_newcomer(screen: HouseScreen) -> HouseScreen:
    screen.touches("position-of-account:shift-manager")
    for text in ("M9", "Manager 9", CHIEF, CHIEF):
        screen.keys(text).enter()
    return screen


def test_a_demonstration_gets_its_shift_manager_by_its_two_people(screen: HouseScreen) -> None:
    """By the keyboard; the PIN that was keyed is his, and he signs in with it."""
    keys_a_newcomer(screen.touches_menu("open:people")).keys("S1").enter().keys("730264").enter()
    account = screen.station.state.people.accounts["M9"]
    assert (account.name, account.position) == ("Manager 9", Position.SHIFT_MANAGER)
    screen.touches_menu("sign-out").touches("sign-out").begins_session("M9", CHIEF)
    assert screen.context.current_account == account


def test_who_has_been_signed_in_for_long_keys_his_pin_again_first(screen: HouseScreen) -> None:
    """Otherwise a house of two people could add nobody once the first minutes are over."""
    screen.clock.wait(180_000_000)
    screen.touches_menu("open:people")
    assert screen.primary.name == "own-pin"
    screen.keys("482913").enter()
    assert screen.panel() is Panel.PEOPLE
    keys_a_newcomer(screen).keys("S1").enter().keys("730264").enter()
    assert "M9" in screen.station.state.people.accounts


def test_a_new_pin_is_given_by_two(screen: HouseScreen) -> None:
    screen.touches_menu("open:people").touches("newcomers:resets")
    for text in ("S1", CHIEF, CHIEF, "S1", "730264"):
        screen.keys(text).enter()
    screen.touches_menu("sign-out").touches("sign-out").begins_session("S1", CHIEF)
    assert screen.context.current_account is not None


def test_a_badge_that_cannot_be_is_said_before_anybody_keys_a_pin(screen: HouseScreen) -> None:
    screen.touches_menu("open:people").keys("S1")
    assert "This badge is taken" in screen.primary.waits.first
    screen.touches("newcomers:resets").types("badge-of-account", "X7")
    assert "not registered" in screen.primary.waits.first
