"""What a page, a panel and the rail are made of. A window has one widget for each of these and knows no other.

Everything that can be pressed is a `Control`; what it does stands in it, or why it cannot be pressed now.
"""

from enum import Enum

from msgspec import Struct

from dealer_app.showing.acts import Act, Change
from dealer_app.showing.lines import EMPTY, Line, Tone


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
    label: Line
    act: Act | None = None
    """What it does; nothing where it cannot be pressed now, and `waits` says why or for what."""
    waits: Line = EMPTY
    sub: Line = EMPTY
    key: str = ""
    """The key of the keypad that presses it, as it is shown: `1`, `*`, `F2`."""
    weight: Weight = Weight.USUAL
    picked: bool = False
    icon: str = ""
    span: int = 1
    spare: bool = False
    """Beside a row it is left out where there is little room: the same can be done otherwise."""
    halts: bool = False
    """Its key means nothing here: what is keyed after it would mean something else, and is not heard before Esc."""

    @property
    def armed(self) -> bool:
        """Grave, and pressed once: it was only a change of the screen, and now is the act itself."""
        return self.weight is Weight.GRAVE and self.act is not None and not isinstance(self.act, Change)


class Tag(Struct, frozen=True):
    """A text in a small frame: a stake that is collected, a bet, a fact."""

    text: str
    tone: Tone = Tone.PLAIN


class Face(Enum):
    """How a card lies there, or what stands in its place."""

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
    word: Line = EMPTY
    note: Line = EMPTY
    told: str = ""
    """How it lies, for who hears the screen, where no word stands on it."""
    tone: Tone = Tone.PLAIN
    act: Act | None = None
    name: str = ""


# Blocks, from the top of a column to its foot


class Heading(Struct, frozen=True, kw_only=True):
    text: Line
    note: str = ""
    right: str = ""
    clauses: tuple[Control, ...] = ()
    tone: Tone = Tone.PLAIN


class Note(Struct, frozen=True, kw_only=True):
    """A sentence, or a framed one where `framed`."""

    text: Line
    tone: Tone = Tone.PLAIN
    title: Line = EMPTY
    mark: str = ""
    """A word in large letters before it: YES, NO."""
    framed: bool = False
    clauses: tuple[Control, ...] = ()
    spare: bool = False
    """Left out where there is little room: the same stands elsewhere on the screen."""


class Row(Struct, frozen=True, kw_only=True):
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
    act: Act | None = None
    """What a touch of the whole row does, and `key` with it."""
    key: str = ""
    tags: tuple[Tag, ...] = ()


class Rows(Struct, frozen=True, kw_only=True):
    """A list, in pages where it is long."""

    rows: tuple[Row, ...]
    more: tuple[Control, ...] = ()
    """The keys that turn the page, where there is more than one."""
    dense: bool = False
    spare: int = 0
    """So many at its end are left out, the last one first, where there is little room: they stand elsewhere too."""


class Tags(Struct, frozen=True, kw_only=True):
    tags: tuple[Tag, ...]


class Keys(Struct, frozen=True, kw_only=True):
    """Controls in columns."""

    controls: tuple[Control, ...]
    columns: int
    title: Line = EMPTY
    clauses: tuple[Control, ...] = ()
    few_lines: tuple[Control, ...] = ()
    """The same in the order in which they stand where there is no room for as many lines: a pad without its corners."""
    spare: bool = False
    """Left out where there is little room: the menu has the same."""


class Entry(Struct, frozen=True, kw_only=True):
    """A text or an amount that is typed. A secret one shows only how many digits there are."""

    name: str
    label: Line
    value: str = ""
    hint: Line = EMPTY
    secret: bool = False
    writing: bool = False
    """Whether the keyboard writes here."""
    wrong: Line = EMPTY
    act: Act | None = None
    """Touching it makes the keyboard write here."""
    waits_for_touch: bool = False
    """Whether the keyboard writes here only once it was touched: a panel never begins to be written here."""


class CardRow(Struct, frozen=True, kw_only=True):
    cards: tuple[CardShown, ...]


class Tile(Struct, frozen=True, kw_only=True):
    """A framed hand, or a framed fact with cards."""

    title: Line
    tone: Tone = Tone.PLAIN
    cards: tuple[CardShown, ...] = ()
    points: str = ""
    lines: tuple[Line, ...] = ()


class Tiles(Struct, frozen=True, kw_only=True):
    tiles: tuple[Tile, ...]


class BarPart(Struct, frozen=True, kw_only=True):
    """So many cards of a bar, from its left end on; the word stands in it, or over it where it is too narrow."""

    cards: int
    word: str
    tone: Tone = Tone.PLAIN


class Bar(Struct, frozen=True, kw_only=True):
    """What lies one behind the other, each part as long as it has cards: a shoe from its first card to its last."""

    parts: tuple[BarPart, ...]


class Gap(Struct, frozen=True):
    """Takes what room is left: what comes after it stands at the foot."""


class Gallery(Struct, frozen=True, kw_only=True):
    """Painted thumbnails of approved layouts to choose from."""

    game: str
    layouts: tuple[Control, ...]
    """A control each, of which the name ends in the letter of the Appendix: `layout:P`."""


Block = Heading | Note | Rows | Tags | Keys | Entry | CardRow | Tiles | Bar | Gap | Gallery
