"""The sheet of shortcuts names every key of the keypad with what it does, in each language."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Row, Rows
from dealer_app.showing.fingers import NOTHING, Panel
from dealer_app.showing.seeing import Looks
from dealer_app.wording import Language
from tests.support.scene_list import SCENES
from tests.support.scenes import Stage

KEYPAD = ("Enter", *"0123456789", ".", "+", "-", "*", "/")
"""NumLock does nothing."""


def _sheet(language: Language) -> dict[str, Row]:
    scene = replace(next(each for each in SCENES if each.name == "menu"), fingers=NOTHING.but(panel=Panel.KEYS))
    overlay = Stage(scene, Looks(first=language)).seen().overlay
    assert overlay is not None
    blocks = (*overlay.left_column, *overlay.right_column)
    return {row.name: row for block in blocks if isinstance(block, Rows) for row in block.rows}


@pytest.mark.parametrize("language", Language)
def test_every_key_of_the_keypad_is_named(language: Language) -> None:
    named = {row.right for row in _sheet(language).values()}
    digits = {str(digit) for digit in range(10)} if "0-9" in named else set()
    assert set(KEYPAD) <= named | digits


@pytest.mark.parametrize("language", Language)
def test_the_keys_of_a_card_are_named_with_the_rank_or_the_suit_that_each_is(language: Language) -> None:
    told = _sheet(language)["key:card"].title
    for means in ("/ J", "* Q", "- K", "1♠", "2♥", "3♣", "4♦"):
        assert means in told
