"""What a widget is going to paint, as a value: every text, frame, mark and control with its place.

A plan is made by a pure function of a block, a width and the colours and sizes of the window, so that a
test can ask of it whether every text has the room it needs.
"""

import dataclasses
from dataclasses import field
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.screens.blocks import CardShown, Control, Tone
from ui.blocks.text_metrics import TextStyle, advance, elide_text
from ui.theme.sizes import Measures
from ui.theme.theme import ColourTheme


class ColumnFold(NamedTuple):
    """What a column gives up, step by step, so that all of it is in sight: air first, then words, never a touch."""

    close: bool = False
    """Labels are within their entries, keys in as few lines as their words allow, cards are small."""
    columns: int = 1
    """A list has so many columns; the keys of its framed row are over it."""
    lines: bool = True
    """Every row of such a list keeps the lines below its title; else only the framed one."""
    spare: bool = True
    """Whether what is elsewhere too, and choices that the document does not have, are shown as well."""
    shorter: int = 0
    """A list of which some rows can be spared has so many fewer."""
    yielding: bool = True
    """Whether a sentence that yields last is shown."""


_MOST_SPARED = 4
"""Rows that a list is shorter before the rows of another are folded further."""
_ALL_SPARED = 99
"""Every row that can be spared."""
WHOLE = ColumnFold()
FOLDS = (
    WHOLE,
    ColumnFold(close=True),
    ColumnFold(close=True, spare=False),
    ColumnFold(close=True, spare=False, columns=2),
    *(ColumnFold(close=True, spare=False, columns=2, shorter=fewer) for fewer in range(1, _MOST_SPARED + 1)),
    ColumnFold(close=True, spare=False, columns=2, lines=False, shorter=_MOST_SPARED),
    ColumnFold(close=True, spare=False, columns=3, lines=False, shorter=_MOST_SPARED),
    ColumnFold(close=True, spare=False, columns=4, lines=False, shorter=_MOST_SPARED),
    *(ColumnFold(close=True, spare=False, columns=2, shorter=fewer) for fewer in (6, 8, _ALL_SPARED)),
    *(
        ColumnFold(close=True, spare=False, columns=columns, lines=False, shorter=_ALL_SPARED, yielding=False)
        for columns in (2, 3, 4)
    ),
)
"""In the order in which they are tried."""


class Dress(NamedTuple):
    """How the window is dressed: its colours and its sizes, and how much of a column is folded.

    A tuple, as what is in it: whatever is planned is remembered and looked for by it.
    """

    theme: ColourTheme
    measures: Measures
    fold: ColumnFold = WHOLE


class TextPart(Struct, frozen=True, kw_only=True):
    """One line of text; `rect` is as wide as the text and as high as its line."""

    text: str
    rect: QRectF
    letters: TextStyle
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


class ToneMark(Struct, frozen=True, kw_only=True):
    """The shape of a tone: a disc with a tick, a triangle, an octagon, a circle, a square ..."""

    tone: Tone
    rect: QRectF


class Pip(Struct, frozen=True, kw_only=True):
    """A suit, in the shape that it has on the cards."""

    suit: Suit
    rect: QRectF
    ink: QColor


class CardPicture(Struct, frozen=True, kw_only=True):
    card: CardShown
    rect: QRectF


class Thumbnail(Struct, frozen=True, kw_only=True):
    """The small picture of an approved layout."""

    game: str
    letter: str
    rect: QRectF


class GradeMark(Struct, frozen=True, kw_only=True):
    """A grade of 1 to 5 in its shape; 0 is what was not seen."""

    grade: int
    rect: QRectF


class ChartPicture(Struct, frozen=True, kw_only=True):
    """A chart as SVG, drawn for just this place."""

    svg: str
    rect: QRectF


class PagePicture(Struct, frozen=True, kw_only=True):
    """A page of paper, read from a file."""

    file: str
    rect: QRectF
    cut: float = 0.0
    """So many pixels of its empty margin are left out at each side."""


PlanPart = GradeMark | ChartPicture | PagePicture | TextPart | Frame | Icon | ToneMark | Pip | CardPicture | Thumbnail


class ControlPaint(Enum):
    """Whether a control paints itself, or only takes touches over what its block has painted."""

    PAINTED = "painted"
    BARE = "bare"


class ControlPlace(Struct, frozen=True, kw_only=True):
    control: Control
    rect: QRectF
    kind: ControlPaint = ControlPaint.PAINTED


class BlockPlan(Struct, frozen=True, kw_only=True):
    width: float
    height: float
    parts: tuple[PlanPart, ...] = ()
    places: tuple[ControlPlace, ...] = ()
    framed: QRectF | None = None
    """The row that is framed: a column that is longer than its place shows it."""

    @property
    def texts(self) -> tuple[TextPart, ...]:
        return tuple(part for part in self.parts if isinstance(part, TextPart))


@dataclasses.dataclass(slots=True)
class PlanDraft:
    """A plan that is being drawn up."""

    dress: Dress
    parts: list[PlanPart] = field(default_factory=list)
    places: list[ControlPlace] = field(default_factory=list)

    def write(
        self, text: str, at: tuple[float, float], letters: TextStyle, ink: QColor, *, room: float | None = None
    ) -> QRectF:
        """One line with its upper left corner there; what is wider than its room is cut, and the cut is seen."""
        shown = text if room is None else elide_text(text, letters, max(0.0, room))
        rect = QRectF(at[0], at[1], advance(shown, letters), letters.height)
        if shown:
            self.parts.append(TextPart(text=shown, rect=rect, letters=letters, ink=ink))
        return rect

    def write_lines(self, lines: tuple[str, ...], at: tuple[float, float], letters: TextStyle, ink: QColor) -> float:
        """One under the other; gives back where the next would begin."""
        x, y = at
        for line in lines:
            self.write(line, (x, y), letters, ink)
            y += letters.height
        return y

    def add_plan(self, plan: BlockPlan, x: float, y: float) -> None:
        """All of another plan, moved there."""
        for part in plan.parts:
            self.parts.append(_move_part(part, x, y))
        for place in plan.places:
            self.places.append(ControlPlace(control=place.control, rect=place.rect.translated(x, y), kind=place.kind))

    def plan(self, width: float, height: float) -> BlockPlan:
        return BlockPlan(width=width, height=height, parts=tuple(self.parts), places=tuple(self.places))


def _move_part(part: PlanPart, x: float, y: float) -> PlanPart:
    rect = part.rect.translated(x, y)
    match part:
        case TextPart():
            return TextPart(text=part.text, rect=rect, letters=part.letters, ink=part.ink, struck=part.struck)
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
        case ToneMark():
            return ToneMark(tone=part.tone, rect=rect)
        case Pip():
            return Pip(suit=part.suit, rect=rect, ink=part.ink)
        case CardPicture():
            return CardPicture(card=part.card, rect=rect)
        case Thumbnail():
            return Thumbnail(game=part.game, letter=part.letter, rect=rect)
        case GradeMark():
            return GradeMark(grade=part.grade, rect=rect)
        case ChartPicture():
            return ChartPicture(svg=part.svg, rect=rect)
        case PagePicture():
            return PagePicture(file=part.file, rect=rect, cut=part.cut)


def has_mark(tone: Tone) -> bool:
    """Whether it has a shape of its own, beside its colour."""
    return tone not in {Tone.PLAIN, Tone.QUIET, Tone.WINNER}
