"""Plans of lists of bettors, areas, steps or facts, with the columns that all rows of a list share.

Marks, badges, texts and keys are in columns as wide as the widest row needs.
"""

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Control, KeysBlock, ListRow, RowsBlock, ScreenText, TagsBlock, Tone
from ui.blocks.control_plan import (
    CapPlace,
    ControlLook,
    control_height,
    draw_key_cap,
    find_cap_place,
    key_width,
    least_width,
    natural_width,
)
from ui.blocks.entry import plan_keys
from ui.blocks.plan import BlockPlan, ControlPaint, ControlPlace, Dress, Frame, Icon, PlanDraft, ToneMark, has_mark
from ui.blocks.text_blocks import draw_badge, draw_badge_tick, plan_tags
from ui.blocks.text_metrics import TextStyle, advance, is_figure_text, wrap_text
from ui.painting.marks import mark_colour

GAP = 6
_WIDEST_KEY = 150
_TICK = 26
"""What the tick of a picked key takes at its corner."""


class RowColumns(Struct, frozen=True, kw_only=True):
    """What all rows of a list share; `keys` are the widths from the right, empty where they are below the text."""

    mark: float
    badge: float
    keys: tuple[float, ...]
    padding: float
    dense: bool
    steps: bool
    boxed: bool = False
    """Every row has a frame: some of them are touched as a whole."""
    cap: float = 0.0
    """The width of the key that presses the framed row, kept free in all of them."""
    alone: bool = False
    """One row only: its frame goes around its keys too, and moves no other row."""
    on_badge: bool = False
    """The tick of what is done is on its badge; the frame alone says which row is now."""

    @property
    def text(self) -> float:
        return self.padding + self.mark + self.badge

    def key_widths(self, row: ListRow, dress: Dress) -> tuple[float, ...]:
        """The first may take the room of those that this row does not have, for all it has to say."""
        unused = self.keys[: len(self.keys) - len(row.controls)]
        first, *others = self.keys[len(unused) :]
        free = sum(unused) + dress.measures.px(GAP, 5) * len(unused)
        look = ControlLook.from_control(row.controls[0])
        wished = natural_width(look, dress) + (dress.measures.px(_TICK) if look.picked else 0)
        return (max(first, min(first + free, wished)), *others)

    def keys_width(self, row: ListRow, dress: Dress) -> float:
        used = self.key_widths(row, dress)
        return sum(used) + dress.measures.px(GAP, 5) * (len(used) - 1)


def make_row_columns(block: RowsBlock, width: float, dress: Dress) -> RowColumns:
    px = dress.measures.px
    marks = any(row.done or row.framed or row.icon or has_mark(row.tone) for row in block.rows)
    steps = block.dense and any(row.done or row.framed for row in block.rows)
    mark = float(px(30, 27)) if marks else 0.0
    badge = float(disc_size(dress, dense=block.dense) + px(14, 8)) if any(row.badge for row in block.rows) else 0.0
    keys = _key_widths(block, width - mark - badge, dress)
    boxed = not block.dense and any((not row.controls or not keys) or row.framed for row in block.rows)
    padding = float(px(12, 8) if boxed else px(8, 6) if block.dense and marks else 0)
    if boxed and keys:
        keys = _key_widths(block, width - mark - badge - 2 * padding, dress)
    caps = [key_width(row.key, dress) + px(8) for row in block.rows if row.key and not row.controls]
    return RowColumns(
        mark=mark,
        badge=badge,
        keys=keys,
        padding=padding,
        dense=block.dense,
        steps=steps,
        boxed=any(row.act is not None and not row.controls for row in block.rows),
        cap=max(caps, default=0.0),
        alone=len(block.rows) == 1,
    )


_TIGHT = 4
"""The padding of rows whose keys need all the room there is."""


def _tight_columns(block: RowsBlock, width: float, dress: Dress) -> RowColumns | None:
    """With the tick of what is done on its badge, where that gives all keys room beside the text."""
    if block.dense or not any(row.badge for row in block.rows):
        return None
    badge = float(disc_size(dress, dense=False) + _TIGHT + 1)
    keys = _key_widths(block, width - badge - 2 * _TIGHT, dress)
    if not keys:
        return None
    return RowColumns(mark=0.0, badge=badge, keys=keys, padding=float(_TIGHT), dense=False, steps=False, on_badge=True)


def disc_size(dress: Dress, *, dense: bool) -> int:
    return dress.measures.px(36, 34) if dense else dress.measures.px(46, 40)


