"""What a device at the table can report, and what may be asked of one: frozen values, nothing that knows a port.

An observation is what a device says, never a fact of the round: the station judges it first. Written to a log or a
message, an observation keeps silent about cards and dice; `told` is its whole content, for a screen that may show it.
"""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Observation:
    """One thing that a device said, or that its line did."""

    sequence: str | None = None
    """The number that the device gave its report, as it wrote it; None where it does not number them."""

    def blanked(self) -> "Observation":
        """The same without what a sealed or face-down card would be told by."""
        return self

    def told(self) -> str:
        """All of it in one line: `CardRead sequence=2 card=9H destination=player`."""
        return _line(self)

    def __repr__(self) -> str:
        return _line(self.blanked())


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Request:
    """What the station asks of a device. It is sent only where the settings allow the station to send."""

    def __repr__(self) -> str:
        return _line(self)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Blanked(Observation):
    """An observation of this name came, and what it said is not told."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Secret(Observation):
    """An observation whose content may be hidden from those who look on."""

    def blanked(self) -> Observation:
        return Blanked(sequence=self.sequence, name=type(self).__name__)


# Cards


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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CardRead(Secret):
    """A card of the game, its face read."""

    card: Card
    destination: Destination = Destination.UNKNOWN
    origin: Origin = Origin.DRAWN
    draw: int | None = None
    """The device's own index of the draw, whose first number differs by device: shown, never relied on."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CardUnreadable(Secret):
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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CardOutsideGame(Secret):
    """A card left the shoe though no game was on. Its face is None where it was not read."""

    card: Card | None
    state: OutsideGame
    code: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CuttingCardDrawn(Observation):
    pass


# The course of a game as the shoe sees it


class ShoeWinner(Enum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    FORCED_END = "forced-end"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ShoeResult(Secret):
    """The shoe's own result: only compared with ours, for the cards on the table are the truth (RWS 5.15, MBS 6.3)."""

    winner: ShoeWinner
    player_pair: bool
    banker_pair: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StandBy(Observation):
    """The shoe waits between rounds."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DeviceStarted(Observation):
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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ErrorRaised(Observation):
    error: DeviceError
    code: str
    """As the device wrote it."""
    halted: Halted = Halted.UNKNOWN
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ErrorCancelled(Observation):
    error: DeviceError
    code: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WarningGiven(Observation):
    code: str


class LockState(Enum):
    LOCKED = "locked"
    UNLOCKED = "unlocked"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LockChanged(Observation):
    lock: LockState


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SettingChanged(Observation):
    """Somebody changed a preset value at the device."""

    address: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReadAnswered(Secret):
    """The device's answer to a question about its state, undecoded: what it may hold is not published."""

    text: str


# The dice tumbler


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TumblerActivated(Observation):
    pass


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TumbleCompleted(Observation):
    """The dice were tumbled once more; at least three are needed (Tai Sai 3.7)."""

    number: int


class Resting(Enum):
    """How a die came to rest. A die that is not flat gives no result (Tai Sai 5.5)."""

    FLAT = "flat"
    COCKED = "cocked"
    NOT_REPORTED = "not-reported"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DiceAtRest(Secret):
    dice: Tumble
    resting: tuple[Resting, Resting, Resting]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DiceUnreadable(Observation):
    """The dice came to rest, and what the device said of them means no three dice."""


# The line


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReportRepeated(Observation):
    """The last report once more, byte for byte: nothing new."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReportsLost(Observation):
    """Reports did not arrive before this number. What they said is asked of the dealer, never guessed."""

    expected: str
    at_least: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SequenceConflict(Secret):
    """Another report under the number of the last one: a fault on the line. What it said is not to be relied on."""

    content: Observation


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ScanRepeated(Secret):
    """The same physical code again so soon that it is one scan."""

    card: Card


class Rejection(Enum):
    """Why bytes were thrown away."""

    NOISE = "noise"
    """Outside of any frame."""
    BAD_CHECKSUM = "bad-checksum"
    TOO_LONG = "too-long"
    BROKEN_OFF = "broken-off"
    """A frame that was begun and not ended: another began, the line fell silent or was lost."""
    NOT_UNDERSTOOD = "not-understood"
    """A whole frame whose content is in no table of this device."""
    UNASKED_ANSWER = "unasked-answer"
    """An answer while nothing was asked."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BytesRejected(Observation):
    reason: Rejection
    count: int


# The port


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LineUp(Observation):
    """The port is open. What lay in it from before was thrown away, and so a report may have been lost."""

    port: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LineDown(Observation):
    """The port was lost or cannot be opened; said once until it is open again. The station goes on trying."""

    fault: str
    said: str
    """What happened and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BytesDropped(Observation):
    """So many bytes came while nobody took them. Reports were lost in them."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LineGarbled(Observation):
    """So many bytes were thrown away in a row and nothing was understood: another speed, or another device."""

    baudrate: int
    rejected: int


# Requests and what becomes of them


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LockShoe(Request):
    pass


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UnlockShoe(Request):
    pass


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CancelError(Request):
    error: DeviceError


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ConfirmGame(Request):
    """Confirms the shoe's game process."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Poll(Request):
    """Asks whether the device is there and, where it can tell, what it shows."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LightAreas(Request):
    """The winning areas that the lamps show (Tai Sai 5.10); none puts all lamps out."""

    areas: tuple[str, ...]


class NotDone(Enum):
    """Why a request was not carried out."""

    READ_ONLY = "read-only"
    """The settings do not let the station send to this device."""
    NOT_SUPPORTED = "not-supported"
    """This device knows no such request, or cannot be told this one's content."""
    TOO_MANY = "too-many"
    """Too many requests wait already."""
    REFUSED = "refused"
    """The device said no; `code` is its own."""
    TIMED_OUT = "timed-out"
    LINE_LOST = "line-lost"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RequestDone(Observation):
    """The device acknowledged all of it."""

    request: Request


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RequestFailed(Observation):
    request: Request
    why: NotDone
    code: str = ""


def _line(value: Observation | Request) -> str:
    told = ((field.name, getattr(value, field.name)) for field in fields(value))
    return " ".join([type(value).__name__, *(f"{name}={_word(it)}" for name, it in told if it is not None)])


def _word(value: Any) -> str:
    match value:
        case Enum():
            return str(value.value)
        case Tumble():
            return "-".join(map(str, value.dice))
        case Observation():
            return f"({value.told()})"
        case Request():
            return f"({value!r})"
        case tuple():
            return ",".join(map(_word, value))
        case _:
            return str(value)
