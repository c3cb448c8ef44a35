"""Which words fit into a box, how large and where, and a line of letters at its place.

The name comes first, then stakes, the odds at the foot if there is room. Nothing is ever set below 16
pixels; a name that does not fit goes to two lines, then to its short form, then to its Chinese glyph.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QTransform

from dealer_app.layouts import BoxLegend
from ui.table.geometry import Box, BoxRank
from ui.table.geometry.boxes import is_compact
from ui.theme.fonts import font

Lines = tuple[str, ...]
Feet = tuple[Lines, ...]
"""Ways to break what is written below the name; the best comes first."""

SMALLEST = 16
BOLD, REGULAR = 700, 500
_LINE = 1.21
_MOST_LINES = 3
_PADDING = 1.5
"""How far a name may reach into the padding of its box, where it has no other place."""
_BESIDE = 6.0
_CAPITALS = 0.75
_SEVERAL = "·"
_BETWEEN = " – "
"""Written between a minimum and a maximum."""
_PARTS = re.compile(" · |, ")
_WINS = re.compile(r"([0-9]+) wins ([0-9]+)", re.IGNORECASE)
_NOTHING: Feet = ((),)
_PX = {BoxRank.MAIN: 19, BoxRank.SHARED: 18, BoxRank.SIDE: 16, BoxRank.CELL: 19}
_NUMERALS_PX = {1: 28, 2: 28, 3: 21, 4: 26}
"""By how many they are: a total, three dice, four numbers."""
_CHINESE_PX = {BoxRank.MAIN: 22, BoxRank.SHARED: 18, BoxRank.SIDE: 16, BoxRank.CELL: 18}


class BoxLine(Struct, frozen=True):
    """A line of letters, its middle `down` from the middle of the box. `name` is the area's; else odds or a word."""

    text: str
    px: int
    down: float
    name: bool
    across: float = 0.0

    @property
    def weight(self) -> int:
        return BOLD if self.name else REGULAR


class Lettering(Struct, frozen=True):
    """What is printed in a box, and the middle of the room that is left for stakes."""

    lines: tuple[BoxLine, ...]
    stakes_down: float
    stakes_across: float = 0.0


class Foot(Struct, frozen=True, kw_only=True):
    """The text below a name: the odds or the word of a state, and the limits where they have room besides.

    Limits never take the place of odds. An `urgent` text is shown by no shape, so it comes before the whole name.
    """

    text: str = ""
    limits: str = ""
    urgent: bool = False


class TextRoom(Struct, frozen=True, kw_only=True):
    """What a box has room for; `taken` is the height of what lies on it."""

    width: float
    height: float
    bow: float
    taken: float

    def has_room(self, widest: float, high: float) -> bool:
        lost = widest * widest / (8 * abs(self.bow)) if self.bow else 0.0
        return widest <= self.width and high + self.taken + lost <= self.height


@lru_cache(maxsize=8192)
def label_width(text: str, px: int, weight: int) -> float:
    """How many pixels this text takes."""
    return QFontMetricsF(font(px, weight)).horizontalAdvance(text)


def fit_name(box: Box, printed: BoxLegend, odds: str, *, taken: float, scale: float, across: float = 0.0) -> Lettering:
    """The name and the odds alone."""
    return fit_lettering(box, printed, Foot(text=odds), taken=taken, scale=scale, across=across)


def fit_lettering(
    box: Box, printed: BoxLegend, below: Foot, *, taken: float, scale: float, across: float = 0.0
) -> Lettering:
    """The best of what fits, with `taken` pixels of the height left free for stakes that are `across` wide."""
    room = TextRoom(width=box.width, height=box.height, bow=box.bow, taken=taken)
    floor = round(SMALLEST * max(1.0, scale))
    for names, foot in _lettering_choices(box, printed, below, compact=is_compact(scale)):
        for text in names:
            sizes = _letter_sizes(box, text, floor, scale)
            found = _fit_lines(text, foot, room, sizes)
            if found is not None:
                found = _add_chinese(found, text, printed, room, sizes)
                return _add_limits(found, text, below, room, sizes)
    return _least_lettering(box, printed, floor, taken, across)


