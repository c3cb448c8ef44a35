"""When the program finds a fault of its own, or the journal cannot be written: play stops, and the screen says so.

The words were made when all was well; nothing here asks the rest of the program for anything.
"""

import sys
import traceback
from collections.abc import Callable
from hashlib import sha256
from types import TracebackType

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.showing.stopping import StopTexts
from ui.theme.fonts import font
from ui.theme.measures import Measures
from ui.theme.tokens import Theme

_CODE_LETTERS = 6
_OURS = frozenset({"dealer_app", "drivers", "ui"})


def code_of(problem: BaseException) -> str:
    """The same fault at the same place has the same code."""
    where = where_of(problem)
    return sha256(f"{type(problem).__name__} {where}".encode()).hexdigest()[:_CODE_LETTERS].upper()


def where_of(problem: BaseException) -> str:
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

    def __init__(self, parent: QWidget, words: StopTexts, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.code = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.speak(words)
        self.hide()

    def speak(self, words: StopTexts) -> None:
        """From now on in these words: the language has changed while all is well."""
        self._words = words
        self.setAccessibleName(" ".join(words.title))

    def stop(self, code: str, note: str = "") -> None:
        """Shows itself, with the code to be told to the pit; `note` is what the journal said, in words."""
        self.code = code
        self._note = note
        self.setAccessibleDescription(f"{self._words.what_to_do[0]} {code} {note}")
        self.show()
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()

    def focusNextPrevChild(self, following: bool) -> bool:
        """There is nowhere to go."""
        del following
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        measures, words, theme = Measures.of(self.width(), self.height()), self._words, self._theme
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


Failed = Callable[[BaseException], None]


def catch_everything(failed: Failed) -> Callable[[], None]:
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
