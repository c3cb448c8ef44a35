"""Text and blocks of which pages, panels and the rail are made; each block has one widget.

ScreenText is a text in both languages. Everything that can be pressed is a Control: it carries its action,
or the reason why it cannot be pressed now.
"""

from enum import Enum

from msgspec import Struct
from msgspec.structs import force_setattr

from dealer_app.charts import Chart
from dealer_app.domain.cards import Suit
from dealer_app.domain.plain_text import visible_text
from dealer_app.screens.actions import Action, SetInput


class ScreenText(Struct, frozen=True):
    """One text, in which every sign is seen. `second` may be empty; `short` is used where the first does not fit."""

    first: str
    second: str = ""
    short: str = ""

    def __post_init__(self) -> None:
        """What an older journal holds, or a device says, is painted as it is and moves no other letter."""
        for name in ("first", "second", "short"):
            text = getattr(self, name)
            if not text.isprintable():
                force_setattr(self, name, visible_text(text, keep="\n"))

    def __bool__(self) -> bool:
        return bool(self.first)


NO_TEXT = ScreenText("")


class Tone(Enum):
    """How a text, a row or a mark is meant; a window gives each a shape and a colour."""

    PLAIN = "plain"
    QUIET = "quiet"
    GOOD = "good"
    """In order, established, approved: a disc with a tick."""
    ATTENTION = "attention"
    """An irregularity, something to look at: a triangle."""
    STOP = "stop"
    """A fault, a void: an octagon."""
    WINNER = "winner"
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    SIMULATED = "simulated"
    OFF = "off"
    """Not used, not offered, does not apply: dashed."""


class Weight(Enum):
    """How a control looks. There is exactly one NEXT on the screen, and it is always Enter."""

    NEXT = "next"
    USUAL = "usual"
    QUIET = "quiet"
    GRAVE = "grave"
    """Far from the others and big, never under Enter, pressed twice."""
    CLAUSE = "clause"


class Control(Struct, frozen=True, kw_only=True):
    """Something to press. `name` is its own on the screen: for the focus, the tests and a screen reader."""

    name: str
    label: ScreenText
    act: Action | None = None
    """What it does; nothing where it cannot be pressed now, and `waits` says why or for what."""
    waits: ScreenText = NO_TEXT
    sub: ScreenText = NO_TEXT
    key: str = ""
    """The key of the keypad that presses it, as it is shown: `1`, `*`, `F2`."""
    key_words: str = ""
    """How that key is shown where it takes words, as of one that is held."""
    weight: Weight = Weight.USUAL
    picked: bool = False
    icon: str = ""
    span: int = 1
    spare: bool = False
    """Beside a row it is left out where there is little room: the same can be done otherwise."""
    halts: bool = False
    """Its key does nothing here: keys after it would mean something else, and are ignored before Esc."""

    @property
    def is_armed(self) -> bool:
        """Grave, and pressed once: it was only a change of the screen, and now is the action itself."""
        return self.weight is Weight.GRAVE and self.act is not None and not isinstance(self.act, SetInput)


class Tag(Struct, frozen=True):
    """A text in a small frame: a stake that is collected, a bet, a fact."""

    text: str
    tone: Tone = Tone.PLAIN
    icon: str = ""


class Face(Enum):
    """How a card lies on the table, or what is drawn in its place."""

    OPEN = "open"
    BACK = "back"
    SEALED = "sealed"
    PLACE = "place"
    """No card: a dashed place, with a word."""
    HIDDEN = "hidden"
    """It lies open on the table and is hidden from this viewer: a crossed eye."""


class CardShown(Struct, frozen=True, kw_only=True):
    """One card. `card` is its text, `KH`, only if this viewer may see it."""

    face: Face
    card: str = ""
    sideways: bool = False
    number: int | None = None
    """Its place in the drawn order, where that is shown."""
    word: ScreenText = NO_TEXT
    note: ScreenText = NO_TEXT
    alt_text: str = ""
    """How it lies, as the screen reader says it, where no word is on it."""
    tone: Tone = Tone.PLAIN
    act: Action | None = None
    name: str = ""


