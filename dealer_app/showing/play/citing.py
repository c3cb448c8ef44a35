"""Each clause is cited once on the rail: beside the reason of the guide, or at the first block that rests on it."""

from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note


def cited_once(work: tuple[Block, ...], already: tuple[str, ...]) -> tuple[Block, ...]:
    """These blocks, without the clauses that stand on the rail before them."""
    known = {f"clause:{clause}" for clause in already}
    found: list[Block] = []
    for block in work:
        if isinstance(block, Heading | Note | Keys) and block.clauses:
            left = _new(block.clauses, known)
            found.append(block if left == block.clauses else replace(block, clauses=left))
        else:
            found.append(block)
    return tuple(found)


def _new(clauses: tuple[Control, ...], known: set[str]) -> tuple[Control, ...]:
    left = []
    for clause in clauses:
        if clause.name not in known:
            known.add(clause.name)
            left.append(clause)
    return tuple(left)
