"""The one way by which a command says something: no sign of it moves the cursor, hides a word or turns a line round.

A terminal obeys some signs. Those that stand in a journal, a file or a device's report are shown instead.
"""

import logging

import click

from dealer_app.domain.round.plain_text import visible_text


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Writes lines; they part where this program parts them."""
    click.echo(visible_text(str(text), keep="\n"), err=err, nl=nl)


class VisibleFormatter(logging.Formatter):
    """For what is logged: what a device or a file says stands there as in any other line."""

    def format(self, record: logging.LogRecord) -> str:
        return visible_text(super().format(record), keep="\n\t")


def show_log() -> None:
    """From now on what is logged and nobody else keeps comes to the error output so."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(VisibleFormatter())
