"""What a device at the table can report, and what the station may ask of it: frozen values.

An observation is what a device says, never a fact of the round: the station judges it first. In a log or a
message it shows no cards and no dice; `full_text` is its whole content, for a screen that may show it.
"""

from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble


class Observation(Struct, frozen=True, kw_only=True):
    """One thing that a device said, or that its line did."""

    sequence: str | None = None
    """The number that the device gave its report, as it wrote it; None where it does not number them."""

    def without_secrets(self) -> "Observation":
        """The same without anything that would reveal a sealed or face-down card."""
        return self

    def full_text(self) -> str:
        """All of it in one line: `CardRead sequence=2 card=9H destination=player`."""
        return _observation_line(self)

    def __repr__(self) -> str:
        return _observation_line(self.without_secrets())


class DeviceReport(Struct, frozen=True, kw_only=True):
    """What came from a device: what it says, in which session of its line, and when the last byte of it arrived."""

    generation: int
    observation: Observation
    at: int = 0
    """In milliseconds of the port's clock."""


class DeviceRequest(Struct, frozen=True, kw_only=True):
    """What the station asks of a device. It is sent only where the settings allow the station to send."""

    def __repr__(self) -> str:
        return _observation_line(self)


class Blanked(Observation, frozen=True, kw_only=True):
    """An observation of this name came, and its content is hidden."""

    name: str


class SecretObservation(Observation, frozen=True, kw_only=True):
    """An observation whose content may be hidden from those who look on."""

    def without_secrets(self) -> Observation:
        return Blanked(sequence=self.sequence, name=type(self).__name__)


def _observation_line(value: Observation | DeviceRequest) -> str:
    named = ((field.name, getattr(value, field.name)) for field in fields(value))
    words = (f"{name}={_value_word(it)}" for name, it in named if it not in (None, ""))
    return " ".join([type(value).__name__, *words])


def _value_word(value: Any) -> str:
    match value:
        case Enum():
            return str(value.value)
        case Tumble():
            return "-".join(map(str, value.dice))
        case Observation():
            return f"({value.full_text()})"
        case DeviceRequest():
            return f"({value!r})"
        case tuple():
            return ",".join(map(_value_word, value))
        case _:
            return str(value)


class ReportRepeated(Observation, frozen=True, kw_only=True):
    """The last report once more, byte for byte: nothing new."""


class ReportsLost(Observation, frozen=True, kw_only=True):
    """Reports did not arrive before this number. What they said is asked of the dealer, never guessed."""

    expected: str
    at_least: int


class SequenceConflict(SecretObservation, frozen=True, kw_only=True):
    """Another report under the number of the last one: a fault on the line. What it said is not to be relied on."""

    content: Observation


class ScanRepeated(SecretObservation, frozen=True, kw_only=True):
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


class BytesRejected(Observation, frozen=True, kw_only=True):
    reason: Rejection
    count: int


# The port


class LineUp(Observation, frozen=True, kw_only=True):
    """The port is open. What lay in it from before was thrown away, and so a report may have been lost.

    It says what is open: by whose protocol, at which speed, what its adapter calls itself, and if it is no device.
    """

    port: str
    baudrate: int = 0
    usb: str = ""
    profile: str = ""
    simulated: bool = False


class LineDown(Observation, frozen=True, kw_only=True):
    """The port was lost or cannot be opened; said once until it is open again. The station goes on trying."""

    fault: str
    said: str
    """What happened and what to do."""


class BytesDropped(Observation, frozen=True, kw_only=True):
    """So many bytes came while nobody took them. Reports were lost in them."""

    count: int


class LineGarbled(Observation, frozen=True, kw_only=True):
    """So many bytes were thrown away in a row and nothing was understood: another speed, or another device."""

    baudrate: int
    rejected: int


class Destination(Enum):
    """Where the device believes that a card goes. A question to the dealer at most: only they say where it lies."""

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


