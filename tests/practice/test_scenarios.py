"""Scenario files: read strictly, every fault with its line, and played before they are believed."""

import re
from pathlib import Path

import pytest

from dealer_app.practice.deal_wishes import deal_wished_coup, deal_wished_throw, is_wish
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.scenario_check import check_text, find_table, play_perfectly
from dealer_app.practice.scenarios import ScenarioFaultsError, read_scenario, read_shelf, write_scenario

EXCESS = """\
id = "v4-too-many"
version = 1
book = "tiger-buffalo-v4"
layout = "A"
clauses = ["5.8"]
level = 2

[title]
en = "One card too many"
zh-Hant = "多派一張牌"
zh-Hans = "多派一张牌"

[debrief]
en = "The card opens the next round."
zh-Hant = "這張牌留給下一局。"
zh-Hans = "这张牌留给下一局。"

[shoe]
cards = "9S 3H KD 4C 6D"

[[bet]]
seat = 1
area = "player"
stake = 1000

[[step]]
when = { card = 4 }
do = { inject = ["card next face down"] }

[[expect]]
when = { event = "case-opened" }
within = 12
weight = 3
"""


def faults_of(text: str) -> tuple[str, ...]:
    return check_text(text.encode(), "own.toml")


def test_a_scenario_that_can_happen_has_no_fault() -> None:
    assert faults_of(EXCESS) == ()


@pytest.mark.parametrize(
    ("before", "after", "line", "says"),
    [
        ("level = 2", "level = 2\nlavel = 3", 7, "lavel"),
        ("level = 2", "level = 9", 6, "1 to 3"),
        ('clauses = ["5.8"]', 'clauses = ["5.99"]', 5, "no clause 5.99"),
        ('layout = "A"', 'layout = "Z"', 4, "has the layouts"),
        ("stake = 1000", 'stake = "1000"', 24, "expected int"),
        ('area = "player"', 'area = "elephant"', 21, "no area 'elephant'"),
        ("{ card = 4 }", "{ card = 4, seconds = 3 }", 26, "says one thing"),
        ("{ card = 4 }", '{ state = "tea-time" }', 26, "no state 'tea-time'"),
        ('zh-Hans = "多派一张牌"\n', "", 8, "no words in zh-Hans"),
        ("9S 3H", "9S 33", 19, "'33' is not a card"),
        ("within = 12", "within = 1200", 30, "at most 600"),
        ("{ card = 4 }", "{ card = 8 }", 26, "card 8 never leaves the shoe"),
        ("card next face down", "card next upside down", 26, "step 1 cannot happen"),
        ("card next face down", "settled", 26, "refused"),
        ('"case-opened"', '"round-voided"', 30, "round-voided never happens"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(before: str, after: str, line: int, says: str) -> None:
    found = faults_of(EXCESS.replace(before, after))
    assert found, "a fault is found"
    assert any(fault.startswith(f"own.toml, line {line}:") and says in fault for fault in found), found


def test_the_example_of_the_documentation_can_be_played() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert faults_of(example) == ()
    assert faults_of(example.replace("card = 4", "card = 9"))[0] in page


def test_all_faults_are_named_at_once() -> None:
    found = faults_of(EXCESS.replace("level = 2", "level = 9").replace('layout = "A"', 'layout = "Z"'))
    assert len(found) == 2


def test_a_faulty_file_leaves_the_others_on_the_shelf() -> None:
    shelf = read_shelf({"a.toml": EXCESS.encode(), "b.toml": b"id = 1", "c.toml": EXCESS.encode(), "d.toml": b"["})
    assert set(shelf.files) == {"v4-too-many"}
    assert any(fault.startswith("b.toml") for fault in shelf.faults)
    assert any("c.toml, line 1: a.toml has the id" in fault for fault in shelf.faults)
    assert any(fault.startswith("d.toml") for fault in shelf.faults)


def test_a_scenario_that_is_written_reads_as_itself() -> None:
    first = read_scenario(EXCESS.encode(), "own.toml").scenario
    assert read_scenario(write_scenario(first).encode(), "own.toml").scenario == first


def test_text_that_is_no_utf_8_is_a_fault() -> None:
    with pytest.raises(ScenarioFaultsError):
        read_scenario(b"\xff", "own.toml")


def test_played_by_the_book_every_step_comes() -> None:
    file = read_scenario(EXCESS.encode(), "own.toml")
    play = RoundPlay(file.scenario, find_table(file.scenario))
    play_perfectly(play)
    assert (play.over, play.fired, list(play.met)) == (True, [0], [0])
    assert play.session.books.is_balanced


@pytest.mark.parametrize("wish", ["banker draws on 5", "natural", "tie", "player stands on 6, banker draws on 3"])
def test_a_wished_coup_is_dealt_from_any_seed(wish: str) -> None:
    assert is_wish(wish, dice=False)
    assert all(deal_wished_coup(seed, wish) for seed in range(5))
    assert deal_wished_coup(1, wish) == deal_wished_coup(1, wish)


def test_what_no_cards_show_is_not_dealt() -> None:
    assert not is_wish("banker is happy", dice=False)
    assert deal_wished_throw(1, "triple, total 4") is None
    assert sum(deal_wished_throw(1, "total 9") or ()) == 9
