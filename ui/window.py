"""The station's window: where its parts stand, and how a screen comes to them. It decides nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from dealer_app import rulebooks
from dealer_app.showing.keyboard import BACK_TAB, TAB, tabbed
from dealer_app.showing.screen import DiceShown, Hands, Page, Screen, TableStage
from dealer_app.showing.seeing import Looks
from dealer_app.showing.seeing import Theme as Chosen
from dealer_app.wording import Language
from ui.blocks.gallery import picture_size
from ui.guarding import guarded
from ui.keys import Keys
from ui.overlay.widget import OverlayWidget
from ui.page.widget import PageWidget
from ui.rail.widget import RailWidget
from ui.table.thumbnail import Thumbnails
from ui.table_parts import TableParts
from ui.theme import fonts
from ui.theme.measures import Measures
from ui.theme.tokens import BRIGHT, DARK
from ui.top_bar.ribbon import RibbonWidget
from ui.top_bar.widget import TopBarWidget
from ui.touch import Touch
from ui.turns import PaintsLater, Pieces, Turns

if TYPE_CHECKING:
    from ui.table.template import Template
    from ui.table.thumbnail import Thumbnails
    from ui.table_parts import TableParts

_THEMES = {Chosen.DARK: DARK, Chosen.BRIGHT: BRIGHT}
_HAN = {Language.ZH_HANS: fonts.Han.SIMPLIFIED, Language.ZH_HANT: fonts.Han.TRADITIONAL}


class StationWindow(QWidget):
    """`show_screen` paints what has changed; `acted` and `typed` say what was touched, `waited` what could not be."""

    typed = Signal(str)
    acted = Signal(object, str)
    """The act, and the name of the control."""
    waited = Signal(object)
    wants_to_close = Signal()
    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._over: QWidget | None = None
        self._table_parts: TableParts | None = None
        self._beside: Touch | None = None
        self._screen: Screen | None = None
        self._looks = Looks()
        self._paints_later = PaintsLater(self)
        self._theme = DARK
        self._measures = Measures.of(self.width(), self.height())
        self.may_close = False
        self.artwork: Callable[[str, str], Template | None] = _none
        self.turns = Turns(self)
        self.keys = Keys(self)
        self.keys.pressed.connect(self._key)
        self.top_bar, self.ribbon = TopBarWidget(self), RibbonWidget(self)
        self.page, self.rail, self.overlay = PageWidget(self), RailWidget(self), OverlayWidget(self)
        self.page.on_act = self.rail.on_act = self.acted.emit
        self.top_bar.on_act = self.ribbon.on_act = self.overlay.on_act = self.acted.emit
        self.page.on_waits = self.rail.on_waits = self.overlay.on_waits = self.waited.emit
        self._thumbnails: Thumbnails | None = None
        self.page.paint_layout = self.overlay.paint_layout = self._paint_layout
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._dress()

    @property
    def parts(self) -> "TableParts":
        """What shows a table. Whoever signs in or opens one waits for none of it."""
        if self._table_parts is None:
            self._table_parts = TableParts(self, self.acted.emit, self.turns)
            self._table_parts.dress(self._theme, self._measures, motion=self._looks.motion)
        return self._table_parts

    @property
    def thumbnails(self) -> "Thumbnails":
        if self._thumbnails is None:
            self._thumbnails = Thumbnails(self.turns, self._layouts_came)
        return self._thumbnails

    # What is shown

    def show_screen(self, screen: Screen, looks: Looks) -> None:
        if self._over is not None:
            return
        self._paints_later.begin()
        before, self._screen = self._screen, screen
        focused: QWidget | None = self.focusWidget()
        if looks != self._looks:
            self._looks = looks
            self._dress()
        if before is None:
            # Each part is made once, for the room that it will have: Qt tells of it when the window is shown.
            self._measure()
            self._arrange()
        self.keys.holds = not screen.writes
        self.page.moves = self.rail.moves = self.overlay.moves = screen.moves
        # What the dealer's eye waits for comes first: the card, then what to do next.
        if isinstance(screen.stage, TableStage):
            shown = screen.stage.table
            self.page.show_page(None)
            self.parts.show(screen.stage, self.artwork(shown.game, shown.letter))
        else:
            self.page.show_page(screen.stage)
        self.rail.show_rail(screen.rail)
        self.top_bar.show_bar(screen.top_bar)
        self.ribbon.show_ribbon(screen.ribbon)
        self.overlay.show_overlay(screen.overlay)
        if before is not None and _shape(before) != _shape(screen):
            self._arrange()
        if before is None or (focused is not None and not focused.isVisible()):
            # What had the focus is gone: Qt would give it to whatever comes next, and no finger asked for that.
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def glance(self, result: Hands | DiceShown) -> None:
        """The hands alone, on the screen when this returns: a card does not wait for what follows from it."""
        if self._over is not None or self._screen is None or not isinstance(self._screen.stage, TableStage):
            return
        if type(result) is type(self._screen.stage.result):
            self.parts.hands.show_hands(result)
            self._paints_later.end()
            QCoreApplication.sendPostedEvents(self, QEvent.Type.UpdateRequest)

    def stop(self, over: QWidget) -> None:
        """Nothing of the station is shown or touched any more: this stands in its place, whatever comes."""
        self._over = over
        for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            part.setVisible(part is over)
        over.setGeometry(self.rect())
        over.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dress(self) -> None:
        self._theme = _THEMES[self._looks.theme]
        fonts.prefer(_HAN.get(self._looks.first) or _HAN.get(self._looks.second) or fonts.Han.TRADITIONAL)
        for part in (self.top_bar, self.ribbon, self.page, self.rail, self.overlay):
            part.set_theme(self._theme)
            part.set_measures(self._measures)
        if self._table_parts is not None:
            self._table_parts.dress(self._theme, self._measures, motion=self._looks.motion)
        self.update()

    def make_ahead(self) -> None:
        """What shows a table, while nobody waits for one; where one is shown already, it is there."""

        def pieces() -> Pieces:
            assert self.parts is not None
            yield

        self.turns.ahead("parts", pieces())

    def paint_ahead(self, game: str) -> None:
        """The small pictures of this document's layouts, while nobody looks for one."""
        letters = tuple(layout.letter for layout in rulebooks.approved(game).layouts)
        pieces = self.thumbnails.ahead(game, letters, picture_size(self._measures), self._theme)
        self.turns.ahead(("layouts", game), pieces)

    def _layouts_came(self) -> None:
        for surface in (self.page, self.overlay):
            surface.layouts_came()

    def _paint_layout(self, painter: QPainter, room: QRectF, game: str, letter: str) -> None:
        self.thumbnails.paint(painter, room, game, letter, self._theme)

    # Where it stands

    def resizeEvent(self, event: QResizeEvent) -> None:
        del event
        if self._over is not None:
            self._over.setGeometry(self.rect())
            return
        self._measure()
        self._arrange()

    def _measure(self) -> None:
        measures = Measures.of(self.width(), self.height())
        if measures != self._measures:
            self._measures = measures
            self._dress()

    def _arrange(self) -> None:
        measures, screen = self._measures, self._screen
        bar, rail = measures.top_bar_height, measures.rail_width
        self.top_bar.setGeometry(0, 0, self.width(), bar)
        ribbon = measures.ribbon_height if screen is not None and screen.ribbon is not None else 0
        self.ribbon.setGeometry(0, bar, self.width(), ribbon)
        self.ribbon.setVisible(ribbon > 0)
        top = bar + ribbon
        stage = QRect(0, top, self.width() - rail, self.height() - top)
        self.rail.setGeometry(self.width() - rail, top, rail, self.height() - top)
        self.page.setGeometry(stage)
        table = screen.stage if screen is not None and isinstance(screen.stage, TableStage) else None
        if table is not None:
            self.parts.arrange(table, stage, measures)
        self.overlay.setGeometry(self.rect())
        self.page.setVisible(screen is not None and isinstance(screen.stage, Page))
        if self._table_parts is not None:
            self._table_parts.set_visible(table)
        self.overlay.raise_()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.bg)
        self.painted.emit()

    def place_of(self, name: str) -> tuple[QWidget, QPoint]:
        """Where the control, the area or the seat of this name can be touched."""
        for surface in (self.overlay, self.page, self.rail):
            button = surface.control(name) if surface.isVisible() else None
            if button is not None:
                return button, button.rect().center()
        for part in (self.ribbon, self.top_bar, *(() if self._table_parts is None else (self._table_parts.hands,))):
            touch = part.findChild(QWidget, name)
            if touch is not None and touch.isVisible():
                return touch, touch.rect().center()
        at = None if self._table_parts is None else self.parts.table.place_of(name)
        assert at is not None, f"nothing on the screen is called {name}"
        return self.parts.table, at

    # What is touched

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What no part of the window took itself: a finger beside something of the bars."""
        self._beside = self._near(event.position().toPoint())
        if self._beside is not None:
            self._beside.setDown(True)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        button, self._beside = self._beside, None
        if button is not None:
            button.setDown(False)
            if self._near(event.position().toPoint()) is button:
                button.click()
        event.accept()

    def _near(self, point: QPoint) -> Touch | None:
        if self._over is not None:
            return None
        return self.ribbon.near(point) or self.top_bar.near(point)

    def _key(self, key: str) -> None:
        if len(key) == 1 and not self.keys.holds:
            # Who writes is not about to press what had the focus before: the space after this letter is a space.
            (self if self._screen is None or self._screen.overlay is None else self.overlay).setFocus(
                Qt.FocusReason.OtherFocusReason
            )
        self.typed.emit(key)

    def focusNextPrevChild(self, following: bool) -> bool:
        """While texts are written Tab goes to the next one, and after the last to what comes behind it."""
        if self._over is not None:
            return False
        key = TAB if following else BACK_TAB
        at_a_text = not isinstance(self.focusWidget(), QAbstractButton)
        if self._screen is None or not self._screen.writes or not at_a_text or tabbed(self._screen, key) is None:
            return super().focusNextPrevChild(following)
        self.typed.emit(key)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._over is None and not self.keys.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._over is None and not self.keys.release(event):
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Nothing of the window itself shows that it has the focus: Qt would have all of it painted again."""
        del event

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A key that is held when somebody leaves is not held any more."""
        del event
        self.keys.forget()

    def closeEvent(self, event: QCloseEvent) -> None:
        """A live table is stopped by who is in charge of it, not by a click on a corner."""
        if self.may_close:
            event.accept()
            return
        event.ignore()
        self.wants_to_close.emit()


def _none(game: str, letter: str) -> "Template | None":
    """No layout has an artwork of the operator's own."""
    del game, letter
    return None


def _shape(screen: Screen) -> tuple[object, ...]:
    """What decides where the parts stand."""
    stage = screen.stage
    if isinstance(stage, Page):
        return "page", screen.ribbon is None
    table = stage.table.game, stage.table.letter, stage.table.turned
    return type(stage.result), table, stage.past is None, screen.ribbon is None
