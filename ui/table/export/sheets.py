"""The compliance sheets, a page an Appendix, and the export of drawings as PDF, PNG and SVG files.

A sheet has the drawing, its bets, their odds and their clauses. All of it runs without a window. A file is
made whole before any of it is written; where it cannot be written, the one of before is left as it is.
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)

from dealer_app.domain.rulebook import Insurance, Layout, Rulebook, Side
from dealer_app.layouts import layout_drawing
from dealer_app.layouts.compliance import (
    OURS_NOTE,
    SHEET_NOTE,
    BetRow,
    bet_rows,
    document_title,
    effective_text,
    insurance_notes,
    insurance_titles,
    offer_groups,
)
from dealer_app.layouts.drawing import SCENE_WIDTH, box_legend, has_unread_line
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout
from ui.table import side_notes
from ui.table.export.svg import ExampleMark, find_example_marks, layout_svg
from ui.table.painter import paint_badge, paint_box, paint_felt
from ui.table.picture import TablePicture, make_picture_key
from ui.table.thumbnails import empty_table
from ui.theme import fonts
from ui.theme.fonts import font
from ui.theme.theme import BRIGHT, ColourTheme

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
SheetLetters = tuple[int, int]
_NAME, _PLAIN = (_TEXT, 600), (_TEXT, 500)


class SheetText(Struct, frozen=True):
    """A text of a sheet, where it begins on its base line, and its letters."""

    place: QPointF
    text: str
    letters: SheetLetters = _PLAIN

    @property
    def bounds(self) -> QRectF:
        """The room of its letters."""
        wide = _text_width(self.text, self.letters)
        return QRectF(self.place.x(), self.place.y() - self.letters[0] * 0.8, wide, self.letters[0])

    def with_baseline(self, down: float) -> "SheetText":
        return SheetText(QPointF(self.place.x(), down), self.text, self.letters)


def scene_size(game: str, letter: str) -> QSize:
    return QSize(SCENE_WIDTH, round(layout_drawing(game, letter).kind.height))


def paint_drawing(painter: QPainter, game: str, letter: str, size: QSize, theme: ColourTheme) -> None:
    """A layout as it is drawn, with the marks of an example where it is one."""
    picture = _scene_picture(game, letter, size, theme)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    paint_felt(painter, picture.shapes, theme)
    side_notes.paint_side_notes(painter, picture.shapes, picture.layout, theme)
    for each in picture.filled:
        paint_box(painter, each, theme, picture.shapes.scale)
    for badge in picture.shapes.badges:
        paint_badge(painter, badge, theme, text=str(badge.seat), selected=False)
    for mark in find_example_marks(picture):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.go)
        painter.drawEllipse(mark.middle, mark.radius, mark.radius)
        mark.figure(theme).paint(painter)


def _scene_picture(game: str, letter: str, size: QSize, theme: ColourTheme) -> TablePicture:
    shown = empty_table(game, letter)
    return TablePicture(shown, make_picture_key(shown, size, theme))


def paint_sheet(painter: QPainter, game: str, letter: str) -> None:
    place = scene_place(game, letter)
    painter.save()
    painter.translate(place.topLeft())
    painter.scale(place.width() / SCENE_WIDTH, place.width() / SCENE_WIDTH)
    paint_drawing(painter, game, letter, scene_size(game, letter), BRIGHT)
    painter.restore()
    painter.setPen(BRIGHT.t1)
    for said in sheet_texts(game, letter):
        painter.setFont(font(*said.letters))
        painter.drawText(said.place, said.text)


def scene_place(game: str, letter: str) -> QRectF:
    """As large as there is room above the bets."""
    size = scene_size(game, letter)
    room = PAGE.height() - _TOP - _BELOW - _FOOT - _text_depth(_texts_below(game, letter))
    most = _LEGEND if sheet_marks(game, letter) else 1.0
    shrink = min(most, room / size.height())
    return QRectF(0, _TOP, size.width() * shrink, size.height() * shrink)


@lru_cache(maxsize=64)
def sheet_marks(game: str, letter: str) -> tuple[ExampleMark, ...]:
    return tuple(find_example_marks(_scene_picture(game, letter, scene_size(game, letter), BRIGHT)))


@lru_cache(maxsize=64)
def sheet_texts(game: str, letter: str) -> tuple[SheetText, ...]:
    """Everything that a sheet says beside its drawing."""
    book = load_rulebook(game)
    place = scene_place(game, letter)
    return (
        SheetText(QPointF(0, 26), document_title(book.identity), (22, 700)),
        SheetText(QPointF(0, 50), _second_line(book, letter), (15, 500)),
        *_legend(sheet_marks(game, letter), place.right() + 10),
        *_spread(_texts_below(game, letter), place.bottom() + _BELOW),
        SheetText(QPointF(0, PAGE.height() - 6), _foot_line(book), (13, 500)),
    )


def _foot_line(book: Rulebook) -> str:
    return f"{SHEET_NOTE} {OURS_NOTE} Rulebook sha256 {book.fingerprint}"


def _second_line(book: Rulebook, letter: str) -> str:
    layout = require_layout(book, layout_drawing(book.game, letter).letter)
    parts = [f"Appendix {letter}", f"{book.identity.operator_short}, {effective_text(book.identity)}"]
    if letter != layout.letter:
        parts.append(f"an example of placing bets on Appendix {layout.letter}")
    if layout.most_positions is not None:
        parts.append(f"{layout.fewest_positions} to {layout.most_positions} playing positions, drawn with all")
    parts.append(f"layout by {layout.clause}")
    unread = [box_legend(area).label for area in layout.areas if has_unread_line(book.game, layout.letter, area)]
    if unread:
        parts.append(f"{' and '.join(sorted(unread))} have a line in Chinese that could not be read")
    return " · ".join(parts)


def _legend(found: tuple[ExampleMark, ...], left: float) -> Iterator[SheetText]:
    """Beside the drawing: what the numbers of an example mean."""
    for mark in found:
        top = 80 + (mark.number - 1) * 38
        yield SheetText(QPointF(left, top), str(mark.number), (13, 600))
        for number, line in enumerate(_break_text(mark.name, PAGE.width() - left - 24, (13, 600))):
            yield SheetText(QPointF(left + 24, top + number * 15), line, (13, 600))


@lru_cache(maxsize=64)
def _texts_below(game: str, letter: str) -> tuple[SheetText, ...]:
    """The tables under the drawing, from their first base line downwards."""
    book = load_rulebook(game)
    layout = require_layout(book, layout_drawing(game, letter).letter)
    if book.insurance is None:
        return tuple(_two_columns(bet_rows(book, layout)))
    return tuple(_insurance_texts(book, layout, book.insurance))


def _text_depth(texts: tuple[SheetText, ...]) -> float:
    return max(said.place.y() for said in texts)


def _spread(texts: tuple[SheetText, ...], top: float) -> Iterator[SheetText]:
    """From here on downwards; a few lines are farther apart."""
    stretch = min(_WIDEST, (PAGE.height() - _FOOT - top) / _text_depth(texts))
    return (said.with_baseline(top + said.place.y() * stretch) for said in texts)


def _two_columns(rows: tuple[BetRow, ...]) -> Iterator[SheetText]:
    """Two columns of bets, as even as they can be; what belongs to one bet stays together."""
    highs = [_row_height(row, _FIRST) for row in rows]
    border = min(range(1, len(rows) + 1), key=lambda border: max(sum(highs[:border]), sum(highs[border:])))
    yield from _bet_column(rows[:border], 0.0, _FIRST)
    yield from _bet_column(rows[border:], _FIRST, SCENE_WIDTH - _FIRST)


def _bet_column(rows: tuple[BetRow, ...], left: float, wide: float) -> Iterator[SheetText]:
    """Bets below one another: clause, name and odds; numbers go on below their name."""
    pays = left + _CLAUSE + _GAP + max((_text_width(row.name, _NAME) for row in rows), default=0.0)
    down = 0.0
    for row in rows:
        yield SheetText(QPointF(left, down), row.clause)
        yield SheetText(QPointF(left + _CLAUSE, down), row.name, _NAME)
        yield SheetText(QPointF(pays, down), row.pays)
        for number, line in enumerate(_number_lines(row, wide), start=1):
            yield SheetText(QPointF(left + _CLAUSE + _INDENT, down + number * _ROW), line)
        down += _row_height(row, wide) * _ROW


def _row_height(row: BetRow, wide: float) -> int:
    return 1 + len(_number_lines(row, wide))


def _number_lines(row: BetRow, wide: float) -> tuple[str, ...]:
    """One combination is never parted."""
    if not row.numbers:
        return ()
    glued = ", ".join(number.replace(" ", "\u00a0") for number in row.numbers)
    return _break_text(glued, wide - _CLAUSE - _INDENT - _GAP, _PLAIN)


def _insurance_texts(book: Rulebook, layout: Layout, insurance: Insurance) -> Iterator[SheetText]:
    """The bets, beside them the pay table of insurance for each hand, below both what is to be known of it."""
    left = SCENE_WIDTH - 2 * _INSURANCE
    bets = tuple(_bet_column(bet_rows(book, layout), 0.0, left))
    tables = [*bets]
    for title, side, across in zip(insurance_titles(book.game), Side, (left, left + _INSURANCE), strict=True):
        tables += _pay_table_texts(insurance, title, side, across)
    yield from tables
    down = _text_depth(tuple(tables)) + _ROW * 1.5
    for number, (clause, note) in enumerate(insurance_notes(insurance)):
        yield SheetText(QPointF(0, down + number * _ROW), clause)
        yield SheetText(QPointF(_CLAUSE, down + number * _ROW), note)


def _pay_table_texts(insurance: Insurance, title: str, side: Side, left: float) -> Iterator[SheetText]:
    yield SheetText(QPointF(left, 0), insurance.clause)
    yield SheetText(QPointF(left + _CLAUSE, 0), title, _NAME)
    down = float(_ROW)
    for offers in offer_groups(insurance):
        if offers.side is not side:
            continue
        yield SheetText(QPointF(left + _CLAUSE, down), offers.title)
        for number, offer in enumerate(offers.lines, start=1):
            below = down + number * _ROW
            yield SheetText(QPointF(left + _CLAUSE + _INDENT, below), f"Player {offer.player}, Banker {offer.banker}")
            yield SheetText(QPointF(left + _CLAUSE + 190, below), offer.pays)
        down += (1 + len(offers.lines)) * _ROW


def _text_width(text: str, letters: SheetLetters) -> float:
    return QFontMetricsF(font(*letters)).horizontalAdvance(text)


def _break_text(text: str, wide: float, letters: SheetLetters) -> tuple[str, ...]:
    """Lines that are no wider than this."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and _text_width(f"{lines[-1]} {word}", letters) <= wide:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


