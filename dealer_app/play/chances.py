"""The tables at which the dealer by chance plays: settings that let every kind of mistake happen."""

from random import Random

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.table import Method, Rules, Table
from dealer_app.domain.values import replace

_MINIMUM = Money(100)
_HIGHEST = (Money(10_000), Money(15_000), None)
_DIFFERENTIALS = (Money(5_000), Money(20_000), None)


def by_chance(rules: Rules, usual: Table, chance: Random, *, decks: bool) -> Table:
    """Limits that bets can exceed, few decks where their number is free, and the document's ways of dealing."""
    differentials = {one.code: chance.choice(_DIFFERENTIALS) for one in rules.book.limits.differentials}
    limits = TableLimits(
        general=AreaLimits(minimum=_MINIMUM, maximum=chance.choice(_HIGHEST)),
        differentials={code: most for code, most in differentials.items() if most is not None},
    )
    table = replace(usual, limits=limits)
    if decks and rules.book.decks is not None:
        table = replace(table, decks=chance.choice((rules.book.decks.fewest, table.decks)))
    if rules.has("methods"):
        hlga = chance.random() < 0.5
        methods = list(Method) if hlga else [Method.A, Method.B]
        table = replace(table, hlga=hlga, method=chance.choice(methods))
    return table
