"""Plans of cards in the order in which they came, and of the new deck that they follow: for the watch of the order."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.screens.blocks import CardRunBlock, CardShown, DeckBlock, Face, RunCard, SuitLine
from ui.blocks.plan import BlockPlan, CardPicture, Dress, Frame, Icon, Pip, PlanDraft
from ui.blocks.text_metrics import TextStyle, advance

_CARD_HEIGHT = 1.4
_ARROW = 36, 24
"""The room of an arrow between two cards, as drawn and in a compact window."""
_DIM = 150
"""How much of the ground lies over a card that is no part of what was found, of 255."""


def plan_card_run(block: CardRunBlock, width: float, dress: Dress) -> BlockPlan:
    """All cards alike; in each line as many as the block says, an arrow at its end where the run goes on below."""
    draft, measures = PlanDraft(dress), dress.measures
    px = measures.px
    gap, letters = float(px(*_ARROW)), TextStyle(measures.text(16), 600)
    wide = min(float(px(92, 64)), (width - gap * block.columns) / max(1, block.columns))
    high = wide * _CARD_HEIGHT
    pitch = min((width - gap) / max(1, block.columns), wide + px(60, 40))
    y = 0.0
    for start in range(0, len(block.cards), block.columns):
        line = block.cards[start : start + block.columns]
        for place, card in enumerate(line):
            face = QRectF(place * pitch + px(3), y + px(3), wide, high)
            _draw_run_card(card, face, draft)
            middle = QRectF(face.center().x() - pitch / 2, face.bottom() + px(6, 4), pitch, letters.height)
            at = middle.center().x() - advance(card.note, letters) / 2, middle.top()
            draft.write(card.note, (max(0.0, at[0]), at[1]), letters, dress.theme.t2)
            if card.leads:
                _draw_arrow(face, pitch, draft)
        y += high + px(12, 8) + letters.height + px(10, 6)
    return draft.plan(width, max(0.0, y - px(10, 6)))


def _draw_run_card(card: RunCard, face: QRectF, draft: PlanDraft) -> None:
    """One that is in the run has a frame; another lies behind the ground."""
    theme, px = draft.dress.theme, draft.dress.measures.px
    shown = CardShown(face=Face.OPEN, card=card.card) if card.card else CardShown(face=Face.BACK)
    draft.parts.append(CardPicture(card=shown, rect=face))
    around = face.adjusted(-px(3), -px(3), px(3), px(3))
    if card.lit:
        draft.parts.append(Frame(rect=around, radius=px(10, 8), border=theme.warn, stroke=px(4, 3)))
    else:
        veil = QColor(theme.bg)
        veil.setAlpha(_DIM)
        draft.parts.append(Frame(rect=face, radius=px(8, 6), fill=veil))


def _draw_arrow(face: QRectF, pitch: float, draft: PlanDraft) -> None:
    """In the middle between the card and where the next one is, or would be at the end of a line."""
    px = draft.dress.measures.px
    side = px(28, 20)
    x = (face.right() + face.left() + pitch) / 2 - side / 2
    draft.parts.append(
        Icon(name="arrow", rect=QRectF(x, face.center().y() - side / 2, side, side), ink=draft.dress.theme.warn)
    )


def plan_deck(block: DeckBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures = PlanDraft(dress), dress.measures
    px = measures.px
    sign, high, gap = px(34, 28), float(px(32, 24)), px(6, 2)
    columns = max((len(line.ranks) for line in block.suits), default=1)
    pitch = (width - sign - px(14, 8)) / columns
    for number, line in enumerate(block.suits):
        _draw_suit(line, QRectF(sign + px(14, 8), number * (high + gap), pitch, high), draft)
    return draft.plan(width, max(0.0, len(block.suits) * (high + gap) - gap))


def _draw_suit(line: SuitLine, first: QRectF, draft: PlanDraft) -> None:
    """The suit, and its ranks from the cell of the first one on; cards that touch in the run have frames that touch."""
    theme, measures = draft.dress.theme, draft.dress.measures
    side = measures.px(22, 18)
    ink = theme.suit if line.suit in {Suit.HEARTS, Suit.DIAMONDS} else theme.t1
    draft.parts.append(Pip(suit=line.suit, rect=QRectF(0.0, first.center().y() - side / 2, side, side), ink=ink))
    for place, rank in enumerate(line.ranks):
        cell = first.translated(place * first.width(), 0.0)
        is_lit = place in line.lit
        letters = TextStyle(measures.text(18, 16), 700 if is_lit else 500)
        if is_lit:
            draft.parts.append(
                Frame(rect=cell.adjusted(1, 0, -1, 0), radius=measures.px(6), fill=theme.warnt, border=theme.warn)
            )
        at = cell.center().x() - advance(rank, letters) / 2, cell.center().y() - letters.height / 2
        draft.write(rank, at, letters, theme.t1 if is_lit else theme.t3)
