"""Every state of an area can be read in both themes, and its mark hides neither letters nor stakes."""

from fractions import Fraction
from itertools import product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts import layout_drawing
from dealer_app.screens.screen import AreaShown, AreaState, Stake
from tests.support.long_tests import mostly_long
from tests.support.rounds import TAI_SAI, V4
from tests.ui.table.layout_sizes import LAYOUTS, layout_halves, layout_sizes, the_layout
from ui.painting.marks import CHIP_COLOURS
from ui.table.box_contents import BoxContents, clear_distance, fill_box, mark_place, mark_radius
from ui.table.geometry import Box, BoxRank, Shapes, layout_shapes
from ui.table.painter import box_colours
from ui.table.side_notes import find_paid_notes
from ui.table.stakes import make_pile, pile_parts, stack_stakes
from ui.table.thumbnails import empty_table
from ui.theme.theme import BRIGHT, DARK, SHAPE_CONTRAST, TEXT_CONTRAST, ColourTheme, contrast_ratio

pytestmark = pytest.mark.usefixtures("letters")
ONE = (Stake(amount="1,000", minor=100_000),)
PAID = (Stake(amount="1,000", minor=100_000, wins="+1,000"),)


def every(game: str, letter: str) -> list[tuple[Shapes, Box, AreaShown]]:
    layout, shown = the_layout(game, letter), empty_table(game, letter)
    areas = {(area.area, area.seat): area for area in shown.areas}
    seats = tuple(seat.number for seat in shown.seats)
    return [
        (shapes, box, areas[box.area, box.seat])
        for size, turned in product(layout_sizes(layout), (False, True))
        for half in layout_halves(layout, size[0])
        for shapes in (layout_shapes(layout_drawing(game, letter), seats, size, turned=turned, half=half),)
        for box in shapes.boxes
    ]


