"""The positions of people in the house, and the file that says what each is in each document.

Role, rank and idle time are data (resources/positions.toml); all faults of a faulty file are named at once.
A trainer, a trainee and a technician have no role at a live table, so that the engine refuses them.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from dealer_app import rulebooks
from dealer_app.domain.round.table_settings import Rules
from dealer_app.rulebooks.loader import GAMES


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

Limits are decided by the positions from a pit supervisor up; a new journal after a damaged one, and a new volume, by
one of those and a technician.
"""


class PositionDetails(Struct, frozen=True, kw_only=True):
    """What the house says of a position: its rank, its role by document, its idle time."""

    rank: int
    roles: Mapping[str, str]
    idle_minutes: int


class Positions(Struct, frozen=True):
    """Every position with its place."""

    places: Mapping[Position, PositionDetails]

    def role(self, position: Position, game: str) -> str:
        """The role for the engine; where the document knows no such position, one that no document has."""
        return self.places[position].roles.get(game, f"no role: {position.value}")

    def idle_minutes(self) -> Mapping[Position, int]:
        """How long a session may be idle, as it is where the operator has set nothing else."""
        return {position: place.idle_minutes for position, place in self.places.items()}

    def table_positions(self) -> frozenset[Position]:
        """Who may work at live tables at all."""
        return frozenset(position for position, place in self.places.items() if place.rank)

    def equal_or_higher(self, needed: Position) -> frozenset[Position]:
        """Who holds a position of the house: those of this very position, and of higher ones."""
        rank = self.places[needed].rank
        assert rank, f"{needed.value} decides nothing"
        return frozenset(position for position, place in self.places.items() if position is needed or place.rank > rank)

    def role_holders(self, rules: Rules, role: str) -> frozenset[Position]:
        """Who may decide at a table what its document gives to this role, or above."""
        return frozenset(
            position
            for position in self.places
            if rules.has_role(at_table := self.role(position, rules.book.game)) and rules.may_act(at_table, role)
        )


_POSITION_FILE = files("resources") / "positions.toml"
_POSITION_KEYS = {"rank", "idle_minutes", "roles"}


class PositionFaultsError(Exception):
    """A file of positions that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@cache
def load_positions() -> Positions:
    """The positions that come with the station.

    Their roles are held against the four documents where the file is made and tested, not at every start: to read the
    documents takes longer than all else of a start, and a role that a document does not know decides nothing.
    """
    return read_positions(position_file_text(), "positions.toml", _any_role)


def position_file_text() -> str:
    """The file that comes with the station, as it is written."""
    return _POSITION_FILE.read_text(encoding="utf-8")


def _is_document_role(game: str, role: str) -> bool:
    return role in {one.code for one in rulebooks.load_rulebook(game).roles}


def _any_role(_game: str, _role: str) -> bool:
    return True


def read_positions(text: str, name: str, is_role: Callable[[str, str], bool] = _is_document_role) -> Positions:
    """Read and check the text of a file; `name` is what faults are reported under."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise PositionFaultsError((f"{name}: {problem}",)) from None
    faults = tuple(f"{name}: {fault}" for fault in _faults(tables, is_role))
    if faults:
        raise PositionFaultsError(faults)
    places = {position: _read_details(tables[position.value]) for position in Position}
    return Positions(MappingProxyType(places))


def _read_details(table: Mapping[str, Any]) -> PositionDetails:
    return PositionDetails(
        rank=table["rank"], roles=MappingProxyType(table["roles"]), idle_minutes=table["idle_minutes"]
    )


def _faults(tables: Mapping[str, Any], is_role: Callable[[str, str], bool]) -> Iterator[str]:
    known = {position.value for position in Position}
    yield from (f"{code}: is not a position" for code in tables if code not in known)
    for position in Position:
        table = tables.get(position.value)
        if not isinstance(table, dict):
            yield f"{position.value}: is missing"
        elif set(table) != _POSITION_KEYS:
            yield f"{position.value}: needs {', '.join(sorted(_POSITION_KEYS))} and nothing else"
        else:
            yield from (f"{position.value}.{fault}" for fault in _faults_of_one(table, is_role))


def _faults_of_one(table: Mapping[str, Any], is_role: Callable[[str, str], bool]) -> Iterator[str]:
    rank, minutes, roles = table["rank"], table["idle_minutes"], table["roles"]
    if type(rank) is not int or rank < 0:
        yield f"rank: {rank!r} is not a rank; 0 decides nothing, higher ones do"
    if type(minutes) is not int or not 1 <= minutes <= 24 * 60:
        yield f"idle_minutes: {minutes!r} is not a number of minutes from 1 to a day"
    if not isinstance(roles, dict):
        yield "roles: is not a table of documents"
        return
    for game, role in roles.items():
        if game not in GAMES:
            yield f"roles.{game}: is not a document"
        elif not is_role(game, role):
            yield f"roles.{game}: {role!r} is not a role of this document"
    if rank == 0 and roles:
        yield "roles: a position without a rank works at no live table"
