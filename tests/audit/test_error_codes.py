"""Every error code by at least one line, and each message names the place at which to look."""

from typing import Any

import pytest

from dealer_app.audit.line_format import FaultCode
from tests.audit.audit_lines import (
    INSURANCE,
    MBS,
    TAI_SAI,
    V4,
    Line,
    answer_error,
    audit_answer,
    round_line,
    tumble_line,
)

HAND = ("6S", "7D", "TH", "7S", "6C")
"""Player 6 stands, Banker 4 draws a six: Player wins 6 to 0."""

BET: Line = {"seat": 1, "area": "player", "stake": 100}
OFFER: Line = {"seat": 1, "stage": "after_four", "side": "player", "stake": 50}


def with_bets(*bets: object, **more: Any) -> Line:
    return round_line(*HAND, bets=list(bets), **more)


def insured(*offers: object, **more: Any) -> Line:
    return round_line(*HAND, **{"game": INSURANCE, "bets": [BET], "insurance": list(offers), **more})


def without(line: Line, name: str) -> Line:
    return {key: value for key, value in line.items() if key != name}


LIMITS: Line = {"min": 10, "differential": 1_000}

CASES: list[tuple[str, Line, str]] = [
    ("bad_json", with_bets("player"), "bets"),
    ("bad_json", round_line(*HAND, bets={"seat": 1}), "bets"),
    ("bad_json", insured("player"), "insurance"),
    ("bad_json", insured(insurance=None), "insurance"),
    ("bad_json", with_bets(BET, limits=[1]), "limits"),
    ("bad_json", with_bets(BET, limits={"areas": []}), "limits.areas"),
    ("bad_json", with_bets(BET, limits={"areas": {"tie": 5}}), "limits.areas.tie"),
    ("bad_json", with_bets(BET, limits=LIMITS, closed=1), "closed"),
    ("bad_json", with_bets(BET, limits=LIMITS, closed=None), "closed"),
    ("bad_json", with_bets({**BET, "bettor": 1}), "bets[0]"),
    ("bad_json", with_bets(BET, {**BET, "bettor": ""}), "bets[1]"),
    ("bad_json", round_line(*HAND, decks=3), "decks"),
    ("bad_json", round_line(*HAND, decks=11), "decks"),
    ("bad_json", round_line(*HAND, decks=8.0), "decks"),
    ("bad_json", round_line(*HAND, decks=True), "decks"),
    (
        "bad_json",
        with_bets({**BET, "under_minimum_before": 1}, game=MBS, limits=LIMITS),
        "bets[0]: under_minimum_before",
    ),
    ("missing_field", without(round_line(*HAND), "id"), "'id'"),
    ("missing_field", without(round_line(*HAND), "game"), "'game'"),
    ("missing_field", without(round_line(*HAND), "layout"), "'layout'"),
    ("missing_field", without(round_line(*HAND), "cards"), "'cards'"),
    ("missing_field", without(tumble_line(1, 2, 3), "dice"), "'dice'"),
    ("missing_field", with_bets(BET, without(BET, "seat")), "bets[1]"),
    ("missing_field", with_bets(without(BET, "area")), "bets[0]"),
    ("missing_field", with_bets(without(BET, "stake")), "bets[0]"),
    ("missing_field", tumble_line(1, 2, 3, bets=[{"area": "big"}]), "bets[0]"),
    ("missing_field", insured(OFFER, without(OFFER, "stage")), "insurance[1]"),
    ("missing_field", insured(without(OFFER, "side")), "insurance[0]"),
    ("missing_field", insured(without(OFFER, "seat")), "insurance[0]"),
    ("missing_field", insured(without(OFFER, "stake")), "insurance[0]"),
    ("missing_field", round_line(*HAND, limits=LIMITS), "'bets'"),
    ("missing_field", with_bets(BET, closed=True), "'limits'"),
    ("unknown_field", round_line(*HAND, shoe=3), "shoe"),
    ("unknown_field", round_line(*HAND, dice=[1, 2, 3]), "dice"),
    ("unknown_field", tumble_line(1, 2, 3, cards=list(HAND)), '"cards"'),
    ("unknown_field", tumble_line(1, 2, 3, decks=8), '"decks"'),
    ("unknown_field", with_bets(BET, {**BET, "side": "player"}), "bets[1]"),
    ("unknown_field", with_bets({**BET, "under_minimum_before": True}, limits=LIMITS), "bets[0]"),
    ("unknown_field", with_bets({**BET, "under_minimum_before": True}, game=MBS), "bets[0]"),
    ("unknown_field", tumble_line(1, 2, 3, bets=[{"area": "big", "stake": 1, "seat": 1}]), "bets[0]"),
    ("unknown_field", insured({**OFFER, "area": "player_insurance"}), "insurance[0]"),
    ("unknown_field", with_bets(BET, limits={"minimum": 10}), "limits"),
    ("unknown_field", with_bets(BET, limits={"areas": {"tie": {"most": 10}}}), "limits.areas.tie"),
    ("unknown_field", with_bets(BET, limits=LIMITS, closed=False), "'cards'"),
    ("unknown_field", without(with_bets(BET, limits=LIMITS, closed=False, placed=[]), "cards"), "'placed'"),
    ("unknown_field", without(insured(OFFER, limits=LIMITS, closed=False), "cards"), "'insurance'"),
    ("unknown_field", tumble_line(1, 2, 3, bets=[], limits={}, closed=False), "'dice'"),
    ("unknown_game", round_line(*HAND, game="tiger-buffalo"), "tiger-buffalo"),
    ("unknown_game", round_line(*HAND, game="Tiger-Buffalo-V4"), "Tiger-Buffalo-V4"),
    ("unknown_layout", round_line(*HAND, layout="S"), "S"),
    ("unknown_layout", round_line(*HAND, layout="a"), "a"),
    ("unknown_layout", round_line(*HAND, layout=""), V4),
    ("unknown_layout", round_line(*HAND, game=INSURANCE, layout="L"), "L"),
    ("unknown_layout", round_line(*HAND, game=MBS, layout="I"), "I"),
    ("unknown_layout", tumble_line(1, 2, 3, layout="B"), "B"),
    ("unknown_layout", tumble_line(1, 2, 3, layout="D"), "D"),
    ("unknown_layout", tumble_line(1, 2, 3, layout="F"), "F"),
    ("unknown_layout", {**round_line(*HAND), "layout": 1}, "1"),
    ("unknown_seat", with_bets({**BET, "seat": 4}), "bets[0]"),
    ("unknown_seat", with_bets(BET, {**BET, "seat": 8}), "bets[1]"),
    ("unknown_seat", with_bets({**BET, "seat": 7}, layout="D"), "bets[0]"),
    ("unknown_seat", with_bets({**BET, "seat": 0}), "bets[0]"),
    ("unknown_seat", with_bets({**BET, "seat": "1"}), "bets[0]"),
    ("unknown_seat", with_bets({**BET, "seat": True}), "bets[0]"),
    ("unknown_seat", with_bets({**BET, "seat": 1.0}), "bets[0]"),
    ("unknown_seat", with_bets({**BET, "seat": 13}, layout="K"), "bets[0]"),
    ("unknown_seat", insured({**OFFER, "seat": 4}), "insurance[0]"),
    ("unknown_area", with_bets({**BET, "area": "Player"}), "bets[0]"),
    ("unknown_area", with_bets({**BET, "area": "sum:9"}), "bets[0]"),
    ("unknown_area", with_bets({**BET, "area": ["player"]}), "bets[0]"),
    ("unknown_area", tumble_line(1, 2, 3, bets=[{"area": "pair_single:112", "stake": 1}]), "bets[0]"),
    ("unknown_area", tumble_line(1, 2, 3, bets=[{"area": "domino:41", "stake": 1}]), "bets[0]"),
    ("unknown_area", with_bets(BET, limits={"areas": {"teh": {"min": 1}}}), "limits.areas"),
    ("not_offered", with_bets({**BET, "area": "tiger_tie"}), "bets[0]"),
    ("not_offered", with_bets(BET, {**BET, "area": "big_buffalo"}, game=MBS), "bets[1]"),
    ("not_offered", with_bets({**BET, "area": "player_insurance"}, game=INSURANCE), "bets[0]"),
    ("not_offered", tumble_line(1, 2, 3, layout="A", bets=[{"area": "odd", "stake": 1}]), "bets[0]"),
    ("not_offered", tumble_line(1, 2, 3, layout="E", bets=[{"area": "double:11", "stake": 1}]), "bets[0]"),
    ("not_offered", with_bets(BET, limits={"areas": {"tiger_tie": {"min": 1}}}), "limits.areas"),
    ("bad_card", round_line("6S", "10D"), "10D"),
    ("bad_card", round_line("6S", "7s"), "7s"),
    ("bad_card", round_line("6S", "1H"), "1H"),
    ("bad_card", round_line("6S", ""), "card"),
    ("bad_card", {**round_line(), "cards": ["6S", 7]}, "7"),
    ("bad_card", {**round_line(), "cards": ["6S", ["7S"]]}, "7S"),
    ("bad_card", {**round_line(), "cards": "6S7D"}, "cards"),
    ("bad_card", {**round_line(), "cards": None}, "cards"),
    ("too_many_of_a_card", round_line(*["6S"] * 5, decks=4), "6S"),
    ("too_many_of_a_card", round_line(*["6S"] * 11), "11 of 6S"),
    ("bad_die", tumble_line(0, 1, 2), "0"),
    ("bad_die", tumble_line(1, 2, 7), "7"),
    ("bad_die", tumble_line(1, 2), "[1,2]"),
    ("bad_die", tumble_line(1, 2, 3, 4), "[1,2,3,4]"),
    ("bad_die", {**tumble_line(), "dice": 123}, "123"),
    ("bad_die", {**tumble_line(), "dice": [1, 2, True]}, "dice"),
    ("bad_die", {**tumble_line(), "dice": [1, 2, 3.0]}, "3.0"),
    ("bad_die", {**tumble_line(), "dice": ["1", "2", "3"]}, "dice"),
    ("bad_stake", with_bets({**BET, "stake": 0}), "bets[0]"),
    ("bad_stake", with_bets(BET, {**BET, "stake": -100}), "bets[1]"),
    ("bad_stake", with_bets({**BET, "stake": 0.5}), "bets[0]"),
    ("bad_stake", with_bets({**BET, "stake": 100.0}), "bets[0]"),
    ("bad_stake", with_bets({**BET, "stake": "100"}), "bets[0]"),
    ("bad_stake", with_bets({**BET, "stake": True}), "bets[0]"),
    ("bad_stake", with_bets({**BET, "stake": None}), "bets[0]"),
    ("bad_stake", tumble_line(1, 2, 3, bets=[{"area": "big", "stake": 1}, {"area": "big", "stake": 0}]), "bets[1]"),
    ("bad_stake", insured({**OFFER, "stake": 0}), "insurance[0]"),
    ("bad_stake", with_bets(BET, limits={"min": 0}), "limits.min"),
    ("bad_stake", with_bets(BET, limits={"max": 1.5}), "limits.max"),
    ("bad_stake", with_bets(BET, limits={"differential": "5"}), "limits.differential"),
    ("bad_stake", with_bets(BET, limits={"areas": {"tie": {"max": -1}}}), "limits.areas.tie.max"),
    ("bad_stake", with_bets(BET, limits={"min": 100, "max": 99}), "limits"),
    ("bad_stake", with_bets(BET, limits={"areas": {"tie": {"min": 2, "max": 1}}}), "limits"),
    ("bad_stake", with_bets(BET, limits={"min": 1000, "areas": {"banker": {"max": 500}}}), "limits"),
    ("unknown_field", with_bets(BET, limits={"odd_even_differential": 1000}), "limits"),
    ("bad_placed", round_line(*HAND, placed=["P", "B", "P", "B"]), "placed"),
    ("bad_placed", round_line(*HAND, placed=["P", "B", "P", "B", "B", "X"]), "placed"),
    ("bad_placed", round_line(*HAND, placed=["P", "B", "P", "B", "C"]), "placed"),
    ("bad_placed", round_line(*HAND, placed=["P", "B", "P", "B", 1]), "placed"),
    ("bad_placed", round_line(*HAND, placed="PBPBB"), "placed"),
    ("bad_placed", round_line(*HAND, placed=None), "placed"),
    ("no_original_bet", insured(OFFER, bets=[{**BET, "area": "banker"}]), "insurance[0]"),
    ("no_original_bet", insured({**OFFER, "seat": 2}), "insurance[0]"),
    ("no_original_bet", insured(OFFER, {**OFFER, "bettor": "standing-1"}), "insurance[1]"),
    ("no_original_bet", without(insured(OFFER), "bets"), "insurance[0]"),
    ("insurance_not_offered", insured({**OFFER, "side": "banker"}), "insurance[0]"),
    ("insurance_not_offered", insured({**OFFER, "stage": "after_p3"}), "insurance[0]"),
    ("insurance_not_offered", insured({**OFFER, "stage": "after_five"}), "insurance[0]"),
    ("insurance_not_offered", insured({**OFFER, "side": 1}), "insurance[0]"),
    ("insurance_not_offered", insured(OFFER, game=V4), "insurance[0]"),
    ("insurance_not_offered", insured(OFFER, game=MBS), "insurance[0]"),
]


