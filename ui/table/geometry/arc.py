"""The arc table: seats along its outer edge, their boxes inwards from them, and the bands that all share."""

from math import asin, degrees

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import SCENE_WIDTH, ArcDrawing, ArcShape
from ui.table.geometry.boxes import Badge, Box, Lettered, Rank
from ui.table.geometry.paths import Sector, rectangle_path, sector_path

_GAP = 0.1
_BADGE = 19.0
_PAD = 4.0
_TURN = QSizeF(152, 64)
_CARDS = 7.6


class Arc:
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

    def felt(self) -> QPainterPath:
        """All of the scene that lies within the edge."""
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

    def turn(self) -> QSizeF:
        """As large as the key is drawn; where it stands is seen when all else does."""
        return _TURN

    def letters(self) -> tuple[Lettered, ...]:
        tables = tuple(
            self._table(area, QRectF(place.x, place.y, place.width, place.height))
            for area, place in zip(self.drawing.tables, self.shape.tables, strict=False)
        )
        return tables + (self._card_places() if self.drawing.cards else ())

    def _table(self, area: Area, place: QRectF) -> Lettered:
        middle = place.center()
        angle = degrees(asin((middle.x() - self.centre.x()) / (self.shape.edge_radius - self.shape.bands[-1][1])))
        return Lettered(place=place, angle=-angle, prizes_of=area)

    def _card_places(self) -> tuple[Lettered, ...]:
        """PLAYER left and BANKER right of the middle, between the last band and the top."""
        depth = self.shape.bands[-1][1]
        top = self._sector(depth, depth, 0, 0).middle.y()
        half = 190.0
        left, right = QRectF(SCENE_WIDTH / 2 - half, 12, half, top - 22), QRectF(SCENE_WIDTH / 2, 12, half, top - 22)
        return (Lettered(place=left, text="PLAYER", glyph="閒"), Lettered(place=right, text="BANKER", glyph="庄"))

    def _columns(self) -> tuple[tuple[int, float], ...]:
        """Each seat and the angle of its middle; the first is at the right."""
        first = (len(self.seats) - 1) / 2
        return tuple((seat, (first - place) * self.pitch) for place, seat in enumerate(self.seats))

    def _seat_boxes(self) -> tuple[Box, ...]:
        boxes = []
        for seat, middle in self._columns():
            start, end = middle - self.pitch / 2 + _GAP / 2, middle + self.pitch / 2 - _GAP / 2
            for areas, (near, far) in zip(self.drawing.rows, self.shape.rows, strict=True):
                share = self.main_share if len(areas) > 1 else 1.0
                # As drawn, the main box is at the left of its seat and the side bet at the right.
                border = start + (end - start) * share
                spans = ((start, border), (border, end))
                for area, (left, right), rank in zip(areas, spans, (Rank.MAIN, Rank.SIDE), strict=False):
                    boxes.append(self._box(area, seat, self._sector(near, far, left, right), rank))
        return tuple(boxes)

    def _band_boxes(self) -> tuple[Box, ...]:
        return tuple(
            self._box(stretch.area, None, self._sector(near, far, stretch.start, stretch.end), Rank.SHARED)
            for stretches, (near, far) in zip(self.drawing.bands, self.shape.bands, strict=False)
            for stretch in stretches
        )

    def _sector(self, near: float, far: float, start: float, end: float) -> Sector:
        edge = self.shape.edge_radius
        return Sector(centre=self.centre, inner=edge - far, outer=edge - near, start=start, end=end)

    def _box(self, area: Area, seat: int | None, sector: Sector, rank: Rank) -> Box:
        return Box(
            area=area,
            seat=seat,
            path=sector_path(sector),
            middle=sector.middle,
            angle=-sector.angle,
            width=sector.width - 2 * _PAD,
            height=sector.outer - sector.inner - 2 * _PAD,
            rank=rank,
            bow=sector.outer,
        )
