"""A bar of cards one behind the other: each part as long as it has cards, with its word in it or over it."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.showing.blocks import Bar, BarPart
from dealer_app.showing.lines import Tone
from ui.blocks.plan import Draft, Dress, Frame, Plan
from ui.blocks.writing import Letters, advance
from ui.painting.marks import mark_colour, tint_colour

_LEAST = 12
"""A part of a single card is seen too."""


def plan_bar(block: Bar, width: float, dress: Dress) -> Plan:
    """A word that its part has no room for stands over it, on a line of its own where another one is in its way."""
    draft, measures = Draft(dress), dress.measures
    px = measures.px
    letters, over = Letters(measures.text(18, 16), 700), Letters(measures.text(16), 600)
    wide = _widths(block.parts, width, float(px(_LEAST)))
    x, y, free, inside = 0.0, 0.0, 0.0, []
    for part, each in zip(block.parts, wide, strict=True):
        inside.append(not part.word or advance(part.word, letters) + px(16) <= each)
        if not inside[-1]:
            left = max(0.0, min(x, width - advance(part.word, over)))
            if left < free:
                y += over.height
            free = draft.write(part.word, (left, y), over, _ink(part.tone, dress), room=width - left).right() + px(12)
        x += each
    top = 0.0 if all(inside) else y + over.height + px(4)
    x, high = 0.0, float(px(50, 40))
    for part, each, within in zip(block.parts, wide, inside, strict=True):
        draft.parts.append(_frame(part, QRectF(x, top, each, high), dress))
        if within:
            at = (x + (each - advance(part.word, letters)) / 2, top + (high - letters.height) / 2)
            draft.write(part.word, at, letters, dress.theme.onfill if part.tone is Tone.PLAIN else dress.theme.t1)
        x += each
    return draft.plan(width, top + high)


def _widths(parts: tuple[BarPart, ...], width: float, least: float) -> list[float]:
    """As long as their cards, but none too short to be seen: the longest gives what that takes."""
    whole = sum(part.cards for part in parts) or 1
    wide = [max(least, width * part.cards / whole) for part in parts]
    longest = max(range(len(wide)), key=wide.__getitem__)
    wide[longest] -= sum(wide) - width
    return wide


def _frame(part: BarPart, rect: QRectF, dress: Dress) -> Frame:
    theme = dress.theme
    fill = theme.back if part.tone is Tone.PLAIN else tint_colour(part.tone, theme)
    border = theme.edge if part.tone in {Tone.PLAIN, Tone.QUIET} else mark_colour(part.tone, theme)
    return Frame(rect=rect, radius=dress.measures.px(6), fill=fill, border=border, stroke=1.5)


def _ink(tone: Tone, dress: Dress) -> QColor:
    return dress.theme.t1 if tone in {Tone.PLAIN, Tone.QUIET} else mark_colour(tone, dress.theme)
