"""How somebody at a terminal is asked and told. The command line has one kind of terminal, a test another."""

from typing import Protocol


class NoMoreInputError(Exception):
    """Nobody types any more: the input has ended."""


class Keyboard(Protocol):
    """Asks in one line and waits for the answer. Raises NoMoreInputError where none can come."""

    def line(self, prompt: str) -> str: ...

    def hidden(self, prompt: str) -> str:
        """The same, without showing what is typed."""
        ...

    def say(self, text: str) -> None: ...
