"""The station's window: where its parts are, and how a screen comes to them. It decides nothing.

The parts that show a table (hands, layout, roads) are made with the first table.
"""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from dealer_app import rulebooks
from dealer_app.screens.blocks import PageBlock
from dealer_app.screens.context import Looks
from dealer_app.screens.context import ThemeChoice as Chosen
from dealer_app.screens.key_input import BACK_TAB, TAB, tab_entry
from dealer_app.screens.screen import DiceShown, HandsShown, Overlay, PageStage, Screen, StepsShown, TableStage
from dealer_app.texts import Language
from ui.blocks.gallery import picture_size
from ui.blocks.painting import is_page_read, read_page
from ui.hands.widget import HandsWidget
from ui.idle_work import DeferredPainting, IdleWork, WorkPieces
from ui.keys import KeyListener
from ui.overlay import OverlayWidget
from ui.page import PageWidget
from ui.rail import RailWidget
from ui.recall.widget import RecallWidget
from ui.roads import RoadsWidget
from ui.stop_screen import safe_paint
from ui.table.artwork.template import ArtworkTemplate
from ui.table.thumbnails import Thumbnails
from ui.table.widget import TableWidget, layout_height
from ui.theme import fonts
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK, ColourTheme
from ui.top_bar import RibbonWidget, TopBarWidget
from ui.touch import OnAct, TouchButton


class TableParts:
    """Widgets of the window beneath it; their places within the room for a stage."""

    def __init__(self, window: QWidget, on_act: OnAct, turns: IdleWork) -> None:
        self.hands = HandsWidget(window)
        self.table, self.roads = TableWidget(window, turns=turns), RoadsWidget(window, turns=turns)
        self.hands.on_act = on_act
        self.table.acted.connect(lambda act: on_act(act, ""))

    def dress(self, theme: ColourTheme, measures: Measures, *, motion: bool) -> None:
        for part in (self.hands, self.roads):
            part.set_theme(theme)
            part.set_measures(measures)
        self.table.set_theme(theme)
        self.hands.motion = motion

    def show(self, stage: TableStage, template: ArtworkTemplate | None) -> None:
        """What the dealer's eye waits for comes first: the card."""
        self.hands.show_hands(stage.result)
        self.table.set_template(template)
        self.table.show_table(stage.table)
        self.roads.show_past(stage.past)

    def arrange(self, shown: TableStage, stage: QRect, measures: Measures) -> None:
        """From the dealer's side the players and their seats are far, above; the hands are near, below the layout."""
        layout = layout_height(shown.table, stage.width())
        dice = isinstance(shown.result, DiceShown)
        steps = isinstance(shown.past, StepsShown)
        rows = measures.stage_rows(stage.height(), layout, dice=dice, past=shown.past is not None, steps=steps)
        hands_below = shown.table.turned and not dice
        hands, table = (stage.y() + rows.layout, stage.y()) if hands_below else (stage.y(), stage.y() + rows.result)
        self.hands.setGeometry(0, hands, stage.width(), rows.result)
        self.table.setGeometry(0, table, stage.width(), rows.layout)
        self.roads.setGeometry(0, stage.bottom() + 1 - rows.past, stage.width(), rows.past)

    def set_visible(self, shown: TableStage | None) -> None:
        for part in (self.hands, self.table):
            part.setVisible(shown is not None)
        self.roads.setVisible(shown is not None and shown.past is not None)


_PAGE_WORK = "page of paper"
"""Names the reading of a page among what is wanted."""
_THEMES = {Chosen.DARK: DARK, Chosen.BRIGHT: BRIGHT}
_HAN = {Language.ZH_HANS: fonts.Han.SIMPLIFIED, Language.ZH_HANT: fonts.Han.TRADITIONAL}


