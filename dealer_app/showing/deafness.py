"""The next step is deaf for a moment after it has changed: who presses it twice means one step, not two.

Enter or finger alike: closing bets is never undone, and the announcement of a result stands where the settlement comes.
"""

DEAF_MILLISECONDS = 400


class Deafness:
    """Time comes from outside."""

    def __init__(self) -> None:
        self._changed: int | None = None

    def step_changed(self, now: int) -> None:
        self._changed = now

    def deaf(self, now: int) -> bool:
        return self._changed is not None and now - self._changed < DEAF_MILLISECONDS
