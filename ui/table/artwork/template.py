"""The operator's own artwork of a layout: SVG files whose element ids name the areas.

`tie` is a shared area, `player.seat-3` a seat's own, `tie.2` a second drawing of the same box; `seat-3` is
where a seat's number is, `felt` the table itself. The shapes that are painted are those that are hit. All
faults of a file are reported at once, and then the station's own drawing is used.
"""

import logging
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QGuiApplication, QPainterPath, QTransform

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts import Drawing, layout_drawing
from dealer_app.layouts.drawing import SCENE_WIDTH
from dealer_app.layouts.loader import areas_to_draw
from dealer_app.private_files import read_regular
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout
from dealer_app.screens.context import AssetFault
from ui.table.artwork.artwork_checks import SMALLEST_LAYOUT, inner_room, make_sheet, nameless_boxes, shape_faults
from ui.table.artwork.svg_shapes import LARGEST_FILE, SvgShapes, read_shapes
from ui.table.geometry import Badge, Box, BoxRank, Shapes
from ui.table.geometry import shape_layout as free_corner
from ui.table.geometry.boxes import is_compact
from ui.theme import fonts

_NAME = re.compile(r"([a-z][a-z0-9_]*(?::[1-9][0-9]*)?)(?:\.seat-([1-9][0-9]?))?(?:\.([2-9]))?")
_SEAT = re.compile(r"seat-([1-9][0-9]?)")
_FELT = "felt"
_BADGE = 19.0
_TURN = QSizeF(68, 64)


