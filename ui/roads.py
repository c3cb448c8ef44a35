"""The roads of a shoe and the trail of tumbles: their grids and marks, and the widget that paints them.

In practice it paints the steps of the round in their place.
"""

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct
from PySide6.QtCore import QLineF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.roads import (
    ROWS,
    BigRoad,
    BigRoadEntry,
    DerivedMark,
    DerivedRoad,
    DerivedRoadKind,
    RoadCell,
    RoundMark,
)
from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.screen import PastTumble, RoadsShown, StepsShown, TrailShown
from ui.blocks.painting import paint_plan
from ui.blocks.plan import Dress
from ui.idle_work import IdleWork, WorkPieces
from ui.painting.cards import draw_die
from ui.painting.marks import GAME_SHAPES, draw_mark, draw_outcome, draw_ring, draw_shape, fill_colour, mark_colour
from ui.painting.shapes import LEFT, MIDDLE, RIGHT, MarkShape, choose_text, draw_text, middle_square, text_width
from ui.practice.step_strip import plan_steps
from ui.stop_screen import safe_paint
from ui.theme.fonts import font
from ui.theme.sizes import RADIUS_CHIP, Measures
from ui.theme.theme import DARK, ColourTheme
from ui.touch import OnAct, ignore_touch


class RoadGrid(Struct, frozen=True, kw_only=True):
    """`first` is the number of the column at the left edge, counted from 1."""

    x: float
    y: float
    cell: int
    columns: int
    first: int = 1

    @property
    def right(self) -> float:
        return self.x + self.cell * self.columns

    def scroll(self, last: int) -> "RoadGrid":
        """So that the last column that is taken has a free one after it."""
        first = max(1, last + 2 - self.columns)
        return RoadGrid(x=self.x, y=self.y, cell=self.cell, columns=self.columns, first=first)

    def cell_rect(self, cell: RoadCell) -> QRectF | None:
        """Where this cell is; nothing for one that is scrolled out."""
        column = cell.column - self.first
        if not 0 <= column < self.columns:
            return None
        return QRectF(self.x + column * self.cell, self.y + (cell.row - 1) * self.cell, self.cell, self.cell)


def draw_grid(painter: QPainter, grid: RoadGrid, theme: ColourTheme) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(QPen(theme.line, 1))
    bottom = grid.y + ROWS * grid.cell
    upright = [QLineF(x, grid.y, x, bottom) for x in _grid_lines(grid.x, grid.cell, grid.columns)]
    flat = [QLineF(grid.x, y, grid.right, y) for y in _grid_lines(grid.y, grid.cell, ROWS)]
    painter.drawLines([*upright, *flat])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def draw_gap(painter: QPainter, grid: RoadGrid, column: int, theme: ColourTheme) -> None:
    """Rounds were dealt before this column that nobody has seen: a dashed line in the colour of attention."""
    rect = grid.cell_rect(RoadCell(column, 1))
    if rect is None:
        return
    pen = QPen(theme.warn, 2)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawLine(QLineF(rect.x(), grid.y, rect.x(), grid.y + ROWS * grid.cell))


def _grid_lines(start: float, step: int, count: int) -> list[float]:
    return [start + step * number for number in range(count + 1)]


_TONES = {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}


def draw_bead(painter: QPainter, rect: QRectF, mark: RoundMark, glyphs: Mapping[Tone, str], theme: ColourTheme) -> None:
    """The winner's mark with its glyph, or without glyphs with its points; a square dot above for a Banker Pair, a
    round one below for a Player Pair.
    """
    tone, cell = _TONES[mark.winner], rect.width()
    inset = cell * (0.03 if mark.winner is Winner.TIE else 0.07)
    draw_shape(painter, GAME_SHAPES[tone], rect.adjusted(inset, inset, -inset, -inset), fill_colour(tone, theme))
    size = round(cell * (0.48 if mark.winner is Winner.TIE else 0.56))
    points = "" if mark.points is None else str(mark.points)
    draw_text(painter, rect, glyphs.get(tone, points), font(size, 700), theme.onfill, MIDDLE)
    dot = cell * 0.26
    if mark.banker_pair:
        _draw_dot(painter, MarkShape.SQUARE, QRectF(rect.x(), rect.y(), dot, dot), Tone.BANKER, theme)
    if mark.player_pair:
        _draw_dot(
            painter, MarkShape.DISC, QRectF(rect.right() - dot, rect.bottom() - dot, dot, dot), Tone.PLAYER, theme
        )


