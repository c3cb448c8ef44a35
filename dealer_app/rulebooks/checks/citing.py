"""Checks that every clause a rulebook names exists in its document."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import fields

HOUSE_POLICY = "house policy"
"""Written instead of a clause where the document leaves a decision to the house."""


def clauses_exist(parts: Mapping[str, Any], clauses: frozenset[str]) -> Iterator[str]:
    """Rulings rest on clauses; everything else may rest on a ruling instead."""
    known = clauses | {ruling.number for ruling in parts.get("rulings", ())}
    for key, cited in _cited(parts):
        if cited not in (clauses if key.startswith("rulings.") else known):
            yield f'{key}: the document has no clause "{cited}"'


def _cited(parts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "layouts_clause" in parts:
        yield "layouts.clause", parts["layouts_clause"]
    for key in ("decks", "dice", "commission", "insurance", "limits"):
        yield from _clauses_of(key, parts.get(key))
    if "limits" in parts:
        for place, differential in enumerate(parts["limits"].differentials):
            yield f"limits.differentials[{place}].clause", differential.clause
    for key in ("settlement", "roles", "decisions"):
        for place, each in enumerate(parts.get(key, ())):
            if each.clause != HOUSE_POLICY or key != "decisions":
                yield f"{key}[{place}].clause", each.clause
    for code, cited in parts.get("cites", {}).items():
        yield f"cites.{code}", cited
    for name, policy in parts["policies"].items() if "policies" in parts else ():
        yield f"policies.{name}.clause", policy.clause
    for ruling in parts.get("rulings", ()):
        for clause in ruling.clauses:
            yield f"rulings.{ruling.number}.clauses", clause


def _clauses_of(key: str, part: Any) -> Iterator[tuple[str, str]]:
    """The fields of one part that name a clause."""
    for field in fields(part) if part is not None else ():
        cited = getattr(part, field.name)
        if (field.name == "clause" or field.name.endswith("_clause")) and cited is not None:
            yield f"{key}.{field.name}", cited
