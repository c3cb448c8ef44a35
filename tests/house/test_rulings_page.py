"""docs/rulings.md, the page for the compliance team, says the same as the rulebook files, row by row.

Whether the files themselves are in order is tested where they are loaded; here they are read as plain TOML.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
BOOKS: Mapping[str, Any] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "resources" / "rulebooks").glob("*.toml"))
}
RULINGS = [
    pytest.param(game, ruling, id=f"{game}-{ruling['number']}")
    for game, book in BOOKS.items()
    for ruling in book["rulings"]
]


def cells(text: str) -> list[list[str]]:
    """The rows of the tables in a piece of the page, without headings and rules."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    headings = [place - 1 for place, row in enumerate(rows) if set("".join(row)) == {"-"}]
    return [row for place, row in enumerate(rows) if place not in headings and place - 1 not in headings]


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def part(heading: str) -> str:
    """What stands under a heading of the page, up to the next of its level."""
    level = heading.split(maxsplit=1)[0]
    return PAGE.split(f"\n{heading}\n")[1].split(f"\n{level} ")[0]


NAMES = {row[0]: codes(row[3])[0] for row in cells(PAGE.split("\n## ")[0])}
"""What the page calls a book, and the game that it means."""

SECTIONS = {
    section.split(":")[0]: section.split("\n## ")[0] for section in re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
}


def test_the_page_names_every_rulebook() -> None:
    assert sorted(NAMES.values()) == sorted(BOOKS)


def test_the_page_and_the_rulebooks_have_the_same_rulings() -> None:
    on_page = {(NAMES[row[0]], number) for number, section in SECTIONS.items() for row in cells(section)}
    assert on_page == {(game, ruling["number"]) for game, book in BOOKS.items() for ruling in book["rulings"]}


def test_each_ruling_has_one_heading_in_order() -> None:
    headings = re.findall(r"^### ([A-Z])(\d+): ", PAGE, flags=re.MULTILINE)
    assert len(headings) == len(SECTIONS)
    assert headings == sorted(headings, key=lambda number: ("SBIEOLT".index(number[0]), int(number[1])))


@pytest.mark.parametrize(("game", "ruling"), RULINGS)
def test_a_ruling_stands_on_the_page_as_in_its_rulebook(game: str, ruling: Mapping[str, Any]) -> None:
    (row,) = (row for row in cells(SECTIONS[ruling["number"]]) if NAMES[row[0]] == game)
    assert row[1].split(", ") == ruling["clauses"]
    assert codes(row[2]) == ruling["options"]
    assert row[3] == ("yes" if ruling["confirm"] else "no")


@pytest.mark.parametrize("number", SECTIONS)
def test_every_ruling_has_its_reason(number: str) -> None:
    assert "\n\nWhy: " in SECTIONS[number]


def test_the_page_names_every_point_on_which_the_books_differ() -> None:
    text = part("## Where the books differ")
    order = [NAMES[name] for name in text.split("| Point |")[1].splitlines()[0].strip("| ").split(" | ")]
    on_page = {
        (game, codes(row[0])[0], cell)
        for row in cells(text)
        for game, cell in zip(order, row[1:], strict=True)
        if cell != "–"
    }
    assert on_page == {
        (game, point, f"`{policy['value']}` ({policy['clause']})")
        for game, book in BOOKS.items()
        for point, policy in book["policies"].items()
    }


def test_the_page_names_every_decision_that_is_house_policy() -> None:
    on_page = {
        (NAMES[name], codes(row[0])[0], row[1])
        for row in cells(part("## Policies of the house"))
        for name in row[2].split(", ")
    }
    titles = {(game, role["code"]): role["title"] for game, book in BOOKS.items() for role in book["roles"]}
    assert on_page == {
        (game, decision["code"], titles[game, decision["role"]])
        for game, book in BOOKS.items()
        for decision in book["decisions"]
        if decision["clause"] == "house policy"
    }
