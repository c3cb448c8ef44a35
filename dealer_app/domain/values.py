"""Frozen dataclasses as the standard library's, whose methods are written when they are first needed.

The library writes and compiles six methods of each class while its module is loaded. For the some six hundred values of
the station that is a third of the time for which somebody waits before a dark screen, and of most of them no value is
made until play begins. So a class starts with placeholders. They do what is asked by looking at the fields; what is
asked often is written by the library, and put in the placeholder's stead.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NoReturn, TypeVar, dataclass_transform

from dealer_app.domain import general_methods

_Value = TypeVar("_Value")
_Method = Callable[..., Any]
_UNWRITTEN: list[type] = []
_WRITTEN: set[_Method] = set()
_OFTEN = 32
"""So many times a general method takes as long as half of writing one; then it is likely that more will come."""
_USED: dict[tuple[type, str], int] = {}


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
                _settled(owner, name)
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


def _placeholder(name: str, general: _Method | None = None) -> _Method:
    """Asks the general method, if there is one, until it has been asked often."""

    def method(self: object, *words: object, **named: object) -> object:
        owner = _owner(type(self), name, method)
        if owner is None:
            return _found(type(self), name)(self, *words, **named)
        used = _USED[owner, name] = _USED.get((owner, name), 0) + 1
        if general is not None and used <= _OFTEN:
            return general(owner, self, *words, **named)
        return _settled(owner, name)(self, *words, **named)

    method.__name__ = name
    return method


def _initialised(owner: type, self: object, /, *words: object, **named: object) -> None:
    if not general_methods.initialised(owner, self, words, named):
        # Something is wrong with what was given: the written method says what.
        _settled(owner, "__init__")(self, *words, **named)


def _settled(owner: type, name: str) -> _Method:
    """Written, and in the placeholder's stead."""
    written = _written(owner, name)
    type.__setattr__(owner, name, written)
    return written


def _owner(cls: type, name: str, placeholder: _Method) -> type | None:
    return next((each for each in cls.__mro__ if vars(each).get(name) is placeholder), None)


def _found(cls: type, name: str) -> _Method:
    """What another thread has just written, and put in the placeholder's stead."""
    there: Iterator[_Method | None] = (vars(each).get(name) for each in cls.__mro__)
    return next(method for method in there if method is not None and method in _WRITTEN)


class _Signature:
    """Whoever asks what a class is made of, as a debugger or a property test does, finds its own `__init__`."""

    def __get__(self, of: object, owner: type) -> NoReturn:
        del of
        for cls in owner.__mro__:
            if vars(cls).get("__init__") is _INIT:
                _settled(cls, "__init__")
        raise AttributeError


_SIGNATURE: Any = _Signature()
_INIT = _placeholder("__init__", _initialised)
_REPR = _placeholder("__repr__")
_EQ = _placeholder("__eq__", general_methods.equal)
_HASH = _placeholder("__hash__", general_methods.hashed)


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
