"""Lines with insurance: what was on offer, the caps of 3.12.2, and how each insurance bet ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.audit_lines import INSURANCE, Line, error_of, judged, round_line

GOLDEN = Path(__file__).parents[1] / "golden" / "limits.jsonl"

# Player 6 stands against Banker 4, who draws.
PLAYER_WINS = ("6S", "7D", "TH", "7S", "6C")
BANKER_WINS = ("6S", "7D", "TH", "7S", "3C")
TIE_ON_6 = ("6S", "7D", "TH", "7S", "2C")
# Player 2 draws a 7 to 9, Banker 5 draws: the starred offer at 10 to 1.
STARRED_TIE = ("2S", "3D", "TH", "2D", "7C", "4H")
STARRED_WIN = ("2S", "3D", "TH", "2D", "7C", "3H")


def line(cards: tuple[str, ...], *insurance: Line, **more: Any) -> Line:
    bets = [{"seat": 1, "area": "player", "stake": 4_000}, {"seat": 2, "area": "banker", "stake": 900}]
    return round_line(*cards, **{"game": INSURANCE, "bets": bets, "insurance": list(insurance), **more})


def offer(stake: int, **more: object) -> Line:
    return {"seat": 1, "stage": "after_four", "side": "player", "stake": stake, **more}


@pytest.mark.parametrize(
    ("cards", "stage", "result", "odds", "net"),
    [
        (PLAYER_WINS, "after_four", "lose", None, "-2000/1"),
        (BANKER_WINS, "after_four", "win", "5/2", "5000/1"),
        (TIE_ON_6, "after_four", "push", None, "0/1"),
        (STARRED_TIE, "after_p3", "win", "10/1", "20000/1"),
        (STARRED_WIN, "after_p3", "lose", None, "-2000/1"),
    ],
)
def test_insurance_is_judged_after_the_other_bets(
    cards: tuple[str, ...], stage: str, result: str, odds: str | None, net: str
) -> None:
    answer = judged(line(cards, offer(2_000, stage=stage)))
    assert [entry["area"] for entry in answer["bets"]] == ["player", "banker", "player_insurance"]
    assert answer["bets"][2] == {
        "seat": 1,
        "area": "player_insurance",
        "stage": stage,
        "stake": 2_000,
        "result": result,
        "odds": odds,
        "net": net,
    }


def test_a_standing_bettor_insures_his_own_bet() -> None:
    standing = {"seat": 1, "bettor": "standing-1", "area": "player", "stake": 500}
    answer = judged(line(BANKER_WINS, offer(500, bettor="standing-1"), bets=[standing]))
    assert answer["bets"][1]["bettor"] == "standing-1"
    assert answer["bets"][1]["net"] == "1250/1"


def test_the_bet_of_the_seated_player_does_not_serve_the_standing_one() -> None:
    code, message = error_of(judged(line(BANKER_WINS, offer(500, bettor="standing-1"))))
    assert code == "no_original_bet"
    assert "seat 1" in message


def test_a_bet_on_the_other_hand_insures_nothing() -> None:
    assert error_of(judged(line(BANKER_WINS, offer(500, seat=2))))[0] == "no_original_bet"


@pytest.mark.parametrize("cards", [PLAYER_WINS[:4], STARRED_TIE[:5]])
def test_insurance_waits_for_the_end_of_the_round(cards: tuple[str, ...]) -> None:
    stage = "after_four" if len(cards) == 4 else "after_p3"
    answer = judged(line(cards, offer(2_000, stage=stage)))
    assert [entry["area"] for entry in answer["bets"]] == ["player", "banker"]
    assert answer["complete"] is False


def test_what_is_wrong_with_insurance_is_told_in_an_unfinished_round_too() -> None:
    assert error_of(judged(line(PLAYER_WINS[:4], offer(2_000, side="banker"))))[0] == "insurance_not_offered"
    assert error_of(judged(line(PLAYER_WINS[:3], offer(2_000))))[0] == "insurance_not_offered"


class TestCaps:
    """The Original Bet; at 10 to 1 also a quarter of the maximum, or of the Differential where there is none (I5)."""

    @pytest.mark.parametrize(
        ("cards", "stage", "limits", "most"),
        [
            (PLAYER_WINS, "after_four", {}, 4_000),
            (PLAYER_WINS, "after_four", {"max": 8_000}, 4_000),
            (STARRED_TIE, "after_p3", {"max": 10_000}, 2_500),
            (STARRED_TIE, "after_p3", {"max": 16_000}, 4_000),
            (STARRED_TIE, "after_p3", {"max": 20_000}, 4_000),
            (STARRED_TIE, "after_p3", {"differential": 6_000}, 1_500),
            (STARRED_TIE, "after_p3", {"max": 10_000, "differential": 6_000}, 2_500),
            (STARRED_TIE, "after_p3", {"max": 20_000, "areas": {"player": {"max": 8_000}}}, 2_000),
            (STARRED_TIE, "after_p3", {}, 4_000),
        ],
    )
    def test_the_most_on_one_offer(self, cards: tuple[str, ...], stage: str, limits: Line, most: int) -> None:
        at_the_cap = judged(line(cards, offer(most, stage=stage), limits=limits))
        assert "error" not in at_the_cap, at_the_cap
        code, message = error_of(judged(line(cards, offer(most + 1, stage=stage), limits=limits)))
        assert code == "insurance_over_cap"
        assert "3.12.2" in message
        assert str(most + 1) in message

    def test_without_limits_nothing_is_capped(self) -> None:
        assert "error" not in judged(line(PLAYER_WINS, offer(10**9)))

    def test_several_bets_on_one_offer_are_added(self) -> None:
        two = line(PLAYER_WINS, offer(3_000), offer(1_000), limits={})
        assert "error" not in judged(two)
        three = line(PLAYER_WINS, offer(3_000), offer(1_000), offer(1), limits={})
        assert error_of(judged(three))[0] == "insurance_over_cap"

    def test_each_bettor_has_his_own_cap(self) -> None:
        bets = [{"seat": seat, "area": "player", "stake": 1_000} for seat in (1, 2)]
        both = line(PLAYER_WINS, offer(1_000), offer(1_000, seat=2), bets=bets, limits={})
        assert [entry["stake"] for entry in judged(both)["bets"]] == [1_000] * 4
        one_too_many = line(PLAYER_WINS, offer(1_000), offer(1_001, seat=2), bets=bets, limits={})
        assert error_of(judged(one_too_many))[1].startswith("insurance[1]")

    def test_each_offer_has_its_own_cap(self) -> None:
        """Player 5 draws a 2 to 7 while the Banker has 4: both stages are offered on the Player."""
        both = line(
            ("5S", "4D", "TH", "TD", "2C", "9H"), offer(4_000), offer(4_000, stage="after_p3"), limits={"max": 4_000}
        )
        answer = judged(both)
        assert [entry.get("stage") for entry in answer["bets"]] == [None, None, "after_four", "after_p3"]

    def test_the_original_bet_is_all_that_one_bettor_has_on_the_hand(self) -> None:
        bets = [
            {"seat": 1, "area": "player", "stake": 700},
            {"seat": 1, "area": "player", "stake": 300},
            {"seat": 1, "area": "player", "stake": 9_000, "bettor": "standing-1"},
        ]
        assert "error" not in judged(line(PLAYER_WINS, offer(1_000), bets=bets, limits={}))
        assert error_of(judged(line(PLAYER_WINS, offer(1_001), bets=bets, limits={})))[0] == "insurance_over_cap"

    def test_only_what_counts_of_the_original_bet_can_be_insured(self) -> None:
        """4,000 against 900 with a Differential of 1,100: half of it counts (ruling I11)."""
        limits = {"differential": 1_100}
        assert "error" not in judged(line(PLAYER_WINS, offer(2_000), limits=limits))
        assert error_of(judged(line(PLAYER_WINS, offer(2_001), limits=limits)))[0] == "insurance_over_cap"


def test_the_golden_case_with_cards() -> None:
    (case,) = (
        case for case in map(json.loads, GOLDEN.read_text("utf-8").splitlines()) if case["kind"] == "insurance_offers"
    )
    ((stage, odds, most, result, prize),) = case["expected"]
    bets = [{"seat": 1, "area": case["original_side"], "stake": case["original_bet"]}]
    stake = int(most.removesuffix("/1"))
    limits = {"max": case["max_limit"]}

    def answer(stake: int) -> Any:
        return judged(line(tuple(case["cards"]), offer(stake, stage=stage), bets=bets, limits=limits))

    assert [each["insurance"] for each in answer(stake)["stages"] if each["insurance"]] == [
        [{"side": case["original_side"], "odds": odds}]
    ]
    assert (answer(stake)["bets"][-1]["result"], answer(stake)["bets"][-1]["net"]) == (result, prize)
    assert error_of(answer(stake + 1))[0] == "insurance_over_cap"