class TemplateFaultsError(Exception):
    """An artwork that cannot be used for this layout, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class _ShapeName(Struct, frozen=True):
    area: Area
    seat: int | None
    copy: int

    @property
    def text(self) -> str:
        return str(self.area) if self.seat is None else f"{self.area}.seat-{self.seat}"

    @property
    def element_id(self) -> str:
        """The name as the file has it."""
        return self.text if self.copy == 1 else f"{self.text}.{self.copy}"


class ArtworkTemplate(Struct, frozen=True, kw_only=True, eq=False):
    """An artwork that has been checked: it shows exactly the bets of its layout for these seats."""

    game: str
    letter: str
    seats: tuple[int, ...]
    size: QRectF
    felt: QPainterPath
    boxes: tuple[Box, ...]
    badges: tuple[Badge, ...]

    def can_show(self, seats: tuple[int, ...], size: tuple[int, int]) -> bool:
        """Whether these seats are on it, and whether in this size all names can be read."""
        return set(seats) <= set(self.seats) and not unreadable_boxes(self, size)

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
                box.with_transform(transform, scale, turned=turned)
                for box in self.boxes
                if box.seat is None or box.seat in seats
            ),
            badges=tuple(
                Badge(badge.seat, transform.map(badge.middle), badge.radius * scale)
                for badge in self.badges
                if badge.seat in seats
            ),
            side_notes=(),
            turn=QRectF(),
            compact=is_compact(width / SCENE_WIDTH),
        )
        return replace(shapes, turn=_turn_place(shapes, turned=turned)) if seats else shapes


@lru_cache(maxsize=16)
def unreadable_boxes(template: ArtworkTemplate, size: tuple[int, int]) -> tuple[str, ...]:
    """The boxes of an artwork in which no name has room, in a rectangle of this size."""
    shapes = template.shapes(size, template.seats)
    return nameless_boxes(shapes.boxes, shapes.scale)


def smallest_unreadable(template: ArtworkTemplate) -> tuple[str, ...]:
    """The same where a layout is smallest, each once."""
    height = layout_drawing(template.game, template.letter).kind.height
    size = (SMALLEST_LAYOUT, round(SMALLEST_LAYOUT * height / SCENE_WIDTH))
    return tuple(dict.fromkeys(unreadable_boxes(template, size)))


def start_qt() -> QGuiApplication:
    """Qt where no window runs; the caller keeps it as long as it reads artworks."""
    return fonts.start_qt()


def read_template(path: Path, game: str, letter: str) -> ArtworkTemplate:
    """The artwork in this file; OSError where it cannot be read, TemplateFaultsError where it is not in order."""
    return parse_template(read_regular(path, LARGEST_FILE), game, letter)


def parse_template(text: bytes, game: str, letter: str) -> ArtworkTemplate:
    """The artwork that these bytes are."""
    found = read_shapes(text)
    own = layout_drawing(game, letter)
    faults = list(found.faults)
    named: dict[_ShapeName, QPainterPath] = {}
    badges: dict[int, QPainterPath] = {}
    for name, path in found.shapes.items():
        if name == _FELT:
            continue
        if (seat := _SEAT.fullmatch(name)) is not None:
            badges[int(seat[1])] = path
        elif (parsed := _parse_name(name)) is not None:
            named[parsed] = path
        else:
            faults.append(f"{name} is not the name of an area")
    seats = tuple(
        seat
        for seat in require_layout(load_rulebook(game), own.letter).seats
        if any(each.seat == seat for each in named)
    )
    faults += _name_faults(game, own.letter, set(named), seats, found)
    faults += _disc_faults(set(badges), seats, found)
    wanted = areas_to_draw(load_rulebook(game), own.letter)
    boxes = {each.element_id: _make_box(each, path, own) for each, path in named.items() if each.area in wanted}
    if not found.size.isEmpty():
        discs = {f"seat-{seat}": path for seat, path in badges.items()}
        faults += shape_faults(make_sheet(found.size, own.kind.height), boxes, discs)
    if faults:
        raise TemplateFaultsError(tuple(faults))
    return ArtworkTemplate(
        game=game,
        letter=own.letter,
        seats=seats,
        size=found.size,
        felt=found.shapes.get(_FELT, _sheet_path(found.size)),
        boxes=tuple(boxes.values()),
        badges=tuple(_make_badge(seat, path) for seat, path in badges.items()),
    )


def _parse_name(name: str) -> _ShapeName | None:
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    return _ShapeName(Area(parts[1]), int(parts[2]) if parts[2] else None, int(parts[3] or 1))


def _name_faults(game: str, letter: str, named: set[_ShapeName], seats: tuple[int, ...], found: SvgShapes) -> list[str]:
    """What is missing, what is unknown, and what is at a seat that the layout does not have."""
    layout, own = require_layout(load_rulebook(game), letter), layout_drawing(game, letter)
    wanted = areas_to_draw(load_rulebook(game), letter)
    drawn = {(each.area, each.seat) for each in named}
    faults = []
    for area in wanted:
        places = seats or layout.seats[:1] if area in own.seat_areas else (None,)
        missing = [_ShapeName(area, seat, 1).text for seat in places if (area, seat) not in drawn]
        faults += _absence_faults(missing, found, "draw it")
    for each in sorted(named, key=lambda each: (each.text, each.copy)):
        if each.area not in wanted:
            faults.append(f"{each.text} is unknown: no bet of Appendix {letter}")
        elif each.seat is None and each.area in own.seat_areas:
            faults.append(f"{each.text} is drawn for nobody: every seat has its own, as {each.area}.seat-1")
        elif each.seat is not None and each.area not in own.seat_areas:
            faults.append(f"{each.text} is drawn for a seat: all seats share {each.area}")
        elif each.seat is not None and each.seat not in layout.seats:
            faults.append(f"{each.text} is unknown: Appendix {letter} has no seat {each.seat}")
        elif each.copy > 1 and _ShapeName(each.area, each.seat, each.copy - 1) not in named:
            faults.append(f"{each.text}.{each.copy} is there without {each.text}")
    if seats and layout.fewest_positions is not None and len(seats) < layout.fewest_positions:
        faults.append(f"{len(seats)} seats are drawn; Appendix {letter} has at least {layout.fewest_positions}")
    return faults


def _disc_faults(badges: set[int], seats: tuple[int, ...], found: SvgShapes) -> list[str]:
    """Faults of the discs by which seats are touched: missing ones, and unknown ones."""
    missing = [f"seat-{seat}" for seat in seats if seat not in badges]
    unknown = [f"seat-{seat} is unknown: nothing is drawn for it" for seat in sorted(badges - set(seats))]
    return [*_absence_faults(missing, found, "draw a disc where the number of the seat is"), *unknown]


def _absence_faults(names: list[str], found: SvgShapes, do: str) -> list[str]:
    """The missing names, without those whose own fault is reported already."""
    return [
        f"{name} is hidden: show it" if name in found.hidden else f"{name} is missing: {do}"
        for name in names
        if name not in found.faulty
    ]


def _make_box(each: _ShapeName, path: QPainterPath, own: Drawing) -> Box:
    middle, room = inner_room(path)
    kind = BoxRank.SHARED
    if each.area in own.seat_areas:
        kind = BoxRank.MAIN if each.area in ("player", "banker") else BoxRank.SIDE
    elif ":" in each.area:
        kind = BoxRank.CELL
    return Box(
        area=each.area,
        seat=each.seat,
        path=path,
        middle=middle,
        angle=0,
        width=room.width(),
        height=room.height(),
        rank=kind,
        dice=each.area in own.dice_areas,
    )


def _make_badge(seat: int, path: QPainterPath) -> Badge:
    around = path.boundingRect()
    return Badge(seat, around.center(), min(around.width(), around.height()) / 2 or _BADGE)


def _sheet_path(size: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(size)
    return path


def _turn_place(shapes: Shapes, *, turned: bool) -> QRectF:
    taken = free_corner.CornerObstacles(shapes.boxes, shapes.badges, ())
    wanted = free_corner.turn_key_sizes(_TURN, shapes.scale, compact=shapes.compact)
    return free_corner.least_bad_place(shapes.size, wanted, taken, turned=turned)


LOG = logging.getLogger("ui")


class ArtworkFolder:
    """The artwork of each layout, read once, when the layout is first shown.

    `faulty` is called with why one is not used and how many faults it has; what they are is in the log.
    """

    def __init__(self, folder: Path, faulty: Callable[[AssetFault, int], None]) -> None:
        self._folder = folder
        self._faulty = faulty
        self._read: dict[tuple[str, str], ArtworkTemplate | None] = {}

    def find_template(self, game: str, letter: str) -> ArtworkTemplate | None:
        if (game, letter) not in self._read:
            self._read[game, letter] = self._load_template(self._folder / f"{game}-{letter}.svg", game, letter)
        return self._read[game, letter]

    def _load_template(self, file: Path, game: str, letter: str) -> ArtworkTemplate | None:
        try:
            return read_template(file, game, letter) if file.exists() else None
        except OSError as problem:
            LOG.warning("%s cannot be read: %s", file.name, problem.strerror)
            self._faulty(AssetFault.BROKEN, 0)
        except TemplateFaultsError as problem:
            LOG.warning("%s cannot be used: %s", file.name, "; ".join(problem.faults))
            self._faulty(AssetFault.NOT_FITTING, len(problem.faults))
        except Exception:  # a drawing never stops a table: there is another one
            LOG.exception("%s cannot be read", file.name)
            self._faulty(AssetFault.BROKEN, 0)
        return None
