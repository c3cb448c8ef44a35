"""The strip of a practised round: its steps so far, with the mark and the time of each, or their counts in one line."""

from PySide6.QtCore import QRectF

from dealer_app.screens.blocks import Tone
from dealer_app.screens.screen import StepDone, StepsShown
from ui.blocks.plan import BlockPlan, Dress, Frame, Icon, PlanDraft, ToneMark, has_mark
from ui.blocks.text_metrics import TextStyle, advance, wrap_text
from ui.painting.marks import mark_colour, tint_colour

_FIELDS_TO_COME = 2
"""Always as many: how many steps are to come would be part of the answer."""


def plan_steps(shown: StepsShown, width: float, height: float, dress: Dress) -> BlockPlan:
    """As many of the last steps as there is room for whole."""
    if dress.measures.compact and shown.counts:
        return _plan_counts(shown, width, height, dress)
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px, edge = measures.px, measures.px(16, 10)
    title, remark = TextStyle(measures.text(20, 18), 700), TextStyle(measures.text(16))
    right = width - edge - advance(shown.right.first, remark)
    draft.write(shown.right.first, (right, px(12, 6)), remark, theme.t2)
    written = draft.write(shown.heading.first, (edge, px(9, 4)), title, theme.t1, room=right - edge - px(12))
    second = written.right() + px(12)
    if shown.heading.second and second + advance(shown.heading.second, remark) <= right - px(12):
        draft.write(shown.heading.second, (second, px(12, 6)), remark, theme.t2)
    top = px(9, 4) + title.height + px(6, 4)
    high, gap = height - top - px(10, 6), float(px(8, 6))
    room = width - 2 * edge - _FIELDS_TO_COME * (px(100, 70) + gap)
    fitting: list[StepDone] = []
    used = 0.0
    for step in reversed(shown.steps):
        wide = _step_width(step, dress) + gap
        if used + wide > room and fitting:
            break
        fitting.insert(0, step)
        used += wide
    x = float(edge)
    for step in fitting:
        wide = _step_width(step, dress)
        _draw_step(step, QRectF(x, top, wide, high), draft)
        x += wide + gap
    for _ in range(_FIELDS_TO_COME):
        rect = QRectF(x, top, px(100, 70), high)
        draft.parts.append(Frame(rect=rect, radius=px(10), border=theme.line, stroke=1.2, dashed=True))
        x += px(100, 70) + gap
    return draft.plan(width, height)


def _label_style(dress: Dress) -> TextStyle:
    return TextStyle(dress.measures.text(16), 700)


def _step_width(step: StepDone, dress: Dress) -> float:
    px, letters = dress.measures.px, _label_style(dress)
    lines = _label_lines(step, dress)
    widest = max((advance(line, letters) for line in lines), default=0.0)
    time = advance(step.time, TextStyle(dress.measures.text(16)))
    return max(float(px(100, 70)), widest + px(24, 14), time + px(24, 14))


def _label_lines(step: StepDone, dress: Dress) -> tuple[str, ...]:
    letters, label = _label_style(dress), step.label.short or step.label.first
    one = advance(label, letters)
    most = dress.measures.px(150, 110)
    return wrap_text(label, letters, most, 2) if one > most else (label,)


def _draw_step(step: StepDone, rect: QRectF, draft: PlanDraft) -> None:
    theme, measures = draft.dress.theme, draft.dress.measures
    px = measures.px
    bad = step.tone in (Tone.STOP, Tone.ATTENTION)
    border = theme.go if step.now else mark_colour(step.tone, theme) if bad else theme.edge
    fill = tint_colour(step.tone, theme) if bad else theme.s2
    stroke = 3.0 if step.now else 2.0 if bad else 1.2
    draft.parts.append(Frame(rect=rect, radius=px(10), fill=fill, border=border, stroke=stroke))
    letters, time = _label_style(draft.dress), TextStyle(measures.text(16))
    lines = _label_lines(step, draft.dress)
    size = float(px(24, 20))
    marked = step.now or has_mark(step.tone)
    high = (size + px(4) if marked else 0) + len(lines) * letters.height + (time.height if step.time else 0)
    y = rect.center().y() - high / 2
    middle = rect.center().x()
    if step.now:
        draft.parts.append(Icon(name="arrow", rect=QRectF(middle - size / 2, y, size, size), ink=theme.go))
    elif marked:
        draft.parts.append(ToneMark(tone=step.tone, rect=QRectF(middle - size / 2, y, size, size)))
    y += size + px(4) if marked else 0
    for line in lines:
        draft.write(line, (middle - advance(line, letters) / 2, y), letters, theme.t1)
        y += letters.height
    draft.write(step.time, (middle - advance(step.time, time) / 2, y), time, theme.t2)


def _plan_counts(shown: StepsShown, width: float, height: float, dress: Dress) -> BlockPlan:
    """How many were right, late and wrong, each with its mark."""
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    figure, word = TextStyle(measures.text(24, 20), 700), TextStyle(measures.text(18, 16))
    x, middle, size = float(px(20, 14)), height / 2, float(px(26, 22))
    for tone, count, label in shown.counts:
        if has_mark(tone):
            draft.parts.append(ToneMark(tone=tone, rect=QRectF(x, middle - size / 2, size, size)))
            x += size + px(10, 8)
        x = draft.write(count, (x, middle - figure.height / 2), figure, theme.t1).right() + px(8, 6)
        x = draft.write(label.first, (x, middle - word.height / 2), word, theme.t2).right() + px(36, 26)
    end = width - px(16, 12) - advance(shown.right.first, word)
    if x <= end:
        draft.write(shown.right.first, (end, middle - word.height / 2), word, theme.t2)
    return draft.plan(width, height)
