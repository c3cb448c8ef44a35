"""The approved baccarat layouts ready for judging, made once for all tests, and verdicts in words."""

from functools import cache

from dealer_app.domain.baccarat.outcomes import GameTable, LayoutTable
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Verdict
from dealer_app.rulebooks import load_rulebook
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4

LETTERS = {V4: "ABCDEFGHIJKLMNOPQR", INSURANCE: "ABCDEFGHIJK", MBS: "ABCDEFGH"}
LAYOUTS = tuple((game, letter) for game in BACCARAT for letter in LETTERS[game])


@cache
def book(game: str) -> Rulebook:
    return load_rulebook(game)


@cache
def _game_table(game: str) -> GameTable:
    return GameTable(book(game))


@cache
def layout_table(game: str, letter: str) -> LayoutTable:
    layout = book(game).find_layout(letter)
    assert layout is not None, f"{game} has no layout {letter}"
    return _game_table(game).layout_table(layout)


def verdict_text(verdict: Verdict) -> str:
    """`win 50/1`, `lose`, `push` or `open`."""
    return verdict.result.value if verdict.odds is None else f"{verdict.result.value} {verdict.odds}"
