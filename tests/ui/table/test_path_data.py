"""Paths of SVG as Qt has them, every command; and what is not a path."""

from math import cos, pi, sin

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from ui.table.artwork.path_data import PathDataError, parse_path, parse_transform

FINE = 0.05


def near(one: QRectF, other: QRectF) -> bool:
    sides = zip(one.getCoords(), other.getCoords(), strict=True)  # type: ignore[call-overload, unused-ignore]
    return all(abs(first - second) < FINE for first, second in sides)


@pytest.mark.parametrize(
    "data",
    [
        "M10 10 L110 10 L110 60 L10 60 Z",
        "m10,10 l100,0 l0,50 l-100,0 z",
        "M10 10H110V60H10Z",
        "M10 10h100v50h-100z",
        "M10 10 110 10 110 60 10 60z",
        "m 10 10 100 0 0 50 -100 0 z",
        "M1e1 +10.0L110 1.0E1L110 60 10 60z",
        "M10 10C40 10 80 10 110 10L110 60Q60 60 10 60Z",
    ],
)
def test_a_rectangle_is_one_however_it_is_written(data: str) -> None:
    path = parse_path(data)
    assert near(path.boundingRect(), QRectF(10, 10, 100, 50))
    assert path.contains(QPointF(60, 35))
    assert not path.contains(QPointF(5, 35))


@pytest.mark.parametrize(
    ("smooth", "plain"),
    [
        ("M0 0C10 0 20 10 20 20S30 40 50 40", "M0 0C10 0 20 10 20 20C20 30 30 40 50 40"),
        ("M0 0c10 0 20 10 20 20s10 20 30 20", "M0 0C10 0 20 10 20 20C20 30 30 40 50 40"),
        ("M0 0Q10 0 20 20T40 40", "M0 0Q10 0 20 20Q30 40 40 40"),
        ("M0 0L20 20S30 40 50 40", "M0 0L20 20C20 20 30 40 50 40"),
        ("M0 0Q10 0 20 20S30 40 50 40", "M0 0Q10 0 20 20C20 20 30 40 50 40"),
    ],
)
def test_a_smooth_curve_goes_on_from_the_last_of_its_kind(smooth: str, plain: str) -> None:
    assert parse_path(smooth) == parse_path(plain)


def test_arcs_make_the_circle_that_they_say() -> None:
    path = parse_path("M0 50A50 50 0 0 1 100 50A50 50 0 1 1 0 50Z")
    circle = QPainterPath()
    circle.addEllipse(QPointF(50, 50), 50, 50)
    for number in range(72):
        way = QPointF(cos(number * pi / 36), sin(number * pi / 36))
        assert path.contains(QPointF(50, 50) + way * 49.9)
        assert not path.contains(QPointF(50, 50) + way * 50.1)
    assert near(path.boundingRect(), circle.boundingRect())


@pytest.mark.parametrize(
    ("flags", "middle"),
    [("0 0", (50, 13.4)), ("0 1", (50, -13.4)), ("1 0", (50, 186.6)), ("1 1", (50, -186.6))],
)
def test_the_flags_choose_among_the_four_arcs(flags: str, middle: tuple[float, float]) -> None:
    # Two points 100 apart on circles of radius 100: the smaller arcs are 13.4 high, the larger ones 186.6.
    path = parse_path(f"M0 0A100 100 0 {flags} 100 0")
    half = path.pointAtPercent(0.5)
    assert abs(half.x() - middle[0]) < 0.5
    assert abs(half.y() - middle[1]) < 0.5


def test_an_arc_that_cannot_reach_is_made_larger_and_a_turned_one_turns() -> None:
    assert near(parse_path("M0 0A1 1 0 0 1 100 0").boundingRect(), QRectF(0, -50, 100, 50))
    straight, turned = parse_path("M0 0A50 25 0 1 1 0 .1Z"), parse_path("M0 0A25 50 90 1 1 0 .1Z")
    assert near(straight.boundingRect(), turned.boundingRect())


def test_flags_may_stand_against_their_neighbours() -> None:
    assert parse_path("M0 0a50 50 0 01100 0").boundingRect() == parse_path("M0 0a50 50 0 0 1 100 0").boundingRect()


@pytest.mark.parametrize(
    "data",
    ["L10 10", "M10", "M10 10L20", "M0 0Z5", "M0 0X1 1", "M0 0A1 1 0 2 0 5 5", "M0 0L1e9 0", "10 10", "M0 0L5,5 nan 0"],
)
def test_what_is_no_path_is_refused(data: str) -> None:
    with pytest.raises(PathDataError):
        parse_path(data)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("", (10, 20)),
        ("translate(5)", (15, 20)),
        ("translate(5, 7)", (15, 27)),
        ("scale(2)", (20, 40)),
        ("scale(2 3)", (20, 60)),
        ("rotate(90)", (-20, 10)),
        ("rotate(180 10 20)", (10, 20)),
        ("matrix(1 0 0 1 3 4)", (13, 24)),
        ("skewX(45)", (30, 20)),
        ("skewY(45)", (10, 30)),
        ("translate(100,0) scale(2)", (120, 40)),
        ("scale(2) translate(100,0)", (220, 40)),
    ],
)
def test_transforms_are_done_from_the_last_to_the_first(text: str, point: tuple[float, float]) -> None:
    moved = parse_transform(text).map(QPointF(10, 20))
    assert abs(moved.x() - point[0]) < 1e-9
    assert abs(moved.y() - point[1]) < 1e-9


@pytest.mark.parametrize("text", ["spin(3)", "rotate(1 2)", "matrix(1 2 3)", "translate(a)", "scale(1"])
def test_what_is_no_transform_is_refused(text: str) -> None:
    with pytest.raises(PathDataError):
        parse_transform(text)
