"""Plans of what has to do with time: the bar of a limit, and two lanes on one axis with their phases and flags.

A second is as long in every window. Of a text in a lane all is written or nothing: what a part has no room for stands
in the list of errors beside it.
"""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.screens.blocks import Lane, LanesBlock, LaneSpan, TimeBlock, Tone
from ui.blocks.plan import BlockPlan, Dress, Frame, Icon, PlanDraft
from ui.blocks.text_metrics import TextStyle, advance, widest_piece, wrap_text
from ui.painting.marks import mark_colour, tint_colour

PIXELS_A_SECOND = 16.6
_TICK = 10_000
_BEFORE_FOCUS = 0.25
"""Where in the part that is shown the moment stands that it is about."""
_REMARK_LINES = 2
_MOST_LINES = 5


def plan_time(block: TimeBlock, width: float, dress: Dress) -> BlockPlan:
    """The words, and behind them the bar as far as the time has gone."""
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    letters = TextStyle(measures.text(16))
    draft.write(block.text.first, (0.0, 0.0), letters, theme.t2)
    left = advance(block.text.first, letters) + measures.px(12, 8)
    high = float(measures.px(12, 10))
    room = width - left
    if room < high:
        return draft.plan(width, letters.height)
    top = (letters.height - high) / 2
    draft.parts.append(Frame(rect=QRectF(left, top, room, high), radius=high / 2, fill=theme.s3))
    gone = room * min(1000, max(0, block.per_mille)) / 1000
    if gone >= high:
        fill = mark_colour(block.tone, theme)
        draft.parts.append(Frame(rect=QRectF(left, top, gone, high), radius=high / 2, fill=fill))
    return draft.plan(width, letters.height)


class _Axis(Struct, frozen=True):
    """Which moments are where."""

    left: float
    right: float
    first: float
    """The moment at its left end, in milliseconds."""
    pixels: float
    """A second."""

    def x(self, moment: float) -> float:
        return self.left + (moment - self.first) * self.pixels / 1000

    @property
    def last(self) -> float:
        return self.first + (self.right - self.left) * 1000 / self.pixels

    def span(self, begin: int, end: int) -> tuple[float, float] | None:
        """What of this time is in sight; nothing where none of it is."""
        left, right = max(self.left, self.x(begin)), min(self.right, self.x(end))
        return (left, right) if right - left >= 1 else None


def _axis(block: LanesBlock, left: float, right: float, dress: Dress) -> _Axis:
    pixels = PIXELS_A_SECOND * dress.measures.scale
    shown = (right - left) * 1000 / pixels
    first = min(max(0.0, block.focus - shown * _BEFORE_FOCUS), max(0.0, block.end - shown))
    return _Axis(left, right, first, pixels)


