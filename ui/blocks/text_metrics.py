"""Letters and how much room they take: measuring, breaking into lines, and cutting what finds no room.

Every measure is remembered, so that a screen that is built again after each touch costs next to nothing.
"""

import re
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from ui.theme import fonts

CACHE_SIZE = 8_192
ELLIPSIS = "…"
_LINE = 1.28
_ASCII_PIECE = re.compile(r"\s+|\S+")
# Numbers, and no pattern: to compile one of so many letters takes longer than to break a page of them.
_HAN = ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF01, 0xFF5E))
_OPENS = frozenset((0x300A, 0x300C, 0x300E, 0xFF08))
_CLOSES = frozenset((0x3001, 0x3002, 0x300B, 0x300D, 0x300F, 0xFF01, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F))


class _SignKind(Enum):
    SPACE = "space"
    LETTER = "letter"
    OPENS = "opens"
    CLOSES = "closes"
    HAN = "han"


_IN_RUNS = (_SignKind.SPACE, _SignKind.LETTER)


class TextStyle(NamedTuple):
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
        """The baseline of a line that is written into the middle of this height."""
        ascent, descent = _ascent_and_descent(self)
        return QPointF(rect.left(), rect.top() + (rect.height() + ascent - descent) / 2)


@cache
def _metrics(letters: TextStyle) -> QFontMetricsF:
    return QFontMetricsF(letters.font)


@cache
def _ascent_and_descent(letters: TextStyle) -> tuple[float, float]:
    metrics = _metrics(letters)
    return metrics.ascent(), metrics.descent()


@lru_cache(maxsize=CACHE_SIZE)
def advance(text: str, letters: TextStyle) -> float:
    return _metrics(letters).horizontalAdvance(text)


@lru_cache(maxsize=CACHE_SIZE)
def elide_text(text: str, letters: TextStyle, width: float) -> str:
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


@lru_cache(maxsize=CACHE_SIZE)
def wrap_text(text: str, letters: TextStyle, width: float, most: int = 12) -> tuple[str, ...]:
    """Its lines, of which the last allowed one is cut where there are too many."""
    lines: list[str] = []
    line = ""
    for piece in _fitting_pieces(text, letters, width):
        if advance((line + piece).rstrip(), letters) <= width or not line.strip():
            line += piece
            continue
        lines.append(line.rstrip())
        line = piece.lstrip()
    if line.strip():
        lines.append(line.rstrip())
    if len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        lines = [*lines[: most - 1], elide_text(rest, letters, width)]
        if not lines[-1].endswith(ELLIPSIS):
            lines[-1] = elide_text(lines[-1] + ELLIPSIS, letters, width)
    return tuple(lines)


@lru_cache(maxsize=CACHE_SIZE)
def text_pieces(text: str) -> tuple[str, ...]:
    """Words, and what is between them; Chinese is broken anywhere but before what closes and after what opens."""
    if text.isascii():
        return tuple(_ASCII_PIECE.findall(text))
    pieces: list[str] = []
    before: _SignKind | None = None
    for letter in text:
        sign = _sign_kind(letter)
        if sign is before if sign in _IN_RUNS else _stays_together(sign, before):
            pieces[-1] += letter
        else:
            pieces.append(letter)
        before = sign
    return tuple(pieces)


def _sign_kind(letter: str) -> _SignKind:
    if letter.isspace():
        return _SignKind.SPACE
    number = ord(letter)
    if number in _OPENS:
        return _SignKind.OPENS
    if number in _CLOSES:
        return _SignKind.CLOSES
    return _SignKind.HAN if any(first <= number <= last for first, last in _HAN) else _SignKind.LETTER


def _stays_together(sign: _SignKind, before: _SignKind | None) -> bool:
    """Whether a Chinese sign stays on the line of the one before it, whatever comes."""
    return before is _SignKind.OPENS or (sign is _SignKind.CLOSES and before in (_SignKind.HAN, _SignKind.CLOSES))


def _fitting_pieces(text: str, letters: TextStyle, width: float) -> list[str]:
    pieces: list[str] = []
    for piece in text_pieces(text):
        if advance(piece, letters) <= width:
            pieces.append(piece)
        else:
            pieces.extend(piece)  # a word wider than the line, as a hash: anywhere
    return pieces


def widest_piece(text: str, letters: TextStyle) -> float:
    """The least width in which no word is broken; Chinese is broken anywhere."""
    return max((advance(piece, letters) for piece in text_pieces(text)), default=0.0)


def count_lines(text: str, letters: TextStyle, width: float) -> int:
    return len(wrap_text(text, letters, width))


def is_figure_text(text: str) -> bool:
    """Whether it is an amount or a count, which is written larger than words beside it."""
    return bool(text) and all(letter in "0123456789,.+-−–:×= " for letter in text)
