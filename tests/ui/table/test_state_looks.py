"""Every state of an area can be read in both themes, and its mark hides neither letters nor stakes."""

from itertools import product

import pytest
from PySide6.QtCore import QRectF

from dealer_app.domain.values import replace
from dealer_app.layouts import drawing
from dealer_app.showing.screen import AreaShown, AreaState, Stake
from tests.support.drawn_layouts import LAYOUTS, halves_of, sizes_of, the_layout
from ui.table.as_printed import as_printed
from ui.table.filling import Filled, clear_of, filled, mark_place, mark_radius
from ui.table.geometry import Box, Shapes, shapes_of
from ui.table.painter import colours_of
from ui.table.stakes import pile_parts
from ui.theme.contrast import SHAPE, TEXT, ratio
from ui.theme.tokens import BRIGHT, DARK, Theme

pytestmark = pytest.mark.usefixtures("letters")
ONE = (Stake(amount="1,000", minor=100_000),)
PAID = (Stake(amount="1,000", minor=100_000, wins="+1,000"),)


def every(game: str, letter: str) -> list[tuple[Shapes, Box, AreaShown]]:
    layout, shown = the_layout(game, letter), as_printed(game, letter)
    areas = {(area.area, area.seat): area for area in shown.areas}
    seats = tuple(seat.number for seat in shown.seats)
    return [
        (shapes, box, areas[box.area, box.seat])
        for size, turned in product(sizes_of(layout), (False, True))
        for half in halves_of(layout, size[0])
        for shapes in (shapes_of(drawing(game, letter), seats, size, turned=turned, half=half),)
        for box in shapes.boxes
    ]


@pytest.mark.parametrize("theme", [DARK, BRIGHT], ids=["dark", "bright"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_state_can_be_read_and_stands_off_from_the_felt(game: str, letter: str, theme: Theme) -> None:
    looks = {(box.rank, box.area): (box, area) for _, box, area in every(game, letter)}
    for (box, area), state, stakes in product(looks.values(), AreaState, ((), ONE)):
        colours = colours_of(box, replace(area, state=state, stakes=stakes), theme)
        for text in (colours.name, colours.foot):
            assert ratio(text, colours.ground) >= TEXT, (box.area, state)
        for ground in (colours.ground, theme.felt):
            assert ratio(colours.border, ground) >= SHAPE, (box.area, state)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_winner_with_a_bet_glows_more_than_one_without(game: str, letter: str) -> None:
    for _, box, area in every(game, letter)[:200]:
        for theme in (DARK, BRIGHT):
            lit = replace(area, state=AreaState.LIT)
            quiet, loud = colours_of(box, lit, theme), colours_of(box, replace(lit, stakes=ONE), theme)
            assert ratio(theme.glow, loud.ground) < ratio(theme.glow, quiet.ground)


def hides(each: Filled, scale: float) -> bool:
    """Whether the cross lies over an amount or its disc."""
    radius = mark_radius(each) * max(1.0, scale) * 0.6
    place = mark_place(each, mark_radius(each) * max(1.0, scale))
    mark = QRectF(place.x() - radius, place.y() - radius, 2 * radius, 2 * radius)
    return any(part.intersects(mark) for part in pile_parts(each.lying, each.pile_middle))


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_cross_of_a_loser_never_hides_its_amount(game: str, letter: str) -> None:
    for shapes, box, area in every(game, letter):
        lost = replace(area, state=AreaState.DIMMED, stakes=ONE)
        each = filled(box, lost, ONE, scale=shapes.scale, odds=True)
        assert not hides(each, shapes.scale), (shapes.size, box.name)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_what_is_paid_still_says_on_what(game: str, letter: str) -> None:
    """A name or its dice beside the stake and its prize, in every box of every window."""
    for shapes, box, area in every(game, letter):
        each = filled(box, replace(area, state=AreaState.LIT, stakes=PAID), PAID, scale=shapes.scale, odds=True)
        assert each.dice or any(line.name for line in each.letters.lines), (shapes.size, box.name)
        assert each.lying.height <= box.height + 8, (shapes.size, box.name)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_wide_cell_has_discs_and_odds_at_the_size_as_drawn(game: str, letter: str) -> None:
    for shapes, box, area in every(game, letter):
        if shapes.compact or box.width < 120 * max(1.0, shapes.scale) or box.dice:
            continue
        each = filled(box, replace(area, stakes=ONE), ONE, scale=shapes.scale, odds=True)
        assert all(token.colour is not None for row in each.lying.rows for token in row), (shapes.size, box.name)


@pytest.mark.parametrize("word", ["void", "作廢"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_mark_of_a_void_never_hides_its_word(game: str, letter: str, word: str) -> None:
    for shapes, box, area in every(game, letter):
        each = filled(box, replace(area, state=AreaState.VOID, word=word), (), scale=shapes.scale, odds=True)
        radius = mark_radius(each) * max(1.0, shapes.scale)
        assert clear_of(each, mark_place(each, radius)) > radius - 0.5, (shapes.size, box.name)


@pytest.mark.parametrize("paid", ["+262.50", "+1,000", "+50,000"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_what_a_winner_is_paid_always_stands_there(game: str, letter: str, paid: str) -> None:
    """Where stake and prize have no room beside a name the prize has it: no lit box looks as if nothing were due."""
    lying = (Stake(amount="525", minor=52_500, seat=5, wins=paid),)
    for shapes, box, area in every(game, letter):
        each = filled(box, replace(area, state=AreaState.LIT, stakes=lying), lying, scale=shapes.scale, odds=True)
        shown = [token for row in each.lying.rows for token in row]
        assert [token.text for token in shown if token.win] == [paid], (shapes.size, box.name)
        assert all(each.lying.px >= 16 for _ in shown), (shapes.size, box.name)
