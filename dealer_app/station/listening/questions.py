"""What a device brings up that only the dealer can say, and what is remembered of it until he has said it.

The questions of all devices stand in one row, in the order in which their reports came. Only the first is put to the
dealer; what came after it waits, so that no card overtakes another.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.round.source import Source
from dealer_app.station.listening.identity import Identity


class What(Enum):
    """What an entry of the row is about."""

    CARD = "card"
    CUTTING_CARD = "cutting-card"
    BURN = "burn"
    CARDS = "cards"
    """Cards that may have come unheard: none, one or several."""
    TUMBLE = "tumble"
    DICE = "dice"
    DICE_UNHEARD = "dice-unheard"
    """Dice that may have come to rest unheard."""


class Question(Enum):
    """What the dealer is asked. WAITS is not asked: its turn has not come, or the table is not ready for it."""

    WAITS = "waits"
    NOBODY_THERE = "nobody-there"
    """It came while nobody was signed in at the table."""
    CONFIRM = "confirm"
    """By the settings the station takes nothing by itself."""
    NOT_NOW = "not-now"
    """The table has no place for it now."""
    UNREADABLE = "unreadable"
    OTHER_HAND = "other-hand"
    """The device says another hand than the Table of Play. Where the card lies only the dealer knows."""
    NO_HAND = "no-hand"
    """The device says that it is burned, and a round is on."""
    NOT_TURNED = "not-turned"
    """Cards that lie face down are to be turned first; that they were may not have been pressed yet."""
    OUTSIDE_GAME = "outside-game"
    SAME_AGAIN = "same-again"
    """The same card once more from a device that does not number its reports."""
    REPORTS_LOST = "reports-lost"
    DAMAGED = "damaged"
    """Something arrived damaged. If the number of the next report shows that nothing was lost, it is asked no more."""
    LINE_LOST = "line-lost"
    LINE_BACK = "line-back"
    DEVICE_RESET = "device-reset"
    CANNOT_READ = "cannot-read"
    """The device says that it could not read; whether a card left it, it does not say."""
    OVERDRAW = "overdraw"
    REVERSE_RUN = "reverse-run"
    """A card was pushed or pulled back into the device."""
    RESULT_WITHOUT_CARD = "result-without-card"
    """By the device the round is over, and by our cards one is missing."""
    WHILE_OUT = "while-out"
    """Reports came before the station was ready for them; they are not dealt."""
    BURNED = "burned"
    BURN_BY_HAND = "burn-by-hand"
    STARTED_EARLY = "started-early"
    """The tumbler started before "No more Bets" was pressed (Tai Sai 5.5.3)."""
    HOW_THEY_LIE = "how-they-lie"
    """The device does not tell, or cannot be relied on to tell, the tumbles and whether each die is flat."""
    DICE_UNREADABLE = "dice-unreadable"
    DICE_DIFFER = "dice-differ"
    """Other dice than those that were read already."""
    LATE = "late"
    """A card was keyed by hand before, and this report may be the late one of it; but it says another card."""


class Reply(Enum):
    """What the dealer answers."""

    DEAL = "deal"
    """It belongs to the round: the card counts, the dice lie so."""
    NOTHING = "nothing"
    """Nothing lies there that the station does not know, or it is put aside."""


class Awaiting(Struct, frozen=True, kw_only=True):
    """One entry of the row. What may not be seen of it, as the value of a card, stands in `hidden` alone."""

    number: int
    device: str
    what: What
    question: Question
    round: int | None
    facts: Mapping[str, str] = field(default_factory=dict)
    hidden: Mapping[str, str] = field(default_factory=dict)
    source: Source | None = None
    """The report that brought it up, or who keyed what is dealt by it."""


class Unheard(Struct, frozen=True, kw_only=True):
    """What was keyed in a round and no device has told yet: cards by their places in the drawn order, or the dice."""

    round: int = 0
    places: tuple[int, ...] = ()
    dice: bool = False


class Link(Enum):
    """Whether a device can be heard."""

    CONNECTED = "connected"
    LOST = "lost"


class KnownDevice(Struct, frozen=True, kw_only=True):
    """What the journal says of a device: its line, and the error that it holds until it says that it is over."""

    link: Link
    error: str = ""
    result: int | None = None
    """The round of which it has told its own result, while that is not compared. What it was is not in the journal."""
    identity: Identity | None = None
    """Of what was last connected."""
    refused: bool = False
    """It is no device but a program, and is not listened to."""

    @property
    def simulated(self) -> bool:
        return self.identity is not None and self.identity.simulated


class Listening(Struct, frozen=True, kw_only=True):
    """What a restart must not forget of the devices."""

    devices: Mapping[str, KnownDevice] = field(default_factory=dict)
    row: tuple[Awaiting, ...] = ()
    asked: int = 0
    unheard: Unheard = Unheard()

    @property
    def first(self) -> Awaiting | None:
        return self.row[0] if self.row else None

    def asks(self, *questions: Question) -> bool:
        """Whether one of these stands in the row."""
        return any(entry.question in questions for entry in self.row)


def started_early(listening: Listening) -> bool:
    """A tumble began before "No more Bets" was pressed: whether it was announced is asked before it can be pressed."""
    return any(entry.what is What.TUMBLE or entry.facts.get("early") == "yes" for entry in listening.row)
