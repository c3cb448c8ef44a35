"""Which signs a text may be made of: those that show themselves. The one rule for all that is typed, reported by
devices, and shown.

What a person types with any other sign is refused, where it is judged. What comes from a device, or from an older
journal, is kept and shown with such a sign written out, as `\\x{202e}`.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal
from dealer_app.domain.values import replace

_BLANKS = frozenset("\u00a0\u3000")
"""Python counts no blank but one as printable; these two come from keyboards."""
_SINGLE = (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
_FILLERS = frozenset(map(chr, (*_SINGLE, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Counted as printable, though nothing of them is seen: two names would look the same."""


def is_plain(text: str) -> bool:
    """Whether each sign shows itself: no control, escape, mark of direction, sign without width, or line break."""
    if not text.isprintable():
        return all(map(_is_plain_sign, text))
    return text.isascii() or _FILLERS.isdisjoint(text)


def _is_plain_sign(sign: str) -> bool:
    return sign in _BLANKS or (sign.isprintable() and sign not in _FILLERS)


def visible_text(text: str, *, keep: str = "") -> str:
    """The text with every sign written out that does not show itself, but those to keep, as a line break may be."""
    if is_plain(text):
        return text
    return "".join(sign if sign in keep or _is_plain_sign(sign) else escape_sign(sign) for sign in text)


def quote_text(text: str) -> str:
    """What somebody typed, between quotation marks, as it is repeated to them."""
    return f"'{visible_text(text)}'"


def escape_sign(sign: str) -> str:
    """One sign by its number."""
    return f"\\x{{{ord(sign):x}}}"


def plain_text_refusal(said: object) -> Refusal | None:
    """Refuses a text, or a value with texts in it, that a person gives; names the first sign in it that is not
    visible.
    """
    text = _find_unplain(said)
    if text is None:
        return None
    sign = next(sign for sign in text if not _is_plain_sign(sign))
    return Refusal(code="text-not-plain", clause=HOUSE_POLICY, facts={"sign": f"U+{ord(sign):04X}"})


Value = TypeVar("Value")


def visible_value(value: Value) -> Value:
    """The same value with all of its texts visible: for what a device reports, which is nearly always so already."""
    if _find_unplain(value) is None:
        return value
    made: Any = value
    match made:
        case str():
            made = visible_text(made)
        case tuple():
            made = tuple(map(visible_value, made))
        case _:
            held = {name: getattr(made, name) for name in _text_fields(type(made))}
            made = replace(made, **{name: visible_value(each) for name, each in held.items()})
    return cast("Value", made)


def _find_unplain(value: object) -> str | None:
    """A text in it that is not plain. Every command is looked at so: what has no text is passed by its class."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            if not is_plain(held):
                return held
        elif (names := _TEXT_FIELDS.get(type(held)) or _text_fields(type(held))) is not _NONE:
            if names is _MAPPED:
                assert isinstance(held, Mapping)
                waiting += held.keys()
                waiting += held.values()
            elif names is _LISTED:
                assert isinstance(held, Iterable)
                waiting += held
            else:
                waiting += [getattr(held, name) for name in names]
    return None


_NONE, _LISTED, _MAPPED = ("",), ("*",), ("**",)
_TEXT_FIELDS: dict[type, tuple[str, ...]] = {}
"""The fields of each class that was met, or how it holds what it holds; bounded by the classes there are."""


def _text_fields(kind: Any) -> tuple[str, ...]:
    found: tuple[str, ...]
    if issubclass(kind, Mapping):
        found = _MAPPED
    elif issubclass(kind, tuple | list | set | frozenset):
        found = _LISTED
    elif issubclass(kind, Struct):
        found = tuple(field.name for field in fields(kind) if _may_hold_text(field.type)) or _NONE
    else:
        found = _NONE
    _TEXT_FIELDS[kind] = found
    return found


def _may_hold_text(kind: Any) -> bool:
    """Numbers hold none, and the words of an Enum are the program's own."""
    return not (isinstance(kind, type) and issubclass(kind, int | Enum))


PIN_DIGITS = (6, 12)
"""The fewest and the most that a PIN has."""


def may_be_pin(text: str) -> bool:
    """Whether it would do as a PIN: what somebody typed in the wrong place is then repeated nowhere."""
    fewest, most = PIN_DIGITS
    return text.isdecimal() and fewest <= len(text) <= most
