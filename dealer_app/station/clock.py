"""The one place that reads the computer's clocks, and asks the system whether it sets them right by others."""

import ctypes
import sys
import time
from typing import Protocol

from dealer_app.station.moment import Moment


class Clock(Protocol):
    """Where moments come from."""

    def now(self) -> Moment: ...

    def is_synchronised(self) -> bool | None:
        """Whether the system keeps the wall clock right by others; nothing where it does not tell."""


_BOOT = getattr(time, "CLOCK_BOOTTIME", None)


def _since_boot() -> int:
    """Nanoseconds that nobody can set; where the system counts them, those that it slept too."""
    return time.monotonic_ns() if _BOOT is None else time.clock_gettime_ns(_BOOT)


class SystemClock:
    """The clocks of this computer: the wall clock, where it is, and the counter that nobody can set."""

    def now(self) -> Moment:
        utc = time.time_ns() // 1000
        return Moment(utc=utc, offset=time.localtime(utc // 1_000_000).tm_gmtoff // 60, counter=_since_boot() // 1000)

    def is_synchronised(self) -> bool | None:
        return _kernel_says() if sys.platform == "linux" else None


_UNSYNCHRONISED = 0x40
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


def _kernel_says() -> bool | None:
    """Asked without a wish to change anything (no modes), which everybody may. It answers at once, from its memory."""
    found = _Timex()
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(found))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else not found.status & _UNSYNCHRONISED
