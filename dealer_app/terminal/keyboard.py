"""How a terminal asks and shows lines, also while devices report.

The loop with the actor runs only while a line or the check of a PIN is waited for, all on one thread: a
report and a typed line can never meet half-way.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Protocol, TypeVar

from dealer_app.devices.actor import Actor


class NoMoreInputError(Exception):
    """Nobody types any more: the input has ended."""


class Keyboard(Protocol):
    """Asks in one line and waits for the answer. Raises NoMoreInputError where none can come."""

    def line(self, prompt: str) -> str: ...

    def ask_hidden(self, prompt: str) -> str:
        """The same, without showing what is typed."""
        ...

    def say(self, text: str) -> None: ...


Result = TypeVar("Result")


class LineInput(Protocol):
    """Where lines are typed, on a thread of its own. `close` ends what is waited for."""

    def ask(self, prompt: str, *, hidden: bool) -> "Future[str]":
        """The next line. NoMoreInputError comes of it where there is none."""
        ...

    def prompt_again(self, prompt: str) -> None:
        """Shows the same prompt once more; the person goes on typing."""
        ...

    def begin_new_line(self) -> None:
        """Something is said while somebody types: it begins on a line of its own."""
        ...

    def say(self, text: str) -> None: ...

    def close(self) -> None: ...


class ListeningKeyboard:
    """A Keyboard. `listen` begins to read devices; when `close` returns, ports are closed and threads are over."""

    def __init__(self, typing: LineInput) -> None:
        self._typing = typing
        self._loop = asyncio.new_event_loop()
        self._listening: asyncio.Task[None] | None = None
        self._interrupted = self._loop.create_future()
        self._prompt = ""
        """What is waited for now; empty while nobody is asked."""
        self._broken = False

    def listen(self, actor: Actor) -> None:
        self._listening = self._loop.create_task(actor.run())

    # The keyboard

    def line(self, prompt: str) -> str:
        return self._ask_line(prompt, hidden=False)

    def ask_hidden(self, prompt: str) -> str:
        return self._ask_line(prompt, hidden=True)

    def say(self, text: str) -> None:
        if self._prompt and not self._broken:
            self._broken = True
            self._typing.begin_new_line()
        self._typing.say(text)

    def _ask_line(self, prompt: str, *, hidden: bool) -> str:
        self._prompt = prompt
        try:
            return self.wait(self._typing.ask(prompt, hidden=hidden))
        finally:
            self._prompt = ""

    def run_meanwhile(self, tell: Callable[[], None]) -> None:
        """Shows what may have happened while somebody is waited for, and asks them again."""
        self._broken = False
        tell()
        if self._broken:
            self._typing.prompt_again(self._prompt)
            self._broken = False

    # Waiting

    def wait(self, work: "Future[Result]", /) -> Result:
        """The answer, and whatever the devices say until it is there. Raises what ended the listening, if that has."""
        answer = asyncio.wrap_future(work, loop=self._loop)
        try:
            self._loop.run_until_complete(self._wait_any(answer))
            if self._interrupted.done():
                raise KeyboardInterrupt
            if self._listening is not None and self._listening.done():
                self._listening.result()
                raise AssertionError("the devices are listened to until the keyboard is closed")
            return answer.result()
        finally:
            answer.cancel()

    async def _wait_any(self, answer: "asyncio.Future[Result]") -> None:
        others = [self._interrupted] if self._listening is None else [self._interrupted, self._listening]
        await asyncio.wait([answer, *others], return_when=asyncio.FIRST_COMPLETED)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Ctrl-C ends the waiting, never a step in the middle."""
        before = signal.signal(signal.SIGINT, lambda *_: self._loop.call_soon_threadsafe(self._interrupt))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self) -> None:
        if not self._interrupted.done():
            self._interrupted.set_result(None)

    def close(self) -> None:
        self._typing.close()
        try:
            if self._listening is not None and not self._listening.done():
                # It waits between two steps now: no further line is taken after the station was stopped.
                self._listening.cancel()
                with suppress(asyncio.CancelledError):
                    self._loop.run_until_complete(self._listening)
        finally:
            self._loop.close()
