"""The key that turns the table stands free of seats and areas, and a finger can touch it, in every window."""

from itertools import product

import pytest
from PySide6.QtCore import QRectF

from dealer_app.layouts import layout_drawing
from tests.support.long_tests import mostly_long
from tests.ui.table.layout_sizes import LAYOUTS, seat_numbers, the_layout
from ui.table.geometry import Badge, layout_shapes
from ui.theme.sizes import FLOOR_HEIGHT, FLOOR_WIDTH, TARGET, Measures

WINDOWS = ((FLOOR_WIDTH, FLOOR_HEIGHT), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160))
WITH_SEATS = [each for each in LAYOUTS if the_layout(*each).seats]


def stages(game: str, letter: str) -> set[tuple[int, int]]:
    """What the layout has of each window, with a ribbon and without one, with roads and without them."""
    found = set()
    for (width, height), ribbon, past in product(WINDOWS, (False, True), (False, True)):
        measures = Measures.from_size(width, height)
        wide = width - measures.rail_width
        high = height - measures.top_bar_height - (measures.ribbon_height if ribbon else 0)
        wanted = wide * layout_drawing(game, letter).kind.height / 1336
        found.add((wide, measures.stage_rows(high, wanted, dice=False, past=past).layout))
    return found


def reached(badge: Badge, place: QRectF) -> bool:
    across = max(place.left() - badge.middle.x(), 0.0, badge.middle.x() - place.right())
    down = max(place.top() - badge.middle.y(), 0.0, badge.middle.y() - place.bottom())
    return bool(across * across + down * down < badge.radius * badge.radius)


@pytest.mark.parametrize(("game", "letter"), mostly_long(WITH_SEATS, keep_every=4))
def test_it_covers_no_area_and_no_seat(game: str, letter: str) -> None:
    drawn = layout_drawing(game, letter)
    for size, turned in product(stages(game, letter), (False, True)):
        for seats in seat_numbers(the_layout(game, letter)):
            shapes = layout_shapes(drawn, seats, size, turned=turned)
            where = size, turned, len(seats)
            assert min(shapes.turn.width(), shapes.turn.height()) >= TARGET, where
            assert shapes.size.contains(shapes.turn), where
            assert not any(box.path.intersects(shapes.turn) for box in shapes.boxes), where
            assert not any(reached(badge, shapes.turn) for badge in shapes.badges), where
            assert not any(each.place.intersects(shapes.turn) for each in shapes.side_notes), where


@pytest.mark.parametrize(("game", "letter"), mostly_long(WITH_SEATS, keep_every=4))
def test_it_stays_in_one_corner_and_takes_little_from_the_layout(game: str, letter: str) -> None:
    """On the right, where the players sit; the layout gives up no more than a twelfth of its size for it."""
    drawn = layout_drawing(game, letter)
    for (wide, high), turned in product(stages(game, letter), (False, True)):
        for seats in seat_numbers(the_layout(game, letter)):
            shapes = layout_shapes(drawn, seats, (wide, high), turned=turned)
            assert shapes.turn.center().x() > wide * 0.8
            assert (shapes.turn.center().y() < high / 2) is turned
            assert shapes.scale >= min(wide / 1336, high / drawn.kind.height) * 0.92
