"""A text or an amount that is typed: where it stands, whether the keyboard writes here, and what is wrong with it."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import Control, Entry
from dealer_app.showing.lines import Tone
from ui.blocks.plan import Draft, Dress, Frame, Kind, Mark, Place, Plan
from ui.blocks.writing import ELLIPSIS, Letters, advance, wrapped

DOT = "•"


def plan_entry(block: Entry, width: float, dress: Dress) -> Plan:
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px = measures.px
    caption, value = Letters(measures.text(16)), Letters(measures.text(22, 20), 700)
    lines = wrapped(block.label.first, caption, width, 2)
    below = draft.lines(lines, (0.0, 0.0), caption, theme.t2)
    x = advance(lines[-1], caption) + px(8) if lines else 0.0
    if block.label.second and x + advance(block.label.second, caption) <= width:
        draft.write(block.label.second, (x, max(0.0, below - caption.height)), caption, theme.t3)
    top, high, padding = max(below, caption.height) + px(5), measures.target, px(16, 12)
    border = theme.go if block.writing else theme.warn if block.wrong else theme.edge
    box = QRectF(0, top, width, high)
    stroke = 3.0 if block.writing else 2.0 if block.wrong else 1.5
    draft.parts.append(Frame(rect=box, radius=px(10), fill=theme.bg, border=border, stroke=stroke))
    room = width - 2 * padding - px(6)
    shown = DOT * len(block.value) if block.secret else block.value
    y = top + (high - value.height) / 2
    if shown:
        end = draft.write(_tail(shown, value, room), (padding, y), value, theme.t1).right()
    else:
        end = float(padding)
        hint = Letters(measures.text(18, 16))
        draft.write(block.hint.first, (padding + px(8), top + (high - hint.height) / 2), hint, theme.t3, room=room)
    if block.writing:
        caret = QRectF(end + px(3), top + high * 0.24, px(2), high * 0.52)
        draft.parts.append(Frame(rect=caret, radius=0, fill=theme.go))
    foot: float = top + high
    if block.wrong:
        size = px(20)
        draft.parts.append(Mark(tone=Tone.ATTENTION, rect=QRectF(0, foot + px(5), size, size)))
        lines = wrapped(block.wrong.first, caption, width - size - px(8))
        foot = draft.lines(lines, (size + px(8), foot + px(5)), caption, theme.warn)
    if block.act is not None:
        control = Control(name=block.name, label=block.label, act=block.act, sub=block.hint)
        draft.places.append(Place(control=control, rect=box, kind=Kind.BARE))
    return draft.plan(width, foot)


def _tail(text: str, letters: Letters, room: float) -> str:
    """The end of a text that is too long: that is where it is written."""
    if advance(text, letters) <= room:
        return text
    while text and advance(ELLIPSIS + text, letters) > room:
        text = text[1:]
    return ELLIPSIS + text