# Blocks, from the top of a column to its foot


class HeadingBlock(Struct, frozen=True, kw_only=True):
    text: ScreenText
    note: str = ""
    right: str = ""
    clauses: tuple[Control, ...] = ()
    tone: Tone = Tone.PLAIN
    icon: str = ""
    """The picture of what is below it."""


class NoteBlock(Struct, frozen=True, kw_only=True):
    """A sentence, or a framed one where `framed`."""

    text: ScreenText
    tone: Tone = Tone.PLAIN
    title: ScreenText = NO_TEXT
    mark: str = ""
    """A word in large letters before it: YES, NO."""
    framed: bool = False
    clauses: tuple[Control, ...] = ()
    spare: bool = False
    """Left out where there is little room: the same is elsewhere on the screen."""
    yielding: bool = False
    """As `spare`, but it goes last, once everything else is folded."""


class ListRow(Struct, frozen=True, kw_only=True):
    """One bettor, area, step or fact of a list."""

    name: str
    title: str
    badge: str = ""
    """A seat number in its disc; `5S` is a standing bettor of seat 5, whose disc is dashed."""
    lines: tuple[str, ...] = ()
    right: str = ""
    controls: tuple[Control, ...] = ()
    framed: bool = False
    done: bool = False
    tone: Tone = Tone.PLAIN
    icon: str = ""
    act: Action | None = None
    """What a touch of the whole row does, and `key` with it."""
    key: str = ""
    tags: tuple[Tag, ...] = ()
    keys_below: bool = False
    """Its controls have a line of their own, so that each has room for all it says."""


class RowsBlock(Struct, frozen=True, kw_only=True):
    """A list, in pages where it is long."""

    rows: tuple[ListRow, ...]
    more: tuple[Control, ...] = ()
    """The keys that turn the page, where there is more than one."""
    dense: bool = False
    spare: int = 0
    """So many at its end are left out, the last one first, where there is little room: they are elsewhere too."""
    together: bool = False
    """Those are rather left out all at once: a part of them would look as if it were all."""


class TagsBlock(Struct, frozen=True, kw_only=True):
    tags: tuple[Tag, ...]
    spare: bool = False
    """Left out where there is little room: pictures beside it show the same."""


class KeysBlock(Struct, frozen=True, kw_only=True):
    """Controls in columns."""

    controls: tuple[Control, ...]
    columns: int
    title: ScreenText = NO_TEXT
    clauses: tuple[Control, ...] = ()
    few_lines: tuple[Control, ...] = ()
    """The same in the order to use where there is no room for as many lines: a pad without its corners."""
    spare: bool = False
    """Left out where there is little room: the menu has the same."""
    fixed: bool = False
    """A pad: its keys lie the same in every window, however little room there is."""
    tall: bool = False
    """A pad of words: its keys are higher than a digit needs, where there is room."""


class EntryBlock(Struct, frozen=True, kw_only=True):
    """A text or an amount that is typed. A secret one shows only how many digits there are."""

    name: str
    label: ScreenText
    value: str = ""
    hint: ScreenText = NO_TEXT
    secret: bool = False
    writing: bool = False
    """Whether the keyboard writes here."""
    wrong: ScreenText = NO_TEXT
    act: Action | None = None
    """Touching it makes the keyboard write here."""
    waits_for_touch: bool = False
    """Whether the keyboard writes here only once it was touched: a panel never begins to be written here."""


class CardRowBlock(Struct, frozen=True, kw_only=True):
    cards: tuple[CardShown, ...]
    spare: bool = False
    """Left out where there is little room: keys and next step say the same."""


class Tile(Struct, frozen=True, kw_only=True):
    """A framed hand, or a framed fact with cards."""

    title: ScreenText
    tone: Tone = Tone.PLAIN
    cards: tuple[CardShown, ...] = ()
    points: str = ""
    lines: tuple[ScreenText, ...] = ()


class TilesBlock(Struct, frozen=True, kw_only=True):
    tiles: tuple[Tile, ...]


