"""A list of bettors, areas, steps or facts: marks, badges, texts and keys stand in columns that all rows share."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Control, Keys, Row, Rows, Tags
from dealer_app.showing.lines import Line, Tone
from ui.blocks.badge import draw_badge
from ui.blocks.control_plan import cap_fits, draw_key_cap, height_of
from ui.blocks.control_words import Look
from ui.blocks.keys import plan_keys
from ui.blocks.plan import Draft, Dress, Frame, Icon, Kind, Mark, Place, Plan
from ui.blocks.row_columns import GAP, Columns, columns_of, disc_size, right_letters, title_letters
from ui.blocks.tags import plan_tags
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance, wrapped
from ui.painting.marks import mark_colour

_REACH = 2
"""A row of 60 is touched on 64."""


def plan_rows(block: Rows, width: float, dress: Dress) -> Plan:
    draft, px = Draft(dress), dress.measures.px
    block = _spared(block, dress)
    columns = columns_of(block, width, dress)
    y = margin = float(px(_REACH)) if any(_reaches_over(row, columns) for row in block.rows) else 0.0
    framed = None
    for number, row in enumerate(block.rows):
        plan = _plan_row(row, width, columns, dress)
        if block.dense and number and not row.framed:
            line = QRectF(0, y - px(1), width, 1)
            draft.parts.append(Frame(rect=line, radius=0, fill=dress.theme.line))
        draft.take(plan, 0.0, y)
        if row.framed and framed is None:
            framed = QRectF(0, y, width, plan.height)
        gap = px(1) if block.dense else 2 * margin or px(GAP, 5)
        y += plan.height + gap
    y = max(0.0, y - (0 if block.dense else 2 * margin or px(GAP, 5))) + margin
    if block.more:
        keys = plan_keys(_more(block.more), width, dress)
        draft.take(keys, 0.0, y + px(GAP))
        y += px(GAP) + keys.height
    return replace(draft.plan(width, y), framed=framed)


def _spared(block: Rows, dress: Dress) -> Rows:
    """Without the keys that a small window leaves out; what was chosen stays."""
    if not dress.measures.compact or not any(control.spare for row in block.rows for control in row.controls):
        return block
    rows = tuple(
        replace(row, controls=tuple(control for control in row.controls if control.picked or not control.spare))
        for row in block.rows
    )
    return replace(block, rows=rows)


def _reaches_over(row: Row, columns: Columns) -> bool:
    """Whether the row itself is the touch: it reaches a little over its frame."""
    return row.act is not None and not row.controls and not columns.dense


def _more(controls: tuple[Control, ...]) -> Keys:
    return Keys(controls=controls, columns=len(controls))


def _plan_row(row: Row, width: float, columns: Columns, dress: Dress) -> Plan:
    draft, measures = Draft(dress), dress.measures
    px = measures.px
    padding = columns.padding
    beside = bool(columns.keys) and bool(row.controls)
    keys_wide = columns.room_of_keys(row, dress) if beside else 0.0
    right = width - padding - columns.cap
    letters_right = right_letters(row, dense=columns.dense, dress=dress)
    row, right_wide = _right_beside(row, right - columns.text - keys_wide, columns, dress)
    room = (
        right - columns.text - (keys_wide + px(GAP, 5) if beside else 0) - (right_wide + px(12, 8) if right_wide else 0)
    )
    lines = _texts(row, max(1.0, room), columns.dense, dress)
    text_high = sum(letters.height for _, letters, _ in lines)
    tags = plan_tags(Tags(tags=row.tags), max(1.0, width - 2 * padding), dress) if row.tags else None
    least = px(38, 34) if columns.dense else measures.target if beside else px(60)
    if row.tags:
        least = px(44, 40)
    if columns.badge and not columns.dense:
        least = max(least, px(48, 46))
    if row.act is not None and columns.dense:
        least = max(least, measures.target)
    high = max(float(least), text_high + px(6 if columns.dense or beside else 12))
    y = (high - text_high) / 2
    for text, letters, colour in lines:
        draft.write(text, (columns.text, y), letters, colour)
        y += letters.height
    _lead(row, QRectF(padding, 0, columns.text - padding, high), columns, draft)
    if right_wide:
        x = right - (keys_wide + px(12) if beside else 0) - right_wide
        colour = dress.theme.t1 if row.tone is Tone.PLAIN else mark_colour(row.tone, dress.theme)
        if columns.dense and row.tone is Tone.PLAIN:
            colour = dress.theme.t2
        draft.write(row.right, (x, (high - letters_right.height) / 2), letters_right, colour)
    if row.key and columns.cap:
        draw_key_cap(draft, row.key, QRectF(right + px(8), (high - px(24)) / 2, columns.cap - px(8), px(24)))
    if tags is not None:
        draft.take(tags, padding, high)
        high += tags.height + px(8)
    head = high
    if beside:
        _place_beside(row, QRectF(right - keys_wide, 0, keys_wide, high), columns, draft)
    elif row.controls:
        inner = plan_keys(Keys(controls=row.controls, columns=_most_columns(row.controls)), right - padding, dress)
        draft.take(inner, padding, high)
        high += inner.height + px(10)
    _box(row, QRectF(0, 0, width, high), columns, draft, beside=beside)
    if row.act is not None:
        reach = QRectF(0, 0, right - keys_wide - px(GAP, 5) if beside else width, head)
        if _reaches_over(row, columns):
            reach.adjust(0, -px(_REACH), 0, px(_REACH))
        draft.places.insert(0, Place(control=touched_whole(row), rect=reach, kind=Kind.BARE))
    return draft.plan(width, high)


def _right_beside(row: Row, room: float, columns: Columns, dress: Dress) -> tuple[Row, float]:
    """The width of what stands at the right; where there is no room for it beside the title it becomes a line below."""
    if not row.right:
        return row, 0.0
    wide = advance(row.right, right_letters(row, dense=columns.dense, dress=dress))
    title = advance(row.title, title_letters(row, dense=columns.dense, dress=dress))
    if wide <= room * 0.5 or title + wide + dress.measures.px(12) <= room:
        return row, wide
    return replace(row, right="", lines=(row.right, *row.lines)), 0.0


def touched_whole(row: Row) -> Control:
    """What a row is to a finger where it is touched itself."""
    said = Line(" ".join(text for text in (row.badge, row.title, row.right) if text))
    return Control(name=row.name, label=said, act=row.act, sub=Line(" ".join(row.lines)))


def _most_columns(controls: tuple[Control, ...]) -> int:
    return min(sum(control.span for control in controls), 4)


def _place_beside(row: Row, rect: QRectF, columns: Columns, draft: Draft) -> None:
    x = rect.left()
    gap = draft.dress.measures.px(GAP, 5)
    widths = columns.keys_of(row, draft.dress)
    for control, wide in zip(_capped_alike(row.controls, widths, draft.dress), widths, strict=True):
        high = min(rect.height(), max(draft.dress.measures.target, height_of(control, draft.dress)))
        at = QRectF(x, (rect.height() - high) / 2, wide, high)
        draft.places.append(Place(control=control, rect=at))
        x += wide + gap


def _capped_alike(controls: tuple[Control, ...], widths: tuple[float, ...], dress: Dress) -> tuple[Control, ...]:
    """Their keys are shown on all of them or on none."""
    together = zip(controls, widths, strict=True)
    if all(
        not control.key or cap_fits(Look.of(control), wide, dress.measures.target, dress) for control, wide in together
    ):
        return controls
    return tuple(replace(control, key="") for control in controls)


def _texts(row: Row, room: float, dense: bool, dress: Dress) -> list[tuple[str, Letters, QColor]]:
    theme, measures = dress.theme, dress.measures
    title = title_letters(row, dense=dense, dress=dress)
    small = Letters(measures.text(16 if dense or row.title else 18, 16))
    quiet = row.tone in {Tone.QUIET, Tone.OFF}
    lines = [(line, title, theme.t3 if quiet else theme.t1) for line in wrapped(row.title, title, room, 2)]
    for text in row.lines:
        lines += [
            (line, small, theme.t3 if quiet else theme.t2)
            for line in wrapped(text, small, room, 3 if row.controls else 8)
        ]
    return lines


def _lead(row: Row, rect: QRectF, columns: Columns, draft: Draft) -> None:
    """The tick of what is done, the arrow of what is now, or the mark of its tone; and the badge."""
    px, theme = draft.dress.measures.px, draft.dress.theme
    size = px(22)
    at = QRectF(rect.left(), (rect.height() - size) / 2, size, size)
    if columns.mark and not draw_sign(row, at, draft):
        if row.framed:
            draft.parts.append(Icon(name="arrow", rect=at, ink=theme.go))
        elif columns.steps:
            ring = at.adjusted(px(4), px(4), -px(4), -px(4))
            draft.parts.append(Frame(rect=ring, radius=ring.height() / 2, border=theme.t3, stroke=1.5))
    if row.badge:
        disc = disc_size(draft.dress, dense=columns.dense)
        draw_badge(draft, row.badge, QRectF(rect.left() + columns.mark, (rect.height() - disc) / 2, disc, disc))


def draw_sign(row: Row, at: QRectF, draft: Draft) -> bool:
    """The tick of what is done, its icon, or the mark of its tone. Whether it has one."""
    theme = draft.dress.theme
    if row.done:
        draft.parts.append(Icon(name="tick", rect=at, ink=theme.ok))
    elif row.icon:
        draft.parts.append(Icon(name=row.icon, rect=at, ink=theme.t1))
    elif marked(row.tone):
        draft.parts.append(Mark(tone=row.tone, rect=at))
    else:
        return False
    return True


def _box(row: Row, rect: QRectF, columns: Columns, draft: Draft, *, beside: bool) -> None:
    theme, px = draft.dress.theme, draft.dress.measures.px
    if row.framed and not columns.dense:
        frame = Frame(rect=rect, radius=px(12), fill=theme.s2, border=theme.go, stroke=2.5)
    elif row.framed:
        frame = Frame(rect=rect, radius=px(8), fill=theme.s2)
    elif columns.dense or (beside and not columns.boxed):
        return
    else:
        border = theme.line if row.controls or row.act else None
        frame = Frame(rect=rect, radius=px(12), fill=theme.s2, border=border, stroke=1.2)
    draft.parts.insert(0, frame)
