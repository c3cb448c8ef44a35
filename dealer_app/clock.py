"""The station's clock: timestamps, the gaming day, and whether the system keeps the clock right.

This is the one place that reads the clocks of the computer. A timestamp holds the wall clock, its distance
from UTC and a counter that nobody can set. Order comes from the journal's sequence, never from a clock. The
gaming day changes in the morning, not at midnight.
"""

import ctypes
import sys
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Protocol

from msgspec import Struct


class Timestamp(Struct, frozen=True, kw_only=True):
    """The same instant three times over: wall clock, its distance from UTC, and a counter that nobody can set."""

    utc: int
    """Microseconds since 1970."""
    offset: int
    """Minutes east of Greenwich."""
    counter: int
    """Microseconds that have passed since some moment before the station was started; it only grows."""


class Clock(Protocol):
    """Where moments come from."""

    def now(self) -> Timestamp: ...

    def is_synchronised(self) -> bool | None:
        """Whether the system keeps the wall clock right by others; None where it does not say."""


_BOOT_CLOCK = getattr(time, "CLOCK_BOOTTIME", None)


def _boot_nanoseconds() -> int:
    """Nanoseconds that nobody can set; where the system counts them, those that it slept too."""
    return time.monotonic_ns() if _BOOT_CLOCK is None else time.clock_gettime_ns(_BOOT_CLOCK)


class SystemClock:
    """The clocks of this computer: the wall clock, where it is, and the counter that nobody can set."""

    def now(self) -> Timestamp:
        utc = time.time_ns() // 1000
        return Timestamp(
            utc=utc, offset=time.localtime(utc // 1_000_000).tm_gmtoff // 60, counter=_boot_nanoseconds() // 1000
        )

    def is_synchronised(self) -> bool | None:
        return _is_kernel_synchronised() if sys.platform == "linux" else None


_STATUS_UNSYNC = 0x40
"""STA_UNSYNC of <sys/timex.h>: nothing has set the clock right for so long that the kernel does not answer for it."""


class _Timex(ctypes.Structure):
    """The beginning of `struct timex`, and more room than any system has for its end."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("frequency", ctypes.c_long),
        ("most_error", ctypes.c_long),
        ("estimated_error", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    )


def _is_kernel_synchronised() -> bool | None:
    """Asked without a wish to change anything (no modes), which everybody may. It answers at once, from its memory."""
    found = _Timex()
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(found))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else not found.status & _STATUS_UNSYNC


DAY_CHANGE_MINUTE = 6 * 60
"""Minutes after midnight, local time, where the operator has set nothing else."""


def local_gaming_day(moment: Timestamp, changes_at: int = DAY_CHANGE_MINUTE) -> str:
    """As YYYY-MM-DD."""
    return _iso_date(moment.utc // 60_000_000 + moment.offset - changes_at)


@lru_cache(maxsize=1)
def _iso_date(minutes: int) -> str:
    """The day of a minute; many events share theirs."""
    return (datetime.fromtimestamp(0, UTC) + timedelta(minutes=minutes)).date().isoformat()


def calendar_day(utc: int, offset: int) -> str:
    """The day of a moment by the calendar, so many minutes east of Greenwich."""
    return (datetime.fromtimestamp(utc // 1_000_000, UTC) + timedelta(minutes=offset)).date().isoformat()
