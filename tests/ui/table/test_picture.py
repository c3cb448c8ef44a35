"""What is painted anew and what is not, and that states are told apart without colour."""

from itertools import combinations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from dealer_app.domain.values import replace
from dealer_app.screens.actions import SignOut
from dealer_app.screens.screen import AreaState, TableShown
from tests.ui.table.layout_sizes import LAYOUTS
from tests.ui.table.table_samples import make_stake, with_acts, with_area, with_state_words
from ui.table.picture import TablePicture, make_picture_key
from ui.table.thumbnails import empty_table
from ui.theme.theme import BRIGHT, DARK

pytestmark = pytest.mark.usefixtures("letters")
SIZE = QSize(1336, 560)
OF_EACH_KIND = [("tiger-buffalo-insurance", "A"), ("tiger-buffalo-v4", "K"), ("tai-sai-open-cover-v5", "C")]


def pictured(shown: TableShown, size: QSize = SIZE, ratio: float = 1.0) -> TablePicture:
    return TablePicture(shown, make_picture_key(shown, size, DARK, ratio=ratio))


def image(picture: TablePicture) -> QImage:
    return picture.pixmap.toImage()


# One of each kind at the usual ratios; at 1.25, where the edges of pixels fall between, all of them.
@pytest.mark.parametrize(
    ("game", "letter", "ratio"),
    [*((*each, 1.25) for each in LAYOUTS), *((*each, ratio) for each in OF_EACH_KIND for ratio in (1.0, 1.5, 2.0))],
)
def test_painting_what_changed_gives_the_same_picture_as_painting_all(game: str, letter: str, ratio: float) -> None:
    plain = empty_table(game, letter)
    names = [area.name for area in plain.areas][::3]
    then = plain
    for number, name in enumerate(names):
        stakes = (make_stake(1_000, seat=plain.seats[0].number if plain.seats else None),) * (number % 5)
        then = with_area(then, name, state=list(AreaState)[number % len(AreaState)], stakes=stakes)
    changed = pictured(plain, ratio=ratio)
    changed.show(then)
    assert image(changed) == image(pictured(then, ratio=ratio))
    changed.show(plain)
    assert image(changed) == image(pictured(plain, ratio=ratio))


def test_only_what_changed_is_painted() -> None:
    plain = empty_table("tiger-buffalo-v4", "A")
    picture = pictured(plain)
    before = picture.base.cacheKey()
    rectangles = picture.show(with_area(plain, "player.seat-3", stakes=(make_stake(500),)))
    (box,) = [box for box in picture.shapes.boxes if box.name == "player.seat-3"]
    assert len(rectangles) == 1
    assert rectangles[0].contains(box.bounds.toAlignedRect())
    assert rectangles[0].width() < box.bounds.width() * 1.5
    assert picture.base.cacheKey() == before


def test_what_a_touch_would_do_is_not_painted() -> None:
    plain = with_acts(empty_table("tiger-buffalo-v4", "A"))
    picture = pictured(plain)
    assert picture.show(replace(plain, areas=tuple(replace(area, act=SignOut()) for area in plain.areas))) == []


def test_a_selected_seat_is_painted_and_nothing_else() -> None:
    plain = empty_table("tiger-buffalo-v4", "A")
    picture = pictured(plain)
    (rectangle,) = picture.show(
        replace(plain, seats=tuple(replace(seat, selected=seat.number == 5) for seat in plain.seats))
    )
    assert rectangle == picture.badge_bounds(5).toAlignedRect()


def test_chips_on_a_box_that_is_drawn_twice_lie_on_the_one_near_their_seat() -> None:
    shown = with_area(
        empty_table("tiger-buffalo-v4", "A"), "big_buffalo", stakes=(make_stake(100, seat=1), make_stake(200, seat=7))
    )
    left, right = sorted(
        (each for each in pictured(shown).filled if each.box.name == "big_buffalo"),
        key=lambda each: each.box.middle.x(),
    )
    assert [stake.seat for stake in left.stakes] == [7]
    assert [stake.seat for stake in right.stakes] == [1]


@pytest.mark.parametrize("theme", [DARK, BRIGHT])
def test_every_two_states_differ_without_their_colours(theme: object) -> None:
    plain = empty_table("tiger-buffalo-v4", "A")
    greys = {}
    for state in AreaState:
        shown = with_state_words(plain, state)
        picture = TablePicture(shown, make_picture_key(shown, SIZE, DARK if theme is DARK else BRIGHT))
        (box,) = [box for box in picture.shapes.boxes if box.name == "tie"]
        part = image(picture).copy(box.bounds.toAlignedRect()).convertToFormat(QImage.Format.Format_Grayscale8)
        greys[state] = bytes(part.constBits())
    for one, other in combinations(greys, 2):
        differing = sum(abs(first - second) > 24 for first, second in zip(greys[one], greys[other], strict=True))
        # Open and closed differ by the strength of the border alone, which is all around.
        assert differing > 300, (one, other, differing)


@pytest.mark.parametrize("change", [{"turned": True}, {"with_odds": False}, {"letter": "C"}])
def test_another_side_or_layout_is_another_printed_picture(change: dict[str, object]) -> None:
    plain = empty_table("tiger-buffalo-v4", "A")
    other = replace(plain, **change)  # type: ignore[arg-type]
    assert make_picture_key(plain, SIZE, DARK) != make_picture_key(other, SIZE, DARK)
    assert make_picture_key(plain, SIZE, DARK) == make_picture_key(replace(plain), SIZE, DARK)
    assert make_picture_key(plain, SIZE, DARK) != make_picture_key(plain, SIZE, BRIGHT)


def test_drill_tables_show_no_odds() -> None:
    shown = replace(empty_table("tiger-buffalo-v4", "P"), with_odds=False)
    lines = [line.text for each in pictured(shown).filled for line in each.letters.lines]
    assert not [line for line in lines if " to " in line]


def test_a_result_paints_each_area_that_it_changes_and_no_other() -> None:
    plain = empty_table("tiger-buffalo-v4", "P")
    names = ["banker.seat-1", "banker.seat-6", "tiger.seat-3", "tie"]
    then = plain
    for name in names:
        then = with_area(then, name, state=AreaState.LIT if name != "tie" else AreaState.DIMMED)
    picture = pictured(plain)
    rectangles = picture.show(then)
    boxes = [box for box in picture.shapes.boxes if box.name in names]
    assert len(rectangles) == len(boxes) == len(names)
    for box in boxes:
        assert any(rectangle.contains(box.bounds.toAlignedRect()) for rectangle in rectangles)
    painted = sum(rectangle.width() * rectangle.height() for rectangle in rectangles)
    assert painted < SIZE.width() * SIZE.height() / 8
    assert picture.show(then) == []


def test_what_is_paid_paints_its_own_box() -> None:
    lit = with_area(
        empty_table("tiger-buffalo-v4", "P"),
        "tiger.seat-1",
        state=AreaState.LIT,
        stakes=(make_stake(100, wins="+2,000"),),
    )
    picture = pictured(lit)
    (rectangle,) = picture.show(with_area(lit, "tiger.seat-1", stakes=()))
    (box,) = [box for box in picture.shapes.boxes if box.name == "tiger.seat-1"]
    assert rectangle.contains(box.bounds.toAlignedRect())
    assert rectangle.width() < box.bounds.width() * 1.5
