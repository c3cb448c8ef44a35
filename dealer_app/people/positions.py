"""The positions that people have in the house, and what each of them is in each document.

Which role a position is in a document, its rank and its idle time are data (resources/positions.toml, read by
position_file). A trainer, a trainee and a technician have no role at a live table, so that the engine refuses them.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.round.table import Rules


class Position(Enum):
    """What a person is in the house."""

    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    ASSISTANT_CASINO_MANAGER = "assistant-casino-manager"
    SHIFT_MANAGER = "shift-manager"
    TRAINER = "trainer"
    TRAINEE = "trainee"
    TECHNICIAN = "technician"


MANAGERS = frozenset({Position.PIT_MANAGER, Position.ASSISTANT_CASINO_MANAGER, Position.SHIFT_MANAGER})
"""Who opens a house for the first time, and decides about its people and how its documents are read.

Limits are decided by whoever is in charge of a table (`or_above` of a pit supervisor), a new journal after a
damaged one, and a new volume, by one of those and a technician.
"""


class Place(Struct, frozen=True, kw_only=True):
    """Where a position stands: its rank in the house, its role by document, its idle time."""

    rank: int
    roles: Mapping[str, str]
    idle_minutes: int


class Positions(Struct, frozen=True):
    """Every position with its place."""

    places: Mapping[Position, Place]

    def role(self, position: Position, game: str) -> str:
        """The role for the engine; where the document knows no such position, one that no document has."""
        return self.places[position].roles.get(game, f"no role: {position.value}")

    def idle_minutes(self) -> Mapping[Position, int]:
        """How long a session may stand idle, as it is where the operator has set nothing else."""
        return {position: place.idle_minutes for position, place in self.places.items()}

    def at_tables(self) -> frozenset[Position]:
        """Who may work at live tables at all."""
        return frozenset(position for position, place in self.places.items() if place.rank)

    def or_above(self, needed: Position) -> frozenset[Position]:
        """Who holds a position of the house: those of this very position, and of higher ones."""
        rank = self.places[needed].rank
        assert rank, f"{needed.value} decides nothing"
        return frozenset(position for position, place in self.places.items() if position is needed or place.rank > rank)

    def holding(self, rules: Rules, role: str) -> frozenset[Position]:
        """Who may decide at a table what its document gives to this role, or above."""
        return frozenset(
            position
            for position in self.places
            if rules.has_role(at_table := self.role(position, rules.book.game)) and rules.may_act(at_table, role)
        )
