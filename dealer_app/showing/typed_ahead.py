"""Keys that came while an act was being done: all of them in their order, and never more than a hand can be ahead.

When there is no room for another the newest is refused: without the oldest an amount would lack its first digit.
"""

from collections import deque

MOST = 32


class TypedAhead:
    """Each key with what it was keyed for, as the screen showed it then (`keyed_for`)."""

    def __init__(self) -> None:
        self._keys: deque[tuple[str, tuple[object, ...]]] = deque()

    def __bool__(self) -> bool:
        return bool(self._keys)

    def add(self, key: str, keyed_for: tuple[object, ...]) -> bool:
        """Whether there was room for it."""
        if len(self._keys) >= MOST:
            return False
        self._keys.append((key, keyed_for))
        return True

    def take(self) -> tuple[str, tuple[object, ...]]:
        """The oldest of them."""
        return self._keys.popleft()

    def forget(self) -> None:
        self._keys.clear()
