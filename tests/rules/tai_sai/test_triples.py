"""Clause 3.10: when the three dice are alike, the listed bets win and no others."""

import pytest

from dealer_app.domain.dice import Tumble
from dealer_app.domain.tai_sai.bets import TumbleTable
from dealer_app.rulebooks import load_rulebook

BOOK = "tai-sai-open-cover-v5"
clause = pytest.mark.clause

FACES = (1, 2, 3, 4, 5, 6)
TOTALS_THAT_WIN = {2: "sum:6", 3: "sum:9", 4: "sum:12", 5: "sum:15"}
"""Three ones and three sixes add up to 3 and 18, for which there is no box."""


def wins(letter: str, face: int) -> dict[str, str]:
    layout = load_rulebook(BOOK).find_layout(letter)
    assert layout is not None
    found = TumbleTable(layout).wins(Tumble((face, face, face)))
    return {area: str(verdict.odds) for area, verdict in found.items()}


@clause(BOOK, "3.10")
@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize("face", FACES)
def test_only_the_listed_bets_win(letter: str, face: int) -> None:
    listed = {f"triple:{face}{face}{face}", "any_triple", f"single:{face}"}
    if letter != "E":
        listed.add(f"double:{face}{face}")
    if face in TOTALS_THAT_WIN:
        listed.add(TOTALS_THAT_WIN[face])
    assert set(wins(letter, face)) == listed


@pytest.mark.parametrize("face", FACES)
class TestListedBets:
    @clause(BOOK, "3.10.1")
    @pytest.mark.parametrize("letter", ["A", "C", "E"])
    def test_the_specific_triple(self, letter: str, face: int) -> None:
        assert wins(letter, face)[f"triple:{face}{face}{face}"] == "180/1"

    @clause(BOOK, "3.10.2")
    @pytest.mark.parametrize("letter", ["A", "C", "E"])
    def test_any_triple(self, letter: str, face: int) -> None:
        assert wins(letter, face)["any_triple"] == "31/1"

    @clause(BOOK, "3.10.3")
    @pytest.mark.parametrize("letter", ["A", "C"])
    def test_the_double(self, letter: str, face: int) -> None:
        assert wins(letter, face)[f"double:{face}{face}"] == "11/1"

    @clause(BOOK, "3.10.4")
    @pytest.mark.parametrize("letter", ["A", "C", "E"])
    def test_the_single(self, letter: str, face: int) -> None:
        assert wins(letter, face)[f"single:{face}"] == "12/1"


@clause(BOOK, "3.10.5")
@pytest.mark.parametrize("letter", ["A", "C", "E"])
@pytest.mark.parametrize(
    ("face", "area", "odds"), [(2, "sum:6", "18/1"), (3, "sum:9", "7/1"), (4, "sum:12", "7/1"), (5, "sum:15", "18/1")]
)
def test_the_totals_of_6_9_12_and_15(letter: str, face: int, area: str, odds: str) -> None:
    assert wins(letter, face)[area] == odds


@clause(BOOK, "3.10")
@pytest.mark.parametrize("face", FACES)
def test_small_big_odd_and_even_lose(face: int) -> None:
    assert {"small", "big", "odd", "even"}.isdisjoint(wins("C", face))