def _lettering_choices(
    box: Box, printed: BoxLegend, below: Foot, *, compact: bool
) -> Iterator[tuple[list[Lines], Feet]]:
    """The possible prints, the best first: ways to break the name, and ways to break the text below it."""
    feet = _odds_lines(printed, below.text)
    alone: list[Lines] = [(printed.alone,)] if printed.alone else []
    both, label, short = (
        _name_breaks(printed.label, printed.glyph),
        _name_breaks(printed.label, ""),
        _name_breaks(printed.short, ""),
    )
    if below.urgent and not box.upright:
        yield both, feet
        yield _name_breaks(printed.short, printed.glyph), feet
        yield label, feet
        yield short, feet
        yield alone, feet
    if box.upright or (compact and box.rank is BoxRank.MAIN):
        yield alone, _NOTHING
    yield both, feet
    if compact:
        # The names of a small window are read before its odds, which are on the sheet of the layout too.
        yield both, _NOTHING
        yield _name_breaks(printed.short, printed.glyph), _NOTHING
    else:
        yield label, _add_glyph(printed, feet)
        yield label, feet
        yield both, _NOTHING
        yield label, _NOTHING
    yield short, _NOTHING
    yield label, _NOTHING
    yield alone, _NOTHING


def _add_chinese(found: Lettering, names: Lines, printed: BoxLegend, room: TextRoom, sizes: range) -> Lettering:
    """The same with what the felt says of it in Chinese below, where all that it says in English has room."""
    foot = tuple(line.text for line in found.lines if not line.name)
    if not printed.chinese or len(foot) <= len(printed.legend):
        return found
    return _fit_lines(names, ((*foot, *printed.chinese),), room, sizes) or found


def _add_limits(found: Lettering, names: Lines, below: Foot, room: TextRoom, sizes: range) -> Lettering:
    """The same name and odds with the limits below them, where there is room for them too: never without the odds."""
    foot = tuple(line.text for line in found.lines if not line.name)
    if not below.limits or bool(foot) != bool(below.text):
        return found
    ways = tuple((*foot, *lines) for lines in _limit_breaks(below.limits))
    return _fit_lines(names, ways, room, sizes) or found


def _odds_lines(printed: BoxLegend, odds: str) -> Feet:
    """The odds with what the felt says beside them, in one line or in several; without the legend where it is long."""
    parts = tuple(part for part in _PARTS.split(odds) if part)
    if not parts:
        return _NOTHING
    plain: Feet = ((odds,), parts) if len(parts) > 1 else (parts,)
    if _SEVERAL in odds and len(parts) == 1:
        plain = (*plain, (odds.removesuffix(" to 1"),))
    if (wins := _WINS.fullmatch(odds)) is not None:
        plain = (*plain, (f"{wins[1]}:{wins[2]}",))
    if not printed.legend:
        return plain
    first = printed.legend[0]
    *before, last = printed.legend
    head = tuple(before)
    legends: Feet = (
        (" · ".join((*head, odds)), last),
        (" · ".join((*head, odds)), *_halves(last)),
        (first, odds, *printed.legend[1:]),
        (*head, odds, *_halves(last)),
        (*(half for line in head for half in _halves(line)), odds, *_halves(last)),
    )
    if head:
        # Rather the numbers that win alone than nothing: what loses to a triple is the rule of the whole table.
        legends = (*legends, (" · ".join((*head, odds)),), (*head, odds))
    return legends + plain


def _halves(line: str) -> Lines:
    """A line broken evenly in two."""
    words = line.split(" ")
    return (line,) if len(words) == 1 else min(_word_splits(words, 2), key=_line_weight)


def _limit_breaks(limits: str) -> Feet:
    """A minimum and a maximum in a line or in two."""
    least, between, most = limits.partition(_BETWEEN)
    return ((limits,), (f"{least}{between}".rstrip(), most)) if most else ((limits,),)


def limit_lines(limits: str, px: int, room: float) -> Lines:
    """The first of the ways to print limits that has room, or nothing."""
    ways = _limit_breaks(limits) if limits else ()
    return next((lines for lines in ways if all(label_width(line, px, REGULAR) <= room for line in lines)), ())


def _add_glyph(printed: BoxLegend, feet: Feet) -> Feet:
    """The glyph before the odds, where the name leaves it no line of its own."""
    if not printed.glyph:
        return ()
    return tuple((f"{printed.glyph} {foot[0]}", *foot[1:]) for foot in feet if foot)


def odds_line(printed: BoxLegend, odds: str, px: int, room: float) -> str:
    """The first of the ways to print these odds in one line that has room, or nothing."""
    lines = (foot[0] for foot in _odds_lines(printed, odds) if len(foot) == 1)
    return next((line for line in lines if label_width(line, px, REGULAR) <= room), "")


@lru_cache(maxsize=1024)
def _name_breaks(label: str, glyph: str) -> list[Lines]:
    """The label in one line, and evenly broken into two and three; the glyph behind it, or in a line of its own."""
    words = label.split(" ")
    below = (glyph,) if glyph else ()
    ways: list[Lines] = [(f"{label} {glyph}".strip(),)]
    for count in range(1, min(len(words), _MOST_LINES) + 1):
        lines = min(_word_splits(words, count), key=_line_weight)
        behind = min(_word_splits([*words, *below], count), key=_line_weight)
        ways += (way for way in (behind, (*lines, *below)) if way not in ways)
    return ways


