"""The plan of the edges of all bets, as bars from a middle line: a bet that favours guests reaches to its left."""

from msgspec import Struct
from PySide6.QtCore import QRectF

from dealer_app.screens.blocks import EdgeRow, EdgesBlock, ScreenText, Tone
from ui.blocks.plan import BlockPlan, Dress, Frame, PlanDraft, ToneMark, has_mark
from ui.blocks.text_metrics import TextStyle, advance, wrap_text

_LEAST = 100
"""The scale of the bars is at least so many hundredths of a per cent each way."""


class _EdgeColumns(Struct, frozen=True, kw_only=True):
    """Where the columns are: the left end of the first four, the right end of the others. Bars are between two."""

    name: float
    pays: float
    chance: float
    bars: float
    bars_end: float
    now: float
    full: float


def plan_edges(block: EdgesBlock, width: float, dress: Dress) -> BlockPlan:
    """Headings, a row for each bet, and the middle line through all of them with what the bars mean at its foot."""
    draft, measures, theme = PlanDraft(dress), dress.measures, dress.theme
    px = measures.px
    columns = _make_columns(width, dress)
    zero, step = _scale(block, columns)
    letters = TextStyle(measures.text(16))
    top = letters.height + px(10, 4)
    _draw_headings(block, columns, zero, draft)
    high, gap = float(px(60, 61)), px(4, 3)
    y = float(top)
    for row in block.rows:
        _draw_edge_row(row, QRectF(0.0, y, width, high), columns, (zero, step), draft)
        y += high + gap
    draft.parts.append(Frame(rect=QRectF(zero - 1, top - px(4), 2, y - top), radius=0, fill=theme.t3))
    draft.write(block.zero, (zero - advance(block.zero, letters) / 2, y), letters, theme.t2)
    beside = zero + advance(block.zero, letters) / 2 + px(24, 12)
    for text in (f"{block.legend.first} {block.legend.second}", block.legend.first):
        if beside + advance(text, letters) <= width:
            draft.write(text.strip(), (beside, y), letters, theme.t2)
            break
    return draft.plan(width, y + letters.height)


def _make_columns(width: float, dress: Dress) -> _EdgeColumns:
    """In a compact window chance and full shoe are in one column, one below the other."""
    px = dress.measures.px
    now = width - (px(132) if not dress.measures.compact else px(150, 112))
    if dress.measures.compact:
        return _EdgeColumns(
            name=0.0, pays=width * 0.27, chance=width, bars=width * 0.43, bars_end=now - 118, now=now, full=width - 8
        )
    return _EdgeColumns(
        name=0.0,
        pays=width * 0.265,
        chance=width * 0.50,
        bars=width * 0.52,
        bars_end=now - px(300),
        now=now,
        full=width - px(12),
    )


def _scale(block: EdgesBlock, columns: _EdgeColumns) -> tuple[float, float]:
    """Where the middle line is, and how long a hundredth of a per cent; the longest each way has room."""
    values = [value for row in block.rows for value in (row.now, row.full)]
    below, above = max(_LEAST, -min(values, default=0)), max(_LEAST, max(values, default=0))
    room = columns.bars_end - columns.bars
    step = room / (below + above)
    return columns.bars + below * step, step


def _draw_headings(block: EdgesBlock, columns: _EdgeColumns, zero: float, draft: PlanDraft) -> None:
    letters, theme = TextStyle(draft.dress.measures.text(16)), draft.dress.theme
    compact = draft.dress.measures.compact
    name, pays, chance, edge, now, full = block.headings
    indent = draft.dress.measures.px(64, 40)
    ends = columns.pays, columns.chance if not compact else columns.bars
    for heading, left, end in ((name, columns.name + indent, ends[0]), (pays, columns.pays, ends[1])):
        draft.write(_fit_both(heading, letters, end - left - 6), (left, 0.0), letters, theme.t2)
    if not compact:
        _write_right(chance, columns.chance, letters, draft)
        draft.write(_fit_both(edge, letters, columns.bars_end - zero), (zero, 0.0), letters, theme.t2)
        _write_right(full, columns.full, letters, draft)
    else:
        both = ScreenText(f"{chance.first} · {full.first}")
        wide = advance(both.first, letters)
        draft.write(both.first, (columns.full - wide, 0.0), letters, theme.t2)
        draft.write(now.first, (columns.bars, 0.0), letters, theme.t2)
        return
    _write_right(now, columns.now, letters, draft)


def _fit_both(text: ScreenText, letters: TextStyle, room: float) -> str:
    """In both languages where there is room."""
    both = f"{text.first} {text.second}".strip()
    return both if advance(both, letters) <= room else text.first


def _write_right(text: ScreenText, right: float, letters: TextStyle, draft: PlanDraft) -> None:
    said = _fit_both(text, letters, draft.dress.measures.px(150, 110))
    draft.write(said, (right - advance(said, letters), 0.0), letters, draft.dress.theme.t2)


