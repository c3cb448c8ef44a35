"""A bar of cards: each part as long as its cards, none too short to be seen, every word in its part or over it."""

import pytest

from dealer_app.screens.blocks import BarBlock, BarPart, Tone
from tests.ui.blocks.test_plans import DRESSES, assert_sound
from ui.blocks.cards import plan_bar
from ui.blocks.plan import Dress, Frame

_SHOE = BarBlock(
    parts=(
        BarPart(cards=8, word="8 burned", tone=Tone.QUIET),
        BarPart(cards=394, word="394 cards before the cutting card"),
        BarPart(cards=14, word="14 behind it", tone=Tone.ATTENTION),
    )
)


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("width", [442.0, 640.0, 1288.0])
def test_its_parts_fill_the_width_and_no_word_is_cut_or_covered(dress: Dress, width: float) -> None:
    plan = plan_bar(_SHOE, width, dress)
    assert_sound(plan)
    frames = [part.rect for part in plan.parts if isinstance(part, Frame)]
    assert sum(rect.width() for rect in frames) == pytest.approx(width)
    assert {text.text for text in plan.texts} == {part.word for part in _SHOE.parts}
    for one in plan.texts:
        assert not [other for other in plan.texts if other is not one and other.rect.intersects(one.rect)]


@pytest.mark.parametrize("dress", DRESSES)
def test_a_part_of_one_card_is_seen(dress: Dress) -> None:
    plan = plan_bar(BarBlock(parts=(BarPart(cards=1, word=""), BarPart(cards=415, word="415 cards"))), 640.0, dress)
    first = next(part for part in plan.parts if isinstance(part, Frame))
    assert first.rect.width() >= 8
