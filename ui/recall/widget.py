"""A past round over the whole window: the screen of then in a dashed frame, the line of time, who did what.

Every touch that is not for one of its own keys ends here: nothing of then can be pressed, and nothing of now.
"""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Block, Control, KeysBlock, RowsBlock, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.screen import RecallShown
from ui.blocks.block import BlockWidget
from ui.blocks.control import ControlButton
from ui.blocks.control_plan import control_height
from ui.blocks.entry import plan_keys
from ui.blocks.painting import paint_frame
from ui.blocks.plan import BlockPlan, ControlPlace, Frame, PlanDraft
from ui.blocks.scroller import Scroller
from ui.blocks.surface import Surface
from ui.blocks.text_metrics import TextStyle, advance
from ui.idle_work import IdleWork
from ui.painting.marks import draw_icon
from ui.painting.shapes import choose_text
from ui.recall.past_picture import THEN_HEIGHT, THEN_WIDTH, PastPicture, draw_picture
from ui.recall.time_line import paint_time_line
from ui.stop_screen import safe_paint

_HATCH = 26
_DIM = 0.18


class _InFrame(Struct, frozen=True, kw_only=True):
    """A picture with the words that say of which moment it is."""

    picture: QPixmap | None
    caption: ScreenText
    made_from: ScreenText


