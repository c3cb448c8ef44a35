"""What a widget is going to paint, as a value: every text, frame, mark and control with its place.

A plan is made by a pure function of a block, a width and how the window is dressed, so that a test can ask of it
whether every text has the room it needs.
"""

import dataclasses
from dataclasses import field
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.showing.blocks import CardShown, Control
from dealer_app.showing.lines import Tone
from ui.blocks.writing import Letters, advance, elided
from ui.theme.measures import Measures
from ui.theme.tokens import Theme


class Fold(NamedTuple):
    """What a column gives up, step by step, so that all of it is in sight: air first, then words, never a touch."""

    close: bool = False
    """Labels stand within their entries, keys in as few lines as their words allow, cards are small."""
    columns: int = 1
    """A list stands in so many columns; the keys of its framed row stand over it."""
    lines: bool = True
    """Every row of such a list keeps the lines below its title; else only the framed one."""
    spare: bool = True
    """What stands elsewhere too, and choices that the document does not have, are there as well."""
    shorter: int = 0
    """A list of which some rows can be spared has so many fewer."""


_MOST_SPARED = 4
"""Rows that a list can be shorter."""
WHOLE = Fold()
FOLDS = (
    WHOLE,
    Fold(close=True),
    Fold(close=True, spare=False),
    Fold(close=True, spare=False, columns=2),
    *(Fold(close=True, spare=False, columns=2, shorter=fewer) for fewer in range(1, _MOST_SPARED + 1)),
    Fold(close=True, spare=False, columns=2, lines=False, shorter=_MOST_SPARED),
    Fold(close=True, spare=False, columns=3, lines=False, shorter=_MOST_SPARED),
    Fold(close=True, spare=False, columns=4, lines=False, shorter=_MOST_SPARED),
)
"""In the order in which they are tried."""


class Dress(NamedTuple):
    """How the window is dressed: its colours and its sizes, and how much of a column is folded.

    A tuple, as what is in it: whatever is planned is remembered and looked for by it.
    """

    theme: Theme
    measures: Measures
    fold: Fold = WHOLE


class Written(Struct, frozen=True, kw_only=True):
    """One line of text; `rect` is as wide as the text and as high as its line."""

    text: str
    rect: QRectF
    letters: Letters
    ink: QColor
    struck: bool = False


class Frame(Struct, frozen=True, kw_only=True):
    """A rounded box; with half its height as radius, a disc."""

    rect: QRectF
    radius: float
    fill: QColor | None = None
    border: QColor | None = None
    stroke: float = 1.5
    dashed: bool = False


class Icon(Struct, frozen=True, kw_only=True):
    name: str
    rect: QRectF
    ink: QColor


class Mark(Struct, frozen=True, kw_only=True):
    """The shape of a tone: a disc with a tick, a triangle, an octagon, a circle, a square ..."""

    tone: Tone
    rect: QRectF


class Pip(Struct, frozen=True, kw_only=True):
    """A suit, in the shape that it has on the cards."""

    suit: Suit
    rect: QRectF
    ink: QColor


class Picture(Struct, frozen=True, kw_only=True):
    card: CardShown
    rect: QRectF


class Thumbnail(Struct, frozen=True, kw_only=True):
    """The small picture of an approved layout."""

    game: str
    letter: str
    rect: QRectF


Part = Written | Frame | Icon | Mark | Pip | Picture | Thumbnail


class Kind(Enum):
    """Whether a control paints itself, or lies bare over what its block has painted."""

    PAINTED = "painted"
    BARE = "bare"


class Place(Struct, frozen=True, kw_only=True):
    control: Control
    rect: QRectF
    kind: Kind = Kind.PAINTED


class Plan(Struct, frozen=True, kw_only=True):
    width: float
    height: float
    parts: tuple[Part, ...] = ()
    places: tuple[Place, ...] = ()
    framed: QRectF | None = None
    """The row that is framed: a column that is longer than its place shows it."""

    @property
    def texts(self) -> tuple[Written, ...]:
        return tuple(part for part in self.parts if isinstance(part, Written))


@dataclasses.dataclass(slots=True)
class Draft:
    """A plan that is being drawn up."""

    dress: Dress
    parts: list[Part] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def write(
        self, text: str, at: tuple[float, float], letters: Letters, ink: QColor, *, room: float | None = None
    ) -> QRectF:
        """One line with its upper left corner there; what is wider than its room is cut, and the cut is seen."""
        shown = text if room is None else elided(text, letters, max(0.0, room))
        rect = QRectF(at[0], at[1], advance(shown, letters), letters.height)
        if shown:
            self.parts.append(Written(text=shown, rect=rect, letters=letters, ink=ink))
        return rect

    def lines(self, lines: tuple[str, ...], at: tuple[float, float], letters: Letters, ink: QColor) -> float:
        """One under the other; gives back where the next would begin."""
        x, y = at
        for line in lines:
            self.write(line, (x, y), letters, ink)
            y += letters.height
        return y

    def take(self, plan: Plan, x: float, y: float) -> None:
        """All of another plan, moved there."""
        for part in plan.parts:
            self.parts.append(_moved(part, x, y))
        for place in plan.places:
            self.places.append(Place(control=place.control, rect=place.rect.translated(x, y), kind=place.kind))

    def plan(self, width: float, height: float) -> Plan:
        return Plan(width=width, height=height, parts=tuple(self.parts), places=tuple(self.places))


def _moved(part: Part, x: float, y: float) -> Part:
    rect = part.rect.translated(x, y)
    match part:
        case Written():
            return Written(text=part.text, rect=rect, letters=part.letters, ink=part.ink, struck=part.struck)
        case Frame():
            return Frame(
                rect=rect,
                radius=part.radius,
                fill=part.fill,
                border=part.border,
                stroke=part.stroke,
                dashed=part.dashed,
            )
        case Icon():
            return Icon(name=part.name, rect=rect, ink=part.ink)
        case Mark():
            return Mark(tone=part.tone, rect=rect)
        case Pip():
            return Pip(suit=part.suit, rect=rect, ink=part.ink)
        case Picture():
            return Picture(card=part.card, rect=rect)
        case Thumbnail():
            return Thumbnail(game=part.game, letter=part.letter, rect=rect)