def _key_widths(block: RowsBlock, room: float, dress: Dress) -> tuple[float, ...]:
    """The widths of the keys beside the text, from the left; empty where there is no room beside it."""
    count = max((len(row.controls) for row in block.rows), default=0)
    if not count or any(row.keys_below for row in block.rows):
        return ()
    natural, least = [0.0] * count, [0.0] * count
    for row in block.rows:
        for place, control in enumerate(row.controls, start=count - len(row.controls)):
            look = ControlLook.from_control(replace(control, key=""))
            natural[place] = max(natural[place], natural_width(look, dress))
            least[place] = max(least[place], least_width(look, dress))
    text = [_text_widths(row, dress) for row in block.rows]
    gaps = dress.measures.px(GAP, 5) * count
    for widths, need in (
        (natural, max(wished for wished, _ in text)),
        (least, max(wished for wished, _ in text)),
        (least, max(narrowest for _, narrowest in text)),
    ):
        free = room - need - gaps
        if sum(widths) <= free:
            return _spread_width(widths, natural, free - sum(widths), dress)
    return ()


def _spread_width(widths: list[float], natural: list[float], free: float, dress: Dress) -> tuple[float, ...]:
    """What is left over goes first to the keys that could say more with it, from the left; then to all alike."""
    found = []
    for wide, wish in zip(widths, natural, strict=True):
        more = wish - wide if 0 < wish - wide <= free else 0.0
        free -= more
        found.append(wide + more)
    each = min(free / len(found), dress.measures.px(24))
    largest = dress.measures.px(_WIDEST_KEY)
    return tuple(max(wide, min(wide + each, largest)) for wide in found)


def _text_widths(row: ListRow, dress: Dress) -> tuple[float, float]:
    """What its text wishes for beside keys, and the least: whole amounts, and words that are not broken."""
    measures = dress.measures
    title, small = title_letters(row, dense=False, dress=dress), TextStyle(measures.text(16))
    right = advance(row.right, right_letters(row, dense=False, dress=dress)) + 12 if row.right else 0.0
    lines = [(row.title, title), *((line, small) for line in row.lines)]
    whole = max(advance(text, letters) for text, letters in lines)
    words = [([text] if is_figure_text(text) else text.split(), letters) for text, letters in lines]
    narrow = max((advance(word, letters) for split, letters in words for word in split), default=0.0)
    return min(whole, measures.px(190, 150)) + right, narrow + right + 1


def title_letters(row: ListRow, *, dense: bool, dress: Dress) -> TextStyle:
    text = dress.measures.text
    if dense:
        return TextStyle(text(18, 16), 600)
    return TextStyle(text(24, 20), 700) if is_figure_text(row.title) else TextStyle(text(19, 17), 700)


def right_letters(row: ListRow, *, dense: bool, dress: Dress) -> TextStyle:
    text = dress.measures.text
    if is_figure_text(row.right) and not dense:
        return TextStyle(text(28, 22), 700)
    return TextStyle(text(16), 500) if dense else TextStyle(text(18, 16), 600)


_REACH = 2
"""A row of 60 is touched on 64."""


def plan_rows(block: RowsBlock, width: float, dress: Dress) -> BlockPlan:
    draft, px = PlanDraft(dress), dress.measures.px
    block = _drop_done_tags(_drop_spare_keys(block, width, dress), dress)
    columns = make_row_columns(block, width, dress)
    if dress.measures.compact and any(control.spare for row in block.rows for control in row.controls):
        columns = columns if columns.keys else _tight_columns(block, width, dress) or columns
    y = margin = float(px(_REACH)) if any(_has_touch_margin(row, columns) for row in block.rows) else 0.0
    framed = None
    for number, row in enumerate(block.rows):
        plan = _plan_row(row, width, columns, dress)
        if block.dense and number and not row.framed:
            line = QRectF(0, y - px(1), width, 1)
            draft.parts.append(Frame(rect=line, radius=0, fill=dress.theme.line))
        draft.add_plan(plan, 0.0, y)
        if row.framed and framed is None:
            framed = QRectF(0, y, width, plan.height)
        gap = px(1) if block.dense else 2 * margin or px(GAP, 5)
        y += plan.height + gap
    y = max(0.0, y - (0 if block.dense else 2 * margin or px(GAP, 5))) + margin
    if block.more:
        keys = plan_keys(_more_keys(block.more), width, dress)
        draft.add_plan(keys, 0.0, y + px(GAP))
        y += px(GAP) + keys.height
    return replace(draft.plan(width, y), framed=framed)


