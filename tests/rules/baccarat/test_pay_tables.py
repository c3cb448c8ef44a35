"""The settlement clauses of the three documents: which layouts have a bet, and what it pays in every ending.

The pay tables are typed a second time in tests/support/baccarat_pay_tables.py, and who wins is told a second time in
baccarat_second_wording.py: RWS v4 4.1.1 to 4.1.13, Insurance Plus 4.1.1 to 4.1.7, MBS 4.1 to 4.3.
"""

from functools import cache

import pytest

from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import load_rulebook
from tests.support.baccarat_completions import every_coup_end
from tests.support.baccarat_layouts import LETTERS, layout_table, verdict_text
from tests.support.baccarat_pay_tables import PAY_TABLES, PrintedPays, letters, odds
from tests.support.baccarat_second_wording import outcome
from tests.support.rounds import BACCARAT as GAMES

CLAUSES = [
    pytest.param(pays, marks=pytest.mark.clause(pays.game, pays.clause), id=f"{pays.game} {pays.clause}")
    for pays in PAY_TABLES
]


@cache
def endings(area: str) -> tuple[str, ...]:
    return tuple(outcome(area, dealt.player, dealt.banker) for _, dealt in every_coup_end())


@pytest.mark.parametrize("game", GAMES)
def test_the_layouts_are_the_appendices(game: str) -> None:
    assert [layout.letter for layout in load_rulebook(game).layouts] == list(LETTERS[game])


@pytest.mark.parametrize("pays", CLAUSES)
class TestClause:
    def test_its_bets_are_on_the_layouts_it_names_and_on_no_other(self, pays: PrintedPays) -> None:
        named = letters(pays.appendices) or list(LETTERS[pays.game])
        for area in pays.bets:
            layouts = [layout.letter for layout in load_rulebook(pays.game).layouts if area in layout.areas]
            assert layouts == named

    def test_its_bets_pay_as_printed_in_every_ending(self, pays: PrintedPays) -> None:
        for letter in letters(pays.appendices) or list(LETTERS[pays.game]):
            table = layout_table(pays.game, letter)
            for area, prizes in pays.bets.items():
                place = table.layout.areas.index(Area(area))
                verdicts = [verdict_text(table.judge.coup_row(cards)[place]) for cards, _ in every_coup_end()]
                printed = {prize: f"win {odds(words)}" for prize, words in prizes.items()}
                assert verdicts == [printed.get(word, word) for word in endings(area)]
                assert set(verdicts) >= set(printed.values())

    def test_its_lines_carry_its_number(self, pays: PrintedPays) -> None:
        lines = {
            (line.area, line.clause)
            for layout in load_rulebook(pays.game).layouts
            for line in layout.pays
            if line.area in pays.bets
        }
        assert lines == {(area, pays.clause) for area in pays.bets}


@pytest.mark.parametrize("game", GAMES)
def test_a_layout_has_no_bet_that_no_clause_pays(game: str) -> None:
    printed = {area for pays in PAY_TABLES if pays.game == game for area in pays.bets}
    assert set(load_rulebook(game).areas) == printed
