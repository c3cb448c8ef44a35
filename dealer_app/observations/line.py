"""What is said of the line itself: repeats, gaps, bytes thrown away, ports that come and go."""

from enum import Enum

from dealer_app.domain.cards import Card
from dealer_app.observations.observation import Observation, Secret


class ReportRepeated(Observation, frozen=True, kw_only=True):
    """The last report once more, byte for byte: nothing new."""


class ReportsLost(Observation, frozen=True, kw_only=True):
    """Reports did not arrive before this number. What they said is asked of the dealer, never guessed."""

    expected: str
    at_least: int


class SequenceConflict(Secret, frozen=True, kw_only=True):
    """Another report under the number of the last one: a fault on the line. What it said is not to be relied on."""

    content: Observation


class ScanRepeated(Secret, frozen=True, kw_only=True):
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
