"""The table on the screen: shows a `TableShown`, and tells which act was touched. It decides nothing.

A touch counts where press and release are on the same area or seat. Arrows move the focus to the nearest area or seat
in their direction; Space presses it, as Enter is always the one next step.
"""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from dealer_app.layouts import drawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.showing.screen import TableShown
from ui.guarding import guarded
from ui.keys import keypad_digit
from ui.table import keys
from ui.table.geometry import Box
from ui.table.ground import ground_of
from ui.table.halves import paint_tabs
from ui.table.painter import outline
from ui.table.picture import Picture
from ui.table.targets import RING, Special, Target, act_of, name_of, ring_around, target_at, targets
from ui.table.template import Template
from ui.theme.tokens import DARK, Theme
from ui.turns import Pieces, Turns


class TableWidget(QWidget):
    """See the module."""

    acted = Signal(object)
    """The act of what was touched."""

    def __init__(self, parent: QWidget | None = None, *, turns: Turns | None = None, theme: Theme = DARK) -> None:
        """Without turns, as for one picture, all is painted at once."""
        super().__init__(parent)
        self._theme = theme
        self._shown: TableShown | None = None
        self._picture: Picture | None = None
        """What can be touched: nothing while another layout, or another size of it, is being painted."""
        self._painted: Picture | None = None
        self._before: Picture | None = None
        """The one before: bets open and close the boxes of the same layout again and again."""
        self._coming: Picture | None = None
        """What is being painted, a piece in each turn of the loop."""
        self._turns = Turns(self) if turns is None else turns
        self._half = 0
        self._template: Template | None = None
        self._pressed: Target | None = None
        self._focus: str = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # What it shows

    def show_table(self, shown: TableShown) -> None:
        """Shows this from now on; only what changed is painted again."""
        if self._shown is not None and (self._shown.game, self._shown.letter) != (shown.game, shown.letter):
            self._half = 0
        self._shown = shown
        self._refresh()
        self._tell()

    def set_theme(self, theme: Theme) -> None:
        """Another theme, or another preferred form of Chinese: paints everything anew if that is so."""
        self._theme = theme
        self._refresh()

    def set_template(self, template: Template | None) -> None:
        """The operator's own artwork, which stands for the station's drawing of the same layout."""
        if template is not self._template:
            self._template = template
            self._refresh()

    @property
    def picture(self) -> Picture | None:
        """What is painted now, with its shapes."""
        return self._picture

    def place_of(self, name: str) -> QPoint | None:
        """Where the area, the seat or the turn of this name can be touched now."""
        found = self._targets().get(name)
        if found is None:
            return None
        place, target = found
        return (target.middle if isinstance(target, Box) else place.center()).toPoint()

    def sizeHint(self) -> QSize:
        return QSize(1336, 560)

    def _refresh(self) -> None:
        if self._shown is None or self.width() < 2 or self.height() < 2:
            return
        shown, ratio = self._shown, self.devicePixelRatioF()
        ground = ground_of(shown, self.size(), self._theme, ratio=ratio, half=self._half, template=self._template)
        known = next(
            (each for each in (self._painted, self._before) if each is not None and each.ground == ground), None
        )
        if known is not None and known is not self._coming:
            self._coming = None
            self._turns.forget(self)
            if not (self._turns.running and known.changes_much(shown)):
                self._put(known)
                return
            known.see(shown)
            self._coming = known
            self._turns.want(self, self._made(known, known.shown_anew()))
        elif self._coming is None or self._coming.ground != ground:
            self._coming = Picture(shown, ground, by_pieces=True)
            self._turns.want(self, self._made(self._coming, self._coming.pieces))
        if self._picture is not None and not self._picture.ground.lies_as(ground):
            self._picture = None
        if self._picture is not None:
            if self._picture.shown.turn != shown.turn:
                self.update(self._picture.shapes.turn.toAlignedRect())
            self._picture.see(shown)

    def _made(self, coming: Picture, pieces: Pieces) -> Pieces:
        """In the same place the one before is seen until this one is whole."""
        yield from pieces
        self._coming = None
        self._put(coming, anew=True)
        self._tell()

    def _put(self, picture: Picture, *, anew: bool = False) -> None:
        """This is painted from now on; of what has been painted already only what has changed."""
        assert self._shown is not None
        before, shown = picture.shown, self._shown
        changed = picture.show(shown)
        if self._painted is not picture or anew:
            self.update()
        if self._painted is not picture:
            self._painted, self._before = picture, self._painted
        for part in changed:
            self.update(part)
        if before.turn != shown.turn:
            self.update(picture.shapes.turn.toAlignedRect())
        self._picture = picture

    # Painting

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        picture = self._painted
        with QPainter(self) as painter:
            if picture is None or picture.ground.size != self.size():
                painter.fillRect(event.rect(), self._theme.bg)
                return
            # What lies outside of the part that is to be painted is clipped away by Qt.
            painter.drawPixmap(0, 0, picture.pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_tabs(painter, picture.shapes.tabs, picture.halves, self._half, picture.theme)
            keys.paint_turn(painter, picture, picture.theme, pressed=self._pressed is Special.TURN)
            self._paint_ring(painter, picture)

    def _paint_ring(self, painter: QPainter, picture: Picture) -> None:
        if not self.hasFocus():
            return
        target = self._focused()
        if target is not None:
            outline(ring_around(target, picture), painter, picture.theme.go, RING * max(1.0, picture.shapes.scale))

    # Touching

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._at(event.position())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, self._pressed = self._pressed, None
        self.update()
        if pressed is not None and pressed == self._at(event.position()):
            self._focus = name_of(pressed)
            self._press(pressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # An arrow of the keypad is a digit whose NumLock is off.
        way = None if keypad_digit(event) else keys.ARROWS.get(Qt.Key(event.key()))
        if way is not None and self._picture is not None:
            self._move(way)
        elif event.key() == Qt.Key.Key_Space and (target := self._focused()) is not None:
            self._press(target)
        else:
            super().keyPressEvent(event)

    def _press(self, target: Target) -> None:
        assert self._picture is not None
        if isinstance(target, int):
            self._half = target
            self._refresh()
            self.update()
            return
        act = act_of(self._picture, target)
        if act is not None:
            self.acted.emit(act)

    def _at(self, point: QPointF) -> Target | None:
        return None if self._picture is None else target_at(self._picture, point)

    # The focus of the keyboard

    def _targets(self) -> dict[str, tuple[QRectF, Target]]:
        return {} if self._picture is None else targets(self._picture)

    def _focused(self) -> Target | None:
        found = self._targets().get(self._focus)
        return None if found is None else found[1]

    def _move(self, way: QPointF) -> None:
        places = {name: place for name, (place, _) in self._targets().items()}
        self._focus = keys.nearest(places, self._focus, way)
        self.update()
        self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        reached = self._targets()
        if self._focus not in reached and reached:
            self._focus = next(iter(reached))
        self.update()
        self._tell()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusOutEvent(event)

    def _tell(self) -> None:
        """What has the focus, for a screen reader."""
        name, description = "" if self._shown is None else self._shown.told, ""
        target = self._focused()
        if self._picture is not None and target is not None:
            name, description = keys.told(self._picture, target if not isinstance(target, Special) else None)
        if (name, description) != (self.accessibleName(), self.accessibleDescription()):
            self.setAccessibleName(name)
            self.setAccessibleDescription(description)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    # The window around it

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._refresh()


def layout_height(shown: TableShown, width: int) -> float:
    """How high its layout is where it fills this width."""
    return width * drawing(shown.game, shown.letter).kind.height / SCENE_WIDTH
