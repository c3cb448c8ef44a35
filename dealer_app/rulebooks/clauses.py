"""The clause matrix: every clause of the approved documents, what kind it is, and which tests prove it.

The tests are listed in a file made from their marks, so that an installed station, which has no tests, can show it.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache

from msgspec import Struct

from dealer_app.rulebooks.loader import GAMES, clause_table


class ClauseKind(Enum):
    """What a clause is: a definition, a rule the station keeps, or a duty no program can judge."""

    DEFINITION = "definition"
    RULE = "rule"
    DUTY = "duty"


class StationPart(Enum):
    """The later part of the station for which a clause waits."""

    ROUNDS = "rounds"
    IRREGULARITIES = "irregularities"
    DEVICES = "devices"
    SCREEN = "screen"


class Clause(Struct, frozen=True, kw_only=True):
    """One clause of a document, in our own words, with what is known of its proof."""

    book: str
    number: str
    kind: ClauseKind
    summary: str
    tests: tuple[str, ...]
    waits_for: StationPart | None

    @property
    def is_unproven(self) -> bool:
        """A rule that nothing proves and that waits for nothing."""
        return self.kind is ClauseKind.RULE and not self.tests and self.waits_for is None


def _parts_by_clause() -> Mapping[tuple[str, str], StationPart]:
    return {
        (entry["book"], number): StationPart(entry["part"])
        for entry in clause_table("waiting").get("waiting", ())
        for number in entry["ids"]
    }


@cache
def document_clauses(book: str) -> tuple[Clause, ...]:
    """Every clause of one document, in its order."""
    tests = clause_table("tests").get(book, {})
    waiting = _parts_by_clause()
    return tuple(
        Clause(
            book=book,
            number=entry["id"],
            kind=ClauseKind(entry["kind"]),
            summary=entry["summary"],
            tests=tuple(tests.get(entry["id"], ())),
            waits_for=waiting.get((book, entry["id"])),
        )
        for entry in clause_table(book)["clauses"]
    )


def all_clauses() -> Iterator[Clause]:
    """Every clause of the four documents."""
    for book in GAMES:
        yield from document_clauses(book)
