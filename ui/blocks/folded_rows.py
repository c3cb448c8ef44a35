"""A list that is folded: its rows as tiles in columns, each touched as a whole, and over them the one that is framed.

Who works through a list needs all of what is now, and of the rest whose it is, how much, and whether it is done.
"""

from itertools import product

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Control, KeysBlock, ListRow, RowsBlock, Tone
from ui.blocks.control_plan import draw_key_cap, key_width
from ui.blocks.entry import plan_keys
from ui.blocks.plan import WHOLE, BlockPlan, ControlPaint, ControlPlace, Dress, Frame, PlanDraft, has_mark
from ui.blocks.rows import draw_sign, plan_rows, row_control
from ui.blocks.text_blocks import draw_badge, draw_badge_tick
from ui.blocks.text_metrics import TextStyle, advance, is_figure_text, wrap_text
from ui.painting.marks import mark_colour

_GAP = 5
_PADDING = 8
_DISC = 36
_MARK = 20
_MOST_LINES = 3
"""Of one text in a tile."""

TileText = tuple[str, TextStyle, QColor]


def plan_folded(block: RowsBlock, width: float, dress: Dress) -> BlockPlan:
    """Not folded where that would cut a word, or take a key away."""
    if all(_is_fact(row) for row in block.rows):
        return _plan_facts(block, width, dress)
    if len(block.rows) < 2 or not all(_is_foldable(row) for row in block.rows):
        return plan_rows(block, width, dress)
    framed = _top_row(block, dress)
    # The key of the row above the tiles is shown there.
    rows = tuple(replace(row, key="") if row is framed else row for row in block.rows)
    for columns in range(dress.fold.columns, 1, -1):
        tiles = _Tiles.fit_tiles(rows, width, columns, dress)
        if tiles is not None:
            return _plan_tiles(replace(block, rows=rows), framed, width, tiles)
    return plan_rows(block, width, dress)


def _top_row(block: RowsBlock, dress: Dress) -> ListRow | None:
    """The row above the tiles with its keys, or with the lines that its tile leaves out."""
    framed = next((row for row in block.rows if row.framed), None)
    lines = framed is not None and bool(framed.lines) and not dress.fold.lines and not block.dense
    return framed if framed is not None and (_own_keys(framed) or lines) else None


def _is_foldable(row: ListRow) -> bool:
    """Whether a touch of the whole row is enough: to do what it does, or to frame it and so to bring up its keys."""
    possible = any(control.act is not None for control in row.controls)
    return not row.tags and not row.keys_below and (row.act is not None or row.framed or not possible)


def _is_fact(row: ListRow) -> bool:
    """What is only read."""
    return not (row.act is not None or row.controls or row.badge or row.icon or row.framed or row.tags)


def _plan_facts(block: RowsBlock, width: float, dress: Dress) -> BlockPlan:
    """Facts one behind the other: `Cards 5 drawn, 4 open`. None is broken that has room on a line of its own."""
    draft, px = PlanDraft(dress), dress.measures.px
    x, y, high = 0.0, 0.0, 0.0
    for row in block.rows:
        plan = _plan_fact(row, width, dress)
        if x and x + plan.width > width:
            x, y, high = 0.0, y + high + px(3), 0.0
        draft.add_plan(plan, x, y)
        x, high = x + plan.width + px(20), max(high, plan.height)
    y += high
    if block.more:
        keys = plan_keys(KeysBlock(controls=block.more, columns=len(block.more)), width, dress)
        draft.add_plan(keys, 0.0, y + px(_GAP))
        y += px(_GAP) + keys.height
    return draft.plan(width, y)


def _plan_fact(row: ListRow, width: float, dress: Dress) -> BlockPlan:
    """Its mark, its name, and what is known of it behind that."""
    draft, theme, px = PlanDraft(dress), dress.theme, dress.measures.px
    name, value = TextStyle(dress.measures.text(16), 600), TextStyle(dress.measures.text(16))
    x = 0.0
    if row.done or has_mark(row.tone):
        draw_sign(row, QRectF(0.0, (name.height - px(18)) / 2, px(18), px(18)), draft)
        x += px(24)
    x = draft.write(row.title, (x, 0.0), name, theme.t1, room=width - x).right() + px(8)
    text = " · ".join(each for each in (*row.lines, row.right) if each)
    lines = wrap_text(text, value, width) if advance(text, value) > width - x else (text,)
    if len(lines) > 1 or x + advance(text, value) > width:
        return draft.plan(width, draft.write_lines(lines, (0.0, float(name.height)), value, theme.t2))
    return draft.plan(draft.write(text, (x, 0.0), value, theme.t2).right(), name.height)


