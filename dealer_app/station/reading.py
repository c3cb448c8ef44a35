"""Which document a table is played by, and how it is read: found again after a restart, or not played at all."""

from functools import lru_cache

from dealer_app import rulebooks
from dealer_app.documents import GAMES
from dealer_app.domain.round.table import Rules, rules_for
from dealer_app.domain.rulebook import Rulebook
from dealer_app.station.facts import RulebookInForce

_TABLES = 4
"""Who opens a table asks twice, and a station is at one table."""


class RulesChangedError(Exception):
    """The file of a document is not the one by which the table was opened, or leaves no such choice any more."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


def in_force(book: Rulebook) -> RulebookInForce:
    """The document as it is read, every ruling included."""
    rulings = tuple((ruling.number, ruling.chosen) for ruling in book.rulings)
    return RulebookInForce(game=book.game, fingerprint=book.fingerprint, rulings=rulings)


@lru_cache(maxsize=_TABLES)
def rules_of(read: RulebookInForce, letter: str) -> Rules:
    """Raises RulesChangedError if the station's own document is another now."""
    if read.game not in GAMES:
        raise RulesChangedError(read.game)
    book = rulebooks.approved(read.game)
    for number, option in read.rulings:
        ruling = book.ruling(number)
        if ruling is None or option not in ruling.options:
            raise RulesChangedError(read.game)
        if ruling.chosen != option:
            book = book.choosing(number, option)
    if in_force(book) != read:
        raise RulesChangedError(read.game)
    return rules_for(book, rulebooks.layout_of(book, letter))
