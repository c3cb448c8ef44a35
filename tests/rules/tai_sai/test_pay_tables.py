"""Every area of layouts A, C and E against each of the 216 tumbles: clauses 3.9 and 4.1.1 to 4.1.3.

The second wording is typed from the clauses; what the station offers and pays comes from its rulebook.
"""

from collections.abc import Mapping

import pytest

from dealer_app.domain.dice import Tumble
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.domain.wagers import Result
from dealer_app.rulebooks import load_rulebook
from tests.support.tai_sai_second_wording import EVERY_TUMBLE, Dice, area_payout, table_areas

BOOK = "tai-sai-open-cover-v5"
clause = pytest.mark.clause

LAYOUTS = [
    pytest.param("A", marks=clause(BOOK, "4.1.1")),
    pytest.param("C", marks=clause(BOOK, "4.1.2")),
    pytest.param("E", marks=clause(BOOK, "4.1.3")),
]


def layout_of(letter: str) -> Layout:
    layout = load_rulebook(BOOK).find_layout(letter)
    assert layout is not None
    return layout


def paid(table: TumbleTable, dice: Dice) -> Mapping[str, Odds | None]:
    return {area: verdict.odds for area, verdict in table.wins(Tumble(dice)).items()}


@pytest.mark.parametrize("letter", LAYOUTS)
def test_a_layout_offers_what_its_pay_table_prints(letter: str) -> None:
    offered = layout_of(letter).areas
    assert len(offered) == len(set(offered))
    assert set(offered) == table_areas(letter)


@pytest.mark.parametrize(("letter", "number"), [("A", 50), ("C", 104), ("E", 107)])
def test_the_number_of_boxes(letter: str, number: int) -> None:
    assert len(layout_of(letter).areas) == number


@clause(BOOK, "3.9")
@pytest.mark.parametrize("letter", LAYOUTS)
def test_each_tumble_pays_what_the_pay_table_says(letter: str) -> None:
    table = TumbleTable(layout_of(letter))
    for dice in EVERY_TUMBLE:
        expected = {area: Odds(to_one, 1) for area in table_areas(letter) if (to_one := area_payout(area, dice))}
        assert paid(table, dice) == expected, dice


@clause(BOOK, "3.9")
@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_each_bet_is_either_collected_or_paid(letter: str) -> None:
    table = TumbleTable(layout_of(letter))
    for dice in EVERY_TUMBLE:
        wins = table.wins(Tumble(dice))
        for area, verdict in zip(table.layout.areas, table.verdict_row(Tumble(dice)), strict=True):
            assert (verdict.result is Result.WIN) == (area in wins)
            assert verdict.result in {Result.WIN, Result.LOSE}
            assert (verdict.odds is None) == (verdict.result is Result.LOSE)


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_the_order_in_which_dice_are_reported_changes_nothing(letter: str) -> None:
    table = TumbleTable(layout_of(letter))
    for low, middle, high in EVERY_TUMBLE:
        if low <= middle <= high:
            assert paid(table, (high, low, middle)) == paid(table, (low, middle, high))


@clause(BOOK, "2.1.1")
def test_the_game_has_layouts_a_c_and_e_and_their_pictures() -> None:
    assert {layout.letter: layout.pictured_in for layout in load_rulebook(BOOK).layouts} == {
        "A": ("B",),
        "C": ("D",),
        "E": ("F",),
    }


@clause(BOOK, "2.2.1")
def test_the_set_is_three_dice_of_six_faces() -> None:
    dice = load_rulebook(BOOK).dice
    assert dice is not None
    assert (dice.count, dice.faces) == (3, 6)
    assert {len(each.dice) for each in map(Tumble, EVERY_TUMBLE)} == {dice.count}


def test_wins_are_listed_in_the_order_of_the_pay_table() -> None:
    layout = layout_of("C")
    for dice in ((1, 2, 6), (4, 4, 4), (1, 1, 2)):
        wins = list(TumbleTable(layout).wins(Tumble(dice)))
        assert wins == [area for area in layout.areas if area in wins]
