"""Copies of frozen values, and a function's last answer kept for the same arguments.

A value is a `msgspec.Struct`. The type checker knows `dataclasses.replace` and checks each changed field of a
Struct by it; what runs is the function of msgspec. Because values are frozen, the very same objects give the
very same answer, which `cache_last` uses.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, cast

from msgspec import Struct

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["cache_last", "replace", "text_without_field"]


def text_without_field(value: Struct, hidden: str) -> str:
    """A value as a log may show it: all of it but this one field."""
    shown = (f"{name}={getattr(value, name)!r}" for name in value.__struct_fields__ if name != hidden)
    return f"{type(value).__name__}({', '.join(shown)})"


CacheKey = TypeVarTuple("CacheKey")
CachedValue = TypeVar("CachedValue")


def cache_last(look_up: Callable[[*CacheKey], CachedValue]) -> Callable[[*CacheKey], CachedValue]:
    """A look-up of one to three values, done again only if one of them is another object than the last time."""
    last: tuple[tuple[Any, ...], CachedValue] | None = None

    def asked(*given: *CacheKey) -> CachedValue:
        nonlocal last
        known, now = last, cast("tuple[Any, ...]", given)
        if known is not None:
            before = known[0]
            if before[0] is now[0] and before[-1] is now[-1] and (len(now) < 3 or before[1] is now[1]):
                return known[1]
        answer = look_up(*given)
        last = now, answer
        return answer

    asked.__doc__ = look_up.__doc__
    return asked
