"""The data of the drawings: exactly the bets of each layout, on the seats that it has."""

import pytest

from dealer_app.layouts import DrawingFaultsError, GridDrawing, layout_drawing
from dealer_app.layouts.drawing import box_legend, legend_kinds, odds_legend
from dealer_app.layouts.loader import areas_to_draw, read_drawing
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import GAMES
from tests.ui.table.layout_sizes import LAYOUTS, the_layout

DRAWINGS = {
    "tiger-buffalo-v4": 18,
    "tiger-buffalo-insurance": 11,
    "tiger-baccarat-mbs-v3": 8,
    "tai-sai-open-cover-v5": 6,
}


def test_there_are_43_drawings() -> None:
    found = {game: sum(1 + len(each.pictured_in) for each in load_rulebook(game).layouts) for game in GAMES}
    assert found == DRAWINGS
    assert sum(found.values()) == 43


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_drawing_shows_exactly_the_bets_of_its_layout(game: str, letter: str) -> None:
    assert layout_drawing(game, letter).areas == set(areas_to_draw(load_rulebook(game), letter))


def test_an_example_has_the_drawing_of_its_layout() -> None:
    assert layout_drawing("tai-sai-open-cover-v5", "D") == layout_drawing("tai-sai-open-cover-v5", "C")


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_an_example_marks_a_bet_of_every_kind_once(letter: str) -> None:
    kind = layout_drawing("tai-sai-open-cover-v5", letter).kind
    assert isinstance(kind, GridDrawing)
    marked = [area.partition(":")[0] for area, _ in kind.examples]
    assert sorted(marked) == sorted({area.partition(":")[0] for area in kind.common_areas})
    assert {area for area, _ in kind.examples} <= kind.common_areas


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_the_halves_of_a_grid_show_all_of_it(letter: str) -> None:
    kind = layout_drawing("tai-sai-open-cover-v5", letter).kind
    assert isinstance(kind, GridDrawing)
    shown = [area for half in kind.halves for area in half.areas]
    assert sorted(shown) == sorted(kind.common_areas)


def test_everything_wrong_with_a_drawing_is_told_at_once() -> None:
    tables = {
        "rows": {"alone": [["player"]]},
        "blocks": {"few": [["tie", "lucky_six"]]},
        "layouts": {"K": {"rows": "alone", "block": "few"}},
    }
    with pytest.raises(DrawingFaultsError) as refused:
        read_drawing(load_rulebook("tiger-buffalo-v4"), "K", tables)
    faults = "\n".join(refused.value.faults)
    assert "banker has no box" in faults
    assert "small_tiger has no box" in faults
    assert "lucky_six is not a bet of this layout" in faults
    assert "lucky_six has no label" in faults
    assert "tie" not in faults


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_area_has_a_name_in_print(game: str, letter: str) -> None:
    for area in layout_drawing(game, letter).areas:
        assert box_legend(area).label
        assert "{" not in box_legend(area).full_label


def test_every_kind_that_is_printed_is_a_bet_of_some_layout() -> None:
    shown = {area.partition(":")[0] for game, letter in LAYOUTS for area in layout_drawing(game, letter).areas}
    assert legend_kinds() == shown


def test_odds_are_printed_from_the_rulebook() -> None:
    def odds(game: str, letter: str, area: str) -> str:
        layout = the_layout(game, letter)
        return odds_legend(layout, next(each for each in layout.areas if each == area))

    assert odds("tiger-buffalo-v4", "A", "banker") == "1 to 1 · 6 pays 1 to 2"
    assert odds("tiger-buffalo-v4", "A", "player_char_siu") == "10·15·50 to 1"
    assert odds("tiger-baccarat-mbs-v3", "A", "banker") == "0.95 to 1"
    assert odds("tai-sai-open-cover-v5", "C", "sum:13") == "1 WINS 8"
