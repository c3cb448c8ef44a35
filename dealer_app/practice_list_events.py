"""What happens at a station by the signed list of practice: what two people ask of it, and who has shown it.

The list is made in a practice folder; these are events of the table's own journal.
"""

from msgspec import Struct


class CurrencyDemanded(Struct, frozen=True, kw_only=True):
    """Two people have decided that who deals a game must have shown a skill of it in practice; no key: no more."""

    key: str
    """The public half of the key of the practice folder, in hexadecimal digits."""
    file: str
    """Where the list lies."""
    days: int
    """In so many days."""
    skill: str
    approval: int


class CurrencyShown(Struct, frozen=True, kw_only=True):
    """By a signed list of practice who begins to deal at this table has shown what the house asks for."""

    badge: str
    game: str
    skill: str
    shown: int
    """When, in microseconds since 1970."""
    made: int
    """When the list was made."""


PracticeListEvent = CurrencyDemanded | CurrencyShown