def _line_weight(lines: Lines) -> int:
    """A Chinese character is as wide as two letters."""
    return max(sum(1 if sign.isascii() else 2 for sign in line) for line in lines)


def _word_splits(words: list[str], count: int) -> Iterator[Lines]:
    if count == 1:
        yield (" ".join(words),)
        return
    for border in range(1, len(words) - count + 2):
        head = " ".join(words[:border])
        for rest in _word_splits(words[border:], count - 1):
            yield (head, *rest)


def _letter_sizes(box: Box, text: Lines, floor: int, scale: float) -> range:
    """From the size as drawn down to the smallest; a glyph in place of the name may be larger, and numerals are."""
    chinese = len(text) == 1 and not text[0].isascii() and " " not in text[0]
    wanted = _CHINESE_PX[box.rank] if chinese else _PX[box.rank]
    figures = text[0].replace(" ", "") if len(text) == 1 else ""
    if figures.isdecimal():
        wanted = _NUMERALS_PX.get(len(figures), wanted)
    return range(max(floor, round(wanted * max(1.0, scale))), floor - 1, -1)


def _fit_lines(names: Lines, feet: Feet, room: TextRoom, sizes: range) -> Lettering | None:
    for px in sizes:
        widest = max(label_width(name, px, BOLD) for name in names)
        if widest > room.width:
            continue
        for foot in feet:
            small = sizes[-1]
            widest_foot = max((label_width(line, small, REGULAR) for line in foot), default=0.0)
            high = len(names) * px * _LINE + len(foot) * small * _LINE
            if len(names) == _MOST_LINES and not room.taken:
                high -= 2 * _PADDING
            if room.has_room(max(widest, widest_foot), high):
                return _place_lines(names, foot, px, small, room.taken)
    return None


def _place_lines(names: Lines, foot: Lines, px: int, small: int, taken: float) -> Lettering:
    high = len(names) * px * _LINE + len(foot) * small * _LINE + taken
    top = -high / 2
    lines = [BoxLine(name, px, top + (number + 0.5) * px * _LINE, name=True) for number, name in enumerate(names)]
    top += len(names) * px * _LINE
    stakes = top + taken / 2
    top += taken
    lines += [
        BoxLine(line, small, top + (number + 0.5) * small * _LINE, name=False) for number, line in enumerate(foot)
    ]
    return Lettering(tuple(lines), stakes)


def _least_lettering(box: Box, printed: BoxLegend, floor: int, taken: float, across: float) -> Lettering:
    """Nothing fits over the stakes as it should: the shortest name as far up as it goes, or beside them."""
    texts = [text for text in (printed.alone, printed.short) if text and label_width(text, floor, BOLD) <= box.width]
    # Figures and capitals are lower than a Chinese character of the same size.
    ink = _CAPITALS if texts and texts[0].isascii() else 1.0
    over = (floor * _LINE + taken - box.height) / 2 - floor * (_LINE - ink) / 2
    if texts and over <= _PADDING:
        return _place_lines((texts[0],), (), floor, floor, taken)
    long = label_width(texts[0], floor, BOLD) if texts else 0.0
    both = long + _BESIDE + across
    if not texts or both > box.width + 2 * _PADDING:
        return Lettering((), 0.0)
    return Lettering((BoxLine(texts[0], floor, 0.0, name=True, across=(long - both) / 2),), 0.0, (both - across) / 2)


_TEXT = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


class PlacedText(Struct, frozen=True, kw_only=True):
    """A text around its middle, turned around it."""

    text: str
    px: int
    weight: int
    middle: QPointF
    angle: float
    colour: QColor

    def paint(self, painter: QPainter) -> None:
        painter.save()
        painter.translate(self.middle)
        painter.rotate(self.angle)
        painter.setPen(self.colour)
        painter.setFont(font(self.px, self.weight))
        painter.drawText(QRectF(-1000, -self.px, 2000, 2 * self.px), _TEXT, self.text)
        painter.restore()

    @property
    def width(self) -> float:
        return QFontMetricsF(font(self.px, self.weight)).horizontalAdvance(self.text)

    @property
    def outline(self) -> QPainterPath:
        """The letters as shapes, for a file that is opened where the fonts are not."""
        letters = font(self.px, self.weight)
        sizes = QFontMetricsF(letters)
        path = QPainterPath()
        path.addText(-self.width / 2, (sizes.ascent() - sizes.descent()) / 2, letters, self.text)
        return QTransform().translate(self.middle.x(), self.middle.y()).rotate(self.angle).map(path)
