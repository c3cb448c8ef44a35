"""Plans of what is typed and pressed: entries, and controls in columns under a caption.

What is grave is alone, with nothing near it.
"""

from PySide6.QtCore import QRectF

from dealer_app.screens.blocks import Control, EntryBlock, KeysBlock, Tone, Weight
from ui.blocks.control_plan import ControlLook, control_height, is_wide_enough, natural_width
from ui.blocks.plan import BlockPlan, ControlPaint, ControlPlace, Dress, Frame, PlanDraft, ToneMark
from ui.blocks.text_blocks import chips_width, place_chips
from ui.blocks.text_metrics import ELLIPSIS, TextStyle, advance, wrap_text

DOT = "•"


def plan_entry(block: EntryBlock, width: float, dress: Dress) -> BlockPlan:
    """The label is above its box, or within it at its head where a column is folded.

    A line to write on tells it apart from a key, in shape as well as in colour.
    """
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    caption, value = TextStyle(measures.text(16)), TextStyle(measures.text(22, 20), 700)
    high, padding = measures.target, px(16, 12)
    within = dress.fold.close
    if within:
        top, written_in = 0.0, QRectF(0, px(4) + caption.height, width, high - px(8) - caption.height)
    else:
        top = _draw_label(block, (0.0, 0.0), width, draft) + px(5)
        written_in = QRectF(0, top, width, high)
    border = theme.go if block.writing else theme.warn if block.wrong else theme.edge
    box = QRectF(0, top, width, high)
    stroke = 3.0 if block.writing else 2.0 if block.wrong else 1.5
    draft.parts.append(Frame(rect=box, radius=px(10), fill=theme.field, border=border, stroke=stroke))
    line = QRectF(padding, box.bottom() - px(8, 7), width - 2 * padding, px(2))
    draft.parts.append(Frame(rect=line, radius=0, fill=border))
    if within:
        _draw_label(block, (float(padding), float(px(4))), width - 2 * padding, draft)
    room = width - 2 * padding - px(6)
    shown = DOT * len(block.value) if block.secret else block.value
    y = written_in.center().y() - value.height / 2
    if shown:
        end = draft.write(_text_tail(shown, value, room), (padding, y), value, theme.t1).right()
    else:
        end = float(padding)
        hint = TextStyle(measures.text(18, 16))
        at = (padding + px(8), written_in.center().y() - hint.height / 2)
        draft.write(block.hint.first, at, hint, theme.t3, room=room)
    if block.writing:
        caret_high = min(high * 0.52, written_in.height())
        caret = QRectF(end + px(3), written_in.center().y() - caret_high / 2, px(2), caret_high)
        draft.parts.append(Frame(rect=caret, radius=0, fill=theme.go))
    foot: float = top + high
    if block.wrong and within:
        foot = _draw_error(block, QRectF(0, 0, width, foot), draft)
    elif block.wrong:
        size = px(20)
        draft.parts.append(ToneMark(tone=Tone.ATTENTION, rect=QRectF(0, foot + px(5), size, size)))
        lines = wrap_text(block.wrong.first, caption, width - size - px(8))
        foot = draft.write_lines(lines, (size + px(8), foot + px(5)), caption, theme.warn)
    if block.act is not None:
        control = Control(name=block.name, label=block.label, act=block.act, sub=block.hint)
        draft.places.append(ControlPlace(control=control, rect=box, kind=ControlPaint.BARE))
    return draft.plan(width, foot)


def _draw_error(block: EntryBlock, box: QRectF, draft: PlanDraft) -> float:
    """At the head of the box, behind its label, if there is room; else below. Gives back where all of it ends."""
    caption, theme, px = TextStyle(draft.dress.measures.text(16), 600), draft.dress.theme, draft.dress.measures.px
    size, padding = px(18), px(16, 12)
    label = advance(block.label.first, TextStyle(draft.dress.measures.text(16)))
    wide = size + px(6) + advance(block.wrong.first, caption)
    if padding + label + px(12) + wide + padding <= box.width():
        x, y = box.right() - padding - wide, float(px(4))
        lines: tuple[str, ...] = (block.wrong.first,)
    else:
        x, y = 0.0, box.bottom() + px(3)
        lines = wrap_text(block.wrong.first, caption, box.width() - size - px(6))
    draft.parts.append(ToneMark(tone=Tone.ATTENTION, rect=QRectF(x, y + px(1), size, size)))
    return max(box.bottom(), draft.write_lines(lines, (x + size + px(6), y), caption, theme.warn))


def _draw_label(block: EntryBlock, at: tuple[float, float], room: float, draft: PlanDraft) -> float:
    """With its second language where there is room for it; gives back where it ends."""
    caption, theme, px = TextStyle(draft.dress.measures.text(16)), draft.dress.theme, draft.dress.measures.px
    x, y = at
    most = 1 if draft.dress.fold.close else 2
    whole = wrap_text(block.label.first, caption, room)
    lines = whole if len(whole) <= most else wrap_text(block.label.short or block.label.first, caption, room, most)
    below = draft.write_lines(lines, at, caption, theme.t2)
    x += advance(lines[-1], caption) + px(8) if lines else 0.0
    if block.wrong and draft.dress.fold.close:
        return max(below, y + caption.height)
    if block.label.second and x + advance(block.label.second, caption) <= at[0] + room:
        draft.write(block.label.second, (x, max(y, below - caption.height)), caption, theme.t3)
    return max(below, y + caption.height)


