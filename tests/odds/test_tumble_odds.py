"""The odds of Tai Sai against counts made by hand of the 216 ways in which three dice can rest."""

from fractions import Fraction

import pytest

from dealer_app.domain.wagers import Area
from dealer_app.odds.results import BetOdds, tumble_odds
from dealer_app.rulebooks import load_rulebook

GAME = "tai-sai-open-cover-v5"
WAYS_TO_A_SUM = {4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27, 11: 27, 12: 25, 13: 21, 14: 15, 15: 10, 16: 6, 17: 3}


def _bets(letter: str | None = None) -> dict[Area, BetOdds]:
    book = load_rulebook(GAME)
    return {each.bet.area: each for each in tumble_odds(book, book.find_layout(letter) if letter else None).bets}


@pytest.mark.clause(GAME, "4.1.1", "4.1.2", "4.1.3")
@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_every_sum_is_made_in_its_number_of_ways(letter: str) -> None:
    bets = _bets(letter)
    for total, ways in WAYS_TO_A_SUM.items():
        assert bets[Area(f"sum:{total}")].chances.win == Fraction(ways, 216)


@pytest.mark.clause(GAME, "4.1.1", "4.1.2", "4.1.3")
@pytest.mark.parametrize(
    ("kind", "ways", "gained"),
    [
        ("small", 105, 105),
        ("big", 105, 105),
        ("odd", 105, 105),
        ("even", 105, 105),
        ("any_triple", 6, 6 * 31),
        ("triple:444", 1, 180),
        ("double:22", 16, 16 * 11),
        ("domino:14", 30, 30 * 6),
        ("four:6543", 24, 24 * 7),
        ("three:126", 6, 6 * 30),
        ("pair_single:113", 3, 3 * 50),
        ("single:5", 91, 75 * 1 + 15 * 2 + 1 * 12),
        ("sum:4", 3, 3 * 62),
        ("sum:17", 3, 3 * 62),
        ("sum:5", 6, 6 * 31),
        ("sum:16", 6, 6 * 31),
        ("sum:6", 10, 10 * 18),
        ("sum:15", 10, 10 * 18),
        ("sum:7", 15, 15 * 12),
        ("sum:14", 15, 15 * 12),
        ("sum:8", 21, 21 * 8),
        ("sum:13", 21, 21 * 8),
        ("sum:9", 25, 25 * 7),
        ("sum:12", 25, 25 * 7),
        ("sum:10", 27, 27 * 6),
        ("sum:11", 27, 27 * 6),
    ],
)
def test_every_kind_of_bet_on_every_layout_that_has_it(kind: str, ways: int, gained: int) -> None:
    name, _, _ = kind.partition(":")
    alike = {kind} if name == "sum" else None
    seen = 0
    for letter in "ACE":
        for area, odds in _bets(letter).items():
            if area in alike if alike else area.partition(":")[0] == name:
                seen += 1
                assert odds.chances.win == Fraction(ways, 216)
                assert odds.chances.lose == 1 - odds.chances.win
                assert odds.chances.push == 0
                assert odds.chances.edge == Fraction(216 - ways - gained, 216)
    assert seen


@pytest.mark.clause(GAME, "4.1.1")
def test_a_single_has_a_prize_for_each_number_of_dice() -> None:
    one, two, three = _bets("A")[Area("single:5")].prizes
    assert (one.prize.value, str(one.odds), one.win) == ("1 die", "1/1", Fraction(75, 216))
    assert (two.prize.value, str(two.odds), two.win) == ("2 dice", "2/1", Fraction(15, 216))
    assert (three.prize.value, str(three.odds), three.win) == ("3 dice", "12/1", Fraction(1, 216))


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_a_layout_has_exactly_its_bets(letter: str) -> None:
    layout = load_rulebook(GAME).find_layout(letter)
    assert layout is not None
    assert tuple(_bets(letter)) == layout.areas


def test_without_a_layout_every_bet_of_the_game_is_there_once() -> None:
    book = load_rulebook(GAME)
    assert tuple(each.bet.area for each in tumble_odds(book).bets) == book.areas
    assert _bets()[Area("small")].bet.clauses == ("4.1.1", "4.1.2", "4.1.3")
