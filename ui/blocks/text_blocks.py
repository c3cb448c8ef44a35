"""The plans of the small blocks of text: heading, note, tags, badge, chips and band."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.screens.blocks import Control, HeadingBlock, NoteBlock, ScreenText, TagsBlock, Tone
from ui.blocks.control_plan import ControlLook, natural_width
from ui.blocks.plan import BlockPlan, ControlPlace, Dress, Frame, Icon, PlanDraft, ToneMark, has_mark
from ui.blocks.text_metrics import TextStyle, advance, is_figure_text, wrap_text
from ui.painting.marks import mark_colour, tint_colour


def plan_tags(block: TagsBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    letters = TextStyle(measures.text(16), 600)
    high, gap = (px(26), px(4)) if dress.fold.close else (px(30), px(6))
    x = y = 0.0
    for tag in block.tags:
        mark = px(16) + px(6) if has_mark(tag.tone) or tag.icon else 0
        wide = min(width, advance(tag.text, letters) + px(20) + mark)
        if x and x + wide > width:
            x, y = 0.0, y + high + gap
        border = theme.line if tag.tone is Tone.PLAIN else mark_colour(tag.tone, theme)
        rect = QRectF(x, y, wide, high)
        dashed = tag.tone is Tone.OFF
        draft.parts.append(Frame(rect=rect, radius=px(6), fill=theme.s2, border=border, stroke=1.2, dashed=dashed))
        if mark:
            size = px(16)
            place = QRectF(x + px(9), y + (high - size) / 2, size, size)
            draft.parts.append(
                Icon(name=tag.icon, rect=place, ink=theme.t1) if tag.icon else ToneMark(tone=tag.tone, rect=place)
            )
        colour = theme.t1 if tag.tone is not Tone.OFF else theme.t3
        at = (x + px(10) + mark, y + (high - letters.height) / 2)
        draft.write(tag.text, at, letters, colour, room=wide - px(18) - mark)
        x += wide + gap
    return draft.plan(width, y + high if block.tags else 0.0)


_NUMERALS = "0123456789"


_BADGE_TICK = 20


def draw_badge_tick(draft: PlanDraft, disc: QRectF) -> None:
    """The tick of what is done, at the upper left of a badge."""
    px, theme = draft.dress.measures.px, draft.dress.theme
    corner = QRectF(disc.left() - px(6), disc.top() - px(6), px(_BADGE_TICK), px(_BADGE_TICK))
    draft.parts.append(Frame(rect=corner, radius=corner.height() / 2, fill=theme.okt))
    draft.parts.append(Icon(name="tick", rect=corner, ink=theme.ok))


def draw_badge(draft: PlanDraft, text: str, rect: QRectF) -> None:
    measures, theme = draft.dress.measures, draft.dress.theme
    number = text.rstrip("S") if text.endswith("S") else text.split("S", maxsplit=1)[0]
    standing = text[len(number) :]
    draft.parts.append(
        Frame(rect=rect, radius=rect.height() / 2, fill=theme.bg, border=theme.t1, stroke=2.0, dashed=bool(standing))
    )
    letters = TextStyle(measures.text(20 if set(number) <= set(_NUMERALS) else 16), 700)
    while advance(number, letters) > rect.width() - 6 and letters.px > 16:
        letters = TextStyle(letters.px - 1, 700)
    wide = advance(number, letters)
    draft.write(number, (rect.center().x() - wide / 2, rect.center().y() - letters.height / 2), letters, theme.t1)
    if standing:
        small = TextStyle(16, 700)
        wide = advance(standing, small) + measures.px(6)
        foot = QRectF(rect.right() - wide * 0.8, rect.bottom() - measures.px(17), wide, measures.px(20))
        draft.parts.append(Frame(rect=foot, radius=measures.px(6), fill=theme.t1))
        draft.write(standing, (foot.left() + measures.px(3), foot.center().y() - small.height / 2), small, theme.bg)


_GAP = 6


def chips_width(chips: tuple[Control, ...], dress: Dress) -> float:
    return sum(natural_width(ControlLook.from_control(chip), dress) for chip in chips) + dress.measures.px(_GAP) * max(
        0, len(chips) - 1
    )


def place_chips(draft: PlanDraft, chips: tuple[Control, ...], x: float, y: float) -> None:
    for chip in chips:
        wide = natural_width(ControlLook.from_control(chip), draft.dress)
        draft.places.append(ControlPlace(control=chip, rect=QRectF(x, y, wide, draft.dress.measures.px(26))))
        x += wide + draft.dress.measures.px(_GAP)


def flow_chips(
    draft: PlanDraft, chips: tuple[Control, ...], start: tuple[float, float], span: tuple[float, float]
) -> float:
    """Behind a text that ends at `start`, and in lines of their own between the two ends of `span` where it is full.

    Gives back the foot of the last of them.
    """
    left, right = span
    x, y = start
    high = draft.dress.measures.px(26)
    for chip in chips:
        wide = min(natural_width(ControlLook.from_control(chip), draft.dress), right - left)
        if x + wide > right and x > left:
            x, y = left, y + high + draft.dress.measures.px(4)
        draft.places.append(ControlPlace(control=chip, rect=QRectF(x, y, wide, high)))
        x += wide + draft.dress.measures.px(_GAP)
    return y + high


TextLook = tuple[TextStyle, QColor]


def draw_sentence(
    draft: PlanDraft, text: str, chips: tuple[Control, ...], at: tuple[float, float], right: float, style: TextLook
) -> float:
    """A text and behind its last word its clauses; gives back its foot."""
    (x, y), (letters, ink), high = at, style, draft.dress.measures.px(26)
    lines = wrap_text(text, letters, max(1.0, right - x), 12)
    if not chips:
        return draft.write_lines(lines, at, letters, ink)
    y = draft.write_lines(lines[:-1], at, letters, ink)
    end = x
    below = max(0.0, (high - letters.height) / 2)
    if lines:
        end = draft.write(lines[-1], (x, y + below), letters, ink).right() + draft.dress.measures.px(8)
    foot = flow_chips(draft, chips, (end, y + below + (letters.height - high) / 2), (x, right))
    return max(foot, y + below + letters.height)


def plan_heading(block: HeadingBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    title, remark = TextStyle(measures.text(20, 18), 700), TextStyle(measures.text(16))
    right = TextStyle(measures.text(24, 22), 700) if is_figure_text(block.right) else remark
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
    if block.tone is not Tone.PLAIN and has_mark(block.tone):
        size = px(22)
        draft.parts.append(ToneMark(tone=block.tone, rect=_square(x, (height - size) / 2, size)))
        x += size + px(10)
    elif block.icon:
        size = px(24)
        draft.parts.append(Icon(name=block.icon, rect=_square(x, (height - size) / 2, size), ink=theme.t1))
        x += size + px(10)
    colour = theme.t1 if has_mark(block.tone) else mark_colour(block.tone, theme)
    lines = wrap_text(block.text.first, title, max(1.0, end - x), 2)
    y = (height - title.height) / 2
    draft.write_lines(lines, (x, y), title, colour)
    height += max(0, len(lines) - 1) * title.height
    y += max(0, len(lines) - 1) * title.height + (title.height - remark.height) / 2 + px(1)
    x += advance(lines[-1], title) + px(10) if lines else 0
    if block.text.second and x + advance(block.text.second, remark) <= end:
        x = draft.write(block.text.second, (x, y), remark, theme.t2).right() + px(10)
    if block.note and x + advance(block.note, remark) <= end:
        draft.write(block.note, (x, y), remark, theme.t3)
    elif block.note:
        height = draft.write_lines(wrap_text(block.note, remark, width, 2), (0.0, height), remark, theme.t3)
    return draft.plan(width, height)


def _square(x: float, y: float, size: float) -> QRectF:
    return QRectF(x, y, size, size)


def plan_note(block: NoteBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    inset = px(8, 6) if dress.fold.close else px(14, 10)
    padding = inset if block.framed else 0
    left, y = float(padding), float(padding)
    if block.mark:
        large = TextStyle(measures.text(26, 22), 800)
        column = max(px(64), advance(block.mark, large))
        size = px(34, 28)
        if has_mark(block.tone):
            draft.parts.append(ToneMark(tone=block.tone, rect=QRectF(left + (column - size) / 2, y, size, size)))
        below = y + (size if has_mark(block.tone) else 0)
        draft.write(block.mark, (left + (column - advance(block.mark, large)) / 2, below), large, theme.t1)
        least = below + large.height
        left += column + px(16, 12)
    elif has_mark(block.tone):
        size = px(22)
        draft.parts.append(ToneMark(tone=block.tone, rect=QRectF(left, y + px(1), size, size)))
        left, least = left + size + px(10), y + size
    else:
        least = 0.0
    foot = max(least, _draw_sentences(block, (left, y), width - padding, draft))
    height = foot + padding
    if block.framed:
        draft.parts.insert(0, _note_frame(block, QRectF(0, 0, width, height), dress))
    return draft.plan(width, height)


def _note_frame(block: NoteBlock, rect: QRectF, dress: Dress) -> Frame:
    theme = dress.theme
    border = theme.edge if block.tone in {Tone.PLAIN, Tone.QUIET, Tone.OFF} else mark_colour(block.tone, theme)
    return Frame(
        rect=rect,
        radius=dress.measures.px(12),
        fill=tint_colour(block.tone, theme),
        border=border,
        stroke=2.0 if has_mark(block.tone) else 1.2,
        dashed=block.tone is Tone.OFF,
    )


def _draw_sentences(block: NoteBlock, at: tuple[float, float], right: float, draft: PlanDraft) -> float:
    measures, theme = draft.dress.measures, draft.dress.theme
    title, body, helping = (
        TextStyle(measures.text(20, 18), 700),
        TextStyle(measures.text(18, 16)),
        TextStyle(measures.text(16)),
    )
    colour = theme.t3 if block.tone is Tone.QUIET else theme.t2
    if block.tone not in {Tone.PLAIN, Tone.QUIET, Tone.OFF} or (block.framed and not block.title):
        colour = theme.t1
    x, y = at
    room = max(1.0, right - x)
    if block.title:
        lines = wrap_text(block.title.first, title, room, 2)
        top, y = y, draft.write_lines(lines, (x, y), title, theme.t1)
        end = x + advance(block.title.first, title) + measures.px(10)
        near = draft.dress.fold.close and len(lines) == 1 and end + advance(block.title.second, helping) <= right
        if block.title.second and near:
            # As of a heading: behind the first, where that spares a line.
            draft.write(block.title.second, (end, top + (title.height - helping.height) / 2), helping, theme.t2)
        elif block.title.second:
            y = draft.write_lines(wrap_text(block.title.second, helping, room, 2), (x, y), helping, theme.t2)
    y = draw_sentence(draft, block.text.first, block.clauses, (x, y), right, (body, colour))
    if block.text.second:
        y = draft.write_lines(wrap_text(block.text.second, helping, room), (x, y), helping, theme.t3)
    return y


def plan_band(
    title: ScreenText,
    sub: ScreenText,
    right: tuple[str, ...],
    sign: Tone | str,
    size: tuple[float, float],
    dress: Dress,
) -> BlockPlan:
    """`sign` is the tone whose mark is before the title, or the name of an icon."""
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px, (width, height) = measures.px, size
    end = _draw_right(right, size, draft)
    x = float(px(24, 14))
    large = px(40, 32)
    square = QRectF(x, (height - large) / 2, large, large)
    if isinstance(sign, Tone):
        if has_mark(sign):
            draft.parts.append(ToneMark(tone=sign, rect=square))
            x += large + px(20, 12)
    elif sign:
        draft.parts.append(Icon(name=sign, rect=square, ink=theme.t1))
        x += large + px(20, 12)
    letters, helping, below = (
        TextStyle(measures.text(28, 22), 700),
        TextStyle(measures.text(24, 18)),
        TextStyle(measures.text(18, 16)),
    )
    y = (height - letters.height - (below.height if sub else 0)) / 2
    written = draft.write(title.first, (x, y), letters, theme.t1, room=end - x)
    second = written.right() + px(14)
    if title.second and second + advance(title.second, helping) <= end:
        draft.write(title.second, (second, y + (letters.height - helping.height) / 2), helping, theme.t2)
    if sub:
        draft.write(sub.first, (x, y + letters.height), below, theme.t2, room=end - x)
    return draft.plan(width, height)


def _draw_right(right: tuple[str, ...], size: tuple[float, float], draft: PlanDraft) -> float:
    """The last of them is the one that counts: how long it has lasted."""
    measures, theme = draft.dress.measures, draft.dress.theme
    width, height = size
    end = width - measures.px(24, 14)
    usual, strong = TextStyle(measures.text(18, 16)), TextStyle(measures.text(18, 16), 700)
    y = (height - usual.height * len(right)) / 2
    left = end
    for number, text in enumerate(right):
        last = number == len(right) - 1
        letters = strong if last else usual
        x = end - advance(text, letters)
        draft.write(text, (x, y), letters, theme.t1 if last else theme.t2)
        left = min(left, x)
        y += usual.height
    return left - measures.px(16) if right else end