class StationWindow(QWidget):
    """`show_screen` paints what has changed; `acted` and `typed` say what was touched, `waited` what could not be."""

    typed = Signal(str)
    acted = Signal(object, str)
    """The action, and the name of the control."""
    waited = Signal(object)
    wants_to_close = Signal()
    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._over: QWidget | None = None
        self._table_parts: TableParts | None = None
        self._beside: TouchButton | None = None
        self._screen: Screen | None = None
        self._arranged_for: object = None
        self._looks = Looks()
        self._paints_later = DeferredPainting(self)
        self._theme = DARK
        self._measures = Measures.from_size(self.width(), self.height())
        self.may_close = False
        self.artwork: Callable[[str, str], ArtworkTemplate | None] = _no_artwork
        self.idle_work = IdleWork(self)
        self.keys = KeyListener(self)
        self.keys.pressed.connect(self._on_key)
        self.top_bar, self.ribbon = TopBarWidget(self), RibbonWidget(self)
        self.page, self.rail, self.overlay = PageWidget(self), RailWidget(self), OverlayWidget(self)
        self.page.on_act = self.rail.on_act = self.acted.emit
        self.top_bar.on_act = self.ribbon.on_act = self.overlay.on_act = self.acted.emit
        self.page.on_waits = self.rail.on_waits = self.overlay.on_waits = self.waited.emit
        self._recall: RecallWidget | None = None
        self._call_frame = CallFrame(self)
        self._thumbnails: Thumbnails | None = None
        self.page.paint_layout = self.overlay.paint_layout = self._paint_layout
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._dress()

    @property
    def parts(self) -> "TableParts":
        """The parts that show a table. They are made when first needed: signing in or opening a table waits for
        none of them.
        """
        if self._table_parts is None:
            self._table_parts = TableParts(self, self.acted.emit, self.idle_work)
            self._table_parts.dress(self._theme, self._measures, motion=self._looks.motion)
        return self._table_parts

    @property
    def thumbnails(self) -> "Thumbnails":
        if self._thumbnails is None:
            self._thumbnails = Thumbnails(self.idle_work, self._refresh_layouts)
        return self._thumbnails

    # What is shown

    def show_screen(self, screen: Screen, looks: Looks) -> None:
        if self._over is not None:
            self._show_past_over(screen, looks, self._over)
            return
        self._paints_later.begin()
        for _ in self.show_in_pieces(screen, looks):
            pass

    def show_in_pieces(self, screen: Screen, looks: Looks) -> WorkPieces:
        """The same a part at a time, for a window that nobody sees; what is left half shown is shown whole later."""
        before, self._screen = self._screen, screen
        focused: QWidget | None = self.focusWidget()
        if looks != self._looks:
            self._looks = looks
            self._dress()
        if before is None:
            # Each part is made once, for the room that it will have: Qt tells of it when the window is shown.
            self._measure()
            self._arranged_for = _layout_key(screen)
            self._arrange()
            yield
        self.keys.holds = not screen.writes
        self.page.moves = self.rail.moves = self.overlay.moves = screen.moves
        # What the dealer's eye waits for comes first: the card, then what to do next.
        table = _shown_table(screen)
        if table is not None:
            parts = self.parts
            yield
            parts.show(table, self.artwork(table.table.game, table.table.letter))
            yield
        self.page.show_page(screen.stage if isinstance(screen.stage, PageStage) else None)
        self.rail.show_rail(screen.rail)
        yield
        self.top_bar.show_bar(screen.top_bar)
        yield
        self.ribbon.show_ribbon(screen.ribbon)
        self._show_recall(screen, looks)
        self._show_overlay(screen.overlay)
        self._call_frame.show_call(screen.call.first)
        if self._arranged_for != _layout_key(screen):
            self._arranged_for = _layout_key(screen)
            self._arrange()
        if before is None or (focused is not None and not focused.isVisible()):
            # What had the focus is gone: Qt would give it to whatever comes next, and no finger asked for that.
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_recall(self, screen: Screen, looks: Looks) -> None:
        """A past round, in widgets that are made when somebody looks back for the first time."""
        if screen.recall is None and self._recall is None:
            return
        if self._recall is None:
            self._recall = RecallWidget(self, StationWindow, self.idle_work)
            self._recall.on_act, self._recall.on_waits = self.acted.emit, self.waited.emit
            self._recall.set_theme(self._theme)
            self._recall.set_measures(self._measures)
            self._recall.setGeometry(self.rect())
        self._recall.moves = screen.moves
        self._recall.show_recall(screen.recall, looks)

    def _show_overlay(self, overlay: Overlay | None) -> None:
        """Nothing closes it. A page of paper is read in a turn of its own first: until then stays what was there."""
        file = "" if overlay is None else next(_page_files(overlay), "")
        if not file or is_page_read(file):
            self.idle_work.forget(_PAGE_WORK)
            self.overlay.show_overlay(overlay)
            return
        self.idle_work.schedule(_PAGE_WORK, self._read_page(file))

    def _read_page(self, file: str) -> WorkPieces:
        read_page(file)
        yield
        self.overlay.show_overlay(None if self._screen is None else self._screen.overlay)

    def _show_past_over(self, screen: Screen, looks: Looks, over: QWidget) -> None:
        """Nothing is played any more: past rounds can be looked at, and nothing else is shown in their place."""
        was_open = self._recall is not None and self._recall.isVisible()
        if screen.recall is None and not was_open:
            return
        self._show_recall(screen, looks)
        self.overlay.show_overlay(screen.overlay)
        if screen.recall is None:
            over.raise_()
            over.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _takes_keys(self) -> bool:
        return self._over is None or (self._recall is not None and self._recall.isVisible())

    def show_new_cards(self, result: HandsShown | DiceShown) -> None:
        """The hands alone, on the screen when this returns: a card does not wait for what follows from it."""
        if self._over is not None or self._screen is None or not isinstance(self._screen.stage, TableStage):
            return
        if type(result) is type(self._screen.stage.result):
            self.parts.hands.show_hands(result)
            self._paints_later.end()
            QCoreApplication.sendPostedEvents(self, QEvent.Type.UpdateRequest)

    def stop(self, over: QWidget) -> None:
        """Nothing of the station is shown or touched any more: this takes its place, whatever comes."""
        self._over = over
        for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            part.setVisible(part is over)
        over.setGeometry(self.rect())
        over.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dress(self) -> None:
        self._theme = _THEMES[self._looks.theme]
        fonts.set_current_han(_HAN.get(self._looks.first) or _HAN.get(self._looks.second) or fonts.Han.TRADITIONAL)
        self._call_frame.set_dress(self._theme, self._measures)
        for part in (self.top_bar, self.ribbon, self.page, self.rail, self.overlay):
            part.set_theme(self._theme)
            part.set_measures(self._measures)
        if self._table_parts is not None:
            self._table_parts.dress(self._theme, self._measures, motion=self._looks.motion)
        if self._recall is not None:
            self._recall.set_theme(self._theme)
            self._recall.set_measures(self._measures)
        self.update()

    def prepare_table_parts(self) -> None:
        """What shows a table, while nobody waits for one; where one is shown already, it is there."""

        def pieces() -> WorkPieces:
            assert self.parts is not None
            yield

        self.idle_work.schedule_ahead("parts", pieces())

    def prepare_thumbnails(self, game: str) -> None:
        """The small pictures of this document's layouts, while nobody looks for one."""
        letters = tuple(layout.letter for layout in rulebooks.load_rulebook(game).layouts)
        pieces = self.thumbnails.prepare(game, letters, picture_size(self._measures), self._theme)
        self.idle_work.schedule_ahead(("layouts", game), pieces)

    def _refresh_layouts(self) -> None:
        for surface in (self.page, self.overlay):
            surface.refresh_layouts()

    def _paint_layout(self, painter: QPainter, room: QRectF, game: str, letter: str) -> None:
        self.thumbnails.paint(painter, room, game, letter, self._theme)

    # Size and place

    def resizeEvent(self, _event: QResizeEvent) -> None:
        if self._over is not None:
            self._over.setGeometry(self.rect())
            if self._recall is not None:
                self._recall.setGeometry(self.rect())
            return
        self._measure()
        self._arrange()

    def _measure(self) -> None:
        measures = Measures.from_size(self.width(), self.height())
        if measures != self._measures:
            self._measures = measures
            self._dress()

    def _arrange(self) -> None:
        measures, screen = self._measures, self._screen
        is_wide = screen is not None and screen.rail.is_wide
        bar, rail = measures.top_bar_height, measures.wide_rail_width if is_wide else measures.rail_width
        self.top_bar.setGeometry(0, 0, self.width(), bar)
        ribbon = measures.ribbon_height if screen is not None and screen.ribbon is not None else 0
        self.ribbon.setGeometry(0, bar, self.width(), ribbon)
        self.ribbon.setVisible(ribbon > 0)
        top = bar + ribbon
        stage = QRect(0, top, self.width() - rail, self.height() - top)
        self.rail.setGeometry(self.width() - rail, top, rail, self.height() - top)
        table = None if screen is None else _shown_table(screen)
        with_page = screen is not None and isinstance(screen.stage, PageStage)
        band = measures.page_band_height if with_page and table is not None else 0
        self.page.setGeometry(QRect(stage.x(), stage.y(), stage.width(), band) if band else stage)
        if table is not None:
            self.parts.arrange(table, stage.adjusted(0, band, 0, 0), measures)
        self.overlay.setGeometry(self.rect())
        self.page.setVisible(with_page)
        if self._table_parts is not None:
            self._table_parts.set_visible(table)
        self._call_frame.setGeometry(self.rect())
        if self._recall is not None:
            self._recall.setGeometry(self.rect())
            self._recall.raise_()
        self.overlay.raise_()
        self._call_frame.raise_()

    @safe_paint
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._theme.bg)
        self.painted.emit()

    def touch_point(self, name: str) -> tuple[QWidget, QPoint]:
        """Where the control, the area or the seat of this name can be touched."""
        over = () if self._recall is None else (self._recall,)
        for surface in (self.overlay, *over, self.page, self.rail):
            button = surface.control(name) if surface.isVisible() else None
            if button is not None:
                return button, button.rect().center()
        for part in (self.ribbon, self.top_bar, *(() if self._table_parts is None else (self._table_parts.hands,))):
            touch = part.findChild(QWidget, name)
            if touch is not None and touch.isVisible():
                return touch, touch.rect().center()
        at = None if self._table_parts is None else self.parts.table.touch_point(name)
        assert at is not None, f"nothing on the screen is called {name}"
        return self.parts.table, at

    # What is touched

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What no part of the window took itself: a finger beside something of the bars."""
        self._beside = self._nearest_button(event.position().toPoint())
        if self._beside is not None:
            self._beside.setDown(True)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        button, self._beside = self._beside, None
        if button is not None:
            button.setDown(False)
            if self._nearest_button(event.position().toPoint()) is button:
                button.click()
        event.accept()

    def _nearest_button(self, point: QPoint) -> TouchButton | None:
        if self._over is not None:
            return None
        return self.ribbon.nearest_button(point) or self.top_bar.nearest_button(point)

    def _on_key(self, key: str) -> None:
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
        if self._screen is None or not self._screen.writes or not at_a_text or tab_entry(self._screen, key) is None:
            return super().focusNextPrevChild(following)
        self.typed.emit(key)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes_keys and not self.keys.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._takes_keys and not self.keys.release(event):
            super().keyReleaseEvent(event)

    def focusInEvent(self, _event: QFocusEvent) -> None:
        """Nothing of the window itself shows that it has the focus: Qt would have all of it painted again."""

    def focusOutEvent(self, _event: QFocusEvent) -> None:
        """A key that is held when somebody leaves is not held any more."""
        self.keys.forget()

    def closeEvent(self, event: QCloseEvent) -> None:
        """A live table is stopped by who is in charge of it, not by a click on a corner."""
        if self.may_close:
            event.accept()
            return
        event.ignore()
        self.wants_to_close.emit()


def _no_artwork(_game: str, _letter: str) -> "ArtworkTemplate | None":
    """No layout has an artwork of the operator's own."""
    return None


