"""What is painted, as text: the letters of every area of a layout, and each mark of the five roads.

A picture as small as the kept ones does not tell ODD from EVEN, nor a regular mark of a derived road from an irregular
one. Both texts are taken from the strokes of the painter: another painting makes another text.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from ui import roads as roads_widget
from ui import stop_screen
from ui.roads import RoadsWidget
from ui.table import painter as painting
from ui.table import picture
from ui.table.box_contents import BoxContents
from ui.table.picture import TablePicture
from ui.theme.theme import ColourTheme

_CORNERS = {"disc": 13, "square": 17, "diamond": 5}
"""How many points the outlines of the marks have."""


def layout_text(shown: TablePicture) -> str:
    """What is painted on this layout, from the felt to the last badge, with nothing taken from an earlier picture."""
    lines: list[str] = []

    def with_heading(painted: Callable[..., None]) -> Callable[..., None]:
        def box(painter: QPainter, each: BoxContents, theme: ColourTheme, scale: float) -> None:
            area = each.box.area if each.box.seat is None else f"{each.box.area} seat {each.box.seat}"
            lines.append(f"{area} ({each.shown.state.value})")
            painted(painter, each, theme, scale)

        return box

    # One that is as printed is painted whole; of one that is otherwise the stakes come after all boxes.
    boxes = patch.multiple(
        picture, paint_box=with_heading(painting.paint_box), paint_empty_box=with_heading(painting.paint_empty_box)
    )
    with _record_paint(picture, lines), boxes:
        TablePicture(shown.shown, shown.key)
    return "\n".join(lines) + "\n"


def roads_text(roads: RoadsWidget) -> str:
    """The five roads with their counts and ask marks: every mark with its shape, colour and place."""
    lines: list[str] = []
    with _record_paint(roads_widget, lines, _MarkRecorder):
        roads._paint_whole()
    return "\n".join(lines) + "\n"


def stop_text(stop: stop_screen.StopScreen) -> str:
    """What the screen says on which play stops."""
    lines: list[str] = []
    with _record_paint(stop_screen, lines):
        stop.grab()
    return "\n".join(lines) + "\n"


@contextmanager
def _record_paint(module: object, lines: list[str], recording: "type[_LetterRecorder] | None" = None) -> Iterator[None]:
    """Whatever this module paints is written down as well."""
    painter = type("Recording", (recording or _LetterRecorder,), {"said": lines})
    with patch.object(module, "QPainter", painter):
        yield


class _LetterRecorder(QPainter):
    """Writes down what is lettered, and paints it."""

    said: list[str]

    def drawText(self, *given: Any) -> None:  # type: ignore[override]
        self.said.append(f"  {self._letter_text(given)}")
        super().drawText(*given)

    def _letter_text(self, given: tuple[Any, ...]) -> str:
        return next(each for each in given if isinstance(each, str))


class _MarkRecorder(_LetterRecorder):
    """Writes down every mark; grids, which draw all their lines at once, are not marks."""

    def _letter_text(self, given: tuple[Any, ...]) -> str:
        room = given[0]
        assert isinstance(room, QRectF), "letters of the roads stand in a rectangle"
        return f"{super()._letter_text(given)!r} {self.pen().color().name()} {_middle_text(room)}"

    def fillPath(self, path: QPainterPath, colour: Any) -> None:
        self.said.append(f"  full {_path_text(path)} {QColor(colour).name()} {_middle_text(path.boundingRect())}")
        super().fillPath(path, colour)

    def strokePath(self, path: QPainterPath, pen: Any) -> None:
        assert isinstance(pen, QPen)
        self.said.append(f"  open {_path_text(path)} {pen.color().name()} {_middle_text(path.boundingRect())}")
        super().strokePath(path, pen)

    def drawLine(self, *given: Any) -> None:
        line = given[0]
        assert isinstance(line, QLineF), "a line of the roads is given as one"
        leans = "\\" if (line.x2() - line.x1()) * (line.y2() - line.y1()) > 0 else "/"
        leans = "|" if line.x1() == line.x2() else leans
        self.said.append(f"  {leans} {self.pen().color().name()} {_middle_text(QRectF(line.p1(), line.p2()))}")
        super().drawLine(*given)

    def fillRect(self, *given: Any) -> None:
        if isinstance(given[0], QRectF):
            self.said.append(f"  bar {QColor(given[1]).name()} {_middle_text(given[0])}")
        super().fillRect(*given)


def _path_text(path: QPainterPath) -> str:
    return next((name for name, points in _CORNERS.items() if path.elementCount() == points), "shape")


def _middle_text(rectangle: QRectF) -> str:
    middle: QPointF = rectangle.center()
    return f"{middle.x():.0f},{middle.y():.0f}"
