"""Each bet of the three games in every ending of a coup, against its definition told a second time.

Written out here are the cases on which a definition can be misread; what a win pays is in test_pay_tables.
"""

import pytest

from dealer_app.domain.baccarat.outcomes import area_results
from dealer_app.domain.baccarat.situations import FINISHED, situation_path
from dealer_app.domain.wagers import Area
from tests.support.baccarat_completions import coup_cards, every_coup_end
from tests.support.baccarat_second_wording import AREAS, outcome
from tests.support.rounds import INSURANCE, MBS, V4

clause = pytest.mark.clause

CHAR_SIU_PLAYER = (
    clause(V4, "1.20", "1.20.1", "1.20.2", "1.20.3"),
    clause(INSURANCE, "1.18", "1.18.1", "1.18.2", "1.18.3"),
)
CHAR_SIU_BANKER = (
    clause(V4, "1.3", "1.3.1", "1.3.2", "1.3.3"),
    clause(INSURANCE, "1.2", "1.2.1", "1.2.2", "1.2.3"),
)
TIGER_PAIR = (clause(V4, "1.33"), clause(MBS, "1.1.14", "1.1.14.1", "1.1.14.2", "1.1.14.3"))
WU_DALANG = (clause(V4, "1.36"), clause(INSURANCE, "1.30"))
TIGER_BUFFALO = (clause(V4, "1.32"), clause(INSURANCE, "1.28"))
PAIR = (clause(V4, "1.21"), clause(INSURANCE, "1.19"))

DEFINED = {
    "player": (),
    "banker": (clause(V4, "1.15"), clause(INSURANCE, "1.14")),
    "tie": (clause(V4, "1.30"), clause(INSURANCE, "1.27"), clause(MBS, "1.1.12")),
    "tiger_tie": (clause(V4, "1.34"), clause(MBS, "1.1.15", "3.20")),
    "player_pair": PAIR,
    "banker_pair": PAIR,
    "big_tiger": (clause(V4, "1.7"), clause(INSURANCE, "1.5"), clause(MBS, "1.1.1", "3.19")),
    "small_tiger": (clause(V4, "1.28"), clause(INSURANCE, "1.25"), clause(MBS, "1.1.8", "3.18")),
    "big_buffalo": (clause(V4, "1.6"), clause(INSURANCE, "1.4")),
    "small_buffalo": (clause(V4, "1.27"), clause(INSURANCE, "1.24")),
    "banker_big_7": (clause(V4, "1.2"),),
    "banker_small_7": (clause(V4, "1.4"),),
    "player_big_7": (clause(V4, "1.19"),),
    "player_small_7": (clause(V4, "1.22"),),
    "tiger_buffalo": TIGER_BUFFALO,
    "tiger_pair": TIGER_PAIR,
    "tiger": (clause(V4, "1.31"), clause(MBS, "1.1.13", "3.17")),
    "wu_dalang": WU_DALANG,
    "player_char_siu": CHAR_SIU_PLAYER,
    "banker_char_siu": CHAR_SIU_BANKER,
}


def ends(area: str, player: str, banker: str) -> str:
    """The prize won on these hands, `lose` or `push`."""
    judged = area_results(Area(area))[situation_path(coup_cards(player, banker))[-1] - FINISHED]
    return str(judged.value)


def test_every_bet_has_its_definition_here() -> None:
    assert set(DEFINED) == set(AREAS)


@pytest.mark.parametrize("area", [pytest.param(area, marks=marks) for area, marks in DEFINED.items()])
def test_a_bet_ends_as_it_is_defined(area: str) -> None:
    judged = area_results(Area(area))
    wrong = [
        (dealt.player, dealt.banker)
        for cards, dealt in every_coup_end()
        if judged[situation_path(cards)[-1] - FINISHED].value != outcome(area, dealt.player, dealt.banker)
    ]
    assert wrong == []


