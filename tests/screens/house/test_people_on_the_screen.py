"""The first run and signing in on the screen: two people, each with a different PIN, and nobody is listed."""

import pytest

from dealer_app.people.events import FolderKind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.positions import Position
from dealer_app.screens.actions import SetInput
from tests.support.house_screen import HouseScreen


@pytest.mark.parametrize("demo", [True, False])
def test_two_people_begin_by_the_keyboard_alone(pins: PinWork, demo: bool) -> None:
    screen = HouseScreen(pins, demo=demo).begins()
    people = screen.station.state.people
    assert people.kind is (FolderKind.DEMO if demo else FolderKind.LIVE)
    held = {account.position for account in people.accounts.values()}
    assert held == (
        {Position.DEALER, Position.PIT_SUPERVISOR, Position.SHIFT_MANAGER} if demo else {Position.PIT_MANAGER}
    )


def test_two_people_begin_by_touch_alone(pins: PinWork) -> None:
    screen = HouseScreen(pins)
    for badge, name, pin in (("D1", "DEALER 1", "482913"), ("S1", "SUPERVISOR 1", "730264")):
        for text in (badge, name, pin, pin):
            for key in text:
                wanted = "pad:space" if key == " " else f"pad:{key}"
                if not screen.has(wanted):
                    screen.touches("pad:digits" if key.isdigit() else "pad:letters")
                screen.touches(wanted)
            screen.enter()
    names = [account.name for account in screen.station.state.people.accounts.values()]
    assert names[:2] == ["DEALER 1", "SUPERVISOR 1"]


@pytest.mark.parametrize(
    ("pin", "again", "said"),
    [
        ("123456", "123456", "easy to guess"),
        ("4829", "4829", "6 to 12 digits"),
        ("482913", "482914", "not the same"),
    ],
)
def test_a_pin_that_cannot_be_is_said_under_its_entry(pins: PinWork, pin: str, again: str, said: str) -> None:
    screen = HouseScreen(pins).types("badge-1", "D1").types("name-1", "Dealer 1").types("pin-1", pin)
    screen.types("pin-1-again", again).types("badge-2", "S1")
    wrong = [screen.entry(name).wrong.first for name in ("pin-1", "pin-1-again")]
    assert any(said in text for text in wrong)


def test_one_pin_or_one_badge_for_both_is_refused(pins: PinWork) -> None:
    screen = HouseScreen(pins)
    for number in ("1", "2"):
        screen.types(f"badge-{number}", "D1").types(f"name-{number}", "Dealer 1")
        screen.types(f"pin-{number}", "482913").types(f"pin-{number}-again", "482913")
    screen.types("name-1", "Dealer 1")
    assert "other person has this badge" in screen.entry("badge-2").wrong.first
    assert "different PIN" in screen.entry("pin-2").wrong.first
    assert screen.primary.name == "next-entry"


def test_who_is_known_is_not_listed(begun: HouseScreen) -> None:
    shown = repr(begun.part)
    assert not any(text in shown for text in ("D1", "S1", "Dealer 1", "Supervisor 1"))


def test_a_wrong_pin_is_refused_and_forgotten(begun: HouseScreen) -> None:
    begun.keys("D1").enter().keys("999999")
    act = begun.primary.act
    assert act is not None
    refusal = begun.does(act)
    assert refusal is not None
    assert refusal.code == "wrong-badge-or-pin"
    assert not begun.entry("pin-own").value
    assert begun.entry("badge-own").value == "D1"
    said = begun.context.words.first.refusal(refusal)
    assert said == "Badge or PIN is wrong. Tries left before a lock: 4. Look at the badge, and key in the PIN again."


def _refused(begun: HouseScreen, badge: str) -> HouseScreen:
    begun.keys(badge).enter().keys("482914")
    act = begun.primary.act
    assert act is not None
    assert begun.does(act) is not None
    return begun


@pytest.mark.parametrize("badge", ["D1", "D9"], ids=["known", "unknown"])
def test_after_a_refusal_the_pin_is_keyed_again_and_a_badge_anew(begun: HouseScreen, badge: str) -> None:
    """Whether there is such a badge is told by nothing, the place of the caret neither."""
    _refused(begun, badge)
    assert begun.writes == "pin-own"
    assert (begun.entry("badge-own").value, begun.entry("pin-own").value) == (badge, "")
    act = begun.entry("badge-own").act
    assert act is not None
    begun.does(act)
    assert begun.writes == "badge-own"
    assert not begun.entry("badge-own").value, "what is typed stands in its place"
    begun.keys("D1").enter().keys("482913").enter()
    assert begun.context.current_account is not None


def test_no_digit_of_a_pin_is_read_where_the_badge_stands(begun: HouseScreen) -> None:
    """Who goes back to the badge with a digit of the PIN keyed is led to the PIN again, and gives nothing."""
    _refused(begun, "D1").keys("4")
    act = begun.entry("badge-own").act
    assert act is not None
    begun.does(act)
    assert begun.entry("badge-own").value == "D1"
    assert not begun.entry("pin-own").value
    step = begun.primary.act
    assert isinstance(step, SetInput)
    begun.enter()
    assert begun.writes == "pin-own"
    begun.keys("482913")
    assert begun.entry("badge-own").value == "D1"
    begun.enter()
    assert begun.context.current_account is not None


def test_no_pin_is_in_what_is_shown_or_held(begun: HouseScreen) -> None:
    """Neither a screen nor the fingers tell a PIN, whoever prints them."""
    begun.keys("D1").enter().keys("482913")
    assert begun.input_state.secret("pin-own").text == "482913"
    assert "482913" not in repr(begun.input_state) + repr(begun.part) + repr(begun.primary)
    assert begun.entry("pin-own").value == "\N{BULLET}" * 6
