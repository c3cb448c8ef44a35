"""What is printed beside the boxes: odds of whole blocks, tables of prizes, and the places of the cards."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts import LayoutNote, box_legend
from dealer_app.layouts.drawing import dice_odds_text, prize_odds_lines, win_odds_text
from dealer_app.screens.screen import AreaState, TableShown
from ui.table.geometry import Shapes, SideNote
from ui.table.lettering import BOLD, REGULAR, SMALLEST, PlacedText, label_width
from ui.table.symbols import rotate_point
from ui.theme.theme import ColourTheme

_ON = {Prize.ONE_DIE: "on one dice", Prize.TWO_DICE: "on two dice", Prize.THREE_DICE: "on three dice"}
_LINE = 1.25
_NO_LIMITS: Mapping[Area, str] = {}


def note_text(note: LayoutNote, layout: Layout) -> str:
    """A text with the odds of its bet, as `EACH DOUBLE · 1 WINS 11`; of a die's own prize, `2 to 1 on two dice`."""
    if note.prize is not None:
        odds = layout.odds(note.odds_of, note.prize)
        return f"{odds.win} to {odds.stake} {_ON[note.prize]}"
    odds = next(iter(layout.prizes(note.odds_of).values()))
    return " · ".join(part for part in (note.text, dice_odds_text(odds)) if part)


def find_paid_notes(shown: TableShown, shapes: Shapes, layout: Layout) -> frozenset[int]:
    """The notes, by their place, whose odds a winning area is paid at: of a single number those for so many dice."""
    paid: dict[str, set[str]] = {}
    for area in shown.areas:
        if area.state is AreaState.LIT:
            paid.setdefault(area_kind(area.area), set()).add(area.odds)
    return frozenset(
        place
        for place, letters in enumerate(shapes.side_notes)
        if letters.note is not None and _is_paid(letters.note, paid.get(area_kind(letters.note.odds_of)), layout)
    )


def _is_paid(note: LayoutNote, paid: set[str] | None, layout: Layout) -> bool:
    if not paid:
        return False
    return note.prize is None or win_odds_text(layout, note.odds_of, layout.odds(note.odds_of, note.prize)) in paid


def paint_lit_note(
    painter: QPainter, letters: SideNote, shapes: Shapes, layout: Layout, theme: ColourTheme, limits: str = ""
) -> None:
    """A note over itself, in the colour of what wins."""
    assert letters.note is not None, "only a note is lit"
    painter.fillRect(letters.place, theme.felt)
    text = _note_with_limits(letters, layout, shapes, {letters.note.odds_of: limits})
    for line in _note_lines(letters, text or note_text(letters.note, layout), shapes, theme.lit):
        line.paint(painter)


def block_limits(shown: TableShown, shapes: Shapes) -> Mapping[Area, str]:
    """The limits of the areas whose odds are in a note, where they are the same for all of a kind."""
    noted = {box.area for box in shapes.boxes if box.noted}
    kinds: dict[str, set[str]] = {}
    for area in shown.areas:
        if area.area in noted:
            kinds.setdefault(area_kind(area.area), set()).add(area.limits)
    return {area: min(kinds[area_kind(area)]) for area in noted if len(kinds.get(area_kind(area), ())) == 1}


def area_kind(area: Area) -> str:
    return area.partition(":")[0]


def kinds_with_limits(shapes: Shapes, layout: Layout, limits: Mapping[Area, str]) -> frozenset[str]:
    """The kinds of areas whose limits have room in each of their notes; of any other they are in the cells."""
    fits: dict[str, bool] = {}
    for letters in shapes.side_notes:
        if letters.note is not None:
            kind = area_kind(letters.note.odds_of)
            fits[kind] = fits.get(kind, True) and bool(_note_with_limits(letters, layout, shapes, limits))
    return frozenset(kind for kind, all_of_them in fits.items() if all_of_them)


def _note_with_limits(letters: SideNote, layout: Layout, shapes: Shapes, limits: Mapping[Area, str]) -> str:
    """What a note says with the limits of its bet, if there is room for both."""
    if letters.note is None or not limits.get(letters.note.odds_of):
        return ""
    text = f"{note_text(letters.note, layout)} · {limits[letters.note.odds_of]}"
    return text if _break_note(text, _note_px(shapes), *_note_room(letters)) else ""


