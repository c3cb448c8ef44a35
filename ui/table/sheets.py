"""The sheets of the compliance file: a page an Appendix, with its drawing, its bets, their odds and their clauses."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from dealer_app.domain.rulebook import Insurance, Layout, Rulebook, Side
from dealer_app.layouts import drawing
from dealer_app.layouts.compliance import (
    WORDS,
    Row,
    bet_rows,
    heading,
    in_force,
    insurance_notes,
    insurance_offers,
    insurance_titles,
)
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.rulebooks import approved
from dealer_app.rulebooks.finding import layout_of
from ui.table import beside
from ui.table.as_printed import as_printed
from ui.table.example_marks import Mark, marks_of
from ui.table.ground import ground_of
from ui.table.painter import paint_badge, paint_box, paint_felt
from ui.table.picture import Picture
from ui.theme.fonts import font
from ui.theme.tokens import BRIGHT, Theme

PAGE = QSize(1336, 945)
_TOP = 62
_LEGEND = 0.8
"""Where an example is drawn there is room beside it for what its numbers mean."""
_ROW, _TEXT = 18, 14
_BELOW, _FOOT = 26.0, 26.0
_WIDEST = 1.6
_CLAUSE, _GAP = 56.0, 14.0
_INDENT = 14.0
_FIRST = 696.0
"""The first of two columns of bets has the prizes by the number of dice."""
_INSURANCE = 340.0
Letters = tuple[int, int]
_NAME, _PLAIN = (_TEXT, 600), (_TEXT, 500)


class Said(Struct, frozen=True):
    """A text of a sheet, where it begins on its base line, and its letters."""

    place: QPointF
    text: str
    letters: Letters = _PLAIN

    @property
    def bounds(self) -> QRectF:
        """The room of its letters."""
        wide = _wide(self.text, self.letters)
        return QRectF(self.place.x(), self.place.y() - self.letters[0] * 0.8, wide, self.letters[0])

    def at(self, down: float) -> "Said":
        return Said(QPointF(self.place.x(), down), self.text, self.letters)


def size_of(game: str, letter: str) -> QSize:
    return QSize(SCENE_WIDTH, round(drawing(game, letter).kind.height))


def paint_drawing(painter: QPainter, game: str, letter: str, size: QSize, theme: Theme) -> None:
    """A layout as it is drawn, with the marks of an example where it is one."""
    picture = _picture(game, letter, size, theme)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    paint_felt(painter, picture.shapes, theme)
    beside.paint(painter, picture.shapes, picture.layout, theme)
    for each in picture.filled:
        paint_box(painter, each, theme, picture.shapes.scale)
    for badge in picture.shapes.badges:
        paint_badge(painter, badge, theme, text=str(badge.seat), selected=False)
    for mark in marks_of(picture):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.go)
        painter.drawEllipse(mark.middle, mark.radius, mark.radius)
        mark.figure(theme).paint(painter)


def _picture(game: str, letter: str, size: QSize, theme: Theme) -> Picture:
    shown = as_printed(game, letter)
    return Picture(shown, ground_of(shown, size, theme))


def paint_sheet(painter: QPainter, game: str, letter: str) -> None:
    place = drawing_place(game, letter)
    painter.save()
    painter.translate(place.topLeft())
    painter.scale(place.width() / SCENE_WIDTH, place.width() / SCENE_WIDTH)
    paint_drawing(painter, game, letter, size_of(game, letter), BRIGHT)
    painter.restore()
    painter.setPen(BRIGHT.t1)
    for said in sheet_texts(game, letter):
        painter.setFont(font(*said.letters))
        painter.drawText(said.place, said.text)


def drawing_place(game: str, letter: str) -> QRectF:
    """As large as there is room above the bets."""
    size = size_of(game, letter)
    room = PAGE.height() - _TOP - _BELOW - _FOOT - _depth(_below(game, letter))
    most = _LEGEND if marks(game, letter) else 1.0
    shrink = min(most, room / size.height())
    return QRectF(0, _TOP, size.width() * shrink, size.height() * shrink)


@lru_cache(maxsize=64)
def marks(game: str, letter: str) -> tuple[Mark, ...]:
    return tuple(marks_of(_picture(game, letter, size_of(game, letter), BRIGHT)))


@lru_cache(maxsize=64)
def sheet_texts(game: str, letter: str) -> tuple[Said, ...]:
    """Everything that a sheet says beside its drawing."""
    book = approved(game)
    place = drawing_place(game, letter)
    return (
        Said(QPointF(0, 26), heading(book.identity), (22, 700)),
        Said(QPointF(0, 50), _second_line(book, letter), (15, 500)),
        *_legend(marks(game, letter), place.right() + 10),
        *_spread(_below(game, letter), place.bottom() + _BELOW),
        Said(QPointF(0, PAGE.height() - 6), f"{WORDS} Rulebook sha256 {book.fingerprint}", (13, 500)),
    )


def _second_line(book: Rulebook, letter: str) -> str:
    layout = layout_of(book, drawing(book.game, letter).letter)
    parts = [f"Appendix {letter}", f"{book.identity.operator_short}, {in_force(book.identity)}"]
    if letter != layout.letter:
        parts.append(f"an example of placing bets on Appendix {layout.letter}")
    if layout.most_positions is not None:
        parts.append(f"{layout.fewest_positions} to {layout.most_positions} playing positions, drawn with all")
    parts.append(f"layout by {layout.clause}")
    return " · ".join(parts)


def _legend(found: tuple[Mark, ...], left: float) -> Iterator[Said]:
    """Beside the drawing: what the numbers of an example mean."""
    for mark in found:
        top = 80 + (mark.number - 1) * 38
        yield Said(QPointF(left, top), str(mark.number), (13, 600))
        for number, line in enumerate(_broken(mark.name, PAGE.width() - left - 24, (13, 600))):
            yield Said(QPointF(left + 24, top + number * 15), line, (13, 600))


@lru_cache(maxsize=64)
def _below(game: str, letter: str) -> tuple[Said, ...]:
    """The tables under the drawing, from their first base line downwards."""
    book = approved(game)
    layout = layout_of(book, drawing(game, letter).letter)
    if book.insurance is None:
        return tuple(_in_two(bet_rows(book, layout)))
    return tuple(_with_insurance(book, layout, book.insurance))


def _depth(texts: tuple[Said, ...]) -> float:
    return max(said.place.y() for said in texts)


def _spread(texts: tuple[Said, ...], top: float) -> Iterator[Said]:
    """From here on downwards; a few lines stand farther apart."""
    stretch = min(_WIDEST, (PAGE.height() - _FOOT - top) / _depth(texts))
    return (said.at(top + said.place.y() * stretch) for said in texts)


def _in_two(rows: tuple[Row, ...]) -> Iterator[Said]:
    """Two columns of bets, as even as they can be; what belongs to one bet stays together."""
    highs = [_high(row, _FIRST) for row in rows]
    border = min(range(1, len(rows) + 1), key=lambda border: max(sum(highs[:border]), sum(highs[border:])))
    yield from _column(rows[:border], 0.0, _FIRST)
    yield from _column(rows[border:], _FIRST, SCENE_WIDTH - _FIRST)


def _column(rows: tuple[Row, ...], left: float, wide: float) -> Iterator[Said]:
    """Bets below one another: clause, name and odds; numbers go on below their name."""
    pays = left + _CLAUSE + _GAP + max((_wide(row.name, _NAME) for row in rows), default=0.0)
    down = 0.0
    for row in rows:
        yield Said(QPointF(left, down), row.clause)
        yield Said(QPointF(left + _CLAUSE, down), row.name, _NAME)
        yield Said(QPointF(pays, down), row.pays)
        for number, line in enumerate(_numbers(row, wide), start=1):
            yield Said(QPointF(left + _CLAUSE + _INDENT, down + number * _ROW), line)
        down += _high(row, wide) * _ROW


def _high(row: Row, wide: float) -> int:
    return 1 + len(_numbers(row, wide))


def _numbers(row: Row, wide: float) -> tuple[str, ...]:
    """One combination is never parted."""
    if not row.numbers:
        return ()
    glued = ", ".join(number.replace(" ", "\u00a0") for number in row.numbers)
    return _broken(glued, wide - _CLAUSE - _INDENT - _GAP, _PLAIN)


def _with_insurance(book: Rulebook, layout: Layout, insurance: Insurance) -> Iterator[Said]:
    """The bets, beside them the pay table of insurance for each hand, below both what is to be known of it."""
    left = SCENE_WIDTH - 2 * _INSURANCE
    bets = tuple(_column(bet_rows(book, layout), 0.0, left))
    tables = [*bets]
    for title, side, across in zip(insurance_titles(), Side, (left, left + _INSURANCE), strict=True):
        tables += _pay_table(insurance, title, side, across)
    yield from tables
    down = _depth(tuple(tables)) + _ROW * 1.5
    for number, (clause, note) in enumerate(insurance_notes(insurance)):
        yield Said(QPointF(0, down + number * _ROW), clause)
        yield Said(QPointF(_CLAUSE, down + number * _ROW), note)


def _pay_table(insurance: Insurance, title: str, side: Side, left: float) -> Iterator[Said]:
    yield Said(QPointF(left, 0), insurance.clause)
    yield Said(QPointF(left + _CLAUSE, 0), title, _NAME)
    down = float(_ROW)
    for offers in insurance_offers(insurance):
        if offers.side is not side:
            continue
        yield Said(QPointF(left + _CLAUSE, down), offers.title)
        for number, offer in enumerate(offers.lines, start=1):
            below = down + number * _ROW
            yield Said(QPointF(left + _CLAUSE + _INDENT, below), f"Player {offer.player}, Banker {offer.banker}")
            yield Said(QPointF(left + _CLAUSE + 190, below), offer.pays)
        down += (1 + len(offers.lines)) * _ROW


def _wide(text: str, letters: Letters) -> float:
    return QFontMetricsF(font(*letters)).horizontalAdvance(text)


def _broken(text: str, wide: float, letters: Letters) -> tuple[str, ...]:
    """Lines that are no wider than this."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and _wide(f"{lines[-1]} {word}", letters) <= wide:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)
