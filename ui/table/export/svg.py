"""A layout as an SVG file: shapes with the names of the areas, and the marks of the example."""

from collections.abc import Iterator
from itertools import product
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainterPath

from dealer_app.layouts import GridDrawing, layout_drawing
from dealer_app.screens.screen import TableShown
from ui.table import side_notes
from ui.table.box_contents import BoxContents, box_point, clear_distance
from ui.table.geometry import Badge
from ui.table.lettering import PlacedText
from ui.table.painter import box_colours, box_texts
from ui.table.picture import TablePicture, make_picture_key
from ui.table.symbols import PIPS
from ui.theme.theme import ColourTheme

_RADII = (12.0, 11.0, 10.0, 9.0)
_REACHES = (1.0, 0.6, 0.3)
"""How far within its box a disc is, in its radius from the corner; the best comes first."""
_AIR = 1.0


class ExampleMark(Struct, frozen=True, kw_only=True):
    """One disc, and what the document calls the bet."""

    number: int
    name: str
    middle: QPointF
    radius: float
    scale: float

    @property
    def place(self) -> QRectF:
        around = QPointF(self.radius, self.radius)
        return QRectF(self.middle - around, self.middle + around)

    def figure(self, theme: ColourTheme) -> PlacedText:
        return PlacedText(
            text=str(self.number),
            px=round(self.radius * 4 / 3),
            weight=700,
            middle=self.middle,
            angle=0,
            colour=theme.goink,
        )


def find_example_marks(picture: TablePicture) -> Iterator[ExampleMark]:
    """None for a layout that is no example of another."""
    shown = picture.shown
    kind = layout_drawing(shown.game, shown.letter)
    if shown.letter == kind.letter or not isinstance(kind.kind, GridDrawing):
        return
    scale = picture.shapes.scale
    first = {each.box.area: each for each in reversed(picture.filled)}
    for number, (area, name) in enumerate(kind.kind.examples, start=1):
        middle, radius = _mark_place(first[area], scale)
        yield ExampleMark(number=number, name=name, middle=middle, radius=radius, scale=scale)


def _mark_place(each: BoxContents, scale: float) -> tuple[QPointF, float]:
    """Wholly in a corner of the box if that is free; else smaller, or over its corner."""
    box = each.box
    for reach, radius, (down, right) in product(_REACHES, _RADII, product((-1, 1), (-1, 1))):
        size = radius * scale
        inward = size * reach
        across, below = box.bounds.width() / 2 - inward, box.bounds.height() / 2 - inward
        middle = box.bounds.center() + QPointF(across * right, below * down)
        if clear_distance(each, middle) >= size + _AIR * scale:
            return middle, size
    return box_point(box, -box.width / 2, -box.height / 2), _RADII[-1] * scale


def layout_svg(shown: TableShown, size: QSize, theme: ColourTheme, title: str) -> str:
    """The file's text."""
    picture = TablePicture(shown, make_picture_key(shown, size, theme))
    width, height = size.width(), size.height()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title>",
        _svg_shape("felt", picture.shapes.felt, theme.felt, theme.feltline, 1.6),
        *_svg_boxes(picture, theme),
        *(_svg_frame(place, theme.feltline) for place in side_notes.card_places(picture.shapes)),
        *(_svg_letters(line) for line in side_notes.side_note_lines(picture.shapes, picture.layout, theme)),
        *(_svg_badge(badge, theme) for badge in picture.shapes.badges),
        *_svg_examples(picture, theme),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _svg_boxes(picture: TablePicture, theme: ColourTheme) -> Iterator[str]:
    copies: dict[str, int] = {}
    for each in picture.filled:
        copies[each.box.name] = copy = copies.get(each.box.name, 0) + 1
        name = each.box.name if copy == 1 else f"{each.box.name}.{copy}"
        colours = box_colours(each.box, each.shown, theme)
        yield _svg_shape(name, each.box.path, colours.ground, colours.border, colours.stroke, _box_title(each))
        yield from (_svg_letters(line) for line in box_texts(each, colours))
        yield from _svg_dice(each, theme)


def _box_title(each: BoxContents) -> str:
    return " · ".join(part for part in (each.shown.label, each.shown.glyph, each.shown.odds) if part)


def _svg_shape(name: str, path: QPainterPath, fill: QColor, line: QColor, stroke: float, title: str = "") -> str:
    colours = f'fill="{fill.name()}" stroke="{line.name()}" stroke-width="{stroke:g}"'
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f"<path id={quoteattr(name)} {colours} d={quoteattr(svg_path_data(path))}>{inside}</path>"


def _svg_letters(line: PlacedText) -> str:
    return f'<path fill="{line.colour.name()}" d="{svg_path_data(line.outline)}"/>'


def _svg_frame(place: QRectF, colour: QColor) -> str:
    where = f'x="{place.x():.2f}" y="{place.y():.2f}" width="{place.width():.2f}" height="{place.height():.2f}"'
    return f'<rect {where} rx="8" fill="none" stroke="{colour.name()}" stroke-dasharray="1 2"/>'


def _svg_dice(each: BoxContents, theme: ColourTheme) -> Iterator[str]:
    for face, place in each.dice:
        side, middle = place.width(), place.center()
        yield (
            f'<rect x="{place.x():.2f}" y="{place.y():.2f}" width="{side:.2f}" height="{side:.2f}" '
            f'rx="{side * 0.17:.2f}" fill="{theme.card.name()}"/>'
        )
        for across, down in PIPS[face]:
            x, y = middle.x() + across * side * 0.27, middle.y() + down * side * 0.27
            yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{side * 0.1:.2f}" fill="{theme.ink.name()}"/>'


def _svg_badge(badge: Badge, theme: ColourTheme) -> str:
    number = PlacedText(
        text=str(badge.seat), px=round(badge.radius), weight=700, middle=badge.middle, angle=0, colour=theme.t1
    )
    where = f'cx="{badge.middle.x():.2f}" cy="{badge.middle.y():.2f}" r="{badge.radius:.2f}"'
    disc = f'<circle id="seat-{badge.seat}" {where} fill="{theme.bg.name()}" stroke="{theme.t1.name()}"/>'
    return disc + _svg_letters(number)


def _svg_examples(picture: TablePicture, theme: ColourTheme) -> Iterator[str]:
    """The marks of an Appendix that shows how bets are placed, with what it calls them."""
    for mark in find_example_marks(picture):
        where = f'cx="{mark.middle.x():.2f}" cy="{mark.middle.y():.2f}" r="{mark.radius:.2f}"'
        title = escape(f"{mark.number} {mark.name}")
        yield f'<circle {where} fill="{theme.go.name()}"><title>{title}</title></circle>'
        yield _svg_letters(mark.figure(theme))


def svg_path_data(path: QPainterPath) -> str:
    """A path in the words of SVG: Qt has moves, lines and cubic curves, of which the last takes three elements."""
    parts, number = [], 0
    while number < path.elementCount():
        element = path.elementAt(number)
        if element.isCurveTo():
            points = [path.elementAt(number + ahead) for ahead in range(3)]
            parts.append("C" + " ".join(f"{_svg_number(point.x)} {_svg_number(point.y)}" for point in points))
            number += 3
            continue
        parts.append(f"{'M' if element.isMoveTo() else 'L'}{_svg_number(element.x)} {_svg_number(element.y)}")
        number += 1
    return "".join(parts) + ("Z" if parts else "")


def _svg_number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
