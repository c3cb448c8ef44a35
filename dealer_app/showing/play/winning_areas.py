"""The areas that have won and at which odds, once the hands are finished or the dice lie."""

from dealer_app.domain.money import Odds
from dealer_app.domain.round.decide.settling import winning
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import Round
from dealer_app.domain.round.table import Rules
from dealer_app.domain.wagers import Area
from dealer_app.showing.play.at_table import AtTable


def won_areas(at: AtTable) -> tuple[tuple[Area, Odds], ...]:
    return _won(at.rules, at.round)


@last_remembered
def _won(rules: Rules, round_: Round) -> tuple[tuple[Area, Odds], ...]:
    return winning(rules, round_)
