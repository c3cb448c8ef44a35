"""Texts in small frames, one behind the other, in as many lines as they need."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import Tags
from dealer_app.showing.lines import Tone
from ui.blocks.plan import Draft, Dress, Frame, Mark, Plan
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance
from ui.painting.marks import mark_colour


def plan_tags(block: Tags, width: float, dress: Dress) -> Plan:
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px = measures.px
    letters, high, gap = Letters(measures.text(16), 600), px(30), px(6)
    x = y = 0.0
    for tag in block.tags:
        mark = px(16) + px(6) if marked(tag.tone) else 0
        wide = min(width, advance(tag.text, letters) + px(20) + mark)
        if x and x + wide > width:
            x, y = 0.0, y + high + gap
        border = theme.line if tag.tone is Tone.PLAIN else mark_colour(tag.tone, theme)
        rect = QRectF(x, y, wide, high)
        dashed = tag.tone is Tone.OFF
        draft.parts.append(Frame(rect=rect, radius=px(6), fill=theme.s2, border=border, stroke=1.2, dashed=dashed))
        if mark:
            size = px(16)
            draft.parts.append(Mark(tone=tag.tone, rect=QRectF(x + px(9), y + (high - size) / 2, size, size)))
        colour = theme.t1 if tag.tone is not Tone.OFF else theme.t3
        at = (x + px(10) + mark, y + (high - letters.height) / 2)
        draft.write(tag.text, at, letters, colour, room=wide - px(18) - mark)
        x += wide + gap
    return draft.plan(width, y + high if block.tags else 0.0)
