"""A screen as a frozen value: everything that a window paints at one moment."""

from enum import Enum
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.roads import Roads
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import NO_TEXT, Block, CardShown, Control, ScreenText, Tone

# The top bar


class TopBarCell(Struct, frozen=True, kw_only=True):
    """A caption and its value. `raised` are those that are never hidden: the limits.

    `widest` are values, and `notes` and `short_notes` notes that it may come to show: it keeps room for them, so that
    no cell of the bar moves when a figure changes.
    """

    name: str
    caption: ScreenText
    value: str
    note: str = ""
    short_note: str = ""
    """The note where there is little room."""
    widest: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    short_notes: tuple[str, ...] = ()
    raised: bool = False
    lamp: Tone | None = None
    """A lamp with a word: its value says how the device is."""
    act: Action | None = None


class TopBar(Struct, frozen=True, kw_only=True):
    left: tuple[TopBarCell, ...]
    right: tuple[TopBarCell, ...]


class Ribbon(Struct, frozen=True, kw_only=True):
    """DEMO, or practice: cannot be closed. Its controls move the simulated devices."""

    text: ScreenText
    controls: tuple[Control, ...] = ()


# What happened on the table


class HandShown(Struct, frozen=True, kw_only=True):
    """One hand as its viewer sees it; `points` are those that lie open, `?` before."""

    tone: Tone
    name: ScreenText
    glyph: str
    note: ScreenText
    cards: tuple[CardShown, ...]
    points: str
    wins: bool = False
    clause: str = ""
    """On which the note rests: behind it once, in whichever languages there is room for."""


class HandsShown(Struct, frozen=True, kw_only=True):
    """`turned` puts the Banker at the left, as the dealer sees the table."""

    player: HandShown
    banker: HandShown
    banner: ScreenText = NO_TEXT
    banner_tone: Tone = Tone.PLAIN
    turned: bool = False


class Die(Struct, frozen=True, kw_only=True):
    """A face of 1 to 6, or nothing yet; `flat` is nothing where it is not known."""

    face: int | None
    flat: bool | None = None


class DiceShown(Struct, frozen=True, kw_only=True):
    dice: tuple[Die, Die, Die]
    total: str
    outcomes: tuple[tuple[str, str, str], ...] = ()
    """Glyph, name and odds of what the sum won: `大`, `BIG`, `1 to 1`."""
    tumbles: int | None = None
    fewest_tumbles: int = 3
    flat_word: ScreenText = NO_TEXT
    total_word: ScreenText = NO_TEXT
    tumbles_word: ScreenText = NO_TEXT
    flat_doubted: bool = False
    """Whether an open case says that a die did not lie flat, though they were read as flat."""
    tumbles_doubted: bool = False
    """Whether an open case says that they were fewer, or came too early."""
    lines: tuple[ScreenText, ...] = ()


# The layout


class AreaState(Enum):
    """How an area is shown: by shape and word, never by colour alone."""

    OPEN = "open"
    CLOSED = "closed"
    """No bets are taken on it now."""
    SELECTED = "selected"
    LIT = "lit"
    """It wins."""
    DIMMED = "dimmed"
    """It loses."""
    NOT_OFFERED = "not-offered"
    RETURNED = "returned"
    VOID = "void"


NOTHING_WON = Fraction(0)


class Stake(Struct, frozen=True, kw_only=True):
    """Chips on an area. `seat` is shown on the disc where the area is shared."""

    amount: str
    minor: int
    """The amount in minor units, for the colour of its highest chip."""
    seat: int | None = None
    standing: str = ""
    """`S`, or `S1`, `S2` where several stand at one box."""
    wins: str = ""
    """`+1,250` once it is settled."""
    won: Fraction = NOTHING_WON
    """The same in minor units, for the sum of several."""
    chip: str = ""
    """The colour of its bettor, where it has no seat: `red`."""
    struck: bool = False
    """It lost."""
    back: bool = False
    """It goes back to whose it is, while others on its area win or lose."""
    together: str = ""
    """`6 bets`: how many lie on its area with it, where there are several; said beside their sum."""


class AreaShown(Struct, frozen=True, kw_only=True):
    """One betting area; `seat` is its own seat, or nothing where it is shared by all."""

    area: Area
    seat: int | None
    label: str
    glyph: str
    short: str
    odds: str
    state: AreaState
    word: str = ""
    """What the state is called where it is not plain: `not offered`, `returned`."""
    alt_text: str = ""
    """Whose it is and what it is called, for who hears the screen: what is printed is never translated."""
    state_alt_text: str = ""
    limits: str = ""
    legend: tuple[str, ...] = ()
    """When it wins, where this layout prints it."""
    chinese: tuple[str, ...] = ()
    """The same in Chinese, where this layout prints that too."""
    stakes: tuple[Stake, ...] = ()
    act: Action | None = None

    @property
    def name(self) -> str:
        return str(self.area) if self.seat is None else f"{self.area}.seat-{self.seat}"


