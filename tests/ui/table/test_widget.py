"""The table under a finger, a mouse and a keyboard: what was touched is told, and nothing else."""

from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.screen import AreaState, TableShown
from tests.ui.table.layout_sizes import LAYOUTS
from tests.ui.table.table_samples import TURN, make_stake, with_acts, with_area
from ui.table import targets
from ui.table.picture import TablePicture, make_picture_key
from ui.table.tabs import GridHalf, has_name_room
from ui.table.targets import ARROWS, nearest_target
from ui.table.thumbnails import empty_table
from ui.table.widget import TableWidget
from ui.theme.theme import DARK

pytestmark = pytest.mark.usefixtures("letters")
LEFT = Qt.MouseButton.LeftButton


class TableBench:
    """A widget that is shown, and what was told of it."""

    def __init__(self, qtbot: QtBot, shown: TableShown, size: tuple[int, int]) -> None:
        self.widget = TableWidget()
        qtbot.addWidget(self.widget)
        self.acts: list[Action] = []
        self.widget.acted.connect(self.acts.append)
        self.widget.resize(*size)
        self.widget.show_table(shown)
        self.widget.show()
        qtbot.waitExposed(self.widget)

    def middle(self, name: str) -> QPoint:
        picture = self.widget.picture
        assert picture is not None
        return next(box.middle for box in picture.shapes.boxes if box.name == name).toPoint()

    def badge(self, seat: int) -> QPoint:
        picture = self.widget.picture
        assert picture is not None
        return next(badge.middle for badge in picture.shapes.badges if badge.seat == seat).toPoint()

    @property
    def touched(self) -> list[str]:
        return [act.input_state.text("touched") for act in self.acts if isinstance(act, SetInput)]


@pytest.fixture
def table(qtbot: QtBot) -> Callable[..., TableBench]:
    def made(game: str, letter: str, size: tuple[int, int] = (1336, 560), **changes: object) -> TableBench:
        return TableBench(qtbot, replace(with_acts(empty_table(game, letter)), **changes), size)  # type: ignore[arg-type]

    return made


@pytest.mark.parametrize("size", [(1336, 560), (926, 388)])
@pytest.mark.parametrize(("game", "letter"), [each for each in LAYOUTS if "tai-sai" not in each[0]])
def test_a_click_on_an_area_does_what_the_area_does(
    table: Callable[..., TableBench], game: str, letter: str, size: tuple[int, int]
) -> None:
    shown = table(game, letter, size)
    names = [area.name for area in empty_table(game, letter).areas]
    for name in names:
        QTest.mouseClick(shown.widget, LEFT, pos=shown.middle(name))
    assert shown.touched == names


def test_a_touch_is_a_click(table: Callable[..., TableBench], finger: QPointingDevice) -> None:
    shown = table("tiger-buffalo-v4", "A")
    QTest.touchEvent(shown.widget, finger).press(0, shown.middle("tie"), shown.widget).commit()
    QTest.touchEvent(shown.widget, finger).release(0, shown.middle("tie"), shown.widget).commit()
    assert shown.touched == ["tie"]


@pytest.fixture(scope="session")
def finger() -> QPointingDevice:
    return QTest.createTouchDevice()


def test_a_finger_that_slides_away_touches_nothing(table: Callable[..., TableBench]) -> None:
    shown = table("tiger-buffalo-v4", "A")
    QTest.mousePress(shown.widget, LEFT, pos=shown.middle("tie"))
    QTest.mouseRelease(shown.widget, LEFT, pos=shown.middle("player_pair"))
    assert shown.acts == []


def test_what_does_nothing_can_be_touched_in_vain(table: Callable[..., TableBench]) -> None:
    shown = table("tiger-buffalo-v4", "A")
    shown.widget.show_table(empty_table("tiger-buffalo-v4", "A"))
    QTest.mouseClick(shown.widget, LEFT, pos=shown.middle("tie"))
    QTest.mouseClick(shown.widget, Qt.MouseButton.RightButton, pos=shown.middle("tie"))
    assert shown.acts == []


def test_a_seats_disc_is_as_large_as_a_finger(table: Callable[..., TableBench]) -> None:
    shown = table("tiger-buffalo-v4", "K")
    for seat in (1, 9, 15):
        QTest.mouseClick(shown.widget, LEFT, pos=shown.badge(seat))
    told = [act.input_state.seat for act in shown.acts if isinstance(act, SetInput)]
    assert told == [1, 9, 15]


@pytest.mark.parametrize("turned", [False, True])
def test_the_key_that_turns_the_table_is_in_its_corner(table: Callable[..., TableBench], turned: bool) -> None:
    shown = table("tiger-buffalo-v4", "A", turned=turned)
    place = shown.widget.picture.shapes.turn  # type: ignore[union-attr]
    QTest.mouseClick(shown.widget, LEFT, pos=place.center().toPoint())
    assert shown.acts == [TURN.act]
    assert (place.top() < 100) is turned


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_arrows_reach_every_area_and_seat(table: Callable[..., TableBench], game: str, letter: str) -> None:
    shown = table(game, letter)
    widget = shown.widget
    widget.setFocus()
    targets = widget._targets()
    places = {name: place for name, (place, _) in targets.items()}
    reached, ahead = {next(iter(places))}, [next(iter(places))]
    while ahead:
        here = ahead.pop()
        for way in ARROWS.values():
            there = nearest_target(places, here, way)
            if there not in reached:
                reached.add(there)
                ahead.append(there)
    assert reached == set(places)


