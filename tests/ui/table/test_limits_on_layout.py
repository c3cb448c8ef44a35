"""Limits that the operator has on the layout stand beside the approved odds, and never in their place."""

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.layouts import layout_drawing
from dealer_app.screens.screen import AreaState, Stake, TableShown
from tests.ui.table.layout_sizes import LAYOUTS, layout_halves, layout_sizes, the_layout
from tests.ui.table.letter_check import check_letters
from ui.table import side_notes
from ui.table.box_contents import BoxContents, fill_box
from ui.table.geometry import Shapes, layout_shapes
from ui.table.picture import TablePicture, make_picture_key
from ui.table.thumbnails import empty_table
from ui.table.widget import TableWidget
from ui.theme.theme import DARK

pytestmark = pytest.mark.usefixtures("letters")
LIMITS = "100 – 20,000"
ONE = (Stake(amount="1,000", minor=100_000),)


def limited(shown: TableShown, limits: str = LIMITS) -> TableShown:
    return replace(shown, areas=tuple(replace(area, limits=limits) for area in shown.areas))


def shapes_at(game: str, letter: str) -> list[Shapes]:
    layout, seats = the_layout(game, letter), tuple(seat.number for seat in empty_table(game, letter).seats)
    return [
        layout_shapes(layout_drawing(game, letter), seats, size, half=half)
        for size in layout_sizes(layout)
        for half in layout_halves(layout, size[0])
    ]


def all_filled(shown: TableShown, shapes: Shapes, stakes: tuple[Stake, ...]) -> list[BoxContents]:
    areas = {(area.area, area.seat): area for area in shown.areas}
    return [fill_box(box, areas[box.area, box.seat], stakes, scale=shapes.scale, odds=True) for box in shapes.boxes]


def lines(each: BoxContents) -> list[str]:
    return [line.text for line in each.letters.lines]


def notes(picture: TablePicture) -> set[str]:
    limits = side_notes.block_limits(picture.shown, picture.shapes)
    return {line.text for line in side_notes.side_note_lines(picture.shapes, picture.layout, DARK, limits)}


@pytest.mark.parametrize("stakes", [(), ONE], ids=["empty", "a bet"])
@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_box_has_the_odds_it_has_without_limits(game: str, letter: str, stakes: tuple[Stake, ...]) -> None:
    plain = empty_table(game, letter)
    for shapes in shapes_at(game, letter):
        for without, besides in zip(
            all_filled(plain, shapes, stakes), all_filled(limited(plain), shapes, stakes), strict=True
        ):
            assert lines(besides)[: len(lines(without))] == lines(without), (shapes.size, without.box.name)
            check_letters(besides)
            assert "".join(lines(besides)[len(lines(without)) :]).replace("–", " – ").replace("  ", " ") in ("", LIMITS)


@pytest.mark.parametrize(
    ("game", "letter", "area"),
    [("tiger-buffalo-v4", "A", "tie"), ("tiger-buffalo-v4", "A", "player"), ("tai-sai-open-cover-v5", "C", "big")],
)
def test_where_there_is_room_they_stand_below_the_odds(game: str, letter: str, area: str) -> None:
    shapes = shapes_at(game, letter)[0]
    (each, *_) = [each for each in all_filled(limited(empty_table(game, letter)), shapes, ()) if each.box.area == area]
    assert lines(each)[-1] == LIMITS


def test_dice_stay_large_enough_to_be_read_above_them() -> None:
    shapes = shapes_at("tai-sai-open-cover-v5", "C")[0]
    doubles = [
        each
        for each in all_filled(limited(empty_table("tai-sai-open-cover-v5", "C")), shapes, ())
        if each.box.area.startswith("double")
    ]
    assert all(lines(each) == ["1 WINS 11", "100 –", "20,000"] for each in doubles)
    assert all(place.width() >= 20 for each in doubles for _, place in each.dice)


def test_a_block_of_cells_has_them_once_in_its_note() -> None:
    shown = limited(empty_table("tai-sai-open-cover-v5", "C"))
    picture = TablePicture(shown, make_picture_key(shown, QSize(1336, 656), DARK))
    assert any(LIMITS in note and "1 WINS" in note for note in notes(picture))
    mixed = replace(
        shown,
        areas=tuple(replace(area, limits="1 – 2") if area.area == "three:126" else area for area in shown.areas),
    )
    there = [
        note for note in notes(TablePicture(mixed, make_picture_key(mixed, QSize(1336, 656), DARK))) if LIMITS in note
    ]
    assert len(there) == len([note for note in notes(picture) if LIMITS in note]) - 1


def test_the_word_of_a_state_stands_alone() -> None:
    shown = limited(empty_table("tiger-buffalo-v4", "A"))
    void = replace(shown, areas=tuple(replace(area, state=AreaState.VOID, word="void") for area in shown.areas))
    for each in all_filled(void, shapes_at("tiger-buffalo-v4", "A")[0], ()):
        assert not [line for line in lines(each) if "100" in line]


def test_switching_them_on_and_another_minimum_are_painted(qtbot: QtBot) -> None:
    plain, widget = empty_table("tiger-buffalo-v4", "A"), TableWidget()
    qtbot.addWidget(widget)
    widget.resize(1336, 560)
    for shown in (plain, limited(plain), limited(plain, "200 – 20,000"), plain):
        widget.show_table(shown)
        picture = widget.picture
        assert picture is not None
        assert picture.pixmap.toImage() == TablePicture(shown, picture.key).pixmap.toImage()
        said = {line for each in picture.filled if each.box.area == "tie" for line in lines(each)}
        assert {area.limits for area in shown.areas} - {""} <= said


def test_a_picture_that_is_kept_paints_other_limits() -> None:
    plain = empty_table("tiger-buffalo-v4", "A")
    picture = TablePicture(plain, make_picture_key(plain, QSize(1336, 560), DARK))
    bare = picture.pixmap.toImage()
    assert picture.show(limited(plain))
    assert picture.pixmap.toImage() != bare
    assert picture.show(plain)
    assert picture.pixmap.toImage() == bare


def test_they_are_part_of_what_is_printed() -> None:
    plain, size = empty_table("tai-sai-open-cover-v5", "C"), QSize(1336, 656)
    grounds = [make_picture_key(shown, size, DARK) for shown in (plain, limited(plain), limited(plain, "5 – 10"))]
    assert len({ground.limits for ground in grounds}) == 3
    assert grounds[0] != grounds[1] != grounds[2]


def test_cells_have_them_where_their_note_has_no_room() -> None:
    shown = limited(empty_table("tai-sai-open-cover-v5", "A"))
    picture = TablePicture(shown, make_picture_key(shown, QSize(1336, 656), DARK))
    there = {each.box.area: lines(each) for each in picture.filled}
    assert there["double:66"] == ["DOUBLE", "SIX", "100 –", "20,000"]  # type: ignore[index]
    assert there["domino:56"] == ["5 AND 6"]  # type: ignore[index]
    assert "EACH DOUBLE · 1 WINS 11" in notes(picture)
    assert picture.show(shown) == []
