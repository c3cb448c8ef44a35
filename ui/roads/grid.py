"""A grid of six rows on which a road is drawn, scrolled so that the latest and the next free column are seen."""

from msgspec import Struct
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.domain.roads import ROWS, Cell
from ui.theme.tokens import Theme


class Grid(Struct, frozen=True, kw_only=True):
    """`first` is the number of the column at the left edge, counted from 1."""

    x: float
    y: float
    cell: int
    columns: int
    first: int = 1

    @property
    def right(self) -> float:
        return self.x + self.cell * self.columns

    def scrolled_to(self, last: int) -> "Grid":
        """So that the last column that is taken has a free one after it."""
        first = max(1, last + 2 - self.columns)
        return Grid(x=self.x, y=self.y, cell=self.cell, columns=self.columns, first=first)

    def rect(self, cell: Cell) -> QRectF | None:
        """Where this cell is; nothing for one that is scrolled out."""
        column = cell.column - self.first
        if not 0 <= column < self.columns:
            return None
        return QRectF(self.x + column * self.cell, self.y + (cell.row - 1) * self.cell, self.cell, self.cell)


def draw_grid(painter: QPainter, grid: Grid, theme: Theme) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(QPen(theme.line, 1))
    bottom = grid.y + ROWS * grid.cell
    upright = [QLineF(x, grid.y, x, bottom) for x in _steps(grid.x, grid.cell, grid.columns)]
    flat = [QLineF(grid.x, y, grid.right, y) for y in _steps(grid.y, grid.cell, ROWS)]
    painter.drawLines([*upright, *flat])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def draw_gap(painter: QPainter, grid: Grid, column: int, theme: Theme) -> None:
    """Rounds were dealt before this column that nobody has seen: a dashed line in the colour of attention."""
    rect = grid.rect(Cell(column, 1))
    if rect is None:
        return
    pen = QPen(theme.warn, 2)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawLine(QLineF(rect.x(), grid.y, rect.x(), grid.y + ROWS * grid.cell))


def _steps(start: float, step: int, count: int) -> list[float]:
    return [start + step * number for number in range(count + 1)]
