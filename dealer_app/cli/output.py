"""What a command writes: visible text, progress bars, and files that are complete or not there at all.

A terminal obeys some control characters. Those that come from a journal, a file or a device are shown
instead.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from dealer_app.domain.plain_text import visible_text
from dealer_app.journal.reader import OnProgress, WorkResult

_BAR_DELAY_SECONDS = 0.5
"""What takes no longer needs no bar."""


def is_stderr_terminal() -> bool:
    return sys.stderr.isatty()


@contextmanager
def progress_bar(label: str, *, quiet: bool = False) -> Iterator[OnProgress]:
    """A bar from the beginning to the end of the block."""
    if quiet or not is_stderr_terminal():
        yield lambda _at, _of: True
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as shown:
        yield lambda at, of: _advance_bar(shown, at, of)


def follow_with_bar(work: Callable[[OnProgress], WorkResult], /) -> WorkResult:
    """While a station starts: the bar comes if it takes more than a moment, and its line ends with the chain."""
    shown = _StartBar()
    try:
        return work(shown.advance)
    finally:
        shown.end()


class _StartBar:
    """The bar of a start."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._bar: Any = None
        self._watched = is_stderr_terminal()

    def advance(self, at: int, of: int) -> bool:
        if self._watched and self._bar is None and monotonic() - self._begun >= _BAR_DELAY_SECONDS:
            self._bar = click.progressbar(length=1, label="Following the journal", file=sys.stderr).__enter__()
        if self._bar is not None:
            _advance_bar(self._bar, at, of)
        return True

    def end(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)


def _advance_bar(shown: Any, at: int, of: int) -> bool:
    shown.length = max(of, 1)
    shown.update(at - shown.pos)
    return True


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Writes lines; they part where this program parts them."""
    click.echo(visible_text(str(text), keep="\n"), err=err, nl=nl)


class VisibleFormatter(logging.Formatter):
    """For what is logged: words of a device or a file are written visibly, as in any other line."""

    def format(self, record: logging.LogRecord) -> str:
        return visible_text(super().format(record), keep="\n\t")


def install_log_format() -> None:
    """From now on what is logged and nobody else keeps comes to the error output so."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(VisibleFormatter())
