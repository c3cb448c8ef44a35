"""The approved documents that the station comes with, and their files: rulebooks and clauses."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

GAMES = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)
_RESOURCES = files("resources")


def rulebook_bytes(game: str) -> bytes:
    """The rulebook file of a document, as it lies on disk."""
    return (_RESOURCES / "rulebooks" / f"{game}.toml").read_bytes()


@cache
def clause_table(name: str) -> Mapping[str, Any]:
    """One of the files about clauses: a document's own, `tests` or `waiting`."""
    return tomllib.loads((_RESOURCES / "clauses" / f"{name}.toml").read_text(encoding="utf-8"))


def clause_numbers(game: str) -> frozenset[str]:
    """The numbers of all clauses of a document; none if there is no such document."""
    if game not in GAMES:
        return frozenset()
    return frozenset(clause["id"] for clause in clause_table(game)["clauses"])
