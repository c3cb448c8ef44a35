"""Rounds and marks as letters, so that road tests read like the paper they are about.

B, P and T are rounds, `-` is a round of a gap, R and B are red and blue; cells become the bare places of the second
wording.
"""

from collections.abc import Iterable

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.roads import BigRoadEntry, Cell, DerivedEntry, DerivedMark, Gap, Roads, RoundMark, roads
from tests.support.roads_second_wording import Place

WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}
LETTERS = {winner: letter for letter, winner in WINNERS.items()}
GAP = "-"
COLOURS = {DerivedMark.RED: "R", DerivedMark.BLUE: "B"}


def marks(outcomes: str) -> list[RoundMark | Gap]:
    return [
        Gap(1)
        if letter == GAP
        else RoundMark(winner=WINNERS[letter], player_pair=False, banker_pair=False, natural=False)
        for letter in outcomes
    ]


def roads_of(outcomes: str) -> Roads:
    return roads(marks(outcomes))


def pair(cell: Cell) -> Place:
    return (cell.column, cell.row)


def written(entries: Iterable[BigRoadEntry | DerivedEntry]) -> dict[Place, str]:
    """The drawn cells with their letters, in the order of writing."""
    cells: dict[Place, str] = {}
    for entry in entries:
        assert pair(entry.drawn) not in cells, "a cell is drawn twice"
        match entry:
            case BigRoadEntry():
                cells[pair(entry.drawn)] = LETTERS[entry.mark.winner]
            case DerivedEntry():
                cells[pair(entry.drawn)] = COLOURS[entry.mark]
    return cells
