"""A step that has just come is deaf for a moment: who presses the next step twice means one step, not two.

Enter or finger alike: closing bets is never undone, and the announcement of a result stands where the settlement comes.
Only the step that came is: what the hand itself makes of it by typing is another, and Enter after its last digit is
meant, however soon it comes. An Enter left out there would leave an amount open for the digits of the next.
"""

DEAF_MILLISECONDS = 400


class Deafness:
    """Time comes from outside."""

    def __init__(self) -> None:
        self._changed: tuple[str, int] | None = None

    def step_changed(self, step: str, now: int) -> None:
        """The table has come to this step."""
        self._changed = step, now

    def deaf(self, step: str, now: int) -> bool:
        if self._changed is None:
            return False
        came, at = self._changed
        return step == came and now - at < DEAF_MILLISECONDS
