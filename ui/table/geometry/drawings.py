"""The geometry of the three kinds of tables: arc, long table and grid of dice bets.

Each gives its boxes, badges, side notes and its edge in the units of its scene.
"""

from math import asin, degrees, radians, sin

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import (
    SCENE_WIDTH,
    ArcDrawing,
    ArcShape,
    GridBlock,
    GridDrawing,
    GridPage,
    LongDrawing,
    LongShape,
)
from ui.table.geometry.boxes import Badge, Box, BoxRank, Sector, SideNote, rectangle_path, sector_path, stadium_path

_ARC_GAP = 0.1
_BADGE = 19.0
_ARC_PAD = 4.0
_ARC_TURN = QSizeF(152, 64)
_CARD_WIDTHS = 7.6


class ArcScene:
    """An arc with these seats, in the units of its scene."""

    def __init__(self, drawing: ArcDrawing, seats: tuple[int, ...], *, halves: bool) -> None:
        self.drawing = drawing
        self.shape: ArcShape = drawing.shape
        self.seats = seats
        self.main_share = 0.5 if halves else self.shape.main_share
        self.centre = QPointF(SCENE_WIDTH / 2, self.shape.edge_bottom - self.shape.edge_radius)
        half = self.shape.seats_half_angle
        self.pitch = 2 * half / max(len(seats), self.shape.fewest_columns)

    @property
    def height(self) -> float:
        return self.shape.height

    def table_path(self) -> QPainterPath:
        """All of the scene that is within the edge."""
        edge = self.shape.edge_radius + 6
        disc = QPainterPath()
        disc.addEllipse(self.centre, edge, edge)
        scene = rectangle_path(QRectF(4, 4, SCENE_WIDTH - 8, self.shape.height - 8), 0, 16)
        return disc.intersected(scene)

    def boxes(self) -> tuple[Box, ...]:
        return (*self._seat_boxes(), *self._band_boxes())

    def badges(self) -> tuple[Badge, ...]:
        depth = sum(self.shape.badge) / 2
        return tuple(
            Badge(seat, self._sector(depth, depth, middle, middle).middle, _BADGE) for seat, middle in self._columns()
        )

    def turn_size(self) -> QSizeF:
        """The size of the key as it is drawn; its place is found when all else has one."""
        return _ARC_TURN

    def side_notes(self) -> tuple[SideNote, ...]:
        tables = tuple(
            self._table(area, QRectF(place.x, place.y, place.width, place.height))
            for area, place in zip(self.drawing.tables, self.shape.tables, strict=False)
        )
        return tables + (self._card_places() if self.drawing.cards else ())

    def _table(self, area: Area, place: QRectF) -> SideNote:
        middle = place.center()
        angle = degrees(asin((middle.x() - self.centre.x()) / (self.shape.edge_radius - self.shape.bands[-1][1])))
        return SideNote(place=place, angle=-angle, prizes_of=area)

    def _card_places(self) -> tuple[SideNote, ...]:
        """PLAYER left and BANKER right of the middle, between the last band and the top."""
        depth = self.shape.bands[-1][1]
        top = self._sector(depth, depth, 0, 0).middle.y()
        half = 190.0
        left, right = QRectF(SCENE_WIDTH / 2 - half, 12, half, top - 22), QRectF(SCENE_WIDTH / 2, 12, half, top - 22)
        return (SideNote(place=left, text="PLAYER", glyph="閒"), SideNote(place=right, text="BANKER", glyph="庄"))

    def _columns(self) -> tuple[tuple[int, float], ...]:
        """Each seat and the angle of its middle; the first is at the right."""
        first = (len(self.seats) - 1) / 2
        return tuple((seat, (first - place) * self.pitch) for place, seat in enumerate(self.seats))

    def _seat_boxes(self) -> tuple[Box, ...]:
        boxes = []
        for seat, middle in self._columns():
            start, end = middle - self.pitch / 2 + _ARC_GAP / 2, middle + self.pitch / 2 - _ARC_GAP / 2
            for areas, (near, far) in zip(self.drawing.rows, self.shape.rows, strict=True):
                share = self.main_share if len(areas) > 1 else 1.0
                # As drawn, the main box is at the left of its seat and the side bet at the right.
                border = start + (end - start) * share
                spans = ((start, border), (border, end))
                for area, (left, right), rank in zip(areas, spans, (BoxRank.MAIN, BoxRank.SIDE), strict=False):
                    boxes.append(self._box(area, seat, self._sector(near, far, left, right), rank))
        return tuple(boxes)

    def _band_boxes(self) -> tuple[Box, ...]:
        return tuple(
            self._box(stretch.area, None, self._sector(near, far, stretch.start, stretch.end), BoxRank.SHARED)
            for stretches, (near, far) in zip(self.drawing.bands, self.shape.bands, strict=False)
            for stretch in stretches
        )

    def _sector(self, near: float, far: float, start: float, end: float) -> Sector:
        edge = self.shape.edge_radius
        return Sector(centre=self.centre, inner=edge - far, outer=edge - near, start=start, end=end)

    def _box(self, area: Area, seat: int | None, sector: Sector, rank: BoxRank) -> Box:
        return Box(
            area=area,
            seat=seat,
            path=sector_path(sector),
            middle=sector.middle,
            angle=-sector.angle,
            width=sector.width - 2 * _ARC_PAD,
            height=sector.outer - sector.inner - 2 * _ARC_PAD,
            rank=rank,
            bow=sector.outer,
        )


