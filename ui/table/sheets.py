"""The sheets of the compliance file: a page an Appendix, with its drawing, its bets, their odds and their clauses.

Also the drawings as files of their own. All of it runs without a window.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import Area
from dealer_app.layouts import drawing, printed
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.rulebooks import approved
from dealer_app.rulebooks.finding import layout_of
from ui.table import beside
from ui.table.as_printed import as_printed, examples
from ui.table.ground import ground_of
from ui.table.painter import paint_badge, paint_box, paint_felt
from ui.table.picture import Picture
from ui.table.svg_file import mark_of, svg
from ui.theme import fonts
from ui.theme.fonts import font
from ui.theme.tokens import BRIGHT, Theme

WORDS = "Geometry by the station; bets and odds as approved."
_PNG_SCALE = 2
_DOTS = 120
_PAGE = QSize(1336, 945)
_ROW = 17
_COLUMNS = 2
_TEXT = 13


class CannotWriteError(Exception):
    """A file that could not be written, and why."""


def begin() -> QGuiApplication:
    """Qt without a window, with the bundled letters; the caller keeps it as long as it writes."""
    application = QGuiApplication.instance()
    made = application if isinstance(application, QGuiApplication) else QGuiApplication([])
    fonts.install()
    return made


def appendices(games: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every drawing of these documents, also those that show an example of another."""
    for game in games:
        letters = [letter for layout in approved(game).layouts for letter in (layout.letter, *layout.pictured_in)]
        yield from ((game, letter) for letter in sorted(letters))


def write_svg(folder: Path, game: str, letter: str, theme: Theme = BRIGHT) -> Path:
    """`<game>-<letter>.svg` in this folder."""
    path = folder / f"{game}-{letter}.svg"
    title = f"{approved(game).identity.name}, Appendix {letter}. {WORDS}"
    try:
        path.write_text(svg(as_printed(game, letter), _size(game, letter), theme, title), encoding="utf-8")
    except OSError as problem:
        raise CannotWriteError(f"{path}: cannot be written: {problem.strerror}") from None
    return path


def write_png(folder: Path, game: str, letter: str, theme: Theme = BRIGHT) -> Path:
    """`<game>-<letter>.png`, twice as large as on a screen."""
    path = folder / f"{game}-{letter}.png"
    size = _size(game, letter) * _PNG_SCALE
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(theme.bg)
    with QPainter(image) as painter:
        paint_drawing(painter, game, letter, size, theme)
    if not image.save(str(path)):
        raise CannotWriteError(f"{path}: cannot be written")
    return path


def write_pdf(path: Path, games: tuple[str, ...]) -> int:
    """All sheets in one file; comes back with how many there are."""
    try:
        path.open("wb").close()
    except OSError as problem:
        raise CannotWriteError(f"{path}: cannot be written: {problem.strerror}") from None
    writer = QPdfWriter(str(path))
    writer.setTitle("Layouts as the station draws them")
    writer.setResolution(_DOTS)
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Landscape, QMarginsF(8, 8, 8, 8))
    )
    count = 0
    with QPainter(writer) as painter:
        for count, (game, letter) in enumerate(appendices(games), start=1):
            if count > 1:
                writer.newPage()
            scale = min(writer.width() / _PAGE.width(), writer.height() / _PAGE.height())
            painter.save()
            painter.scale(scale, scale)
            _paint_sheet(painter, game, letter)
            painter.restore()
    return count


def paint_drawing(painter: QPainter, game: str, letter: str, size: QSize, theme: Theme) -> None:
    """A layout as it is drawn, with the marks of an example where it is one."""
    shown = as_printed(game, letter)
    picture = Picture(shown, ground_of(shown, size, theme))
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    paint_felt(painter, picture.shapes, theme)
    beside.paint(painter, picture.shapes, picture.layout, theme)
    for each in picture.filled:
        paint_box(painter, each, theme, picture.shapes.scale)
    for badge in picture.shapes.badges:
        paint_badge(painter, badge, theme, selected=False)
    for number, (box, _) in enumerate(examples(shown, picture.shapes), start=1):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.go)
        radius = 12 * picture.shapes.scale
        painter.drawEllipse(mark_of(box), radius, radius)
        painter.setPen(theme.goink)
        painter.setFont(font(round(16 * picture.shapes.scale), 700))
        square = QRectF(mark_of(box) - QPointF(20, 20), mark_of(box) + QPointF(20, 20))
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, str(number))


def _size(game: str, letter: str) -> QSize:
    return QSize(SCENE_WIDTH, round(drawing(game, letter).kind.height))


