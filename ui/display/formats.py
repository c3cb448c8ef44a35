"""Where each part of the customer display is, for a wide and for a high screen: data, checked when it is read."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize

ARRANGEMENTS = frozenset(
    (
        "idle",
        "band",
        "cards",
        "offer",
        "result",
        "corrected",
        "dice-band",
        "dice-covered",
        "dice-result",
        "dice-corrected",
    )
)
PARTS = frozenset(("banner", "limits", "notes", "pays", "hands", "wins", "corrected", "dice", "chances"))
ROADS = ("bead", "big", "eye", "small", "cockroach")
_BESIDE_THE_ROADS = frozenset(("counts", "ask", "limits"))
_OF_THE_DICE = frozenset(("trail", "trail_counts", "limits"))
_ROAD_ROWS = 6


class FormatFaultsError(Exception):
    """The file of the formats is at fault; each fault names the format and the part."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class RoadPlace(Struct, frozen=True):
    x: float
    y: float
    cell: float
    columns: int

    @property
    def rect(self) -> QRectF:
        return QRectF(self.x, self.y, self.cell * self.columns, self.cell * _ROAD_ROWS)


class DisplayFormat(Struct, frozen=True, kw_only=True):
    """One design: its size, and the rectangles of its parts."""

    name: str
    width: int
    height: int
    header: QRectF
    foot: QRectF
    roads: Mapping[str, RoadPlace]
    beside_roads: Mapping[str, QRectF]
    of_dice: Mapping[str, QRectF]
    arrangements: Mapping[str, Mapping[str, QRectF]]

    def scale(self, size: QSize) -> float:
        """By how much the design is enlarged in a window of this size."""
        return min(size.width() / self.width, size.height() / self.height)


def choose_format(size: QSize) -> DisplayFormat:
    """The wide design, or the high one for a screen that stands upright."""
    return load_formats()["portrait" if size.height() > size.width() else "landscape"]


@cache
def load_formats() -> Mapping[str, DisplayFormat]:
    """Raises FormatFaultsError."""
    text = (resources.files("resources") / "display" / "formats.toml").read_text(encoding="utf-8")
    return read_formats(text)


def read_formats(text: str) -> Mapping[str, DisplayFormat]:
    """Both designs, each part within its screen, and no two of one picture over one another."""
    try:
        tables = tomllib.loads(text)
        found = {name: _read_format(name, table) for name, table in tables.items()}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as problem:
        raise FormatFaultsError((f"formats.toml: {problem}",)) from None
    faults = [fault for each in found.values() for fault in _find_faults(each)]
    faults += [f"formats.toml: {name} is missing" for name in ("landscape", "portrait") if name not in found]
    if faults:
        raise FormatFaultsError(tuple(faults))
    return found


def _read_format(name: str, table: Mapping[str, Any]) -> DisplayFormat:
    width, height = table["size"]
    return DisplayFormat(
        name=name,
        width=width,
        height=height,
        header=QRectF(*table["header"]),
        foot=QRectF(*table["foot"]),
        roads={road: RoadPlace(*table["roads"][road]) for road in ROADS},
        beside_roads={part: QRectF(*rect) for part, rect in table["roads"].items() if part not in ROADS},
        of_dice={part: QRectF(*rect) for part, rect in table["dice"].items()},
        arrangements={
            code: {part: QRectF(*rect) for part, rect in parts.items()} for code, parts in table["arrangements"].items()
        },
    )


def _find_faults(given: DisplayFormat) -> Iterator[str]:
    yield from (f"{given.name}: {code} is missing" for code in sorted(ARRANGEMENTS - set(given.arrangements)))
    yield from (f"{given.name}: {code} is no arrangement" for code in sorted(set(given.arrangements) - ARRANGEMENTS))
    yield from (f"{given.name}: {part} is no part" for part in sorted(set(given.beside_roads) - _BESIDE_THE_ROADS))
    yield from (f"{given.name}: {part} is no part" for part in sorted(set(given.of_dice) - _OF_THE_DICE))
    screen = QRectF(0, 0, given.width, given.height)
    for code, parts in given.arrangements.items():
        yield from (f"{given.name}.{code}: {part} is no part" for part in sorted(set(parts) - PARTS))
        rects = {"header": given.header, "foot": given.foot, **parts}
        if code.startswith("dice"):
            rects |= given.of_dice
        elif code != "idle":
            rects |= {**given.beside_roads, **{road: place.rect for road, place in given.roads.items()}}
        for part, rect in rects.items():
            if not screen.contains(rect):
                yield f"{given.name}.{code}: {part} is not within the screen"
        for (one, first), (other, second) in combinations(rects.items(), 2):
            if first.intersects(second):
                yield f"{given.name}.{code}: {one} and {other} lie over one another"