_LONG_PAD = 5.0
_LONG_TURN = QSizeF(68, 64)


class LongScene:
    """A long table with these seats, in the units of its scene; the dealer is at the top."""

    def __init__(self, drawing: LongDrawing, seats: tuple[int, ...]) -> None:
        self.drawing = drawing
        self.shape: LongShape = drawing.shape
        self.left, self.right = (QPointF(*centre) for centre in self.shape.centres)
        at_an_end = (len(seats) + 1) // 3
        self.right_seats = seats[:at_an_end]
        self.side_seats = seats[at_an_end : len(seats) - at_an_end]
        self.left_seats = seats[len(seats) - at_an_end :]

    @property
    def height(self) -> float:
        return self.shape.height

    def table_path(self) -> QPainterPath:
        return stadium_path(self.left, self.right, self.shape.felt_radius)

    def turn_size(self) -> QSizeF:
        """The size of the key as it is drawn; its place is found when all else has one."""
        return _LONG_TURN

    def side_notes(self) -> tuple[SideNote, ...]:
        return ()

    def boxes(self) -> tuple[Box, ...]:
        ends = [self._end_box(seat, row, sector) for seat, row, sector in self._ends()]
        sides = [self._side_box(seat, row, place) for seat, row, place in self._sides()]
        return (*ends, *sides, *self._block())

    def badges(self) -> tuple[Badge, ...]:
        radius = self.shape.badge_radius
        ends = tuple(
            Badge(seat, sector.point(radius, sector.angle), _BADGE) for seat, row, sector in self._ends() if row == 0
        )
        sides = tuple(
            Badge(seat, QPointF(place.center().x(), self.left.y() + radius), _BADGE)
            for seat, row, place in self._sides()
            if row == 0
        )
        return ends + sides

    def _ends(self) -> list[tuple[int, int, Sector]]:
        """Seat, row and place. Numbers go on clockwise: down the right end, along the side, up the left end."""
        found = []
        for centre, seats, top in ((self.right, self.right_seats, 180.0), (self.left, self.left_seats, 0.0)):
            pitch = 180 / len(seats)
            for place, seat in enumerate(seats):
                end = top - place * pitch
                for row, (inner, outer) in enumerate(self.shape.rows):
                    sector = Sector(centre=centre, inner=inner, outer=outer, start=end - pitch, end=end)
                    found.append((seat, row, sector))
        return found

    def _sides(self) -> list[tuple[int, int, QRectF]]:
        pitch = (self.right.x() - self.left.x()) / len(self.side_seats)
        found = []
        for place, seat in enumerate(self.side_seats):
            left = self.right.x() - (place + 1) * pitch
            for row, (inner, outer) in enumerate(self.shape.rows):
                found.append((seat, row, QRectF(left, self.left.y() + inner, pitch, outer - inner)))
        return found

    def _end_box(self, seat: int, row: int, sector: Sector) -> Box:
        path = sector_path(sector, corner=8)
        width = min(sector.width, sector.outer - sector.inner) - 2 * _LONG_PAD
        return Box(
            area=self._area(row),
            seat=seat,
            path=path,
            middle=sector.middle,
            angle=0,
            width=width,
            height=max(sector.outer - sector.inner - 2 * _LONG_PAD, _upright_height(path, sector.middle, width)),
            rank=BoxRank.MAIN,
            upright=True,
            inward=-sin(radians(sector.angle)),
        )

    def _side_box(self, seat: int, row: int, place: QRectF) -> Box:
        return self._rectangle(self._area(row), seat, place, BoxRank.MAIN)

    def _block(self) -> list[Box]:
        block = self.shape.block
        high = block.height / len(self.drawing.block)
        boxes = []
        for number, areas in enumerate(self.drawing.block):
            wide = block.width / len(areas)
            for place, area in enumerate(areas):
                rectangle = QRectF(block.x + place * wide, block.y + number * high, wide, high)
                boxes.append(self._rectangle(area, None, rectangle, BoxRank.SHARED))
        return boxes

    def _area(self, row: int) -> Area:
        return self.drawing.rows[row][0]

    def _rectangle(self, area: Area, seat: int | None, place: QRectF, rank: BoxRank) -> Box:
        return Box(
            area=area,
            seat=seat,
            path=rectangle_path(place),
            middle=place.center(),
            angle=0,
            width=place.width() - 2 * _LONG_PAD,
            height=place.height() - 2 * _LONG_PAD,
            rank=rank,
        )


