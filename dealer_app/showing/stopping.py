"""What stops a station, and what the stop screen says of it.

Its words are made while all is well: nothing is asked of the program when it has failed.
"""

import asyncio

from msgspec import Struct


class StopTexts(Struct, frozen=True, kw_only=True):
    """Title and what to do in both languages, and the word before the code."""

    title: tuple[str, str]
    what_to_do: tuple[str, str]
    code: str


def problem_of(task: "asyncio.Future[None]") -> BaseException | None:
    """What ended it, if it was not ended by us."""
    return task.exception() if task.done() and not task.cancelled() else None
