"""Every cell of the Table of Play: RWS v4 3.11 and 3.12, Insurance Plus 3.13 and 3.15, MBS 3.15."""

from itertools import product

import pytest

from dealer_app.domain.baccarat.table_of_play import (
    ThirdCardRule,
    banker_draws,
    is_natural,
    make_coup,
    player_draws,
    third_card_rule,
)
from dealer_app.domain.rulebook import Side
from tests.support.baccarat_completions import coup_cards, rank_cards
from tests.support.baccarat_printed_tables import RWS, RWS_BANKER, TABLES, TableOfPlay, values
from tests.support.rounds import INSURANCE, MBS, V4

clause = pytest.mark.clause
TOTALS = tuple(product(range(10), repeat=2))
DIGITS = "TA23456789"
"""A card for each value."""

EVERY_BOOK = [
    pytest.param(TABLES[V4], marks=clause(V4, "1.1", "3.11", "3.12"), id=V4),
    pytest.param(TABLES[INSURANCE], marks=clause(INSURANCE, "1.1", "3.13", "3.15"), id=INSURANCE),
    pytest.param(TABLES[MBS], marks=clause(MBS, "3.15"), id=MBS),
]


def initial(player: int, banker: int) -> str:
    """Four ranks that give these totals on two cards each."""
    return f"{DIGITS[player]}{DIGITS[banker]}KQ"


def test_the_two_columns_of_the_printed_table_hold_each_third_card_once() -> None:
    assert [total for total, _, _ in RWS_BANKER] == ["3", "4", "5", "6"]
    for _, draws, stands in RWS_BANKER:
        assert sorted(values(draws) + values(stands)) == list(range(10))


@pytest.mark.parametrize("table", EVERY_BOOK)
class TestEveryCell:
    def test_of_the_player(self, table: TableOfPlay) -> None:
        assert {totals: player_draws(*totals) for totals in TOTALS} == table.player_draws

    def test_of_the_banker_after_a_third_card_of_the_player(self, table: TableOfPlay) -> None:
        cells = {cell: draws for cell, draws in table.banker_draws.items() if cell[2] is not None}
        assert len(cells) == 6 * 8 * 10
        assert {cell: banker_draws(*cell) for cell in cells} == cells

    def test_of_the_banker_when_the_player_stood(self, table: TableOfPlay) -> None:
        cells = {cell: draws for cell, draws in table.banker_draws.items() if cell[2] is None}
        assert len(cells) == 100 - 6 * 8
        assert {cell: banker_draws(*cell) for cell in cells} == cells

    def test_what_the_first_totals_say_of_each_third_card(self, table: TableOfPlay) -> None:
        for player, banker in TOTALS:
            said = third_card_rule(Side.PLAYER, player, banker)
            assert (said is ThirdCardRule.DRAWS) is table.player_draws[player, banker]
            thirds = range(10) if table.player_draws[player, banker] else (None,)
            draws = {table.banker_draws[player, banker, third] for third in thirds}
            wanted = (
                ThirdCardRule.DEPENDS
                if len(draws) == 2
                else ThirdCardRule.DRAWS
                if draws == {True}
                else ThirdCardRule.STANDS
            )
            assert third_card_rule(Side.BANKER, player, banker) is (
                ThirdCardRule.NATURAL if banker in (8, 9) else wanted
            )
            assert (said is ThirdCardRule.NATURAL) is (player in (8, 9))

    def test_as_a_coup_plays_it(self, table: TableOfPlay) -> None:
        """The same cells asked of whole coups, which must call for exactly the cards that the table calls for."""
        for (player, banker, third), draws in table.banker_draws.items():
            ranks = initial(player, banker)
            if third is not None:
                assert make_coup(rank_cards(ranks)).next_draw is Side.PLAYER
                ranks += DIGITS[third]
            assert make_coup(rank_cards(ranks)).next_draw is (Side.BANKER if draws else None)


@clause(V4, "1.14", "3.12")
@clause(INSURANCE, "1.13", "3.15")
@clause(MBS, "1.1.6", "3.15")
class TestNatural:
    def test_eight_or_nine_of_either_hand_on_two_cards_is_one(self) -> None:
        assert {totals for totals in TOTALS if is_natural(*totals)} == RWS.naturals
        assert len(RWS.naturals) == 36

    def test_ends_the_coup_for_both_hands(self) -> None:
        for totals in RWS.naturals:
            ended = make_coup(rank_cards(initial(*totals)))
            assert ended.is_complete
            assert ended.is_natural
            assert not player_draws(*totals)
            assert not any(banker_draws(*totals, third) for third in (None, *range(10)))

    def test_a_coup_without_one_is_not_called_so(self) -> None:
        """Not two hands that stand on 6 and 7, nor an 8 or 9 that needed a third card, nor an unfinished coup."""
        for hands in (("6K", "7T"), ("5K3", "7K"), ("3KK", "3K5"), ("6J", "3K6")):
            assert not make_coup(coup_cards(*hands)).is_natural
        for player, banker in set(TOTALS) - RWS.naturals:
            assert not make_coup(rank_cards(initial(player, banker))).is_natural


@clause(V4, "3.11")
@clause(INSURANCE, "3.13")
@clause(MBS, "3.15")
@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", range(8))
def test_the_banker_draws_up_to_five_when_the_player_stood(player: int, banker: int) -> None:
    stood = make_coup(rank_cards(initial(player, banker)))
    assert stood.next_draw is (Side.BANKER if banker in (0, 1, 2, 3, 4, 5) else None)