def _upright_height(path: QPainterPath, middle: QPointF, width: float) -> float:
    """How high a text of this width may be around the middle of a shape that leans, as at the round end."""
    high = width
    while path.contains(QRectF(middle.x() - width / 2, middle.y() - high / 2 - 1, width, high + 2)):
        high += 2
    return high


_GRID_PAD = 3.0
_LARGE_CELL = 150.0
_TAB_RECT = QRectF(1274, 6, 58, 64)


class GridScene:
    """A whole grid, or one of its halves, in the units of its scene."""

    def __init__(self, drawing: GridDrawing, half: int | None) -> None:
        self.height = drawing.height
        self.halves = 0 if half is None else len(drawing.halves)
        self.page: GridPage = drawing.whole if half is None else drawing.halves[half]

    def table_path(self) -> QPainterPath:
        return rectangle_path(QRectF(2, 2, SCENE_WIDTH - 4, self.height - 4), 0, 14)

    def turn_size(self) -> QSizeF:
        return QSizeF()

    def badges(self) -> tuple[Badge, ...]:
        return ()

    def side_notes(self) -> tuple[SideNote, ...]:
        return tuple(
            SideNote(
                place=QRectF(note.place.x, note.place.y, note.place.width, note.place.height),
                angle=90 if note.sideways else 0,
                note=note,
            )
            for note in self.page.notes
        )

    def tabs(self) -> tuple[QRectF, ...]:
        high = (self.height - 12) / max(self.halves, 1)
        return tuple(
            QRectF(_TAB_RECT.x(), 6 + number * high, _TAB_RECT.width(), high - 4) for number in range(self.halves)
        )

    def boxes(self) -> tuple[Box, ...]:
        return tuple(box for block in self.page.blocks for box in _block_boxes(block))


def _block_boxes(block: GridBlock) -> list[Box]:
    boxes = []
    place = block.place
    high = place.height / len(block.cells)
    for number, row in enumerate(block.cells):
        wide = place.width / len(row)
        for at, area in enumerate(row):
            if not area:
                continue
            cell = QRectF(place.x + at * wide, place.y + number * high, wide, high)
            box = Box(
                area=area,
                seat=None,
                path=rectangle_path(cell, inset=1.5, corner=6),
                middle=cell.center(),
                angle=0,
                width=wide - 2 * _GRID_PAD,
                height=high - 2 * _GRID_PAD,
                rank=BoxRank.SHARED if wide > _LARGE_CELL and not block.dice else BoxRank.CELL,
                dice=block.dice,
                noted=block.noted,
            )
            boxes.append(box)
    return boxes
