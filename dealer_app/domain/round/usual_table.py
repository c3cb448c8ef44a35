"""What a table is opened with where nobody says anything else; what it may be is decided when it is opened."""

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.table import Burn, InsuranceShown, Table
from dealer_app.domain.rulebook import Layout, Rulebook

USUAL_DECKS = 8
USUAL_LIMITS = TableLimits(general=AreaLimits(minimum=Money(100)))


def usual_table(book: Rulebook, layout: Layout) -> Table:
    """All positions, eight decks, face up, bets keyed; insurance on a display where the document has it."""
    return Table(
        name="T1",
        layout=layout.letter,
        positions=layout.most_positions,
        decks=None if book.decks is None else USUAL_DECKS,
        insurance=InsuranceShown.NOT_OFFERED if book.insurance is None else InsuranceShown.DISPLAY,
        limits=USUAL_LIMITS,
        burn=Burn.FIXED,
    )