_PNG_SCALE = 2
_DOTS = 120


class CannotWriteError(Exception):
    """A file that could not be written, and why."""


def start_qt() -> QGuiApplication:
    """Qt without a window; the caller keeps it as long as it writes."""
    return fonts.start_qt()


def list_drawings(games: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every drawing of these documents, also those that show an example of another."""
    for game in games:
        letters = [letter for layout in load_rulebook(game).layouts for letter in (layout.letter, *layout.pictured_in)]
        yield from ((game, letter) for letter in sorted(letters))


def write_svg(folder: Path, game: str, letter: str, theme: ColourTheme = BRIGHT) -> Path:
    """`<game>-<letter>.svg` in this folder."""
    title = f"{document_title(load_rulebook(game).identity)}, Appendix {letter}. {SHEET_NOTE}"
    text = layout_svg(empty_table(game, letter), scene_size(game, letter), theme, title)
    return _write_file(folder / f"{game}-{letter}.svg", text.encode())


def write_png(folder: Path, game: str, letter: str, theme: ColourTheme = BRIGHT) -> Path:
    """`<game>-<letter>.png`, twice as large as on a screen."""
    size = scene_size(game, letter) * _PNG_SCALE
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(theme.bg)
    with QPainter(image) as painter:
        paint_drawing(painter, game, letter, size, theme)
    kept = _buffer()
    QImageWriter(kept, QByteArray(b"png")).write(image)
    return _write_file(folder / f"{game}-{letter}.png", _bytes(kept))


def write_pdf(path: Path, games: tuple[str, ...]) -> int:
    """All sheets in one file; comes back with how many there are."""
    kept = _buffer()
    writer = QPdfWriter(kept)
    writer.setTitle("Layouts as the station draws them")
    writer.setResolution(_DOTS)
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Landscape, QMarginsF(8, 8, 8, 8))
    )
    count = 0
    with QPainter(writer) as painter:
        for count, (game, letter) in enumerate(list_drawings(games), start=1):
            if count > 1:
                writer.newPage()
            scale = min(writer.width() / PAGE.width(), writer.height() / PAGE.height())
            painter.save()
            painter.scale(scale, scale)
            paint_sheet(painter, game, letter)
            painter.restore()
    _write_file(path, _bytes(kept))
    return count


def _buffer() -> QBuffer:
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    return kept


def _bytes(kept: QBuffer) -> bytes:
    return bytes(kept.data().data())


def _write_file(path: Path, data: bytes) -> Path:
    """Puts a whole file into the place of the one of before; what is no file, as a printer, is written to."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return path
        place = path.resolve()
        part = place.with_name(f"{place.name}.part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(place)
        except OSError:
            part.unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise CannotWriteError(f"{path}: cannot be written: {problem.strerror}") from None
    return path