class SeatShown(Struct, frozen=True, kw_only=True):
    number: int
    keyed: str = ""
    """What is keyed for it and shown on its badge, where that is not its number: `02` at a table with a seat 15."""
    alt_text: str = ""
    """`Seat 3`, for who hears the screen."""
    selected: bool = False
    act: Action | None = None


class TableShown(Struct, frozen=True, kw_only=True):
    """The painted layout: `game` and `letter` say which drawing, `seats` how it is filled."""

    game: str
    letter: str
    seats: tuple[SeatShown, ...]
    areas: tuple[AreaShown, ...]
    turned: bool = False
    turn: Control | None = None
    with_odds: bool = True
    alt_text: str = ""
    """What it is, for who hears the screen while nothing on it has the focus."""
    tab_texts: tuple[str, ...] = ()
    """What the tabs are called where a small window has half of it at a time."""
    current_area: Area | None = None
    """Where chips are keyed, collected or paid now: a small window turns to the half that has it."""


# What was


class RoadsShown(Struct, frozen=True, kw_only=True):
    """The five roads and the counts, by the domain; headings and names in words."""

    roads: Roads
    rounds: ScreenText
    counts: tuple[tuple[Tone, str, int], ...]
    pairs: str
    headings: tuple[ScreenText, ScreenText, ScreenText, ScreenText, ScreenText]
    asks: tuple[ScreenText, ScreenText] = (NO_TEXT, NO_TEXT)
    """What is said before the marks that a win of the Banker, and of the Player, would add to each derived road."""
    points_on_beads: bool = False


class PastTumble(Struct, frozen=True, kw_only=True):
    """A tumble of the trail; one without dice was void, or nobody noted them."""

    dice: tuple[int, int, int] | None
    total: str
    noted: bool = True
    marks: tuple[str, ...]
    """Glyphs: 大 小 單 雙 圍."""
    now: bool = False


class TrailShown(Struct, frozen=True, kw_only=True):
    """`headings` by how many tumbles there is room for; the counts are of all that are known, as `counted` says."""

    headings: tuple[ScreenText, ...]
    tumbles: tuple[PastTumble, ...]
    counted: ScreenText
    counts: tuple[tuple[str, int], ...]


class StepDone(Struct, frozen=True, kw_only=True):
    """A step of a practised round: what it was, how it went by its tone, and how long it took."""

    label: ScreenText
    tone: Tone = Tone.PLAIN
    """Plain where nothing is said of how it went."""
    time: str = ""
    now: bool = False


class StepsShown(Struct, frozen=True, kw_only=True):
    """The steps of a practised round so far. How many are to come is not shown: two empty fields follow.

    `counts` say the same in one line, for a small window.
    """

    heading: ScreenText
    right: ScreenText
    steps: tuple[StepDone, ...]
    counts: tuple[tuple[Tone, str, ScreenText], ...] = ()


# The rail


class Announcement(Struct, frozen=True, kw_only=True):
    """What the dealer says, word for word; English is of record, the other helps."""

    caption: ScreenText
    text: ScreenText
    is_read_second: bool = False
    """Whether the dealer reads the language that stands second here: it is never left out then."""


class StepState(Enum):
    DONE = "done"
    NOW = "now"
    NEXT = "next"
    LATER = "later"
    STRUCK = "struck"
    """It does not apply in this round."""


class TrackStep(Struct, frozen=True):
    label: ScreenText
    state: StepState


class Rail(Struct, frozen=True, kw_only=True):
    """The guide's words, what there is to do, the one next step, the steps of the round, and the four tools."""

    caption: ScreenText
    since: str
    instruction: ScreenText
    say: Announcement | None
    why: ScreenText
    why_caption: ScreenText
    clauses: tuple[Control, ...]
    refusal: ScreenText
    """Why the last touch was refused, until the next one."""
    work: tuple[Block, ...]
    primary: Control
    track: tuple[TrackStep, ...]
    tools: tuple[Control, ...]
    step: ScreenText = NO_TEXT
    """`Step 7 of 13`, for a window that has no room for the track."""
    is_wide: bool = False
    """Whether it takes more of a large window: there is work for two columns in it."""


# All of it


class TableStage(Struct, frozen=True, kw_only=True):
    """The usual picture: the hands or the dice, the layout, the roads or the trail; in practice the steps so far."""

    result: HandsShown | DiceShown
    table: TableShown
    past: RoadsShown | TrailShown | StepsShown | None