def _text_tail(text: str, letters: TextStyle, room: float) -> str:
    """The end of a text that is too long: that is where it is written."""
    if advance(text, letters) <= room:
        return text
    while text and advance(ELLIPSIS + text, letters) > room:
        text = text[1:]
    return ELLIPSIS + text


GRAVE_MARGIN = 40
GRAVE_MARGIN_COMPACT = 28
_GAP = 6
_GAP_COMPACT = 4
_TALL = 84


def plan_keys(block: KeysBlock, width: float, dress: Dress) -> BlockPlan:
    draft, measures = PlanDraft(dress), dress.measures
    y = _draw_title(block, width, draft)
    gap = measures.px(_GAP, _GAP_COMPACT)
    controls, columns = _arrange_keys(block, width, gap, dress)
    column = (width - gap * (columns - 1)) / columns
    for line in _key_lines(controls, columns):
        grave = any(control.weight is Weight.GRAVE for control in line)
        high = max(control_height(control, dress) for control in line)
        high = max(high, measures.px(_TALL, 0)) if block.tall and not dress.fold.close else high
        y += measures.px(GRAVE_MARGIN, GRAVE_MARGIN_COMPACT) if grave and y else 0
        x = 0.0
        for control in line:
            span = min(control.span, columns)
            wide = column * span + gap * (span - 1)
            draft.places.append(ControlPlace(control=control, rect=QRectF(x, y, wide, high)))
            x += wide + gap
        y += high + (measures.px(GRAVE_MARGIN, GRAVE_MARGIN_COMPACT) if grave else gap)
    return draft.plan(width, max(0.0, y - gap if block.controls else y))


def _arrange_keys(block: KeysBlock, width: float, gap: float, dress: Dress) -> tuple[tuple[Control, ...], int]:
    """The keys in their order, and in how many columns; where it must be, in as few lines as their words allow."""
    if block.fixed:
        return block.controls, block.columns
    controls, wished = block.controls, max(1, min(block.columns, sum(control.span for control in block.controls)))
    columns = _most_columns(controls, wished, width, gap, dress)
    few = block.few_lines or controls
    spread = any(control.span > 1 or control.weight is Weight.GRAVE for control in few)
    if dress.fold.close and not spread:
        most = _most_columns(few, len(few), width, gap, dress)
        lines = -(-len(few) // max(1, most))
        if lines < len(_key_lines(controls, columns)):
            return few, -(-len(few) // lines)
    return controls, _balance_columns(controls, columns)


def _most_columns(controls: tuple[Control, ...], wished: int, width: float, gap: float, dress: Dress) -> int:
    columns = wished
    while columns > 1 and not _has_width(controls, (width - gap * (columns - 1)) / columns, gap, dress):
        columns -= 1
    return max(1, columns)


def _draw_title(block: KeysBlock, width: float, draft: PlanDraft) -> float:
    """The caption, its second language and the clauses; gives back where the keys begin."""
    measures, theme = draft.dress.measures, draft.dress.theme
    letters = TextStyle(measures.text(16))
    end = width
    if block.clauses:
        end -= chips_width(block.clauses, draft.dress)
        place_chips(draft, block.clauses, end, 0.0)
        end -= measures.px(8)
    y = 0.0
    if block.title:
        lines = wrap_text(block.title.first, letters, end)
        y = draft.write_lines(lines, (0.0, y), letters, theme.t2)
        x = advance(lines[-1], letters) + measures.px(8)
        if block.title.second and x + advance(block.title.second, letters) <= end:
            draft.write(block.title.second, (x, y - letters.height), letters, theme.t3)
        y += measures.px(5)
    return max(y, measures.px(32) if block.clauses else 0.0)


def _has_width(controls: tuple[Control, ...], column: float, gap: float, dress: Dress) -> bool:
    return all(
        is_wide_enough(ControlLook.from_control(control), column * control.span + gap * (control.span - 1), dress)
        for control in controls
    )


def _balance_columns(controls: tuple[Control, ...], columns: int) -> int:
    """As many in each line as in the next: four keys that do not fit on one go two and two."""
    if any(control.span > 1 for control in controls) or not controls:
        return columns
    lines = -(-len(controls) // columns)
    return -(-len(controls) // lines) if lines == 2 else columns


def _key_lines(controls: tuple[Control, ...], columns: int) -> list[list[Control]]:
    lines: list[list[Control]] = []
    used = columns
    for control in controls:
        span = min(control.span, columns)
        alone = control.weight is Weight.GRAVE or bool(lines and lines[-1][-1].weight is Weight.GRAVE)
        if used + span > columns or alone:
            lines.append([])
            used = 0
        lines[-1].append(control)
        used += span
    return lines


def keys_width(block: KeysBlock, dress: Dress) -> float:
    """In which all of them say what they have to say, in as many columns as are wished."""
    gap = dress.measures.px(_GAP)
    columns = max(1, min(block.columns, sum(control.span for control in block.controls)))
    widest = max(
        (natural_width(ControlLook.from_control(control), dress) / control.span for control in block.controls),
        default=0.0,
    )
    title = advance(block.title.first, TextStyle(dress.measures.text(16))) if block.title else 0.0
    return max(columns * (widest + gap) - gap, title)


def has_grave_key(block: KeysBlock) -> bool:
    """Whether something grave is among them, beside which nothing may be."""
    return any(control.weight is Weight.GRAVE for control in block.controls)
