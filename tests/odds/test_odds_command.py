"""`dealer-station odds` as it is typed: tables, JSON, and one line for what cannot be."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli.odds import command
from dealer_app.rulebooks import GAMES

CHANCES = {"win", "lose", "push", "edge"}


def _run(*words: str) -> Result:
    return CliRunner().invoke(command, words)


def _answer(*words: str) -> dict[str, Any]:
    result = _run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    assert isinstance(answer, dict)
    return answer


def test_the_json_of_a_shoe() -> None:
    answer = _answer("tiger-buffalo-v4")
    assert list(answer) == ["game", "decks", "removed", "bets", "insurance"]
    assert (answer["game"], answer["decks"], answer["removed"], answer["insurance"]) == ("tiger-buffalo-v4", 8, [], [])
    assert answer["bets"]["player"] == {
        "win": "0.446246609343596836",
        "lose": "0.458597422632762973",
        "push": "0.095155968023640191",
        "edge": "0.012350813289166137",
    }
    assert answer["bets"]["banker"]["prizes"] == {
        "on 6": {"odds": "1/2", "win": "0.053863715857769889"},
        "otherwise": {"odds": "1/1", "win": "0.404733706774993083"},
    }
    assert answer["bets"]["big_tiger"]["edge"].startswith("0.152533")
    assert {name for name, bet in answer["bets"].items() if "prizes" in bet} == {
        "banker",
        "banker_char_siu",
        "player_char_siu",
        "tiger",
        "tiger_pair",
    }


def test_the_json_of_insurance() -> None:
    answer = _answer("tiger-buffalo-insurance", "--layout", "A", "--decks", "8")
    offer = answer["insurance"][1]
    assert set(offer) == {"stage", "side", "player_points", "banker_points", "odds", "chance"} | CHANCES
    assert [offer[key] for key in ("stage", "side", "player_points", "banker_points", "odds")] == [
        "after_four", "player", 6, 0, "5/2",
    ]  # fmt: skip
    assert offer["win"].startswith("0.231515")


def test_the_json_of_dice_has_no_shoe() -> None:
    answer = _answer("tai-sai-open-cover-v5", "--layout", "C")
    assert list(answer) == ["game", "bets"]
    assert answer["bets"]["sum:4"]["win"] == "0.013888888888888889"
    assert answer["bets"]["single:1"]["prizes"]["3 dice"] == {"odds": "12/1", "win": "0.004629629629629630"}


def test_an_offer_that_cannot_come_is_null() -> None:
    # Only sixes and kings are left: no hand can have five points.
    gone = " ".join(f"{rank}{suit}" for rank in "A2345789TJQ" for suit in "SHDC" for _ in range(4))
    offer = _answer("tiger-buffalo-insurance", "--decks", "4", "--removed", gone)["insurance"][0]
    assert (offer["player_points"], offer["chance"]) == (5, "0.000000000000000000")
    assert all(offer[key] is None for key in CHANCES)


@pytest.mark.parametrize("removed", [["9H 9D"], ["9h,9d"], [" 9H , 9D "], ["9h", "9d"]])
def test_removed_cards_are_out_of_the_shoe(removed: list[str]) -> None:
    words = [word for each in removed for word in ("--removed", each)]
    answer = _answer("tiger-baccarat-mbs-v3", "--decks", "6", *words)
    assert (answer["decks"], answer["removed"]) == (6, ["9H", "9D"])
    assert answer["bets"]["tie"]["edge"].startswith("0.143208")
    text = _run("tiger-baccarat-mbs-v3", "--decks", "6", *words).stdout
    assert "A shoe of 6 decks without 9H 9D: 310 cards are left." in text.splitlines()


def test_a_layout_is_named_in_either_case() -> None:
    assert _answer("tiger-buffalo-v4", "--layout", "p") == _answer("tiger-buffalo-v4", "--layout", "P")
    assert "tiger_pair" in _answer("tiger-buffalo-v4", "--layout", "P")["bets"]
    assert "tiger_pair" not in _answer("tiger-buffalo-v4", "--layout", "A")["bets"]


def test_the_table_of_bets_is_aligned() -> None:
    lines = _run("tiger-buffalo-v4", "--layout", "A").stdout.splitlines()
    assert lines[0].endswith("[tiger-buffalo-v4], layout A")
    assert lines[1] == "A full shoe of 8 decks: 416 cards."
    heading = lines[3]
    assert re.split("  +", heading) == ["Bet", "Prize", "Pays", "Win %", "Lose %", "Push %", "Edge %", "Clause"]
    (big_tiger,) = (line for line in lines if line.startswith("big_tiger"))
    assert " ".join(big_tiger.split()) == "big_tiger 50 to 1 1.661700 98.338300 0.000000 15.253317 4.1.4"
    edge = heading.index("Edge %") + len("Edge %")
    rows = [line for line in lines[4:] if line and line[0] != " "]
    assert all(line[edge - 1].isdigit() and line[edge : edge + 2] == "  " for line in rows)
    assert sum("otherwise" in line for line in lines) == 1


def test_insurance_has_a_table_of_its_own() -> None:
    text = _run("tiger-buffalo-insurance").stdout
    assert "Insurance (4.1.8)" in text
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "after_four player 6 0 5 to 2 1.394183 23.151527 69.222186 7.626288 11.343369" in lines
    assert "Insurance (" not in _run("tiger-buffalo-v4").stdout


def test_the_table_of_dice() -> None:
    lines = _run("tai-sai-open-cover-v5").stdout.splitlines()
    assert lines[1] == "Three dice: 216 ways, each as likely as any other."
    assert any(line.startswith("small ") and line.endswith("2.777778  4.1.1, 4.1.2, 4.1.3") for line in lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["roulette"], "there is no game 'roulette'; there are " + ", ".join(GAMES)),
        (["tiger-baccarat-mbs-v3", "--layout", "Z"], "has the layouts A, B, C, D, E, F, G, H, not 'Z'"),
        (["tai-sai-open-cover-v5", "--layout", "B"], "pictured in Appendix B is layout A"),
        (["tiger-buffalo-v4", "--layout", ""], "not ''"),
        (["tiger-buffalo-v4", "--decks", "3"], "3 decks are not allowed: the game is played with 4 to 10"),
        (["tiger-buffalo-v4", "--decks", "11"], "11 decks are not allowed: the game is played with 4 to 10"),
        (["tiger-buffalo-v4", "--decks", "-8"], "--decks is a whole number from 4 to 10, not '-8'"),
        (["tiger-buffalo-v4", "--decks", "8.5"], "--decks is a whole number from 4 to 10, not '8.5'"),
        (["tiger-buffalo-v4", "--decks", "9" * 9000], "--decks is a whole number from 4 to 10"),
        (["tiger-buffalo-v4", "--removed", "10H"], "'10H' is not a card: a card is a rank A 2-9 T J Q K"),
        (["tiger-buffalo-v4", "--removed", "9H " * 9], "9H is removed 9 times: 8 decks hold 8 of it"),
        (["tai-sai-open-cover-v5", "--decks", "8"], "--decks: tai-sai-open-cover-v5 is played with dice"),
        (["tai-sai-open-cover-v5", "--removed", "9H"], "--removed: tai-sai-open-cover-v5 is played with dice"),
    ],
)
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_what_cannot_be_is_one_line_and_status_2(words: list[str], said: str, as_json: list[str]) -> None:
    result = _run(*words, *as_json)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_too_few_cards_are_said() -> None:
    every = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC" for _ in range(4)]
    assert _run("tiger-buffalo-v4", "--decks", "4", "--removed", " ".join(every[6:])).exit_code == 0
    result = _run("tiger-buffalo-v4", "--decks", "4", "--removed", " ".join(every[5:]))
    assert result.exit_code == 2
    assert result.stderr == "5 cards are left: a round may need 6\n"


def test_numpy_is_loaded_for_shoes_alone() -> None:
    program = (
        "import sys; from click.testing import CliRunner; from dealer_app.cli.odds import command;"
        "assert CliRunner().invoke(command, ['tai-sai-open-cover-v5']).exit_code == 0;"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
