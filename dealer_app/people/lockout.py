"""How long a person is locked out, by the counter that nobody can set. The wall clock is never asked.

After FAILURES wrong PINs in a row the first lock lasts FIRST_LOCK; each further run of as many doubles it, up to
LONGEST_LOCK, until a right PIN ends the row. Whatever happens in between, right PINs, new PINs and restarts included,
no more than MOST_AN_HOUR wrong PINs of one person are weighed within any hour.

Nobody can lock out the house so: after SLOW_AFTER wrong PINs within SLOW_WITHIN, whosever, or while MOST_LOCKED people
are locked out, the station takes one a minute, and these count for nobody's lock.
"""

from datetime import UTC, datetime, timedelta

from dealer_app.clock import Timestamp
from dealer_app.people.state import Failures, PeopleState

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

FAILURES = 5
FIRST_LOCK = 15 * MINUTE
LONGEST_LOCK = 24 * HOUR
MOST_AN_HOUR = 15
FAILURES_KEPT = MOST_AN_HOUR
"""How many wrong PINs are remembered with their moments."""
SLOW_AFTER = 10
SLOW_WITHIN = 15 * MINUTE
SLOW_INTERVAL = MINUTE
"""How often a PIN is taken that may be wrong, once there were so many wrong ones."""
MOST_LOCKED = 2
"""People that wrong PINs lock out at one time."""


def lock_length(runs: int) -> int:
    """How long a person is locked out by the next lock, after so many in a row."""
    # Doubling stops at the cap, and so does the number: it would grow without end otherwise.
    return min(FIRST_LOCK << min(runs, 16), LONGEST_LOCK)


def wait_time(failures: Failures, counter: int) -> int:
    """How long until a PIN is weighed again; nothing if it is now. A counter that went back only prolongs it."""
    lock = failures.locked_since + failures.locked_for - counter if failures.locked_for else 0
    hour = failures.recent[-MOST_AN_HOUR] + HOUR - counter if len(failures.recent) >= MOST_AN_HOUR else 0
    return max(lock, hour, 0)


def tries_left(failures: Failures, counter: int) -> int:
    """How many wrong PINs it takes until this person is locked out."""
    within = sum(tried + HOUR > counter for tried in failures.recent)
    return max(min(FAILURES - failures.in_a_row, MOST_AN_HOUR - within), 0)


def is_slow(state: PeopleState, counter: int) -> bool:
    """Whether one PIN a minute is taken: so many were wrong of late, or so many people are locked out already."""
    late = len(state.wrong) >= SLOW_AFTER and counter < state.wrong[-SLOW_AFTER] + SLOW_WITHIN
    return late or sum(_is_locked(failures, counter) for failures in state.failures.values()) >= MOST_LOCKED


def _is_locked(failures: Failures, counter: int) -> bool:
    return bool(failures.locked_for) and counter < failures.locked_since + failures.locked_for


def station_wait_time(state: PeopleState, counter: int) -> int:
    """How long until the station takes the next PIN at all; nothing if it does now."""
    if not state.wrong or not is_slow(state, counter):
        return 0
    return max(state.wrong[-1] + SLOW_INTERVAL - counter, 0)


def minutes_text(microseconds: int) -> str:
    """Whole minutes, as shown to a person who has to wait; never fewer than it takes."""
    return str(-(-microseconds // MINUTE))


def seconds_text(microseconds: int) -> str:
    """The same in whole seconds."""
    return str(-(-microseconds // SECOND))


def clock_time_text(at: Timestamp, later: int) -> str:
    """The time on the wall so much later, never before it; with its day where that is another one."""
    zone = timedelta(minutes=at.offset)
    now = datetime.fromtimestamp(at.utc // SECOND, UTC) + zone
    then = datetime.fromtimestamp(-(-(at.utc + later) // MINUTE) * 60, UTC) + zone
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"
