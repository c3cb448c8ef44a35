"""What has happened to a table and to its shoe, apart from any one round; events gives these out too."""

from msgspec import Struct

from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import Person, ShoeStep, Who
from dealer_app.domain.round.table import Method, Table


class TableOpened(Struct, frozen=True, kw_only=True):
    table: Table
    by: Person


class TableClosed(Struct, frozen=True, kw_only=True):
    by: Person


class CardsBrought(Struct, frozen=True, kw_only=True):
    number: int
    set_name: str
    decks: int
    colour: str = ""


class ShoeStepDone(Struct, frozen=True, kw_only=True):
    step: ShoeStep
    second: str | None
    pre_shuffled: bool = False
    cutting_card: int | None = None
    """How many cards lie behind the cutting card."""


class CardsBurned(Struct, frozen=True, kw_only=True):
    cards: tuple[Card, ...]
    unseen: int
    source: Source | None = None


class CuttingCardCame(Struct, frozen=True, kw_only=True):
    pass


class ShoeEnded(Struct, frozen=True, kw_only=True):
    reason: str
    counted: int | None
    burned_unseen: int
    expected: int | None = None
    """How many had to be left, where they were counted and that is known."""
    difference: str = ""
    """Why the shoe was ended with another count, in the words of who accepted it."""


class ShoeClosed(Struct, frozen=True, kw_only=True):
    """No further round may be dealt from this shoe."""

    clause: str


class MethodChosen(Struct, frozen=True, kw_only=True):
    method: Method


class DevicePassed(Struct, frozen=True, kw_only=True):
    """Who draws the cards from now on; nobody named, it is the dealer."""

    who: Who | None


class WagersAllowed(Struct, frozen=True, kw_only=True):
    most: int | None
    by: Person


class LimitsChanged(Struct, frozen=True, kw_only=True):
    limits: TableLimits
    by: Person