def _own_keys(row: ListRow) -> tuple[Control, ...]:
    """Without the one that does no more than a touch of the row."""
    return tuple(control for control in row.controls if control.act is None or control.act != row.act)


def _row_key(row: ListRow) -> str:
    return row.key or next((control.key for control in row.controls if control.act == row.act), "")


class _Tiles(Struct, frozen=True, kw_only=True):
    """What all tiles of a list share."""

    dress: Dress
    columns: int
    width: float
    mark: float
    badge: float
    cap: float
    beside: bool
    """Whether the text at the right has room beside the title; otherwise it goes below."""
    small: bool
    """Amounts are no larger than words."""

    @classmethod
    def fit_tiles(cls, rows: tuple[ListRow, ...], width: float, columns: int, dress: Dress) -> "_Tiles | None":
        """Nothing where a word or an amount would not fit."""
        px = dress.measures.px
        badges = any(row.badge for row in rows)
        # The tick of what is done is painted on the badge, where there is one.
        marks = any(row.icon or has_mark(row.tone) or (row.done and not badges) for row in rows)
        caps = [key_width(key, dress) + px(6) for row in rows if (key := _row_key(row))]
        tiles = cls(
            dress=dress,
            columns=columns,
            width=(width - px(_GAP) * (columns - 1)) / columns,
            mark=float(px(_MARK) + px(6)) if marks else 0.0,
            badge=float(px(_DISC) + px(8)) if badges else 0.0,
            cap=max(caps, default=0.0),
            beside=True,
            small=False,
        )
        for beside, small in product((True, False), (False, True)):
            tried = replace(tiles, beside=beside, small=small)
            if all(tried.has_room(row) for row in rows):
                return tried
        return None

    @property
    def text_start(self) -> float:
        return self.dress.measures.px(_PADDING) + self.mark + self.badge

    @property
    def room(self) -> float:
        return self.width - self.text_start - self.cap - self.dress.measures.px(_PADDING)

    def has_room(self, row: ListRow) -> bool:
        """Whole words and whole amounts, the title on two lines at most."""
        title, room = self.title(row), self.row_room(row)
        if self.beside and row.title:
            return _has_text_room(row.title, title, room) and self._says_whole(row, room)
        needed = advance(row.right, self.right(row)) if row.right else 0.0
        return needed <= room and _has_text_room(row.title, title, room)

    def row_room(self, row: ListRow) -> float:
        """The width for the title and all that is under it: the text at the right is beside both."""
        if not (self.beside and row.title and row.right):
            return self.room
        return self.room - advance(row.right, self.right(row)) - self.dress.measures.px(8)

    def _says_whole(self, row: ListRow, room: float) -> bool:
        """Whether the text at the right leaves enough room for the rest; otherwise it goes below."""
        letters = TextStyle(self.dress.measures.text(16))
        broken = (
            wrap_text(each, letters, max(1.0, room), _MOST_LINES + 1) for each in _lines_below_title(row, self.dress)
        )
        return not row.right or all(len(lines) <= _MOST_LINES for lines in broken)

    def title(self, row: ListRow) -> TextStyle:
        text = self.dress.measures.text
        return TextStyle(text(20, 18), 700) if is_figure_text(row.title) else TextStyle(text(18, 16), 700)

    def right(self, row: ListRow) -> TextStyle:
        text = self.dress.measures.text
        return (
            TextStyle(text(22, 20), 700) if is_figure_text(row.right) and not self.small else TextStyle(text(16), 600)
        )


def _has_text_room(text: str, letters: TextStyle, room: float) -> bool:
    words = [text] if is_figure_text(text) else text.split()
    return all(advance(word, letters) <= room for word in words) and len(wrap_text(text, letters, max(1.0, room))) <= 2


