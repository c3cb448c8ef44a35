"""The catalogue of faults that every simulated device can suffer, and how one of them befalls a report."""

from collections import deque
from enum import Enum


class Fault(Enum):
    """Armed on a line, each befalls the next report, once; only SILENCE lasts, until it is lifted."""

    SILENCE = "silence"
    """From now on nothing comes, though the device goes on."""
    BYTE_BY_BYTE = "byte-by-byte"
    """Each byte comes by itself, with a pause."""
    LOSS = "loss"
    """One byte of the report is missing."""
    REPEAT = "repeat"
    """The same bytes come twice."""
    BAD_CHECKSUM = "bad-checksum"
    """One bit is wrong: in the check, or where there is none, in what the device calls its last word."""
    LOST_REPORT = "lost-report"
    """The report was numbered and never came."""
    UNPLUG = "unplug"
    """The plug is pulled within the report, and put in again; the rest of the report is gone."""
    RESET_MID_ROUND = "reset-mid-round"
    """The device starts anew before the report, and counts from its beginning."""


class ArmedFaults:
    """What is to befall the next reports, in order."""

    def __init__(self) -> None:
        self._armed: deque[tuple[Fault, int | None]] = deque()
        self.silent = False

    def arm(self, fault: Fault, at: int | None = None) -> None:
        """`at` is a place within the report, for faults that have one."""
        self._armed.append((fault, at))

    def lift_silence(self) -> None:
        self.silent = False

    def take_reset(self) -> bool:
        """Whether the device resets before this report."""
        if self._armed and self._armed[0][0] is Fault.RESET_MID_ROUND:
            self._armed.popleft()
            return True
        return False

    def take(self) -> tuple[Fault | None, int | None]:
        """What befalls this report on the line."""
        if self.silent:
            return Fault.SILENCE, None
        if not self._armed or self._armed[0][0] is Fault.RESET_MID_ROUND:
            return None, None
        fault, at = self._armed.popleft()
        self.silent = fault is Fault.SILENCE
        return fault, at
