"""The suits on the keys of every card pad: the shapes of the cards, hearts and diamonds in red, in both themes."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.screens import pads
from dealer_app.screens.blocks import KeysBlock, ScreenText
from dealer_app.screens.input_state import InputState
from dealer_app.screens.pads import round_card_pad
from dealer_app.screens.round.table_context import table_context
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import table_context as seen
from ui.blocks.control_plan import ControlLook, plan_control
from ui.blocks.plan import BlockPlan, Dress, Pip
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK, ColourTheme

pytestmark = pytest.mark.usefixtures("letters")
RED = {Suit.HEARTS, Suit.DIAMONDS}


def keys_of(pad: str, input_state: InputState) -> KeysBlock:
    view = seen(RoundTable(V4).close(), input_state=input_state)
    at = table_context(view)
    assert at is not None
    blocks = round_card_pad(at, ScreenText("A card")) if pad == "at the table" else pads.irregularity_card_pad(view)
    (keys,) = (block for block in blocks if isinstance(block, KeysBlock))
    return keys


def plans(pad: str, input_state: InputState, theme: ColourTheme) -> list[BlockPlan]:
    dress = Dress(theme, Measures.from_size(1920, 1080))
    suits = [each for each in keys_of(pad, input_state).controls if each.name.startswith("suit:")]
    return [plan_control(ControlLook.from_control(each), 104, 64, dress) for each in suits]


@pytest.mark.parametrize("pad", ["at the table", "where something is put right"])
@pytest.mark.parametrize("theme", [DARK, BRIGHT], ids=["dark", "bright"])
@pytest.mark.parametrize("input_state", [InputState(), InputState(rank="9"), InputState(rank="9", suit="H")])
def test_every_suit_is_drawn_in_its_colour(pad: str, theme: ColourTheme, input_state: InputState) -> None:
    drawn: dict[Suit, QColor] = {}
    for plan in plans(pad, input_state, theme):
        (pip,) = (part for part in plan.parts if isinstance(part, Pip))
        assert QRectF(0, 0, plan.width, plan.height).contains(pip.rect)
        assert not any(text.rect.intersects(pip.rect) for text in plan.texts)
        drawn[pip.suit] = pip.ink
    assert set(drawn) == set(Suit)
    assert {suit for suit, ink in drawn.items() if ink == theme.suit} == RED
