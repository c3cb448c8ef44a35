"""Scenario files: read strictly, every fault with its line, and played before they are believed."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from dealer_app.practice.deal_wishes import deal_wished_coup, deal_wished_throw, is_wish
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.scenario_check import check_files, check_text, find_table, play_perfectly
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.scenarios import ScenarioFaultsError, read_scenario, read_shelf

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


def test_faults_of_its_form_and_of_what_it_says_are_named_together() -> None:
    """A key that is not known, a stake that is no number, a wrong level, clause, state: none hides the others."""
    text = (
        EXCESS.replace("level = 2", "lavel = 3\nlevel = 9")
        .replace("stake = 1000", 'stake = "1000"')
        .replace('["5.8"]', '["5.99"]')
        .replace("{ card = 4 }", '{ state = "tea-time" }')
    )
    found = faults_of(text)
    for said in ("lavel", "1 to 3", "no clause 5.99", "expected int", "no state 'tea-time'"):
        assert sum(said in fault for fault in found) == 1, (said, found)
    numbers = [int(fault.partition("line ")[2].partition(":")[0]) for fault in found]
    assert numbers == sorted(numbers)


def test_every_step_that_cannot_happen_is_named_and_not_those_that_can() -> None:
    step = '[[step]]\nwhen = {{ {when} }}\ndo = {{ inject = ["report power-failure"] }}\n\n'
    more = "".join(step.format(when=when) for when in ("card = 9", "card = 4", 'event = "dice-read"'))
    found = faults_of(EXCESS.replace("[[step]]", more + "[[step]]", 1))
    assert [fault.partition(": ")[2].partition(":")[0] for fault in found] == [
        "step 1 can never happen",
        "step 3 can never happen",
    ]


def test_a_bet_that_the_table_refuses_is_named_as_that_bet() -> None:
    (fault,) = faults_of(
        EXCESS.replace("level = 2", 'level = 2\ntable = "min=100000"').replace("stake = 1000", "stake = 7")
    )
    assert "line 22" in fault
    assert "the bet is refused" in fault


def test_a_table_that_its_document_has_not_is_a_fault() -> None:
    book = EXCESS.replace("tiger-buffalo-v4", "tai-sai-open-cover-v5").replace('"5.8"', '"5.7"')
    text = book.replace("level = 2", 'level = 2\ntable = "dealing=face-down"').replace(
        'cards = "9S 3H KD 4C 6D"', "seed = 1"
    )
    text = text.replace('seat = 1\narea = "player"', 'bettor = "red"\narea = "big"')
    assert any("there is no such table" in fault for fault in faults_of(text))


def test_two_files_with_one_id_do_not_pass(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text(EXCESS, encoding="utf-8")
    second.write_text(EXCESS, encoding="utf-8")
    count, faults = check_files((first, second))
    assert count == 1
    assert [fault.partition(": ")[2] for fault in faults] == [f"{first} has the id v4-too-many already"]
    second.write_text(EXCESS.replace("v4-too-many", "v4-card-too-many"), encoding="utf-8")
    assert "of the station has the id" in check_files((second,))[1][0]


def test_a_shipped_file_by_its_path_is_no_double(tmp_path: Path) -> None:
    own = tmp_path / "v4-card-too-many.toml"
    own.write_bytes((files("resources") / "scenarios" / "v4-card-too-many.toml").read_bytes())
    assert check_files((own,)) == (1, ())


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
