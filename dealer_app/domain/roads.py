"""The five baccarat roads, their ask marks and the counts, as functions of the sequence of round outcomes.

A void round is not in the sequence, and a corrected round is the corrected sequence given again: nothing here
remembers. Rounds dealt while the station was out are a gap. Scrolling and painting are not here.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import chain
from typing import assert_never

from msgspec import Struct

from dealer_app.domain.baccarat.table_of_play import Winner

ROWS = 6
"""How many rows the bead plate and every drawn road have."""


class RoundMark(Struct, frozen=True, kw_only=True):
    """What the roads show of one round; `natural` says that it had a natural in either hand, `points` is the total
    of the hand that won, or of both in a tie.
    """

    winner: Winner
    player_pair: bool
    banker_pair: bool
    natural: bool
    points: int | None = None


class OutageGap(Struct, frozen=True):
    """So many rounds were dealt while the station was out.

    Their beads stay empty, no column runs on over them, and no derived road compares the beads on both sides.
    """

    rounds: int


class RoadCell(Struct, frozen=True):
    """A place on a road; columns and rows count from 1."""

    column: int
    row: int


class Bead(Struct, frozen=True):
    mark: RoundMark
    cell: RoadCell


class BigRoadEntry(Struct, frozen=True, kw_only=True):
    """A round that PLAYER or BANKER won, with the number of ties written on it."""

    mark: RoundMark
    ties: int
    logical: RoadCell
    drawn: RoadCell


class BigRoad(Struct, frozen=True):
    """The logical columns; `waiting_ties` are ties that nobody has won a round before, in this shoe or since a gap.

    `begin_anew` are the numbers of the columns that begin after a gap, the next one included.
    """

    columns: tuple[tuple[BigRoadEntry, ...], ...]
    early_ties: int
    gap_columns: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[BigRoadEntry, ...]:
        return tuple(chain.from_iterable(self.columns))

    def uncomparable_columns(self, column: int) -> int:
        """How many columns lie before the last gap before this one, and are not compared with it."""
        return max((number - 1 for number in self.gap_columns if number <= column), default=0)


class DerivedMark(Enum):
    """Regular or irregular; neither Banker nor Player."""

    RED = "red"
    BLUE = "blue"


class DerivedRoadKind(Enum):
    BIG_EYE_BOY = "big eye boy"
    SMALL_ROAD = "small road"
    COCKROACH_ROAD = "cockroach road"

    @property
    def columns_back(self) -> int:
        """How many big-road columns this road looks back."""
        match self:
            case DerivedRoadKind.BIG_EYE_BOY:
                return 1
            case DerivedRoadKind.SMALL_ROAD:
                return 2
            case DerivedRoadKind.COCKROACH_ROAD:
                return 3
            case _:
                assert_never(self)


class DerivedEntry(Struct, frozen=True, kw_only=True):
    """A mark of a derived road; `origin` is the logical big-road cell whose entry added it."""

    mark: DerivedMark
    origin: RoadCell
    logical: RoadCell
    drawn: RoadCell


class DerivedRoad(Struct, frozen=True, kw_only=True):
    """The logical columns, and the ask marks: what the next BANKER or PLAYER would add (None: nothing)."""

    kind: DerivedRoadKind
    columns: tuple[tuple[DerivedEntry, ...], ...]
    ask_banker: DerivedMark | None
    ask_player: DerivedMark | None

    @property
    def entries(self) -> tuple[DerivedEntry, ...]:
        return tuple(chain.from_iterable(self.columns))


class RoadCounts(Struct, frozen=True, kw_only=True):
    banker: int
    player: int
    tie: int
    player_pairs: int
    banker_pairs: int
    naturals: int

    @property
    def total(self) -> int:
        return self.banker + self.player + self.tie


class Roads(Struct, frozen=True, kw_only=True):
    bead_plate: tuple[Bead, ...]
    big_road: BigRoad
    big_eye_boy: DerivedRoad
    small_road: DerivedRoad
    cockroach_road: DerivedRoad
    counts: RoadCounts

    @property
    def all_derived_roads(self) -> tuple[DerivedRoad, ...]:
        return (self.big_eye_boy, self.small_road, self.cockroach_road)


def build_roads(marks: Iterable[RoundMark | OutageGap]) -> Roads:
    sequence = tuple(marks)
    big_road = _big_road(sequence)
    return Roads(
        bead_plate=_bead_plate(sequence),
        big_road=big_road,
        big_eye_boy=_make_derived_road(DerivedRoadKind.BIG_EYE_BOY, big_road),
        small_road=_make_derived_road(DerivedRoadKind.SMALL_ROAD, big_road),
        cockroach_road=_make_derived_road(DerivedRoadKind.COCKROACH_ROAD, big_road),
        counts=_count_rounds([mark for mark in sequence if isinstance(mark, RoundMark)]),
    )


def column_cells(lengths: Iterable[int]) -> tuple[tuple[RoadCell, ...], ...]:
    """Where columns of these lengths are drawn: down from the first free top cell, then right (dragon tail).

    A tail never meets a taken cell: an older tail in the same row would have come from the left, through this
    column, and turned it a row higher. A tail in the top row only pushes the next start further right.
    """
    taken: set[RoadCell] = set()
    columns: list[tuple[RoadCell, ...]] = []
    start = 1
    for length in lengths:
        while RoadCell(start, 1) in taken:
            start += 1
        bend = next(row for row in range(1, ROWS + 1) if row == ROWS or RoadCell(start, row + 1) in taken)
        column = tuple(RoadCell(start + max(0, row - bend), min(row, bend)) for row in range(1, length + 1))
        taken.update(column)
        columns.append(column)
    return tuple(columns)


def _bead_plate(sequence: Sequence[RoundMark | OutageGap]) -> tuple[Bead, ...]:
    beads, place = [], 0
    for mark in sequence:
        if isinstance(mark, OutageGap):
            place += mark.rounds
            continue
        beads.append(Bead(mark, RoadCell(place // ROWS + 1, place % ROWS + 1)))
        place += 1
    return tuple(beads)


def _big_road(sequence: Sequence[RoundMark | OutageGap]) -> BigRoad:
    columns: list[list[tuple[RoundMark, int]]] = []
    begin_anew: list[int] = []
    waiting_ties = 0
    for mark in sequence:
        if isinstance(mark, OutageGap):
            begin_anew.append(len(columns) + 1)
            continue
        going_on = bool(columns) and len(columns) + 1 not in begin_anew
        match mark.winner:
            case Winner.TIE if going_on:
                last, ties = columns[-1].pop()
                columns[-1].append((last, ties + 1))
            case Winner.TIE:
                waiting_ties += 1
            case Winner.PLAYER | Winner.BANKER:
                if not going_on or columns[-1][-1][0].winner is not mark.winner:
                    columns.append([])
                columns[-1].append((mark, waiting_ties))
                waiting_ties = 0
            case _:
                assert_never(mark.winner)
    drawn = column_cells(len(column) for column in columns)
    return BigRoad(
        tuple(
            tuple(
                BigRoadEntry(mark=mark, ties=ties, logical=RoadCell(number, row), drawn=cell)
                for row, ((mark, ties), cell) in enumerate(zip(column, cells, strict=True), start=1)
            )
            for number, (column, cells) in enumerate(zip(columns, drawn, strict=True), start=1)
        ),
        waiting_ties,
        tuple(dict.fromkeys(begin_anew)),
    )


def _make_derived_road(kind: DerivedRoadKind, big_road: BigRoad) -> DerivedRoad:
    columns: list[list[tuple[DerivedMark, RoadCell]]] = []
    for entry in big_road.entries:
        mark = _find_derived_mark(kind, big_road, entry.logical)
        if mark is None:
            continue
        if not columns or columns[-1][-1][0] is not mark or _crosses_gap(big_road, columns[-1][-1][1], entry.logical):
            columns.append([])
        columns[-1].append((mark, entry.logical))
    drawn = column_cells(len(column) for column in columns)
    return DerivedRoad(
        kind=kind,
        columns=tuple(
            tuple(
                DerivedEntry(mark=mark, origin=origin, logical=RoadCell(number, row), drawn=cell)
                for row, ((mark, origin), cell) in enumerate(zip(column, cells, strict=True), start=1)
            )
            for number, (column, cells) in enumerate(zip(columns, drawn, strict=True), start=1)
        ),
        ask_banker=_find_derived_mark(kind, big_road, _next_cell(big_road, Winner.BANKER)),
        ask_player=_find_derived_mark(kind, big_road, _next_cell(big_road, Winner.PLAYER)),
    )


def _crosses_gap(big_road: BigRoad, before: RoadCell, after: RoadCell) -> bool:
    return big_road.uncomparable_columns(before.column) != big_road.uncomparable_columns(after.column)


def _find_derived_mark(kind: DerivedRoadKind, big_road: BigRoad, cell: RoadCell) -> DerivedMark | None:
    """What a big-road entry in this logical cell adds; only the lengths of the columns before it are read."""
    begins_column = cell.row == 1
    # The first entry of a column speaks about the column that it ended.
    subject = cell.column - 1 if begins_column else cell.column
    compared = subject - kind.columns_back
    if compared <= big_road.uncomparable_columns(cell.column):
        return None
    length = len(big_road.columns[compared - 1])
    regular = len(big_road.columns[subject - 1]) == length if begins_column else cell.row != length + 1
    return DerivedMark.RED if regular else DerivedMark.BLUE


def _next_cell(big_road: BigRoad, winner: Winner) -> RoadCell:
    """The logical cell that the next round won by PLAYER or BANKER would take."""
    if not big_road.columns:
        return RoadCell(1, 1)
    last = big_road.columns[-1][-1]
    if last.mark.winner is winner and len(big_road.columns) + 1 not in big_road.gap_columns:
        return RoadCell(last.logical.column, last.logical.row + 1)
    return RoadCell(last.logical.column + 1, 1)


def _count_rounds(sequence: Sequence[RoundMark]) -> RoadCounts:
    winners = [mark.winner for mark in sequence]
    return RoadCounts(
        banker=winners.count(Winner.BANKER),
        player=winners.count(Winner.PLAYER),
        tie=winners.count(Winner.TIE),
        player_pairs=sum(mark.player_pair for mark in sequence),
        banker_pairs=sum(mark.banker_pair for mark in sequence),
        naturals=sum(mark.natural for mark in sequence),
    )
