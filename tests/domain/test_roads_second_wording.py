"""The roads against a second, independent wording of the rules, and what must hold of them on any shoe.

Shoes are random, and every sequence of PLAYER and BANKER up to twelve rounds is tried.
"""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.roads import (
    BigRoad,
    BigRoadEntry,
    DerivedEntry,
    DerivedMark,
    DerivedRoad,
    RoadCell,
    Roads,
    column_cells,
)
from tests.domain import roads_second_wording as second
from tests.domain.road_letters import COLOURS, cell_letters, cell_pair, make_roads

LONGEST_SHOE = 100


@st.composite
def shoes(draw: st.DrawFn) -> str:
    """Streaks rather than single rounds, because only long streaks bend and meet each other's tails."""
    streak = st.one_of(st.integers(1, 3), st.integers(1, 14))
    outcomes = ""
    for number, length in enumerate(draw(st.lists(streak, max_size=30))):
        outcomes += "BP"[number % 2] * length
    outcomes = outcomes[:LONGEST_SHOE]
    for place in draw(st.lists(st.integers(0, LONGEST_SHOE), max_size=12)):
        outcomes = outcomes[:place] + "T" + outcomes[place:]
    return outcomes[:LONGEST_SHOE]


def colour(mark: DerivedMark | None) -> str:
    return "" if mark is None else COLOURS[mark]


def all_roads(told: Roads) -> tuple[BigRoad | DerivedRoad, ...]:
    return (told.big_road, *told.all_derived_roads)


def assert_both_wordings_agree(outcomes: str) -> None:
    told = make_roads(outcomes)
    entries = told.big_road.entries
    assert [cell_pair(entry.logical) for entry in entries] == second.big_road_places(outcomes)
    assert [cell_pair(entry.drawn) for entry in entries] == second.walk(outcomes.replace("T", ""))
    for road in told.all_derived_roads:
        back = road.kind.columns_back
        derived = [(cell_pair(entry.origin), COLOURS[entry.mark]) for entry in road.entries]
        assert derived == second.road_marks(outcomes, back)
        assert [cell_pair(entry.drawn) for entry in road.entries] == second.walk("".join(mark for _, mark in derived))
        assert colour(road.ask_banker) == second.ask_mark(outcomes, "B", back)
        assert colour(road.ask_player) == second.ask_mark(outcomes, "P", back)


class TestSecondWording:
    @given(shoes())
    def test_both_wordings_agree_on_any_shoe(self, outcomes: str) -> None:
        assert_both_wordings_agree(outcomes)

    @given(shoes())
    def test_ties_are_written_where_the_second_wording_writes_them(self, outcomes: str) -> None:
        big_road = make_roads(outcomes).big_road
        texts = second.big_road_texts(outcomes)
        assert [entry.ties for entry in big_road.entries] == [text.count("T") for text in texts]
        assert big_road.early_ties + sum(text.count("T") for text in texts) == outcomes.count("T")

    @pytest.mark.long
    @pytest.mark.parametrize("length", range(13))
    def test_both_wordings_agree_on_every_sequence_without_ties(self, length: int) -> None:
        for outcomes in product("BP", repeat=length):
            assert_both_wordings_agree("".join(outcomes))


class TestProperties:
    @given(shoes())
    def test_the_drawing_read_back_gives_the_logical_columns(self, outcomes: str) -> None:
        told = make_roads(outcomes)
        for road in all_roads(told):
            cells = cell_letters(road.entries)
            numbered = {place: (number, letter) for number, (place, letter) in enumerate(cells.items())}
            columns = second.read_back(numbered)
            assert [len(column) for column in columns] == [len(column) for column in road.columns]

    @given(shoes())
    def test_logical_cells_count_columns_and_rows_without_a_gap(self, outcomes: str) -> None:
        told = make_roads(outcomes)
        for road in all_roads(told):
            columns: tuple[tuple[BigRoadEntry | DerivedEntry, ...], ...] = road.columns
            for number, column in enumerate(columns, start=1):
                for row, entry in enumerate(column, start=1):
                    assert entry.logical == RoadCell(number, row)

    @given(st.lists(st.integers(1, 40), max_size=30))
    def test_no_cell_is_used_twice_and_none_lies_below_the_sixth_row(self, lengths: list[int]) -> None:
        columns = column_cells(lengths)
        cells = [cell for column in columns for cell in column]
        assert [len(column) for column in columns] == lengths
        assert len(set(cells)) == len(cells)
        assert all(1 <= cell.row <= 6 for cell in cells)

    @given(shoes(), st.integers(0, LONGEST_SHOE))
    def test_a_tie_anywhere_changes_no_derived_road(self, outcomes: str, place: int) -> None:
        with_tie = outcomes[:place] + "T" + outcomes[place:]
        assert make_roads(with_tie).all_derived_roads == make_roads(outcomes).all_derived_roads

    @given(shoes(), st.sampled_from("BP"))
    def test_an_ask_mark_is_what_one_more_round_adds(self, outcomes: str, winner: str) -> None:
        before, after = make_roads(outcomes), make_roads(outcomes + winner)
        for old, new in zip(before.all_derived_roads, after.all_derived_roads, strict=True):
            asked = old.ask_banker if winner == "B" else old.ask_player
            added = new.entries[len(old.entries) :]
            assert new.entries[: len(old.entries)] == old.entries
            assert [entry.mark for entry in added] == ([] if asked is None else [asked])

    @given(shoes())
    def test_the_two_ask_marks_of_a_road_are_both_missing_or_opposite(self, outcomes: str) -> None:
        for road in make_roads(outcomes).all_derived_roads:
            assert {road.ask_banker, road.ask_player} in ({None}, {DerivedMark.RED, DerivedMark.BLUE})

    @given(shoes(), st.integers(0, LONGEST_SHOE))
    def test_what_is_drawn_never_moves_as_the_shoe_goes_on(self, outcomes: str, rounds: int) -> None:
        earlier, later = make_roads(outcomes[:rounds]), make_roads(outcomes)
        drawn = [entry.drawn for entry in earlier.big_road.entries]
        assert [entry.drawn for entry in later.big_road.entries][: len(drawn)] == drawn
        assert later.bead_plate[:rounds] == earlier.bead_plate

    @given(shoes())
    def test_exchanging_player_and_banker_changes_no_derived_mark(self, outcomes: str) -> None:
        exchanged = make_roads(outcomes.translate(str.maketrans("BP", "PB")))
        for road, other in zip(make_roads(outcomes).all_derived_roads, exchanged.all_derived_roads, strict=True):
            assert road.columns == other.columns
            assert (road.ask_banker, road.ask_player) == (other.ask_player, other.ask_banker)

    @given(shoes())
    def test_the_counts_are_those_of_the_bead_plate(self, outcomes: str) -> None:
        told = make_roads(outcomes)
        counted = (told.counts.banker, told.counts.player, told.counts.tie)
        assert counted == (outcomes.count("B"), outcomes.count("P"), outcomes.count("T"))
        assert told.counts.total == len(told.bead_plate) == len(outcomes)
