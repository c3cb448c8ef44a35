"""Layouts in the size of a stamp, to choose by, and a layout as it is before anybody bets.

A thumbnail has boxes in the colour of their side and no letters; what distinguishes a layout from the
others of its document is bright.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import box_legend, layout_drawing
from dealer_app.layouts.drawing import SCENE_WIDTH, BoxSide, chinese_legend_lines, legend_lines, odds_legend
from dealer_app.layouts.drawing import box_legend as printed
from dealer_app.layouts.loader import is_unusual_bet
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout
from dealer_app.screens.screen import AreaShown, AreaState, SeatShown, TableShown
from ui.idle_work import IdleWork, WorkPieces
from ui.table.geometry import layout_shapes
from ui.theme.theme import ColourTheme


def empty_table(game: str, letter: str, *, positions: int | None = None, turned: bool = False) -> TableShown:
    """The layout with this number of positions, or with all that the drawing has; every area open."""
    shown = layout_drawing(game, letter)
    layout = require_layout(load_rulebook(game), shown.letter)
    seats = layout.seats[:positions]
    areas = [
        replace(
            _empty_area(area, seat, odds_legend(layout, area) if area in layout.areas else ""),
            legend=legend_lines(game, layout.letter, area),
            chinese=chinese_legend_lines(game, layout.letter, area),
        )
        for area in sorted(shown.areas)
        for seat in (seats if area in shown.seat_areas else (None,))
    ]
    return TableShown(
        game=game,
        letter=letter,
        seats=tuple(SeatShown(number=seat) for seat in seats),
        areas=tuple(areas),
        turned=turned,
    )


def _empty_area(area: Area, seat: int | None, odds: str) -> AreaShown:
    has = box_legend(area)
    return AreaShown(
        area=area,
        seat=seat,
        label=has.label,
        glyph=has.glyph,
        short=has.short,
        odds=odds,
        state=AreaState.OPEN,
    )


_TWICE = 2
"""Painted so much larger than it is shown, so that it is sharp on any screen."""
_MOST = 256
"""Both themes of all layouts in two sizes."""


class _ThumbnailKey(Struct, frozen=True):
    game: str
    letter: str
    width: int
    height: int
    theme: ColourTheme


class Thumbnails:
    """Each is painted once, in a turn of the loop of its own; `came` is called when all that were missing are there."""

    def __init__(self, turns: IdleWork, came: Callable[[], None]) -> None:
        self._turns, self._came = turns, came
        self._made: dict[_ThumbnailKey, QPixmap] = {}
        self._missing: dict[_ThumbnailKey, None] = {}

    def paint(self, painter: QPainter, room: QRectF, game: str, letter: str, theme: ColourTheme) -> None:
        """What is not there yet leaves its room empty."""
        wanted = _ThumbnailKey(game, letter, round(room.width()), round(room.height()), theme)
        if wanted not in self._made:
            if self._turns.has_loop:
                self._missing[wanted] = None
                self._turns.schedule(self, self._pieces())
                return
            self._add(wanted)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        picture = self._made[wanted]
        painter.drawPixmap(room, picture, QRectF(picture.rect()))

    def prepare(self, game: str, letters: Iterable[str], size: QSize, theme: ColourTheme) -> WorkPieces:
        """The layouts of a game, before somebody looks at them."""
        for letter in letters:
            wanted = _ThumbnailKey(game, letter, size.width(), size.height(), theme)
            if wanted not in self._made:
                self._add(wanted)
                yield

    def _pieces(self) -> WorkPieces:
        while self._missing:
            wanted = next(iter(self._missing))
            if wanted not in self._made:
                self._add(wanted)
            del self._missing[wanted]
            yield
        self._came()

    def _add(self, wanted: _ThumbnailKey) -> None:
        if len(self._made) >= _MOST:
            self._made.clear()
        self._made[wanted] = _paint_thumbnail(wanted)


def _paint_thumbnail(wanted: _ThumbnailKey) -> QPixmap:
    game, letter, width, height = wanted.game, wanted.letter, wanted.width, wanted.height
    drawn = layout_drawing(game, letter)
    seats = tuple(seat.number for seat in empty_table(game, letter).seats)
    shapes = layout_shapes(drawn, seats, (SCENE_WIDTH, drawn.kind.height))
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
            painter.setBrush(_area_colour(game, box.area, wanted.theme))
            painter.drawPath(box.path)
    return made


def _area_colour(game: str, area: Area, theme: ColourTheme) -> QColor:
    bright = {BoxSide.PLAYER: theme.player_mark, BoxSide.BANKER: theme.banker_mark, BoxSide.TIE: theme.tie_mark}
    usual = {BoxSide.PLAYER: theme.player, BoxSide.BANKER: theme.banker, BoxSide.TIE: theme.tie}
    belongs = printed(area).belongs
    if is_unusual_bet(game, area):
        return bright.get(belongs, theme.feltt)
    return _blend_half(usual.get(belongs, theme.feltline), theme.felt)


def _blend_half(colour: QColor, ground: QColor) -> QColor:
    """Half way to the felt: it still shows the side, and is less bright than what matters."""
    return QColor(
        (colour.red() + ground.red()) // 2,
        (colour.green() + ground.green()) // 2,
        (colour.blue() + ground.blue()) // 2,
    )
