"""What of an artwork could not be seen, read or touched: beside the sheet, without a surface, too small, over another.

It is checked as it is shown on a screen: where the layout is as wide as its scene, and in the smallest window.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import ceil, floor

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainterPath, QRegion, QTransform

from dealer_app.layouts.drawing import SCENE_WIDTH, box_legend
from ui.table.geometry import Box
from ui.table.lettering import fit_name

SMALLEST_WINDOW = "a window of 1366 x 768"
SMALLEST_LAYOUT = 926
FINGER = 22
"""Pixels each way, in the smallest window, that a finger meets and a line of letters has room in."""
_LEAST_DISC = 8
_FINE = 2
_STEPS = 24
_GRAIN = 400
"""Pixels of the longer side of a shape, where its room is looked for."""


class Sheet(Struct, frozen=True, kw_only=True):
    """The whole of an artwork, and how many pixels a unit of it has where the layout is as wide as its scene."""

    place: QRectF
    scale: float

    @property
    def least(self) -> float:
        """The same in the smallest window."""
        return self.scale * SMALLEST_LAYOUT / SCENE_WIDTH


def make_sheet(size: QRectF, height: float) -> Sheet:
    """`height` is that of the scene that the artwork takes the place of."""
    return Sheet(place=size, scale=min(SCENE_WIDTH / size.width(), height / size.height()))


def shape_faults(sheet: Sheet, boxes: dict[str, Box], discs: dict[str, QPainterPath]) -> list[str]:
    """Everything for which a shape cannot be used, by its name."""
    faults, regions = [], {}
    shapes = {name: box.path for name, box in boxes.items()} | discs
    for name, path in shapes.items():
        fault = _outside_fault(sheet, name, path.boundingRect())
        if fault is None:
            regions[name] = _fill_region(path, QTransform.fromScale(sheet.scale * _FINE, sheet.scale * _FINE))
            fault = _use_fault(sheet, name, boxes.get(name), regions[name], path)
        if fault is not None:
            faults.append(fault)
    return [*faults, *_overlap_faults(regions)]


def _outside_fault(sheet: Sheet, name: str, place: QRectF) -> str | None:
    edge = 1 / sheet.scale
    if sheet.place.adjusted(-edge, -edge, edge, edge).contains(place):
        return None
    return f"{name} is outside of the sheet: move it inside, or make the viewBox larger"


def _use_fault(sheet: Sheet, name: str, box: Box | None, region: QRegion, path: QPainterPath) -> str | None:
    if region.isEmpty():
        return f"{name} has no surface: draw it as a closed shape"
    if box is None:
        around = path.boundingRect()
        radius = min(around.width(), around.height()) / 2 * sheet.least
        return None if radius >= _LEAST_DISC else f"{name} is too small for its number: make it larger"
    wide, high = box.width * sheet.least, box.height * sheet.least
    if min(wide, high) < FINGER:
        needs = f"a finger needs {FINGER} x {FINGER}"
        return f"{name} has {wide:.0f} x {high:.0f} pixels in {SMALLEST_WINDOW}, {needs}: make it larger"
    if not box.dice and not _has_name(box, sheet.scale):
        return f"{name} has no room for its name, {box_legend(box.area).label}: make it larger"
    return None


def nameless_boxes(boxes: Iterable[Box], scale: float) -> tuple[str, ...]:
    """The boxes, in pixels, in which neither a name nor dice can be read."""
    return tuple(
        box.name
        for box in boxes
        if not box.dice and not fit_name(box, box_legend(box.area), "", taken=0, scale=scale).lines
    )


def _has_name(box: Box, scale: float) -> bool:
    return not nameless_boxes((box.with_transform(QTransform.fromScale(scale, scale), scale, turned=False),), 1.0)


def _overlap_faults(regions: dict[str, QRegion]) -> Iterator[str]:
    """Shapes that lie over one another: a chip there would be on two bets. A common edge is none."""
    for (one, region), (other, under) in combinations(regions.items(), 2):
        if not region.boundingRect().intersects(under.boundingRect()):
            continue
        both = region.intersected(under)
        for across, down in ((_FINE, 0), (0, _FINE)):
            both = both.intersected(both.translated(across, down))
        if not both.isEmpty():
            yield f"{one} and {other} are on top of one another: move them apart"


def inner_room(path: QPainterPath) -> tuple[QPointF, QRectF]:
    """A point well inside, and the largest upright rectangle of the shape's own proportions around it that fits."""
    around = path.boundingRect()
    fine = _GRAIN / max(around.width(), around.height())
    here = QTransform.fromScale(fine, fine).translate(-around.left(), -around.top())
    region = _fill_region(path, here)
    best = QRectF(around.center(), around.center())
    for down in range(1, 8):
        for across in range(1, 8):
            point = QPointF(around.left() + around.width() * across / 8, around.top() + around.height() * down / 8)
            found = _largest_rect(region, here, point, around)
            if found.width() * found.height() > best.width() * best.height() * 1.05:
                best = found
    return best.center(), best


def _largest_rect(region: QRegion, here: QTransform, point: QPointF, around: QRectF) -> QRectF:
    """A smaller one is always within a larger one, so that the largest is found by halves."""
    best, least, most = QRectF(point, point), 0, _STEPS
    while least < most:
        step = (least + most + 1) // 2
        half = QPointF(around.width(), around.height()) * (step / _STEPS / 2)
        room = QRectF(point - half, point + half)
        if _is_inside(here.mapRect(room), region):
            best, least = room, step
        else:
            most = step - 1
    return best


def _is_inside(room: QRectF, region: QRegion) -> bool:
    left, top, right, bottom = ceil(room.left()), ceil(room.top()), floor(room.right()), floor(room.bottom())
    pixels = QRect(left, top, right - left, bottom - top)
    return not pixels.isEmpty() and QRegion(pixels).subtracted(region).isEmpty()


def _fill_region(path: QPainterPath, here: QTransform) -> QRegion:
    """The pixels that a shape fills; those of a line are none. Qt's own answer for a rectangle is a guess."""
    return QRegion(path.toFillPolygon(here).toPolygon(), Qt.FillRule.WindingFill)
