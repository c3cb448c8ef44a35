"""How a bettor is named in words at the table: by his seat, and his place there if he stands, or by his colour."""

from dealer_app.domain.round.state import Who
from dealer_app.domain.wagers import SEATED, Bettor
from dealer_app.showing.bettors import STANDING
from dealer_app.showing.lines import Line
from dealer_app.showing.play.labels import label
from dealer_app.wording import Both

STANDING_PLACES = tuple(Bettor(f"{STANDING}{number}") for number in (1, 2, 3))
COLOURS = tuple(Bettor(colour) for colour in ("red", "yellow", "green", "blue", "violet", "brown"))
"""Where a table has no seats a bettor may have chips of a colour of his own; most are not told apart."""


def bettor_line(words: Both, who: Who) -> Line:
    """In words: `Seat 5, standing 1`, `Red`."""
    seat, bettor = who
    if seat is not None and bettor == SEATED:
        return label(words, "seat", seat=str(seat))
    if seat is not None:
        return label(words, "seat-standing", seat=str(seat), place=bettor.removeprefix(STANDING))
    return label(words, f"colour-{bettor}") if bettor in COLOURS else label(words, "all-bettors")


def colour_of(words: Both, who: Who) -> str:
    """`Red`, where there are no seats; nothing where bettors are not told apart."""
    return bettor_line(words, who).first if who[0] is None and who[1] in COLOURS else ""


def row_name(kind: str, who: Who, more: str = "") -> str:
    """The name of a row of a bettor: of its own on the screen."""
    seat, bettor = who
    return ":".join(part for part in (kind, "" if seat is None else str(seat), bettor, more) if part)
