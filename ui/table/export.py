"""The drawings as files: sheets for the compliance file, pictures, and SVG. All of it runs without a window.

A file is made whole before any of it is written; where it cannot be written, the one of before is left as it is.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter

from dealer_app.layouts.compliance import WORDS, heading
from dealer_app.rulebooks import approved
from ui.table.as_printed import as_printed
from ui.table.sheets import PAGE, paint_drawing, paint_sheet, size_of
from ui.table.svg_file import svg
from ui.theme import fonts
from ui.theme.tokens import BRIGHT, Theme

_PNG_SCALE = 2
_DOTS = 120


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
    title = f"{heading(approved(game).identity)}, Appendix {letter}. {WORDS}"
    text = svg(as_printed(game, letter), size_of(game, letter), theme, title)
    return _written(folder / f"{game}-{letter}.svg", text.encode())


def write_png(folder: Path, game: str, letter: str, theme: Theme = BRIGHT) -> Path:
    """`<game>-<letter>.png`, twice as large as on a screen."""
    size = size_of(game, letter) * _PNG_SCALE
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(theme.bg)
    with QPainter(image) as painter:
        paint_drawing(painter, game, letter, size, theme)
    kept = _buffer()
    QImageWriter(kept, QByteArray(b"png")).write(image)
    return _written(folder / f"{game}-{letter}.png", _bytes(kept))


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
        for count, (game, letter) in enumerate(appendices(games), start=1):
            if count > 1:
                writer.newPage()
            scale = min(writer.width() / PAGE.width(), writer.height() / PAGE.height())
            painter.save()
            painter.scale(scale, scale)
            paint_sheet(painter, game, letter)
            painter.restore()
    _written(path, _bytes(kept))
    return count


def _buffer() -> QBuffer:
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    return kept


def _bytes(kept: QBuffer) -> bytes:
    return bytes(kept.data().data())


def _written(path: Path, data: bytes) -> Path:
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
