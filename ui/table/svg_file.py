"""A layout as an SVG file of the station's own: every box is a shape with the name of its area as its id.

Letters are outlines, so that it looks the same where the fonts are not. What the operator's artwork may be begins with
such a file: it can be read back as one.
"""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainterPath

from dealer_app.showing.screen import TableShown
from ui.table import beside
from ui.table.dice import PIPS
from ui.table.example_marks import marks_of
from ui.table.filling import Filled
from ui.table.geometry import Badge
from ui.table.ground import ground_of
from ui.table.letters import Placed
from ui.table.painter import colours_of, letters_of
from ui.table.picture import Picture
from ui.theme.tokens import Theme


def svg(shown: TableShown, size: QSize, theme: Theme, title: str) -> str:
    """The file's text."""
    picture = Picture(shown, ground_of(shown, size, theme))
    width, height = size.width(), size.height()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title>",
        _shape("felt", picture.shapes.felt, theme.felt, theme.feltline, 1.6),
        *_boxes(picture, theme),
        *(_frame(place, theme.feltline) for place in beside.card_places(picture.shapes)),
        *(_letters(line) for line in beside.placed(picture.shapes, picture.layout, theme)),
        *(_badge(badge, theme) for badge in picture.shapes.badges),
        *_examples(picture, theme),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _boxes(picture: Picture, theme: Theme) -> Iterator[str]:
    copies: dict[str, int] = {}
    for each in picture.filled:
        copies[each.box.name] = copy = copies.get(each.box.name, 0) + 1
        name = each.box.name if copy == 1 else f"{each.box.name}.{copy}"
        colours = colours_of(each.box, each.shown, theme)
        yield _shape(name, each.box.path, colours.ground, colours.border, colours.stroke, _told(each))
        yield from (_letters(line) for line in letters_of(each, colours))
        yield from _dice(each, theme)


def _told(each: Filled) -> str:
    return " · ".join(part for part in (each.shown.label, each.shown.glyph, each.shown.odds) if part)


def _shape(name: str, path: QPainterPath, fill: QColor, line: QColor, stroke: float, title: str = "") -> str:
    colours = f'fill="{fill.name()}" stroke="{line.name()}" stroke-width="{stroke:g}"'
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f"<path id={quoteattr(name)} {colours} d={quoteattr(data_of(path))}>{inside}</path>"


def _letters(line: Placed) -> str:
    return f'<path fill="{line.colour.name()}" d="{data_of(line.outline)}"/>'


def _frame(place: QRectF, colour: QColor) -> str:
    where = f'x="{place.x():.2f}" y="{place.y():.2f}" width="{place.width():.2f}" height="{place.height():.2f}"'
    return f'<rect {where} rx="8" fill="none" stroke="{colour.name()}" stroke-dasharray="1 2"/>'


def _dice(each: Filled, theme: Theme) -> Iterator[str]:
    for face, place in each.dice:
        side, middle = place.width(), place.center()
        yield (
            f'<rect x="{place.x():.2f}" y="{place.y():.2f}" width="{side:.2f}" height="{side:.2f}" '
            f'rx="{side * 0.17:.2f}" fill="{theme.card.name()}"/>'
        )
        for across, down in PIPS[face]:
            x, y = middle.x() + across * side * 0.27, middle.y() + down * side * 0.27
            yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{side * 0.1:.2f}" fill="{theme.ink.name()}"/>'


def _badge(badge: Badge, theme: Theme) -> str:
    number = Placed(
        text=str(badge.seat), px=round(badge.radius), weight=700, middle=badge.middle, angle=0, colour=theme.t1
    )
    where = f'cx="{badge.middle.x():.2f}" cy="{badge.middle.y():.2f}" r="{badge.radius:.2f}"'
    disc = f'<circle id="seat-{badge.seat}" {where} fill="{theme.bg.name()}" stroke="{theme.t1.name()}"/>'
    return disc + _letters(number)


def _examples(picture: Picture, theme: Theme) -> Iterator[str]:
    """The marks of an Appendix that shows how bets are placed, with what it calls them."""
    for mark in marks_of(picture):
        where = f'cx="{mark.middle.x():.2f}" cy="{mark.middle.y():.2f}" r="{mark.radius:.2f}"'
        title = escape(f"{mark.number} {mark.name}")
        yield f'<circle {where} fill="{theme.go.name()}"><title>{title}</title></circle>'
        yield _letters(mark.figure(theme))


def data_of(path: QPainterPath) -> str:
    """A path in the words of SVG: Qt has moves, lines and cubic curves, of which the last takes three elements."""
    parts, number = [], 0
    while number < path.elementCount():
        element = path.elementAt(number)
        if element.isCurveTo():
            points = [path.elementAt(number + ahead) for ahead in range(3)]
            parts.append("C" + " ".join(f"{_number(point.x)} {_number(point.y)}" for point in points))
            number += 3
            continue
        parts.append(f"{'M' if element.isMoveTo() else 'L'}{_number(element.x)} {_number(element.y)}")
        number += 1
    return "".join(parts) + ("Z" if parts else "")


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
