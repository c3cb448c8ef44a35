"""Reads the file of positions, whole and checked: all that is wrong with a faulty one is named at once."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from dealer_app import rulebooks
from dealer_app.documents import GAMES
from dealer_app.people.positions import Place, Position, Positions

_FILE = files("resources") / "positions.toml"
_KEYS = {"rank", "idle_minutes", "roles"}


class PositionFaultsError(Exception):
    """A file of positions that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@cache
def positions() -> Positions:
    """The positions that come with the station.

    Their roles are held against the four documents where the file is made and tested, not at every start: to read the
    documents takes longer than all else of a start, and a role that a document does not know decides nothing.
    """
    return read_text(file_text(), "positions.toml", _any_role)


def file_text() -> str:
    """The file that comes with the station, as it is written."""
    return _FILE.read_text(encoding="utf-8")


def _of_document(game: str, role: str) -> bool:
    return role in {one.code for one in rulebooks.approved(game).roles}


def _any_role(game: str, role: str) -> bool:
    del game, role
    return True


def read_text(text: str, name: str, is_role: Callable[[str, str], bool] = _of_document) -> Positions:
    """Read and check the text of a file; `name` is what faults are reported under."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise PositionFaultsError((f"{name}: {problem}",)) from None
    faults = tuple(f"{name}: {fault}" for fault in _faults(tables, is_role))
    if faults:
        raise PositionFaultsError(faults)
    places = {position: _place(tables[position.value]) for position in Position}
    return Positions(MappingProxyType(places))


def _place(table: Mapping[str, Any]) -> Place:
    return Place(rank=table["rank"], roles=MappingProxyType(table["roles"]), idle_minutes=table["idle_minutes"])


def _faults(tables: Mapping[str, Any], is_role: Callable[[str, str], bool]) -> Iterator[str]:
    known = {position.value for position in Position}
    yield from (f"{code}: is no position" for code in tables if code not in known)
    for position in Position:
        table = tables.get(position.value)
        if not isinstance(table, dict):
            yield f"{position.value}: is missing"
        elif set(table) != _KEYS:
            yield f"{position.value}: needs {', '.join(sorted(_KEYS))} and nothing else"
        else:
            yield from (f"{position.value}.{fault}" for fault in _faults_of_one(table, is_role))


def _faults_of_one(table: Mapping[str, Any], is_role: Callable[[str, str], bool]) -> Iterator[str]:
    rank, minutes, roles = table["rank"], table["idle_minutes"], table["roles"]
    if type(rank) is not int or rank < 0:
        yield f"rank: {rank!r} is no rank; 0 decides nothing, higher ones do"
    if type(minutes) is not int or not 1 <= minutes <= 24 * 60:
        yield f"idle_minutes: {minutes!r} is not a number of minutes from 1 to a day"
    if not isinstance(roles, dict):
        yield "roles: is no table of documents"
        return
    for game, role in roles.items():
        if game not in GAMES:
            yield f"roles.{game}: is no document"
        elif not is_role(game, role):
            yield f"roles.{game}: {role!r} is no role of this document"
    if rank == 0 and roles:
        yield "roles: a position without a rank works at no live table"
