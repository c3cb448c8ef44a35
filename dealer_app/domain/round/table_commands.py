"""What people can ask of a table and its shoe, between the rounds and meanwhile; commands gives these out too."""

from enum import Enum

from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table import Method, Table
from dealer_app.domain.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(Command):
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Command):
    pass


class ShoeWork(Enum):
    """A step in preparing cards, done and signed."""

    CHECK = "check"
    SHUFFLE = "shuffle"
    CUT = "cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class BringCards(Command):
    """New cards come to the table, or a loaded shuffler."""

    set_name: str
    decks: int
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoShoeWork(Command):
    work: ShoeWork
    second: str | None = None
    """The second of the two who check; who cut the cards."""
    pre_shuffled: bool = False
    """The cards came shuffled from their maker, and are not shuffled at the table."""
    cutting_card: int | None = None
    """How many cards lie behind the cutting card, placed with the cut, where that is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCards(Command):
    """The cards burned, the first of them seen."""

    cards: tuple[Card, ...]
    unseen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardOut(Command):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShoe(Command):
    """The shoe is finished or replaced; `counted` is how many cards were counted at the end, if they were.

    `difference` is said by who ends it with a count that is not what must be left: where the difference comes from.
    """

    reason: str
    counted: int | None = None
    difference: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseMethod(Command):
    """The method by which MBS deals from the next round on."""

    method: Method


@dataclass(frozen=True, slots=True, kw_only=True)
class PassDevice(Command):
    """The dealing device goes to a bettor who draws the cards (MBS 3.12), or back to the dealer."""

    who: Who | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowWagers(Command):
    """So many wagers an area from now on, or as many as the document allows (MBS 3.7.1)."""

    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLimits(Command):
    """New limits on the sign at the table."""

    limits: TableLimits