@clause(V4, "1.36")
@clause(INSURANCE, "1.30")
@pytest.mark.parametrize(
    ("player", "banker", "ended"),
    [
        ("55A", "TTK", "win"),  # 1 against 0
        ("2KJ", "K7", "lose"),
        ("KKA", "A3", "lose"),  # the Player Hand has its 1, and is beaten
        ("55A", "TTA", "lose"),  # and is tied
    ],
)
def test_wu_dalang_must_win_with_its_one(player: str, banker: str, ended: str) -> None:
    """Ruling B1."""
    assert ends("wu_dalang", player, banker) == ended


@clause(V4, "1.21", "1.33")
@clause(INSURANCE, "1.19")
@clause(MBS, "1.1.14")
@pytest.mark.parametrize(
    ("first", "second", "is_pair"),
    [
        *((rank, rank, True) for rank in "A23456789TJQK"),
        *((one, other, False) for one, other in ("TK", "KT", "TJ", "TQ", "JQ", "JK", "QK", "KQ", "A2", "9T")),
    ],
)
def test_a_pair_is_two_cards_of_one_rank(first: str, second: str, is_pair: bool) -> None:
    """Ruling B2: a ten and a king count alike and are no pair."""
    player, banker = coup_cards(first + second, "36"), coup_cards("36", first + second)
    for area, cards in (("player_pair", player), ("banker_pair", banker)):
        judged = area_results(Area(area))[situation_path(cards)[-1] - FINISHED]
        assert judged.value == ("win" if is_pair else "lose")
    for cards in (player, banker):
        judged = area_results(Area("tiger_pair"))[situation_path(cards)[-1] - FINISHED]
        assert judged.value == ("single" if is_pair else "lose")


@clause(V4, "1.33")
@clause(MBS, "1.1.14.1", "1.1.14.2", "1.1.14.3")
@pytest.mark.parametrize(
    ("player", "banker", "ended"),
    [
        ("77", "K9", "single"),
        ("K9", "77", "single"),
        ("99", "44", "double"),
        ("KK", "44", "double"),
        ("TTA", "KK3", "double"),  # both count 0, of different ranks
        ("JJA", "QQ3", "double"),
        ("99", "99", "twin"),
        ("KKA", "KK3", "twin"),
        ("TTA", "TT3", "twin"),
        ("TK8", "KT3", "lose"),  # the same two ranks in both hands, and no pair
        ("94", "9J", "lose"),
    ],
)
def test_tiger_pair_has_one_prize_the_highest(player: str, banker: str, ended: str) -> None:
    """Rulings B3 and B5."""
    assert ends("tiger_pair", player, banker) == ended


@clause(V4, "1.32")
@clause(INSURANCE, "1.28")
@pytest.mark.parametrize(
    ("player", "banker", "ended"),
    [
        ("6K", "22A", "win"),
        ("24", "53", "lose"),
        ("A23", "A2T", "win"),
        ("A23", "24", "lose"),  # 6 each
        ("6K", "6K", "lose"),
        ("6K", "K7", "lose"),
        ("2KT", "K24", "win"),
    ],
)
def test_tiger_buffalo_wins_with_a_winning_six_of_either_hand(player: str, banker: str, ended: str) -> None:
    """Ruling B7: a tie on 6 loses."""
    assert ends("tiger_buffalo", player, banker) == ended


