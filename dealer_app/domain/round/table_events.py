"""What has happened to a table and to its shoe, apart from any one round; events gives these out too."""

from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import Person, ShoeStep, Who
from dealer_app.domain.round.table import Method, Table
from dealer_app.domain.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    table: Table
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsBrought:
    number: int
    set_name: str
    decks: int
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeStepDone:
    step: ShoeStep
    second: str | None
    pre_shuffled: bool = False
    cutting_card: int | None = None
    """How many cards lie behind the cutting card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsBurned:
    cards: tuple[Card, ...]
    unseen: int
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardCame:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeEnded:
    reason: str
    counted: int | None
    burned_unseen: int
    expected: int | None = None
    """How many had to be left, where they were counted and that is known."""
    difference: str = ""
    """Why the shoe was ended with another count, in the words of who accepted it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeClosed:
    """No further round may be dealt from this shoe."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodChosen:
    method: Method


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicePassed:
    """Who draws the cards from now on; nobody named, it is the dealer."""

    who: Who | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersAllowed:
    most: int | None
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsChanged:
    limits: TableLimits
    by: Person
