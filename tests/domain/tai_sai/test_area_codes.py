"""Which area codes can exist in Tai Sai at all: the others have no rule, however much they look like one."""

import string
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.dice import Tumble
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout, Pay
from dealer_app.domain.tai_sai.bets import TumbleTable, prize_tiers, tumble_rule
from dealer_app.domain.wagers import Area, Prize, Result
from dealer_app.rulebooks import load_rulebook
from tests.support.tai_sai_second_wording import table_areas

NUMBERS = "123456"
KINDS = ("single", "sum", "domino", "double", "triple", "four", "three", "pair_single")


def _in_every_order(numbers: int) -> set[str]:
    return {"".join(each) for chosen in combinations(NUMBERS, numbers) for each in permutations(chosen)}


POSSIBLE = {
    *("small", "big", "odd", "even", "any_triple"),
    *(f"sum:{total}" for total in range(4, 18)),
    *(f"single:{one}" for one in NUMBERS),
    *(f"double:{one}{one}" for one in NUMBERS),
    *(f"triple:{one}{one}{one}" for one in NUMBERS),
    *(f"pair_single:{one}{one}{other}" for one in NUMBERS for other in NUMBERS if one != other),
    *(f"domino:{each}" for each in _in_every_order(2)),
    *(f"three:{each}" for each in _in_every_order(3)),
    *(f"four:{each}" for each in _in_every_order(4)),
}


def test_every_printed_area_has_a_rule() -> None:
    for area in table_areas("A") | table_areas("C") | table_areas("E"):
        assert tumble_rule(Area(area)) is not None, area


@given(kind=st.sampled_from((*KINDS, "")), digits=st.text(string.digits, max_size=5))
def test_numbers_that_do_not_make_a_bet_have_no_rule(kind: str, digits: str) -> None:
    code = f"{kind}:{digits}"
    assert (tumble_rule(Area(code)) is not None) == (code in POSSIBLE)


@given(st.text(max_size=12))
def test_no_other_text_has_a_rule(text: str) -> None:
    assert (tumble_rule(Area(text)) is not None) == (text in POSSIBLE)


@given(area=st.sampled_from(sorted(POSSIBLE)), place=st.integers(0, 12), added=st.characters(codec="utf-8"))
def test_one_character_too_many_leaves_no_rule(area: str, place: int, added: str) -> None:
    longer = area[:place] + added + area[place:]
    assert (tumble_rule(Area(longer)) is not None) == (longer in POSSIBLE)


@pytest.mark.parametrize(
    "code",
    [
        "",
        ":",
        "sum",
        "sum:",
        "sum:3",
        "sum:18",
        "sum:04",
        "sum:-4",
        "sum: 9",
        "sum:٩",
        "single:0",
        "single:7",
        "single:11",
        "single:²",
        "single:٣",
        "domino:１4",
        "double:12",
        "domino:11",
        "domino:17",
        "triple:112",
        "three:112",
        "four:1123",
        "four:123",
        "pair_single:111",
        "pair_single:211",
        "pair_single:123",
        "Small",
        "any_triple:1",
        "small:1",
        "small:",
        "player",
    ],
)
def test_near_misses(code: str) -> None:
    assert tumble_rule(Area(code)) is None


def test_only_single_numbers_have_several_prizes() -> None:
    several = {area for area in POSSIBLE if prize_tiers(Area(area))}
    assert several == {f"single:{one}" for one in NUMBERS}
    assert prize_tiers(Area("single:4")) == {Prize.ONE_DIE, Prize.TWO_DICE, Prize.THREE_DICE}


@pytest.mark.parametrize(
    ("area", "dice", "judged"),
    [
        ("small", (1, 4, 5), Prize.WIN),
        ("small", (1, 4, 6), Result.LOSE),
        ("big", (1, 4, 6), Prize.WIN),
        ("big", (6, 6, 5), Prize.WIN),
        ("odd", (1, 1, 3), Prize.WIN),
        ("even", (1, 1, 3), Result.LOSE),
        ("even", (2, 2, 2), Result.LOSE),
        ("single:6", (6, 6, 1), Prize.TWO_DICE),
        ("sum:17", (5, 6, 6), Prize.WIN),
    ],
)
def test_a_rule_names_the_prize_or_the_loss(area: str, dice: tuple[int, int, int], judged: Prize | Result) -> None:
    rule = tumble_rule(Area(area))
    assert rule is not None
    assert rule(Tumble(dice)) is judged


def test_an_unchecked_layout_is_our_own_mistake() -> None:
    layout = load_rulebook("tai-sai-open-cover-v5").find_layout("A")
    assert layout is not None
    wrong = Layout(
        letter="A",
        fewest_positions=None,
        most_positions=None,
        seats=(),
        pictured_in=(),
        clause=layout.clause,
        pays=(*layout.pays, Pay(area=Area("sum:3"), prize=Prize.WIN, odds=Odds(99, 1), clause="4.1.1")),
    )
    with pytest.raises(AssertionError, match="sum:3"):
        TumbleTable(wrong)