def draw_big_road_entry(painter: QPainter, rect: QRectF, entry: BigRoadEntry, theme: ColourTheme) -> None:
    tone, cell = _TONES[entry.mark.winner], rect.width()
    inset = cell * 0.12
    draw_ring(
        painter, GAME_SHAPES[tone], rect.adjusted(inset, inset, -inset, -inset), mark_colour(tone, theme), cell * 0.1
    )
    draw_ties(painter, rect, entry.ties, theme)


def draw_ties(painter: QPainter, rect: QRectF, ties: int, theme: ColourTheme) -> None:
    """A slash, and how many where it is more than one."""
    if not ties:
        return
    colour, cell = mark_colour(Tone.TIE, theme), rect.width()
    _draw_slash(painter, rect, colour, cell * 0.1, falling=False, inset=cell * 0.2)
    if ties > 1:
        size = round(cell * 0.5)
        corner = QRectF(rect.center().x(), rect.center().y(), cell / 2, cell / 2)
        painter.fillRect(corner.adjusted(1, 1, 0, 0), theme.s1)
        draw_text(painter, corner, str(ties), font(size, 800), colour, MIDDLE)


def draw_derived_mark(
    painter: QPainter, rect: QRectF, kind: DerivedRoadKind, mark: DerivedMark, theme: ColourTheme
) -> None:
    """Regular is square and red, irregular round and blue; on the last road `/` and `\\`."""
    regular, cell = mark is DerivedMark.RED, rect.width()
    tone = Tone.BANKER if regular else Tone.PLAYER
    colour, inset = mark_colour(tone, theme), cell * 0.12
    inside = rect.adjusted(inset, inset, -inset, -inset)
    match kind:
        case DerivedRoadKind.BIG_EYE_BOY:
            draw_ring(painter, GAME_SHAPES[tone], inside, colour, max(1.4, cell * 0.14))
        case DerivedRoadKind.SMALL_ROAD:
            draw_shape(painter, GAME_SHAPES[tone], inside, colour)
        case DerivedRoadKind.COCKROACH_ROAD:
            _draw_slash(painter, rect, colour, max(1.5, cell * 0.15), falling=not regular, inset=inset)
        case _:
            assert_never(kind)


def _draw_dot(painter: QPainter, shape: MarkShape, rect: QRectF, tone: Tone, theme: ColourTheme) -> None:
    draw_shape(painter, shape, rect.adjusted(-1, -1, 1, 1), theme.s1)
    draw_shape(painter, shape, rect, mark_colour(tone, theme))


def _draw_slash(painter: QPainter, rect: QRectF, colour: QColor, width: float, *, falling: bool, inset: float) -> None:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    inside = rect.adjusted(inset, inset, -inset, -inset)
    if falling:
        painter.drawLine(QLineF(inside.topLeft(), inside.bottomRight()))
    else:
        painter.drawLine(QLineF(inside.bottomLeft(), inside.topRight()))


_BEAD_COLUMNS = 8, 8
_EYE_COLUMNS, _SMALL_COLUMNS = 24, 9
_DERIVED_COLUMNS = 10
_ASK_LINES = 2
_LEAST_COLUMNS = 6


class RoadPlaces(Struct, frozen=True, kw_only=True):
    """Where the five grids begin and how many columns they have; the big road gets what is left."""

    counts: QRectF
    bead: RoadGrid
    big: RoadGrid
    eye: RoadGrid
    small: RoadGrid
    cockroach: RoadGrid
    ask: QRectF
    heading: int


