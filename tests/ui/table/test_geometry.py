"""The shapes of every layout with every number of seats: apart from one another, on the felt, and hit as painted."""

from random import Random

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from dealer_app.layouts import layout_drawing
from tests.ui.table.layout_sizes import LAYOUTS, layout_halves, layout_sizes, seat_numbers, the_layout
from ui.table.geometry import Shapes, layout_shapes

POINTS = 60


def every(game: str, letter: str, *, turned: bool = False) -> list[tuple[tuple[int, ...], Shapes]]:
    layout, drawn = the_layout(game, letter), layout_drawing(game, letter)
    return [
        (seats, layout_shapes(drawn, seats, size, turned=turned, half=half))
        for seats in seat_numbers(layout)
        for size in layout_sizes(layout)[:2]
        for half in layout_halves(layout, size[0])
    ]


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_boxes_lie_apart_and_on_the_felt(game: str, letter: str) -> None:
    for seats, shapes in every(game, letter):
        for number, box in enumerate(shapes.boxes):
            assert shapes.felt.contains(box.path), (seats, box.name)
            for other in shapes.boxes[number + 1 :]:
                assert not apart_fails(box.path, other.path), (seats, box.name, other.name)


def apart_fails(one: QPainterPath, other: QPainterPath) -> bool:
    return one.boundingRect().intersects(other.boundingRect()) and one.intersects(other)


def test_boxes_that_lie_over_one_another_would_be_found() -> None:
    one, other = QPainterPath(), QPainterPath()
    one.addRect(QRectF(0, 0, 10, 10))
    other.addRect(QRectF(9, 9, 10, 10))
    assert apart_fails(one, other)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_no_disc_of_a_seat_is_cut_by_the_edge(game: str, letter: str, turned: bool) -> None:
    for seats, shapes in every(game, letter, turned=turned):
        for badge in shapes.badges:
            assert shapes.size.contains(badge.bounds), (seats, shapes.size, badge)
            assert badge.radius >= 12


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_area_has_its_boxes_and_no_other(game: str, letter: str) -> None:
    drawn = layout_drawing(game, letter)
    layout = the_layout(game, letter)
    for seats in seat_numbers(layout):
        for size in layout_sizes(layout):
            found = {
                (box.area, box.seat)
                for half in layout_halves(layout, size[0])
                for box in layout_shapes(drawn, seats, size, half=half).boxes
            }
            own = {(area, seat) for area in drawn.seat_areas for seat in seats}
            assert found == own | {(area, None) for area in drawn.areas - drawn.seat_areas}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_touch_hits_what_is_painted_there(game: str, letter: str, turned: bool) -> None:
    chance = Random(f"{game}{letter}")
    for seats, shapes in every(game, letter, turned=turned):
        for box in shapes.boxes:
            assert shapes.find_box(box.middle) is box, (seats, box.name)
        for _ in range(POINTS):
            point = QPointF(chance.uniform(0, shapes.size.width()), chance.uniform(0, shapes.size.height()))
            on = [box.name for box in shapes.boxes if box.path.contains(point)]
            hit = shapes.find_box(point)
            assert on == ([] if hit is None else [hit.name])


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_turned_table_is_the_same_table_from_the_other_side(game: str, letter: str) -> None:
    layout, drawn = the_layout(game, letter), layout_drawing(game, letter)
    size = layout_sizes(layout)[0]
    for seats in seat_numbers(layout):
        if not seats:
            continue
        one, other = layout_shapes(drawn, seats, size), layout_shapes(drawn, seats, size, turned=True)
        for box, turned in zip(one.boxes, other.boxes, strict=True):
            opposite = QPointF(size[0], size[1]) - box.middle
            assert (opposite - turned.middle).manhattanLength() < 0.01
            assert other.find_box(opposite) is turned
            assert turned.name == box.name
            assert turned.angle == box.angle


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_each_seat_has_its_disc_on_nobody_elses_box(game: str, letter: str) -> None:
    for seats, shapes in every(game, letter):
        assert tuple(sorted(badge.seat for badge in shapes.badges)) == seats
        for badge in shapes.badges:
            assert shapes.find_badge(badge.middle, 32) == badge
            assert shapes.find_box(badge.middle) is None


def test_text_never_turns_more_than_16_degrees() -> None:
    for game, letter in LAYOUTS:
        for _, shapes in every(game, letter):
            assert all(abs(box.angle) <= 16 for box in shapes.boxes)


def test_the_first_seat_is_at_the_right_of_who_sits_there() -> None:
    drawn = layout_drawing("tiger-buffalo-v4", "A")
    shapes = layout_shapes(drawn, (1, 2, 3, 5, 6, 7), (1336, 560))
    middles = [badge.middle.x() for badge in shapes.badges]
    assert middles == sorted(middles, reverse=True)
