"""What a value does before its own methods are written: the same, by looking at its fields each time.

Slower at each use than a written method, by some microseconds, and at once at the first: to write one takes a hundred
times as long. Whatever is not the plain case is left to the written method, with its words for what is wrong.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, NamedTuple


class _Parts(NamedTuple):
    """What a class is made of, as its methods need it."""

    in_order: tuple[str, ...]
    """What may be given without its name."""
    given: tuple[tuple[str, Any, Any], ...]
    """By name; what it is if it is not given, or what makes that."""
    made: tuple[tuple[str, Any], ...]
    compared: tuple[str, ...]
    hashed: tuple[str, ...]
    finishes: bool
    """Whether it has more to do itself; that of a class below it is not its own."""


_PARTS: dict[type, _Parts] = {}


def _parts(owner: type) -> _Parts:
    found = _PARTS.get(owner)
    if found is None:
        every: tuple[Field[Any], ...] = fields(owner)
        found = _PARTS[owner] = _Parts(
            in_order=tuple(each.name for each in every if each.init and not each.kw_only),
            given=tuple((each.name, each.default, each.default_factory) for each in every if each.init),
            made=tuple((each.name, each.default_factory) for each in every if not each.init),
            compared=tuple(each.name for each in every if each.compare),
            hashed=tuple(each.name for each in every if (each.compare if each.hash is None else each.hash)),
            finishes=hasattr(owner, "__post_init__"),
        )
    return found


def initialised(owner: type, self: object, words: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    """Whether all could be given as it was said; if not, it is begun anew by the written method."""
    parts = _parts(owner)
    if words:
        if len(words) > len(parts.in_order):
            return False
        first = dict(zip(parts.in_order, words, strict=False))
        if not first.keys().isdisjoint(named):
            return False
        named = {**first, **named}
    known = 0
    for name, default, make in parts.given:
        if name in named:
            value = named[name]
            known += 1
        elif default is not MISSING:
            value = default
        elif make is not MISSING:
            value = make()
        else:
            return False
        object.__setattr__(self, name, value)
    if known != len(named):
        return False
    for name, make in parts.made:
        if make is not MISSING:
            object.__setattr__(self, name, make())
    if parts.finishes:
        # By its name in the value, as the written method asks for it.
        self.__post_init__()  # type: ignore[attr-defined]
    return True


def equal(owner: type, self: object, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    names = _parts(owner).compared
    return tuple([getattr(self, name) for name in names]) == tuple([getattr(other, name) for name in names])


def hashed(owner: type, self: object) -> int:
    return hash(tuple([getattr(self, name) for name in _parts(owner).hashed]))
