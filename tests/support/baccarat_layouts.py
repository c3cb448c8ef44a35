"""The approved baccarat layouts ready for judging, made once for all tests, and verdicts in words."""

from dealer_app.domain.baccarat.outcomes import LayoutTable
from dealer_app.domain.wagers import Verdict
from tests.support.rounds import BACCARAT, INSURANCE, MBS, V4, book_rules

LETTERS = {V4: "ABCDEFGHIJKLMNOPQR", INSURANCE: "ABCDEFGHIJK", MBS: "ABCDEFGH"}
LAYOUTS = tuple((game, letter) for game in BACCARAT for letter in LETTERS[game])


def layout_table(game: str, letter: str) -> LayoutTable:
    table = book_rules(game, letter).baccarat
    assert table is not None, f"{game} is played with dice"
    return table


def verdict_text(verdict: Verdict) -> str:
    """`win 50/1`, `lose`, `push` or `open`."""
    return verdict.result.value if verdict.odds is None else f"{verdict.result.value} {verdict.odds}"