def _drop_spare_keys(block: RowsBlock, width: float, dress: Dress) -> RowsBlock:
    """Without the keys that a small window leaves out, where it has no room for them; what was chosen stays."""
    if not dress.measures.compact or not any(control.spare for row in block.rows for control in row.controls):
        return block
    if make_row_columns(block, width, dress).keys or _tight_columns(block, width, dress) is not None:
        return block
    rows = tuple(
        replace(row, controls=tuple(control for control in row.controls if control.picked or not control.spare))
        for row in block.rows
    )
    return replace(block, rows=rows)


def _drop_done_tags(block: RowsBlock, dress: Dress) -> RowsBlock:
    """Without what made up a row that is done, where there is little room: what is still to be done needs it."""
    if dress.fold.spare or not any(row.done and row.tags for row in block.rows):
        return block
    return replace(block, rows=tuple(replace(row, tags=()) if row.done else row for row in block.rows))


def _has_touch_margin(row: ListRow, columns: RowColumns) -> bool:
    """Whether the row itself is the touch: it reaches a little over its frame."""
    return row.act is not None and not row.controls and not columns.dense


def _more_keys(controls: tuple[Control, ...]) -> KeysBlock:
    return KeysBlock(controls=controls, columns=len(controls))


def _plan_row(row: ListRow, width: float, columns: RowColumns, dress: Dress) -> BlockPlan:
    draft, measures = PlanDraft(dress), dress.measures
    px = measures.px
    padding = columns.padding
    beside = bool(columns.keys) and bool(row.controls)
    keys_wide = columns.keys_width(row, dress) if beside else 0.0
    right = width - padding - columns.cap
    letters_right = right_letters(row, dense=columns.dense, dress=dress)
    row, right_wide = _fit_right(row, right - columns.text - keys_wide, columns, dress)
    room = (
        right - columns.text - (keys_wide + px(GAP, 5) if beside else 0) - (right_wide + px(12, 8) if right_wide else 0)
    )
    lines = _row_texts(row, max(1.0, room), columns.dense, dress)
    text_high = sum(letters.height for _, letters, _ in lines)
    tags = plan_tags(TagsBlock(tags=row.tags), max(1.0, width - 2 * padding), dress) if row.tags else None
    near = row.keys_below and dress.fold.close
    high = _head_height(row, text_high, columns, dress, beside=beside)
    y = (high - text_high) / 2
    for text, letters, colour in lines:
        draft.write(text, (columns.text, y), letters, colour)
        y += letters.height
    _draw_lead(row, QRectF(padding, 0, columns.text - padding, high), columns, draft)
    if right_wide:
        x = right - (keys_wide + px(12) if beside else 0) - right_wide
        colour = dress.theme.t1 if row.tone is Tone.PLAIN else mark_colour(row.tone, dress.theme)
        if columns.dense and row.tone is Tone.PLAIN:
            colour = dress.theme.t2
        draft.write(row.right, (x, (high - letters_right.height) / 2), letters_right, colour)
    if row.key and columns.cap:
        draw_key_cap(draft, row.key, QRectF(right + px(8), (high - px(24)) / 2, columns.cap - px(8), px(24)))
    if tags is not None:
        draft.add_plan(tags, padding, high)
        high += tags.height + px(8)
    head = high
    if beside:
        _place_keys(row, QRectF(right - keys_wide, 0, keys_wide, high), columns, draft)
    elif row.controls:
        inner = plan_keys(KeysBlock(controls=row.controls, columns=_key_columns(row.controls)), right - padding, dress)
        draft.add_plan(inner, padding, high)
        high += inner.height + px(4 if near else 10)
    _row_frame(row, QRectF(0, 0, width, high), columns, draft, beside=beside)
    if row.act is not None:
        reach = QRectF(0, 0, right - keys_wide - px(GAP, 5) if beside else width, head)
        if _has_touch_margin(row, columns):
            reach.adjust(0, -px(_REACH), 0, px(_REACH))
        draft.places.insert(0, ControlPlace(control=row_control(row), rect=reach, kind=ControlPaint.BARE))
    return draft.plan(width, high)


