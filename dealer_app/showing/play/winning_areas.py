"""The areas that have won and at which odds, once the hands are finished or the dice lie."""

from dealer_app.domain.money import Odds
from dealer_app.domain.round.counts import insurance_counts
from dealer_app.domain.round.decide.settling import winning
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import Round
from dealer_app.domain.round.table import Rules
from dealer_app.domain.wagers import Area
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import INSURANCE_AREAS, insurance_area


def won_areas(at: AtTable) -> tuple[tuple[Area, Odds], ...]:
    """Of insurance, which lies there only if somebody took the offer, only what is held; bets off, nobody knows."""
    won = _won(at.rules, at.round)
    if not at.keyed:
        return won
    counted = insurance_counts(at.rules, at.state)
    held = {insurance_area(bet.side) for bet in at.round.insured if counted[bet.number].counts}
    return tuple(one for one in won if one[0] in held or one[0] not in INSURANCE_AREAS)


def clauses_of_winners(at: AtTable) -> tuple[str, ...]:
    """The clause of the guide, and with bets off that of each area which is paid: no bet below names it."""
    if at.keyed:
        return (at.guide.why,)
    won = dict(won_areas(at))
    paid = (pay.clause for pay in at.rules.layout.pays if won.get(pay.area) == pay.odds)
    book = at.rules.book.insurance
    insured = () if book is None or not won.keys() & set(INSURANCE_AREAS) else (book.clause,)
    return tuple(dict.fromkeys((at.guide.why, *paid, *insured)))


@last_remembered
def _won(rules: Rules, round_: Round) -> tuple[tuple[Area, Odds], ...]:
    return winning(rules, round_)
