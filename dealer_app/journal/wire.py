"""Values as the journal writes them: JSON, and back. One way for events and for snapshots.

Nearly all is written and read straight, in C. What msgspec would write otherwise is laid out by its type first: a set
is written sorted, so that the same set is always the same bytes; a mapping whose keys are no text is a list of pairs;
and where a field may be one of several classes the value ends with its kind. An exact amount is its numerator and
denominator. Classes are found by their kinds alone, never by where they live in the program.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec.structs import fields

Layout = Callable[[Any], Any]


def reader(kind: Any) -> Callable[[str | bytes], Any]:
    """Reads the JSON of a value of this type."""
    paired = _paired(kind)
    if paired is None:
        return msgspec.json.Decoder(kind, dec_hook=_read_exact).decode
    return lambda text: from_plain(_read.decode(text), kind)


def writer(kind: Any) -> Callable[[Any], bytes]:
    """Writes a value of this type as JSON."""
    laid_out = _laid_out(kind)
    return _encoder.encode if laid_out is None else lambda value: _encoder.encode(laid_out(value))


def to_plain(value: Any, kind: Any = None) -> Any:
    """A value of this type as lists, dictionaries, texts and numbers; without a type it holds no set and no kinds."""
    laid_out = None if kind is None else _laid_out(kind)
    return msgspec.to_builtins(value if laid_out is None else laid_out(value), enc_hook=_write_exact)


def from_plain(plain: Any, kind: Any) -> Any:
    """The inverse of `to_plain`."""
    paired = _paired(kind)
    return msgspec.convert(plain if paired is None else paired(plain), kind, dec_hook=_read_exact)


@lru_cache(maxsize=1_000)
def _exact(numerator: int, denominator: int) -> Fraction:
    """The same few amounts come again and again; the ones that came last are at hand."""
    return Fraction(numerator, denominator)


def _read_exact(kind: type, plain: Any) -> Fraction:
    assert kind is Fraction, f"{kind} is read straight"
    return _exact(*plain)


def _write_exact(value: object) -> object:
    match value:
        case Fraction():
            return [value.numerator, value.denominator]
        case _:
            assert isinstance(value, Mapping), f"{type(value)} is written straight"
            return dict(value)


_read = msgspec.json.Decoder()
_encoder = msgspec.json.Encoder(enc_hook=_write_exact)


# What is laid out before it is written


@cache
def _laid_out(kind: Any) -> Layout | None:
    """How a value of this type is laid out; None where it is written straight."""
    match _plain_kind(kind):
        case type() as struct if issubclass(struct, msgspec.Struct):
            return _struct_laid_out(struct)
        case (origin, of) if origin is frozenset:
            one = _laid_out(of[0]) or _same
            return lambda values: sorted((to_plain(one(value)) for value in values), key=repr)
        case (origin, of) if origin is tuple:
            return _tuple_laid_out(of)
        case (origin, (key, of)) if origin is Mapping:
            kept = _laid_out(of)
            if not _is_text(key):
                kept = kept or _same
                return lambda mapping: [[name, kept(value)] for name, value in mapping.items()]
            return kept and (lambda mapping: {name: kept(value) for name, value in mapping.items()})
        case (origin, of) if origin is Union:
            return _union_laid_out(of)
        case _:
            return None


def _struct_laid_out(struct: type[msgspec.Struct]) -> Layout | None:
    """The kind comes last, as it always did."""
    config = struct.__struct_config__
    parts = [(field.name, _laid_out(field.type)) for field in fields(struct)]
    if config.tag is None and not any(laid_out for _, laid_out in parts):
        return None
    ways = [(name, laid_out or _same) for name, laid_out in parts]
    kind = {} if config.tag is None else {config.tag_field: config.tag}
    return lambda value: {name: way(getattr(value, name)) for name, way in ways} | kind


def _tuple_laid_out(of: tuple[Any, ...]) -> Layout | None:
    if of[-1:] == (...,):
        each = _laid_out(of[0])
        return each and (lambda values: [each(value) for value in values])
    ways = [_laid_out(one) for one in of]
    if not any(ways):
        return None
    return lambda values: [(way or _same)(value) for way, value in zip(ways, values, strict=True)]


def _union_laid_out(of: tuple[Any, ...]) -> Layout | None:
    """None, one class, or several that name their kind: each is laid out by its own class."""
    ways = {get_origin(one) or one: way for one in of if (way := _laid_out(one)) is not None}
    if not ways:
        return None
    assert len(ways) == 1 or all(isinstance(one, type) for one in ways), f"{of} cannot be told apart"
    only = next(iter(ways.values())) if len(ways) == 1 and len(of) == 2 and type(None) in of else None
    if only is not None:
        return lambda value: None if value is None else only(value)
    return lambda value: ways.get(type(value), _same)(value)


# What is put back before it is read


@cache
def _paired(kind: Any) -> Layout | None:
    """How lists of pairs in the JSON of this type become mappings again; None where there is none."""
    match _plain_kind(kind):
        case type() as struct if issubclass(struct, msgspec.Struct):
            ways = {field.name: way for field in fields(struct) if (way := _paired(field.type)) is not None}
            return (lambda plain: _with(plain, ways)) if ways else None
        case (origin, of) if origin is tuple and of[-1:] == (...,):
            each = _paired(of[0])
            return each and (lambda plain: [each(one) for one in plain])
        case (origin, (key, of)) if origin is Mapping:
            kept = _paired(of) or _same
            if not _is_text(key):
                return lambda plain: {_hashable(name): kept(value) for name, value in plain}
            return None if kept is _same else lambda plain: {name: kept(value) for name, value in plain.items()}
        case (origin, of) if origin is Union:
            ways_of = [way for one in of if (way := _paired(one)) is not None]
            assert len(ways_of) <= 1, f"{kind} holds several classes with pairs"
            return (lambda plain: None if plain is None else ways_of[0](plain)) if ways_of else None
        case _:
            return None


def _with(plain: Any, ways: Mapping[str, Layout]) -> Any:
    return {name: ways[name](value) if name in ways else value for name, value in plain.items()}


def _hashable(name: Any) -> Any:
    return tuple(name) if isinstance(name, list) else name


# Types


def _plain_kind(kind: Any) -> Any:
    """A class as it is, and what is made of others as what it is and of what."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    origin = get_origin(kind)
    if origin is None:
        return kind
    return (Union if origin is UnionType else origin), get_args(kind)


def _is_text(key: Any) -> bool:
    plain = _plain_kind(key)
    return plain is str or (isinstance(plain, type) and issubclass(plain, Enum))


def _same(value: Any) -> Any:
    return value
