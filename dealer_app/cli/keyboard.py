"""The terminal of the command line: asks with a prompt, reads hidden where somebody could look, and from a pipe too."""

import sys

import click

from dealer_app.cli.terminal_text import echo
from dealer_app.domain.round.plain_text import visible_text
from dealer_app.terminal.keyboard import NoMoreInputError


class Terminal:
    """Standard input and output."""

    def line(self, prompt: str) -> str:
        if not sys.stdin.isatty():
            return self._piped(prompt)
        try:
            return input(visible_text(prompt))
        except EOFError:
            echo("")
            raise NoMoreInputError from None

    def hidden(self, prompt: str) -> str:
        if not sys.stdin.isatty():
            return self._piped(prompt)
        try:
            asked = visible_text(prompt.removesuffix(": "))
            answer = click.prompt(asked, hide_input=True, default="", show_default=False)
        except click.Abort:
            raise NoMoreInputError from None
        return str(answer)

    def _piped(self, prompt: str) -> str:
        """Nobody sees what comes through a pipe, so that nothing needs to be hidden, and nothing is shown."""
        echo(prompt)
        typed = sys.stdin.readline()
        if not typed:
            raise NoMoreInputError
        return typed.removesuffix("\n").removesuffix("\r")

    def say(self, text: str) -> None:
        echo(text)
