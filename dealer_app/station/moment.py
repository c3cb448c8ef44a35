"""A moment as the station's clock gives it. Order is by the journal's sequence, never by a clock."""

from msgspec import Struct


class Moment(Struct, frozen=True, kw_only=True):
    """The same instant three times over: wall clock, its distance from UTC, and a counter that nobody can set."""

    utc: int
    """Microseconds since 1970."""
    offset: int
    """Minutes east of Greenwich."""
    counter: int
    """Microseconds that have passed since some moment before the station was started; it only grows."""
