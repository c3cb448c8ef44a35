"""A sentence with the shape of its tone, or a framed one, as the answer whether an outcome is established."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import Note
from dealer_app.showing.lines import Tone
from ui.blocks.chips import sentence
from ui.blocks.plan import Draft, Dress, Frame, Mark, Plan
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance, wrapped
from ui.painting.marks import mark_colour, tint_colour


def plan_note(block: Note, width: float, dress: Dress) -> Plan:
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px = measures.px
    inset = px(8, 6) if dress.fold.close else px(14, 10)
    padding = inset if block.framed else 0
    left, y = float(padding), float(padding)
    if block.mark:
        large = Letters(measures.text(26, 22), 800)
        column = max(px(64), advance(block.mark, large))
        size = px(34, 28)
        if marked(block.tone):
            draft.parts.append(Mark(tone=block.tone, rect=QRectF(left + (column - size) / 2, y, size, size)))
        below = y + (size if marked(block.tone) else 0)
        draft.write(block.mark, (left + (column - advance(block.mark, large)) / 2, below), large, theme.t1)
        least = below + large.height
        left += column + px(16, 12)
    elif marked(block.tone):
        size = px(22)
        draft.parts.append(Mark(tone=block.tone, rect=QRectF(left, y + px(1), size, size)))
        left, least = left + size + px(10), y + size
    else:
        least = 0.0
    foot = max(least, _sentences(block, (left, y), width - padding, draft))
    height = foot + padding
    if block.framed:
        draft.parts.insert(0, _frame(block, QRectF(0, 0, width, height), dress))
    return draft.plan(width, height)


def _frame(block: Note, rect: QRectF, dress: Dress) -> Frame:
    theme = dress.theme
    border = theme.edge if block.tone in {Tone.PLAIN, Tone.QUIET, Tone.OFF} else mark_colour(block.tone, theme)
    return Frame(
        rect=rect,
        radius=dress.measures.px(12),
        fill=tint_colour(block.tone, theme),
        border=border,
        stroke=2.0 if marked(block.tone) else 1.2,
        dashed=block.tone is Tone.OFF,
    )


def _sentences(block: Note, at: tuple[float, float], right: float, draft: Draft) -> float:
    measures, theme = draft.dress.measures, draft.dress.theme
    title, body, helping = (
        Letters(measures.text(20, 18), 700),
        Letters(measures.text(18, 16)),
        Letters(measures.text(16)),
    )
    colour = theme.t3 if block.tone is Tone.QUIET else theme.t2
    if block.tone not in {Tone.PLAIN, Tone.QUIET, Tone.OFF} or (block.framed and not block.title):
        colour = theme.t1
    x, y = at
    room = max(1.0, right - x)
    if block.title:
        y = draft.lines(wrapped(block.title.first, title, room, 2), (x, y), title, theme.t1)
        if block.title.second:
            y = draft.lines(wrapped(block.title.second, helping, room, 2), (x, y), helping, theme.t2)
    y = sentence(draft, block.text.first, block.clauses, (x, y), right, (body, colour))
    if block.text.second:
        y = draft.lines(wrapped(block.text.second, helping, room), (x, y), helping, theme.t3)
    return y
