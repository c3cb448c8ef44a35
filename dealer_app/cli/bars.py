"""How far something is that takes its time: a bar on the error output, where somebody sees it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from dealer_app.journal.verifying import Made, Told

_MOMENT = 0.5
"""What takes no longer needs no bar."""


def is_watched() -> bool:
    return sys.stderr.isatty()


@contextmanager
def bar(label: str, *, quiet: bool = False) -> Iterator[Told]:
    """A bar from the beginning to the end of the block."""
    if quiet or not is_watched():
        yield lambda _at, _of: True
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as shown:
        yield lambda at, of: _advanced(shown, at, of)


def with_a_bar(work: Callable[[Told], Made], /) -> Made:
    """While a station starts: the bar comes if it takes more than a moment, and its line ends with the chain."""
    shown = _Following()
    try:
        return work(shown.told)
    finally:
        shown.end()


class _Following:
    """The bar of a start."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._bar: Any = None
        self._watched = is_watched()

    def told(self, at: int, of: int) -> bool:
        if self._watched and self._bar is None and monotonic() - self._begun >= _MOMENT:
            self._bar = click.progressbar(length=1, label="Following the journal", file=sys.stderr).__enter__()
        if self._bar is not None:
            _advanced(self._bar, at, of)
        return True

    def end(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)


def _advanced(shown: Any, at: int, of: int) -> bool:
    shown.length = max(of, 1)
    shown.update(at - shown.pos)
    return True
