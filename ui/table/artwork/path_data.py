"""The `d` of an SVG path and the `transform` of an element, as Qt has them: all commands, arcs too.

SVG 1.1, 8.3 and 7.6; an elliptical arc becomes Bézier curves of at most a quarter turn (its appendix F.6).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import atan2, ceil, cos, degrees, hypot, pi, radians, sin, sqrt, tan

from msgspec import Struct
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QTransform

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_NUMBERS = re.compile(_NUMBER)
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
# A flag may stand directly before the next number: `a1 1 0 0110 10`. A number once read is never read as two: there are
# too many ways to part a long row of figures.
_ARC = re.compile(
    rf"((?>{_NUMBER}))[\s,]*((?>{_NUMBER}))[\s,]*((?>{_NUMBER}))[\s,]*([01])[\s,]*([01])[\s,]*"
    rf"((?>{_NUMBER}))[\s,]*((?>{_NUMBER}))"
)
_BETWEEN = re.compile(r"[\s,]*")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
MOST_POINTS = 1_000
_LARGEST = 1e6
_FARTHEST = 1e9
"""How far a transform may move or enlarge, with those around it."""


class PathDataError(ValueError):
    """What is wrong with a path or a transform, in a few words."""


@dataclass(slots=True)
class _Pen:
    path: QPainterPath = field(default_factory=QPainterPath)
    start: QPointF = field(default_factory=QPointF)
    at: QPointF = field(default_factory=QPointF)
    control: QPointF | None = None
    """The last control point, for a curve that goes on smoothly; of the kind `of`."""
    of: str = ""


def parse_path(data: str) -> QPainterPath:
    """The path that this data draws; PathDataError says what is wrong with it."""
    pen = _Pen()
    for command, numbers in _commands(data):
        if pen.path.isEmpty() and not pen.path.elementCount() and command not in "Mm":
            raise PathDataError("a path begins with M")
        try:
            _draw_command(pen, command, numbers)
        except (ArithmeticError, ValueError):
            # An ellipse a thousand times as long as it is wide, and the like.
            raise PathDataError(f"{command} has numbers that cannot be drawn") from None
        if pen.path.elementCount() > MOST_POINTS:
            raise PathDataError("it has too many points: draw it more simply")
    return pen.path


def parse_numbers(text: str) -> list[float]:
    """The numbers of a list, and nothing else in it."""
    if _NUMBERS.sub("", text).strip(" \t\r\n,"):
        raise PathDataError(f"{text.strip()[:20]!r} is not a list of numbers")
    return _bounded_numbers(_NUMBERS.findall(text))


def _bounded_numbers(written: Iterable[str]) -> list[float]:
    """The numbers that are written so; none of them endless, nor larger than a drawing needs."""
    found = [float(number) for number in written]
    if any(abs(number) > _LARGEST for number in found):
        raise PathDataError("a number is too large")
    return found


def parse_transform(text: str) -> QTransform:
    """The transform that an attribute says; the last one is done first, as in SVG."""
    if _TRANSFORM.sub("", text).strip(" \t\r\n,"):
        raise PathDataError(f"{text.strip()[:30]!r} is not a transform")
    whole = QTransform()
    for kind, inside in _TRANSFORM.findall(text):
        whole = combine_transforms(_one_transform(kind, parse_numbers(inside)), whole)
    return whole


def combine_transforms(own: QTransform, around: QTransform) -> QTransform:
    """One transform inside of another, neither of which may lead out of what can be drawn."""
    both = own * around
    parts = (both.m11(), both.m12(), both.m21(), both.m22(), both.dx(), both.dy())
    if not all(abs(part) <= _FARTHEST for part in parts):
        raise PathDataError("its transforms move or enlarge too far")
    return both


def _one_transform(kind: str, given: list[float]) -> QTransform:
    match kind, given:
        case "matrix", [a, b, c, d, e, f]:
            return QTransform(a, b, c, d, e, f)
        case "translate", [across, *down] if len(down) <= 1:
            return QTransform.fromTranslate(across, down[0] if down else 0.0)
        case "scale", [across, *down] if len(down) <= 1:
            return QTransform.fromScale(across, down[0] if down else across)
        case "rotate", [angle]:
            return QTransform().rotate(angle)
        case "rotate", [angle, x, y]:
            return QTransform().translate(x, y).rotate(angle).translate(-x, -y)
        case "skewX", [angle]:
            return QTransform(1, 0, tan(radians(angle)), 1, 0, 0)
        case "skewY", [angle]:
            return QTransform(1, tan(radians(angle)), 0, 1, 0, 0)
        case _:
            raise PathDataError(f"{kind} does not take {len(given)} numbers")


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one use; numbers that go on repeat it, and lines follow a move."""
    if _COMMAND.sub("", data).strip(" \t\r\n,"):
        raise PathDataError(f"{data.strip()[:20]!r} is not a path")
    for letter, inside in _COMMAND.findall(data):
        count = _TAKES[letter.upper()]
        given = _arc_numbers(inside) if letter in "Aa" else parse_numbers(inside)
        if count == 0:
            if given:
                raise PathDataError("Z takes no numbers")
            yield letter, []
            continue
        if not given or len(given) % count:
            raise PathDataError(f"{letter} takes {count} numbers, not {len(given)}")
        repeated = letter
        for first in range(0, len(given), count):
            yield repeated, given[first : first + count]
            repeated = {"M": "L", "m": "l"}.get(letter, letter)


def _arc_numbers(text: str) -> list[float]:
    found: list[float] = []
    place = _match_end(_BETWEEN, text, 0)
    while place < len(text):
        arc = _ARC.match(text, place)
        if arc is None:
            raise PathDataError("A takes 7 numbers, two of them 0 or 1")
        found += _bounded_numbers(arc.groups())
        place = _match_end(_BETWEEN, text, arc.end())
    return found


