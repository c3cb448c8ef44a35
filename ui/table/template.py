"""The operator's own artwork of a layout: an SVG file whose element ids name the areas.

`tie` is a shared area, `player.seat-3` a seat's own, `tie.2` a second drawing of the same box; `seat-3` is where a
seat's number stands, `felt` the table itself. The shapes that are painted are those that are hit. What is missing,
unknown or too many by the rulebook, and what could not be seen, read or hit, is told all at once.
"""

import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QTransform

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import Drawing, drawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.layouts.reading import needed
from dealer_app.regular_file import read_regular
from dealer_app.rulebooks import approved
from dealer_app.rulebooks.finding import layout_of
from ui.table.geometry import Badge, Box, Rank, Shapes, free_corner
from ui.table.geometry.boxes import is_compact
from ui.table.svg_shapes import LARGEST_FILE, Found, shapes_in
from ui.table.usable import SMALLEST_LAYOUT, nameless, out_of_use, room_in, sheet_of

_NAME = re.compile(r"([a-z][a-z0-9_]*(?::[1-9][0-9]*)?)(?:\.seat-([1-9][0-9]?))?(?:\.([2-9]))?")
_SEAT = re.compile(r"seat-([1-9][0-9]?)")
_FELT = "felt"
_BADGE = 19.0
_TURN = QSizeF(68, 64)


