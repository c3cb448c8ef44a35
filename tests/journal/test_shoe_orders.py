"""The cards that the watch of the shoe's order reads from a journal are those that lay open at the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.journal.shoe_orders import BURNED, OpenCards, read_shoes
from dealer_app.station.supervisor.order_watch import open_cards
from tests.journal.journal_records import unpack_journals
from tests.support.house_run import FOLDING
from tests.support.quick_folder import quick_folder

ALL_EVENTS = 10**9


@pytest.fixture(scope="module")
def journals() -> Iterator[tuple[Path, ...]]:
    with quick_folder() as folder:
        yield tuple(journal for _, journal in unpack_journals(folder))


def fold_open_cards(folder: Path) -> dict[int, OpenCards]:
    """The open cards of each round, as the fold of the station has them after its last card or its end.

    A card that the next round takes over is turned after that: it counts there.
    """
    reader, fold, found = open_reader(folder), FOLDING.start(None), {}
    try:
        for entry in reader.entries():
            fold.add(decode(entry, reader.read_sealed))
            if entry.name.startswith(("card-", "cards-", "round-")):
                table = fold.state().table
                rounds = (round_ for round_ in (table.last, table.round) if round_ is not None)
                found.update({round_.number: open_cards(round_.cards) for round_ in rounds})
    finally:
        reader.close()
    return found


@pytest.mark.clause("tiger-buffalo-v4", "5.5.5")
@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.1")
def test_cards_of_every_recorded_journal_are_read_as_the_fold_has_them(journals: tuple[Path, ...]) -> None:
    """But of rounds that were corrected, which are left out, and cards that the next round takes over."""
    compared = 0
    for journal in journals:
        folded = fold_open_cards(journal)
        for shoe in read_shoes(journal, ALL_EVENTS):
            for number, cards in shoe.open_rounds.items():
                if number != BURNED and any(cards):
                    assert folded[number][: len(cards)] == cards, journal.name
                    compared += 1
    assert compared > 250
