"""The cases of tests/golden/limits.jsonl, worked out by hand: what of each bet counts, is accepted or may be insured.

`expected` is our reading; `other_readings` are what the text would give if it were read otherwise.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.baccarat.insurance import insurance_cap, late_offer_cap
from dealer_app.domain.dice import Tumble
from dealer_app.domain.limits import AreaLimits, TableLimits, count_bets, find_excess
from dealer_app.domain.money import Money, odds_from_text
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.settlement import settle_bet
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.domain.wagers import SEATED, Area, Bettor, Prize, Result, Verdict, Wager
from dealer_app.rulebooks import load_rulebook

Case = dict[str, Any]

V4, INSURANCE, MBS, TAI_SAI = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)
CASES: Sequence[Case] = tuple(
    json.loads(line) for line in (Path(__file__).parents[2] / "golden" / "limits.jsonl").read_text("utf-8").splitlines()
)
clause = pytest.mark.clause


def cases(*kinds: str) -> pytest.MarkDecorator:
    chosen = [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] in kinds]
    assert chosen, kinds
    return pytest.mark.parametrize("case", chosen)


both_rws_books = pytest.mark.parametrize(
    "game",
    [
        pytest.param(V4, marks=clause(V4, "5.1", "5.1.1", "5.1.2")),
        pytest.param(INSURANCE, marks=clause(INSURANCE, "5.1", "5.1.1", "5.1.2")),
    ],
)


def layout(game: str) -> Layout:
    found = load_rulebook(game).find_layout("A")
    assert found is not None
    return found


def wagers_of(case: Case) -> list[Wager]:
    return [
        Wager(
            area=Area(bet["side"]),
            stake=Money(bet["amount"]),
            seat=bet["box"],
            bettor=SEATED if bet["seated"] else Bettor(f"standing-{bet['id']}"),
        )
        for bet in case["bets"]
    ]


def sign_of(case: Case) -> TableLimits:
    return TableLimits(
        general=AreaLimits(minimum=Money(case["minimum"])),
        differentials={"differential": Money(case["max_differential"])},
    )


def amounts(case: Case, written: dict[str, str]) -> list[Fraction]:
    """In the order of the bets."""
    return [Fraction(written[bet["id"]]) for bet in case["bets"]]


def verdict_on(game: str, side: str, result: str) -> Verdict:
    """How a bet on Player or Banker ends when, say, `banker wins on 6`."""
    how, _, points = result.partition(" on ")
    if how == "tie":
        return Verdict(Result.PUSH)
    if how != f"{side} wins":
        return Verdict(Result.LOSE)
    prize = {"player": Prize.WIN, "banker": Prize.ON_SIX if points == "6" else Prize.OTHERWISE}[side]
    return Verdict(Result.WIN, layout(game).odds(Area(side), prize))


@both_rws_books
@cases("not_rejected")
def test_what_counts_after_closing(game: str, case: Case) -> None:
    wagers = wagers_of(case)
    found = [each.counts for each in count_bets(load_rulebook(game), sign_of(case), wagers)]
    assert found == amounts(case, case["expected"])
    if "result" in case:
        nets = [
            settle_bet(wager, verdict_on(game, wager.area, case["result"]), counts=counts).net
            for wager, counts in zip(wagers, found, strict=True)
        ]
        assert nets == amounts(case, case["net"])


@both_rws_books
@cases("noticed_before_close")
def test_what_is_accepted_before_closing(game: str, case: Case) -> None:
    assert accepted(load_rulebook(game), case) == amounts(case, case["expected"])


def accepted(book: Rulebook, case: Case) -> list[Fraction]:
    wagers = wagers_of(case)
    cut = {id(each.wager): each.accepted for each in find_excess(book, sign_of(case), wagers)}
    return [Fraction(cut.get(id(wager), wager.stake)) for wager in wagers]


@pytest.mark.parametrize("game", [V4, INSURANCE])
@cases("not_rejected", "noticed_before_close")
def test_another_reading_gives_another_answer(game: str, case: Case) -> None:
    """By box is a reading that an operator may choose; the others are nobody's choice and must not be ours."""
    for name, written in case.get("other_readings", {}).items():
        other = amounts(case, written)
        assert other != amounts(case, case["expected"])
        if name == "box":
            book = load_rulebook(game).with_option("L4", "by-box")
            if case["kind"] == "not_rejected":
                assert [each.counts for each in count_bets(book, sign_of(case), wagers_of(case))] == other
            else:
                assert accepted(book, case) == other