@pytest.mark.parametrize(("code", "line", "place"), CASES)
def test_the_line_is_refused_with_its_code_and_place(code: str, line: Line, place: str) -> None:
    answer = audit_answer(line, number=41)
    found, message = answer_error(answer)
    assert found == code, message
    assert place in message
    assert answer["error"]["line"] == 41
    assert answer["id"] == line.get("id")


def test_every_code_has_a_line() -> None:
    assert {code for code, _, _ in CASES} == {code.value for code in FaultCode}


def test_the_codes_are_those_of_the_format() -> None:
    assert [code.value for code in FaultCode] == [
        "bad_json",
        "missing_field",
        "unknown_field",
        "unknown_game",
        "unknown_layout",
        "unknown_seat",
        "unknown_area",
        "not_offered",
        "bad_card",
        "too_many_of_a_card",
        "bad_die",
        "bad_stake",
        "bad_placed",
        "no_original_bet",
        "insurance_not_offered",
    ]


@pytest.mark.parametrize(("code", "line", "place"), CASES)
def test_the_message_is_one_sentence_on_one_line(code: str, line: Line, place: str) -> None:
    del code, place
    _, message = answer_error(audit_answer(line))
    assert message.strip() == message != ""
    assert "\n" not in message


@pytest.mark.parametrize(
    "line",
    [
        round_line(*HAND, decks=4),
        round_line(*["6S"] * 4, decks=4),
        round_line(*["6S"] * 4, "2H", "3H", decks=4),
        round_line(*["6S"] * 10),
        round_line(),
        with_bets(),
        with_bets({**BET, "seat": 15}, layout="K"),
        with_bets({**BET, "seat": 6}, layout="D"),
        with_bets({**BET, "stake": 10**30}),
        tumble_line(6, 6, 6, layout="E"),
        insured(),
        insured({**OFFER, "stake": 100}, limits=LIMITS),
        insured({**OFFER, "stake": 101}, limits=LIMITS),
        insured({**OFFER, "stake": 101}),
        with_bets(BET, limits={}),
        with_bets(BET, limits={"min": 100, "max": 100, "areas": {"tie": {"min": 5, "max": 5}}}),
        with_bets({**BET, "under_minimum_before": False}, game=MBS, limits=LIMITS),
        {**round_line(*HAND), "id": None},
        {**tumble_line(1, 2, 3), "id": {"table": 4, "round": [17]}},
    ],
)
def test_what_is_only_just_right_is_judged(line: Line) -> None:
    answer = audit_answer(line)
    assert "error" not in answer
    assert answer["id"] == line["id"]


def test_game_names_are_those_of_the_format() -> None:
    _, message = answer_error(audit_answer(round_line(*HAND, game="x")))
    for game in (V4, INSURANCE, MBS, TAI_SAI):
        assert game in message
