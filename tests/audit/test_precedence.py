"""Of several faults in one line one is told: the one that a reader of the line would stumble over first."""

from typing import Any

import pytest

from tests.audit.audit_lines import INSURANCE, TAI_SAI, Line, answer_error, audit_answer

FAULTY: Line = {
    "game": "no-such-game",
    "layout": "Z",
    "cards": ["6S", "7D", "TH", "7S", "6C", "9X"],
    "placed": ["Q"],
    "bets": [{"seat": 4, "area": "x", "stake": 0}],
    "insurance": [{"seat": 1, "stage": "after_p3", "side": "player", "stake": 5_000}],
    "limits": {"min": 0},
    "shoe": 1,
}

REPAIRS: list[tuple[str, dict[str, Any]]] = [
    ("missing_field", {"id": "r1"}),
    ("unknown_game", {"game": INSURANCE}),
    ("unknown_layout", {"layout": "A"}),
    ("unknown_field", {"shoe": None}),
    ("bad_stake", {"limits": {"min": 1}}),
    ("bad_card", {"cards": ["6S"] * 11}),
    ("too_many_of_a_card", {"cards": ["6S", "7D", "TH", "7S", "6C"]}),
    ("bad_placed", {"placed": ["P", "B", "P", "B", "B"]}),
    ("unknown_seat", {"bets": [{"seat": 1, "area": "x", "stake": 0}]}),
    ("unknown_area", {"bets": [{"seat": 1, "area": "tiger", "stake": 0}]}),
    ("not_offered", {"bets": [{"seat": 1, "area": "banker", "stake": 0}]}),
    ("bad_stake", {"bets": [{"seat": 1, "area": "banker", "stake": 100}]}),
    ("insurance_not_offered", {"insurance": [{"seat": 1, "stage": "after_four", "side": "player", "stake": 5_000}]}),
    ("no_original_bet", {"bets": [{"seat": 1, "area": "player", "stake": 100}]}),
]


def test_one_fault_after_the_other_comes_to_light() -> None:
    line = dict(FAULTY)
    for code, repair in REPAIRS:
        found, message = answer_error(audit_answer(line))
        assert found == code, message
        line = {name: value for name, value in {**line, **repair}.items() if value is not None}
    assert "error" not in audit_answer(line)


def test_the_first_of_several_bets_at_fault_is_named() -> None:
    bets = [{"area": "big", "stake": 1}, {"area": "big", "stake": 0}, {"area": "nowhere", "stake": 1}]
    line = {"id": 1, "game": TAI_SAI, "layout": "A", "dice": [1, 2, 3], "bets": bets}
    code, message = answer_error(audit_answer(line))
    assert code == "bad_stake"
    assert message.startswith("bets[1]")


@pytest.mark.parametrize("layout", ["A", "C", "E"])
def test_dice_come_before_bets(layout: str) -> None:
    line = {"id": 1, "game": TAI_SAI, "layout": layout, "dice": [0], "bets": [{"area": "x", "stake": 0}]}
    assert answer_error(audit_answer(line))[0] == "bad_die"


def test_what_is_too_early_comes_before_what_is_wrong_with_it() -> None:
    line = {
        "id": 1,
        "game": INSURANCE,
        "layout": "A",
        "limits": {},
        "closed": False,
        "cards": ["XX"],
        "bets": [{"seat": 4}],
    }
    assert answer_error(audit_answer(line))[0] == "unknown_field"
