"""Letters and how much room they take: measuring, breaking into lines, and cutting what finds no room.

Every measure is remembered, so that a screen that is made anew after each touch costs next to nothing.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from ui.theme import fonts

REMEMBERED = 8_192
ELLIPSIS = "…"
_LINE = 1.28
# Chinese is broken anywhere but before what closes and after what opens.
_OPENS, _CLOSES = r"\u300a\u300c\u300e\uff08", r"\u3001\u3002\u300b\u300d\u300f\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
_HAN = r"\u2e80-\u9fff\uf900-\ufaff\uff01-\uff5e"
_PIECE = re.compile(rf"\s+|[{_OPENS}]*[{_HAN}][{_CLOSES}]*|[^\s{_HAN}]+")


class Letters(NamedTuple):
    """A tuple: every measure that is remembered is looked for by its letters."""

    px: int
    weight: int = 500
    display: bool = False

    @property
    def font(self) -> QFont:
        return fonts.font(self.px, self.weight, display=self.display)

    @property
    def height(self) -> int:
        """Of one line."""
        return round(self.px * _LINE)

    def baseline(self, rect: QRectF) -> QPointF:
        """Where a line stands that is written into the middle of this height."""
        ascent, descent = _ascent_and_descent(self)
        return QPointF(rect.left(), rect.top() + (rect.height() + ascent - descent) / 2)


@cache
def _metrics(letters: Letters) -> QFontMetricsF:
    return QFontMetricsF(letters.font)


@cache
def _ascent_and_descent(letters: Letters) -> tuple[float, float]:
    metrics = _metrics(letters)
    return metrics.ascent(), metrics.descent()


@lru_cache(maxsize=REMEMBERED)
def advance(text: str, letters: Letters) -> float:
    return _metrics(letters).horizontalAdvance(text)


@lru_cache(maxsize=REMEMBERED)
def elided(text: str, letters: Letters, width: float) -> str:
    """As much of it as there is room for; the cut is seen."""
    if advance(text, letters) <= width:
        return text
    fitting, failing = 0, len(text)
    while failing - fitting > 1:
        middle = (fitting + failing) // 2
        if advance(text[:middle].rstrip() + ELLIPSIS, letters) <= width:
            fitting = middle
        else:
            failing = middle
    return text[:fitting].rstrip() + ELLIPSIS


@lru_cache(maxsize=REMEMBERED)
def wrapped(text: str, letters: Letters, width: float, most: int = 12) -> tuple[str, ...]:
    """Its lines, of which the last allowed one is cut where there are too many."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text, letters, width):
        if advance((line + piece).rstrip(), letters) <= width or not line.strip():
            line += piece
            continue
        lines.append(line.rstrip())
        line = piece.lstrip()
    if line.strip():
        lines.append(line.rstrip())
    if len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        lines = [*lines[: most - 1], elided(rest, letters, width)]
        if not lines[-1].endswith(ELLIPSIS):
            lines[-1] = elided(lines[-1] + ELLIPSIS, letters, width)
    return tuple(lines)


def _pieces(text: str, letters: Letters, width: float) -> list[str]:
    pieces: list[str] = []
    for piece in _PIECE.findall(text):
        if advance(piece, letters) <= width:
            pieces.append(piece)
        else:
            pieces.extend(piece)  # a word wider than the line, as a hash: anywhere
    return pieces


def widest_piece(text: str, letters: Letters) -> float:
    """The least width in which no word is broken; Chinese is broken anywhere."""
    return max((advance(piece, letters) for piece in _PIECE.findall(text)), default=0.0)


def lines_of(text: str, letters: Letters, width: float) -> int:
    return len(wrapped(text, letters, width))


def figures(text: str) -> bool:
    """Whether it is an amount or a count, which is written larger than words beside it."""
    return bool(text) and all(letter in "0123456789,.+-−–:×= " for letter in text)
