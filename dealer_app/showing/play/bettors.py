"""How a bettor is named on the screen: by the number of his seat, with a mark if he stands, or by his colour."""

from collections.abc import Iterable

from dealer_app.domain.round.state import Who
from dealer_app.domain.wagers import SEATED, Bettor
from dealer_app.showing.lines import Line
from dealer_app.showing.play.labels import label
from dealer_app.wording import Both

STANDING = "standing-"
STANDING_PLACES = tuple(Bettor(f"{STANDING}{number}") for number in (1, 2, 3))
COLOURS = tuple(Bettor(colour) for colour in ("red", "yellow", "green", "blue", "violet", "brown"))
"""Where a table has no seats a bettor may have chips of a colour of his own; most are not told apart."""


def standing_mark(bettor: Bettor, *, alone: bool) -> str:
    """`S`, or `S2` where several stand at one box; nothing for who sits."""
    if not bettor.startswith(STANDING):
        return ""
    return "S" if alone else f"S{bettor.removeprefix(STANDING)}"


def badge(who: Who, bettors: Iterable[Who] = ()) -> str:
    """`5`, `5S`, `5S2`; nothing where the table has no seats."""
    seat, bettor = who
    if seat is None:
        return ""
    alone = sum(other != SEATED and where == seat for where, other in set(bettors)) < 2
    return f"{seat}{standing_mark(bettor, alone=alone)}"


def bettor_line(words: Both, who: Who) -> Line:
    """In words: `Seat 5, standing 1`, `Red`."""
    seat, bettor = who
    if seat is not None and bettor == SEATED:
        return label(words, "seat", seat=str(seat))
    if seat is not None:
        return label(words, "seat-standing", seat=str(seat), place=bettor.removeprefix(STANDING))
    return label(words, f"colour-{bettor}") if bettor in COLOURS else label(words, "all-bettors")


def whose(words: Both, who: Who) -> str:
    """What tells one stack from the next: `5S`, `Red`; nothing where bettors are not told apart."""
    if who[0] is not None:
        return badge(who)
    return bettor_line(words, who).first if who[1] in COLOURS else ""


def row_name(kind: str, who: Who, more: str = "") -> str:
    """The name of a row of a bettor: of its own on the screen."""
    seat, bettor = who
    return ":".join(part for part in (kind, "" if seat is None else str(seat), bettor, more) if part)
