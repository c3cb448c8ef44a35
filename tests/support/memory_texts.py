"""Which texts the program keeps: everything that any object in its memory refers to, looked at.

before = TextCount("482913") ... before.holds()
"""

import gc
from types import ModuleType
from typing import Any, TypeVar

from msgspec import Struct


def count_texts(*texts: str) -> dict[str, int]:
    """How many places refer to a text in which each of these is, found in one walk through memory."""
    counts = dict.fromkeys(texts, 0)
    encoded = {text: text.encode() for text in texts}
    for each in _referred(str, bytes, bytearray):
        for text in texts:
            counts[text] += text in each if isinstance(each, str) else encoded[text] in each
    return counts


ValueKind = TypeVar("ValueKind", bound=Struct)


def live_values(kind: type[ValueKind]) -> list[ValueKind]:
    """The values of a class that anything refers to."""
    return list({id(found): found for found in _referred(kind) if type(found) is kind}.values())


def _referred(*kinds: type) -> list[Any]:
    """What is of these kinds, as often as something in memory refers to it, and once more if it is on a list itself.

    What holds nothing but texts and numbers is on no list of the collector: many may refer to it, so it is looked
    into once. Modules are left out: what a module names is in its dict, which is there itself. Python 3.12 shows
    freed objects that asyncio keeps for use again as referents of its module; to touch one frees it twice, and the
    collector then goes round in that list for ever.
    """
    gc.collect()
    looked_into: set[int] = set()
    holders: list[Any] = [each for each in gc.get_objects() if not isinstance(each, ModuleType)]
    found = [each for each in holders if isinstance(each, kinds)]
    while holders:
        referents = gc.get_referents(*holders)
        found += [each for each in referents if isinstance(each, kinds)]
        untracked = {
            id(each): each
            for each in referents
            if not gc.is_tracked(each) and isinstance(each, (dict, tuple, Struct)) and id(each) not in looked_into
        }
        looked_into.update(untracked)
        holders = list(untracked.values())
    return found


class TextCount:
    """Counts texts in memory before an action: those that are there already do not come from it, as tests hold PINs."""

    def __init__(self, *all_digits: str) -> None:
        self._counts = count_texts(*all_digits)

    def holds(self) -> None:
        for digits, count in count_texts(*self._counts).items():
            assert count <= self._counts[digits], f"{digits} is kept"
