"""What is printed beside the boxes: odds of whole blocks, tables of prizes, and the places of the cards."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts import Note, printed
from dealer_app.layouts.printed import dice_odds, prize_odds
from dealer_app.showing.screen import TableShown
from ui.table.geometry import Lettered, Shapes
from ui.table.lettering import BOLD, REGULAR, SMALLEST, wide
from ui.table.letters import Placed
from ui.table.marks import turned
from ui.theme.tokens import Theme

_ON = {Prize.ONE_DIE: "on one dice", Prize.TWO_DICE: "on two dice", Prize.THREE_DICE: "on three dice"}
_LINE = 1.25
_NO_LIMITS: Mapping[Area, str] = {}


def note_text(note: Note, layout: Layout) -> str:
    """A text with the odds of its bet, as `EACH DOUBLE · 1 WINS 11`; of a die's own prize, `2 to 1 on two dice`."""
    if note.prize is not None:
        odds = layout.odds(note.odds_of, note.prize)
        return f"{odds.win} to {odds.stake} {_ON[note.prize]}"
    odds = next(iter(layout.prizes(note.odds_of).values()))
    return " · ".join(part for part in (note.text, dice_odds(odds)) if part)


def limits_of_blocks(shown: TableShown, shapes: Shapes) -> Mapping[Area, str]:
    """The limits of the areas whose odds stand in a note, where they are the same for all of a kind."""
    noted = {box.area for box in shapes.boxes if box.noted}
    kinds: dict[str, set[str]] = {}
    for area in shown.areas:
        if area.area in noted:
            kinds.setdefault(kind_of(area.area), set()).add(area.limits)
    return {area: min(kinds[kind_of(area)]) for area in noted if len(kinds.get(kind_of(area), ())) == 1}


def kind_of(area: Area) -> str:
    return area.partition(":")[0]


def noted_kinds(shapes: Shapes, layout: Layout, limits: Mapping[Area, str]) -> frozenset[str]:
    """The kinds of areas whose limits have room in each of their notes; of any other they stand in the cells."""
    fits: dict[str, bool] = {}
    for letters in shapes.letters:
        if letters.note is not None:
            kind = kind_of(letters.note.odds_of)
            fits[kind] = fits.get(kind, True) and bool(_with_limits(letters, layout, shapes, limits))
    return frozenset(kind for kind, all_of_them in fits.items() if all_of_them)


def _with_limits(letters: Lettered, layout: Layout, shapes: Shapes, limits: Mapping[Area, str]) -> str:
    """What a note says with the limits of its bet, if there is room for both."""
    if letters.note is None or not limits.get(letters.note.odds_of):
        return ""
    text = f"{note_text(letters.note, layout)} · {limits[letters.note.odds_of]}"
    return text if _lines(text, _px(shapes), *_room(letters)) else ""


def _room(letters: Lettered) -> tuple[float, float]:
    """How long and how deep the place of a note is."""
    across, down = letters.place.width(), letters.place.height()
    return (down, across) if letters.angle else (across, down)


def placed(shapes: Shapes, layout: Layout, theme: Theme, limits: Mapping[Area, str] = _NO_LIMITS) -> tuple[Placed, ...]:
    """All lines that are printed beside boxes."""
    lines: list[Placed] = []
    for letters in shapes.letters:
        if letters.note is not None:
            limited = _with_limits(letters, layout, shapes, limits)
            lines += _note(letters, limited or note_text(letters.note, layout), shapes, theme)
        elif letters.prizes_of is not None:
            lines += _prizes(letters, letters.prizes_of, layout, shapes, theme)
        else:
            text = f"{letters.text} {letters.glyph}"
            lines.append(_line(letters, text, 0.0, shapes, (600, theme.feltt2)))
    return tuple(lines)


def card_places(shapes: Shapes) -> tuple[QRectF, ...]:
    """Where the hands lie."""
    return tuple(letters.place.adjusted(3, 0, -3, 0) for letters in shapes.letters if letters.text)


def paint(
    painter: QPainter, shapes: Shapes, layout: Layout, theme: Theme, limits: Mapping[Area, str] = _NO_LIMITS
) -> None:
    """All of it; the place of a hand has a faint frame."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.feltline, shapes.scale, Qt.PenStyle.DotLine))
    for place in card_places(shapes):
        painter.drawRoundedRect(place, 8 * shapes.scale, 8 * shapes.scale)
    for line in placed(shapes, layout, theme, limits):
        line.paint(painter)


def _line(letters: Lettered, text: str, down: float, shapes: Shapes, look: tuple[int, QColor]) -> Placed:
    middle = letters.place.center() + turned(letters.angle, QPointF(0, down))
    weight, colour = look
    return Placed(text=text, px=_px(shapes), weight=weight, middle=middle, angle=letters.angle, colour=colour)


def _note(letters: Lettered, text: str, shapes: Shapes, theme: Theme) -> list[Placed]:
    px = _px(shapes)
    lines = _lines(text, px, *_room(letters))
    return [
        _line(letters, line, (number - (len(lines) - 1) / 2) * px * _LINE, shapes, (600, theme.feltt2))
        for number, line in enumerate(lines)
    ]


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


def _prizes(letters: Lettered, area: Area, layout: Layout, shapes: Shapes, theme: Theme) -> list[Placed]:
    """The name of a bet and its prizes; there is no room for it in a small window."""
    if shapes.compact:
        return []
    px = _px(shapes)
    lines = _table_lines(printed(area).label, prize_odds(layout, area), letters.place, px)
    looks = [(BOLD, theme.feltt), *[(REGULAR, theme.feltt2)] * (len(lines) - 1)]
    return [
        _line(letters, line, (number - (len(lines) - 1) / 2) * px * _LINE, shapes, look)
        for number, (line, look) in enumerate(zip(lines, looks, strict=True))
    ]


def _table_lines(label: str, prizes: tuple[str, ...], place: QRectF, px: int) -> tuple[str, ...]:
    """A line each, or two prizes in a line where the place is low."""
    if (len(prizes) + 1) * px * _LINE <= place.height() + px * 0.5:
        return (label, *prizes)
    pairs = (" · ".join(prizes[number : number + 2]) for number in range(0, len(prizes), 2))
    return (label, *pairs)


def _px(shapes: Shapes) -> int:
    return round(SMALLEST * max(1.0, shapes.scale))