def _paint_sheet(painter: QPainter, game: str, letter: str) -> None:
    book, kind = approved(game), drawing(game, letter)
    layout = layout_of(book, kind.letter)
    size = _size(game, letter)
    _say(painter, QPointF(0, 26), f"{book.identity.name}, version {book.identity.version}", (22, 700))
    _say(painter, QPointF(0, 50), _second_line(book, layout, letter), (15, 500))
    shrink = 0.8
    painter.save()
    painter.translate(0, 62)
    painter.scale(shrink, shrink)
    paint_drawing(painter, game, letter, size, BRIGHT)
    painter.restore()
    _legend(painter, game, letter)
    _rows(painter, book, layout, 62 + size.height() * shrink + 26)
    _say(painter, QPointF(0, _PAGE.height() - 6), f"{WORDS} Rulebook sha256 {book.fingerprint}", (13, 500))


def _second_line(book: Rulebook, layout: Layout, letter: str) -> str:
    parts = [f"Appendix {letter}", f"{book.identity.operator_short}, from {book.identity.effective}"]
    if letter != layout.letter:
        parts.append(f"an example of placing bets on Appendix {layout.letter}")
    if layout.most_positions is not None:
        parts.append(f"{layout.fewest_positions} to {layout.most_positions} playing positions, drawn with all")
    parts.append(f"layout by {layout.clause}")
    return " · ".join(parts)


def _legend(painter: QPainter, game: str, letter: str) -> None:
    """Beside the drawing: what the numbers of an example mean."""
    shown = as_printed(game, letter)
    picture = Picture(shown, ground_of(shown, _size(game, letter), BRIGHT))
    for number, (_, name) in enumerate(examples(shown, picture.shapes), start=1):
        words = name.split(" ")
        half = len(words) if len(name) < 30 else (len(words) + 1) // 2
        top = 80 + (number - 1) * 38
        _say(painter, QPointF(SCENE_WIDTH * 0.8 + 10, top), f"{number}  {' '.join(words[:half])}", (13, 600))
        _say(painter, QPointF(SCENE_WIDTH * 0.8 + 30, top + 15), " ".join(words[half:]), (13, 600))


def bet_rows(book: Rulebook, layout: Layout) -> tuple[tuple[str, str, str], ...]:
    """What the sheet says of each bet: its name, its prizes and the clause. Dice bets that are alike share a row."""
    clauses = {pay.area: pay.clause for pay in layout.pays}
    rows = []
    for (kind, pays, clause), group in groupby(layout.areas, key=lambda area: _alike(layout, area, clauses[area])):
        areas = list(group)
        numbers = " ".join(area.partition(":")[2] for area in areas)
        name = f"{kind.replace('_', ' ')} {numbers}" if numbers else printed(areas[0]).whole
        rows.append((name, pays, clause))
    if book.insurance is not None:
        rows.append(("PLAYER / BANKER INSURANCE PLUS", "by its pay table", book.insurance.clause))
    return tuple(rows)


def _alike(layout: Layout, area: Area, clause: str) -> tuple[str, str, str]:
    kind, numbered, _ = area.partition(":")
    pays = ", ".join(f"{prize.value} {odds.win} to {odds.stake}" for prize, odds in layout.prizes(area).items())
    return kind if numbered else area, pays.removeprefix("win "), clause


def _rows(painter: QPainter, book: Rulebook, layout: Layout, top: float) -> None:
    """The table of bets in two columns; names that are long go on in the next line."""
    lines = [line for row in bet_rows(book, layout) for line in _lines_of(row)]
    each = -(-len(lines) // _COLUMNS)
    for number, (name, pays, clause) in enumerate(lines):
        left = (number // each) * SCENE_WIDTH / _COLUMNS
        down = top + (number % each) * _ROW
        _say(painter, QPointF(left, down), clause, (_TEXT, 500))
        _say(painter, QPointF(left + 56, down), name, (_TEXT, 600))
        _say(painter, QPointF(left + 330, down), pays, (_TEXT, 500))


def _lines_of(row: tuple[str, str, str]) -> list[tuple[str, str, str]]:
    name, pays, clause = row
    lines, line = [], ""
    for word in name.split(" "):
        if len(line) + len(word) > 34:
            lines.append(line)
            line = "   "
        line = f"{line} {word}".strip() if line.strip() else f"{line}{word}"
    lines.append(line)
    return [(lines[0], pays, clause), *((more, "", "") for more in lines[1:])]


def _say(painter: QPainter, place: QPointF, text: str, letters: tuple[int, int]) -> None:
    painter.setPen(BRIGHT.t1)
    painter.setFont(font(*letters))
    painter.drawText(place, text)
