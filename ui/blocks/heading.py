"""A heading over what follows, with a remark beside it, a count at the right and its clauses."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import Heading
from dealer_app.showing.lines import Tone
from ui.blocks.chips import chips_width, place_chips
from ui.blocks.plan import Draft, Dress, Mark, Plan
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance, figures, wrapped
from ui.painting.marks import mark_colour


def plan_heading(block: Heading, width: float, dress: Dress) -> Plan:
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px = measures.px
    title, remark = Letters(measures.text(20, 18), 700), Letters(measures.text(16))
    right = Letters(measures.text(24, 22), 700) if figures(block.right) else remark
    height = float(max(px(30, 28), right.height if block.right else 0))
    end = width
    if block.clauses:
        end -= chips_width(block.clauses, dress)
        place_chips(draft, block.clauses, end, (height - px(26)) / 2)
        end -= px(10)
    if block.right:
        wide = min(advance(block.right, right), end * 0.5)
        draft.write(block.right, (end - wide, (height - right.height) / 2), right, theme.t2, room=wide)
        end -= wide + px(12)
    x = 0.0
    if block.tone is not Tone.PLAIN and marked(block.tone):
        size = px(22)
        draft.parts.append(Mark(tone=block.tone, rect=_square(x, (height - size) / 2, size)))
        x += size + px(10)
    colour = theme.t1 if marked(block.tone) else mark_colour(block.tone, theme)
    lines = wrapped(block.text.first, title, max(1.0, end - x), 2)
    y = (height - title.height) / 2
    draft.lines(lines, (x, y), title, colour)
    height += max(0, len(lines) - 1) * title.height
    y += max(0, len(lines) - 1) * title.height + (title.height - remark.height) / 2 + px(1)
    x += advance(lines[-1], title) + px(10) if lines else 0
    if block.text.second and x + advance(block.text.second, remark) <= end:
        x = draft.write(block.text.second, (x, y), remark, theme.t2).right() + px(10)
    if block.note and x + advance(block.note, remark) <= end:
        draft.write(block.note, (x, y), remark, theme.t3)
    elif block.note:
        height = draft.lines(wrapped(block.note, remark, width, 2), (0.0, height), remark, theme.t3)
    return draft.plan(width, height)


def _square(x: float, y: float, size: float) -> QRectF:
    return QRectF(x, y, size, size)
