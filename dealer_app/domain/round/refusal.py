"""The refusal of a command that a person gave: why the table does not allow it, and by which clause."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct, field

HOUSE_POLICY = "house policy"
"""What is cited where no document says anything: a rule of this house."""


class Refusal(Struct, frozen=True, kw_only=True):
    """`code` finds the words, `clause` is a clause, a ruling or `house policy`; `facts` are named in the words."""

    code: str
    clause: str
    facts: Mapping[str, str] = field(default_factory=dict)


@cache
def simple_refusal(code: str, clause: str) -> Refusal:
    """A refusal without facts: there are few of them, and the guide asks for most of them at every step."""
    return Refusal(code=code, clause=clause)
