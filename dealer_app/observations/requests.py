"""What may be asked of a device, and what becomes of it."""

from enum import Enum

from dealer_app.observations.observation import Observation, Request
from dealer_app.observations.shoe import DeviceError


class LockShoe(Request, frozen=True, kw_only=True):
    pass


class UnlockShoe(Request, frozen=True, kw_only=True):
    pass


class CancelError(Request, frozen=True, kw_only=True):
    error: DeviceError


class ConfirmGame(Request, frozen=True, kw_only=True):
    """Confirms the shoe's game process."""


class Poll(Request, frozen=True, kw_only=True):
    """Asks whether the device is there and, where it can tell, what it shows."""


class LightAreas(Request, frozen=True, kw_only=True):
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


class RequestDone(Observation, frozen=True, kw_only=True):
    """The device acknowledged all of it."""

    request: Request


class RequestFailed(Observation, frozen=True, kw_only=True):
    request: Request
    why: NotDone
    code: str = ""