def _draw_edge_row(
    row: EdgeRow, rect: QRectF, columns: _EdgeColumns, scale: tuple[float, float], draft: PlanDraft
) -> None:
    """What is against the house is framed, with a triangle and words beside its figure: seen without the colour."""
    dress = draft.dress
    theme, px, compact = dress.theme, dress.measures.px, dress.measures.compact
    is_against = bool(row.against)
    if is_against:
        draft.parts.append(Frame(rect=rect, radius=px(12, 8), fill=theme.warnt, border=theme.warn, stroke=3.0))
    else:
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        draft.parts.append(Frame(rect=line, radius=0, fill=theme.line))
    usual, strong = TextStyle(dress.measures.text(18, 16)), TextStyle(dress.measures.text(22, 18), 700)
    small, middle = TextStyle(dress.measures.text(16)), rect.center().y()

    def right(text: str, end: float, letters: TextStyle, y: float, *, quiet: bool = False) -> None:
        ink = theme.t2 if quiet else theme.warn if is_against and letters is strong else theme.t1
        draft.write(text, (end - advance(text, letters), y - letters.height / 2), letters, ink)

    _draw_name(row, rect, columns, draft)
    room = (columns.bars if compact else columns.chance - px(90)) - columns.pays - px(6)
    pays = usual if advance(row.pays, usual) <= room else small
    lines = wrap_text(row.pays, pays, room, 2)
    draft.write_lines(lines, (columns.pays, middle - len(lines) * pays.height / 2), pays, theme.t2)
    if compact:
        right(row.chance, columns.full, small, rect.top() + rect.height() * 0.3)
        right(row.full_text, columns.full, small, rect.top() + rect.height() * 0.7, quiet=True)
    else:
        right(row.chance, columns.chance, usual, middle)
        right(row.full_text, columns.full, usual, middle, quiet=True)
    right(row.now_text, columns.now, strong, middle)
    _draw_bar(row, rect, scale, draft)
    if is_against:
        end = columns.now - advance(row.now_text, strong) - px(14, 8)
        _draw_against(row, (end, middle), scale, draft)


def _draw_name(row: EdgeRow, rect: QRectF, columns: _EdgeColumns, draft: PlanDraft) -> None:
    dress = draft.dress
    theme, px = dress.theme, dress.measures.px
    letters, helping = TextStyle(dress.measures.text(20, 17), 700), TextStyle(dress.measures.text(18, 16))
    side = px(20, 16)
    if has_mark(row.tone):
        mark = QRectF(columns.name + px(22, 10), rect.center().y() - side / 2, side, side)
        draft.parts.append(ToneMark(tone=row.tone, rect=mark))
    x = columns.name + px(64, 40)
    room = columns.pays - x - px(6)
    written = draft.write(row.name.first, (x, rect.center().y() - letters.height / 2), letters, theme.t1, room=room)
    behind = written.right() + px(12, 8)
    if row.name.second and behind + advance(row.name.second, helping) <= columns.pays - px(6):
        draft.write(row.name.second, (behind, rect.center().y() - helping.height / 2), helping, theme.t2)


def _draw_bar(row: EdgeRow, rect: QRectF, scale: tuple[float, float], draft: PlanDraft) -> None:
    """The edge now, and a tick at that of a full shoe."""
    theme, px = draft.dress.theme, draft.dress.measures.px
    zero, step = scale
    high = float(px(26, 20))
    wide = abs(row.now) * step
    left = zero if row.now >= 0 else zero - wide
    fill = theme.warn if row.now < 0 else theme.t3
    draft.parts.append(
        Frame(rect=QRectF(left, rect.center().y() - high / 2, max(wide, 2.0), high), radius=px(3), fill=fill)
    )
    tick = high + px(14, 10)
    x = zero + row.full * step
    draft.parts.append(Frame(rect=QRectF(x - 1.5, rect.center().y() - tick / 2, 3, tick), radius=0, fill=theme.t1))


def _draw_against(row: EdgeRow, at: tuple[float, float], scale: tuple[float, float], draft: PlanDraft) -> None:
    """The triangle, and the words where they have room behind the tick."""
    dress = draft.dress
    theme, px = dress.theme, dress.measures.px
    end, middle = at
    letters, side = TextStyle(dress.measures.text(16), 700), px(22, 18)
    begins = scale[0] + max(row.full, row.now) * scale[1] + px(8)
    wide = advance(row.against.first, letters)
    if end - wide - side - px(8) >= begins:
        draft.write(row.against.first, (end - wide, middle - letters.height / 2), letters, theme.warn)
        end -= wide + px(8)
    draft.parts.append(ToneMark(tone=Tone.ATTENTION, rect=QRectF(end - side, middle - side / 2, side, side)))
