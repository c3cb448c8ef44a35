"""What the station may take by itself, and what needs somebody's approval: settings of a table, never of the rules."""

from enum import Enum

from msgspec import Struct


class Automation(Enum):
    """A step that the station may take by itself. A table by hand has none of them, and is the same otherwise."""

    ACCEPT_CARDS = "accept-cards"
    ACCEPT_CUTTING_CARD = "accept-cutting-card"
    ACCEPT_DICE = "accept-dice"
    LIGHT_LAMPS = "light-lamps"
    CLOSE_BETS = "close-bets"
    """When the time for bets is over."""
    SETTLE = "settle"
    """As soon as the result is announced."""


READING = frozenset(
    {Automation.ACCEPT_CARDS, Automation.ACCEPT_CUTTING_CARD, Automation.ACCEPT_DICE, Automation.LIGHT_LAMPS}
)
"""A table whose devices are relied on, and whose dealer presses what he announces."""


class Approval(Enum):
    """Whether something takes a second person."""

    NOT_NEEDED = "not-needed"
    NEEDED = "needed"


class ListeningSettings(Struct, frozen=True, kw_only=True):
    """How devices are listened to at a table."""

    terminal: str
    """The terminal at the table: who is signed in there gives what a device reports."""
    automation: frozenset[Automation] = READING
    command: Approval = Approval.NEEDED
    """Of a command to a device: lock, unlock, cancel an error, confirm a game."""
    betting_seconds: int = 0
    """How long bets are open where the station closes them."""

    def may(self, step: Automation) -> bool:
        return step in self.automation
