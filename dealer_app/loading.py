"""While a program is loaded nothing is looked for that could be thrown away: what it makes then, it keeps.

The collector would go through all of it some fifteen times before the first picture, and again and again in the middle
of rounds. What is there when loading is over is left out of its looks for good.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


def begins() -> None:
    gc.disable()


def is_over() -> None:
    """Once: what is made after loading is looked through as usual, whoever says again that it is over."""
    if not gc.isenabled():
        is_kept()
        gc.enable()


def is_kept() -> None:
    """For who looks himself through what is made after loading, as the window does."""
    gc.freeze()


def leaves() -> None:
    """Whatever has become of what was begun: Python looks again as it does anywhere."""
    gc.enable()


@contextmanager
def loading() -> Iterator[None]:
    """`begins`, and `is_over` whatever becomes of it."""
    begins()
    try:
        yield
    finally:
        is_over()


class OnDemand(ModuleType):
    """A package whose parts are loaded when they are first used; `HOMES` says which module has each, by its name.

    Only `package.part` at the place of use waits for that; `from package import part` loads it there and then. A part
    may be called as its module is: the part is meant.
    """

    HOMES: Mapping[str, str]

    def __getattr__(self, name: str) -> Any:
        home = vars(self)["HOMES"].get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        part = getattr(import_module(f"{self.__name__}.{home}"), name)
        super().__setattr__(name, part)
        return part

    def __setattr__(self, name: str, value: object) -> None:
        # The import of a module is also its name in the package.
        if name not in vars(self)["HOMES"] or not isinstance(value, ModuleType):
            super().__setattr__(name, value)
