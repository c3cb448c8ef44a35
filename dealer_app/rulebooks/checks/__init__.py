"""What the values of a rulebook file must say together, beyond each being of its type.

Every check yields all the faults it finds, each beginning with the key at which to look. A check is made as soon as the
parts of the file it looks at are in order, whatever is wrong with the rest.
"""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, cast

from dealer_app.rulebooks.checks import citing, deciding, playing
from dealer_app.rulebooks.shape import RulebookShape

_CHECKS: tuple[tuple[Callable[[RulebookShape], Iterator[str]], frozenset[str]], ...] = (
    (deciding.identity, frozenset({"identity"})),
    (playing.equipment, frozenset({"house", "decks", "dice", "commission", "insurance"})),
    (playing.layouts, frozenset({"house", "layouts"})),
    (playing.settlement, frozenset({"house", "settlement", "layouts"})),
    (playing.commission, frozenset({"commission", "settlement"})),
    (playing.insurance, frozenset({"insurance"})),
    (playing.limits, frozenset({"limits", "settlement"})),
    (deciding.policies, frozenset({"house", "policies", "rulings"})),
    (deciding.people, frozenset({"roles", "decisions"})),
    (deciding.rulings, frozenset({"rulings"})),
)
"""Each with the parts it looks at."""


def faults_in(parts: Mapping[str, Any], clauses: frozenset[str]) -> Iterator[str]:
    """Everything wrong with the parts that could be read, given the clause numbers of the document."""
    if "game" in parts and not clauses:
        yield f'game: "{parts["game"]}" is not one of the approved documents'
    # Checks are made only of parts that are there, so that what is missing of the shape is never asked for.
    book = cast(RulebookShape, SimpleNamespace(**parts))
    for check, looks_at in _CHECKS:
        if looks_at <= parts.keys():
            yield from check(book)
    if clauses:
        yield from citing.clauses_exist(parts, clauses)
