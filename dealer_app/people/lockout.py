"""How long a person is locked out, by the counter that nobody can set. The wall clock is never asked.

After FAILURES wrong PINs in a row the first lock lasts FIRST_LOCK; each further run of as many doubles it, up to
LONGEST_LOCK, until a right PIN ends the row. Whatever happens in between, right PINs, new PINs and restarts included,
no more than MOST_AN_HOUR wrong PINs of one person are weighed within any hour.
"""

from dealer_app.people.state import Failures

MINUTE = 60_000_000
HOUR = 60 * MINUTE

FAILURES = 5
FIRST_LOCK = 15 * MINUTE
LONGEST_LOCK = 24 * HOUR
MOST_AN_HOUR = 15
KEPT = MOST_AN_HOUR
"""How many wrong PINs are remembered with their moments."""


def lock_after(runs: int) -> int:
    """How long a person is locked out by his next lock, after so many in a row."""
    # Doubling stops at the cap, and so does the number: it would grow without end otherwise.
    return min(FIRST_LOCK << min(runs, 16), LONGEST_LOCK)


def wait(failures: Failures, counter: int) -> int:
    """How long until a PIN is weighed again; nothing if it is now. A counter that went back only prolongs it."""
    lock = failures.locked_since + failures.locked_for - counter if failures.locked_for else 0
    hour = failures.recent[-MOST_AN_HOUR] + HOUR - counter if len(failures.recent) >= MOST_AN_HOUR else 0
    return max(lock, hour, 0)


def minutes(microseconds: int) -> str:
    """Whole minutes, as a person is told to wait; never fewer than it takes."""
    return str(-(-microseconds // MINUTE))