def road_places(width: int, height: int, measures: Measures) -> RoadPlaces:
    """Cells as drawn, and smaller ones where a ribbon has taken some of the height."""
    px, kind = measures.px, int(measures.compact)
    heading, second_heading = (px(32, 26) if height >= measures.past_height else px(27, 25)), px(22, 22)
    # In a compact window the pairs are counted in a line below the grids.
    cell = min(px(26, 20), int((height - heading - px(12, 22)) / ROWS))
    counts = QRectF(px(16, 14), 0, px(132, 98), heading + ROWS * cell)
    bead = RoadGrid(x=counts.right() + px(4), y=heading, cell=cell, columns=_BEAD_COLUMNS[kind])
    if measures.compact:
        (eye, small, cockroach), ask = _stacked_roads(width, height, heading, second_heading, measures)
    else:
        (eye, small, cockroach), ask = _roads_in_a_row(width, height, heading, measures)
    big_x = bead.right + px(18, 16)
    columns = max(_LEAST_COLUMNS, int((min(eye.x, ask.x()) - px(18, 10) - big_x) / cell))
    return RoadPlaces(
        counts=counts,
        bead=bead,
        big=RoadGrid(x=big_x, y=heading, cell=cell, columns=columns),
        eye=eye,
        small=small,
        cockroach=cockroach,
        ask=ask,
        heading=heading,
    )


DerivedGrids = tuple[RoadGrid, RoadGrid, RoadGrid]


def _roads_in_a_row(width: int, height: int, heading: int, measures: Measures) -> tuple[DerivedGrids, QRectF]:
    """The derived roads beside one another, and below each what the next round would add to it."""
    px = measures.px
    line = px(22)
    little = min(px(16), int((height - heading - _ASK_LINES * line - px(10)) / ROWS))
    gap = px(12)
    wide = _DERIVED_COLUMNS * px(16)
    columns = wide // little
    left = width - px(10) - 3 * wide - 2 * gap
    eye, small, cockroach = (
        RoadGrid(x=left + place * (wide + gap), y=heading, cell=little, columns=columns) for place in range(3)
    )
    below = heading + ROWS * little + px(4)
    return (eye, small, cockroach), QRectF(left, below, 3 * wide + 2 * gap, _ASK_LINES * line)