def plan_lanes(block: LanesBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    names = TextStyle(measures.text(18, 16), 700)
    captions = TextStyle(measures.text(16))
    widest = max(
        widest_piece(block.caption.first, captions),
        *(widest_piece(lane.name.first, names) for lane in (block.upper, block.lower)),
    )
    left = max(float(px(92, 60)), widest + px(14, 8))
    axis = _axis(block, left, width, dress)
    phases, lane_high = float(px(52, 44)), float(px(116, 92))
    between, y = float(px(34, 30)), 0.0
    caption = wrap_text(block.caption.first, captions, left - px(6), 2)
    draft.write_lines(caption, (0.0, max(0.0, (phases - len(caption) * captions.height) / 2)), captions, theme.t2)
    for phase in block.phases:
        _draw_phase(phase, axis, QRectF(left, y, width - left, phases), draft)
    y += phases + px(6, 4)
    upper = y
    y += lane_high + between
    lower = y
    y += lane_high
    for lane, top in ((block.upper, upper), (block.lower, lower)):
        ground = QRectF(0, top, width, lane_high)
        fill = tint_colour(Tone.GOOD, theme) if lane.tone is Tone.GOOD else theme.s1
        draft.parts.append(Frame(rect=ground, radius=px(10), fill=fill))
    _draw_ticks(axis, (upper, y), draft)
    for lane, top in ((block.upper, upper), (block.lower, lower)):
        _draw_lane(lane, axis, QRectF(0, top, width, lane_high), names, draft)
    _draw_flags(block, axis, QRectF(left, upper + lane_high, width - left, between), draft)
    foot = _draw_seconds(axis, y + px(4, 2), draft)
    return draft.plan(width, _draw_remarks(block, axis, foot, draft))


def _draw_phase(phase: LaneSpan, axis: _Axis, row: QRectF, draft: PlanDraft) -> None:
    span, theme, measures = axis.span(phase.begin, phase.end), draft.dress.theme, draft.dress.measures
    if span is None:
        return
    marked = phase.tone is not Tone.PLAIN
    rect = QRectF(span[0], row.top(), span[1] - span[0] - 2, row.height())
    if rect.width() < 1:
        return
    fill = tint_colour(phase.tone, theme) if marked else theme.s2
    draft.parts.append(Frame(rect=rect, radius=0, fill=fill))
    edge = mark_colour(phase.tone, theme) if marked else theme.t3
    draft.parts.append(
        Frame(rect=QRectF(rect.left(), rect.top(), rect.width(), measures.px(4, 3)), radius=0, fill=edge)
    )
    bold, usual = TextStyle(measures.text(16), 700), TextStyle(measures.text(16))
    inner = rect.adjusted(measures.px(4, 3), measures.px(6, 4), -measures.px(2), 0)
    texts = [(phase.title, bold, theme.t1), *((line, usual, theme.t1 if marked else theme.t2) for line in phase.lines)]
    fitting = [each for each in texts if advance(each[0], each[1]) <= inner.width()]
    y = inner.top()
    for text, letters, ink in fitting[:2]:
        draft.write(text, (inner.left(), y), letters, ink)
        y += letters.height


def _draw_lane(lane: Lane, axis: _Axis, row: QRectF, names: TextStyle, draft: PlanDraft) -> None:
    theme, px = draft.dress.theme, draft.dress.measures.px
    ink = mark_colour(lane.tone, theme) if lane.tone is not Tone.PLAIN else theme.t1
    helping = TextStyle(draft.dress.measures.text(16))
    room = axis.left - px(16, 8)
    name = wrap_text(lane.name.first, names, room, 2)
    second = (lane.name.second,) if lane.name.second and advance(lane.name.second, helping) <= room else ()
    high = len(name) * names.height + len(second) * helping.height
    y = draft.write_lines(name, (px(10, 5), row.center().y() - high / 2), names, ink)
    draft.write_lines(second, (px(10, 5), y), helping, theme.t2)
    for part in lane.parts:
        span = axis.span(part.begin, part.end)
        if span is not None:
            inset = px(6, 4)
            rect = QRectF(span[0] + 1, row.top() + inset, max(2.0, span[1] - span[0] - 2), row.height() - 2 * inset)
            _draw_part(part, lane, rect, draft)


def _draw_part(part: LaneSpan, lane: Lane, rect: QRectF, draft: PlanDraft) -> None:
    theme, measures = draft.dress.theme, draft.dress.measures
    tone = part.tone if part.tone is not Tone.PLAIN else lane.tone
    border = theme.edge if tone is Tone.PLAIN else mark_colour(tone, theme)
    fill: QColor | None = theme.s3 if tone is Tone.PLAIN else tint_colour(tone, theme)
    stroke = 2.5 if part.tone is not Tone.PLAIN else 1.2
    radius = min(float(measures.px(7)), rect.width() / 2)
    draft.parts.append(
        Frame(
            rect=rect,
            radius=radius,
            fill=None if part.missing else fill,
            border=border,
            stroke=stroke,
            dashed=part.missing,
        )
    )
    bold, usual = TextStyle(measures.text(16), 700), TextStyle(measures.text(16))
    inner = rect.adjusted(measures.px(6, 4), measures.px(7, 5), -measures.px(2), -measures.px(4))
    y = inner.top()
    title = _whole_lines(part.title, bold, inner.width(), inner.height()) or _whole_lines(
        part.short, bold, inner.width(), inner.height()
    )
    if not title:
        return
    y = draft.write_lines(title, (inner.left(), y), bold, theme.t1)
    for text in part.lines:
        lines = _whole_lines(text, usual, inner.width(), inner.bottom() - y)
        if not lines:
            return
        y = draft.write_lines(lines, (inner.left(), y), usual, theme.t2)


def _whole_lines(text: str, letters: TextStyle, width: float, height: float) -> tuple[str, ...]:
    """The lines of a text that is in sight as a whole: no word is broken and none is cut. Nothing where it is not."""
    if not text or width < widest_piece(text, letters):
        return ()
    lines = wrap_text(text, letters, width, _MOST_LINES + 1)
    return lines if len(lines) * letters.height <= height else ()


def _draw_ticks(axis: _Axis, rows: tuple[float, float], draft: PlanDraft) -> None:
    for moment in _tick_moments(axis):
        line = QRectF(axis.x(moment), rows[0], 1, rows[1] - rows[0])
        draft.parts.append(Frame(rect=line, radius=0, fill=draft.dress.theme.line))


def _tick_moments(axis: _Axis) -> Sequence[int]:
    begin = -(-int(axis.first) // _TICK) * _TICK
    return range(begin, int(axis.last) + 1, _TICK)


def _draw_seconds(axis: _Axis, y: float, draft: PlanDraft) -> float:
    letters = TextStyle(draft.dress.measures.text(16))
    for moment in _tick_moments(axis):
        text = str(moment // 1000)
        wide = advance(text, letters)
        x = min(axis.x(moment) - wide / 2, axis.right - wide)
        draft.write(text, (x, y), letters, draft.dress.theme.t2)
    return y + letters.height


def _draw_flags(block: LanesBlock, axis: _Axis, row: QRectF, draft: PlanDraft) -> None:
    """Each at its moment; one that would lie on the one before it moves to the right."""
    theme, measures = draft.dress.theme, draft.dress.measures
    letters = TextStyle(measures.text(18, 16), 700)
    size, free = float(measures.px(30, 26)), axis.left
    for flag in sorted(block.flags, key=lambda each: each.at):
        x = axis.x(flag.at)
        if not axis.left - size <= x <= axis.right:
            continue
        left = min(max(free, x - size / 2), axis.right - size)
        rect = QRectF(left, row.center().y() - size / 2, size, size)
        stops = flag.tone is Tone.STOP
        fill = theme.stopf if stops else mark_colour(flag.tone, theme)
        draft.parts.append(Frame(rect=rect, radius=measures.px(6), fill=fill))
        text = str(flag.number)
        at = (rect.center().x() - advance(text, letters) / 2, rect.center().y() - letters.height / 2)
        draft.write(text, at, letters, theme.onfill if stops else theme.okink)
        free = rect.right() + measures.px(4)


def _draw_remarks(block: LanesBlock, axis: _Axis, y: float, draft: PlanDraft) -> float:
    """Under their moments, in as few lines as have room for them whole; gives back the foot."""
    measures, theme = draft.dress.measures, draft.dress.theme
    letters, size = TextStyle(measures.text(16)), float(measures.px(18, 16))
    ends: list[float] = []
    gap = measures.px(6)
    foot = top = y + measures.px(4, 2)
    for remark in block.remarks:
        if not axis.first <= remark.at <= axis.last:
            continue
        lines = wrap_text(remark.text, letters, axis.right - size - gap, _REMARK_LINES)
        wide = size + gap + max(advance(line, letters) for line in lines)
        x = max(0.0, min(axis.x(remark.at) - size / 2, axis.right - wide))
        line = next((number for number, end in enumerate(ends) if end <= x), len(ends))
        if len(lines) > 1:
            # It takes the whole width: what comes after it begins below.
            top, ends, line = foot, [], 0
        ends[line : line + 1] = [x + wide + 2 * gap]
        at = top + line * letters.height
        square = QRectF(x, at + (letters.height - size) / 2, size, size)
        draft.parts.append(Icon(name="pencil", rect=square, ink=theme.prac))
        foot = max(foot, draft.write_lines(lines, (x + size + gap, at), letters, theme.prac))
        if len(lines) > 1:
            top, ends = foot, []
    return foot
