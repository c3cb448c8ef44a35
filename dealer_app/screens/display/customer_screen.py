"""The customer display as a frozen value: what guests read at one moment, and nothing that they may not know.

It is for information only: the result at the table prevails (RWS 5.15, MBS 6.3, Tai Sai 5.11).
"""

from enum import Enum

from msgspec import Struct

from dealer_app.screens.blocks import NO_TEXT, ScreenText, Tone
from dealer_app.screens.screen import DiceShown, HandsShown, RoadsShown, TrailShown


class DisplayState(Enum):
    """What the band of the display is about."""

    CLOSED = "closed"
    """No table is open, or the station was started and has not answered what it found."""
    NEW_SHOE = "new-shoe"
    """Cards are prepared: the pay table is read meanwhile."""
    IDLE = "idle"
    """Between rounds, with nothing to show of a round before."""
    BETS_OPEN = "bets-open"
    NO_MORE_BETS = "no-more-bets"
    CARDS = "cards"
    """Cards as they are turned."""
    INSURANCE = "insurance"
    RESULT = "result"
    """From its announcement until the next "Place your Bets", corrected or not."""
    VOID = "void"
    PENDING = "pending"
    """Somebody has to decide; why is not said here."""


class DisplayFact(Struct, frozen=True):
    """A caption and its value: a limit, the shoe and round."""

    caption: ScreenText
    value: str


class DisplayBanner(Struct, frozen=True, kw_only=True):
    """The large words of the band; on the right the odds of an offer."""

    text: ScreenText
    tone: Tone = Tone.PLAIN
    note: ScreenText = NO_TEXT
    right: ScreenText = NO_TEXT


class WinShown(Struct, frozen=True, kw_only=True):
    """A bet that won, with its odds as they are printed; `glyph` is there for the even chances of the dice."""

    name: ScreenText
    odds: str
    tone: Tone = Tone.PLAIN
    glyph: str = ""
    dice: tuple[int, ...] = ()
    """The faces that a bet on dice names."""


class PayRow(Struct, frozen=True, kw_only=True):
    """A bet of the layout with its odds and, where the house shows it, the chance to win from a full shoe."""

    name: ScreenText
    odds: str
    tone: Tone = Tone.PLAIN
    chance: str = ""


class PayGroup(Struct, frozen=True):
    title: ScreenText
    rows: tuple[PayRow, ...]


class Countdown(Struct, frozen=True):
    """Seconds of betting time left, and of how many; what the dealer says decides, not the clock."""

    left: int
    all: int


class CustomerScreen(Struct, frozen=True, kw_only=True):
    """All of it. Only the parts of the state are filled: of a pay table there is none while cards lie there."""

    state: DisplayState
    title: str
    round: int = 0
    """The number of the round that is shown, where one is."""
    sub: ScreenText = NO_TEXT
    facts: tuple[DisplayFact, ...] = ()
    """The limits, then the shoe and round."""
    banner: DisplayBanner | None = None
    before: ScreenText = NO_TEXT
    """Of a corrected result: what was shown before, struck through."""
    corrected: ScreenText = NO_TEXT
    shown_before: ScreenText = NO_TEXT
    hands: HandsShown | None = None
    dice: DiceShown | None = None
    wins: tuple[WinShown, ...] = ()
    countdown: Countdown | None = None
    pays: tuple[PayGroup, ...] = ()
    pay_captions: tuple[ScreenText, ScreenText] = (NO_TEXT, NO_TEXT)
    """Above the odds, and above the chances where they are shown."""
    notes: tuple[ScreenText, ...] = ()
    """How cards are dealt here, and that there is no insurance (Insurance Plus 4.2.2)."""
    past: RoadsShown | TrailShown | None = None
    hand_names: tuple[tuple[Tone, ScreenText], ...] = ()
    """What the counts beside the roads are of."""
    pairs: tuple[tuple[ScreenText, int], ...] = ()
    next_round: ScreenText = NO_TEXT
    prevails: ScreenText = NO_TEXT
    """That the result at the table prevails; always."""
    foot: str = ""
    """Clauses, the document's date, its fingerprint, the time of day."""
    alive: ScreenText = NO_TEXT
    stale: ScreenText = NO_TEXT
    """What is painted over everything once the station sends no more."""