def test_space_presses_what_has_the_focus_and_enter_does_not(table: Callable[..., TableBench], qtbot: QtBot) -> None:
    shown = table("tiger-buffalo-v4", "A")
    shown.widget.setFocus()
    qtbot.waitUntil(shown.widget.hasFocus)
    QTest.keyClick(shown.widget, Qt.Key.Key_Return)
    assert shown.acts == []
    QTest.keyClick(shown.widget, Qt.Key.Key_Space)
    assert len(shown.acts) == 1


def test_the_focus_is_seen_and_told(table: Callable[..., TableBench], qtbot: QtBot) -> None:
    shown = table("tiger-buffalo-v4", "A")
    widget = shown.widget
    without = widget.grab().toImage()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    assert widget.grab().toImage() != without
    QTest.mouseClick(widget, LEFT, pos=shown.middle("tie"))
    widget.show_table(
        with_area(with_acts(empty_table("tiger-buffalo-v4", "A")), "tie", stakes=(make_stake(200, seat=5),))
    )
    assert widget.accessibleName() == "TIE"
    assert "5 200" in widget.accessibleDescription()
    assert "8 to 1" in widget.accessibleDescription()


def test_a_tab_says_that_there_are_bets_or_a_winner_on_its_half(table: Callable[..., TableBench]) -> None:
    shown = table("tai-sai-open-cover-v5", "C", (926, 455))
    widget, plain = shown.widget, with_acts(empty_table("tai-sai-open-cover-v5", "C"))
    tab = widget.picture.shapes.tabs[1].toAlignedRect()  # type: ignore[union-attr]
    looks = [widget.grab(tab).toImage()]
    for changes in (
        {"stakes": (make_stake(200),)},
        {"state": AreaState.LIT},
        {"state": AreaState.LIT, "stakes": (make_stake(5),)},
    ):
        widget.show_table(with_area(plain, "three:126", **changes))
        looks.append(widget.grab(tab).toImage())
        assert widget.picture.halves[0] == GridHalf(name="BIG · SMALL", lit=False, staked=0)  # type: ignore[union-attr]
    assert not any(one == other for one, other in combinations(looks, 2))
    widget.show_table(plain)
    assert widget.grab(tab).toImage() == looks[0]


def test_another_half_is_painted_on_the_screen_when_something_comes_to_lie_there() -> None:
    plain = empty_table("tai-sai-open-cover-v5", "C")
    picture = TablePicture(plain, make_picture_key(plain, QSize(926, 455), DARK))
    tabs = [tab.toAlignedRect() for tab in picture.shapes.tabs]
    then = with_area(plain, "three:126", stakes=(make_stake(200),))
    picture.set_shown(then)
    assert picture.show(then) == tabs
    assert picture.show(then) == []


@pytest.mark.parametrize("letter", [letter for game, letter in LAYOUTS if game == "tai-sai-open-cover-v5"])
def test_every_tab_has_a_name(table: Callable[..., TableBench], letter: str) -> None:
    widget = table("tai-sai-open-cover-v5", letter, (926, 455)).widget
    picture = widget.picture
    assert picture is not None
    assert all(has_name_room(tab, half) for tab, half in zip(picture.shapes.tabs, picture.halves, strict=True))
    told = [targets.accessible_texts(picture, number) for number in range(2)]
    assert all(title and description for title, description in told)
    assert len(set(told)) == len(told)
    staked = with_area(
        empty_table("tai-sai-open-cover-v5", letter), "big", stakes=(make_stake(200),), state=AreaState.LIT
    )
    picture.set_shown(staked)
    assert any(
        description.endswith(", 200")
        for _, description in (targets.accessible_texts(picture, number) for number in range(2))
    )


def test_a_grid_in_a_small_window_has_its_other_half_behind_a_tab(table: Callable[..., TableBench]) -> None:
    shown = table("tai-sai-open-cover-v5", "C", (926, 455))
    picture = shown.widget.picture
    assert picture is not None
    first = {box.name for box in picture.shapes.boxes}
    QTest.mouseClick(shown.widget, LEFT, pos=picture.shapes.tabs[1].center().toPoint())
    other = shown.widget.picture
    assert other is not None
    second = {box.name for box in other.shapes.boxes}
    assert shown.acts == []
    assert not first & second
    assert first | second == {area.name for area in empty_table("tai-sai-open-cover-v5", "C").areas}


def test_a_small_window_turns_to_the_half_where_chips_are_keyed_or_settled(table: Callable[..., TableBench]) -> None:
    bench = table("tai-sai-open-cover-v5", "C", (926, 455))

    def seen(area: str) -> bool:
        picture = bench.widget.picture
        assert picture is not None
        return any(box.name == area for box in picture.shapes.boxes)

    def work_on(name: str) -> None:
        area = Area(name) if name else None
        bench.widget.show_table(replace(empty_table("tai-sai-open-cover-v5", "C"), current_area=area))

    assert seen("big")
    work_on("three:126")
    assert seen("three:126")
    work_on("")
    assert seen("three:126"), "it stays where somebody has worked"
    work_on("big")
    assert seen("big")
    picture = bench.widget.picture
    assert picture is not None
    QTest.mouseClick(bench.widget, LEFT, pos=picture.shapes.tabs[1].center().toPoint())
    work_on("big")
    assert seen("three:126"), "what was turned to by touch stays until something else is worked on"
