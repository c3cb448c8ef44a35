"""How many boxes a layout has, and that side bets need no bet on a hand."""

import json
from typing import Any

import pytest

from dealer_app.audit.judgement import judge_line
from dealer_app.domain.rulebook import Layout
from dealer_app.rulebooks import load_rulebook

TIGER_BUFFALO, INSURANCE, MBS = "tiger-buffalo-v4", "tiger-buffalo-insurance", "tiger-baccarat-mbs-v3"
RWS_LAYOUTS = [
    pytest.param(game, layout, id=f"{game}-{layout.letter}", marks=pytest.mark.clause(game, "2.1.1a"))
    for game in (TIGER_BUFFALO, INSURANCE)
    for layout in load_rulebook(game).layouts
]
PLAYER_WINS_ON_SIX = ["6S", "2D", "KH", "3C", "4H"]


@pytest.mark.parametrize(("game", "layout"), RWS_LAYOUTS)
def test_a_layout_has_a_box_for_each_position_it_is_approved_for_and_no_more(game: str, layout: Layout) -> None:
    assert len(layout.seats) == layout.most_positions
    free = max(seat for seat in layout.seats) + 1
    answers = [judged(game, layout.letter, seat, "tie") for seat in (*layout.seats, free)]
    assert [answer.get("error", {}).get("code") for answer in answers] == [None] * len(layout.seats) + ["unknown_seat"]


@pytest.mark.parametrize(
    ("game", "area"),
    [
        pytest.param(game, area, marks=pytest.mark.clause(game, clause))
        for game, clause in ((TIGER_BUFFALO, "3.7"), (INSURANCE, "3.7"), (MBS, "3.6"))
        for area in load_rulebook(game).areas
        if area not in {"player", "banker"}
    ],
)
def test_a_side_bet_is_judged_without_a_bet_on_a_hand(game: str, area: str) -> None:
    layout = next(layout for layout in load_rulebook(game).layouts if area in layout.areas)
    answer = judged(game, layout.letter, layout.seats[0], area)
    assert [bet["area"] for bet in answer["bets"]] == [area]
    assert answer["bets"][0]["result"] in {"win", "lose"}


def judged(game: str, letter: str, seat: int, area: str) -> dict[str, Any]:
    line = {
        "id": area,
        "game": game,
        "layout": letter,
        "cards": PLAYER_WINS_ON_SIX,
        "bets": [{"seat": seat, "area": area, "stake": 100}],
    }
    text, _ = judge_line(json.dumps(line).encode(), 1, with_stages=False)
    answer: dict[str, Any] = json.loads(text)
    return answer
