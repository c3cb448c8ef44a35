"""Rounds and marks as letters, so that road tests read like the paper they are about.

B, P and T are rounds, `-` is a round of a gap, R and B are red and blue; cells become the bare places of the second
wording.
"""

from collections.abc import Iterable

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.roads import (
    BigRoadEntry,
    DerivedEntry,
    DerivedMark,
    OutageGap,
    RoadCell,
    Roads,
    RoundMark,
    build_roads,
)
from tests.domain.roads_second_wording import Place

WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}
LETTERS = {winner: letter for letter, winner in WINNERS.items()}
GAP = "-"
COLOURS = {DerivedMark.RED: "R", DerivedMark.BLUE: "B"}


def round_marks(outcomes: str) -> list[RoundMark | OutageGap]:
    return [
        OutageGap(1)
        if letter == GAP
        else RoundMark(winner=WINNERS[letter], player_pair=False, banker_pair=False, natural=False)
        for letter in outcomes
    ]


def make_roads(outcomes: str) -> Roads:
    return build_roads(round_marks(outcomes))


def cell_pair(cell: RoadCell) -> Place:
    return (cell.column, cell.row)


def cell_letters(entries: Iterable[BigRoadEntry | DerivedEntry]) -> dict[Place, str]:
    """The drawn cells with their letters, in the order of writing."""
    cells: dict[Place, str] = {}
    for entry in entries:
        assert cell_pair(entry.drawn) not in cells, "a cell is drawn twice"
        match entry:
            case BigRoadEntry():
                cells[cell_pair(entry.drawn)] = LETTERS[entry.mark.winner]
            case DerivedEntry():
                cells[cell_pair(entry.drawn)] = COLOURS[entry.mark]
    return cells
