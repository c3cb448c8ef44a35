"""How the Tai Sai pay tables are read where they can be read in two ways: rulings T1 to T7."""

import pytest

from dealer_app.domain.dice import Tumble
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import load_rulebook

BOOK = "tai-sai-open-cover-v5"


def layout_of(letter: str) -> Layout:
    layout = load_rulebook(BOOK).find_layout(letter)
    assert layout is not None
    return layout


def odds(letter: str, area: str, *dice: int) -> str | None:
    """What the area is paid, or None if it loses."""
    first, second, third = dice
    verdict = TumbleTable(layout_of(letter)).wins(Tumble((first, second, third))).get(Area(area))
    return None if verdict is None else str(verdict.odds)


class TestT1EachTotalIsABoxOfItsOwn:
    @pytest.mark.parametrize(
        ("dice", "wins", "loses"),
        [
            ((1, 1, 2), "sum:4", "sum:17"),
            ((6, 6, 5), "sum:17", "sum:4"),
            ((1, 4, 5), "sum:10", "sum:11"),
            ((2, 4, 5), "sum:11", "sum:10"),
            ((1, 1, 4), "sum:6", "sum:15"),
        ],
    )
    def test_two_totals_on_one_line_win_separately(self, dice: tuple[int, int, int], wins: str, loses: str) -> None:
        assert odds("A", wins, *dice) is not None
        assert odds("A", loses, *dice) is None


class TestT2TheListsAreAsPrinted:
    @pytest.mark.parametrize("letter", ["A", "C", "E"])
    @pytest.mark.parametrize("area", ["pair_single:112", "pair_single:665", "sum:3", "sum:18"])
    def test_what_no_table_prints_is_nowhere(self, letter: str, area: str) -> None:
        assert area not in layout_of(letter).areas

    def test_table_2_has_four_bets_on_four_numbers_and_table_3_fifteen(self) -> None:
        fours = {
            letter: [area for area in layout_of(letter).areas if area.startswith("four:")] for letter in ("A", "C", "E")
        }
        assert {letter: len(each) for letter, each in fours.items()} == {"A": 0, "C": 4, "E": 15}

    def test_table_3_has_no_doubles(self) -> None:
        assert not [area for area in layout_of("E").areas if area.startswith("double:")]

    @pytest.mark.parametrize(("letter", "there"), [("A", False), ("C", True), ("E", False)])
    def test_odd_and_even_are_in_table_2_only(self, letter: str, *, there: bool) -> None:
        assert {"odd", "even"} <= set(layout_of(letter).areas) if there else "odd" not in layout_of(letter).areas


@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize(
    ("triple", "mixed", "area", "paid"),
    [
        ((2, 2, 2), (1, 2, 3), "sum:6", "18/1"),
        ((3, 3, 3), (1, 3, 5), "sum:9", "7/1"),
        ((4, 4, 4), (2, 4, 6), "sum:12", "7/1"),
        ((5, 5, 5), (4, 5, 6), "sum:15", "18/1"),
    ],
)
def test_t3_a_total_wins_on_a_triple_as_on_any_other_dice(
    letter: str, triple: tuple[int, int, int], mixed: tuple[int, int, int], area: str, paid: str
) -> None:
    assert odds(letter, area, *triple) == odds(letter, area, *mixed) == paid


@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize(
    ("dice", "paid"), [((3, 1, 2), "1/1"), ((3, 2, 3), "2/1"), ((3, 3, 3), "12/1"), ((1, 2, 4), None)]
)
def test_t4_a_single_pays_one_prize_by_its_number_of_dice(
    letter: str, dice: tuple[int, int, int], paid: str | None
) -> None:
    assert odds(letter, "single:3", *dice) == paid


@pytest.mark.parametrize("letter", ["A", "C"])
@pytest.mark.parametrize(("dice", "paid"), [((5, 5, 1), "11/1"), ((5, 5, 5), "11/1"), ((5, 1, 1), None)])
def test_t5_a_double_wins_on_its_triple_too(letter: str, dice: tuple[int, int, int], paid: str | None) -> None:
    assert odds(letter, "double:55", *dice) == paid


@pytest.mark.parametrize("letter", ["C", "E"])
@pytest.mark.parametrize(
    ("dice", "paid"),
    [
        ((6, 5, 4), "7/1"),
        ((3, 5, 6), "7/1"),
        ((4, 6, 3), "7/1"),
        ((6, 6, 5), None),
        ((6, 6, 6), None),
        ((6, 5, 2), None),
        ((2, 1, 3), None),
    ],
)
def test_t6_four_numbers_need_three_different_of_them(
    letter: str, dice: tuple[int, int, int], paid: str | None
) -> None:
    assert odds(letter, "four:6543", *dice) == paid


@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize(
    ("dice", "paid"), [((1, 4, 6), "6/1"), ((1, 1, 4), "6/1"), ((4, 1, 4), "6/1"), ((1, 1, 1), None), ((4, 4, 2), None)]
)
def test_t7_a_domino_is_paid_once(letter: str, dice: tuple[int, int, int], paid: str | None) -> None:
    assert odds(letter, "domino:14", *dice) == paid


@pytest.mark.parametrize(("dice", "paid"), [((3, 1, 1), "50/1"), ((3, 3, 1), None), ((1, 1, 1), None)])
def test_a_pair_with_a_single_is_not_won_the_other_way_round(dice: tuple[int, int, int], paid: str | None) -> None:
    assert odds("C", "pair_single:113", *dice) == paid
