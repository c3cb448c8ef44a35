"""What is said of an amount that is keyed and that the chips of the table cannot make, wherever it is."""

from dealer_app.domain.money import Money
from dealer_app.domain.round.smallest_chip import off_chips, smallest_chip
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line


def against_chips(seeing: Seeing, amount: int | None) -> Line:
    """`Not in chips of 2.50`; nothing where they make it, or nothing is keyed."""
    table, rules = seeing.state.table.table, seeing.rules
    unit = None if table is None or rules is None else smallest_chip(rules, table)
    return against_chip(seeing, unit, amount)


def against_chip(seeing: Seeing, unit: Money | None, amount: int | None) -> Line:
    """The same where the smallest chip is keyed on the same page, as at an opening."""
    refusal = None if amount is None else off_chips(unit, amount)
    return EMPTY if refusal is None else line(seeing.words, lambda words: words.refusal(refusal))
