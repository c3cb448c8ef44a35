"""What a shoe or a card reader reports: its cards, the game as it sees it, and its own state."""

from enum import Enum

from dealer_app.domain.cards import Card
from dealer_app.observations.observation import Observation, Secret


class Destination(Enum):
    """Where the device believes that a card goes. A question to the dealer at most: where it lies, he says."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"
    FIRST_CARD = "first-card"
    """The first card of a shoe, whose value says how many are burned."""
    BURN_COUNT = "burn-count"
    UNKNOWN = "unknown"


class Origin(Enum):
    """How the device came to report a card."""

    DRAWN = "drawn"
    SENT_AGAIN = "sent-again"
    """The last card reported once more because it was asked for: no new card."""
    SCANNED = "scanned"
    """Somebody passed the card before a reader: it may have been scanned before."""


class CardRead(Secret, frozen=True, kw_only=True):
    """A card of the game, its face read."""

    card: Card
    destination: Destination = Destination.UNKNOWN
    origin: Origin = Origin.DRAWN
    draw: int | None = None
    """The device's own index of the draw, whose first number differs by device: shown, never relied on."""


class CardUnreadable(Secret, frozen=True, kw_only=True):
    """A card of the game whose face the device could not read, or told in a way that means no card."""

    destination: Destination = Destination.UNKNOWN
    origin: Origin = Origin.DRAWN
    draw: int | None = None


class OutsideGame(Enum):
    """In what state the shoe was when a card was drawn outside of the game."""

    LOCKED = "locked"
    IN_ERROR = "in-error"
    IN_SETTINGS = "in-settings"
    UNKNOWN = "unknown"


class CardOutsideGame(Secret, frozen=True, kw_only=True):
    """A card left the shoe though no game was on. Its face is None where it was not read."""

    card: Card | None
    state: OutsideGame
    code: str


class CuttingCardDrawn(Observation, frozen=True, kw_only=True):
    pass


# The course of a game as the shoe sees it


class ShoeWinner(Enum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    FORCED_END = "forced-end"


class ShoeResult(Secret, frozen=True, kw_only=True):
    """The shoe's own result: only compared with ours, for the cards on the table are the truth (RWS 5.15, MBS 6.3)."""

    winner: ShoeWinner
    player_pair: bool
    banker_pair: bool


class StandBy(Observation, frozen=True, kw_only=True):
    """The shoe waits between rounds."""


class DeviceStarted(Observation, frozen=True, kw_only=True):
    """The device was switched on or reset, and counts its reports anew."""


# The state of a device


class DeviceError(Enum):
    """A device's trouble by a code that is the same for all devices; OTHER keeps only the device's own."""

    CANNOT_READ = "cannot-read"
    OVERDRAW = "overdraw"
    BUTTON_MISHANDLED = "button-mishandled"
    CARD_PUSHED_BACK = "card-pushed-back"
    CARD_PULLED_BACK = "card-pulled-back"
    CARD_CODE = "card-code"
    DRAWING_TIMED_OUT = "drawing-timed-out"
    OTHER = "other"


class Halted(Enum):
    """Whether the device goes on by itself after an error."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class ErrorRaised(Observation, frozen=True, kw_only=True):
    error: DeviceError
    code: str
    """As the device wrote it."""
    halted: Halted = Halted.UNKNOWN
    text: str = ""


class ErrorCancelled(Observation, frozen=True, kw_only=True):
    error: DeviceError
    code: str


class WarningGiven(Observation, frozen=True, kw_only=True):
    code: str


class LockState(Enum):
    LOCKED = "locked"
    UNLOCKED = "unlocked"


class LockChanged(Observation, frozen=True, kw_only=True):
    lock: LockState


class SettingChanged(Observation, frozen=True, kw_only=True):
    """Somebody changed a preset value at the device."""

    address: str
    value: str


class ReadAnswered(Secret, frozen=True, kw_only=True):
    """The device's answer to a question about its state, undecoded: what it may hold is not published."""

    text: str
