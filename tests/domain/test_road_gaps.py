"""Roads over a gap: rounds dealt while the station was out are not on them, and what lies on its two sides is apart."""

from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.roads import BigRoad, DerivedRoad, OutageGap, build_roads
from tests.domain.road_letters import cell_letters, cell_pair, make_roads, round_marks

OUTCOMES = st.text("BPT", max_size=40)
WON_AT_LAST = OUTCOMES.map(lambda outcomes: f"{outcomes}B")
"""No tie waits at the end, so that a drawing does not depend on what comes after it."""


def columns(road: BigRoad) -> list[list[tuple[str, int]]]:
    return [[(entry.mark.winner.value, entry.ties) for entry in column] for column in road.columns]


def coloured(road: DerivedRoad) -> list[list[str]]:
    return [[entry.mark.value for entry in column] for column in road.columns]


@given(before=WON_AT_LAST, after=OUTCOMES)
def test_each_side_of_a_gap_is_what_it_would_be_alone(before: str, after: str) -> None:
    both, first, second = make_roads(f"{before}-{after}"), make_roads(before), make_roads(after)
    assert columns(both.big_road) == columns(first.big_road) + columns(second.big_road)
    assert both.big_road.early_ties == second.big_road.early_ties
    for whole, left, right in zip(
        both.all_derived_roads, first.all_derived_roads, second.all_derived_roads, strict=True
    ):
        assert coloured(whole) == coloured(left) + coloured(right)
        assert (whole.ask_banker, whole.ask_player) == (right.ask_banker, right.ask_player)


@given(before=OUTCOMES, after=OUTCOMES)
def test_no_round_and_no_tie_is_lost_at_a_gap(before: str, after: str) -> None:
    told = make_roads(f"{before}-{after}")
    outcomes = before + after
    assert (told.counts.banker, told.counts.player, told.counts.tie) == tuple(map(outcomes.count, "BPT"))
    ties = sum(entry.ties for entry in told.big_road.entries) + told.big_road.early_ties
    assert (ties, len(told.big_road.entries)) == (told.counts.tie, told.counts.banker + told.counts.player)


@given(before=OUTCOMES, after=OUTCOMES, rounds=st.integers(1, 20))
def test_the_beads_of_a_gap_stay_empty(before: str, after: str, rounds: int) -> None:
    plate = build_roads([*round_marks(before), OutageGap(rounds), *round_marks(after)]).bead_plate
    cells = [(place // 6 + 1, place % 6 + 1) for place in range(len(before) + rounds + len(after))]
    del cells[len(before) : len(before) + rounds]
    assert [cell_pair(bead.cell) for bead in plate] == cells
    assert [bead.mark for bead in plate] == round_marks(before + after)


@given(outcomes=st.text("BPT-", max_size=40))
def test_one_gap_is_as_good_as_two(outcomes: str) -> None:
    once, twice = make_roads(outcomes), make_roads(outcomes.replace("-", "--"))
    assert once.big_road == twice.big_road
    assert once.all_derived_roads == twice.all_derived_roads


@given(outcomes=st.text("BPT-", max_size=60))
def test_no_cell_is_drawn_twice_over_gaps(outcomes: str) -> None:
    told = make_roads(outcomes)
    assert len(cell_letters(told.big_road.entries)) == len(told.big_road.entries)
    for road in told.all_derived_roads:
        assert len(cell_letters(road.entries)) == len(road.entries)


def test_a_column_does_not_run_on_over_a_gap() -> None:
    told = make_roads("BB-BP")
    assert [len(column) for column in told.big_road.columns] == [2, 1, 1]
    assert told.big_road.gap_columns == (2,)
    assert make_roads("BB-").big_road.gap_columns == (2,)
