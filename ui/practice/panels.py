"""Plans of charts with their titles, and of the panels of a plan or a ladder.

A chart is drawn as SVG for just the room that it has; its title, its grade and its figure are written over it.
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.charts import Chart, ChartInk, ListChart, draw_chart, list_height
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import ChartsBlock, ChartTile, Meter, PanelsBlock, PlanPanel, Tone
from ui.blocks.plan import (
    BlockPlan,
    ChartPicture,
    Dress,
    Frame,
    GradeMark,
    Icon,
    PlanDraft,
    TextPart,
    ToneMark,
    has_mark,
)
from ui.blocks.text_metrics import TextStyle, advance, elide_text, wrap_text
from ui.painting.marks import mark_colour, tint_colour
from ui.theme.fonts import current_han
from ui.theme.theme import ColourTheme

_RISE, _RISE_COMPACT = 7, 4
_LINES = 4


def plan_charts(block: ChartsBlock, width: float, dress: Dress) -> BlockPlan:
    """Side by side in as many columns as the block says, all tiles of a line as high."""
    draft, px = PlanDraft(dress), dress.measures.px
    gap = px(8, 6)
    wide = (width - gap * (block.columns - 1)) / block.columns
    y = 0.0
    for first in range(0, len(block.tiles), block.columns):
        line = block.tiles[first : first + block.columns]
        plans = [_plan_tile(tile, wide, px(block.height, block.compact), dress) for tile in line]
        high = max(plan.height for plan in plans)
        for number, plan in enumerate(plans):
            x = number * (wide + gap)
            frame = QRectF(x, y, wide, high)
            draft.parts.append(Frame(rect=frame, radius=px(12), fill=dress.theme.s1))
            draft.add_plan(plan, x, y)
        y += high + gap
    return draft.plan(width, max(0.0, y - gap))


def _plan_tile(tile: ChartTile, width: float, height: int, dress: Dress) -> BlockPlan:
    draft, theme, px = PlanDraft(dress), dress.theme, dress.measures.px
    inset = px(14, 8)
    title, small = TextStyle(dress.measures.text(18, 16), 700), TextStyle(dress.measures.text(16))
    x, end, y = float(inset), width - inset, float(px(10, 6))
    if tile.grade is not None:
        size = px(30, 24)
        draft.parts.append(GradeMark(grade=tile.grade, rect=QRectF(x, y, size, size)))
        x += size + px(8, 6)
    if tile.figure:
        end -= advance(tile.figure, title)
        draft.write(tile.figure, (end, y + px(2)), title, theme.t1)
        end -= px(8)
    lines = wrap_text(tile.title.first, title, max(1.0, end - x), 2)
    foot = draft.write_lines(lines, (x, y + px(2)), title, theme.t1)
    after = x + (advance(lines[-1], title) if lines else 0.0) + px(10)
    second, note = tile.title.second, tile.note
    if second and after + advance(second, small) <= end and len(lines) == 1:
        after = draft.write(second, (after, y + px(3)), small, theme.t2).right() + px(10)
    if note and after + advance(note, small) <= end:
        draft.write(note, (after, foot - small.height), small, theme.t3)
    elif note:
        foot = draft.write_lines(wrap_text(note, small, width - 2 * inset, 2), (inset, foot), small, theme.t3)
    y = max(foot, y + (px(30, 24) if tile.grade is not None else 0)) + px(6, 4)
    place = QRectF(inset, y, width - 2 * inset, height)
    chart = _fit_names(tile.chart, place.width(), dress)
    if isinstance(chart, ListChart):
        place.setHeight(list_height(chart, dress.measures.text(16)))
    svg = draw_chart(chart, (int(place.width()), int(place.height())), chart_ink(theme), dress.measures.text(16))
    place.setWidth(int(place.width()))
    draft.parts.append(ChartPicture(svg=svg, rect=place))
    return draft.plan(width, place.bottom() + px(10, 6))


def _fit_names(chart: Chart, room: float, dress: Dress) -> Chart:
    """What is written over a bar has the width of the bar: a longer name is cut, and the cut is seen."""
    if not isinstance(chart, ListChart):
        return chart
    letters = TextStyle(dress.measures.text(16), 600)
    bars = tuple(
        replace(bar, name=elide_text(bar.name, letters, room - (advance(bar.note, letters) + 10 if bar.note else 0)))
        for bar in chart.bars
    )
    return replace(chart, bars=bars)


def chart_ink(theme: ColourTheme) -> ChartInk:
    """The colours of the window for its charts."""
    return ChartInk(
        text=theme.t1.name(),
        quiet=theme.t3.name(),
        line=theme.line.name(),
        mark=theme.prac.name(),
        good=theme.ok.name(),
        attention=theme.warn.name(),
        ground=theme.s3.name(),
        han=current_han().value,
    )


# Panels


def plan_panels(block: PanelsBlock, width: float, dress: Dress) -> BlockPlan:
    """Side by side, as high as the highest; of a ladder each begins a little higher than the one before."""
    draft, px = PlanDraft(dress), dress.measures.px
    gap, count = px(10, 6), max(1, len(block.panels))
    rise = px(_RISE, _RISE_COMPACT) if block.rising else 0
    wide = (width - gap * (count - 1)) / count
    plans = [_plan_panel(panel, wide, dress) for panel in block.panels]
    high = max((plan.height for plan in plans), default=0.0)
    whole = high + rise * (count - 1)
    for number, (panel, plan) in enumerate(zip(block.panels, plans, strict=True)):
        x, top = number * (wide + gap), float(rise * (count - 1 - number))
        draft.parts.append(_panel_frame(panel, QRectF(x, top, wide, whole - top), dress))
        draft.add_plan(plan, x, top)
    return draft.plan(width, whole)


def _panel_frame(panel: PlanPanel, rect: QRectF, dress: Dress) -> Frame:
    theme = dress.theme
    dashed = panel.tone is Tone.OFF
    border: QColor = theme.go if panel.framed else theme.t3 if dashed else theme.line
    if panel.edge is not Tone.PLAIN:
        border = mark_colour(panel.edge, theme)
    elif panel.tone in (Tone.GOOD, Tone.STOP) and not panel.framed:
        border = mark_colour(panel.tone, theme)
    fill = None if dashed else tint_colour(panel.tone, theme) if panel.large else theme.s1
    stroke = 3.0 if panel.framed else 1.6
    return Frame(rect=rect, radius=dress.measures.px(10), fill=fill, border=border, stroke=stroke, dashed=dashed)


def _plan_panel(panel: PlanPanel, width: float, dress: Dress) -> BlockPlan:
    draft, theme, px = PlanDraft(dress), dress.theme, dress.measures.px
    inset = px(12, 8)
    title, small = TextStyle(dress.measures.text(18, 16), 700), TextStyle(dress.measures.text(16))
    x, y, end = float(inset), float(px(12, 7)), width - inset
    size = px(22, 20)
    if has_mark(panel.tone) and not panel.icon:
        draft.parts.append(ToneMark(tone=panel.tone, rect=QRectF(x, y + px(1), size, size)))
        x += size + px(8, 5)
    elif panel.icon:
        draft.parts.append(Icon(name=panel.icon, rect=QRectF(x, y + px(1), size, size), ink=theme.t1))
        x += size + px(8, 5)
    y = draft.write_lines(wrap_text(panel.title.first, title, max(1.0, end - x), 3), (x, y), title, theme.t1)
    if panel.title.second and not dress.fold.close:
        y = draft.write_lines(wrap_text(panel.title.second, small, max(1.0, end - x), 2), (x, y), small, theme.t2)
    for meter in panel.meters:
        y = _draw_meter(meter, (inset, y + px(6, 3)), end - inset, draft)
    y += px(4, 2) if panel.meters else 0
    room = end - inset
    figure = TextStyle(dress.measures.text(24, 20), 700)
    if panel.figure and panel.large:
        y = _draw_large(panel, (float(inset), y), end - inset, draft)
    elif panel.figure:
        wide = advance(panel.figure, figure)
        draft.write(panel.figure, (end - wide, y + px(2)), figure, theme.t1)
        room -= wide + px(8)
    top = y
    for line in panel.lines:
        y = draft.write_lines(wrap_text(line, small, max(1.0, room), _LINES), (inset, y + px(2)), small, theme.t2)
    if panel.figure and not panel.large:
        y = max(y, top + figure.height)
    return draft.plan(width, y + px(10, 6))


def _draw_large(panel: PlanPanel, at: tuple[float, float], room: float, draft: PlanDraft) -> float:
    """The figure at the right, struck out where it is wrong; gives back its foot."""
    theme, text = draft.dress.theme, draft.dress.measures.text
    sizes = range(text(48, 36), text(18, 16), -2)
    letters = next((each for size in sizes if advance(panel.figure, each := TextStyle(size, 700)) <= room), None)
    letters = letters or TextStyle(text(18, 16), 700)
    wide = advance(panel.figure, letters)
    rect = QRectF(at[0] + room - wide, at[1], wide, letters.height)
    ink = mark_colour(panel.tone, theme) if panel.struck else theme.t1
    draft.parts.append(TextPart(text=panel.figure, rect=rect, letters=letters, ink=ink, struck=panel.struck))
    return rect.bottom()


def _draw_meter(meter: Meter, at: tuple[float, float], width: float, draft: PlanDraft) -> float:
    """Its name and its figure over the bar; gives back its foot."""
    dress = draft.dress
    theme, px = dress.theme, dress.measures.px
    name, figure = TextStyle(dress.measures.text(16)), TextStyle(dress.measures.text(18, 16), 700)
    x, y = at
    wide = advance(meter.text, figure)
    draft.write(meter.text, (x + width - wide, y), figure, theme.t1)
    draft.write(meter.name, (x, y + figure.height - name.height), name, theme.t2, room=width - wide - px(4))
    y += figure.height + px(2, 1)
    high = float(px(10, 8))
    draft.parts.append(Frame(rect=QRectF(x, y, width, high), radius=high / 2, fill=theme.s3))
    share = width * min(100, meter.per_cent) / 100
    if share:
        tone = Tone.GOOD if meter.per_cent >= meter.reach else Tone.ATTENTION
        bar = QRectF(x, y, max(high, share), high)
        draft.parts.append(Frame(rect=bar, radius=high / 2, fill=mark_colour(tone, theme)))
    tick = QRectF(x + width * meter.reach / 100 - px(1), y - px(3), px(3), high + px(6))
    draft.parts.append(Frame(rect=tick, radius=1.0, fill=theme.t1))
    return y + high