@clause(INSURANCE, "3.12.2")
@cases("insurance_cap")
def test_the_most_that_may_be_bet_on_insurance(case: Case) -> None:
    insurance = load_rulebook(INSURANCE).insurance
    assert insurance is not None
    found = insurance_cap(
        insurance, odds_from_text(case["odds"]), Fraction(case["original_bet"]), Fraction(case["max_limit"])
    )
    assert found == Fraction(case["expected"])


@cases("late_insurance_cap")
def test_the_most_that_may_be_bet_on_an_offer_made_late(case: Case) -> None:
    insurance = load_rulebook(INSURANCE).insurance
    assert insurance is not None
    found = late_offer_cap(insurance, odds_from_text(case["odds"]), Fraction(case["original_bet"]))
    assert found == Fraction(case["expected"])


@clause(MBS, "5.15")
@cases("mbs_over")
def test_a_wager_above_the_maximum(case: Case) -> None:
    wager = Wager(area=Area(case["bet"]), stake=Money(case["amount"]), seat=1)
    limits = TableLimits(general=AreaLimits(maximum=Money(case["maximum"])))
    (found,) = count_bets(load_rulebook(MBS), limits, [wager])
    verdict = Verdict(Result.LOSE)
    assert case["result"] == "player wins"
    settled = settle_bet(wager, verdict, counts=found.counts)
    assert {"effective": settled.counts, "net": settled.net, "handed_back": settled.amount_returned} == {
        name: Fraction(amount) for name, amount in case["expected"].items()
    }


@clause(MBS, "5.14")
@cases("mbs_under")
def test_a_wager_under_the_minimum_round_after_round(case: Case) -> None:
    wager = Wager(area=Area(case["bet"]), stake=Money(case["amount"]), seat=1)
    limits = TableLimits(general=AreaLimits(minimum=Money(case["minimum"])))
    verdicts = {"lose": Verdict(Result.LOSE), "win": Verdict(Result.WIN, layout(MBS).odds(wager.area, Prize.WIN))}
    nets = []
    for number, result in enumerate(case["rounds"]):
        (found,) = count_bets(load_rulebook(MBS), limits, [wager], under_minimum_before=[0] if number else [])
        nets.append(settle_bet(wager, verdicts[result], counts=found.counts).net)
    assert nets == [Fraction(amount) for amount in case["expected"]]


@clause(TAI_SAI, "5.1.1", "5.1.2")
@cases("taisai_box", "taisai_differential")
def test_tai_sai_after_closing(case: Case) -> None:
    area, other = Area(case["box"]), {"odd": "even", "big": "small"}.get(case["box"])
    heavy = [Wager(area=area, stake=Money(stake)) for stake in case.get("amounts") or case["heavy"]]
    light = [Wager(area=Area(other), stake=Money(stake)) for stake in case.get("light", ()) if other]
    codes = {"odd": "odd_even_differential", "big": "differential"}
    limits = TableLimits(
        general=AreaLimits(minimum=Money(case["minimum"])),
        areas={area: AreaLimits(maximum=Money(case["maximum"]))} if "maximum" in case else {},
        differentials={codes[area]: Money(case["max_differential"])} if "max_differential" in case else {},
    )
    found = [each.counts for each in count_bets(load_rulebook(TAI_SAI), limits, [*heavy, *light])]
    assert found == [Fraction(amount) for amount in case["expected"]] + [each.stake for each in light]
    first, second, third = case["dice"]
    layout_c = load_rulebook(TAI_SAI).find_layout("C")
    assert layout_c is not None
    verdict = TumbleTable(layout_c).wins(Tumble((first, second, third)))[area]
    nets = [settle_bet(wager, verdict, counts=counts).net for wager, counts in zip(heavy, found, strict=False)]
    assert nets == [Fraction(amount) for amount in case["net"]]


def test_every_kind_of_case_is_judged() -> None:
    """The one case with cards is judged through the command: tests/audit/test_insurance_lines.py."""
    assert {case["kind"] for case in CASES} == {
        "not_rejected",
        "noticed_before_close",
        "insurance_cap",
        "insurance_offers",
        "late_insurance_cap",
        "mbs_over",
        "mbs_under",
        "taisai_box",
        "taisai_differential",
    }
