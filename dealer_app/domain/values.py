"""Copies of frozen values. A value is a `msgspec.Struct`: it is made and copied in C, and holds what it was given.

The type checker knows `dataclasses.replace` and checks the name and the type of each field that is changed, of a Struct
as well; what runs is the Struct's own.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["replace", "shown_without"]


def shown_without(value: Struct, hidden: str) -> str:
    """A value as a log may show it: all of it but this one field."""
    shown = (f"{name}={getattr(value, name)!r}" for name in value.__struct_fields__ if name != hidden)
    return f"{type(value).__name__}({', '.join(shown)})"