def _head_height(row: ListRow, text_high: float, columns: RowColumns, dress: Dress, *, beside: bool) -> float:
    """How high a row is without its tags and without keys that have a line of their own."""
    measures = dress.measures
    px = measures.px
    near = row.keys_below and dress.fold.close
    least = px(38, 34) if columns.dense else measures.target if beside else px(60)
    if row.tags or near or (row.done and row.act is None and dress.fold.close):
        least = px(44, 40)
    if columns.badge and not columns.dense:
        least = max(least, px(48, 46))
    if columns.alone and row.framed and beside and not columns.dense:
        least = measures.target + 2 * px(6, 5)
    if row.act is not None and columns.dense:
        least = max(least, measures.target)
    return max(float(least), text_high + px(8 if near else 6 if columns.dense or beside else 12))


def _fit_right(row: ListRow, room: float, columns: RowColumns, dress: Dress) -> tuple[ListRow, float]:
    """The width of the text at the right; where it has no room beside the title it becomes a line below."""
    if not row.right:
        return row, 0.0
    wide = advance(row.right, right_letters(row, dense=columns.dense, dress=dress))
    title = advance(row.title, title_letters(row, dense=columns.dense, dress=dress))
    if wide <= room * 0.5 or title + wide + dress.measures.px(12) <= room:
        return row, wide
    return replace(row, right="", lines=(row.right, *row.lines)), 0.0


def row_control(row: ListRow) -> Control:
    """What a row is to a finger where it is touched itself."""
    said = ScreenText(" ".join(text for text in (row.badge, row.title, row.right) if text))
    return Control(name=row.name, label=said, act=row.act, sub=ScreenText(" ".join(row.lines)))


def _key_columns(controls: tuple[Control, ...]) -> int:
    """All in one line where they have room there; six are two lines of three, as the digits of the keypad lie."""
    count = sum(control.span for control in controls)
    return count if count <= _KEYS_OF_A_LINE else 3 if count == 6 else 4


_KEYS_OF_A_LINE = 5


def _place_keys(row: ListRow, rect: QRectF, columns: RowColumns, draft: PlanDraft) -> None:
    x = rect.left()
    gap = draft.dress.measures.px(GAP, 5)
    widths = columns.key_widths(row, draft.dress)
    for control, wide in zip(_align_key_caps(row.controls, widths, draft.dress), widths, strict=True):
        high = min(rect.height(), max(draft.dress.measures.target, control_height(control, draft.dress)))
        at = QRectF(x, (rect.height() - high) / 2, wide, high)
        draft.places.append(ControlPlace(control=control, rect=at))
        x += wide + gap


def _align_key_caps(controls: tuple[Control, ...], widths: tuple[float, ...], dress: Dress) -> tuple[Control, ...]:
    """Their keys are shown on all of them or on none."""
    together = zip(controls, widths, strict=True)
    if all(
        not (look := ControlLook.from_control(control)).key
        or find_cap_place(look, wide, dress.measures.target, dress) is not CapPlace.NONE
        for control, wide in together
    ):
        return controls
    return tuple(replace(control, key="") for control in controls)


def _row_texts(row: ListRow, room: float, dense: bool, dress: Dress) -> list[tuple[str, TextStyle, QColor]]:
    theme, measures = dress.theme, dress.measures
    title = title_letters(row, dense=dense, dress=dress)
    small = TextStyle(measures.text(16 if dense or row.title else 18, 16))
    quiet = row.tone in {Tone.QUIET, Tone.OFF}
    lines = [(line, title, theme.t3 if quiet else theme.t1) for line in wrap_text(row.title, title, room, 2)]
    for text in row.lines:
        lines += [
            (line, small, theme.t3 if quiet else theme.t2)
            for line in wrap_text(text, small, room, 3 if row.controls else 8)
        ]
    return lines


def _draw_lead(row: ListRow, rect: QRectF, columns: RowColumns, draft: PlanDraft) -> None:
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
        place = QRectF(rect.left() + columns.mark, (rect.height() - disc) / 2, disc, disc)
        draw_badge(draft, row.badge, place)
        if columns.on_badge and row.done:
            draw_badge_tick(draft, place)


def draw_sign(row: ListRow, at: QRectF, draft: PlanDraft) -> bool:
    """The tick of what is done, its icon, or the mark of its tone. Whether it has one."""
    theme = draft.dress.theme
    if row.done:
        draft.parts.append(Icon(name="tick", rect=at, ink=theme.ok))
    elif row.icon:
        draft.parts.append(Icon(name=row.icon, rect=at, ink=theme.t1))
    elif has_mark(row.tone):
        draft.parts.append(ToneMark(tone=row.tone, rect=at))
    else:
        return False
    return True


def _row_frame(row: ListRow, rect: QRectF, columns: RowColumns, draft: PlanDraft, *, beside: bool) -> None:
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
