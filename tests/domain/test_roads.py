"""The roads against their worked example and against drawings and beginnings made by hand.

Comparing them with the second wording of the rules is in test_roads_second_wording.py.
"""

from collections.abc import Mapping

import pytest

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.roads import DerivedMark, DerivedRoad, DerivedRoadKind, RoundMark, build_roads
from tests.domain.road_letters import COLOURS, LETTERS, cell_letters, cell_pair, make_roads
from tests.domain.roads_second_wording import Place

WORKED_EXAMPLE = "BBBPPPPPBTBPBBPPP"


def picture(cells: Mapping[Place, str]) -> list[str]:
    width = max(column for column, _ in cells)
    height = max(row for _, row in cells)
    return ["".join(cells.get((column, row), ".") for column in range(1, width + 1)) for row in range(1, height + 1)]


def derived_text(road: DerivedRoad) -> str:
    """The notation of the worked example: origin and colour, the logical columns of the big road apart."""
    columns: dict[int, list[str]] = {}
    for entry in road.entries:
        text = f"{entry.origin.column}.{entry.origin.row}{COLOURS[entry.mark]}"
        columns.setdefault(entry.origin.column, []).append(text)
    return " | ".join(" ".join(column) for column in columns.values())


class TestWorkedExample:
    def test_the_big_road_has_the_columns_b3_p5_b2_p1_b2_p3(self) -> None:
        columns = make_roads(WORKED_EXAMPLE).big_road.columns
        assert [LETTERS[column[0].mark.winner] + str(len(column)) for column in columns] == (
            ["B3", "P5", "B2", "P1", "B2", "P3"]
        )

    def test_the_only_tie_mark_is_on_3_1(self) -> None:
        big_road = make_roads(WORKED_EXAMPLE).big_road
        assert {cell_pair(entry.logical): entry.ties for entry in big_road.entries if entry.ties} == {(3, 1): 1}
        assert big_road.early_ties == 0

    @pytest.mark.parametrize(
        ("kind", "text"),
        [
            (
                DerivedRoadKind.BIG_EYE_BOY,
                "2.2R 2.3R 2.4B 2.5R | 3.1B 3.2R | 4.1B | 5.1B 5.2B | 6.1B 6.2R 6.3B",
            ),
            (DerivedRoadKind.SMALL_ROAD, "3.2R | 4.1B | 5.1B 5.2R | 6.1R 6.2B 6.3R"),
            (DerivedRoadKind.COCKROACH_ROAD, "5.1B 5.2R | 6.1B 6.2R 6.3B"),
        ],
    )
    def test_derived_road(self, kind: DerivedRoadKind, text: str) -> None:
        (road,) = (road for road in make_roads(WORKED_EXAMPLE).all_derived_roads if road.kind is kind)
        assert derived_text(road) == text

    def test_the_next_banker_adds_blue_and_the_next_player_red_to_all_three(self) -> None:
        derived = make_roads(WORKED_EXAMPLE).all_derived_roads
        assert [road.ask_banker for road in derived] == [DerivedMark.BLUE] * 3
        assert [road.ask_player for road in derived] == [DerivedMark.RED] * 3

    def test_the_big_eye_boy_is_drawn_as_a_big_road_of_red_and_blue(self) -> None:
        assert picture(cell_letters(make_roads(WORKED_EXAMPLE).big_eye_boy.entries)) == [
            "RBRBRBRB",
            "R....B..",
            ".....B..",
            ".....B..",
        ]

    def test_the_big_road_is_drawn_without_a_bend(self) -> None:
        assert picture(cell_letters(make_roads(WORKED_EXAMPLE).big_road.entries)) == [
            "BPBPBP",
            "BPB.BP",
            "BP...P",
            ".P....",
            ".P....",
        ]


class TestBeadPlate:
    def test_every_round_in_order_in_columns_of_six(self) -> None:
        plate = make_roads("BPTBPTB").bead_plate
        assert [LETTERS[bead.mark.winner] for bead in plate] == list("BPTBPTB")
        assert [cell_pair(bead.cell) for bead in plate] == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 1)]


class TestTies:
    def test_ties_before_any_winner_wait(self) -> None:
        big_road = make_roads("TT").big_road
        assert big_road.columns == ()
        assert big_road.early_ties == 2

    def test_ties_before_any_winner_go_on_the_first_cell(self) -> None:
        big_road = make_roads("TTPTP").big_road
        assert [entry.ties for entry in big_road.entries] == [3, 0]
        assert big_road.early_ties == 0

    def test_a_tie_adds_to_the_last_cell_even_where_the_column_bends(self) -> None:
        last = make_roads("BBBBBBBTT").big_road.entries[-1]
        assert (cell_pair(last.logical), cell_pair(last.drawn), last.ties) == ((1, 7), (2, 6), 2)

    def test_the_winner_after_a_tie_is_compared_with_the_winner_before_it(self) -> None:
        assert [len(column) for column in make_roads("BTBTP").big_road.columns] == [2, 1]

    def test_the_mark_of_a_cell_is_that_of_its_winner_not_of_its_tie(self) -> None:
        won = RoundMark(winner=Winner.BANKER, player_pair=True, banker_pair=False, natural=True)
        tied = RoundMark(winner=Winner.TIE, player_pair=False, banker_pair=True, natural=False)
        (entry,) = build_roads([tied, won, tied]).big_road.entries
        assert entry.mark == won
        assert entry.ties == 2


