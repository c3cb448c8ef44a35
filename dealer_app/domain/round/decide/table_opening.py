"""The settings of a table that is to be opened: do they fit the game, do they make sense, who may choose them?"""

from itertools import pairwise

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.round.decide.conditions import MOST_ROUND_CARDS, MaybeRefusal
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table_settings import Dealing, InsuranceShown, Method, Rules, Table


def game_setting_refusal(rules: Rules, table: Table) -> MaybeRefusal:
    """A setting that the document does not know."""
    if table.insurance is not InsuranceShown.NOT_OFFERED and rules.book.insurance is None:
        return simple_refusal("no-insurance-here", HOUSE_POLICY)
    if table.dealing is Dealing.FACE_DOWN and rules.book.decks is None:
        return simple_refusal("no-cards-here", rules.clause("round"))
    if (table.method is not None or table.hlga) and not rules.has_clause("methods"):
        return simple_refusal("no-methods-here", rules.clause("round"))
    if table.method is Method.C and not table.hlga:
        return simple_refusal("only-in-hlga", rules.decider("method_c")[1])
    most = rules.book.limits.most_wagers_per_area
    if table.most_wagers is not None and (most is None or not 1 <= table.most_wagers < most):
        return simple_refusal("only-fewer-wagers", rules.book.limits.most_wagers_clause or HOUSE_POLICY)
    if table.seats is not None and rules.choice("S3") != OWN_SEAT_NUMBERS:
        return simple_refusal("no-own-seats", rules.layout.clause)
    return None


OWN_SEAT_NUMBERS = "own-numbers"
"""The option of ruling S3 by which a table brings the numbers of its seats."""


def table_number_refusal(table: Table) -> MaybeRefusal:
    """A number that no table can have."""
    if table.unit is not None and table.unit < 1:
        return simple_refusal("unit", HOUSE_POLICY)
    if table.burn_fixed and not 0 < table.burn_fixed <= 52 * (table.decks or 0) - MOST_ROUND_CARDS:
        return simple_refusal("burn-count", HOUSE_POLICY)
    if table.seats is not None and not _has_fitting_seats(table.seats, table.positions):
        return Refusal(code="own-seats", clause=HOUSE_POLICY, facts={"positions": str(table.positions)})
    if table.last_rounds < 0:
        return simple_refusal("last-rounds", HOUSE_POLICY)
    return None if has_sensible_limits(table.limits) else simple_refusal("limits", HOUSE_POLICY)


def _has_fitting_seats(seats: tuple[int, ...], positions: int | None) -> bool:
    """A number for each position, each greater than the one before (ruling S3)."""
    return len(seats) == positions and seats[0] > 0 and all(one < next_ for one, next_ in pairwise(seats))


def no_such_limit_refusal(rules: Rules, limits: TableLimits) -> Refusal | None:
    """A limit of something that this layout does not offer would be none at all, and nobody would notice."""
    known = {differential.code for differential in rules.book.limits.differentials}
    strange = (
        *(area for area in limits.areas if area not in rules.layout.areas),
        *(limits.differentials.keys() - known),
    )
    if not strange:
        return None
    return Refusal(code="no-such-limit", clause=HOUSE_POLICY, facts={"limit": str(min(strange))})


def has_sensible_limits(limits: TableLimits) -> bool:
    """No limit is negative, and no minimum above its maximum."""

    def fits(one: AreaLimits) -> bool:
        least, most = one.minimum or 0, one.maximum
        return least >= 0 and (most is None or most >= max(least, 1))

    return (
        all(map(fits, (limits.general, *limits.areas.values()))) and min(limits.differentials.values(), default=0) >= 0
    )


def table_opener_refusal(rules: Rules, by: Person, table: Table) -> Refusal | None:
    """Who opens a table, and with which settings somebody else has to (MBS 3.7.1, 3.9.2)."""
    decisions = ["void"]
    if table.method is not None:
        decisions.append("method_c" if table.method is Method.C else "method_a_or_b")
    if table.most_wagers is not None:
        decisions.append("fewer_wagers_per_area")
    for role, clause in map(rules.decider, decisions):
        if not rules.may_act(by.role, role):
            return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return None
