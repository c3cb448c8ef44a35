"""Layouts that pay a bet the same share one line; a layout that pays it otherwise has its own."""

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import bets_by_price
from dealer_app.odds.shoe import ShoeCounts
from dealer_app.rulebooks import load_rulebook


def _paying_otherwise(book: Rulebook, letter: str, area: Area, odds: Odds) -> Rulebook:
    def changed(layout: Layout) -> Layout:
        pays = tuple(replace(pay, odds=odds) if pay.area == area else pay for pay in layout.pays)
        return Layout(
            letter=layout.letter,
            fewest_positions=layout.fewest_positions,
            most_positions=layout.most_positions,
            seats=layout.seats,
            pictured_in=layout.pictured_in,
            clause=layout.clause,
            pays=pays,
        )

    return replace(book, layouts=tuple(changed(each) if each.letter == letter else each for each in book.layouts))


def test_layouts_that_pay_the_same_share_a_line() -> None:
    (tie,) = (bet for bet in bets_by_price(load_rulebook("tiger-baccarat-mbs-v3"), None) if bet.area == "tie")
    assert tie.label == "tie"
    assert tie.layouts == tuple("ABCDEFGH")
    assert tie.clauses == ("4.1",)


def test_a_layout_that_pays_otherwise_has_its_own_line() -> None:
    book = _paying_otherwise(load_rulebook("tiger-baccarat-mbs-v3"), "C", Area("tie"), Odds(9, 1))
    odds = [each for each in ShoeOdds(book).refresh(ShoeCounts((32,) * 13)).bets if each.bet.area == "tie"]
    assert [each.bet.label for each in odds] == ["tie (A B D E F G H)", "tie (C)"]
    usual, other = (each.chances for each in odds)
    assert usual.win == other.win
    assert usual.edge - other.edge == usual.win


def test_a_layout_alone_has_its_own_price() -> None:
    book = _paying_otherwise(load_rulebook("tiger-baccarat-mbs-v3"), "C", Area("tie"), Odds(9, 1))
    (tie,) = (bet for bet in bets_by_price(book, book.find_layout("C")) if bet.area == "tie")
    assert tie.label == "tie"
    assert list(tie.prizes.values()) == [Odds(9, 1)]
