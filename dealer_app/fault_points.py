"""Named points at which a test can let the power fail or the disk fill up. In production they do nothing.

Every point that the program passes is in the list, so that a test can go through all of them and miss none.
"""

from collections.abc import Callable

POINTS = (
    "journal.before_begin",
    "journal.begun",
    "journal.inserted",
    "journal.sealed",
    "journal.before_commit",
    "journal.committed",
    "journal.head_written",
    "journal.before_checkpoint",
    "journal.checkpointed",
    "snapshot.before_write",
    "snapshot.written",
    "snapshot.renamed",
    "station.decided",
    "station.durable",
    "station.applied",
)

_hooks: list[Callable[[str], None]] = []


def fault_point(name: str) -> None:
    """Here something may go wrong, if a test wants it to."""
    if _hooks:
        _hooks[-1](name)


def arm(what_happens: Callable[[str], None]) -> None:
    """From now on each point calls this with its name; only tests arm."""
    _hooks.append(what_happens)


def disarm() -> None:
    _hooks.clear()
