"""How a bettor is named where there is room for a disc alone: by his seat, marked if he stands. Everywhere alike."""

from collections.abc import Collection

from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import Round, Who
from dealer_app.domain.wagers import SEATED

STANDING = "standing-"


@last_remembered
def crowd_of(round_: Round | None) -> frozenset[Who]:
    """Everybody who has chips in this round, or has answered in it: whom a badge has to tell apart."""
    if round_ is None:
        return frozenset()
    return frozenset(who for _, who, _ in round_.chips) | {who for who, _, _ in round_.answered}


def badge(who: Who, crowd: Collection[Who]) -> str:
    """`5`, `5S`, `5S2`; nothing where the table has no seats."""
    seat, _ = who
    return "" if seat is None else f"{seat}{standing_mark(who, crowd)}"


def standing_mark(who: Who, crowd: Collection[Who]) -> str:
    """`S`, or `S2` where several stand at one box; nothing for who sits."""
    seat, bettor = who
    if not bettor.startswith(STANDING):
        return ""
    alone = all(where != seat or other in (bettor, SEATED) for where, other in crowd)
    return "S" if alone else f"S{bettor.removeprefix(STANDING)}"
