"""The page about the devices shows frames and what they are told as: both are what the framings really make of them."""

import re
from pathlib import Path

import pytest

from drivers.framing import Framing
from drivers.shoe.angel_eye.protocol import AngelEyeFraming
from drivers.shoe.text_shoe.protocol import TextShoeFraming
from drivers.tumbler.tum.protocol import TumFraming

PAGE = Path(__file__).parents[2] / "docs" / "devices.md"
ROWS = re.findall(r"^\| `(.+)` \| `(\w+ .+|\w+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def framing_of(shown: str) -> tuple[Framing, bytes]:
    if shown.startswith("$"):
        return TumFraming(), f"{shown}\r\n".encode()
    if shown[0] in "[<":
        return TextShoeFraming(), shown.encode()
    return AngelEyeFraming(), bytes.fromhex(shown)


def test_the_page_shows_frames_of_three_devices() -> None:
    assert len({type(framing_of(shown)[0]) for shown, _ in ROWS}) == 3
    assert len(ROWS) > 20


@pytest.mark.parametrize(("shown", "told"), ROWS)
def test_a_frame_is_told_as_the_page_says(shown: str, told: str) -> None:
    framing, data = framing_of(shown)
    assert [it.full_text().strip() for it in framing.feed(data)] == [told.strip()]