def _stacked_roads(
    width: int, height: int, heading: int, second_heading: int, measures: Measures
) -> tuple[DerivedGrids, QRectF]:
    """In a compact window two of them below the first, and beside all what the next round would add."""
    px = measures.px
    little = min(px(12, 10), int((height - heading - second_heading - px(2)) / (2 * ROWS)))
    ask_width = px(64)
    columns = _EYE_COLUMNS * px(12, 10) // little
    eye_x = width - px(10, 6) - columns * little
    eye = RoadGrid(x=eye_x, y=heading, cell=little, columns=columns)
    lower = heading + ROWS * little + second_heading
    few = _SMALL_COLUMNS * px(12, 10) // little
    rest = eye_x + few * little + px(10, 6)
    small = RoadGrid(x=eye_x, y=lower, cell=little, columns=few)
    cockroach = RoadGrid(x=rest, y=lower, cell=little, columns=int((eye.right - rest) // little))
    # Before them: behind them it would lie under the longest heading.
    ask = QRectF(eye_x - px(10, 6) - ask_width, heading, ask_width, lower + ROWS * little - heading)
    return (eye, small, cockroach), ask


def paint_roads(painter: QPainter, shown: RoadsShown, size: QSizeF, theme: ColourTheme, measures: Measures) -> None:
    laid, roads = road_places(round(size.width()), round(size.height()), measures), shown.roads
    _draw_counts(painter, shown, laid, theme, measures)
    glyphs = {} if shown.points_on_beads else {tone: glyph for tone, glyph, _ in shown.counts}
    bead = laid.bead.scroll(max((each.cell.column for each in roads.bead_plate), default=0))
    draw_grid(painter, bead, theme)
    for each in roads.bead_plate:
        if (rect := bead.cell_rect(each.cell)) is not None:
            draw_bead(painter, rect, each.mark, glyphs, theme)
    big = laid.big.scroll(max((entry.drawn.column for entry in roads.big_road.entries), default=0))
    draw_grid(painter, big, theme)
    draw_big_road(painter, big, roads.big_road, theme)
    grids = (laid.eye, laid.small, laid.cockroach)
    for road, grid in zip(roads.all_derived_roads, grids, strict=True):
        draw_derived_road(painter, grid, road, theme)
    _draw_ask(painter, shown, laid, theme, measures)
    rooms = title_rects(laid, size.width(), measures)
    for line, room in zip(shown.headings, rooms, strict=True):
        _draw_title(painter, line, room, theme, measures)


def title_rects(laid: RoadPlaces, width: float, measures: Measures) -> tuple[QRectF, ...]:
    """Above each grid; a heading may be longer than its grid where nothing follows."""
    gap, edge = measures.px(6), width - measures.px(8, 2)
    grids = (laid.bead, laid.big, laid.eye, laid.small, laid.cockroach)
    small_end = laid.small.x - gap if laid.small.y == laid.eye.y else edge
    ends = (laid.big.x - gap, min(laid.eye.x, laid.ask.x()) - gap, small_end, laid.cockroach.x - gap, edge)
    return tuple(QRectF(grid.x, 0, end - grid.x, grid.y - 2) for grid, end in zip(grids, ends, strict=True))


def _draw_counts(
    painter: QPainter, shown: RoadsShown, laid: RoadPlaces, theme: ColourTheme, measures: Measures
) -> None:
    px, rect = measures.px, laid.counts
    caption = font(measures.caption, 600)
    rounds = choose_text(shown.rounds, caption, rect.width())
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


def _draw_title(painter: QPainter, line: ScreenText, room: QRectF, theme: ColourTheme, measures: Measures) -> None:
    letters = font(measures.caption, 500)
    high = measures.px(26, 22) - 2
    rect = QRectF(room.x(), room.bottom() - high, room.width(), high)
    draw_text(painter, rect, choose_text(line, letters, rect.width(), both=True), letters, theme.t2, LEFT)


def draw_big_road(painter: QPainter, grid: RoadGrid, road: BigRoad, theme: ColourTheme) -> None:
    taken = 0
    for number, column in enumerate(road.columns, start=1):
        if number in road.gap_columns:
            draw_gap(painter, grid, column[0].drawn.column, theme)
        for entry in column:
            taken = max(taken, entry.drawn.column)
            if (rect := grid.cell_rect(entry.drawn)) is not None:
                draw_big_road_entry(painter, rect, entry, theme)
    if len(road.columns) + 1 in road.gap_columns:
        draw_gap(painter, grid, taken + 1, theme)
    if road.early_ties and (rect := grid.cell_rect(RoadCell(taken + 1, 1))) is not None:
        draw_ties(painter, rect, road.early_ties, theme)


def draw_derived_road(painter: QPainter, grid: RoadGrid, road: DerivedRoad, theme: ColourTheme) -> None:
    scrolled = grid.scroll(max((entry.drawn.column for entry in road.entries), default=0))
    draw_grid(painter, scrolled, theme)
    for entry in road.entries:
        if (rect := scrolled.cell_rect(entry.drawn)) is not None:
            draw_derived_mark(painter, rect, road.kind, entry.mark, theme)


def _draw_ask(painter: QPainter, shown: RoadsShown, laid: RoadPlaces, theme: ColourTheme, measures: Measures) -> None:
    """What a win of the Banker, and of the Player, would add to each derived road, with its words."""
    roads = shown.roads.all_derived_roads
    asked = (
        (shown.asks[0], [road.ask_banker for road in roads]),
        (shown.asks[1], [road.ask_player for road in roads]),
    )
    letters = font(measures.caption, 600)
    for number, (says, marks) in enumerate(asked):
        if measures.compact:
            _draw_ask_column(painter, says, marks, laid, number, theme)
            continue
        high = laid.ask.height() / _ASK_LINES
        for grid, road, mark in zip((laid.eye, laid.small, laid.cockroach), roads, marks, strict=True):
            side = high * 0.8
            line = QRectF(grid.x, laid.ask.y() + number * high, grid.columns * grid.cell, high)
            place = QRectF(line.right() - side, line.center().y() - side / 2, side, side)
            room = line.adjusted(0, 0, -side - 4, 0)
            draw_text(painter, room, choose_text(says, letters, room.width()), letters, theme.t2, LEFT)
            draw_ask_mark(painter, place, road.kind, mark, theme)


_ASK_SIDE = 18.0


def _draw_ask_column(
    painter: QPainter,
    says: ScreenText,
    marks: list[DerivedMark | None],
    laid: RoadPlaces,
    number: int,
    theme: ColourTheme,
) -> None:
    """Under the mark and the name of a hand, a mark for each road from the upper one down."""
    wide = laid.ask.width() / 2
    step = laid.ask.height() / (len(marks) + 2)
    column = QRectF(laid.ask.x() + number * wide, laid.ask.y(), wide, step)
    tone = (Tone.BANKER, Tone.PLAYER)[number]
    draw_mark(painter, tone, middle_square(column, _ASK_SIDE), theme)
    word = column.translated(0, step)
    letters = font(16, 600)
    short = says.short or says.first
    draw_text(painter, word, short if text_width(short, letters) <= wide else short[:1], letters, theme.t2, MIDDLE)
    for row, (kind, mark) in enumerate(zip(_ASK_KINDS, marks, strict=True), start=2):
        draw_ask_mark(painter, middle_square(column.translated(0, row * step), _ASK_SIDE), kind, mark, theme)


_ASK_KINDS = (DerivedRoadKind.BIG_EYE_BOY, DerivedRoadKind.SMALL_ROAD, DerivedRoadKind.COCKROACH_ROAD)


def draw_ask_mark(
    painter: QPainter, rect: QRectF, kind: DerivedRoadKind, mark: DerivedMark | None, theme: ColourTheme
) -> None:
    if mark is None:
        painter.fillRect(QRectF(rect.center().x() - 3, rect.center().y() - 1, 6, 2), theme.t3)
    else:
        draw_derived_mark(painter, rect, kind, mark, theme)


_COUNT_COLUMNS = 2


def paint_trail(painter: QPainter, shown: TrailShown, size: QRectF, theme: ColourTheme, measures: Measures) -> None:
    px = measures.px
    edge, heading = px(16, 12), px(36, 26)
    letters = font(measures.caption, 500)
    counts = QRectF(size.right() - px(150, 116) - edge, heading, px(150, 116), size.height() - heading - px(8, 4))
    width, pitch = px(61, 50), px(66, 54)
    fitting = max(1, int((counts.x() - edge) / pitch))
    seen = shown.tumbles[-fitting:]
    says = shown.headings[min(len(seen), len(shown.headings) - 1)]
    head = QRectF(edge, 0, counts.x() - 2 * edge, heading)
    draw_text(painter, head, choose_text(says, letters, head.width(), both=True, between=" · "), letters, theme.t2)
    of_all = QRectF(counts.x(), 0, counts.width(), heading)
    draw_text(painter, of_all, choose_text(shown.counted, letters, of_all.width()), letters, theme.t2)
    for number, tumble in enumerate(seen):
        tile = QRectF(edge + number * pitch, heading, width, size.height() - heading - px(8, 6))
        _draw_tile(painter, tile, tumble, theme, measures)
    _draw_outcome_counts(painter, shown, counts, theme, measures)


def _draw_tile(painter: QPainter, tile: QRectF, tumble: PastTumble, theme: ColourTheme, measures: Measures) -> None:
    px = measures.px
    painter.setPen(QPen(theme.go, measures.stroke(2)) if tumble.now else Qt.PenStyle.NoPen)
    if not tumble.noted:
        painter.setPen(QPen(theme.go if tumble.now else theme.t3, measures.stroke(2), Qt.PenStyle.DashLine))
    painter.setBrush(theme.s2 if tumble.noted else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(tile.adjusted(1, 1, -1, -1), RADIUS_CHIP, RADIUS_CHIP)
    die = px(17, 14)
    top = tile.y() + px(8, 6)
    if tumble.dice is None and tumble.noted:
        draw_mark(painter, Tone.STOP, middle_square(QRectF(tile.x(), top, tile.width(), die), die + 2), theme)
    elif tumble.dice is not None:
        left = tile.center().x() - (3 * die + 2) / 2
        for index, face in enumerate(tumble.dice):
            draw_die(painter, QRectF(round(left + index * (die + 1)), top, die, die), face, theme)
    total = QRectF(tile.x(), top + die + px(4, 1), tile.width(), px(28, 24))
    draw_text(painter, total, tumble.total, font(measures.text(22, 18), 700), theme.t1, MIDDLE)
    marks = tumble.marks[:2]
    side = px(27, 22) if len(marks) > 1 else px(36, 28)
    gap = px(2)
    left = tile.center().x() - (len(marks) * side + (len(marks) - 1) * gap) / 2
    below = total.bottom() + (tile.bottom() - total.bottom() - side) / 2
    for index, glyph in enumerate(marks):
        draw_outcome(painter, glyph, QRectF(left + index * (side + gap), below, side, side), theme)


def _draw_outcome_counts(
    painter: QPainter, shown: TrailShown, rect: QRectF, theme: ColourTheme, measures: Measures
) -> None:
    px = measures.px
    high, wide = px(36, 30), rect.width() / _COUNT_COLUMNS
    side = px(24, 20)
    for index, (glyph, count) in enumerate(shown.counts):
        row, column = divmod(index, _COUNT_COLUMNS)
        cell = QRectF(rect.x() + column * wide, rect.y() + row * high, wide - px(10, 6), high)
        draw_outcome(painter, glyph, QRectF(cell.x(), cell.center().y() - side / 2, side, side), theme)
        number = cell.adjusted(side + px(10, 8), 0, 0, 0)
        draw_text(painter, number, str(count), font(measures.text(20, 17), 700), theme.t1, LEFT)


class RoadsWidget(QWidget):
    """Nothing of it can be touched."""

    def __init__(self, parent: QWidget | None = None, *, turns: IdleWork | None = None) -> None:
        """Without turns, as for one picture, it is painted at once."""
        super().__init__(parent)
        self._theme, self._measures = DARK, Measures.from_size(1920, 1080)
        self._shown: RoadsShown | TrailShown | StepsShown | None = None
        self._picture: QImage | None = None
        self._whole = False
        """Whether the picture is of what is shown."""
        self._turns = IdleWork(self) if turns is None else turns
        self.on_act: OnAct = ignore_touch
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setObjectName("roads")

    def set_theme(self, theme: ColourTheme) -> None:
        self._theme = theme
        self._refresh()

    def set_measures(self, measures: Measures) -> None:
        self._measures = measures
        self._refresh()

    def show_past(self, shown: RoadsShown | TrailShown | StepsShown | None) -> None:
        if shown is self._shown or shown == self._shown:
            return
        self._shown = shown
        self.setAccessibleName(_accessible_text(shown))
        self._refresh()

    def _refresh(self) -> None:
        self._whole = False
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refresh()

    @safe_paint
    def paintEvent(self, event: QPaintEvent) -> None:
        ratio, picture = self.devicePixelRatioF(), self._picture
        fits = picture is not None and picture.size() == self.size() * ratio and picture.devicePixelRatio() == ratio
        if not (self._whole and fits):
            self._turns.schedule(self, self._pieces())
        with QPainter(self) as painter:
            if self._picture is None or self._picture.size() != self.size() * ratio:
                painter.fillRect(event.rect(), self._theme.s1)
                return
            rect = QRectF(event.rect())
            painter.drawImage(rect, self._picture, QRectF(rect.topLeft() * ratio, rect.size() * ratio))

    def _pieces(self) -> WorkPieces:
        """The rounds of before are in no hurry: what was there is seen until the next turn of the loop."""
        self._paint_whole()
        if self._turns.has_loop:
            self.update()
        yield

    def _paint_whole(self) -> None:
        ratio = self.devicePixelRatioF()
        picture = QImage(self.size() * ratio, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.s1)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(0, 0, self.width(), 1, self._theme.line)
            if isinstance(self._shown, RoadsShown):
                paint_roads(painter, self._shown, QSizeF(self.size()), self._theme, self._measures)
            elif isinstance(self._shown, StepsShown):
                plan = plan_steps(self._shown, self.width(), self.height(), Dress(self._theme, self._measures))
                paint_plan(painter, plan, self._theme)
            elif self._shown is not None:
                paint_trail(painter, self._shown, QRectF(self.rect()), self._theme, self._measures)
        self._picture, self._whole = picture, True


def _accessible_text(shown: RoadsShown | TrailShown | StepsShown | None) -> str:
    if shown is None:
        return ""
    if isinstance(shown, StepsShown):
        return " · ".join((shown.right.first, *(step.label.first for step in shown.steps)))
    if isinstance(shown, RoadsShown):
        return " · ".join((shown.rounds.first, *(f"{glyph} {count}" for _, glyph, count in shown.counts), shown.pairs))
    return " · ".join((shown.counted.first, *(f"{glyph} {count}" for glyph, count in shown.counts)))
