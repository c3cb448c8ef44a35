"""The roads as they are painted: every mark in its cell by its form, the latest always seen, a gap where one was."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.roads import ROWS, DerivedMark, OutageGap, RoadCell, RoundMark, build_roads
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.screen import PastTumble, RoadsShown, TrailShown
from ui import roads
from ui.idle_work import IdleWork
from ui.painting.shapes import text_width
from ui.roads import RoadGrid, RoadsWidget, road_places, title_rects
from ui.theme.fonts import font
from ui.theme.sizes import Measures
from ui.theme.theme import DARK

pytestmark = pytest.mark.usefixtures("letters")
I18N = Path(__file__).parents[3] / "resources" / "i18n"
FULL, COMPACT = Measures.from_size(1920, 1080), Measures.from_size(1366, 768)
SIZES = [
    pytest.param(FULL, id="1920"),
    pytest.param(COMPACT, id="1366"),
    pytest.param(Measures.from_size(2560, 1440), id="2560"),
]
LETTERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}
EXAMPLE = "BBBPPPPPBTBPBBPPP"


def _mark(letter: str, *, player_pair: bool = False, banker_pair: bool = False) -> RoundMark:
    return RoundMark(winner=LETTERS[letter], player_pair=player_pair, banker_pair=banker_pair, natural=False)


def _shown(marks: Sequence[RoundMark | OutageGap]) -> RoadsShown:
    found = build_roads(marks)
    counts = found.counts
    return RoadsShown(
        roads=found,
        rounds=ScreenText(f"{counts.total} rounds"),
        counts=((Tone.BANKER, "庄", counts.banker), (Tone.PLAYER, "閒", counts.player), (Tone.TIE, "和", counts.tie)),
        pairs=f"Pairs B {counts.banker_pairs} · P {counts.player_pairs}",
        headings=(
            ScreenText("Bead plate"),
            ScreenText("Big road"),
            ScreenText("Big eye boy"),
            ScreenText("Small"),
            ScreenText("Cockroach pig"),
        ),
    )


def _letters(text: str) -> RoadsShown:
    return _shown([_mark(letter) for letter in text])


def _painted(qtbot: QtBot, shown: RoadsShown | TrailShown | None, measures: Measures = FULL) -> QImage:
    widget = RoadsWidget()
    qtbot.addWidget(widget)
    widget.set_measures(measures)
    widget.resize(measures.width - measures.rail_width, measures.past_height)
    widget.show_past(shown)
    return widget.grab().toImage()


def _count(image: QImage, rect: QRectF | None, colour: QColor, *, nearly: int = 0) -> int:
    """How many points there are of this colour; `nearly` for strokes that are thinner than a point."""
    assert rect is not None
    area: QRect = rect.toRect()
    return sum(
        _far(QColor(image.pixel(x, y)), colour) <= nearly
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    )


def _far(one: QColor, other: QColor) -> int:
    red, green, blue = one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue()
    return max(abs(red), abs(green), abs(blue))


@pytest.mark.parametrize("measures", SIZES)
def test_every_grid_stands_apart_and_in_the_widget(measures: Measures) -> None:
    width = measures.width - measures.rail_width
    laid = road_places(width, measures.past_height, measures)
    grids = [laid.bead, laid.big, laid.eye, laid.small, laid.cockroach]
    rects = [laid.counts, *(QRectF(grid.x, grid.y, grid.right - grid.x, 6 * grid.cell) for grid in grids), laid.ask]
    for index, rect in enumerate(rects):
        assert QRectF(0, 0, width, measures.past_height).contains(rect)
        assert not any(rect.intersects(other) for other in rects[index + 1 :])


@pytest.mark.parametrize("measures", SIZES)
def test_every_round_of_the_example_is_in_its_cell(qtbot: QtBot, measures: Measures) -> None:
    shown = _letters(EXAMPLE)
    image = _painted(qtbot, shown, measures)
    laid = road_places(measures.width - measures.rail_width, measures.past_height, measures)
    fills = {Winner.BANKER: DARK.banker, Winner.PLAYER: DARK.player, Winner.TIE: DARK.tie}
    rings = {Winner.BANKER: DARK.banker_mark, Winner.PLAYER: DARK.player_mark}
    for bead in shown.roads.bead_plate:
        assert _count(image, laid.bead.cell_rect(bead.cell), fills[bead.mark.winner]) > 20
    for entry in shown.roads.big_road.entries:
        assert _count(image, laid.big.cell_rect(entry.drawn), rings[entry.mark.winner]) > 10
        assert (_count(image, laid.big.cell_rect(entry.drawn), DARK.tie_mark) > 3) is (entry.ties > 0)
    colours = {DerivedMark.RED: DARK.banker_mark, DerivedMark.BLUE: DARK.player_mark}
    for road, grid in zip(shown.roads.all_derived_roads, (laid.eye, laid.small, laid.cockroach), strict=True):
        assert road.entries
        for mark in road.entries:
            assert _count(image, grid.cell_rect(mark.drawn), colours[mark.mark], nearly=70) > 1


def test_form_alone_tells_the_sides_apart(qtbot: QtBot) -> None:
    """A ring leaves the corners of its cell free, a square does not: without any colour."""
    laid = road_places(FULL.width - FULL.rail_width, FULL.past_height, FULL)
    corner = laid.big.cell_rect(RoadCell(1, 1))
    assert corner is not None
    # Just within the cell, where the corner of a square mark is.
    small = QRectF(corner.x() + 4, corner.y() + 4, 3, 3)
    square = _count(_painted(qtbot, _letters("B")), small, DARK.s1)
    ring = _count(_painted(qtbot, _letters("P")), small, DARK.s1)
    assert square < ring


def test_a_long_shoe_shows_its_latest_round_and_a_free_column(qtbot: QtBot) -> None:
    shown = _letters("BP" * 45)
    laid = road_places(FULL.width - FULL.rail_width, FULL.past_height, FULL)
    last = shown.roads.big_road.entries[-1].drawn
    big = laid.big.scroll(last.column)
    image = _painted(qtbot, shown)
    assert laid.big.cell_rect(last) is None
    assert _count(image, big.cell_rect(last), DARK.player_mark) > 10
    free = big.cell_rect(RoadCell(last.column + 1, 1))
    assert _count(image, free, DARK.player_mark) == _count(image, free, DARK.banker_mark) == 0
    bead = laid.bead.scroll(shown.roads.bead_plate[-1].cell.column)
    assert _count(image, bead.cell_rect(shown.roads.bead_plate[-1].cell), DARK.player) > 20


def test_a_short_shoe_begins_at_the_left() -> None:
    grid = RoadGrid(x=0, y=0, cell=10, columns=9)
    assert [grid.scroll(last).first for last in (0, 1, 8, 9, 20)] == [1, 1, 1, 2, 13]


def test_a_tie_before_any_winner_waits_in_the_first_cell(qtbot: QtBot) -> None:
    laid = road_places(FULL.width - FULL.rail_width, FULL.past_height, FULL)
    image = _painted(qtbot, _letters("TT"))
    assert _count(image, laid.big.cell_rect(RoadCell(1, 1)), DARK.tie_mark) > 10


def test_rounds_that_nobody_saw_leave_a_gap(qtbot: QtBot) -> None:
    played: list[RoundMark | OutageGap] = [_mark("B"), _mark("B"), OutageGap(2), _mark("B")]
    laid = road_places(FULL.width - FULL.rail_width, FULL.past_height, FULL)
    image = _painted(qtbot, _shown(played))
    line = QRectF(laid.big.x + laid.big.cell - 2, laid.big.y, 4, 6 * laid.big.cell)
    assert _count(image, line, DARK.warn) > 20
    assert _count(_painted(qtbot, _letters("BBP")), line, DARK.warn) == 0
    assert _count(image, laid.bead.cell_rect(RoadCell(1, 3)), DARK.banker) == 0
    assert _count(image, laid.bead.cell_rect(RoadCell(1, 5)), DARK.banker) > 20


def test_pairs_are_dots_at_opposite_corners(qtbot: QtBot) -> None:
    laid = road_places(FULL.width - FULL.rail_width, FULL.past_height, FULL)
    cell = laid.bead.cell_rect(RoadCell(1, 1))
    assert cell is not None
    upper, lower = QRectF(cell.x(), cell.y(), 7, 7), QRectF(cell.right() - 8, cell.bottom() - 8, 7, 7)
    for player, banker in ((True, False), (False, True), (True, True), (False, False)):
        image = _painted(qtbot, _shown([_mark("T", player_pair=player, banker_pair=banker)]))
        assert (_count(image, upper, DARK.banker_mark) > 5) is banker
        assert (_count(image, lower, DARK.player_mark) > 5) is player


@pytest.mark.parametrize("measures", SIZES)
def test_what_the_next_round_would_add_stands_beside_the_derived_roads(qtbot: QtBot, measures: Measures) -> None:
    """Of the example: three blue for the Banker, three red for the Player; a line or a column each."""
    laid = road_places(measures.width - measures.rail_width, measures.past_height, measures)
    ask = laid.ask
    banker = QRectF(ask.x(), ask.y(), ask.width() - 2, ask.height() / 2 - 1)
    player = banker.translated(0, ask.height() / 2)
    if measures.compact:
        # Below the marks and the names of the hands.
        head, side = ask.height() * 2 / 5, ask.width() / 2
        banker = QRectF(ask.x(), ask.y() + head, side - 1, ask.height() - head)
        player = banker.translated(side, 0)
    image = _painted(qtbot, _letters(EXAMPLE), measures)
    assert _count(image, banker, DARK.player_mark) > 10
    assert _count(image, banker, DARK.banker_mark) == 0
    assert _count(image, player, DARK.banker_mark) > 10
    assert _count(image, player, DARK.player_mark) == 0


@pytest.mark.parametrize(("measures", "wanted"), [(FULL, ["If BANKER", "If PLAYER"] * 3), (COMPACT, ["B", "P"])])
def test_the_next_round_is_asked_in_words(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, measures: Measures, wanted: list[str]
) -> None:
    written: list[str] = []
    monkeypatch.setattr(roads, "draw_text", lambda _painter, _rect, text, *_: written.append(text))
    asks = (ScreenText("If BANKER", "", "BANKER"), ScreenText("If PLAYER", "", "PLAYER"))
    _painted(qtbot, replace(_letters(EXAMPLE), asks=asks), measures)
    assert sorted(text for text in written if text in wanted) == sorted(wanted)


def test_at_the_drawn_size_the_derived_roads_have_cells_of_sixteen() -> None:
    laid = road_places(FULL.width - FULL.rail_width, FULL.past_height, FULL)
    assert {grid.cell for grid in (laid.eye, laid.small, laid.cockroach)} == {16}


def test_a_bead_has_its_points_where_that_is_set(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(roads, "draw_text", lambda _painter, _rect, text, *_: written.append(text))
    shown = _shown([replace(_mark("B"), points=7), replace(_mark("T"), points=6)])
    _painted(qtbot, replace(shown, points_on_beads=True))
    assert {"7", "6"} <= set(written)


def test_nothing_is_painted_anew_for_the_same_roads(qtbot: QtBot) -> None:
    widget = RoadsWidget()
    qtbot.addWidget(widget)
    widget.resize(1336, 200)
    widget.show_past(_letters(EXAMPLE))
    with qtbot.waitExposed(widget):
        widget.show()
    widget.repaint()
    first = widget._picture
    widget.show_past(_letters(EXAMPLE))
    widget.repaint()
    assert widget._picture is first
    widget.show_past(_letters(EXAMPLE + "B"))
    widget.repaint()
    assert widget._picture is not first
    assert widget.accessibleName() == "18 rounds · 庄 8 · 閒 9 · 和 1 · Pairs B 0 · P 0"


def test_in_a_loop_the_roads_of_before_are_seen_until_the_next_turn(qtbot: QtBot, turns: IdleWork) -> None:
    widget = RoadsWidget(turns=turns)
    qtbot.addWidget(widget)
    widget.resize(1336, 200)
    widget.show_past(_letters(EXAMPLE))
    before = widget.grab().toImage()
    turns.begin()
    widget.show_past(_letters(EXAMPLE + "B"))
    assert widget.grab().toImage() == before
    qtbot.waitUntil(lambda: turns.is_queue_empty)
    fresh = RoadsWidget()
    qtbot.addWidget(fresh)
    fresh.resize(1336, 200)
    fresh.show_past(_letters(EXAMPLE + "B"))
    assert widget.grab().toImage() == fresh.grab().toImage()


TRAIL = TrailShown(
    headings=tuple(ScreenText(f"Last {number}") for number in range(19)),
    tumbles=(
        PastTumble(dice=(1, 2, 3), total="6", marks=("小", "雙")),
        PastTumble(dice=None, total="–", marks=()),
        PastTumble(dice=(2, 5, 6), total="13", marks=("大", "單"), now=True),
    ),
    counted=ScreenText("All 2"),
    counts=(("大", 1), ("小", 1)),
)


@pytest.mark.parametrize("measures", SIZES)
def test_the_trail_frames_the_present_tumble_and_tells_a_void_one(qtbot: QtBot, measures: Measures) -> None:
    image = _painted(qtbot, TRAIL, measures)
    whole = QRectF(image.rect())
    assert _count(image, whole, DARK.go) > 100
    assert _count(image, whole, DARK.stop) > 20
    assert _count(image, whole, DARK.card) > 500


def test_more_tumbles_than_there_is_room_for_show_the_latest(qtbot: QtBot) -> None:
    many = replace(TRAIL, tumbles=TRAIL.tumbles[:1] * 60 + TRAIL.tumbles[2:])
    assert _count(_painted(qtbot, many), QRectF(0, 0, 1336, 200), DARK.go) > 100


@pytest.mark.parametrize(("measures", "wide"), [(FULL, 1336), (COMPACT, 926)])
def test_the_heading_of_the_trail_names_as_many_tumbles_as_are_seen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, measures: Measures, wide: int
) -> None:
    written: list[str] = []
    monkeypatch.setattr(roads, "draw_text", lambda _painter, _rect, text, *_: written.append(text))
    shown = replace(TRAIL, tumbles=TRAIL.tumbles[:1] * 18)
    widget = RoadsWidget()
    qtbot.addWidget(widget)
    widget.set_measures(measures)
    widget.resize(wide, measures.past_height)
    widget.show_past(shown)
    widget.grab()
    seen = written.count("6")
    assert 1 < seen <= 18
    assert (f"Last {seen}" in written, "All 2" in written) == (True, True)
    assert widget.accessibleName().startswith("All 2")


def test_a_tumble_that_nobody_noted_does_not_look_void(qtbot: QtBot) -> None:
    unnoted = replace(TRAIL, tumbles=(PastTumble(dice=None, total="?", marks=(), noted=False),))
    void = replace(TRAIL, tumbles=TRAIL.tumbles[1:2])
    whole = QRectF(0, 0, 300, 200)
    assert _count(_painted(qtbot, unnoted), whole, DARK.stop) == 0
    assert _count(_painted(qtbot, void), whole, DARK.stop) > 20
    assert _count(_painted(qtbot, unnoted), whole, DARK.t3) > 40


def test_a_table_without_a_past_is_an_empty_panel(qtbot: QtBot) -> None:
    image = _painted(qtbot, None)
    assert image.pixelColor(300, 100) == DARK.s1


WINDOWS = [(1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160)]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
@pytest.mark.parametrize("given_up", [False, True])
def test_every_heading_is_whole_in_both_languages(width: int, height: int, given_up: bool) -> None:
    """In the usual room, and where a ribbon has taken some of it."""
    measures = Measures.from_size(width, height)
    wide = width - measures.rail_width
    high = measures.stage_rows(height, 10_000, dice=False, past=True).past if given_up else measures.past_height
    laid = road_places(wide, high, measures)
    for language in ("zh-Hant", "zh-Hans"):
        first, second = _headings("en"), _headings(language)
        for one, other, room in zip(first, second, title_rects(laid, wide, measures), strict=True):
            assert text_width(f"{one} {other}", font(measures.caption, 500)) <= room.width(), one


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_roads_that_give_up_height_still_lie_within_it(width: int, height: int) -> None:
    measures = Measures.from_size(width, height)
    wide, high = width - measures.rail_width, measures.stage_rows(height, 10_000, dice=False, past=True).past
    laid = road_places(wide, high, measures)
    grids = [
        QRectF(grid.x, grid.y, grid.right - grid.x, ROWS * grid.cell)
        for grid in (laid.bead, laid.big, laid.eye, laid.small, laid.cockroach)
    ]
    for number, grid in enumerate(grids):
        assert QRectF(0, 0, wide, high).contains(grid)
        assert not any(grid.intersects(other) for other in grids[number + 1 :])
    assert laid.eye.cell >= measures.px(9, 8)


def _headings(language: str) -> tuple[str, ...]:
    words = tomllib.loads((I18N / f"play.{language}.toml").read_text(encoding="utf-8"))["play"]
    return tuple(words[code] for code in ("bead-plate", "big-road", "big-eye-boy", "small-road", "cockroach-road"))
