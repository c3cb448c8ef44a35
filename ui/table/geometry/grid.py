"""The grid of dice bets: blocks of cells, and what is printed between them."""

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainterPath

from dealer_app.layouts.drawing import SCENE_WIDTH, Block, GridDrawing, Page
from ui.table.geometry.boxes import Badge, Box, Lettered, Rank
from ui.table.geometry.paths import rectangle_path

_PAD = 3.0
_LARGE = 150.0
_TAB = QRectF(1274, 6, 58, 64)


class Grid:
    """A whole grid, or one of its halves, in the units of its scene."""

    def __init__(self, drawing: GridDrawing, half: int | None) -> None:
        self.height = drawing.height
        self.halves = 0 if half is None else len(drawing.halves)
        self.page: Page = drawing.whole if half is None else drawing.halves[half]

    def felt(self) -> QPainterPath:
        return rectangle_path(QRectF(2, 2, SCENE_WIDTH - 4, self.height - 4), 0, 14)

    def turn(self) -> QSizeF:
        return QSizeF()

    def badges(self) -> tuple[Badge, ...]:
        return ()

    def letters(self) -> tuple[Lettered, ...]:
        return tuple(
            Lettered(
                place=QRectF(note.place.x, note.place.y, note.place.width, note.place.height),
                angle=90 if note.sideways else 0,
                note=note,
            )
            for note in self.page.notes
        )

    def tabs(self) -> tuple[QRectF, ...]:
        high = (self.height - 12) / max(self.halves, 1)
        return tuple(QRectF(_TAB.x(), 6 + number * high, _TAB.width(), high - 4) for number in range(self.halves))

    def boxes(self) -> tuple[Box, ...]:
        return tuple(box for block in self.page.blocks for box in _cells(block))


def _cells(block: Block) -> list[Box]:
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
                width=wide - 2 * _PAD,
                height=high - 2 * _PAD,
                rank=Rank.SHARED if wide > _LARGE and not block.dice else Rank.CELL,
                dice=block.dice,
                noted=block.noted,
            )
            boxes.append(box)
    return boxes
