"""Reads the named shapes of an SVG file, and nothing else of it: no entity, no other file, no style, no script.

A shape without a name, or with one that a drawing program gave it, is decoration and is left out; what is in `defs`,
`clipPath` and the like is no shape of the drawing, and what is hidden is not there. Whatever the bytes are, they become
shapes or faults, in a time that the size of the file bounds.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt, QXmlStreamAttributes, QXmlStreamReader
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

from dealer_app.domain.values import replace
from ui.table.artwork.path_data import (
    MOST_POINTS,
    PathDataError,
    combine_transforms,
    parse_numbers,
    parse_path,
    parse_transform,
)

LARGEST_FILE = 4_000_000
_MOST_ELEMENTS = 20_000
_DEEPEST = 64
_LONGEST_NAME = 60
_MOST_POINTS_OF_ALL = 20_000
_LEAST_SHEET = 10.0
_SHAPES = frozenset({"rect", "circle", "ellipse", "polygon", "path"})
_NO_SHAPES_WITHIN = frozenset(
    {"defs", "clipPath", "mask", "symbol", "pattern", "marker", "metadata", "style", "script"}
)
_GIVEN_BY_A_PROGRAM = re.compile(
    r"(svg|g|layer|rect|path|circle|ellipse|polygon|polyline|line|text|tspan|use|image|defs|namedview|art-.*)[-_0-9]*"
)
_PLACES = frozenset({"x", "y", "cx", "cy"})
_FARTHEST = 1e7
_HIDING_VALUES = {
    "display": re.compile("none"),
    "visibility": re.compile("hidden|collapse"),
    "opacity": re.compile(r"0+(\.0*)?%?|\.0+%?"),
}
_HIDING_SHEET = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)


@dataclass(slots=True)
class SvgShapes:
    """The shapes of a file by their names, the size of its scene, and what is wrong with it."""

    size: QRectF = field(default_factory=QRectF)
    shapes: dict[str, QPainterPath] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    """Names of shapes that are in the file and not shown."""
    faulty: set[str] = field(default_factory=set)
    """Names of shapes whose faults were reported."""
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _SvgReading:
    xml: QXmlStreamReader
    found: SvgShapes = field(default_factory=SvgShapes)
    elements: int = 0
    points: int = 0


def read_shapes(text: bytes) -> SvgShapes:
    """Everything in the file that has a name of its own. All faults are reported; a file that is no SVG has only
    those.
    """
    if len(text) > LARGEST_FILE:
        return SvgShapes(faults=["the file is larger than 4 MB"])
    try:
        written = text.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        return SvgShapes(faults=[f"byte {problem.start} is not UTF-8 text"])
    reading = _SvgReading(QXmlStreamReader(written))
    reading.xml.setEntityExpansionLimit(0)
    _read_document(reading)
    return reading.found


def _read_document(reading: _SvgReading) -> None:
    xml, found = reading.xml, reading.found
    around = [_ElementContext()]
    while not xml.atEnd():
        match xml.readNext():
            case QXmlStreamReader.TokenType.DTD | QXmlStreamReader.TokenType.EntityReference:
                found.faults.append(f"line {xml.lineNumber()}: a document type or an entity is not read")
                return
            case QXmlStreamReader.TokenType.StartElement:
                reading.elements += 1
                if reading.elements > _MOST_ELEMENTS or len(around) > _DEEPEST:
                    found.faults.append(f"line {xml.lineNumber()}: too many elements, or too deep within one another")
                    return
                around.append(_read_element(reading, around[-1]))
            case QXmlStreamReader.TokenType.EndElement:
                around.pop()
            case QXmlStreamReader.TokenType.Characters if around[-1].style and _HIDING_SHEET.search(str(xml.text())):
                found.faults.append(
                    f'line {xml.lineNumber()}: a style sheet hides elements: delete them, or give them display="none"'
                )
            case _:
                pass
    if xml.hasError():
        found.faults.append(f"line {xml.lineNumber()}: {xml.errorString()}")
    elif found.size.isEmpty():
        found.faults.append("the file has no svg element with a viewBox, or a width and a height")


class _ElementContext(Struct, frozen=True):
    """What an element gives to those within it."""

    transform: QTransform = msgspec.field(default_factory=QTransform)
    drawn: bool = True
    shown: bool = True
    style: bool = False


def _read_element(reading: _SvgReading, around: _ElementContext) -> _ElementContext:
    """Takes the element in; comes back with what holds for those within it."""
    given, name = reading.xml.attributes(), str(reading.xml.name())
    found, line = reading.found, reading.xml.lineNumber()
    inner = replace(around, drawn=around.drawn and name not in _NO_SHAPES_WITHIN, style=name == "style")
    try:
        if name == "svg":
            found.size = _sheet_size(given, outermost=reading.elements == 1)
            return inner
        inner = replace(inner, shown=inner.shown and not _is_hidden(given))
        inner = replace(
            inner, transform=combine_transforms(parse_transform(str(given.value("transform"))), around.transform)
        )
        called = str(given.value("id"))
        if inner.drawn and name in _SHAPES and called:
            _add_shape(reading, called, lambda: inner.transform.map(_shape_path(name, given)), shown=inner.shown)
    except (PathDataError, ArithmeticError, ValueError) as problem:
        found.faults.append(f"line {line}: {name}: {problem}")
    return inner


def _is_hidden(given: QXmlStreamAttributes) -> bool:
    """By attributes or by a style of its own."""
    parts = (part.partition(":") for part in str(given.value("style")).lower().split(";"))
    said = {name.strip(): value.partition("!")[0].strip() for name, _, value in parts}
    if "transform" in said:
        raise PathDataError("a transform is in its style: write it as an attribute")
    return any(
        hides.fullmatch(said.get(name, str(given.value(name)).strip())) for name, hides in _HIDING_VALUES.items()
    )


def _add_shape(reading: _SvgReading, called: str, drawn: Callable[[], QPainterPath], *, shown: bool) -> None:
    found = reading.found
    if len(called) > _LONGEST_NAME:
        raise PathDataError(f"{called[:20]}... is too long for a name")
    if _GIVEN_BY_A_PROGRAM.fullmatch(called):
        return
    if not shown:
        found.hidden.add(called)
        return
    if called in found.shapes:
        raise PathDataError(f"{called} is there twice; a second drawing of it is {called}.2")
    found.faulty.add(called)
    path = drawn()
    path.setFillRule(Qt.FillRule.WindingFill)
    reading.points += path.elementCount()
    if path.elementCount() > MOST_POINTS or reading.points > _MOST_POINTS_OF_ALL:
        raise PathDataError(f"{called} has too many points: draw it more simply")
    if not all(abs(side) <= _FARTHEST for side in _rect_sides(path.controlPointRect())):
        raise PathDataError(f"{called} is too far out")
    if path.boundingRect().isEmpty():
        raise PathDataError(f"{called} has no surface: draw it as a closed shape")
    found.faulty.discard(called)
    found.shapes[called] = path


def _rect_sides(place: QRectF) -> tuple[float, ...]:
    return place.left(), place.top(), place.right(), place.bottom()


def _sheet_size(given: QXmlStreamAttributes, *, outermost: bool) -> QRectF:
    if not outermost:
        raise PathDataError("a drawing within the drawing is not read: take its shapes out of it")
    if given.hasAttribute("viewBox"):
        numbers = parse_numbers(str(given.value("viewBox")))
        if len(numbers) != 4:
            raise PathDataError("a viewBox has four numbers")
    else:
        width, height = (parse_numbers(str(given.value(name)).removesuffix("px")) for name in ("width", "height"))
        if not width or not height:
            return QRectF()
        numbers = [0.0, 0.0, width[0], height[0]]
    if min(numbers[2:]) < _LEAST_SHEET:
        raise PathDataError(
            f"its sheet is {numbers[2]:g} x {numbers[3]:g}: it has to be {_LEAST_SHEET:g} x {_LEAST_SHEET:g}"
        )
    return QRectF(*numbers)


def _shape_path(name: str, given: QXmlStreamAttributes) -> QPainterPath:
    path = QPainterPath()
    match name:
        case "rect":
            x, y, width, height, across, down = _read_lengths(given, "x", "y", "width", "height", "rx", "ry")
            rounded = across or down, down or across
            path.addRoundedRect(QRectF(x, y, width, height), min(rounded[0], width / 2), min(rounded[1], height / 2))
        case "circle":
            x, y, radius = _read_lengths(given, "cx", "cy", "r")
            path.addEllipse(QPointF(x, y), radius, radius)
        case "ellipse":
            x, y, across, down = _read_lengths(given, "cx", "cy", "rx", "ry")
            path.addEllipse(QPointF(x, y), across, down)
        case "polygon":
            numbers = parse_numbers(str(given.value("points")))
            if len(numbers) < 6 or len(numbers) % 2:
                raise PathDataError("a polygon has three points or more")
            corners = zip(numbers[::2], numbers[1::2], strict=True)
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
            path.closeSubpath()
        case _:
            path = parse_path(str(given.value("d")))
    return path


def _read_lengths(given: QXmlStreamAttributes, *names: str) -> list[float]:
    """Lengths in units of the scene; what is not given is nought."""
    found = []
    for name in names:
        numbers = parse_numbers(str(given.value(name)).strip().removesuffix("px")) or [0.0]
        if name not in _PLACES and numbers[0] < 0:
            raise PathDataError(f"its {name} is below nought")
        found.append(numbers[0])
    return found
