"""What happens on a fault of the program: a safe paintEvent, and the screen on which play stops.

`safe_paint` paints a plain box once the painting of a widget has failed, and reports the fault once. The
stop screen has its words from the time when all was well; it asks the rest of the program for nothing.
"""

import sys
import traceback
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from types import TracebackType
from typing import TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.screens.ports import StopTexts
from ui.theme.fonts import font
from ui.theme.sizes import Measures
from ui.theme.theme import ColourTheme

_CODE_LETTERS = 6
_OURS = frozenset({"dealer_app", "drivers", "ui"})


def fault_code(problem: BaseException) -> str:
    """The same fault at the same place has the same code."""
    where = fault_place(problem)
    return sha256(f"{type(problem).__name__} {where}".encode()).hexdigest()[:_CODE_LETTERS].upper()


def fault_place(problem: BaseException) -> str:
    """The innermost place of ours that it came through, by its module: never a path of this machine."""
    places = [
        (str(frame.f_globals.get("__name__")), line, frame.f_code.co_name)
        for frame, line in traceback.walk_tb(problem.__traceback__)
    ]
    if not places:
        return "nowhere"
    ours = [place for place in places if place[0].partition(".")[0] in _OURS]
    module, line, function = (ours or places)[-1]
    return f"{module}:{line} {function}"


class StopScreen(QWidget):
    """Over everything; nothing under it can be touched any more."""

    def __init__(self, parent: QWidget, words: StopTexts, theme: ColourTheme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.code = ""
        self.on_look_back: Callable[[], None] | None = None
        """Opens past rounds, where there are any to look at."""
        self._look_back_room = QRectF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.speak(words)
        self.hide()

    def speak(self, words: StopTexts) -> None:
        """From now on in these words: the language has changed while all is well."""
        self._words = words
        self.setAccessibleName(" ".join(words.title))

    def stop(self, code: str, note: str = "") -> None:
        """Shows itself, with the code for the pit; `note` is what the journal said, in words."""
        self.code = code
        self._note = note
        self.setAccessibleDescription(f"{self._words.what_to_do[0]} {code} {note}")
        self.show()
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F9 and self.on_look_back is not None:
            self.on_look_back()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.on_look_back is not None and self._look_back_room.contains(event.position()):
            self.on_look_back()
        event.accept()

    def focusNextPrevChild(self, _following: bool) -> bool:
        """There is nowhere to go."""
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        measures, words, theme = Measures.from_size(self.width(), self.height()), self._words, self._theme
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.stopf)
            painter.setPen(theme.onfill)
            lines = (
                (words.title[0], measures.text(84, 64), 800),
                (words.title[1], measures.text(52, 40), 700),
                (words.what_to_do[0], measures.text(30, 24), 600),
                (words.what_to_do[1], measures.text(28, 22), 500),
                (self._note, measures.text(24, 20), 500),
                (f"{words.code} {self.code}", measures.text(56, 44), 800),
            )
            top = self.height() * 0.14
            for text, size, weight in lines:
                if not text:
                    continue
                painter.setFont(font(size, weight))
                room = QRectF(self.width() * 0.08, top, self.width() * 0.84, self.height())
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
                drawn = painter.boundingRect(room, flags, text)
                painter.drawText(room, flags, text)
                top = drawn.bottom() + size * 0.6
            if self.on_look_back is not None:
                self._paint_look_back(painter, measures)

    def _paint_look_back(self, painter: QPainter, measures: Measures) -> None:
        """A key at the foot: nothing is played any more, and what was played can be looked at."""
        wide, high = measures.px(720, 560), measures.px(96, 80)
        self._look_back_room = QRectF((self.width() - wide) / 2, self.height() - high - measures.px(40, 24), wide, high)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self._look_back_room, 12, 12)
        painter.setFont(font(measures.text(26, 20), 600))
        text = "\n".join(line for line in self._words.look_back if line)
        painter.drawText(self._look_back_room, Qt.AlignmentFlag.AlignCenter, text)


OnFault = Callable[[BaseException], None]


def catch_everything(failed: OnFault) -> Callable[[], None]:
    """Whatever no slot and no task has caught comes to `failed`, once each; gives back how to undo that."""
    before = sys.excepthook

    def hook(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            before(kind, problem, trace)
            return
        failed(problem.with_traceback(trace))

    sys.excepthook = hook

    def undo() -> None:
        sys.excepthook = before

    return undo


PaintedWidget = TypeVar("PaintedWidget", bound=QWidget)
_FAILED = "_painting_failed"


def safe_paint(paint: Callable[[PaintedWidget, QPaintEvent], None]) -> Callable[[PaintedWidget, QPaintEvent], None]:
    """Goes around a paintEvent."""

    @wraps(paint)
    def painted(self: PaintedWidget, event: QPaintEvent) -> None:
        if not getattr(self, _FAILED, False):
            try:
                paint(self, event)
            except Exception as problem:  # noqa: BLE001 - whatever it is, the window goes on and says so
                setattr(self, _FAILED, True)
                sys.excepthook(type(problem), problem, problem.__traceback__)
            else:
                return
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), Qt.GlobalColor.darkGray)

    return painted