class CallFrame(QWidget):
    """Lights the frame of the whole window while a supervisor who was called has not come. Touches go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = DARK
        self._width = 0
        self.setObjectName("call-frame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_dress(self, theme: ColourTheme, measures: Measures) -> None:
        self._theme, self._width = theme, measures.px(8, 6)
        self.update()

    def show_call(self, text: str) -> None:
        """Nothing hides it."""
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        if text:
            self.raise_()

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        width, height, line = self.width(), self.height(), self._width
        with QPainter(self) as painter:
            for edge in (
                QRect(0, 0, width, line),
                QRect(0, height - line, width, line),
                QRect(0, 0, line, height),
                QRect(width - line, 0, line, height),
            ):
                painter.fillRect(edge, self._theme.warn)


def _page_files(overlay: Overlay) -> Iterator[str]:
    """Of the pages of paper in a panel."""
    return (block.file for block in overlay.left_column if isinstance(block, PageBlock))


def _shown_table(screen: Screen) -> TableStage | None:
    """The table, also where a page has it under its title."""
    return screen.stage.table if isinstance(screen.stage, PageStage) else screen.stage


def _layout_key(screen: Screen) -> tuple[object, ...]:
    """What decides the places of the parts."""
    page, stage = isinstance(screen.stage, PageStage), _shown_table(screen)
    if stage is None:
        return "page", screen.ribbon is None, screen.rail.is_wide
    table = page, stage.table.game, stage.table.letter, stage.table.turned
    return type(stage.result), table, type(stage.past), screen.ribbon is None, screen.rail.is_wide
