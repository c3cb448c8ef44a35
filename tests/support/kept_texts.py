"""Which texts the program keeps: everything that any object in its memory refers to, looked at.

before = Before("482913")
...
before.holds()
"""

import gc
from collections.abc import Iterator


def kept_texts(digits: str) -> int:
    """How many places refer to a text with these digits."""
    gc.collect()
    return sum(_stands_in(digits, text) for each in gc.get_objects() for text in _texts(each))


def _texts(each: object) -> Iterator[str | bytes | bytearray]:
    for found in gc.get_referents(each):
        if isinstance(found, str | bytes | bytearray):
            yield found
        elif isinstance(found, dict | tuple) and not gc.is_tracked(found):
            # What holds nothing but texts and numbers is on no list of its own.
            yield from _texts(found)


def _stands_in(digits: str, text: str | bytes | bytearray) -> bool:
    return digits in text if isinstance(text, str) else digits.encode() in text


class Before:
    """What stood before an act is not of it: the tests themselves hold PINs."""

    def __init__(self, *all_digits: str) -> None:
        self._counts = {digits: kept_texts(digits) for digits in all_digits}

    def holds(self) -> None:
        for digits, before in self._counts.items():
            assert kept_texts(digits) <= before, f"{digits} is kept"
