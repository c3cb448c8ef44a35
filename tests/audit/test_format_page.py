"""docs/audit-format.md against the program: it is complete, and its examples give what it shows."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealer_app.audit.baccarat import KNOWN_AREAS
from dealer_app.audit.judgement import LONGEST_LINE
from dealer_app.audit.line_format import AMOUNT_BOUND, FaultCode
from dealer_app.cli import main
from dealer_app.domain.wagers import Area, Result
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.audit.audit_lines import answer_error, audit_answer, round_line, tumble_line

PAGE = (Path(__file__).parents[2] / "docs" / "audit-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json in\n(.*?)^```\n\n```json out([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TABLES = [
    [cells.strip(" |").split(" | ") for cells in rows.splitlines()]
    for rows in re.findall(r"^\|---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
]


def values(text: str) -> Iterator[Any]:
    """The JSON values of a block, which people read broken over lines."""
    decoder, place = json.JSONDecoder(), 0
    while place < len(text.rstrip()):
        value, end = decoder.raw_decode(text, place)
        yield value
        place = end + len(text[end:]) - len(text[end:].lstrip())


@pytest.mark.parametrize(("given", "options", "shown"), EXAMPLES)
def test_an_example_gives_what_is_shown(given: str, options: str, shown: str) -> None:
    lines = "".join(json.dumps(value) + "\n" for value in values(given))
    result = CliRunner().invoke(main, ["audit", *options.split()], input=lines)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers == list(values(shown))
    assert [list(answer) for answer in answers] == [list(answer) for answer in values(shown)]


def test_every_json_block_is_an_example() -> None:
    assert len(re.findall("^```json ", PAGE, re.MULTILINE)) == 2 * len(EXAMPLES) > 0
    assert not re.findall("^```json$", PAGE, re.MULTILINE)


def test_every_error_code_is_explained_in_order() -> None:
    listed = [
        row[0].strip("`")
        for table in TABLES
        for row in table
        if row[0].strip("`") in {code.value for code in FaultCode}
    ]
    assert listed == [code.value for code in FaultCode]


def test_every_result_is_explained() -> None:
    for result in Result:
        assert f"`{result.value}`" in PAGE


def _listed_areas() -> list[str]:
    blocks = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [area for block in blocks for area in block.split()]


def test_every_area_is_listed_once_and_no_other() -> None:
    offered = {area for game in GAMES for area in load_rulebook(game).areas}
    assert sorted(_listed_areas()) == sorted(offered)
    for area in KNOWN_AREAS - offered:
        assert f"`{area}`" in PAGE


def test_what_layouts_of_tai_sai_lack_is_told() -> None:
    book = load_rulebook("tai-sai-open-cover-v5")
    kinds = {letter: {kind(area) for area in layout_areas(letter)} for letter in "ACE"}
    every = {kind(area) for area in book.areas}
    told = {
        letter: set(re.findall(r"`([a-z_]+:?)`", sentence))
        for letter, sentence in re.findall(r"Layout ([AE]) has no areas (.*?)\.", PAGE, re.DOTALL)
    }
    assert told == {"A": every - kinds["A"], "E": every - kinds["E"]}
    (fours,) = re.findall(r"Layout C has four of the four-number bets:\n(.*?)\.", PAGE, re.DOTALL)
    assert set(re.findall(r"`(four:\d+)`", fours)) == {area for area in layout_areas("C") if kind(area) == "four:"}


def layout_areas(letter: str) -> tuple[Area, ...]:
    layout = load_rulebook("tai-sai-open-cover-v5").find_layout(letter)
    assert layout is not None
    return layout.areas


def kind(area: str) -> str:
    name, colon, _ = area.partition(":")
    return name + colon


def test_every_game_and_its_layouts_are_named() -> None:
    for game in GAMES:
        assert f"`{game}`" in PAGE
    assert "A to R, A to K, A to H, and A, C or E, in the order of the games above" in PAGE
    ends = [(book.layouts[0].letter, book.layouts[-1].letter, len(book.layouts)) for book in map(load_rulebook, GAMES)]
    assert ends == [("A", "R", 18), ("A", "K", 11), ("A", "H", 8), ("A", "E", 3)]


@pytest.mark.parametrize(
    "line",
    [
        round_line(nonsense=1),
        tumble_line(1, 2, 3, nonsense=1),
        round_line(bets=[{"nonsense": 1}]),
        round_line(bets=[{"nonsense": 1}], game="tiger-baccarat-mbs-v3", limits={}),
        round_line(bets=[], limits={"nonsense": 1}),
        round_line(bets=[], limits={"areas": {"tie": {"nonsense": 1}}}),
        round_line(
            *("7S", "KS", "KH", "QH"),
            game="tiger-buffalo-insurance",
            bets=[{"seat": 1, "area": "player", "stake": 1}],
            insurance=[{"nonsense": 1}],
        ),
    ],
)
def test_every_field_that_a_line_can_have_is_explained(line: dict[str, Any]) -> None:
    code, message = answer_error(audit_answer(line))
    assert code == "unknown_field"
    for name in message.partition("it can have ")[2].split(", "):
        assert f"`{name}`" in PAGE or f'"{name}": ' in PAGE, name


def test_every_field_of_an_answer_is_explained() -> None:
    for _, _, shown in EXAMPLES:
        for answer in values(shown):
            for name in answer:
                assert f"`{name}`" in PAGE or name == "error", name
            for bet in answer.get("bets", ()):
                for name in bet:
                    assert f"`{name}`" in PAGE or f'"{name}": ' in PAGE, name


def test_bounds_are_told() -> None:
    assert f"at most {LONGEST_LINE:,} bytes" in PAGE
    digits = len(str(AMOUNT_BOUND)) - 1
    assert f"at most {digits:,} digits" in PAGE


@pytest.mark.parametrize("option", ["--check", "--no-stages", "--jobs"])
def test_every_option_is_explained(option: str) -> None:
    assert f"`{option}" in PAGE or f" {option} " in PAGE
    assert option in CliRunner().invoke(main, ["audit", "--help"]).output


def test_no_option_is_forgotten() -> None:
    offered = set(re.findall(r"--[a-z-]+", CliRunner().invoke(main, ["audit", "--help"]).output))
    assert offered <= set(re.findall(r"--[a-z-]+", PAGE)) | {"--help"}
