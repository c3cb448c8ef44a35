"""Pictures of the window, and how two are compared: with a tolerance, for letters are not drawn alike everywhere."""

from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from dealer_app.screens.context import Looks
from dealer_app.screens.screen import Screen
from dealer_app.station_window import BilingualTexts
from dealer_app.texts import language_pair
from ui.roads import RoadsWidget
from ui.stop_screen import StopScreen
from ui.table.picture import TablePicture
from ui.theme import fonts
from ui.theme.theme import DARK
from ui.window import StationWindow

GOLDEN_PICTURES = Path(__file__).parents[1] / "golden" / "window"
_CELLS_WIDE = 160
_MOST_OFF = 40
"""A cell of the coarse picture may be so far off in one colour, of 255: letters may, a card or an area may not."""
_MOST_CELLS_OFF = 12
"""So many cells may be further off than that: an edge that fell into the next cell."""


class Camera:
    """One window that shows screens, and gives their pictures."""

    def __init__(self, size: tuple[int, int]) -> None:
        fonts.install_fonts()
        self.window = StationWindow()
        self.window.resize(*size)

    def picture(self, screen: Screen, looks: Looks) -> QImage:
        self.window.show_screen(screen, looks)
        self.window.show()
        QApplication.processEvents()
        return self.grab()

    def grab(self) -> QImage:
        return self.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)

    @property
    def layout(self) -> TablePicture:
        """The layout that the window shows."""
        found = self.window.parts.table.picture
        assert found is not None, "a layout is shown"
        return found

    @property
    def roads(self) -> RoadsWidget:
        return self.window.parts.roads

    def show_stop(self, looks: Looks) -> StopScreen:
        """The screen on which play stops, over this window; the window has to be closed then."""
        over = StopScreen(self.window, BilingualTexts(language_pair(looks.first, looks.second)).stop, DARK)
        over.stop("A1B2C3")
        self.window.stop(over)
        self.window.show()
        QApplication.processEvents()
        return over

    def close(self) -> None:
        self.window.may_close = True
        self.window.close()
        self.window.deleteLater()


class Difference(Struct, frozen=True):
    """How many cells are off, and by how much the worst is."""

    cells: int
    worst: int

    @property
    def too_much(self) -> bool:
        return self.cells > _MOST_CELLS_OFF


def coarse_picture(picture: QImage) -> QImage:
    """As it is kept: so small that the shapes, colours and places show, and the edges of letters do not."""
    return picture.scaledToWidth(_CELLS_WIDE, Qt.TransformationMode.SmoothTransformation)


def picture_difference(one: QImage, other: QImage) -> Difference:
    """Of two coarse pictures."""
    assert one.size() == other.size(), f"{one.size()} is not {other.size()}"
    cells = worst = 0
    for y in range(one.height()):
        for x in range(one.width()):
            here, there = one.pixelColor(x, y), other.pixelColor(x, y)
            off = max(abs(here.red() - there.red()), abs(here.green() - there.green()), abs(here.blue() - there.blue()))
            worst = max(worst, off)
            cells += off > _MOST_OFF
    return Difference(cells, worst)


def worst_difference(one: QImage, other: QImage) -> int:
    """How far the worst pixel is off in one colour, of 255, at full size."""
    assert one.size() == other.size(), f"{one.size()} is not {other.size()}"
    apart = one.convertToFormat(QImage.Format.Format_RGB888)
    with QPainter(apart) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
        painter.drawImage(0, 0, other.convertToFormat(QImage.Format.Format_RGB888))
    found, line = bytes(apart.constBits()), apart.bytesPerLine()
    # A line of the image ends where a word does: what is after its last pixel is no colour.
    return max(max(found[start : start + 3 * apart.width()]) for start in range(0, len(found), line))
