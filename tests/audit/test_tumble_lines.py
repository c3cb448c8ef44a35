"""Lines of Tai Sai tumbles: the total, the winning areas in the order of the pay table, and the bets."""

import pytest

from tests.audit.audit_lines import answer_error, audit_answer, tumble_line
from tests.support.tai_sai_second_wording import EVERY_TUMBLE, area_payout, table_areas


@pytest.mark.parametrize("layout", ["A", "C", "E"])
def test_each_tumble(layout: str) -> None:
    for dice in EVERY_TUMBLE:
        answer = audit_answer(tumble_line(*dice, layout=layout))
        assert answer["dice"] == list(dice)
        assert answer["sum"] == sum(dice)
        assert answer["triple"] == (dice.count(dice[0]) == 3)
        assert answer["wins"] == {
            area: f"{odds}/1" for area in table_areas(layout) if (odds := area_payout(area, dice))
        }
        assert "bets" not in answer


@pytest.mark.parametrize(
    ("area", "result", "odds", "net"),
    [
        ("three:256", "win", "30/1", "3000/1"),
        ("single:2", "win", "1/1", "100/1"),
        ("domino:26", "win", "6/1", "600/1"),
        ("small", "lose", None, "-100/1"),
        ("four:6532", "win", "7/1", "700/1"),
    ],
)
def test_a_bet(area: str, result: str, odds: str | None, net: str) -> None:
    bet = {"area": area, "stake": 100}
    (found,) = audit_answer(tumble_line(2, 5, 6, bets=[bet]))["bets"]
    assert found == {**bet, "result": result, "odds": odds, "net": net}


def test_the_dice_are_repeated_as_reported() -> None:
    assert audit_answer(tumble_line(6, 2, 5))["dice"] == [6, 2, 5]


def test_a_bettor_may_be_any_label() -> None:
    (found,) = audit_answer(tumble_line(2, 5, 6, bets=[{"area": "big", "stake": 1, "bettor": "yellow chips"}]))["bets"]
    assert found["bettor"] == "yellow chips"


def test_there_are_no_stages() -> None:
    assert "stages" not in audit_answer(tumble_line(2, 5, 6))
    assert audit_answer(tumble_line(2, 5, 6), stages=False) == audit_answer(tumble_line(2, 5, 6))


@pytest.mark.parametrize("name", ["cards", "placed", "insurance", "decks"])
def test_what_belongs_to_cards_is_unknown_here(name: str) -> None:
    code, message = answer_error(audit_answer(tumble_line(2, 5, 6, **{name: []})))
    assert code == "unknown_field"
    assert name in message
