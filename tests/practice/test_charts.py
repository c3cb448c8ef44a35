"""Charts: what is below the standard differs by its shape, gaps stay gaps, and every drawing is a whole SVG."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.charts import BarChart, Chart, ChartInk, CourseChart, ListBar, ListChart, draw_chart, list_height

INK = ChartInk(
    text="#111111",
    quiet="#222222",
    line="#333333",
    mark="#444444",
    good="#00ff00",
    attention="#ff0000",
    ground="#555555",
)
SVG = "{http://www.w3.org/2000/svg}"
SIZE = (320, 140)


def drawn(chart: Chart, size: tuple[int, int] = SIZE) -> ET.Element:
    return ET.fromstring(draw_chart(chart, size, INK))  # noqa: S314 - it is our own text


def course(*values: int | None, empty: str = "") -> CourseChart:
    names = tuple(str(week) for week in range(1, len(values) + 1))
    return CourseChart(names=names, values=values, low=50, high=100, standard=90, empty=empty)


def test_a_point_below_the_standard_is_a_triangle_and_one_at_it_a_disc() -> None:
    found = drawn(course(90, 89, 100))
    assert len(found.findall(f"{SVG}circle")) == 2
    assert len(found.findall(f"{SVG}polygon")) == 1


def test_a_week_without_a_value_has_no_point_and_its_name_all_the_same() -> None:
    found = drawn(course(95, None, 95))
    assert len(found.findall(f"{SVG}circle")) == 2
    assert {"1", "2", "3"} <= {text.text for text in found.findall(f"{SVG}text")}


def test_a_course_without_points_says_so() -> None:
    assert "fewer" in {text.text for text in drawn(course(None, None, empty="fewer")).findall(f"{SVG}text")}


@pytest.mark.parametrize("said", ["<b>&", '"', "a]]>b"])
def test_a_name_is_written_as_it_is(said: str) -> None:
    chart = ListChart(bars=(ListBar(name=said, value=1, figure="1"),))
    assert said in {text.text for text in drawn(chart).findall(f"{SVG}text")}


def test_chinese_has_letters_of_its_own() -> None:
    chart = BarChart(names=("第 1 週", "week 2"), values=(1, 2))
    families = {text.text: text.get("font-family") for text in drawn(chart).findall(f"{SVG}text")}
    assert families["第 1 週"] == INK.han
    assert families["week 2"] == INK.latin


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=24), st.none() | st.integers(0, 10**6))
def test_every_bar_is_on_the_sheet(values: list[int], limit: int | None) -> None:
    chart = BarChart(names=tuple("x" for _ in values), values=tuple(values), limit=limit)
    for box in drawn(chart).findall(f"{SVG}rect"):
        x, y, wide, high = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert x + wide <= SIZE[0]
        assert y + high <= SIZE[1]


def test_a_list_is_as_high_as_its_bars() -> None:
    bars = tuple(ListBar(name=str(number), value=number, figure=str(number), standard=9) for number in range(10))
    chart = ListChart(bars=bars, most=10)
    high = list_height(chart)
    ends = [
        float(box.get("y", "")) + float(box.get("height", ""))
        for box in drawn(chart, (300, high)).findall(f"{SVG}rect")
    ]
    assert max(ends) <= high


def test_the_same_chart_is_the_same_bytes() -> None:
    assert draw_chart(course(1, 2, 3), SIZE, INK) == draw_chart(course(1, 2, 3), SIZE, INK)