class TemplateFaultsError(Exception):
    """An artwork that cannot stand for this layout, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class _Named(Struct, frozen=True):
    area: Area
    seat: int | None
    copy: int

    @property
    def text(self) -> str:
        return str(self.area) if self.seat is None else f"{self.area}.seat-{self.seat}"

    @property
    def written(self) -> str:
        """As it stands in the file."""
        return self.text if self.copy == 1 else f"{self.text}.{self.copy}"


class Template(Struct, frozen=True, kw_only=True, eq=False):
    """An artwork that has been checked: it shows exactly the bets of its layout for these seats."""

    game: str
    letter: str
    seats: tuple[int, ...]
    size: QRectF
    felt: QPainterPath
    boxes: tuple[Box, ...]
    badges: tuple[Badge, ...]

    def shows(self, seats: tuple[int, ...], size: tuple[int, int]) -> bool:
        """Whether these seats are on it, and whether in this size all names can be read."""
        return set(seats) <= set(self.seats) and not unread(self, size)

    def shapes(self, size: tuple[int, int], seats: tuple[int, ...], *, turned: bool = False) -> Shapes:
        """Its shapes in a rectangle of pixels, without those of seats that are not played."""
        width, height = size
        scale = min(width / self.size.width(), height / self.size.height())
        left, top = (width - self.size.width() * scale) / 2, (height - self.size.height() * scale) / 2
        transform = QTransform.fromTranslate(left, top).scale(scale, scale)
        if turned:
            transform = transform.translate(self.size.width(), self.size.height()).rotate(180)
        transform = transform.translate(-self.size.x(), -self.size.y())
        shapes = Shapes(
            size=QRectF(0, 0, width, height),
            # Letters are as large as on the station's own drawing of the same width.
            scale=width / SCENE_WIDTH,
            felt=transform.map(self.felt),
            boxes=tuple(
                box.moved(transform, scale, turned=turned)
                for box in self.boxes
                if box.seat is None or box.seat in seats
            ),
            badges=tuple(
                Badge(badge.seat, transform.map(badge.middle), badge.radius * scale)
                for badge in self.badges
                if badge.seat in seats
            ),
            letters=(),
            turn=QRectF(),
            compact=is_compact(width / SCENE_WIDTH),
        )
        return replace(shapes, turn=_turn(shapes, turned=turned)) if seats else shapes


@lru_cache(maxsize=16)
def unread(template: Template, size: tuple[int, int]) -> tuple[str, ...]:
    """The boxes of an artwork in which no name has room, in a rectangle of this size."""
    shapes = template.shapes(size, template.seats)
    return nameless(shapes.boxes, shapes.scale)


def unread_in_the_smallest(template: Template) -> tuple[str, ...]:
    """The same where a layout is smallest, each once."""
    height = drawing(template.game, template.letter).kind.height
    size = (SMALLEST_LAYOUT, round(SMALLEST_LAYOUT * height / SCENE_WIDTH))
    return tuple(dict.fromkeys(unread(template, size)))


def read_template(path: Path, game: str, letter: str) -> Template:
    """The artwork in this file; OSError where it cannot be read, TemplateFaultsError where it is not in order."""
    return template_of(read_regular(path, LARGEST_FILE), game, letter)


def template_of(text: bytes, game: str, letter: str) -> Template:
    """The artwork that these bytes are."""
    found = shapes_in(text)
    own = drawing(game, letter)
    faults = list(found.faults)
    named: dict[_Named, QPainterPath] = {}
    badges: dict[int, QPainterPath] = {}
    for name, path in found.shapes.items():
        if name == _FELT:
            continue
        if (seat := _SEAT.fullmatch(name)) is not None:
            badges[int(seat[1])] = path
        elif (parsed := _parsed(name)) is not None:
            named[parsed] = path
        else:
            faults.append(f"{name} is no name of an area")
    seats = tuple(
        seat for seat in layout_of(approved(game), own.letter).seats if any(each.seat == seat for each in named)
    )
    faults += _faults(game, own.letter, set(named), seats, found)
    faults += _discs(set(badges), seats, found)
    wanted = needed(approved(game), own.letter)
    boxes = {each.written: _box(each, path, own) for each, path in named.items() if each.area in wanted}
    if not found.size.isEmpty():
        discs = {f"seat-{seat}": path for seat, path in badges.items()}
        faults += out_of_use(sheet_of(found.size, own.kind.height), boxes, discs)
    if faults:
        raise TemplateFaultsError(tuple(faults))
    return Template(
        game=game,
        letter=own.letter,
        seats=seats,
        size=found.size,
        felt=found.shapes.get(_FELT, _sheet(found.size)),
        boxes=tuple(boxes.values()),
        badges=tuple(_badge(seat, path) for seat, path in badges.items()),
    )


def _parsed(name: str) -> _Named | None:
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    return _Named(Area(parts[1]), int(parts[2]) if parts[2] else None, int(parts[3] or 1))


def _faults(game: str, letter: str, named: set[_Named], seats: tuple[int, ...], found: Found) -> list[str]:
    """What is missing, what is unknown, and what stands at a seat that the layout does not have."""
    layout, own = layout_of(approved(game), letter), drawing(game, letter)
    wanted = needed(approved(game), letter)
    drawn = {(each.area, each.seat) for each in named}
    faults = []
    for area in wanted:
        places = seats or layout.seats[:1] if area in own.by_seat else (None,)
        missing = [_Named(area, seat, 1).text for seat in places if (area, seat) not in drawn]
        faults += _missing(missing, found, "draw it")
    for each in sorted(named, key=lambda each: (each.text, each.copy)):
        if each.area not in wanted:
            faults.append(f"{each.text} is unknown: no bet of Appendix {letter}")
        elif each.seat is None and each.area in own.by_seat:
            faults.append(f"{each.text} is drawn for nobody: every seat has its own, as {each.area}.seat-1")
        elif each.seat is not None and each.area not in own.by_seat:
            faults.append(f"{each.text} is drawn for a seat: all seats share {each.area}")
        elif each.seat is not None and each.seat not in layout.seats:
            faults.append(f"{each.text} is unknown: Appendix {letter} has no seat {each.seat}")
        elif each.copy > 1 and _Named(each.area, each.seat, each.copy - 1) not in named:
            faults.append(f"{each.text}.{each.copy} is there without {each.text}")
    if seats and layout.fewest_positions is not None and len(seats) < layout.fewest_positions:
        faults.append(f"{len(seats)} seats are drawn; Appendix {letter} has at least {layout.fewest_positions}")
    return faults


def _discs(badges: set[int], seats: tuple[int, ...], found: Found) -> list[str]:
    """A seat is touched where its number stands."""
    missing = [f"seat-{seat}" for seat in seats if seat not in badges]
    unknown = [f"seat-{seat} is unknown: nothing is drawn for it" for seat in sorted(badges - set(seats))]
    return [*_missing(missing, found, "draw a disc where the number of the seat stands"), *unknown]


def _missing(names: list[str], found: Found, do: str) -> list[str]:
    """What has a fault of its own is told already."""
    return [
        f"{name} is hidden: show it" if name in found.hidden else f"{name} is missing: {do}"
        for name in names
        if name not in found.told
    ]


def _box(each: _Named, path: QPainterPath, own: Drawing) -> Box:
    middle, room = room_in(path)
    kind = Rank.SHARED
    if each.area in own.by_seat:
        kind = Rank.MAIN if each.area in ("player", "banker") else Rank.SIDE
    elif ":" in each.area:
        kind = Rank.CELL
    return Box(
        area=each.area,
        seat=each.seat,
        path=path,
        middle=middle,
        angle=0,
        width=room.width(),
        height=room.height(),
        rank=kind,
        dice=each.area in own.diced,
    )


def _badge(seat: int, path: QPainterPath) -> Badge:
    around = path.boundingRect()
    return Badge(seat, around.center(), min(around.width(), around.height()) / 2 or _BADGE)


def _sheet(size: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(size)
    return path


def _turn(shapes: Shapes, *, turned: bool) -> QRectF:
    taken = free_corner.Taken(shapes.boxes, shapes.badges, ())
    wanted = free_corner.sizes(_TURN, shapes.scale, compact=shapes.compact)
    return free_corner.least_bad(shapes.size, wanted, taken, turned=turned)