def _note_room(letters: SideNote) -> tuple[float, float]:
    """How long and how deep the place of a note is."""
    across, down = letters.place.width(), letters.place.height()
    return (down, across) if letters.angle else (across, down)


def side_note_lines(
    shapes: Shapes, layout: Layout, theme: ColourTheme, limits: Mapping[Area, str] = _NO_LIMITS
) -> tuple[PlacedText, ...]:
    """All lines that are printed beside boxes."""
    lines: list[PlacedText] = []
    for letters in shapes.side_notes:
        if letters.note is not None:
            limited = _note_with_limits(letters, layout, shapes, limits)
            lines += _note_lines(letters, limited or note_text(letters.note, layout), shapes, theme.feltt2)
        elif letters.prizes_of is not None:
            lines += _prize_lines(letters, letters.prizes_of, layout, shapes, theme)
        else:
            text = f"{letters.text} {letters.glyph}"
            lines.append(_place_line(letters, text, 0.0, shapes, (600, theme.feltt2)))
    return tuple(lines)


def card_places(shapes: Shapes) -> tuple[QRectF, ...]:
    """Where the hands lie."""
    return tuple(letters.place.adjusted(3, 0, -3, 0) for letters in shapes.side_notes if letters.text)


def paint_side_notes(
    painter: QPainter, shapes: Shapes, layout: Layout, theme: ColourTheme, limits: Mapping[Area, str] = _NO_LIMITS
) -> None:
    """All of it; the place of a hand has a faint frame."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.feltline, shapes.scale, Qt.PenStyle.DotLine))
    for place in card_places(shapes):
        painter.drawRoundedRect(place, 8 * shapes.scale, 8 * shapes.scale)
    for line in side_note_lines(shapes, layout, theme, limits):
        line.paint(painter)


def _place_line(letters: SideNote, text: str, down: float, shapes: Shapes, look: tuple[int, QColor]) -> PlacedText:
    middle = letters.place.center() + rotate_point(letters.angle, QPointF(0, down))
    weight, colour = look
    return PlacedText(text=text, px=_note_px(shapes), weight=weight, middle=middle, angle=letters.angle, colour=colour)


def _note_lines(letters: SideNote, text: str, shapes: Shapes, ink: QColor) -> list[PlacedText]:
    px = _note_px(shapes)
    lines = _break_note(text, px, *_note_room(letters))
    return [
        _place_line(letters, line, (number - (len(lines) - 1) / 2) * px * _LINE, shapes, (600, ink))
        for number, line in enumerate(lines)
    ]


def _break_note(text: str, px: int, room: float, deep: float) -> tuple[str, ...]:
    """The text in one line or two; nothing where it does not fit at all."""
    if label_width(text, px, 600) <= room:
        return (text,) if px <= deep else ()
    words = text.split(" ")
    for border in range(1, len(words)):
        lines = " ".join(words[:border]), " ".join(words[border:])
        if max(label_width(line, px, 600) for line in lines) <= room and 2 * px * _LINE <= deep + px * 0.5:
            return lines
    return ()


def _prize_lines(letters: SideNote, area: Area, layout: Layout, shapes: Shapes, theme: ColourTheme) -> list[PlacedText]:
    """The name of a bet and its prizes; there is no room for it in a small window."""
    if shapes.compact:
        return []
    px = _note_px(shapes)
    lines = _table_lines(box_legend(area).label, prize_odds_lines(layout, area), letters.place, px)
    looks = [(BOLD, theme.feltt), *[(REGULAR, theme.feltt2)] * (len(lines) - 1)]
    return [
        _place_line(letters, line, (number - (len(lines) - 1) / 2) * px * _LINE, shapes, look)
        for number, (line, look) in enumerate(zip(lines, looks, strict=True))
    ]


def _table_lines(label: str, prizes: tuple[str, ...], place: QRectF, px: int) -> tuple[str, ...]:
    """A line each, or two prizes in a line where the place is low."""
    if (len(prizes) + 1) * px * _LINE <= place.height() + px * 0.5:
        return (label, *prizes)
    pairs = (" · ".join(prizes[number : number + 2]) for number in range(0, len(prizes), 2))
    return (label, *pairs)


def _note_px(shapes: Shapes) -> int:
    return round(SMALLEST * max(1.0, shapes.scale))
