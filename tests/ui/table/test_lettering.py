"""Nothing is cut off: every letter lies within its box, for every layout, at three sizes, in all three languages."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF

from dealer_app.layouts import drawing
from dealer_app.showing.screen import AreaState, Stake, TableShown
from dealer_app.wording import Language
from tests.support.drawn_layouts import LAYOUTS, halves_of, numbers_of_seats, sizes_of, the_layout
from tests.support.shown_tables import in_words
from ui.table.as_printed import as_printed
from ui.table.filling import Filled, filled
from ui.table.geometry import Shapes, shapes_of
from ui.table.lettering import SMALLEST
from ui.table.marks import turned
from ui.table.painter import colours_of, letters_of
from ui.table.stakes import MOST
from ui.theme.tokens import DARK

pytestmark = pytest.mark.usefixtures("letters")


def all_filled(shown: TableShown, shapes: Shapes, *stakes: Stake) -> list[Filled]:
    areas = {(area.area, area.seat): area for area in shown.areas}
    return [filled(box, areas[box.area, box.seat], stakes, scale=shapes.scale, odds=True) for box in shapes.boxes]


def shapes_at(game: str, letter: str, *, all_seats: bool) -> list[tuple[TableShown, Shapes]]:
    layout, drawn = the_layout(game, letter), drawing(game, letter)
    seats = list(numbers_of_seats(layout))
    return [
        (
            as_printed(game, letter, positions=len(some) or None),
            shapes_of(drawn, some, size, turned=side, half=half),
        )
        for some in (seats if all_seats else seats[-1:])
        for size in sizes_of(layout)
        for side in (False, True)
        for half in halves_of(layout, size[0])
    ]


def check_letters(each: Filled) -> None:
    box = each.box
    for line in letters_of(each, colours_of(box, each.shown, DARK)):
        assert line.px >= SMALLEST, (box.name, line.text)
        # From the foot of the letters to their top, and as wide as they are.
        high, wide = line.px * 0.4, line.width / 2
        for corner in (QPointF(-wide, -high), QPointF(wide, -high), QPointF(-wide, high), QPointF(wide, high)):
            assert box.path.contains(line.middle + turned(line.angle, corner)), (box.name, line.text)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_box_has_its_name_and_nothing_is_cut_off(game: str, letter: str) -> None:
    for shown, shapes in shapes_at(game, letter, all_seats=True):
        for each in all_filled(shown, shapes):
            assert each.dice or any(line.name for line in each.letters.lines), each.box.name
            check_letters(each)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_words_of_states_are_not_cut_off_in_any_language(game: str, letter: str, language: Language) -> None:
    for state in (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID):
        for shown, shapes in shapes_at(game, letter, all_seats=False):
            for each in all_filled(in_words(shown, state, language), shapes):
                check_letters(each)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_chips_leave_no_letter_outside_of_its_box(game: str, letter: str, count: int) -> None:
    stakes = [Stake(amount="20,000", minor=2_000_000, standing=f"S{number}") for number in range(1, count + 1)]
    for shown, shapes in shapes_at(game, letter, all_seats=False):
        for each in all_filled(shown, shapes, *stakes):
            check_letters(each)
            tokens = [token for row in each.lying.rows for token in row]
            assert len(tokens) == (count if count <= MOST else 1)


def test_lines_of_a_box_lie_below_one_another() -> None:
    for game, letter in LAYOUTS:
        for shown, shapes in shapes_at(game, letter, all_seats=False):
            for each in all_filled(shown, shapes):
                downs = [(line.down, line.px) for line in each.letters.lines]
                for (one, px), (other, _) in pairwise(downs):
                    assert other - one >= px * 0.95


def test_more_than_three_stakes_are_one_stack_with_its_sum() -> None:
    shown, shapes = shapes_at("tiger-baccarat-mbs-v3", "A", all_seats=False)[0]
    stakes = [Stake(amount="262.50", minor=26_250), *[Stake(amount="100", minor=10_000)] * 3]
    each = all_filled(shown, shapes, *stakes)[0]
    ((token,),) = each.lying.rows
    assert (token.mark, token.text) == ("4×", "562.50")
