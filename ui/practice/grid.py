"""The plan of a table of figures: titles at the left, a column for each heading, grades in their shapes.

A row is touched as a whole. Titles and headings are written in as many lines as they need; nothing of them is cut.
"""

from msgspec import Struct
from PySide6.QtCore import QRectF

from dealer_app.screens.blocks import NOT_SEEN, Control, FigureCell, FiguresBlock, FiguresRow, ScreenText, Tone
from ui.blocks.control_plan import draw_key_cap, key_width
from ui.blocks.plan import BlockPlan, ControlPaint, ControlPlace, Dress, Frame, GradeMark, PlanDraft, ToneMark, has_mark
from ui.blocks.text_metrics import TextStyle, advance, wrap_text
from ui.painting.marks import tint_colour

_MOST_LINES = 4


class _GridColumns(Struct, frozen=True):
    """Where the columns are."""

    title: float
    wide: float
    count: int

    def column_x(self, place: int) -> float:
        return self.title + place * self.wide


def plan_grid(block: FiguresBlock, width: float, dress: Dress) -> BlockPlan:
    """Headings, and a row below the other."""
    draft, px = PlanDraft(dress), dress.measures.px
    title = width * block.title_share / 100
    columns = _GridColumns(title, (width - title) / max(1, len(block.headings)), len(block.headings))
    y = _draw_headings(block, columns, draft)
    gap = px(2, 1)
    for row in block.rows:
        high = _row_height(row, columns, dress, low=block.low)
        _draw_row(row, QRectF(0.0, y, width, high), columns, draft, low=block.low)
        y += high + gap
    return draft.plan(width, max(0.0, y - gap))


def _heading_style(dress: Dress) -> TextStyle:
    return TextStyle(dress.measures.text(16), 600)


def _draw_headings(block: FiguresBlock, columns: _GridColumns, draft: PlanDraft) -> float:
    """Each at the foot of its lines, so that one word is near its column; gives back where the rows begin."""
    dress, letters = draft.dress, _heading_style(draft.dress)
    room = columns.wide - dress.measures.px(4, 2)
    said = [wrap_text(heading.first, letters, room, _MOST_LINES) for heading in block.headings]
    most = max((len(lines) for lines in said), default=0)
    for place, lines in enumerate(said):
        y = (most - len(lines)) * letters.height
        for line in lines:
            x = columns.column_x(place) + (columns.wide - advance(line, letters)) / 2
            draft.write(line, (x, y), letters, dress.theme.t2)
            y += letters.height
    return most * letters.height + (dress.measures.px(6, 2) if most else 0.0)


def _row_height(row: FiguresRow, columns: _GridColumns, dress: Dress, *, low: bool) -> float:
    """What a finger touches is as high as it must be; what is only read, as its lines."""
    title, line = _title_styles(dress, low=low)
    room = _title_room(row, columns, dress)
    lines = wrap_text(row.title, title, room, _MOST_LINES)
    needed = len(lines) * title.height + (len(wrap_text(row.line, line, room, 2)) * line.height if row.line else 0)
    least = dress.measures.px(40, 34) if low else dress.measures.target
    return float(max(least, needed + dress.measures.px(8, 4)))


def _title_styles(dress: Dress, *, low: bool) -> tuple[TextStyle, TextStyle]:
    title = TextStyle(dress.measures.text(16), 600) if low else TextStyle(dress.measures.text(18, 16), 700)
    return title, TextStyle(dress.measures.text(16))


def _title_room(row: FiguresRow, columns: _GridColumns, dress: Dress) -> float:
    cap = key_width(row.key, dress) + dress.measures.px(8) if row.key else 0.0
    return columns.title - dress.measures.px(16, 10) - cap


def _draw_row(row: FiguresRow, rect: QRectF, columns: _GridColumns, draft: PlanDraft, *, low: bool) -> None:
    dress = draft.dress
    theme, px = dress.theme, dress.measures.px
    border = theme.go if row.framed else None
    if not low or row.framed:
        draft.parts.append(Frame(rect=rect, radius=px(10), fill=theme.s1, border=border, stroke=2.5))
    title, line = _title_styles(dress, low=low)
    room = _title_room(row, columns, dress)
    lines = wrap_text(row.title, title, room, _MOST_LINES)
    below = wrap_text(row.line, line, room, 2) if row.line else ()
    high = len(lines) * title.height + len(below) * line.height
    x = rect.left() + (px(10, 6) if not low else 0)
    if row.key:
        wide = key_width(row.key, dress)
        draw_key_cap(draft, row.key, QRectF(x, rect.center().y() - px(15), wide, px(30)))
        x += wide + px(8)
    y = draft.write_lines(lines, (x, rect.center().y() - high / 2), title, theme.t1)
    draft.write_lines(below, (x, y), line, theme.t3)
    for place, cell in enumerate(row.cells):
        inside = QRectF(columns.column_x(place), rect.top(), columns.wide, rect.height())
        _draw_cell(cell, inside, draft, low=low)
    if row.act is not None:
        said = " · ".join(filter(None, (row.title, row.line)))
        control = Control(name=row.name, label=ScreenText(said), act=row.act, key=row.key)
        draft.places.append(ControlPlace(control=control, rect=rect, kind=ControlPaint.BARE))


def _draw_cell(cell: FigureCell, rect: QRectF, draft: PlanDraft, *, low: bool) -> None:
    """A figure in the middle; behind a grade, the words of what was not seen in small letters."""
    dress = draft.dress
    theme, px = dress.theme, dress.measures.px
    if cell.tone is not Tone.PLAIN:
        inside = rect.adjusted(px(3), px(2), -px(3), -px(2))
        draft.parts.append(Frame(rect=inside, radius=px(8), fill=tint_colour(cell.tone, theme)))
    size = px(34, 28) if cell.grade is not None else 0
    unseen = cell.grade == NOT_SEEN
    letters = TextStyle(dress.measures.text(16), 500) if unseen else TextStyle(dress.measures.text(20, 18), 600)
    between = px(6, 3) if size else 0
    mark = px(16, 14) if cell.grade is None and has_mark(cell.tone) else 0
    room = rect.width() - size - between - mark
    lines = wrap_text(cell.text, letters, max(1.0, room), 2) if unseen else (cell.text,)
    wide = max((advance(text, letters) for text in lines), default=0.0)
    x = rect.left() + max(0.0, (rect.width() - size - between - mark - wide) / 2)
    if cell.grade is not None:
        place = QRectF(x, rect.center().y() - size / 2, size, size)
        draft.parts.append(GradeMark(grade=cell.grade, rect=place))
        x += size + between
    elif mark:
        draft.parts.append(ToneMark(tone=cell.tone, rect=QRectF(x, rect.center().y() - mark / 2, mark, mark)))
        x += mark + px(3)
    y = rect.center().y() - len(lines) * letters.height / 2
    ink = theme.t3 if unseen else theme.t1
    for text in lines:
        draft.write(text, (x, y), letters, ink, room=rect.right() - x if low else None)
        y += letters.height