class CardRead(SecretObservation, frozen=True, kw_only=True):
    """A card of the game, its face read."""

    card: Card
    destination: Destination = Destination.UNKNOWN
    origin: Origin = Origin.DRAWN
    draw: int | None = None
    """The device's own index of the draw, whose first number differs by device: shown, never relied on."""


class CardUnreadable(SecretObservation, frozen=True, kw_only=True):
    """A card of the game whose face the device could not read, or reported as something that is no card."""

    destination: Destination = Destination.UNKNOWN
    origin: Origin = Origin.DRAWN
    draw: int | None = None


class OutsideGame(Enum):
    """In what state the shoe was when a card was drawn outside of the game."""

    LOCKED = "locked"
    IN_ERROR = "in-error"
    IN_SETTINGS = "in-settings"
    UNKNOWN = "unknown"


class CardOutsideGame(SecretObservation, frozen=True, kw_only=True):
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


class ShoeResult(SecretObservation, frozen=True, kw_only=True):
    """The shoe's own result: only compared with ours, for the cards on the table are the truth (RWS 5.15, MBS 6.3)."""

    winner: ShoeWinner
    player_pair: bool
    banker_pair: bool


class StandBy(Observation, frozen=True, kw_only=True):
    """The shoe waits between rounds."""


class DeviceStarted(Observation, frozen=True, kw_only=True):
    """The device was switched on or reset, and counts its reports from the start."""


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


class PresetChanged(Observation, frozen=True, kw_only=True):
    """Somebody changed a preset value at the device."""

    address: str
    value: str


class ReadAnswered(SecretObservation, frozen=True, kw_only=True):
    """The device's answer to a question about its state, undecoded: what it may hold is not published."""

    text: str


class LockShoe(DeviceRequest, frozen=True, kw_only=True):
    pass


class UnlockShoe(DeviceRequest, frozen=True, kw_only=True):
    pass


class CancelError(DeviceRequest, frozen=True, kw_only=True):
    error: DeviceError


class ConfirmGame(DeviceRequest, frozen=True, kw_only=True):
    """Confirms the shoe's game process."""


class Poll(DeviceRequest, frozen=True, kw_only=True):
    """Asks whether the device is there and, where it can tell, what it shows."""


class LightAreas(DeviceRequest, frozen=True, kw_only=True):
    """The winning areas that the lamps show (Tai Sai 5.10); none puts all lamps out."""

    areas: tuple[str, ...]


class NotDone(Enum):
    """Why a request was not carried out."""

    READ_ONLY = "read-only"
    """The settings do not let the station send to this device."""
    NOT_SUPPORTED = "not-supported"
    """This device knows no such request, or cannot take this one's content."""
    TOO_MANY = "too-many"
    """Too many requests wait already."""
    REFUSED = "refused"
    """The device said no; `code` is its own."""
    TIMED_OUT = "timed-out"
    LINE_LOST = "line-lost"


class RequestDone(Observation, frozen=True, kw_only=True):
    """The device acknowledged all of it."""

    request: DeviceRequest


class RequestFailed(Observation, frozen=True, kw_only=True):
    request: DeviceRequest
    why: NotDone
    code: str = ""


class TumblerActivated(Observation, frozen=True, kw_only=True):
    pass


class TumbleCompleted(Observation, frozen=True, kw_only=True):
    """The dice were tumbled once more; at least three are needed (Tai Sai 3.7)."""

    number: int


class Resting(Enum):
    """How a die came to rest. A die that is not flat gives no result (Tai Sai 5.5)."""

    FLAT = "flat"
    COCKED = "cocked"
    NOT_REPORTED = "not-reported"


class DiceAtRest(SecretObservation, frozen=True, kw_only=True):
    dice: Tumble
    resting: tuple[Resting, Resting, Resting]


class DiceUnreadable(Observation, frozen=True, kw_only=True):
    """The dice came to rest, and what the device said of them means no three dice."""
