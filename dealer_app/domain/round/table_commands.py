"""What people can ask of a table and its shoe, between the rounds and meanwhile; commands gives these out too."""

from enum import Enum

from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table import Method, Table


class OpenTable(Command, frozen=True, kw_only=True):
    table: Table


class CloseTable(Command, frozen=True, kw_only=True):
    pass


class ShoeWork(Enum):
    """A step in preparing cards, done and signed."""

    CHECK = "check"
    SHUFFLE = "shuffle"
    CUT = "cut"


class BringCards(Command, frozen=True, kw_only=True):
    """New cards come to the table, or a loaded shuffler."""

    set_name: str
    decks: int
    colour: str = ""


class DoShoeWork(Command, frozen=True, kw_only=True):
    work: ShoeWork
    second: str | None = None
    """The second of the two who check; who cut the cards."""
    pre_shuffled: bool = False
    """The cards came shuffled from their maker, and are not shuffled at the table."""
    cutting_card: int | None = None
    """How many cards lie behind the cutting card, placed with the cut, where that is said."""


class BurnCards(Command, frozen=True, kw_only=True):
    """The cards burned, the first of them seen."""

    cards: tuple[Card, ...]
    unseen: int


class CuttingCardOut(Command, frozen=True, kw_only=True):
    pass


class EndShoe(Command, frozen=True, kw_only=True):
    """The shoe is finished or replaced; `counted` is how many cards were counted at the end, if they were.

    `difference` is said by who ends it with a count that is not what must be left: where the difference comes from.
    """

    reason: str
    counted: int | None = None
    difference: str = ""


class ChooseMethod(Command, frozen=True, kw_only=True):
    """The method by which MBS deals from the next round on."""

    method: Method


class PassDevice(Command, frozen=True, kw_only=True):
    """The dealing device goes to a bettor who draws the cards (MBS 3.12), or back to the dealer."""

    who: Who | None


class AllowWagers(Command, frozen=True, kw_only=True):
    """So many wagers an area from now on, or as many as the document allows (MBS 3.7.1)."""

    most: int | None


class ChangeLimits(Command, frozen=True, kw_only=True):
    """New limits on the sign at the table."""

    limits: TableLimits
