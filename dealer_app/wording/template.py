"""One entry of the words: text with named facts, each of a kind that says how it is put in words.

`{trouble:trouble}` is the fact `trouble` by its name in the language; `{round}` is taken as it stands.
"""

from enum import Enum
from string import Formatter

from msgspec import Struct


class Kind(Enum):
    """How a fact is put in words."""

    PLAIN = ""
    AMOUNT = "amount"
    AREA = "area"
    BETTOR = "bettor"
    CARD = "card"
    HANDS = "hands"
    LAMMERS = "lammers"
    NUMBER = "number"
    OFFERS = "offers"
    POSITION = "position"
    ROLE = "role"
    SCOPE = "scope"
    SHOE = "shoe"
    TITLE = "title"
    TROUBLE = "trouble"
    WINNERS = "winners"


class Place(Struct, frozen=True):
    """Where a fact stands in a text."""

    fact: str
    kind: Kind


class Template(Struct, frozen=True):
    """A text cut at its places."""

    parts: tuple[str | Place, ...]

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(part for part in self.parts if isinstance(part, Place))


def template_from_text(text: str) -> Template:
    """Cut a text at its braces; raises ValueError, with the fault, for what is no fact of a known kind."""
    parts: list[str | Place] = []
    for before, fact, kind, conversion in Formatter().parse(text):
        if before:
            parts.append(before)
        if fact is None:
            continue
        if conversion or not fact.isidentifier():
            raise ValueError(f"{{{fact}}} is not the name of a fact")
        parts.append(Place(fact, _kind(kind or "")))
    return Template(tuple(parts))


def _kind(name: str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        raise ValueError(f"{name} is no kind of fact") from None
