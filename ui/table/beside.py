"""What is printed beside the boxes: odds of whole blocks, tables of prizes, and the places of the cards."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts import Note, printed
from dealer_app.layouts.printed import dice_odds, prize_odds
from ui.table.geometry import Lettered, Shapes
from ui.table.lettering import BOLD, REGULAR, SMALLEST, wide
from ui.theme.fonts import font
from ui.theme.tokens import Theme

_ON = {Prize.ONE_DIE: "on one dice", Prize.TWO_DICE: "on two dice", Prize.THREE_DICE: "on three dice"}
_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
_LINE = 1.25


def note_text(note: Note, layout: Layout) -> str:
    """A text with the odds of its bet, as `EACH DOUBLE · 1 WINS 11`; of a die's own prize, `2 to 1 on two dice`."""
    if note.prize is not None:
        odds = layout.odds(note.odds_of, note.prize)
        return f"{odds.win} to {odds.stake} {_ON[note.prize]}"
    odds = next(iter(layout.prizes(note.odds_of).values()))
    return " · ".join(part for part in (note.text, dice_odds(odds)) if part)


def paint(painter: QPainter, shapes: Shapes, layout: Layout, theme: Theme) -> None:
    for letters in shapes.letters:
        if letters.note is not None:
            _paint_note(painter, letters, note_text(letters.note, layout), shapes, theme)
        elif letters.prizes_of is not None:
            _paint_prizes(painter, letters, letters.prizes_of, layout, shapes, theme)
        else:
            _paint_cards(painter, letters, shapes, theme)


def _paint_note(painter: QPainter, letters: Lettered, text: str, shapes: Shapes, theme: Theme) -> None:
    px = _px(shapes)
    room = letters.place.height() if letters.angle else letters.place.width()
    deep = letters.place.width() if letters.angle else letters.place.height()
    lines = _lines(text, px, room, deep)
    painter.save()
    painter.translate(letters.place.center())
    painter.rotate(letters.angle)
    painter.setPen(theme.feltt2)
    painter.setFont(font(px, 600))
    for number, line in enumerate(lines):
        middle = (number - (len(lines) - 1) / 2) * px * _LINE
        painter.drawText(QRectF(-room / 2, middle - px, room, 2 * px), _TEXT, line)
    painter.restore()


def _lines(text: str, px: int, room: float, deep: float) -> tuple[str, ...]:
    """The text in one line or two; nothing where it does not fit at all."""
    if wide(text, px, 600) <= room:
        return (text,) if px <= deep else ()
    words = text.split(" ")
    for border in range(1, len(words)):
        lines = " ".join(words[:border]), " ".join(words[border:])
        if max(wide(line, px, 600) for line in lines) <= room and 2 * px * _LINE <= deep + px * 0.5:
            return lines
    return ()


def _paint_prizes(
    painter: QPainter, letters: Lettered, area: Area, layout: Layout, shapes: Shapes, theme: Theme
) -> None:
    """The name of a bet and its prizes, a line each; there is no room for it in a small window."""
    if shapes.compact:
        return
    px = _px(shapes)
    lines = _table_lines(printed(area).label, prize_odds(layout, area), letters.place, px)
    painter.save()
    painter.translate(letters.place.center())
    painter.rotate(letters.angle)
    for number, line in enumerate(lines):
        weight = BOLD if number == 0 else REGULAR
        painter.setPen(theme.feltt if number == 0 else theme.feltt2)
        painter.setFont(font(px, weight))
        middle = (number - (len(lines) - 1) / 2) * px * _LINE
        painter.drawText(QRectF(-letters.place.width() / 2, middle - px, letters.place.width(), 2 * px), _TEXT, line)
    painter.restore()


def _table_lines(label: str, prizes: tuple[str, ...], place: QRectF, px: int) -> tuple[str, ...]:
    """A line each, or two prizes in a line where the place is low."""
    if (len(prizes) + 1) * px * _LINE <= place.height() + px * 0.5:
        return (label, *prizes)
    pairs = (" · ".join(prizes[number : number + 2]) for number in range(0, len(prizes), 2))
    return (label, *pairs)


def _paint_cards(painter: QPainter, letters: Lettered, shapes: Shapes, theme: Theme) -> None:
    """The place of a hand: a faint frame and whose it is."""
    pen = QPen(theme.feltline, shapes.scale, Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    around = letters.place.adjusted(3, 0, -3, 0)
    painter.drawRoundedRect(around, 8 * shapes.scale, 8 * shapes.scale)
    painter.setPen(theme.feltt2)
    painter.setFont(font(_px(shapes), 600))
    painter.drawText(
        QRectF(around.topLeft(), QPointF(around.right(), around.bottom())), _TEXT, f"{letters.text} {letters.glyph}"
    )


def _px(shapes: Shapes) -> int:
    return round(SMALLEST * max(1.0, shapes.scale))
