"""Frozen dataclasses as the standard library's, whose methods are written when they are first needed.

The library writes and compiles six methods of each class while its module is loaded. For the some six hundred values of
the station that is a third of the time for which somebody waits before a dark screen, and of most of them no value is
made until play begins. So a class starts with placeholders; the first use of one has the library write the method, and
puts it in the placeholder's stead.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NoReturn, TypeVar, dataclass_transform

_Value = TypeVar("_Value")
_Method = Callable[..., Any]
_UNWRITTEN: list[type] = []
_WRITTEN: set[_Method] = set()


@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(
    *,
    frozen: Literal[True],
    slots: bool = False,
    kw_only: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002 - as the library calls it
) -> Callable[[type[_Value]], type[_Value]]:
    """What the standard decorator makes by the same words; only no class of the library stands below one of these."""
    del frozen  # said where a value is declared; there are no others here

    def decorated(cls: type[_Value]) -> type[_Value]:
        # An `__eq__` of its own leaves None where a hash would be, and the library then writes one.
        own = {name for name, value in vars(cls).items() if value is not None}
        if cls.__doc__ is None:
            # Else the library makes one out of a signature that is not there yet.
            cls.__doc__ = cls.__name__
        made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        for name, method in _placed(slots=slots, eq=eq, shown=repr).items():
            if name not in own:
                setattr(made, name, method)
        _UNWRITTEN.append(made)
        return made

    return decorated


def written_ahead() -> Iterator[type]:
    """Writes what is still to be written, a class at a time, for who has time while nobody waits for a value."""
    while _UNWRITTEN:
        owner = _UNWRITTEN.pop()
        for name, placeholder in (("__init__", _INIT), ("__eq__", _EQ), ("__hash__", _HASH)):
            if vars(owner).get(name) is placeholder:
                type.__setattr__(owner, name, _written(owner, name))
        yield owner


def _placed(*, slots: bool, eq: bool, shown: bool) -> Mapping[str, _Method]:
    """What a new class has, unless it says it itself."""
    return {
        "__init__": _INIT,
        "__signature__": _SIGNATURE,
        **({"__repr__": _REPR} if shown else {}),
        **({"__eq__": _EQ, "__hash__": _HASH} if eq else {}),
        "__setattr__": _set,
        "__delattr__": _delete,
        **({"__getstate__": _state, "__setstate__": _set_state} if slots else {}),
    }


def _placeholder(name: str) -> _Method:
    def method(self: object, *words: object, **named: object) -> object:
        return _found(type(self), name, method)(self, *words, **named)

    method.__name__ = name
    return method


def _found(cls: type, name: str, placeholder: _Method) -> _Method:
    """What stands, or shall stand, in the placeholder's stead: another thread may have written it just now."""
    for owner in cls.__mro__:
        there = vars(owner).get(name)
        if there is placeholder:
            written = _written(owner, name)
            setattr(owner, name, written)
            return written
        if there is not None and there in _WRITTEN:
            found: _Method = there
            return found
    raise AssertionError(f"{cls.__name__} has no {name} of its own")


class _Signature:
    """Whoever asks what a class is made of, as a debugger or a property test does, finds its own `__init__`."""

    def __get__(self, of: object, owner: type) -> NoReturn:
        del of
        for cls in owner.__mro__:
            if vars(cls).get("__init__") is _INIT:
                type.__setattr__(cls, "__init__", _written(cls, "__init__"))
        raise AttributeError


_SIGNATURE: Any = _Signature()
_INIT, _REPR, _EQ, _HASH = map(_placeholder, ("__init__", "__repr__", "__eq__", "__hash__"))


def _written(owner: type, name: str) -> _Method:
    """By the library, for a class with the same fields."""
    has_more_to_do = {"__post_init__": None} if hasattr(owner, "__post_init__") else {}
    twin = dataclasses.make_dataclass(
        owner.__name__,
        [(field.name, field.type, field) for field in dataclasses.fields(owner)],
        namespace={"__doc__": owner.__doc__, **has_more_to_do},
        init=name == "__init__",
        repr=name == "__repr__",
        eq=name in ("__eq__", "__hash__"),
        frozen=True,
    )
    method: _Method = vars(twin)[name]
    method.__qualname__ = f"{owner.__qualname__}.{name}"
    _WRITTEN.add(method)
    return method


def _set(self: object, name: str, value: object) -> None:
    del self, value
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> None:
    del self
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


# Without them what is frozen and has slots could not be copied into another process.


def _state(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
