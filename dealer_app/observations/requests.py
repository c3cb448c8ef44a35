"""What may be asked of a device, and what becomes of it."""

from enum import Enum

from dealer_app.domain.values import dataclass
from dealer_app.observations.observation import Observation, Request
from dealer_app.observations.shoe import DeviceError


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
