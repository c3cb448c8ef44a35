"""The odds of every Tai Sai bet: each of the 216 ways in which three dice can rest is as likely as any other."""

from collections import Counter
from collections.abc import Iterator

from dealer_app.domain.dice import tumbles
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.tai_sai.bets import rule_of
from dealer_app.odds.offered import offered_bets
from dealer_app.odds.results import BetOdds, GameOdds, bet_odds


def tumble_odds(book: Rulebook, layout: Layout | None = None) -> GameOdds:
    """The bets of one layout, or of all layouts of the game."""
    return GameOdds(bets=tuple(_bets(book, layout)))


def _bets(book: Rulebook, layout: Layout | None) -> Iterator[BetOdds]:
    ways = tuple(tumbles())
    for bet in offered_bets(book, layout):
        rule = rule_of(bet.area)
        assert rule is not None, "a rulebook with an area that cannot be is refused when it is read"
        yield bet_odds(bet, Counter(rule(tumble) for tumble in ways), len(ways))
