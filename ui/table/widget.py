"""The table on the screen: shows a `TableShown`, and signals which action was touched. It decides nothing.

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

from dealer_app.layouts import layout_drawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.screens.screen import TableShown
from ui.idle_work import IdleWork, WorkPieces
from ui.keys import keypad_digit
from ui.stop_screen import safe_paint
from ui.table import targets
from ui.table.artwork.template import ArtworkTemplate
from ui.table.geometry import Box
from ui.table.painter import paint_focus_outline
from ui.table.picture import TablePicture, make_picture_key
from ui.table.tabs import half_with_area, paint_tabs
from ui.table.targets import (
    RING_WIDTH,
    SpecialTarget,
    Target,
    find_target,
    focus_ring,
    focus_targets,
    target_act,
    target_name,
)
from ui.theme.theme import DARK, ColourTheme


class TableWidget(QWidget):
    """Shows the layout of a table, and gives on what was touched on it."""

    acted = Signal(object)
    """The action of what was touched."""

    def __init__(
        self, parent: QWidget | None = None, *, turns: IdleWork | None = None, theme: ColourTheme = DARK
    ) -> None:
        """Without turns, as for one picture, all is painted at once."""
        super().__init__(parent)
        self._theme = theme
        self._shown: TableShown | None = None
        self._picture: TablePicture | None = None
        """What can be touched: nothing while another layout, or another size of it, is being painted."""
        self._painted: TablePicture | None = None
        self._before: TablePicture | None = None
        """The one before: bets open and close the boxes of the same layout again and again."""
        self._coming: TablePicture | None = None
        """What is being painted, a piece in each turn of the loop."""
        self._turns = IdleWork(self) if turns is None else turns
        self._half = 0
        self._template: ArtworkTemplate | None = None
        self._pressed: Target | None = None
        self._focus: str = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # What it shows

    def show_table(self, shown: TableShown) -> None:
        """Shows this from now on; only what changed is painted again."""
        before = self._shown
        if before is not None and (before.game, before.letter) != (shown.game, shown.letter):
            self._half = 0
        area = shown.current_area
        if area is not None and (before is None or area != before.current_area):
            # What somebody turned to by touch stays until other chips are keyed or settled.
            half = half_with_area(layout_drawing(shown.game, shown.letter), area)
            self._half = self._half if half is None else half
        self._shown = shown
        self._refresh()
        self._update_accessibility()

    def set_theme(self, theme: ColourTheme) -> None:
        """Sets another theme, or another preferred form of Chinese; paints everything again if that is a change."""
        self._theme = theme
        self._refresh()

    def set_template(self, template: ArtworkTemplate | None) -> None:
        """The operator's own artwork, which replaces the station's drawing of the same layout."""
        if template is not self._template:
            self._template = template
            self._refresh()

    @property
    def picture(self) -> TablePicture | None:
        """What is painted now, with its shapes."""
        return self._picture

    def touch_point(self, name: str) -> QPoint | None:
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
        ground = make_picture_key(
            shown, self.size(), self._theme, ratio=ratio, half=self._half, template=self._template
        )
        known = next((each for each in (self._painted, self._before) if each is not None and each.key == ground), None)
        if known is not None and known is not self._coming:
            self._coming = None
            self._turns.forget(self)
            if not (self._turns.has_loop and known.changes_much(shown)):
                self._set_picture(known)
                return
            known.set_shown(shown)
            self._coming = known
            self._turns.schedule(self, self._finish_picture(known, known.repaint_pieces()))
        elif self._coming is None or self._coming.key != ground:
            self._coming = TablePicture(shown, ground, by_pieces=True)
            self._turns.schedule(self, self._finish_picture(self._coming, self._coming.pieces))
        if self._picture is not None and not self._picture.key.has_same_places(ground):
            self._picture = None
        if self._picture is not None:
            if self._picture.shown.turn != shown.turn:
                self.update(self._picture.shapes.turn.toAlignedRect())
            self._picture.set_shown(shown)

    def _finish_picture(self, coming: TablePicture, pieces: WorkPieces) -> WorkPieces:
        """In the same place the one before is seen until this one is whole."""
        yield from pieces
        self._coming = None
        self._set_picture(coming, anew=True)
        self._update_accessibility()

    def _set_picture(self, picture: TablePicture, *, anew: bool = False) -> None:
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

    @safe_paint
    def paintEvent(self, event: QPaintEvent) -> None:
        picture = self._painted
        with QPainter(self) as painter:
            if picture is None or picture.key.size != self.size():
                painter.fillRect(event.rect(), self._theme.bg)
                return
            # What is outside of the part that is to be painted is clipped away by Qt.
            painter.drawPixmap(0, 0, picture.pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_tabs(painter, picture.shapes.tabs, picture.halves, self._half, picture.theme)
            targets.paint_turn_key(painter, picture, picture.theme, pressed=self._pressed is SpecialTarget.TURN)
            self._paint_ring(painter, picture)

    def _paint_ring(self, painter: QPainter, picture: TablePicture) -> None:
        if not self.hasFocus():
            return
        target = self._focus_target()
        if target is not None:
            paint_focus_outline(
                focus_ring(target, picture), painter, picture.theme.go, RING_WIDTH * max(1.0, picture.shapes.scale)
            )

    # Touching

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._find_target(event.position())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, self._pressed = self._pressed, None
        self.update()
        if pressed is not None and pressed == self._find_target(event.position()):
            self._focus = target_name(pressed)
            self._press_target(pressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # An arrow of the keypad is a digit whose NumLock is off.
        way = None if keypad_digit(event) else targets.ARROWS.get(Qt.Key(event.key()))
        if way is not None and self._picture is not None:
            self._move_focus(way)
        elif event.key() == Qt.Key.Key_Space and (target := self._focus_target()) is not None:
            self._press_target(target)
        else:
            super().keyPressEvent(event)

    def _press_target(self, target: Target) -> None:
        assert self._picture is not None
        if isinstance(target, int):
            self._half = target
            self._refresh()
            self.update()
            return
        act = target_act(self._picture, target)
        if act is not None:
            self.acted.emit(act)

    def _find_target(self, point: QPointF) -> Target | None:
        return None if self._picture is None else find_target(self._picture, point)

    # The focus of the keyboard

    def _targets(self) -> dict[str, tuple[QRectF, Target]]:
        return {} if self._picture is None else focus_targets(self._picture)

    def _focus_target(self) -> Target | None:
        found = self._targets().get(self._focus)
        return None if found is None else found[1]

    def _move_focus(self, way: QPointF) -> None:
        places = {name: place for name, (place, _) in self._targets().items()}
        self._focus = targets.nearest_target(places, self._focus, way)
        self.update()
        self._update_accessibility()

    def focusInEvent(self, event: QFocusEvent) -> None:
        reached = self._targets()
        if self._focus not in reached and reached:
            self._focus = next(iter(reached))
        self.update()
        self._update_accessibility()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusOutEvent(event)

    def _update_accessibility(self) -> None:
        """What has the focus, for a screen reader."""
        name, description = "" if self._shown is None else self._shown.alt_text, ""
        target = self._focus_target()
        if self._picture is not None and target is not None:
            name, description = targets.accessible_texts(
                self._picture, target if not isinstance(target, SpecialTarget) else None
            )
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
    return width * layout_drawing(shown.game, shown.letter).kind.height / SCENE_WIDTH