class BarPart(Struct, frozen=True, kw_only=True):
    """So many cards of a bar, from its left end on; the word is written in it, or over it where it is too narrow."""

    cards: int
    word: str
    tone: Tone = Tone.PLAIN


class BarBlock(Struct, frozen=True, kw_only=True):
    """What lies one behind the other, each part as long as it has cards: a shoe from its first card to its last."""

    parts: tuple[BarPart, ...]


class RunCard(Struct, frozen=True, kw_only=True):
    """A card of a run; without its text it lay face down. One that is not `lit` is no part of what was found."""

    card: str = ""
    note: str
    """Its place in drawn order, and its round."""
    lit: bool = False
    leads: bool = False
    """Whether the next card follows it: an arrow is between them."""


class CardRunBlock(Struct, frozen=True, kw_only=True):
    """Cards in the order in which they came, in lines of so many."""

    cards: tuple[RunCard, ...]
    columns: int = 10


class SuitLine(Struct, frozen=True, kw_only=True):
    """The ranks of one suit as they lie in a new deck; those at the places of `lit` are in the run."""

    suit: Suit
    ranks: tuple[str, ...]
    lit: frozenset[int] = frozenset()


class DeckBlock(Struct, frozen=True, kw_only=True):
    """A new deck from its first card to its last, a line for each suit."""

    suits: tuple[SuitLine, ...]


class EdgeRow(Struct, frozen=True, kw_only=True):
    """A bet with its edge now as a bar from the middle line, and its edge of a full shoe as a tick.

    `now` and `full` are in hundredths of a per cent, below 0 where guests have the edge; `against` says so in words.
    """

    name: ScreenText
    tone: Tone = Tone.PLAIN
    pays: str
    chance: str
    now: int
    now_text: str
    full: int
    full_text: str
    against: ScreenText = NO_TEXT


class EdgesBlock(Struct, frozen=True, kw_only=True):
    """Bets one below the other, all bars on one scale."""

    headings: tuple[ScreenText, ScreenText, ScreenText, ScreenText, ScreenText, ScreenText]
    """Of the bet, what it pays, its chance, the bars, the edge now and that of a full shoe."""
    rows: tuple[EdgeRow, ...]
    zero: str
    legend: ScreenText


class Cell(Struct, frozen=True, kw_only=True):
    """A number with what follows from it; one that is OFF is dashed, where nothing follows."""

    text: str
    word: str
    tone: Tone = Tone.PLAIN


class CellsBlock(Struct, frozen=True, kw_only=True):
    """Cells in a line, only to be read: on which points of a third card the other hand draws."""

    cells: tuple[Cell, ...]


class TimeBlock(Struct, frozen=True, kw_only=True):
    """How much of the time for something has gone: in words, and as a bar beside them."""

    text: ScreenText
    per_mille: int
    """Of the time that there is; more than all of it fills the bar."""
    tone: Tone = Tone.SIMULATED


class LaneSpan(Struct, frozen=True, kw_only=True):
    """What lasted from one moment to another, in milliseconds; one that is `missing` is a gap where it should be."""

    begin: int
    end: int
    title: str
    short: str = ""
    """What is written where the title has no room."""
    lines: tuple[str, ...] = ()
    tone: Tone = Tone.PLAIN
    missing: bool = False


class Lane(Struct, frozen=True, kw_only=True):
    name: ScreenText
    parts: tuple[LaneSpan, ...]
    tone: Tone = Tone.PLAIN


class LaneFlag(Struct, frozen=True, kw_only=True):
    """A number between the two lanes, at the moment that it is about."""

    number: int
    at: int
    tone: Tone = Tone.STOP


class LaneRemark(Struct, frozen=True, kw_only=True):
    """What somebody wrote about a moment."""

    at: int
    text: str


class LanesBlock(Struct, frozen=True, kw_only=True):
    """Two lanes on one axis of time, with phases above and remarks below.

    A second is always as long: of a round that is longer than the window the part around `focus` is shown.
    """

    caption: ScreenText
    """Of the phases."""
    phases: tuple[LaneSpan, ...]
    upper: Lane
    lower: Lane
    flags: tuple[LaneFlag, ...] = ()
    remarks: tuple[LaneRemark, ...] = ()
    focus: int = 0

    @property
    def end(self) -> int:
        """When the last of it is over."""
        parts = (*self.phases, *self.upper.parts, *self.lower.parts)
        return max((part.end for part in parts), default=0)