class TestDragonTail:
    @pytest.mark.parametrize(
        ("lengths", "drawing"),
        [
            pytest.param([6], ["B", "B", "B", "B", "B", "B"], id="six go down"),
            pytest.param([8, 1], ["BP.", "B..", "B..", "B..", "B..", "BBB"], id="the seventh turns right"),
            pytest.param([8, 5], ["BP.", "BP.", "BP.", "BP.", "BP.", "BBB"], id="five fit above a tail"),
            pytest.param([8, 7], ["BP..", "BP..", "BP..", "BP..", "BPPP", "BBB."], id="a taken cell turns right"),
            pytest.param(
                [7, 8, 6],
                ["BPB..", "BPB..", "BPB..", "BPBBB", "BPPPP", "BB..."],
                id="a tail stays in its row above a free cell",
            ),
            pytest.param(
                [11, 9, 7, 5, 3, 3, 1],
                ["BPBPBPPPB", "BPBPBB...", "BPBPPP...", "BPBBBB...", "BPPPPP...", "BBBBBB..."],
                id="a tail in the top row pushes the next column right",
            ),
        ],
    )
    def test_drawing(self, lengths: list[int], drawing: list[str]) -> None:
        outcomes = "".join("BP"[number % 2] * length for number, length in enumerate(lengths))
        assert picture(cell_letters(make_roads(outcomes).big_road.entries)) == drawing

    def test_two_shoes_may_look_alike_and_differ(self) -> None:
        """Why the derived roads read the logical columns, never the drawing."""
        one, other = make_roads("B" * 8 + "P" + "B" * 5), make_roads("B" * 7 + "P" + "B" * 6)
        assert picture(cell_letters(one.big_road.entries)) == picture(cell_letters(other.big_road.entries))
        assert [len(column) for column in one.big_road.columns] == [8, 1, 5]
        assert [len(column) for column in other.big_road.columns] == [7, 1, 6]

    def test_a_column_deeper_than_six_is_compared_by_its_logical_length(self) -> None:
        road = make_roads("B" * 8 + "P" * 9).big_eye_boy
        assert derived_text(road) == "2.2R 2.3R 2.4R 2.5R 2.6R 2.7R 2.8R 2.9B"


class TestBeginnings:
    def test_an_empty_shoe_has_empty_roads_and_no_ask_marks(self) -> None:
        empty = build_roads([])
        assert empty.bead_plate == ()
        assert empty.big_road.entries == ()
        for road in empty.all_derived_roads:
            assert road.entries == ()
            assert (road.ask_banker, road.ask_player) == (None, None)
        assert empty.counts.total == 0

    @pytest.mark.parametrize(
        ("kind", "outcomes", "first"),
        [
            (DerivedRoadKind.BIG_EYE_BOY, "BPP", "2.2B"),
            (DerivedRoadKind.BIG_EYE_BOY, "BPB", "3.1R"),
            (DerivedRoadKind.SMALL_ROAD, "BPBB", "3.2B"),
            (DerivedRoadKind.SMALL_ROAD, "BPBP", "4.1R"),
            (DerivedRoadKind.COCKROACH_ROAD, "BPBPP", "4.2B"),
            (DerivedRoadKind.COCKROACH_ROAD, "BPBPB", "5.1R"),
        ],
    )
    def test_the_first_mark_compares_with_the_first_column(
        self, kind: DerivedRoadKind, outcomes: str, first: str
    ) -> None:
        (before,) = (road for road in make_roads(outcomes[:-1]).all_derived_roads if road.kind is kind)
        (after,) = (road for road in make_roads(outcomes).all_derived_roads if road.kind is kind)
        assert before.entries == ()
        assert derived_text(after) == first


class TestCounts:
    def test_every_count(self) -> None:
        counts = build_roads(
            [
                RoundMark(winner=Winner.BANKER, player_pair=True, banker_pair=True, natural=False),
                RoundMark(winner=Winner.TIE, player_pair=True, banker_pair=False, natural=True),
                RoundMark(winner=Winner.PLAYER, player_pair=True, banker_pair=False, natural=True),
                RoundMark(winner=Winner.BANKER, player_pair=False, banker_pair=False, natural=True),
                RoundMark(winner=Winner.BANKER, player_pair=False, banker_pair=True, natural=True),
            ]
        ).counts
        assert (counts.banker, counts.player, counts.tie, counts.total) == (3, 1, 1, 5)
        assert (counts.player_pairs, counts.banker_pairs, counts.naturals) == (3, 2, 4)
