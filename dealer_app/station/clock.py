"""The one place that reads the computer's clocks."""

import time
from typing import Protocol

from dealer_app.station.moment import Moment


class Clock(Protocol):
    """Where moments come from."""

    def now(self) -> Moment: ...


_BOOT = getattr(time, "CLOCK_BOOTTIME", None)


def _since_boot() -> int:
    """Nanoseconds that nobody can set; where the system counts them, those that it slept too."""
    return time.monotonic_ns() if _BOOT is None else time.clock_gettime_ns(_BOOT)


class SystemClock:
    """The clocks of this computer: the wall clock, where it is, and the counter that nobody can set."""

    def now(self) -> Moment:
        utc = time.time_ns() // 1000
        return Moment(utc=utc, offset=time.localtime(utc // 1_000_000).tm_gmtoff // 60, counter=_since_boot() // 1000)
