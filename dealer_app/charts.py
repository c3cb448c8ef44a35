"""Charts as values, and the drawing of one as SVG: the window paints that text, and a report on paper embeds it.

Colours and letters are given by the window or the report: nothing here knows a theme. Every place is a whole number of
tenths of a pixel, so that the same chart is the same bytes each time.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import assert_never
from xml.sax.saxutils import escape

from msgspec import Struct


class ChartInk(Struct, frozen=True, kw_only=True):
    """The colours, by their meaning, and the families of letters. Han are the characters that Latin letters lack."""

    text: str
    quiet: str
    line: str
    """A hairline: the axis."""
    mark: str
    """What joins points, and a usual bar."""
    good: str
    """At or over the standard."""
    attention: str
    """Below it, or what is to be seen first."""
    ground: str
    """The track behind a bar."""
    latin: str = "Station Inter 600"
    han: str = "Station Noto Sans TC"


class CourseChart(Struct, frozen=True, kw_only=True):
    """A value by week or hour as points on a line; where there is none the line has a gap, and no point stands there.

    A point below the standard is a triangle, one at it or over it a disc.
    """

    names: tuple[str, ...]
    values: tuple[int | None, ...]
    low: int
    high: int
    standard: int
    empty: str = ""
    """Said in the place of the points where there are none."""


class BarChart(Struct, frozen=True, kw_only=True):
    """A bar for each name, with its figure over it; those that are `marked` are to be seen first."""

    names: tuple[str, ...]
    values: tuple[int, ...]
    figures: tuple[str, ...] = ()
    """What is written over the bars, where it is not the value itself."""
    marked: frozenset[int] = frozenset()
    limit: int | None = None
    """A dashed line across at this value."""
    limit_name: str = ""


class ListBar(Struct, frozen=True, kw_only=True):
    """One line of a list of bars: its name over the bar, its figure behind it."""

    name: str
    value: int
    figure: str
    note: str = ""
    """Beside the name, at the right: the money of an error."""
    attention: bool = False
    """Whether the bar is to be seen first."""
    standard: int | None = None
    """A tick on the bar: what is to be reached."""


class ListChart(Struct, frozen=True, kw_only=True):
    """Bars one below the other, all on one scale: of `most`, or of the longest of them."""

    bars: tuple[ListBar, ...]
    most: int | None = None


class ChanceChart(Struct, frozen=True, kw_only=True):
    """How likely a number or more of something is, on a scale of powers of ten: each step down is ten times rarer.

    The bars from `limit` on are marked, with a dashed line before them; the one at `found` has a frame.
    """

    names: tuple[str, ...]
    depths: tuple[int, ...]
    """Of each bar how many hundredths of a power of ten it is below certain."""
    grid: tuple[tuple[int, str], ...]
    """Lines across, each at so many hundredths, with its name."""
    limit: int
    limit_name: str
    found: int


Chart = CourseChart | BarChart | ListChart | ChanceChart

_TENTH = 10
_LINE = 13
"""Height of a line of letters, in tenths of their size."""
_HAN = 0x2E80


def draw_chart(chart: Chart, size: tuple[int, int], ink: ChartInk, letters: int = 16) -> str:
    """The chart as the text of an SVG of so many pixels; its letters are so high."""
    width, height = size
    sheet = _Sheet(ink, letters)
    match chart:
        case CourseChart():
            body = _draw_course(chart, width, height, sheet)
        case BarChart():
            body = _draw_bars(chart, width, height, sheet)
        case ListChart():
            body = _draw_list(chart, width, sheet)
        case ChanceChart():
            body = _draw_chances(chart, width, height, sheet)
        case _:
            assert_never(chart)
    inside = "".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{inside}</svg>'
    )


def list_height(chart: ListChart, letters: int = 16) -> int:
    """How high a list of bars is: as many lines as it has bars."""
    return len(chart.bars) * _list_step(letters)


class _Sheet:
    """Writes single shapes. All places are in tenths of a pixel."""

    def __init__(self, ink: ChartInk, letters: int) -> None:
        self.ink = ink
        self.letters = letters

    @property
    def line(self) -> int:
        """The height of a line of letters, in tenths."""
        return self.letters * _LINE

    def width(self, said: str) -> int:
        """About how wide a word is, in tenths: a Han character takes nearly twice the room of a Latin letter."""
        return sum(self.letters * (10 if ord(letter) >= _HAN else 6) for letter in said)

    def text(self, said: str, x: int, foot: int, *, anchor: str = "middle", colour: str = "") -> str:
        """A word with its baseline there; Han characters have a family of their own."""
        family = self.ink.han if any(ord(letter) >= _HAN for letter in said) else self.ink.latin
        return (
            f'<text x="{_px(x)}" y="{_px(foot)}" font-family="{escape(family)}" font-size="{self.letters}" '
            f'text-anchor="{anchor}" fill="{colour or self.ink.quiet}">{escape(said)}</text>'
        )

    def rule(self, left: int, right: int, y: int, colour: str, *, dashed: bool = False) -> str:
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        return (
            f'<path d="M{_px(left)} {_px(y)}H{_px(right)}" stroke="{colour}" stroke-width="{2 if dashed else 1}" '
            f'fill="none"{dash}/>'
        )

    def box(self, place: tuple[int, int, int, int], colour: str, radius: int = 0) -> str:
        x, y, wide, high = place
        rounded = f' rx="{_px(radius)}"' if radius else ""
        return f'<rect x="{_px(x)}" y="{_px(y)}" width="{_px(wide)}" height="{_px(high)}"{rounded} fill="{colour}"/>'

    def point(self, x: int, y: int, *, good: bool) -> str:
        """A disc, or a triangle: what is below the standard is seen without its colour."""
        if good:
            return f'<circle cx="{_px(x)}" cy="{_px(y)}" r="6" fill="{self.ink.good}"/>'
        corners = ((x, y - 80), (x + 80, y + 60), (x - 80, y + 60))
        path = " ".join(f"{_px(left)},{_px(top)}" for left, top in corners)
        return f'<polygon points="{path}" fill="{self.ink.attention}"/>'


def _px(tenths: int) -> str:
    whole, part = divmod(abs(tenths), _TENTH)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def _columns(count: int, left: int, right: int) -> list[int]:
    """The middle of each of so many columns between the two."""
    return [left + (right - left) * (2 * place + 1) // (2 * count) for place in range(count)]


def _draw_course(chart: CourseChart, width: int, height: int, sheet: _Sheet) -> Iterator[str]:
    ink = sheet.ink
    left, right = sheet.letters * 22, width * _TENTH - 40
    top, foot = 100, height * _TENTH - sheet.line - 60

    def at(value: int) -> int:
        inside = min(max(value, chart.low), chart.high)
        return foot - (foot - top) * (inside - chart.low) // (chart.high - chart.low)

    half = sheet.letters * 4
    yield sheet.rule(left, right, foot, ink.line)
    yield sheet.rule(left, right, at(chart.standard), ink.good, dashed=True)
    for value in (chart.low, chart.standard):
        yield sheet.text(str(value), left - 80, at(value) + half, anchor="end")
    columns = _columns(len(chart.names), left, right)
    for name, x in zip(chart.names, columns, strict=True):
        yield sheet.text(name, x, height * _TENTH - 40)
    points = [(x, at(value), value) for x, value in zip(columns, chart.values, strict=True) if value is not None]
    if not points and chart.empty:
        yield sheet.text(chart.empty, (left + right) // 2, foot - 60)
    for (x, y, _), (next_x, next_y, _) in pairwise(points):
        path = f"M{_px(x)} {_px(y)}L{_px(next_x)} {_px(next_y)}"
        yield f'<path d="{path}" stroke="{ink.mark}" stroke-width="2.5" fill="none"/>'
    for x, y, value in points:
        yield sheet.point(x, y, good=value >= chart.standard)


def _draw_bars(chart: BarChart, width: int, height: int, sheet: _Sheet) -> Iterator[str]:
    ink = sheet.ink
    left, right = 0, width * _TENTH
    top, foot = sheet.line + 40, height * _TENTH - sheet.line - 40
    most = max((*chart.values, chart.limit or 0, 1))
    columns = _columns(len(chart.names), left, right)
    wide = min(640, (right - left) // max(1, len(chart.names)) * 7 // 10)
    figures = chart.figures or tuple(map(str, chart.values))
    for place, (x, value) in enumerate(zip(columns, chart.values, strict=True)):
        high = max(20, (foot - top) * value // most)
        first = place in chart.marked
        if chart.limit is None:
            yield sheet.box((x - wide // 2, foot - high, wide, high), ink.attention if first else ink.mark, 40)
            yield sheet.text(figures[place], x, foot - high - 50, colour=ink.text)
        else:
            # Above the bar the figure would be written over the line.
            yield sheet.box((x - wide // 2, foot - high, wide, high), ink.ground, 40)
            yield sheet.box((x - wide // 2, foot - high, wide, 30), ink.attention if first else ink.mark, 15)
            has_room = high > sheet.line
            base = foot - high + sheet.letters * 12 if has_room else foot - high - 50
            yield sheet.text(figures[place], x, base, colour=ink.text)
        yield sheet.text(chart.names[place], x, height * _TENTH - 40, colour=ink.text if first else "")
    yield sheet.rule(left, right, foot, ink.line)
    if chart.limit is not None:
        y = foot - (foot - top) * chart.limit // most
        yield sheet.rule(left, right, y, ink.attention, dashed=True)
        if chart.limit_name:
            yield sheet.text(chart.limit_name, right, y - 50, anchor="end", colour=ink.attention)


_BAR = 100
_BETWEEN = 80


def _list_step(letters: int) -> int:
    """From the top of one bar's name to the next, in pixels."""
    return (letters * _LINE + _BAR + _BETWEEN) // _TENTH