def _plan_tiles(block: RowsBlock, framed: ListRow | None, width: float, tiles: _Tiles) -> BlockPlan:
    dress = tiles.dress
    draft, gap = PlanDraft(dress), dress.measures.px(_GAP)
    y, place = 0.0, None
    if framed is not None:
        strip = plan_rows(RowsBlock(rows=(replace(framed, act=None),)), width, dress._replace(fold=WHOLE))
        draft.add_plan(strip, 0.0, y)
        place = QRectF(0, y, width, strip.height)
        y += strip.height + gap
    for start in range(0, len(block.rows), tiles.columns):
        line = block.rows[start : start + tiles.columns]
        high = max(_tile_height(row, tiles) for row in line)
        for number, row in enumerate(line):
            at = QRectF(number * (tiles.width + gap), y, tiles.width, high)
            _draw_tile(row, at, tiles, draft)
            place = at if place is None and row.framed else place
        y += high + gap
    y -= gap
    if block.more:
        keys = plan_keys(KeysBlock(controls=block.more, columns=len(block.more)), width, dress)
        draft.add_plan(keys, 0.0, y + gap)
        y += gap + keys.height
    return replace(draft.plan(width, y), framed=place)


def _tile_height(row: ListRow, tiles: _Tiles) -> float:
    texts, measures = sum(letters.height for _, letters, _ in _tile_texts(row, tiles)), tiles.dress.measures
    return max(float(measures.target if row.act is not None else measures.px(44)), texts + measures.px(6))


def _tile_texts(row: ListRow, tiles: _Tiles) -> list[TileText]:
    theme, small = tiles.dress.theme, TextStyle(tiles.dress.measures.text(16))
    quiet = row.tone in {Tone.QUIET, Tone.OFF}
    ink, fainter = (theme.t3, theme.t3) if quiet else (theme.t1, theme.t2)
    room = tiles.row_room(row)
    found: list[TileText] = []
    if row.title:
        found += [(line, tiles.title(row), ink) for line in wrap_text(row.title, tiles.title(row), room, 2)]
    if row.right and not (tiles.beside and row.title):
        found.append((row.right, tiles.right(row), _right_ink(row, tiles)))
    for text in _lines_below_title(row, tiles.dress):
        found += [(line, small, fainter) for line in wrap_text(text, small, room, _MOST_LINES)]
    return found


def _lines_below_title(row: ListRow, dress: Dress) -> tuple[str, ...]:
    """The lines under the title: what was chosen, and its lines where there is room for them."""
    chosen = tuple(control.label.first for control in row.controls if control.picked)
    return (*chosen, *(row.lines if dress.fold.lines else ()))


def _right_ink(row: ListRow, tiles: _Tiles) -> QColor:
    theme = tiles.dress.theme
    return theme.t1 if row.tone is Tone.PLAIN else mark_colour(row.tone, theme)


def _draw_tile(row: ListRow, rect: QRectF, tiles: _Tiles, draft: PlanDraft) -> None:
    theme, px = tiles.dress.theme, tiles.dress.measures.px
    border, stroke = (theme.go, 2.5) if row.framed else (theme.line if row.act is not None else None, 1.2)
    draft.parts.append(Frame(rect=rect, radius=px(10), fill=theme.s2, border=border, stroke=stroke))
    x = rect.left() + px(_PADDING)
    if tiles.mark:
        draw_sign(row, QRectF(x, rect.center().y() - px(_MARK) / 2, px(_MARK), px(_MARK)), draft)
        x += tiles.mark
    if row.badge:
        disc = QRectF(x, rect.center().y() - px(_DISC) / 2, px(_DISC), px(_DISC))
        draw_badge(draft, row.badge, disc)
        if row.done:
            draw_badge_tick(draft, disc)
    texts = _tile_texts(row, tiles)
    y = rect.center().y() - sum(letters.height for _, letters, _ in texts) / 2
    for text, letters, ink in texts:
        draft.write(text, (rect.left() + tiles.text_start, y), letters, ink)
        y += letters.height
    if row.title and row.right and tiles.beside:
        letters = tiles.right(row)
        end = rect.right() - px(_PADDING) - tiles.cap - advance(row.right, letters)
        draft.write(row.right, (end, rect.center().y() - letters.height / 2), letters, _right_ink(row, tiles))
    key = _row_key(row)
    if key:
        wide = tiles.cap - px(6)
        cap = QRectF(rect.right() - px(_PADDING) - wide, rect.center().y() - px(12), wide, px(24))
        draw_key_cap(draft, key, cap)
    if row.act is not None:
        draft.places.append(ControlPlace(control=row_control(row), rect=rect, kind=ControlPaint.BARE))
