"""The keyboard of the command line: prompts, hidden input, pipes, and lines read on their own thread."""

import os
import select
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from getpass import getpass

import click

from dealer_app.cli.output import echo
from dealer_app.domain.plain_text import visible_text
from dealer_app.terminal.keyboard import NoMoreInputError


class CommandLineKeyboard:
    """Standard input and output; where another program reads the output, what is asked goes to standard error."""

    def __init__(self, *, is_output_read: bool = False) -> None:
        self._asks_beside = is_output_read

    def line(self, prompt: str) -> str:
        if not sys.stdin.isatty():
            return self._line_from_pipe(prompt)
        try:
            if self._asks_beside:
                echo(prompt, err=True, nl=False)
                return input()
            return input(visible_text(prompt))
        except EOFError:
            echo("")
            raise NoMoreInputError from None

    def ask_hidden(self, prompt: str) -> str:
        if not sys.stdin.isatty():
            return self._line_from_pipe(prompt)
        try:
            asked = visible_text(prompt.removesuffix(": "))
            answer = click.prompt(asked, hide_input=True, default="", show_default=False)
        except click.Abort:
            raise NoMoreInputError from None
        return str(answer)

    def _line_from_pipe(self, prompt: str) -> str:
        """Nobody sees what comes through a pipe, so that nothing needs to be hidden, and nothing is shown."""
        echo(prompt, err=self._asks_beside)
        typed = sys.stdin.readline()
        if not typed:
            raise NoMoreInputError
        return typed.removesuffix("\n").removesuffix("\r")

    def say(self, text: str) -> None:
        echo(text, err=self._asks_beside)


if sys.platform != "win32":
    import termios

LONGEST_LINE = 4096
"""Bytes in a line; no command is as long."""


class InputLines:
    """Reads only when it is asked: what is typed ahead stays where it is until then."""

    def __init__(self) -> None:
        self._input = sys.stdin.fileno()
        self._at_terminal = sys.stdin.isatty()
        self._closing, self._close = os.pipe()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="keyboard")
        self._typed = bytearray()

    def ask(self, prompt: str, *, hidden: bool) -> "Future[str]":
        if hidden and self._at_terminal and sys.platform == "win32":
            return self._thread.submit(getpass, prompt)
        # Before the prompt is shown: nobody types ahead of it what is not to be seen.
        seen = self._hide() if hidden and self._at_terminal else nullcontext()
        self.prompt_again(prompt)
        return self._thread.submit(self._line, seen)

    def prompt_again(self, prompt: str) -> None:
        """Through a pipe nobody types behind the prompt."""
        echo(prompt, nl=not self._at_terminal)

    def begin_new_line(self) -> None:
        if self._at_terminal:
            echo("")

    def say(self, text: str) -> None:
        echo(text)

    def close(self) -> None:
        """A caller that waits for a line gets none; returns when the thread is over."""
        os.write(self._close, b"\0")
        self._thread.shutdown(wait=True)
        os.close(self._close)
        os.close(self._closing)

    def _line(self, seen: AbstractContextManager[object]) -> str:
        with seen:
            while b"\n" not in self._typed and len(self._typed) < LONGEST_LINE:
                part = self._part()
                if not part:
                    break
                self._typed += part
        if not self._typed:
            raise NoMoreInputError
        line, _, rest = self._typed.partition(b"\n")
        self._typed = rest
        return line.removesuffix(b"\r").decode(errors="replace")

    def _part(self) -> bytes:
        """What was typed since; nothing at the end of the input, or when it is closed."""
        # Where an input cannot be waited for together with a pipe, closing waits for the next line.
        if sys.platform != "win32":
            ready, _, _ = select.select([self._input, self._closing], [], [])
            if self._closing in ready:
                return b""
        try:
            return os.read(self._input, LONGEST_LINE)
        except OSError:
            # The terminal has gone: nobody types any more.
            return b""

    def _hide(self) -> ExitStack:
        """What is typed at the terminal is not shown until this is left, and the line ends all the same."""
        shown_again = ExitStack()
        if sys.platform != "win32":
            shown = termios.tcgetattr(self._input)
            unseen = shown.copy()
            unseen[3] &= ~termios.ECHO
            termios.tcsetattr(self._input, termios.TCSAFLUSH, unseen)
            shown_again.callback(echo, "")
            shown_again.callback(termios.tcsetattr, self._input, termios.TCSADRAIN, shown)
        return shown_again
