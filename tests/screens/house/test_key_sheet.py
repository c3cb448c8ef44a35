"""The sheet of shortcuts names every key of the keypad with what it does, in each language."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import ListRow, RowsBlock
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.key_input import overlay_controls
from dealer_app.texts import Language
from tests.support.scene_list import SCENES
from tests.support.scenes import SceneStage

KEYPAD = ("Enter", *"0123456789", ".", "+", "-", "*", "/")
"""NumLock does nothing."""


def _sheet(language: Language) -> dict[str, ListRow]:
    scene = replace(
        next(each for each in SCENES if each.name == "menu"), input_state=NO_INPUT.replace(panel=Panel.KEYS)
    )
    overlay = SceneStage(scene, Looks(first=language)).show_screen().overlay
    assert overlay is not None
    blocks = (*overlay.left_column, *overlay.right_column)
    return {row.name: row for block in blocks if isinstance(block, RowsBlock) for row in block.rows}


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


@pytest.mark.parametrize("language", Language)
def test_a_key_of_a_pad_that_is_held_says_so_in_the_language_of_its_reader(language: Language) -> None:
    """Here the smallest chip is 2.50: an amount has a point, which is the key of the two noughts, held."""
    scene = next(each for each in SCENES if each.name == "correct-bet")
    overlay = SceneStage(scene, Looks(first=language)).show_screen().overlay
    assert overlay is not None
    (point,) = (control for control in overlay_controls(overlay) if control.name == "amount:point")
    held = _sheet(language)["key:hold ."].right
    assert (point.key, point.key_words) == ("hold .", held)
    assert language is Language.EN or "hold" not in held