def _match_end(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    return place if found is None else found.end()


def _draw_command(pen: _Pen, command: str, given: list[float]) -> None:
    kind = command.upper()
    base = pen.at if command.islower() else QPointF()
    smooth = pen.control if pen.control is not None and pen.of == {"S": "C", "T": "Q"}.get(kind, kind) else None
    mirrored = pen.at if smooth is None else pen.at * 2 - smooth
    pen.control, pen.of = None, ""
    _DRAWERS[kind](pen, given, base, mirrored)


def _points(given: list[float], base: QPointF) -> list[QPointF]:
    return [base + QPointF(x, y) for x, y in zip(given[::2], given[1::2], strict=True)]


def _draw_move(pen: _Pen, given: list[float], base: QPointF, _: QPointF) -> None:
    (pen.at,) = _points(given, base)
    pen.start = pen.at
    pen.path.moveTo(pen.at)


def _draw_line(pen: _Pen, given: list[float], base: QPointF, _: QPointF) -> None:
    (pen.at,) = _points(given, base)
    pen.path.lineTo(pen.at)


def _draw_horizontal(pen: _Pen, given: list[float], base: QPointF, _: QPointF) -> None:
    pen.at = QPointF(base.x() + given[0], pen.at.y())
    pen.path.lineTo(pen.at)


def _draw_vertical(pen: _Pen, given: list[float], base: QPointF, _: QPointF) -> None:
    pen.at = QPointF(pen.at.x(), base.y() + given[0])
    pen.path.lineTo(pen.at)


def _draw_cubic(pen: _Pen, given: list[float], base: QPointF, mirrored: QPointF) -> None:
    points = _points(given, base)
    first, second, end = points if len(points) == 3 else (mirrored, *points)
    pen.path.cubicTo(first, second, end)
    pen.at, pen.control, pen.of = end, second, "C"


def _draw_quadratic(pen: _Pen, given: list[float], base: QPointF, mirrored: QPointF) -> None:
    points = _points(given, base)
    control, end = points if len(points) == 2 else (mirrored, *points)
    pen.path.quadTo(control, end)
    pen.at, pen.control, pen.of = end, control, "Q"


def _draw_close(pen: _Pen, _given: list[float], _base: QPointF, _mirrored: QPointF) -> None:
    pen.path.closeSubpath()
    pen.at = pen.start


def _draw_arc(pen: _Pen, given: list[float], base: QPointF, _: QPointF) -> None:
    across, down, turn, large, sweep, x, y = given
    end = base + QPointF(x, y)
    if across == 0 or down == 0:
        pen.path.lineTo(end)
    elif end != pen.at:
        _arc_curves(pen.path, pen.at, end, _Ellipse(abs(across), abs(down), radians(turn), bool(large), bool(sweep)))
    pen.at = end


class _Ellipse(Struct, frozen=True):
    across: float
    down: float
    turn: float
    large: bool
    sweep: bool


def _arc_curves(path: QPainterPath, start: QPointF, end: QPointF, ellipse: _Ellipse) -> None:
    """SVG 1.1, F.6.5: from the two ends to the centre; too small an ellipse is made larger (F.6.6)."""
    cosine, sine = cos(ellipse.turn), sin(ellipse.turn)
    half = (start - end) / 2
    x, y = cosine * half.x() + sine * half.y(), -sine * half.x() + cosine * half.y()
    short = hypot(x / ellipse.across, y / ellipse.down)
    wide, high = (side * max(1.0, short) for side in (ellipse.across, ellipse.down))
    under = (wide * y) ** 2 + (high * x) ** 2
    away = sqrt(max(0.0, (wide * high) ** 2 - under) / under)
    if ellipse.large == ellipse.sweep:
        away = -away
    centre_x, centre_y = away * wide * y / high, -away * high * x / wide
    first = atan2((y - centre_y) / high, (x - centre_x) / wide)
    last = atan2((-y - centre_y) / high, (-x - centre_x) / wide)
    swept = last - first
    if ellipse.sweep and swept < 0:
        swept += 2 * pi
    elif not ellipse.sweep and swept > 0:
        swept -= 2 * pi
    middle = (start + end) / 2 + QPointF(cosine * centre_x - sine * centre_y, sine * centre_x + cosine * centre_y)
    place = QTransform().translate(middle.x(), middle.y()).rotate(degrees(ellipse.turn)).scale(wide, high)
    _unit_arc(path, place, first, swept)


def _unit_arc(path: QPainterPath, place: QTransform, first: float, swept: float) -> None:
    parts = max(1, ceil(abs(swept) / (pi / 2) - 1e-9))
    step = swept / parts
    reach = 4 / 3 * tan(step / 4)
    for number in range(parts):
        one, other = first + number * step, first + (number + 1) * step
        start, end = QPointF(cos(one), sin(one)), QPointF(cos(other), sin(other))
        path.cubicTo(
            place.map(start + QPointF(-start.y(), start.x()) * reach),
            place.map(end - QPointF(-end.y(), end.x()) * reach),
            place.map(end),
        )


_DRAWERS: dict[str, Callable[[_Pen, list[float], QPointF, QPointF], None]] = {
    "M": _draw_move,
    "L": _draw_line,
    "H": _draw_horizontal,
    "V": _draw_vertical,
    "C": _draw_cubic,
    "S": _draw_cubic,
    "Q": _draw_quadratic,
    "T": _draw_quadratic,
    "A": _draw_arc,
    "Z": _draw_close,
}