@pytest.mark.parametrize(
    ("area", "player", "banker", "ended"),
    [
        pytest.param("player_char_siu", "7K", "6K", "4 cards", marks=clause(V4, "1.20.1")),
        pytest.param("player_char_siu", "7K", "K24", "5 cards", marks=clause(V4, "1.20.1")),
        pytest.param("player_char_siu", "A24", "A23", "6 cards", marks=clause(INSURANCE, "1.18.1")),
        pytest.param("player_char_siu", "8K", "7K", "4 cards", marks=clause(V4, "1.20.2")),
        pytest.param("player_char_siu", "5K3", "7K", "5 cards", marks=clause(INSURANCE, "1.18.2")),
        pytest.param("player_char_siu", "A25", "A24", "6 cards", marks=clause(V4, "1.20.2")),
        pytest.param("player_char_siu", "9K", "8K", "4 cards", marks=clause(V4, "1.20.3")),
        pytest.param("player_char_siu", "A26", "A25", "6 cards", marks=clause(INSURANCE, "1.18.3")),
        pytest.param("banker_char_siu", "6K", "7K", "4 cards", marks=clause(V4, "1.3.1")),
        pytest.param("banker_char_siu", "5KA", "7K", "5 cards", marks=clause(V4, "1.3.1")),
        pytest.param("banker_char_siu", "A23", "A24", "6 cards", marks=clause(INSURANCE, "1.2.1")),
        pytest.param("banker_char_siu", "7K", "8K", "4 cards", marks=clause(V4, "1.3.2")),
        pytest.param("banker_char_siu", "7K", "5K3", "5 cards", marks=clause(INSURANCE, "1.2.2")),
        pytest.param("banker_char_siu", "A24", "A25", "6 cards", marks=clause(V4, "1.3.2")),
        pytest.param("banker_char_siu", "8K", "9K", "4 cards", marks=clause(V4, "1.3.3")),
        pytest.param("banker_char_siu", "A25", "A26", "6 cards", marks=clause(INSURANCE, "1.2.3")),
        # By one point, but with 6; with 7 to 9, but by more; the other hand's.
        pytest.param("player_char_siu", "6K", "2KK", "lose", marks=clause(V4, "1.20")),
        pytest.param("player_char_siu", "6K", "A22", "lose", marks=clause(V4, "1.20")),
        pytest.param("banker_char_siu", "A22", "6K", "lose", marks=clause(V4, "1.3")),
        pytest.param("player_char_siu", "9K", "7K", "lose", marks=clause(INSURANCE, "1.18")),
        pytest.param("banker_char_siu", "6K", "8K", "lose", marks=clause(INSURANCE, "1.2")),
        pytest.param("player_char_siu", "6K", "7K", "lose", marks=clause(V4, "1.20")),
        pytest.param("banker_char_siu", "8K", "7K", "lose", marks=clause(V4, "1.3")),
        pytest.param("banker_char_siu", "8K", "8K", "lose", marks=clause(V4, "1.3")),
    ],
)
def test_char_siu_is_a_win_by_one_point_with_seven_eight_or_nine(
    area: str, player: str, banker: str, ended: str
) -> None:
    assert ends(area, player, banker) == ended


@pytest.mark.parametrize(
    ("area", "player", "banker", "ended"),
    [
        pytest.param("banker", "4KA", "6K", "on 6", marks=clause(V4, "1.15")),
        pytest.param("banker", "2K2", "K24", "on 6", marks=clause(INSURANCE, "1.14")),
        pytest.param("banker", "6K", "7K", "otherwise", marks=clause(V4, "1.15")),
        pytest.param("tiger", "4KA", "6K", "2 cards", marks=clause(V4, "1.31")),
        pytest.param("tiger", "2K2", "K24", "3 cards", marks=clause(MBS, "1.1.13")),
        pytest.param("tiger", "6K", "6K", "lose", marks=clause(MBS, "1.1.13")),
        pytest.param("big_tiger", "4KA", "6K", "lose", marks=clause(MBS, "1.1.1")),
        pytest.param("small_tiger", "2K2", "K24", "lose", marks=clause(MBS, "1.1.8")),
        pytest.param("big_buffalo", "6K", "7K", "lose", marks=clause(V4, "1.6")),
        pytest.param("big_buffalo", "5KA", "3K2", "win", marks=clause(V4, "1.6")),
        pytest.param("small_buffalo", "5KA", "3K2", "lose", marks=clause(V4, "1.27")),
        pytest.param("player_big_7", "5K2", "7K", "lose", marks=clause(V4, "1.19")),
    ],
)
def test_number_of_cards_and_winning_hand(area: str, player: str, banker: str, ended: str) -> None:
    assert ends(area, player, banker) == ended
