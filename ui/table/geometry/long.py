"""The long table: seats around two ends and along one side, and in the middle the block that all share."""

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import LongDrawing, LongShape
from ui.table.geometry.boxes import Badge, Box, Lettered, Rank
from ui.table.geometry.paths import Sector, rectangle_path, sector_path, stadium_path

_BADGE = 19.0
_PAD = 5.0
_TURN = QSizeF(68, 64)


class Long:
    """A long table with these seats, in the units of its scene; the dealer stands at the top."""

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

    def felt(self) -> QPainterPath:
        return stadium_path(self.left, self.right, self.shape.felt_radius)

    def turn(self) -> QSizeF:
        """As large as the key is drawn; where it stands is seen when all else does."""
        return _TURN

    def letters(self) -> tuple[Lettered, ...]:
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
        return Box(
            area=self._area(row),
            seat=seat,
            path=sector_path(sector, corner=8),
            middle=sector.middle,
            angle=0,
            width=min(sector.width, sector.outer - sector.inner) - 2 * _PAD,
            height=sector.outer - sector.inner - 2 * _PAD,
            rank=Rank.MAIN,
            upright=True,
        )

    def _side_box(self, seat: int, row: int, place: QRectF) -> Box:
        return self._rectangle(self._area(row), seat, place, Rank.MAIN)

    def _block(self) -> list[Box]:
        block = self.shape.block
        high = block.height / len(self.drawing.block)
        boxes = []
        for number, areas in enumerate(self.drawing.block):
            wide = block.width / len(areas)
            for place, area in enumerate(areas):
                rectangle = QRectF(block.x + place * wide, block.y + number * high, wide, high)
                boxes.append(self._rectangle(area, None, rectangle, Rank.SHARED))
        return boxes

    def _area(self, row: int) -> Area:
        return self.drawing.rows[row][0]

    def _rectangle(self, area: Area, seat: int | None, place: QRectF, rank: Rank) -> Box:
        return Box(
            area=area,
            seat=seat,
            path=rectangle_path(place),
            middle=place.center(),
            angle=0,
            width=place.width() - 2 * _PAD,
            height=place.height() - 2 * _PAD,
            rank=rank,
        )