def _draw_list(chart: ListChart, width: int, sheet: _Sheet) -> Iterator[str]:
    ink = sheet.ink
    right = width * _TENTH
    widest = max((len(bar.figure) for bar in chart.bars), default=0)
    end = right - widest * sheet.letters * 7 - 80
    most = chart.most if chart.most is not None else max((bar.value for bar in chart.bars), default=1)
    for number, bar in enumerate(chart.bars):
        top = number * _list_step(sheet.letters) * _TENTH
        base = top + sheet.letters * _TENTH
        y = top + sheet.line
        yield sheet.text(bar.name, 0, base, anchor="start", colour=ink.text)
        if bar.note:
            yield sheet.text(bar.note, right, base, anchor="end")
        yield sheet.box((0, y, end, _BAR), ink.ground, _BAR // 2)
        share = end * min(bar.value, max(most, 1)) // max(most, 1)
        if share:
            yield sheet.box((0, y, max(share, _BAR), _BAR), ink.attention if bar.attention else ink.good, _BAR // 2)
        if bar.standard is not None:
            yield sheet.box((end * bar.standard // max(most, 1) - 15, y - 40, 30, _BAR + 80), ink.text)
        yield sheet.text(bar.figure, right, y + _BAR, anchor="end", colour=ink.text)


_DEEPEST_BAR = 100
"""So high is the bar of what is rarest, in tenths of a pixel: it is seen."""


def _draw_chances(chart: ChanceChart, width: int, height: int, sheet: _Sheet) -> Iterator[str]:
    ink = sheet.ink
    left = max(sheet.width(name) for _, name in chart.grid) + 100
    right, top, foot = width * _TENTH - 20, sheet.line + 60, height * _TENTH - sheet.line - 40
    deepest = max((*chart.depths, 1))

    def at(depth: int) -> int:
        return top + (foot - _DEEPEST_BAR - top) * min(depth, deepest) // deepest

    half = sheet.letters * 4
    named = None
    for depth, name in chart.grid:
        if depth <= deepest:
            yield sheet.rule(left, right, at(depth), ink.line)
            if named is None or at(depth) - named >= sheet.line:
                named = at(depth)
                yield sheet.text(name, left - 60, named + half, anchor="end")
    columns = _columns(len(chart.names), left, right)
    wide = (right - left) // max(1, len(chart.names)) * 7 // 10
    for place, (x, depth) in enumerate(zip(columns, chart.depths, strict=True)):
        y, rare = at(depth), place >= chart.limit
        bar = (x - wide // 2, y, wide, foot - y)
        if place == chart.found:
            frame = (bar[0] - 40, bar[1] - 40, bar[2] + 80, bar[3] + 80)
            yield sheet.box(frame, ink.text, 60)
        yield sheet.box(bar, ink.attention if rare else ink.quiet, 30)
        yield sheet.text(chart.names[place], x, height * _TENTH - 40, colour=ink.text if rare else "")
    yield sheet.rule(left, right, foot, ink.line)
    if 0 < chart.limit < len(columns):
        x = (columns[chart.limit - 1] + columns[chart.limit]) // 2
        yield (
            f'<path d="M{_px(x)} {_px(top - 40)}V{_px(foot)}" stroke="{ink.attention}" stroke-width="2" fill="none" '
            f'stroke-dasharray="6 4"/>'
        )
        # To the right of the line bars are low: there is room for the words.
        yield sheet.text(chart.limit_name, x + 60, top - 60 + sheet.letters * 4, anchor="start", colour=ink.attention)
