"""Which texts the program keeps: everything that any object in its memory refers to, looked at.

before = TextCount("482913") ... before.holds()
"""

import gc
from collections.abc import Iterator
from types import ModuleType
from typing import TypeVar

from msgspec import Struct


def count_texts(digits: str) -> int:
    """How many places refer to a text with these digits."""
    gc.collect()
    visited: set[int] = set()
    return sum(_is_in(digits, text) for each in _tracked_objects() for text in _texts(each, visited))


def _tracked_objects() -> list[object]:
    """All objects on the collector's lists but modules: what a module names is in its dict, which is there itself.

    Python 3.12 shows freed objects that asyncio keeps for use again as referents of its module. To touch one
    frees it twice, and the collector then goes round in that list for ever.
    """
    return [each for each in gc.get_objects() if not isinstance(each, ModuleType)]


def _texts(each: object, visited: set[int]) -> Iterator[str | bytes | bytearray]:
    for found in gc.get_referents(each):
        if isinstance(found, str | bytes | bytearray):
            yield found
        elif isinstance(found, dict | tuple | Struct) and not gc.is_tracked(found) and id(found) not in visited:
            # What holds nothing but texts and numbers is on no list of its own; many may refer to it.
            visited.add(id(found))
            yield from _texts(found, visited)


def _is_in(digits: str, text: str | bytes | bytearray) -> bool:
    return digits in text if isinstance(text, str) else digits.encode() in text


ValueKind = TypeVar("ValueKind", bound=Struct)


def live_values(kind: type[ValueKind]) -> list[ValueKind]:
    """The values of a class that anything refers to: those of nothing but texts are on no list of their own."""
    gc.collect()
    there = (found for each in _tracked_objects() for found in _values(each) if type(found) is kind)
    return list({id(found): found for found in there}.values())


def _values(each: object) -> Iterator[object]:
    yield each
    for found in gc.get_referents(each):
        if not gc.is_tracked(found):
            yield found
            if isinstance(found, dict | tuple | Struct):
                yield from _values(found)


class TextCount:
    """Counts texts in memory before an action: those that are there already do not come from it, as tests hold PINs."""

    def __init__(self, *all_digits: str) -> None:
        self._counts = {digits: count_texts(digits) for digits in all_digits}

    def holds(self) -> None:
        for digits, before in self._counts.items():
            assert count_texts(digits) <= before, f"{digits} is kept"
