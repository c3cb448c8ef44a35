"""A layout in the size of a stamp, to choose by: its boxes in the colour of the side they belong to, and no letters.

What tells it from the other layouts of its document is bright; the bets that nearly all of them have stand back.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from dealer_app.domain.wagers import Area
from dealer_app.layouts import drawing
from dealer_app.layouts.differing import unusual
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.layouts.printed import Belongs, printed
from ui.table.as_printed import as_printed
from ui.table.geometry import shapes_of
from ui.theme.tokens import Theme
from ui.turns import Pieces, Turns

_TWICE = 2
"""Painted so much larger than it is shown, so that it is sharp on any screen."""
_MOST = 256
"""Both themes of all layouts in two sizes."""


class _Wanted(Struct, frozen=True):
    game: str
    letter: str
    width: int
    height: int
    theme: Theme


class Thumbnails:
    """Each is painted once, in a turn of the loop of its own; `came` is called when all that were missing are there."""

    def __init__(self, turns: Turns, came: Callable[[], None]) -> None:
        self._turns, self._came = turns, came
        self._made: dict[_Wanted, QPixmap] = {}
        self._missing: dict[_Wanted, None] = {}

    def paint(self, painter: QPainter, room: QRectF, game: str, letter: str, theme: Theme) -> None:
        """What is not there yet leaves its room empty."""
        wanted = _Wanted(game, letter, round(room.width()), round(room.height()), theme)
        if wanted not in self._made:
            if self._turns.running:
                self._missing[wanted] = None
                self._turns.want(self, self._pieces())
                return
            self._make(wanted)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        picture = self._made[wanted]
        painter.drawPixmap(room, picture, QRectF(picture.rect()))

    def ahead(self, game: str, letters: Iterable[str], size: QSize, theme: Theme) -> Pieces:
        """The layouts of a game, before somebody looks at them."""
        for letter in letters:
            wanted = _Wanted(game, letter, size.width(), size.height(), theme)
            if wanted not in self._made:
                self._make(wanted)
                yield

    def _pieces(self) -> Pieces:
        while self._missing:
            wanted = next(iter(self._missing))
            if wanted not in self._made:
                self._make(wanted)
            del self._missing[wanted]
            yield
        self._came()

    def _make(self, wanted: _Wanted) -> None:
        if len(self._made) >= _MOST:
            self._made.clear()
        self._made[wanted] = _picture(wanted)


def _picture(wanted: _Wanted) -> QPixmap:
    game, letter, width, height = wanted.game, wanted.letter, wanted.width, wanted.height
    drawn = drawing(game, letter)
    seats = tuple(seat.number for seat in as_printed(game, letter).seats)
    shapes = shapes_of(drawn, seats, (SCENE_WIDTH, drawn.kind.height))
    scale = min(width / SCENE_WIDTH, height / drawn.kind.height) * _TWICE
    made = QPixmap(width * _TWICE, height * _TWICE)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((width * _TWICE - SCENE_WIDTH * scale) / 2, (height * _TWICE - drawn.kind.height * scale) / 2)
        painter.scale(scale, scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(wanted.theme.felt)
        painter.drawPath(shapes.felt)
        for box in shapes.boxes:
            painter.setBrush(_colour(game, box.area, wanted.theme))
            painter.drawPath(box.path)
    return made


def _colour(game: str, area: Area, theme: Theme) -> QColor:
    bright = {Belongs.PLAYER: theme.player_mark, Belongs.BANKER: theme.banker_mark, Belongs.TIE: theme.tie_mark}
    usual = {Belongs.PLAYER: theme.player, Belongs.BANKER: theme.banker, Belongs.TIE: theme.tie}
    belongs = printed(area).belongs
    if unusual(game, area):
        return bright.get(belongs, theme.feltt)
    return _between(usual.get(belongs, theme.feltline), theme.felt)


def _between(colour: QColor, ground: QColor) -> QColor:
    """Half way to the felt: it still shows the side, and stands back."""
    return QColor(
        (colour.red() + ground.red()) // 2,
        (colour.green() + ground.green()) // 2,
        (colour.blue() + ground.blue()) // 2,
    )
