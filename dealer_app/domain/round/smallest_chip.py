"""The smallest chip of a table, its payable unit (ruling B9): an amount that no chips make lies on no layout.

What is keyed of chips is judged by it, whoever keys it: at the screen, at a terminal and in a script alike.
"""

from dealer_app.domain.money import Money
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal
from dealer_app.domain.round.table import Rules, Table

EXACT_ONLY = "exact-only"
"""The option of ruling B9 by which amounts are told as they are and no chip stands for them."""


def smallest_chip(rules: Rules, table: Table) -> Money | None:
    """Of what all amounts of this table are made; None where any amount can be."""
    return None if rules.choice("B9") == EXACT_ONLY else table.unit


def not_in_chips(rules: Rules, table: Table, amount: int) -> Refusal | None:
    """What is said of an amount that is no number of smallest chips; nothing where it is one."""
    return off_chips(smallest_chip(rules, table), amount)


def off_chips(unit: Money | None, amount: int) -> Refusal | None:
    """The same of a chip that is known, as while a table is opened."""
    if not unit or amount % unit == 0:
        return None
    return Refusal(code="not-in-chips", clause=HOUSE_POLICY, facts={"unit": str(unit)})
