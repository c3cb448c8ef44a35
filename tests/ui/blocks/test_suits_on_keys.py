"""The suits on the keys of every card pad: the shapes of the cards, hearts and diamonds in red, in both themes."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.showing.blocks import Keys
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.lines import Line
from dealer_app.showing.mending import picking
from dealer_app.showing.play.at_table import at_table
from dealer_app.showing.play.card_pad import card_pad
from tests.support.rounds import V4, Seated
from tests.support.seen_rounds import seen
from ui.blocks.control_plan import plan_control
from ui.blocks.control_words import Look
from ui.blocks.plan import Dress, Pip, Plan
from ui.theme.measures import Measures
from ui.theme.tokens import BRIGHT, DARK, Theme

pytestmark = pytest.mark.usefixtures("letters")
RED = {Suit.HEARTS, Suit.DIAMONDS}


def keys_of(pad: str, fingers: Fingers) -> Keys:
    view = seen(Seated(V4).close(), fingers=fingers)
    at = at_table(view)
    assert at is not None
    blocks = card_pad(at, Line("A card")) if pad == "at the table" else picking.card_pad(view)
    (keys,) = (block for block in blocks if isinstance(block, Keys))
    return keys


def plans(pad: str, fingers: Fingers, theme: Theme) -> list[Plan]:
    dress = Dress(theme, Measures.of(1920, 1080))
    suits = [each for each in keys_of(pad, fingers).controls if each.name.startswith("suit:")]
    return [plan_control(Look.of(each), 104, 64, dress) for each in suits]


@pytest.mark.parametrize("pad", ["at the table", "where something is put right"])
@pytest.mark.parametrize("theme", [DARK, BRIGHT], ids=["dark", "bright"])
@pytest.mark.parametrize("fingers", [Fingers(), Fingers(rank="9"), Fingers(rank="9", suit="H")])
def test_every_suit_is_drawn_in_its_colour(pad: str, theme: Theme, fingers: Fingers) -> None:
    drawn: dict[Suit, QColor] = {}
    for plan in plans(pad, fingers, theme):
        (pip,) = (part for part in plan.parts if isinstance(part, Pip))
        assert QRectF(0, 0, plan.width, plan.height).contains(pip.rect)
        assert not any(text.rect.intersects(pip.rect) for text in plan.texts)
        drawn[pip.suit] = pip.ink
    assert set(drawn) == set(Suit)
    assert {suit for suit, ink in drawn.items() if ink == theme.suit} == RED
