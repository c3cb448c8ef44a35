"""Paints the five roads with their counts, and what the next Banker or Player would add to the derived ones."""

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from dealer_app.domain.roads import ROWS, BigRoad, Cell, DerivedMark, DerivedRoad
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import RoadsShown
from ui.painting.marks import draw_mark
from ui.painting.texts import LEFT, RIGHT, chosen, draw_text
from ui.roads.grid import Grid, draw_gap, draw_grid
from ui.roads.marks import draw_bead, draw_big_road_entry, draw_derived, draw_ties
from ui.theme.fonts import font
from ui.theme.measures import Measures
from ui.theme.tokens import Theme

_BEAD_COLUMNS = 9, 8
_EYE_COLUMNS = 24, 20
_LEAST_COLUMNS = 6


class RoadPlaces(Struct, frozen=True, kw_only=True):
    """Where the five grids begin and how many columns they have; the big road gets what is left."""

    counts: QRectF
    bead: Grid
    big: Grid
    eye: Grid
    small: Grid
    cockroach: Grid
    ask: QRectF
    heading: int


def road_places(width: int, height: int, measures: Measures) -> RoadPlaces:
    """Cells as drawn, and smaller ones where a ribbon has taken some of the height."""
    px, kind = measures.px, int(measures.compact)
    heading, second_heading = (px(32, 26) if height >= measures.past_height else px(27, 25)), px(22, 22)
    # In a compact window the pairs are counted in a line below the grids.
    cell = min(px(26, 20), int((height - heading - px(12, 22)) / ROWS))
    little = min(px(12, 10), int((height - heading - second_heading - px(2)) / (2 * ROWS)))
    counts = QRectF(px(16, 14), 0, px(132, 98), heading + ROWS * cell)
    bead = Grid(x=counts.right() + px(4), y=heading, cell=cell, columns=_BEAD_COLUMNS[kind])
    ask_width = px(38, 28)
    eye_columns = _EYE_COLUMNS[kind] * px(12, 10) // little
    eye_x = width - px(10, 6) - ask_width - px(10, 6) - eye_columns * little
    big_x = bead.right + px(18, 16)
    columns = max(_LEAST_COLUMNS, int((eye_x - px(18, 16) - big_x) / cell))
    eye = Grid(x=eye_x, y=heading, cell=little, columns=eye_columns)
    lower = heading + ROWS * little + second_heading
    half = (eye_columns - px(2) // little - 1) // 2
    return RoadPlaces(
        counts=counts,
        bead=bead,
        big=Grid(x=big_x, y=heading, cell=cell, columns=columns),
        eye=eye,
        small=Grid(x=eye_x, y=lower, cell=little, columns=half),
        cockroach=Grid(x=eye_x + half * little + px(10, 6), y=lower, cell=little, columns=half),
        ask=QRectF(eye.right + px(10, 6), heading, ask_width, ROWS * little),
        heading=heading,
    )


def paint_roads(painter: QPainter, shown: RoadsShown, size: QSizeF, theme: Theme, measures: Measures) -> None:
    laid, roads = road_places(round(size.width()), round(size.height()), measures), shown.roads
    _counts(painter, shown, laid, theme, measures)
    glyphs = {tone: glyph for tone, glyph, _ in shown.counts}
    bead = laid.bead.scrolled_to(max((each.cell.column for each in roads.bead_plate), default=0))
    draw_grid(painter, bead, theme)
    for each in roads.bead_plate:
        if (rect := bead.rect(each.cell)) is not None:
            draw_bead(painter, rect, each.mark, glyphs, theme)
    big = laid.big.scrolled_to(max((entry.drawn.column for entry in roads.big_road.entries), default=0))
    draw_grid(painter, big, theme)
    _big_road(painter, big, roads.big_road, theme)
    grids = (laid.eye, laid.small, laid.cockroach)
    for road, grid in zip(roads.derived_roads, grids, strict=True):
        _derived(painter, grid, road, theme)
    _ask(painter, laid, roads.derived_roads, theme)
    rooms = heading_rooms(laid, size.width(), measures)
    for line, room in zip(shown.headings, rooms, strict=True):
        _heading(painter, line, room, theme, measures)


def heading_rooms(laid: RoadPlaces, width: float, measures: Measures) -> tuple[QRectF, ...]:
    """Above each grid; a heading may be longer than its grid where nothing follows."""
    gap, edge = measures.px(6), width - measures.px(8, 2)
    grids = (laid.bead, laid.big, laid.eye, laid.small, laid.cockroach)
    ends = (laid.big.x - gap, laid.eye.x - gap, edge, laid.cockroach.x - gap, edge)
    return tuple(QRectF(grid.x, 0, end - grid.x, grid.y - 2) for grid, end in zip(grids, ends, strict=True))


def _counts(painter: QPainter, shown: RoadsShown, laid: RoadPlaces, theme: Theme, measures: Measures) -> None:
    px, rect = measures.px, laid.counts
    caption = font(measures.caption, 600)
    rounds = chosen(shown.rounds, caption, rect.width())
    draw_text(painter, QRectF(rect.x(), 0, rect.width(), laid.heading), rounds, caption, theme.t2)
    side, high = px(22, 18), px(38, 32)
    large, letters = font(measures.text(24, 20), 700), font(measures.text(22, 18), 700)
    y = float(laid.heading)
    for tone, glyph, count in shown.counts:
        row = QRectF(rect.x(), y, rect.width(), high)
        draw_mark(painter, tone, QRectF(row.x(), row.center().y() - side / 2, side, side), theme)
        draw_text(painter, row.adjusted(side + px(10, 8), 0, 0, 0), glyph, letters, theme.t1, LEFT)
        draw_text(painter, row.adjusted(0, 0, -px(24, 14), 0), str(count), large, theme.t1, RIGHT)
        y += high
    # A compact window has its room below the bead plate, not beside it.
    below = rect.bottom() + 2 if measures.compact else y + px(6)
    room = QRectF(rect.x(), below, (laid.bead.right if measures.compact else rect.right()) - rect.x(), px(26, 20))
    draw_text(painter, room, shown.pairs, font(measures.caption, 500), theme.t2, LEFT)


def _heading(painter: QPainter, line: Line, room: QRectF, theme: Theme, measures: Measures) -> None:
    letters = font(measures.caption, 500)
    high = measures.px(26, 22) - 2
    rect = QRectF(room.x(), room.bottom() - high, room.width(), high)
    draw_text(painter, rect, chosen(line, letters, rect.width(), both=True), letters, theme.t2, LEFT)


def _big_road(painter: QPainter, grid: Grid, road: BigRoad, theme: Theme) -> None:
    taken = 0
    for number, column in enumerate(road.columns, start=1):
        if number in road.begin_anew:
            draw_gap(painter, grid, column[0].drawn.column, theme)
        for entry in column:
            taken = max(taken, entry.drawn.column)
            if (rect := grid.rect(entry.drawn)) is not None:
                draw_big_road_entry(painter, rect, entry, theme)
    if len(road.columns) + 1 in road.begin_anew:
        draw_gap(painter, grid, taken + 1, theme)
    if road.waiting_ties and (rect := grid.rect(Cell(taken + 1, 1))) is not None:
        draw_ties(painter, rect, road.waiting_ties, theme)


def _derived(painter: QPainter, grid: Grid, road: DerivedRoad, theme: Theme) -> None:
    scrolled = grid.scrolled_to(max((entry.drawn.column for entry in road.entries), default=0))
    draw_grid(painter, scrolled, theme)
    for entry in road.entries:
        if (rect := scrolled.rect(entry.drawn)) is not None:
            draw_derived(painter, rect, road.kind, entry.mark, theme)


def _ask(painter: QPainter, laid: RoadPlaces, roads: tuple[DerivedRoad, ...], theme: Theme) -> None:
    """Under the Banker's mark what its win would add to each derived road, and the same for the Player."""
    side = laid.ask.width() * 0.42
    step = laid.ask.height() / (len(roads) + 1)
    for column, (tone, asked) in enumerate(
        (
            (Tone.BANKER, [road.ask_banker for road in roads]),
            (Tone.PLAYER, [road.ask_player for road in roads]),
        )
    ):
        x = laid.ask.x() + column * (laid.ask.width() - side)
        head = QRectF(x, laid.ask.y(), side, side)
        draw_mark(painter, tone, head, theme)
        for row, (road, mark) in enumerate(zip(roads, asked, strict=True), start=1):
            _asked(painter, QRectF(x, laid.ask.y() + row * step, side, side), road, mark, theme)


def _asked(painter: QPainter, rect: QRectF, road: DerivedRoad, mark: DerivedMark | None, theme: Theme) -> None:
    if mark is None:
        painter.fillRect(QRectF(rect.center().x() - 3, rect.center().y() - 1, 6, 2), theme.t3)
    else:
        draw_derived(painter, rect, road.kind, mark, theme)
