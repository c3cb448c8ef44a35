"""Every pay is used when a round is judged: one step higher, and a golden round is no longer judged as expected.

Where no golden round wins the bet with that prize, one does among coups for every ending.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from dealer_app.domain.baccarat.outcomes import GameTable, LayoutTable
from dealer_app.domain.dice import Tumble
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.rulebook import Commission, Layout, Pay, RuleFamily
from dealer_app.domain.settlement import settle_bet
from dealer_app.domain.tai_sai.bets import TumbleTable, tumbles_in_order
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Prize, Result, Verdict, Wager
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.support.golden_rounds import Cards, GoldenRound, every_ending, golden_rounds

MBS = "tiger-baccarat-mbs-v3"
LAYOUTS = [(game, layout.letter) for game in GAMES for layout in load_rulebook(game).layouts]


def layout_of(game: str, letter: str) -> Layout:
    layout = load_rulebook(game).find_layout(letter)
    assert layout is not None
    return layout


@cache
def game_table(game: str) -> GameTable:
    return GameTable(load_rulebook(game))


def one_higher(odds: Odds) -> Odds:
    higher = Fraction(odds.win + 1, odds.stake)
    return Odds(higher.numerator, higher.denominator)


def with_pay_one_higher(layout: Layout, pay: Pay) -> Layout:
    raised = replace(pay, odds=one_higher(pay.odds))
    return replace(layout, pays=tuple(raised if each is pay else each for each in layout.pays))


def only(layout: Layout, area: Area) -> Layout:
    """The layout with one bet: a table of tumbles is made for each changed pay."""
    return replace(layout, pays=tuple(pay for pay in layout.pays if pay.area == area))


def odds_after(table: LayoutTable, cards: Cards, area: Area) -> str | None:
    verdict = table.judge.coup_row(cards)[table.layout.areas.index(area)]
    return None if verdict.odds is None else str(verdict.odds)


def odds_of_tumble(table: TumbleTable, tumble: Tumble, area: Area) -> str | None:
    verdict = table.wins(tumble).get(area)
    return None if verdict is None else str(verdict.odds)


def golden_wins(game: str, layout: Layout, area: Area) -> Iterator[tuple[GoldenRound, str]]:
    """The golden rounds on a layout in which the bet won, with the odds expected."""
    for one in golden_rounds(game):
        if one.given["layout"] == layout.letter:
            yield from ((one, odds) for won, odds in one.odds_won() if won == area)


def tumble_of(one: GoldenRound) -> Tumble:
    first, second, third = one.given["dice"]
    return Tumble((first, second, third))


def fails_a_golden_round(game: str, raised: Layout, area: Area) -> bool:
    wins = golden_wins(game, raised, area)
    if load_rulebook(game).house is RuleFamily.TAI_SAI:
        tumbled = TumbleTable(only(raised, area))
        return any(odds_of_tumble(tumbled, tumble_of(one), area) != odds for one, odds in wins)
    table = game_table(game).layout_table(raised)
    return any(odds_after(table, one.cards, area) != odds for one, odds in wins)


def changes_some_round(game: str, layout: Layout, raised: Layout, area: Area) -> bool:
    if load_rulebook(game).house is RuleFamily.TAI_SAI:
        before, after = TumbleTable(only(layout, area)), TumbleTable(only(raised, area))
        return any(before.verdict_row(tumble) != after.verdict_row(tumble) for tumble in tumbles_in_order())
    now, then = (game_table(game).layout_table(each) for each in (layout, raised))
    return any(odds_after(now, cards, area) != odds_after(then, cards, area) for cards in every_ending())


def unused_pays(game: str, layout: Layout) -> list[tuple[Area, Prize]]:
    return [
        (pay.area, pay.prize)
        for pay in layout.pays
        for raised in [with_pay_one_higher(layout, pay)]
        if not fails_a_golden_round(game, raised, pay.area) and not changes_some_round(game, layout, raised, pay.area)
    ]


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_pay_one_step_higher_changes_a_judgement(game: str, letter: str) -> None:
    assert unused_pays(game, layout_of(game, letter)) == []


def net_of_golden_bankers(commission: Commission) -> Iterator[tuple[str, Fraction]]:
    """What each winning Banker wager of the golden rounds was expected to gain, and gains less this commission."""
    for one in golden_rounds(MBS):
        for bet in one.judged["bets"]:
            if bet["area"] == commission.area and bet["odds"]:
                win, stake = bet["odds"].split("/")
                verdict = Verdict(Result.WIN, Odds(int(win), int(stake)))
                wager = Wager(area=commission.area, stake=Money(bet["stake"]))
                yield bet["net"], settle_bet(wager, verdict, commission=commission).net


def test_the_commission_is_what_the_golden_rounds_lack_of_even_money() -> None:
    commission = load_rulebook(MBS).commission
    assert commission is not None
    bankers = list(net_of_golden_bankers(commission))
    assert len(bankers) > 10
    assert all(Fraction(expected) == net for expected, net in bankers)
    for changed in (
        replace(commission, rate=commission.rate + Fraction(1, 20)),
        replace(commission, gross=one_higher(commission.gross)),
    ):
        assert not any(Fraction(expected) == net for expected, net in net_of_golden_bankers(changed))
