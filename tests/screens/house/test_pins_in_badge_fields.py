"""Six digits that are a PIN are never shown where a badge is keyed, in whichever panel and entry."""

import pytest

from dealer_app.screens.blocks import EntryBlock
from tests.support.house_screen import HouseScreen

PIN = "730264"
PANELS = {
    "sign-in": ("sign-out", ("sign-out",), "badge-own"),
    "shift": ("open:shift", (), "badge-in-charge"),
    "acting": ("open:acting", (), "badge-acts"),
    "new pin": ("open:people", ("newcomers:resets",), "badge-of-account"),
    "stop": ("stop-station", (), "badge-stops"),
}


def shown_texts(screen: HouseScreen) -> list[str]:
    entries = [block.value for block in screen.blocks() if isinstance(block, EntryBlock)]
    return [*entries, *(control.sub.first for control in screen.controls())]


@pytest.mark.parametrize("panel", PANELS)
def test_a_pin_in_the_entry_for_a_badge_is_dots(screen: HouseScreen, panel: str) -> None:
    opens, touches, entry = PANELS[panel]
    screen.touches_menu(opens).touches(*touches).types(entry, PIN)
    assert "\N{BULLET}" * len(PIN) in shown_texts(screen)
    assert not any(PIN in text for text in shown_texts(screen))
    assert screen.input_state.text(entry) == PIN


@pytest.mark.parametrize("badge", ["S1", "s1"])
def test_a_pin_typed_on_behind_a_badge_is_dots(screen: HouseScreen, badge: str) -> None:
    screen.touches_menu("open:shift").types("badge-in-charge", badge + PIN)
    assert badge + "\N{BULLET}" * len(PIN) in shown_texts(screen)
    assert not any(PIN in text for text in shown_texts(screen))


def test_also_once_another_entry_is_written_in(screen: HouseScreen) -> None:
    screen.touches_menu("open:acting").types("badge-acts", PIN).types("badge-assigns", "S1")
    assert not any(PIN in text for text in shown_texts(screen))


def test_a_badge_of_the_house_and_one_that_nobody_has_yet_are_read_as_they_are_typed(screen: HouseScreen) -> None:
    screen.touches_menu("open:people").types("badge-of-account", "10482")
    assert "10482" in shown_texts(screen)
    screen.touches("close").touches_menu("open:shift").types("badge-in-charge", "S1")
    assert "S1" in shown_texts(screen)


def test_the_field_that_is_written_in_is_the_only_one_marked(screen: HouseScreen) -> None:
    screen.touches_menu("open:shift")
    for entry in ("badge-in-charge", "pin-in-charge"):
        screen.types(entry, "7")
        written = [block.name for block in screen.blocks() if isinstance(block, EntryBlock) and block.writing]
        assert written == [entry]