NOT_SEEN = 0
"""In the place of a grade: too little was seen."""


class FigureCell(Struct, frozen=True, kw_only=True):
    """A figure in a table, with a grade of 1 to 5 in its shape before it, or the mark of what was not seen."""

    text: str
    grade: int | None = None
    tone: Tone = Tone.PLAIN


class FiguresRow(Struct, frozen=True, kw_only=True):
    """Somebody or something with a figure in each column; a touch of the whole row does its action."""

    name: str
    title: str
    line: str = ""
    cells: tuple[FigureCell, ...] = ()
    framed: bool = False
    act: Action | None = None
    key: str = ""


class FiguresBlock(Struct, frozen=True, kw_only=True):
    """A table of figures: people by competency, skills by day."""

    headings: tuple[ScreenText, ...]
    """Of the columns after the first."""
    rows: tuple[FiguresRow, ...]
    title_share: int = 20
    """How much of the width the titles of the rows have, in per cent."""
    low: bool = False
    """Rows are as low as can be read: nobody touches them."""


class ChartTile(Struct, frozen=True, kw_only=True):
    """A chart with its title over it, and a grade and a figure beside that."""

    title: ScreenText
    chart: Chart
    note: str = ""
    figure: str = ""
    grade: int | None = None


class ChartsBlock(Struct, frozen=True, kw_only=True):
    """Charts side by side, all as high."""

    tiles: tuple[ChartTile, ...]
    columns: int
    height: int = 140
    """Of each chart as drawn at 1920 x 1080, and `compact` in a smaller window; a list of bars is as high as it is."""
    compact: int = 90


class Meter(Struct, frozen=True, kw_only=True):
    """A share of all as a bar with a tick at what is to be reached."""

    name: str
    per_cent: int
    reach: int
    text: str


class PlanPanel(Struct, frozen=True, kw_only=True):
    """A framed part of a plan or of a ladder."""

    name: str
    title: ScreenText
    tone: Tone = Tone.PLAIN
    icon: str = ""
    meters: tuple[Meter, ...] = ()
    lines: tuple[str, ...] = ()
    figure: str = ""
    large: bool = False
    """The figure is what the panel is for: as large as there is room for it."""
    struck: bool = False
    """The figure is wrong."""
    framed: bool = False
    """What comes next."""
    edge: Tone = Tone.PLAIN
    """Of its border, where that says more than its mark: what can still be changed."""


class PanelsBlock(Struct, frozen=True, kw_only=True):
    """Panels side by side; of a ladder each is a little higher than the one before."""

    panels: tuple[PlanPanel, ...]
    rising: bool = False


class PageBlock(Struct, frozen=True, kw_only=True):
    """A page of paper as a picture in a file, as large as it is printed; `title` is what a screen reader says of it."""

    file: str
    size: tuple[int, int]
    """Of the page in pixels, at a scale of one."""
    title: ScreenText


class GapBlock(Struct, frozen=True):
    """Takes up the room that is left, so that the blocks after it are at the foot."""


class GalleryBlock(Struct, frozen=True, kw_only=True):
    """Painted thumbnails of approved layouts to choose from."""

    game: str
    layouts: tuple[Control, ...]
    """A control each, of which the name ends in the letter of the Appendix: `layout:P`."""


Block = (
    HeadingBlock
    | NoteBlock
    | RowsBlock
    | TagsBlock
    | KeysBlock
    | EntryBlock
    | CardRowBlock
    | TilesBlock
    | BarBlock
    | CellsBlock
    | CardRunBlock
    | DeckBlock
    | EdgesBlock
    | TimeBlock
    | LanesBlock
    | FiguresBlock
    | ChartsBlock
    | PageBlock
    | PanelsBlock
    | GapBlock
    | GalleryBlock
)
