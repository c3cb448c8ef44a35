"""Which signs a text may be made of: those that show themselves. The one rule for all that is typed, heard and shown.

What a person types with any other sign is refused, where it is judged. What comes from a device, or stands in an older
journal, is kept and shown with such a sign written out, as `\\x{202e}`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar, cast

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal

_BLANKS = frozenset("\u00a0\u3000")
"""Python counts no blank but one as printable; these two come from keyboards."""
_FILLERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Counted as printable, though nothing of them is seen: two names would look the same."""


def is_plain(text: str) -> bool:
    """Whether each sign shows itself: no control, escape, mark of direction, sign without width, or line break."""
    return all(map(_is_plain_sign, text)) if not text.isprintable() else _FILLERS.isdisjoint(text)


def _is_plain_sign(sign: str) -> bool:
    return sign in _BLANKS or (sign.isprintable() and sign not in _FILLERS)


def visible_text(text: str, *, keep: str = "") -> str:
    """The text with every sign written out that does not show itself, but those to keep, as a line break may be."""
    if is_plain(text):
        return text
    return "".join(sign if sign in keep or _is_plain_sign(sign) else written_out(sign) for sign in text)


def written_out(sign: str) -> str:
    """One sign by its number."""
    return f"\\x{{{ord(sign):x}}}"


def against_text(said: object) -> Refusal | None:
    """What stands against a text, or a value with texts in it, that a person gives: its first sign that is not seen."""
    for text in _texts(said):
        if not is_plain(text):
            sign = next(sign for sign in text if not _is_plain_sign(sign))
            return Refusal(code="text-not-plain", clause=HOUSE_POLICY, facts={"sign": f"U+{ord(sign):04X}"})
    return None


Value = TypeVar("Value")


def visible_value(heard: Value) -> Value:
    """The same value with all of its texts visible: for what a device reports, which is nearly always so already."""
    if all(map(is_plain, _texts(heard))):
        return heard
    made: Any = heard
    match made:
        case str():
            made = visible_text(made)
        case tuple():
            made = tuple(map(visible_value, made))
        case _:
            held = {name: getattr(made, name) for name in _names(type(made))}
            made = replace(made, **{name: visible_value(each) for name, each in held.items()})
    return cast("Value", made)


def _texts(value: object) -> Iterator[str]:
    match value:
        case Enum():
            pass
        case str():
            yield value
        case Mapping():
            for key, held in value.items():
                yield from _texts(key)
                yield from _texts(held)
        case tuple() | list() | frozenset() | set():
            for held in value:
                yield from _texts(held)
        case _ if is_dataclass(value):
            for name in _names(type(value)):
                yield from _texts(getattr(value, name))
        case _:
            pass


_NAMES: dict[type, tuple[str, ...]] = {}
"""The fields of each class that was met; bounded by the classes there are."""


def _names(kind: Any) -> tuple[str, ...]:
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(field.name for field in fields(kind))
    return found
