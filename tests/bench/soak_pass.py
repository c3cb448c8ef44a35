"""The soak in a process of its own: rounds with every kind of mistake, and what memory they take.

Prints the resident kibibytes after the first rounds and after all of them.
"""

import sys
from pathlib import Path
from random import Random

from dealer_app.domain.round.table import rules_for
from dealer_app.play.dealer import Dealer
from dealer_app.play.playing import play_rounds
from dealer_app.play.session import Session
from dealer_app.play.tables import usual_table
from dealer_app.rulebooks import approved

SEED = 5
IRREGULAR = 0.1


def resident() -> int:
    """Kibibytes, as the system counts them."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])


def main(game: str, letter: str, first: int, rounds: int) -> None:
    book = approved(game)
    layout = book.layout(letter)
    assert layout is not None
    session = Session(rules_for(book, layout), usual_table(book, layout), seed=SEED)
    dealer = Dealer(Random(SEED), irregular=IRREGULAR)
    sizes = []
    for until in (first, rounds):
        play_rounds(session, dealer, until, None)
        sizes.append(resident())
    assert session.books.balanced
    print(*sizes)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