@pytest.mark.parametrize("theme", [DARK, BRIGHT], ids=["dark", "bright"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_state_can_be_read_and_stands_off_from_the_felt(game: str, letter: str, theme: ColourTheme) -> None:
    looks = {(box.rank, box.area): (box, area) for _, box, area in every(game, letter)}
    for (box, area), state, stakes in product(looks.values(), AreaState, ((), ONE)):
        colours = box_colours(box, replace(area, state=state, stakes=stakes), theme)
        for text in (colours.name, colours.foot):
            assert contrast_ratio(text, colours.ground) >= TEXT_CONTRAST, (box.area, state)
        for ground in (colours.ground, theme.felt):
            assert contrast_ratio(colours.border, ground) >= SHAPE_CONTRAST, (box.area, state)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_winner_with_a_bet_glows_more_than_one_without(game: str, letter: str) -> None:
    for _, box, area in every(game, letter)[:200]:
        for theme in (DARK, BRIGHT):
            lit = replace(area, state=AreaState.LIT)
            quiet, loud = box_colours(box, lit, theme), box_colours(box, replace(lit, stakes=ONE), theme)
            assert contrast_ratio(theme.glow, loud.ground) < contrast_ratio(theme.glow, quiet.ground)


def hides(each: BoxContents, scale: float) -> bool:
    """Whether the cross lies over an amount or its disc."""
    radius = mark_radius(each) * max(1.0, scale) * 0.6
    place = mark_place(each, mark_radius(each) * max(1.0, scale))
    mark = QRectF(place.x() - radius, place.y() - radius, 2 * radius, 2 * radius)
    return any(part.intersects(mark) for part in pile_parts(each.lying, each.pile_middle))


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_cross_of_a_loser_never_hides_its_amount(game: str, letter: str) -> None:
    for shapes, box, area in every(game, letter):
        lost = replace(area, state=AreaState.DIMMED, stakes=ONE)
        each = fill_box(box, lost, ONE, scale=shapes.scale, odds=True)
        assert not hides(each, shapes.scale), (shapes.size, box.name)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_what_is_paid_still_says_on_what(game: str, letter: str) -> None:
    """A name or its dice beside the stake and its prize, in every box of every window."""
    for shapes, box, area in every(game, letter):
        each = fill_box(box, replace(area, state=AreaState.LIT, stakes=PAID), PAID, scale=shapes.scale, odds=True)
        assert each.dice or _has_name(each), (shapes.size, box.name)
        assert each.lying.height <= box.height + 8, (shapes.size, box.name)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_wide_cell_has_discs_and_odds_at_the_size_as_drawn(game: str, letter: str) -> None:
    for shapes, box, area in every(game, letter):
        if shapes.compact or box.width < 120 * max(1.0, shapes.scale) or box.dice:
            continue
        each = fill_box(box, replace(area, stakes=ONE), ONE, scale=shapes.scale, odds=True)
        assert all(token.colour is not None for row in each.lying.rows for token in row), (shapes.size, box.name)


@pytest.mark.parametrize("word", ["void", "作廢"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_mark_of_a_void_never_hides_its_word(game: str, letter: str, word: str) -> None:
    for shapes, box, area in every(game, letter):
        each = fill_box(box, replace(area, state=AreaState.VOID, word=word), (), scale=shapes.scale, odds=True)
        radius = mark_radius(each) * max(1.0, shapes.scale)
        assert clear_distance(each, mark_place(each, radius)) > radius - 0.5, (shapes.size, box.name)


@pytest.mark.parametrize(
    ("game", "letter", "paid"),
    mostly_long([(*each, paid) for each in LAYOUTS for paid in ("+262.50", "+1,000", "+50,000")], keep_every=2),
)
def test_what_a_winner_is_paid_always_stands_there(game: str, letter: str, paid: str) -> None:
    """Where stake and prize have no room beside a name the prize has it: no lit box looks as if nothing were due."""
    lying = (Stake(amount="525", minor=52_500, seat=5, wins=paid),)
    for shapes, box, area in every(game, letter):
        each = fill_box(box, replace(area, state=AreaState.LIT, stakes=lying), lying, scale=shapes.scale, odds=True)
        shown = [token for row in each.lying.rows for token in row]
        assert [token.text for token in shown if token.win] == [paid], (shapes.size, box.name)
        assert all(each.lying.px >= 16 for _ in shown), (shapes.size, box.name)


TWO_PAID = (
    Stake(amount="2,500", minor=250_000, wins="+2,500", won=Fraction(250_000)),
    Stake(amount="500", minor=50_000, standing="S", wins="+500", won=Fraction(50_000)),
)
FOUR_PAID = TWO_PAID * 2
LONG_TABLES = "KR"


def _has_name(each: BoxContents) -> bool:
    """As letters, or before the first amount."""
    return each.lying.named or any(line.name for line in each.letters.lines)


@pytest.mark.parametrize("lying", [PAID, TWO_PAID, FOUR_PAID], ids=["one", "two", "four"])
@pytest.mark.parametrize(("game", "letter"), [(game, letter) for game, letter in LAYOUTS if letter in "AKPR"])
def test_a_winning_box_keeps_name_stake_and_win(game: str, letter: str, lying: tuple[Stake, ...]) -> None:
    """Of the main bets, and of all on a long table, at every size: several stakes are rather one sum than left out."""
    for shapes, box, area in every(game, letter):
        if box.rank is not BoxRank.MAIN and (game != V4 or letter not in LONG_TABLES):
            continue
        each = fill_box(box, replace(area, state=AreaState.LIT, stakes=lying), lying, scale=shapes.scale, odds=True)
        tokens = [token for row in each.lying.rows for token in row]
        assert _has_name(each), (shapes.size, box.name)
        assert {token.win for token in tokens} == {False, True}, (shapes.size, box.name)


@pytest.mark.parametrize("letter", LONG_TABLES)
def test_no_win_at_the_end_of_a_long_table_hides_the_number_of_a_seat(letter: str) -> None:
    """Stake and win are wider than the wedge: they reach inwards."""
    layout = the_layout(V4, letter)
    assert layout.fewest_positions is not None
    for count in range(layout.fewest_positions, len(layout.seats) + 1):
        seats = layout.seats[:count]
        for turned in (False, True):
            shapes = layout_shapes(layout_drawing(V4, letter), seats, (926, 388), turned=turned)
            areas = {(each.area, each.seat): each for each in empty_table(V4, letter, positions=count).areas}
            for box in (each for each in shapes.boxes if each.upright):
                area = replace(areas[box.area, box.seat], state=AreaState.LIT, stakes=PAID)
                lit = fill_box(box, area, PAID, scale=shapes.scale, odds=False)
                parts = pile_parts(lit.lying, lit.pile_middle)
                for badge in shapes.badges:
                    digits = QRectF(badge.middle.x() - 10, badge.middle.y() - 7, 20, 14)
                    assert not any(part.intersects(digits) for part in parts), (count, box.name)


def test_the_sum_of_several_stakes_is_paid_the_sum_of_their_wins() -> None:
    whole = stack_stakes(TWO_PAID)
    assert (whole.amount, whole.wins) == ("3,000", "+3,000")
    assert stack_stakes((*TWO_PAID, ONE[0])).wins == "+3,000"
    assert not stack_stakes((*PAID, *PAID)).wins, "what is not known is not summed"


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_the_odds_that_a_single_number_won_are_lit(letter: str) -> None:
    """Of two fives and a six both prizes, and in each cell its own; nothing before any area is lit."""
    layout, shown = the_layout(TAI_SAI, letter), empty_table(TAI_SAI, letter)
    won = {Area("single:5"): "2 to 1", Area("single:6"): "1 to 1"}
    areas = tuple(
        replace(area, state=AreaState.LIT, odds=won[area.area]) if area.area in won else area for area in shown.areas
    )
    halves = [(size, half) for size in layout_sizes(layout) for half in layout_halves(layout, size[0])]
    for size, half in halves:
        shapes = layout_shapes(layout_drawing(TAI_SAI, letter), (), size, half=half)
        assert not find_paid_notes(shown, shapes, layout)
        lit = find_paid_notes(replace(shown, areas=areas), shapes, layout)
        singles = [
            note.prize
            for place, letters in enumerate(shapes.side_notes)
            if place in lit and (note := letters.note) is not None
        ]
        assert set(singles) in (set(), {Prize.ONE_DIE, Prize.TWO_DICE})
        for box in shapes.boxes:
            if box.area in won:
                area = next(one for one in areas if one.area == box.area)
                each = fill_box(box, area, (), scale=shapes.scale, odds=True)
                said = [line.text for line in each.letters.lines if not line.name]
                low = shapes.compact or letter == "E"
                assert said == [won[box.area]] or (low and not said), box.name
                assert singles


def test_numerals_are_as_large_as_drawn() -> None:
    shapes = layout_shapes(layout_drawing(TAI_SAI, "C"), (), (1336, 656))
    shown = {area.area: area for area in empty_table(TAI_SAI, "C").areas}
    sizes = {
        box.area: fill_box(box, shown[box.area], (), scale=shapes.scale, odds=True).letters.lines[0].px
        for box in shapes.boxes
        if not box.dice
    }
    assert (sizes[Area("sum:13")], sizes[Area("four:6532")], sizes[Area("three:256")]) == (28, 26, 21)


def test_the_chips_of_a_bettor_have_his_colour_with_a_disc_and_without() -> None:
    shapes = layout_shapes(layout_drawing(TAI_SAI, "C"), (), (1336, 656))
    own = CHIP_COLOURS["violet"]
    lying = (Stake(amount="100", minor=10_000, chip="violet"),)
    for box in shapes.boxes:
        tokens = [token for row in make_pile(box, lying, shapes.scale).rows for token in row]
        assert [token.edge for token in tokens] == [own]
        assert all(token.colour in (own, None) for token in tokens)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_no_cross_lies_on_the_next_box(game: str, letter: str) -> None:
    """There it would be taken for the mark of the neighbour, which may have won."""
    for shapes, box, area in every(game, letter):
        lost = replace(area, state=AreaState.DIMMED, stakes=ONE)
        each = fill_box(box, lost, ONE, scale=shapes.scale, odds=True)
        radius = mark_radius(each) * max(1.0, shapes.scale)
        cross = QPainterPath()
        cross.addEllipse(mark_place(each, radius), radius * 0.6, radius * 0.6)
        beside = [other.name for other in shapes.boxes if other is not box and other.path.intersects(cross)]
        assert not beside, (shapes.size, box.name, beside)
