"""A text or an amount that is typed: where it stands, whether the keyboard writes here, and what is wrong with it."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import Control, Entry
from dealer_app.showing.lines import Tone
from ui.blocks.plan import Draft, Dress, Frame, Kind, Mark, Place, Plan
from ui.blocks.writing import ELLIPSIS, Letters, advance, wrapped

DOT = "•"


def plan_entry(block: Entry, width: float, dress: Dress) -> Plan:
    """The label stands over its box, or within it at its head where a column is folded."""
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px = measures.px
    caption, value = Letters(measures.text(16)), Letters(measures.text(22, 20), 700)
    high, padding = measures.target, px(16, 12)
    within = dress.fold.close
    if within:
        top, written_in = 0.0, QRectF(0, px(4) + caption.height, width, high - px(8) - caption.height)
    else:
        top = _label(block, (0.0, 0.0), width, draft) + px(5)
        written_in = QRectF(0, top, width, high)
    border = theme.go if block.writing else theme.warn if block.wrong else theme.edge
    box = QRectF(0, top, width, high)
    stroke = 3.0 if block.writing else 2.0 if block.wrong else 1.5
    draft.parts.append(Frame(rect=box, radius=px(10), fill=theme.bg, border=border, stroke=stroke))
    if within:
        _label(block, (float(padding), float(px(4))), width - 2 * padding, draft)
    room = width - 2 * padding - px(6)
    shown = DOT * len(block.value) if block.secret else block.value
    y = written_in.center().y() - value.height / 2
    if shown:
        end = draft.write(_tail(shown, value, room), (padding, y), value, theme.t1).right()
    else:
        end = float(padding)
        hint = Letters(measures.text(18, 16))
        at = (padding + px(8), written_in.center().y() - hint.height / 2)
        draft.write(block.hint.first, at, hint, theme.t3, room=room)
    if block.writing:
        caret_high = min(high * 0.52, written_in.height())
        caret = QRectF(end + px(3), written_in.center().y() - caret_high / 2, px(2), caret_high)
        draft.parts.append(Frame(rect=caret, radius=0, fill=theme.go))
    foot: float = top + high
    if block.wrong and within:
        foot = _wrong_within(block, QRectF(0, 0, width, foot), draft)
    elif block.wrong:
        size = px(20)
        draft.parts.append(Mark(tone=Tone.ATTENTION, rect=QRectF(0, foot + px(5), size, size)))
        lines = wrapped(block.wrong.first, caption, width - size - px(8))
        foot = draft.lines(lines, (size + px(8), foot + px(5)), caption, theme.warn)
    if block.act is not None:
        control = Control(name=block.name, label=block.label, act=block.act, sub=block.hint)
        draft.places.append(Place(control=control, rect=box, kind=Kind.BARE))
    return draft.plan(width, foot)


def _wrong_within(block: Entry, box: QRectF, draft: Draft) -> float:
    """At the head of the box, behind its label, if there is room; else below. Gives back where all of it ends."""
    caption, theme, px = Letters(draft.dress.measures.text(16), 600), draft.dress.theme, draft.dress.measures.px
    size, padding = px(18), px(16, 12)
    label = advance(block.label.first, Letters(draft.dress.measures.text(16)))
    wide = size + px(6) + advance(block.wrong.first, caption)
    if padding + label + px(12) + wide + padding <= box.width():
        x, y = box.right() - padding - wide, float(px(4))
        lines: tuple[str, ...] = (block.wrong.first,)
    else:
        x, y = 0.0, box.bottom() + px(3)
        lines = wrapped(block.wrong.first, caption, box.width() - size - px(6))
    draft.parts.append(Mark(tone=Tone.ATTENTION, rect=QRectF(x, y + px(1), size, size)))
    return max(box.bottom(), draft.lines(lines, (x + size + px(6), y), caption, theme.warn))


def _label(block: Entry, at: tuple[float, float], room: float, draft: Draft) -> float:
    """With its second language where there is room for it; gives back where it ends."""
    caption, theme, px = Letters(draft.dress.measures.text(16)), draft.dress.theme, draft.dress.measures.px
    x, y = at
    lines = wrapped(block.label.first, caption, room, 1 if draft.dress.fold.close else 2)
    below = draft.lines(lines, at, caption, theme.t2)
    x += advance(lines[-1], caption) + px(8) if lines else 0.0
    if block.wrong and draft.dress.fold.close:
        return max(below, y + caption.height)
    if block.label.second and x + advance(block.label.second, caption) <= at[0] + room:
        draft.write(block.label.second, (x, max(y, below - caption.height)), caption, theme.t3)
    return max(below, y + caption.height)


def _tail(text: str, letters: Letters, room: float) -> str:
    """The end of a text that is too long: that is where it is written."""
    if advance(text, letters) <= room:
        return text
    while text and advance(ELLIPSIS + text, letters) > room:
        text = text[1:]
    return ELLIPSIS + text