class RecallWidget(Surface):
    """`make_window` makes the widgets by which the screen of then is painted, in the turns of `idle_work`."""

    def __init__(self, parent: QWidget, make_window: Callable[[], QWidget], idle_work: IdleWork) -> None:
        super().__init__(parent)
        self._shown: RecallShown | None = None
        self._looks = Looks()
        self._picture = PastPicture(self, make_window, idle_work, self.update)
        self._in_frame: _InFrame | None = None
        self._rows, self._facts = Scroller(self, self), Scroller(self, self)
        self._keys, self._foot = BlockWidget(self, self), BlockWidget(self, self)
        self._frame = QRect()
        self._line_room = QRectF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def show_recall(self, shown: RecallShown | None, looks: Looks) -> None:
        """Nothing closes it, and then nothing is kept of what it showed."""
        before, self._shown, self._looks = self._shown, shown, looks
        if shown is None or (before is not None and before.place != shown.place):
            self._in_frame = None
        if shown is None:
            if before is not None:
                self.hide()
                self._picture.forget()
                for part in (self._rows, self._facts, self._keys, self._foot):
                    part.forget()
            return
        if shown.screen is not None:
            self._picture.make_picture(shown.screen, looks, shown.number)
        self.setAccessibleName(shown.title.first)
        self.setAccessibleDescription(shown.place.first)
        self.arrange()
        self.show()
        self.raise_()
        self.chain_focus()
        if before is None:
            self.setFocus(Qt.FocusReason.PopupFocusReason)
        self.update()

    # Where everything is

    def _band_height(self) -> int:
        return self.dress.measures.px(64)

    def arrange(self) -> None:
        shown = self._shown
        if shown is None or self.width() <= 0:
            return
        px, gap = self.dress.measures.px, self.dress.measures.px(16, 12)
        top = self._band_height() + gap
        wide = self.width() - 2 * gap if shown.is_large else self._left_width(gap)
        keys = self._plan_keys(shown.keys, wide)
        bottom = self.height() - gap
        self._keys.show_plan(keys)
        self._keys.setGeometry(gap, round(bottom - keys.height), round(keys.width), round(keys.height))
        line = 0 if shown.line is None or shown.is_large else px(96, 84)
        caption = px(32, 26)
        room = QRect(gap, top + caption, wide, round(bottom - keys.height) - gap - line - top - caption)
        self._frame = _fit_frame(room)
        self._line_room = QRectF(gap, self._frame.bottom() + gap, wide, line)
        self._arrange_right(shown, gap + wide + gap, top, bottom)
        self.follow_focus()
        self.update()

    def _left_width(self, gap: int) -> int:
        """The screen of then one to one where there is room for it, and what happened beside it."""
        px = self.dress.measures.px
        return min(px(THEN_WIDTH + 6, THEN_WIDTH), self.width() - px(506, 440) - 3 * gap)

    def _arrange_right(self, shown: RecallShown, left: int, top: int, bottom: int) -> None:
        """Who did what, what is disputed and not known, and the keys that lead on."""
        gap = self.dress.measures.px(16, 10)
        visible = not shown.is_large
        for part in (self._rows, self._facts, self._foot):
            part.setVisible(visible)
        if not visible:
            return
        wide = self.width() - left - gap
        foot = self._plan_foot(shown, wide)
        self._foot.show_plan(foot)
        self._foot.setGeometry(left, round(bottom - foot.height), wide, round(foot.height))
        room = round(bottom - foot.height) - gap - top
        facts = min(self._facts.show_blocks(shown.facts, wide), room * 2 // 5) if shown.facts else 0
        self._facts.setVisible(bool(shown.facts))
        self._facts.setGeometry(left, top + room - facts, wide, facts)
        self._facts.arrange()
        high = room - facts - (gap if facts else 0)
        self._rows.show_blocks(self._rows_in_sight(shown.rows, wide, high), wide)
        self._rows.setGeometry(left, top, wide, high)
        self._rows.setVisible(bool(shown.rows))
        self._rows.arrange()

    def _rows_in_sight(self, blocks: tuple[Block, ...], wide: int, high: int) -> tuple[Block, ...]:
        """The steps around the one that is shown, as many as there is room for."""
        *heading, listed = blocks or ((),)
        if not isinstance(listed, RowsBlock):
            return blocks
        now = next((place for place, row in enumerate(listed.rows) if row.framed), 0)

        def around(count: int) -> tuple[Block, ...]:
            begin = min(max(0, now - count // 2), len(listed.rows) - count)
            return (*heading, replace(listed, rows=listed.rows[begin : begin + count]))

        fewest, most = 1, len(listed.rows)
        while fewest < most:
            count = (fewest + most + 1) // 2
            if self._rows.show_blocks(around(count), wide) <= high:
                fewest = count
            else:
                most = count - 1
        return around(fewest)

    def _plan_keys(self, controls: tuple[Control, ...], width: int) -> BlockPlan:
        return plan_keys(KeysBlock(controls=controls, columns=max(1, len(controls))), max(1, width), self.dress)

    def _plan_foot(self, shown: RecallShown, width: int) -> BlockPlan:
        """What leads away above, the next step below it."""
        draft, gap = PlanDraft(self.dress), self.dress.measures.px(16, 10)
        y = 0.0
        if shown.side:
            side = self._plan_keys(shown.side, width)
            draft.add_plan(side, 0, 0)
            y = side.height + gap
        high = control_height(shown.primary, self.dress)
        draft.places.append(ControlPlace(control=shown.primary, rect=QRectF(0, y, width, high)))
        return draft.plan(width, y + high)

    def section_number(self, button: ControlButton) -> int:
        sections = (self._keys, self._rows, self._facts, self._foot)
        return next((place for place, section in enumerate(sections) if section.isAncestorOf(button)), 0)

    def reveal(self, button: ControlButton) -> None:
        self._rows.reveal(button)
        self._facts.reveal(button)

    @property
    def is_picture_ready(self) -> bool:
        """Whether the picture of the step that is shown is made."""
        shown = self._shown
        return shown is not None and self._picture.find_picture(self._looks, shown.number) is not None

    @property
    def frame(self) -> QRect:
        """Where the screen of then is painted."""
        return self._frame

    # What it looks like

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        shown = self._shown
        if shown is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), self.dress.theme.bg)
            self._paint_band(painter, shown)
            self._paint_then(painter, shown)
            if shown.line is not None and not shown.is_large:
                paint_time_line(painter, shown.line, self._line_room, self.dress)

    def _paint_band(self, painter: QPainter, shown: RecallShown) -> None:
        """Hatched, as nothing else is: who sees it from afar knows that this is not the game."""
        theme, px, high = self.dress.theme, self.dress.measures.px, self._band_height()
        painter.fillRect(QRect(0, 0, self.width(), high), theme.s2)
        painter.save()
        painter.setClipRect(QRect(0, 0, self.width(), high))
        painter.setPen(QPen(theme.line, px(_HATCH) * 0.7))
        for x in range(-high, self.width() + high, px(_HATCH) * 2):
            painter.drawLine(x, high + 4, x + high + 8, -4)
        painter.restore()
        painter.fillRect(QRect(0, high - 2, self.width(), 2), theme.go)
        large = TextStyle(self.dress.measures.text(30, 24), 800)
        x, margin = px(18, 12), px(14, 10)
        title = choose_text(shown.title, large.font, self.width() / 3, both=True)
        rect = QRectF(x, px(5), advance(title, large) + 3 * margin + large.px, high - px(10) - 2)
        paint_frame(painter, Frame(rect=rect, radius=px(10), fill=theme.bg, border=theme.go, stroke=2))
        draw_icon(painter, "eye", QRectF(x + margin, (high - large.px) / 2, large.px, large.px), theme.t1)
        self._write(painter, title, QRectF(x + 2 * margin + large.px, 0, rect.width(), high), large)
        end = self._paint_right(painter, shown.right, high)
        letters = TextStyle(self.dress.measures.text(22, 17), 600)
        begin = rect.right() + px(20, 12)
        place = choose_text(shown.place, letters.font, end - begin - 2 * margin)
        self._pill(painter, place, begin, letters, high)

    def _paint_right(self, painter: QPainter, right: ScreenText, high: int) -> float:
        px = self.dress.measures.px
        letters = TextStyle(self.dress.measures.text(20, 16), 500)
        text = choose_text(right, letters.font, self.width() / 3)
        begin = self.width() - advance(text, letters) - 2 * px(14, 10) - px(18, 12)
        self._pill(painter, text, begin, letters, high)
        return begin - px(16, 10)

    def _pill(self, painter: QPainter, text: str, x: float, letters: TextStyle, high: int) -> None:
        margin = self.dress.measures.px(14, 10)
        rect = QRectF(x, high / 2 - letters.height * 0.75, advance(text, letters) + 2 * margin, letters.height * 1.5)
        paint_frame(painter, Frame(rect=rect, radius=8, fill=self.dress.theme.bg))
        self._write(painter, text, rect.adjusted(margin, 0, 0, 0), letters)

    def _paint_then(self, painter: QPainter, shown: RecallShown) -> None:
        theme, px, frame = self.dress.theme, self.dress.measures.px, QRectF(self._frame)
        then = self._find_then(shown)
        letters = TextStyle(self.dress.measures.text(19, 16), 600)
        line = QRectF(frame.left(), frame.top() - letters.height - px(6, 3), frame.width(), letters.height)
        caption = choose_text(then.caption, letters.font, frame.width() * 0.6)
        self._write(painter, caption, line, letters)
        quiet = TextStyle(letters.px, 500)
        room = frame.width() - advance(caption, letters) - px(20)
        made = choose_text(then.made_from, quiet.font, room)
        self._write(painter, made, line.adjusted(frame.width() - advance(made, quiet), 0, 0, 0), quiet, quiet=True)
        if then.picture is not None:
            draw_picture(painter, then.picture, frame)
            # Dimmed: it is not what is on the table.
            painter.setOpacity(_DIM)
            painter.fillRect(frame, theme.bg)
            painter.setOpacity(1.0)
        if shown.note:
            self._paint_note(painter, shown.note, frame)
        edge = QPen(theme.go, px(4, 3), Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame.adjusted(-2, -2, 2, 2))

    def _find_then(self, shown: RecallShown) -> "_InFrame":
        """What stands in the frame: until the picture of this step is made, that of the step before, with its words."""
        picture = None if shown.screen is None else self._picture.find_picture(self._looks, shown.number)
        if picture is not None or shown.screen is None or self._in_frame is None:
            self._in_frame = _InFrame(picture=picture, caption=shown.caption, made_from=shown.made_from)
        return self._in_frame

    def _paint_note(self, painter: QPainter, note: ScreenText, frame: QRectF) -> None:
        """Over the picture that was there before, or where there is none."""
        theme, px = self.dress.theme, self.dress.measures.px
        letters = TextStyle(self.dress.measures.text(28, 22), 700)
        lines = [line for line in (note.first, note.second) if line]
        high = letters.height * len(lines) + 2 * px(24, 16)
        rect = QRectF(frame.left(), frame.center().y() - high / 2, frame.width(), high)
        paint_frame(painter, Frame(rect=rect, radius=0, fill=theme.s1, border=theme.edge))
        painter.setPen(theme.t1)
        for number, line in enumerate(lines):
            painter.setFont(TextStyle(letters.px - 4 * number, 700 if not number else 500).font)
            room = QRectF(rect.left() + px(20), rect.top() + px(24, 16) + number * letters.height, 0, letters.height)
            room.setRight(rect.right() - px(20))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, line)

    def _write(self, painter: QPainter, text: str, rect: QRectF, letters: TextStyle, *, quiet: bool = False) -> None:
        painter.setFont(letters.font)
        painter.setPen(self.dress.theme.t3 if quiet else self.dress.theme.t1)
        painter.drawText(letters.baseline(rect), text)


def _fit_frame(room: QRect) -> QRect:
    """As large as there is room, in the shape of the screen of then, and one to one where that fits."""
    scale = min(room.width() / THEN_WIDTH, room.height() / THEN_HEIGHT)
    if 1.0 <= scale < 1.02:
        scale = 1.0
    wide, high = round(THEN_WIDTH * scale), round(THEN_HEIGHT * scale)
    return QRect(room.x() + max(0, (room.width() - wide) // 2), room.y(), wide, high)
