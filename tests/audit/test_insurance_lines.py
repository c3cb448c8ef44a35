"""Lines with insurance: what was on offer, the caps of 3.12.2, and how each insurance bet ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.audit.audit_lines import INSURANCE, Line, answer_error, audit_answer, round_line

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
    answer = audit_answer(line(cards, offer(2_000, stage=stage)))
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
    answer = audit_answer(line(BANKER_WINS, offer(500, bettor="standing-1"), bets=[standing]))
    assert answer["bets"][1]["bettor"] == "standing-1"
    assert answer["bets"][1]["net"] == "1250/1"


def test_the_bet_of_the_seated_player_does_not_serve_the_standing_one() -> None:
    code, message = answer_error(audit_answer(line(BANKER_WINS, offer(500, bettor="standing-1"))))
    assert code == "no_original_bet"
    assert "seat 1" in message


def test_a_bet_on_the_other_hand_insures_nothing() -> None:
    assert answer_error(audit_answer(line(BANKER_WINS, offer(500, seat=2))))[0] == "no_original_bet"


@pytest.mark.parametrize("cards", [PLAYER_WINS[:4], STARRED_TIE[:5]])
def test_insurance_waits_for_the_end_of_the_round(cards: tuple[str, ...]) -> None:
    stage = "after_four" if len(cards) == 4 else "after_p3"
    answer = audit_answer(line(cards, offer(2_000, stage=stage)))
    assert [entry["area"] for entry in answer["bets"]] == ["player", "banker"]
    assert answer["complete"] is False


def test_what_is_wrong_with_insurance_is_told_in_an_unfinished_round_too() -> None:
    assert answer_error(audit_answer(line(PLAYER_WINS[:4], offer(2_000, side="banker"))))[0] == "insurance_not_offered"
    assert answer_error(audit_answer(line(PLAYER_WINS[:3], offer(2_000))))[0] == "insurance_not_offered"


def insured(answer: Any) -> list[tuple[str, str]]:
    """What counts of each insurance bet that counts in part, or its stake, and its net."""
    bets = [entry for entry in answer["bets"] if "stage" in entry]
    return [(entry.get("counts", str(entry["stake"])), entry["net"]) for entry in bets]


@pytest.mark.clause(INSURANCE, "3.12.2")
class TestCaps:
    """The Original Bet; at 10 to 1 also a quarter of the maximum, or of the Differential where there is none (I5).

    What is above goes back: it neither wins nor loses (ruling I12).
    """

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
            (STARRED_TIE, "after_p3", None, 4_000),
            (BANKER_WINS, "after_four", None, 4_000),
        ],
    )
    def test_what_is_above_the_most_on_one_offer_goes_back(
        self, cards: tuple[str, ...], stage: str, limits: Line | None, most: int
    ) -> None:
        sign = {} if limits is None else {"limits": limits}
        at_the_cap = audit_answer(line(cards, offer(most, stage=stage), **sign))["bets"][-1]
        assert "counts" not in at_the_cap
        above = audit_answer(line(cards, offer(most + 1, stage=stage), **sign))["bets"][-1]
        assert above == {**at_the_cap, "stake": most + 1, "counts": f"{most}/1"}

    def test_on_a_tie_all_of_it_goes_back(self) -> None:
        above = audit_answer(line(TIE_ON_6, offer(4_001)))["bets"][-1]
        assert (above["result"], above["counts"], above["net"]) == ("push", "4000/1", "0/1")

    @pytest.mark.parametrize("limits", [None, {}])
    def test_of_several_bets_on_one_offer_the_last_goes_back_first(self, limits: Line | None) -> None:
        sign = {} if limits is None else {"limits": limits}
        taken = (offer(3_000), offer(1_500), offer(1))
        answer = audit_answer(line(BANKER_WINS, *taken, **sign))
        assert insured(answer) == [("3000", "7500/1"), ("1000/1", "2500/1"), ("0/1", "0/1")]
        last = answer["bets"][-1]
        assert (last["result"], last["odds"]) == ("push", None)

    def test_each_bettor_has_his_own_cap(self) -> None:
        bets = [{"seat": seat, "area": "player", "stake": 1_000} for seat in (1, 2)]
        both = line(PLAYER_WINS, offer(1_000), offer(1_001, seat=2), bets=bets, limits={})
        assert insured(audit_answer(both)) == [("1000", "-1000/1"), ("1000/1", "-1000/1")]

    def test_each_offer_has_its_own_cap(self) -> None:
        """Player 5 draws a 2 to 7 while the Banker has 4: both stages are offered on the Player."""
        both = line(
            ("5S", "4D", "TH", "TD", "2C", "9H"), offer(4_000), offer(4_000, stage="after_p3"), limits={"max": 4_000}
        )
        assert [counts for counts, _ in insured(audit_answer(both))] == ["4000", "4000"]

    def test_the_original_bet_is_all_that_one_bettor_has_on_the_hand(self) -> None:
        bets = [
            {"seat": 1, "area": "player", "stake": 700},
            {"seat": 1, "area": "player", "stake": 300},
            {"seat": 1, "area": "player", "stake": 9_000, "bettor": "standing-1"},
        ]
        assert insured(audit_answer(line(PLAYER_WINS, offer(1_000), bets=bets))) == [("1000", "-1000/1")]
        assert insured(audit_answer(line(PLAYER_WINS, offer(1_001), bets=bets))) == [("1000/1", "-1000/1")]

    @pytest.mark.clause(INSURANCE, "5.1.1")
    def test_only_what_counts_of_the_original_bet_is_insured(self) -> None:
        """4,000 against 900 with a Differential of 1,100: half of it counts (ruling I11)."""
        limits = {"differential": 1_100}
        assert insured(audit_answer(line(BANKER_WINS, offer(2_000), limits=limits))) == [("2000", "5000/1")]
        assert insured(audit_answer(line(BANKER_WINS, offer(4_000), limits=limits))) == [("2000/1", "5000/1")]


def test_the_golden_case_with_cards() -> None:
    (case,) = (
        case for case in map(json.loads, GOLDEN.read_text("utf-8").splitlines()) if case["kind"] == "insurance_offers"
    )
    ((stage, odds, most, result, prize),) = case["expected"]
    bets = [{"seat": 1, "area": case["original_side"], "stake": case["original_bet"]}]
    stake = int(most.removesuffix("/1"))
    limits = {"max": case["max_limit"]}

    def answer(stake: int) -> Any:
        return audit_answer(line(tuple(case["cards"]), offer(stake, stage=stage), bets=bets, limits=limits))

    assert [each["insurance"] for each in answer(stake)["stages"] if each["insurance"]] == [
        [{"side": case["original_side"], "odds": odds}]
    ]
    assert (answer(stake)["bets"][-1]["result"], answer(stake)["bets"][-1]["net"]) == (result, prize)
    assert insured(answer(stake + 1)) == [(most, prize)]
