"""Reads the named shapes of an SVG file, and nothing else of it: no entity, no other file, no style, no script.

A shape without a name, or with one that a drawing program gave it, is decoration and is left out; what stands in
`defs`, `clipPath` and the like is no shape of the drawing.
"""

import re
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt, QXmlStreamAttributes, QXmlStreamReader
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

from ui.table.path_data import PathDataError, numbers_of, path_of, transform_of

LARGEST_FILE = 4_000_000
_MOST_ELEMENTS = 20_000
_DEEPEST = 64
_SHAPES = frozenset({"rect", "circle", "ellipse", "polygon", "path"})
_NO_SHAPES_WITHIN = frozenset(
    {"defs", "clipPath", "mask", "symbol", "pattern", "marker", "metadata", "style", "script"}
)
_GIVEN_BY_A_PROGRAM = re.compile(
    r"(svg|g|layer|rect|path|circle|ellipse|polygon|polyline|line|text|tspan|use|image|defs|namedview|art-.*)[-_0-9]*"
)


@dataclass(slots=True)
class Found:
    """The shapes of a file by their names, the size of its scene, and what is wrong with it."""

    size: QRectF = field(default_factory=QRectF)
    shapes: dict[str, QPainterPath] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    xml: QXmlStreamReader
    found: Found = field(default_factory=Found)
    elements: int = 0


def shapes_in(text: bytes) -> Found:
    """Everything in the file that has a name of its own. Faults are all told; a file that is no SVG has only those."""
    if len(text) > LARGEST_FILE:
        return Found(faults=["the file is larger than 4 MB"])
    try:
        written = text.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        return Found(faults=[f"byte {problem.start} is not UTF-8 text"])
    reading = _Reading(QXmlStreamReader(written))
    reading.xml.setEntityExpansionLimit(0)
    _document(reading)
    return reading.found


def _document(reading: _Reading) -> None:
    xml, found = reading.xml, reading.found
    transforms, hidden = [QTransform()], 0
    while not xml.atEnd():
        match xml.readNext():
            case QXmlStreamReader.TokenType.DTD | QXmlStreamReader.TokenType.EntityReference:
                found.faults.append(f"line {xml.lineNumber()}: a document type or an entity is not read")
                return
            case QXmlStreamReader.TokenType.StartElement:
                reading.elements += 1
                if reading.elements > _MOST_ELEMENTS or len(transforms) > _DEEPEST:
                    found.faults.append(f"line {xml.lineNumber()}: too many elements, or too deep within one another")
                    return
                name = xml.name()
                hidden += bool(hidden) or name in _NO_SHAPES_WITHIN
                transforms.append(_element(reading, name, transforms[-1], drawn=not hidden))
            case QXmlStreamReader.TokenType.EndElement:
                transforms.pop()
                hidden = max(0, hidden - 1)
            case _:
                pass
    if xml.hasError():
        found.faults.append(f"line {xml.lineNumber()}: {xml.errorString()}")
    elif found.size.isEmpty():
        found.faults.append("the file has no svg element with a viewBox, or a width and a height")


def _element(reading: _Reading, name: str, around: QTransform, *, drawn: bool) -> QTransform:
    """Takes the element in; comes back with the transform for what stands within it."""
    given = reading.xml.attributes()
    found, line = reading.found, reading.xml.lineNumber()
    try:
        if name == "svg" and found.size.isEmpty():
            found.size = _size(given)
            return around
        own = transform_of(given.value("transform")) * around
        called = str(given.value("id"))
        if drawn and name in _SHAPES and called and not _GIVEN_BY_A_PROGRAM.fullmatch(called):
            _take(found, called, own.map(_outline(name, given)), line)
    except PathDataError as problem:
        found.faults.append(f"line {line}: {name}: {problem}")
        return around
    return own


def _take(found: Found, called: str, path: QPainterPath, line: int) -> None:
    path.setFillRule(Qt.FillRule.WindingFill)
    if called in found.shapes:
        found.faults.append(f"line {line}: {called} stands there twice; a second drawing of it is {called}.2")
    elif path.boundingRect().isEmpty():
        found.faults.append(f"line {line}: {called} has no surface")
    else:
        found.shapes[called] = path


def _size(given: QXmlStreamAttributes) -> QRectF:
    if given.hasAttribute("viewBox"):
        numbers = numbers_of(str(given.value("viewBox")))
        if len(numbers) != 4:
            raise PathDataError("a viewBox has four numbers")
        return QRectF(*numbers)
    width, height = (numbers_of(str(given.value(name)).removesuffix("px")) for name in ("width", "height"))
    return QRectF(0, 0, width[0], height[0]) if width and height else QRectF()


def _outline(name: str, given: QXmlStreamAttributes) -> QPainterPath:
    path = QPainterPath()
    match name:
        case "rect":
            x, y, width, height, across, down = _lengths(given, "x", "y", "width", "height", "rx", "ry")
            rounded = across or down, down or across
            path.addRoundedRect(QRectF(x, y, width, height), min(rounded[0], width / 2), min(rounded[1], height / 2))
        case "circle":
            x, y, radius = _lengths(given, "cx", "cy", "r")
            path.addEllipse(QPointF(x, y), radius, radius)
        case "ellipse":
            x, y, across, down = _lengths(given, "cx", "cy", "rx", "ry")
            path.addEllipse(QPointF(x, y), across, down)
        case "polygon":
            numbers = numbers_of(str(given.value("points")))
            if len(numbers) < 6 or len(numbers) % 2:
                raise PathDataError("a polygon has three points or more")
            corners = zip(numbers[::2], numbers[1::2], strict=True)
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
            path.closeSubpath()
        case _:
            path = path_of(str(given.value("d")))
    return path


def _lengths(given: QXmlStreamAttributes, *names: str) -> list[float]:
    """Lengths in units of the scene; what is not given is nought."""
    found = []
    for name in names:
        numbers = numbers_of(str(given.value(name)).strip().removesuffix("px"))
        found.append(numbers[0] if numbers else 0.0)
    return found
