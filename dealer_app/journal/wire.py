"""Values that are JSON just as they are: written and read straight, without a converter between.

Most events of a round and all of people and of the station itself are. Which are not, and how those are written, is in
`converting`; what both write is the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import msgspec

from dealer_app.domain.round import needs, outage

if TYPE_CHECKING:
    from cattrs import Converter


def is_enum(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Enum)


def is_text(key: Any) -> bool:
    while hasattr(key, "__supertype__"):
        key = key.__supertype__
    return key is str or is_enum(key)


def typed_decoder(cls: type) -> msgspec.json.Decoder[Any] | None:
    """Reads bytes straight into a class, some three times faster; None where the class holds what msgspec cannot."""
    if _holds(cls, _NOT_DIRECT):
        return None
    return msgspec.json.Decoder(cls, dec_hook=_read_exact)


def _read_exact(cls: type, wire: Any) -> Fraction:
    assert cls is Fraction, f"{cls} is read by the converter"
    return exact(*wire)


def _write_exact(value: object) -> object:
    match value:
        case Fraction():
            return [value.numerator, value.denominator]
        case _:
            assert isinstance(value, Mapping), f"{type(value)} is written by the converter"
            return dict(value)


@lru_cache(maxsize=1_000)
def exact(numerator: int, denominator: int) -> Fraction:
    """The same few amounts come again and again; the ones that came last are at hand."""
    return Fraction(numerator, denominator)


_NOT_DIRECT = frozenset((needs.Need, needs.Correction, needs.Correction | None, outage.OutageRound))
"""Unions of classes are told apart by their kind."""


_encoder = msgspec.json.Encoder(enc_hook=_write_exact)


def typed_encoder(cls: type) -> Callable[[object], bytes] | None:
    """Writes a value of a class straight; None where the class holds what has to be written in a way of its own."""
    return None if _holds(cls, _NOT_DIRECT) or _holds_a_set(cls) else _encoder.encode


def _holds_a_set(cls: Any) -> bool:
    """A set is written sorted, which the encoder does not do."""
    if get_origin(cls) is frozenset:
        return True
    within = get_type_hints(cls).values() if is_dataclass(cls) else get_args(cls)
    return any(map(_holds_a_set, within))


def _holds(cls: Any, what: frozenset[Any]) -> bool:
    if cls in what:
        return True
    if is_dataclass(cls):
        return any(_holds(kind, what) for kind in get_type_hints(cls).values())
    parts = get_args(cls)
    keyed = get_origin(cls) is Mapping and not is_text(parts[0])
    return keyed or any(_holds(part, what) for part in parts)


def converter() -> "Converter":
    """For what is not written straight. It is loaded when it is first asked for: no first picture waits for it."""
    from dealer_app.journal import converting  # noqa: PLC0415 - see above

    return converting.converter()
