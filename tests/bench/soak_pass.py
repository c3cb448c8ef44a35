"""The soak in a process of its own: rounds with every kind of mistake, and what memory they take.

Prints the resident kibibytes after the first rounds and after all of them.
"""

import sys
from pathlib import Path
from random import Random

from dealer_app.domain.round.table_settings import make_rules, usual_table
from dealer_app.rulebooks import load_rulebook
from dealer_app.scripts.play import play_rounds
from dealer_app.scripts.session import PlaySession
from dealer_app.scripts.simulated_dealer import SimulatedDealer

SEED = 5
IRREGULAR = 0.1


def resident() -> int:
    """Kibibytes, as the system counts them."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])


def main(game: str, letter: str, first: int, rounds: int) -> None:
    book = load_rulebook(game)
    layout = book.find_layout(letter)
    assert layout is not None
    session = PlaySession(make_rules(book, layout), usual_table(book, layout), seed=SEED)
    dealer = SimulatedDealer(Random(SEED), irregular=IRREGULAR)
    sizes = []
    for until in (first, rounds):
        play_rounds(session, dealer, until, None)
        sizes.append(resident())
    assert session.books.is_balanced
    print(*sizes)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
