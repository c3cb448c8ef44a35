"""What happens to the station itself: starts and stops, the clock, shifts, settings, devices, its rules.

Like all events they are frozen values; what they add up to is in state.
"""

from dataclasses import dataclass
from enum import Enum

Choices = tuple[tuple[str, str], ...]
"""Rulings by number, each with the option in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StationStarted:
    """A program began to write this journal; by its version, and the SHA-256 of the rulebooks it has."""

    station: str
    program: str
    rulebooks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StationStopped:
    """In order: whoever starts next finds what was left, and need not ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UncleanStop:
    """The station was cut off: the last event before, and the round that was on, if one was."""

    last: int
    round: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockJumped:
    """The wall clock, or its distance from UTC, moved by itself; order is by the sequence, as always."""

    microseconds: int
    offset_before: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageAnswered:
    """Whether the table went on without the station while it was out."""

    played_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookInForce:
    """By which document, read how, the table is opened that follows."""

    game: str
    fingerprint: str
    rulings: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsConfirmed:
    """Two people have confirmed how this document is read, each ruling that asks for it."""

    game: str
    fingerprint: str
    rulings: Choices
    approval: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsConfirmed:
    """Two people have confirmed that the sign at this table shows these limits, in the words that were asked."""

    table: str
    limits: str
    approval: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftBegan:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftEnded:
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChanged:
    setting: str
    before: str
    after: str


class Incident(Enum):
    """What became of a device."""

    CONNECTED = "connected"
    LOST = "lost"
    TROUBLE = "trouble"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceIncident:
    device: str
    incident: Incident
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskFilledUp:
    """The reserve was given up so that the round in hand could end; no other begins until there is room again."""


StationFact = (
    StationStarted
    | StationStopped
    | UncleanStop
    | ClockJumped
    | OutageAnswered
    | RulebookInForce
    | RulingsConfirmed
    | LimitsConfirmed
    | ShiftBegan
    | ShiftEnded
    | SettingChanged
    | DeviceIncident
    | DiskFilledUp
)
