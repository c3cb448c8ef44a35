"""The few outlines of which tables are made: parts of rings, rectangles and stadiums, with their corners rounded."""

from math import asin, cos, degrees, radians, sin

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

INSET = 2.0
CORNER = 10.0


class Sector(Struct, frozen=True, kw_only=True):
    """Part of a ring. Angles are degrees from straight down, to the right positive."""

    centre: QPointF
    inner: float
    outer: float
    start: float
    end: float

    def point(self, radius: float, angle: float) -> QPointF:
        turned = radians(angle)
        return QPointF(self.centre.x() + radius * sin(turned), self.centre.y() + radius * cos(turned))

    @property
    def middle(self) -> QPointF:
        return self.point((self.inner + self.outer) / 2, self.angle)

    @property
    def angle(self) -> float:
        return (self.start + self.end) / 2

    @property
    def width(self) -> float:
        """Across, at its narrower end."""
        return 2 * self.inner * sin(radians(min(self.end - self.start, 180) / 2))


def sector_path(sector: Sector, inset: float = INSET, corner: float = CORNER) -> QPainterPath:
    """The sector a little within its borders, so that neighbours never touch."""
    inner, outer = sector.inner + inset, sector.outer - inset

    def start(radius: float, along: float = 0.0) -> float:
        return sector.start + degrees(asin((inset + along) / radius))

    def end(radius: float, along: float = 0.0) -> float:
        return sector.end - degrees(asin((inset + along) / radius))

    at = sector.point
    path = QPainterPath(at(outer, start(outer, corner)))
    _arc(path, sector.centre, outer, start(outer, corner), end(outer, corner))
    path.quadTo(at(outer, end(outer)), at(outer - corner, end(outer - corner)))
    path.lineTo(at(inner + corner, end(inner + corner)))
    path.quadTo(at(inner, end(inner)), at(inner, end(inner, corner)))
    _arc(path, sector.centre, inner, end(inner, corner), start(inner, corner))
    path.quadTo(at(inner, start(inner)), at(inner + corner, start(inner + corner)))
    path.lineTo(at(outer - corner, start(outer - corner)))
    path.quadTo(at(outer, start(outer)), at(outer, start(outer, corner)))
    path.closeSubpath()
    return path


def _arc(path: QPainterPath, centre: QPointF, radius: float, start: float, end: float) -> None:
    """Qt counts from the right and upwards; straight down is its -90."""
    square = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    path.arcTo(square, start - 90, end - start)


def rectangle_path(place: QRectF, inset: float = INSET, corner: float = CORNER) -> QPainterPath:
    path = QPainterPath()
    within = place.adjusted(inset, inset, -inset, -inset)
    path.addRoundedRect(within, corner, corner)
    return path


def stadium_path(left: QPointF, right: QPointF, radius: float) -> QPainterPath:
    """Two half discs and what lies between them."""
    path = QPainterPath()
    path.addRoundedRect(
        QRectF(left.x() - radius, left.y() - radius, right.x() - left.x() + 2 * radius, 2 * radius), radius, radius
    )
    return path