class PageStage(Struct, frozen=True, kw_only=True):
    """Takes the place of hands, layout and roads: columns of blocks under a title band."""

    title: ScreenText
    sub: ScreenText = NO_TEXT
    tone: Tone = Tone.PLAIN
    right: tuple[str, ...] = ()
    head: tuple[Block, ...] = ()
    """Above all columns, as wide as the page: leaves to turn, which stay where they are whichever is open."""
    columns: tuple[tuple[Block, ...], ...] = ()
    shares: tuple[int, ...] = ()
    """How wide the columns are beside each other; all alike where nothing is said."""
    foot: tuple[Block, ...] = ()
    """Below all columns, as wide as the page: a keyboard."""
    table: TableStage | None = None
    """What lies on the table, under the title in place of all columns: the dice and the layout of a case."""


class Overlay(Struct, frozen=True, kw_only=True):
    """A panel over the dimmed station: the left column shows, the right one is keyed in."""

    name: str
    title: ScreenText
    sub: ScreenText = NO_TEXT
    icon: str = ""
    right: tuple[str, ...] = ()
    left_column: tuple[Block, ...] = ()
    right_column: tuple[Block, ...] = ()
    primary: Control | None = None
    grave: Control | None = None
    """At the far left of the foot."""
    reasons: tuple[Control, ...] = ()
    """For what is grave, beside it; `reasons_title` says so."""
    reasons_title: ScreenText = NO_TEXT
    close: Control | None = None
    writes: str = ""
    """Where the keyboard writes while the input names nothing."""


# Looking back


class TimePart(Struct, frozen=True):
    """What a part of the line of time was: from one place to another, and its name."""

    begin: int
    end: int
    title: ScreenText


class TimeShape(Enum):
    """What a step on the line of time was."""

    STEP = "step"
    CARD = "card"
    DISPUTED = "disputed"
    """An irregularity, a correction, a dispute."""


class TimeMark(Struct, frozen=True):
    """A step at its place on the line of time."""

    at: int
    shape: TimeShape
    now: bool = False


class TimeLine(Struct, frozen=True, kw_only=True):
    """From 0 to `length`; the times of day of its ends and of the step that is shown."""

    length: int
    parts: tuple[TimePart, ...]
    marks: tuple[TimeMark, ...]
    begin: str
    end: str
    now: str


class RecallShown(Struct, frozen=True, kw_only=True):
    """A past round over the whole window, with the screen as it was. Nothing in that screen can be pressed."""

    title: ScreenText
    place: ScreenText
    right: ScreenText
    """How it is at the table now."""
    caption: ScreenText
    made_from: ScreenText
    screen: "Screen | None"
    """Nothing while it is read, or where it cannot be made: then the note says why."""
    number: str
    """Changes with the picture: of the same moment it is the same."""
    note: ScreenText = NO_TEXT
    line: TimeLine | None = None
    keys: tuple[Control, ...] = ()
    rows: tuple[Block, ...] = ()
    facts: tuple[Block, ...] = ()
    side: tuple[Control, ...] = ()
    primary: Control
    close: Control
    is_large: bool = False
    """Whether the screen of then fills the window, where it is too small for all of it."""


class Cue(Enum):
    """A sound; it never comes alone, its picture and word are on the screen."""

    TAKEN = "taken"
    YOUR_TURN = "your-turn"
    REFUSED = "refused"
    STOP = "stop"
    APPROVAL = "approval"
    DEVICE = "device"


class Screen(Struct, frozen=True, kw_only=True):
    """`writes` says whether letters go to a text that is open, or digits to an amount."""

    top_bar: TopBar
    ribbon: Ribbon | None
    stage: TableStage | PageStage
    rail: Rail
    overlay: Overlay | None
    keys: tuple[Control, ...] = ()
    """What keys press that have no place on the screen of their own."""
    writes: str = ""
    moves: tuple[str, str] = ("", "")
    """What moves a long column up and down, for who hears the screen."""
    recall: RecallShown | None = None
    """A past round, which covers all but an overlay."""
    call: ScreenText = NO_TEXT
    """That a supervisor is called and has not come: the whole frame is lit until then."""
    leave: Control | None = None
    """What Esc presses where nothing is open or begun: it leads out of the supervisor's room."""

    @property
    def step(self) -> str:
        """Changes whenever another thing is to be done: Enter is deaf for a moment after it."""
        over = self.overlay.name if self.overlay else "past" if self.recall else ""
        return f"{self.rail.instruction.first}|{self.rail.primary.name}|{over}"


class RailContent(Struct, frozen=True, kw_only=True):
    """The rail's work, its one next step, and a page where the table makes room for one.

    Instruction, reason and announcement are the guide's where they are not given here.
    """

    work: tuple[Block, ...]
    primary: Control
    track: tuple[TrackStep, ...] = ()
    page: PageStage | None = None
    instruction: ScreenText = NO_TEXT
    why: ScreenText = NO_TEXT
    clauses: tuple[str, ...] = ()
    say: Announcement | None = None
    writes: str = ""
    """Where the keyboard writes while the input names nothing: the first entry that is still empty."""
    entries: frozenset[str] | None = None
    """The entries on the screen, as one that the input still names may have gone from it."""
