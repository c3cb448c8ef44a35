"""The top bar and the ribbon: limits, lamps and the clock are always whole, the rest gives way and says so."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Control, ScreenText, Tone
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.screen import Ribbon, TopBar, TopBarCell
from ui.painting.shapes import text_width
from ui.theme.sizes import Measures
from ui.theme.theme import DARK
from ui.top_bar import BarPlaces, RibbonWidget, TopBarWidget, bar_places

pytestmark = pytest.mark.usefixtures("letters")
FULL, COMPACT, SMALLEST = Measures.from_size(1920, 1080), Measures.from_size(1366, 768), Measures.from_size(1280, 720)
SIZES = [pytest.param(size, id=str(size.width)) for size in (FULL, COMPACT, SMALLEST, Measures.from_size(2560, 1440))]
ACT = SetInput(NO_INPUT.replace(framed="limits"))


def _cell(name: str, caption: str, value: str, note: str = "", *, raised: bool = False, short: str = "") -> TopBarCell:
    return TopBarCell(name=name, caption=ScreenText(caption, "", short), value=value, note=note, raised=raised)


LIMITS = (
    _cell("minimum", "Min", "100", raised=True),
    _cell("maximum", "Max", "20,000", raised=True),
    _cell("differential", "Max differential", "50,000", "now P +2,500", raised=True, short="Max diff."),
)
LEFT = (
    _cell("table", "Table", "B-07"),
    _cell("game", "RWS 14 May 2024 · Appendix A · 6 seats", "Tiger Buffalo · Insurance Plus", short="App. A · 6"),
    _cell("day", "Gaming day", "18 Nov 2025"),
    _cell("progress", "Shoe · Round", "3 · 41"),
    *LIMITS,
)
LAMPS = tuple(
    TopBarCell(name=name, caption=ScreenText(name.capitalize()), value=value, lamp=tone)
    for name, value, tone in (
        ("shoe", "Ready", Tone.GOOD),
        ("tumbler", "Not used", Tone.OFF),
        ("journal", "Saved", Tone.GOOD),
        ("pit", "Linked", Tone.GOOD),
    )
)
CLOCK = _cell("clock", "Clock", "21:47:08")
BAR = TopBar(left=LEFT, right=(*LAMPS, _cell("dealer", "Dealer", "Dealer 1"), CLOCK))
CROWDED = TopBar(
    left=(*LEFT[:4], *(replace(cell, value=f"{cell.value},000,000.50") for cell in LIMITS)),
    right=(*LAMPS, _cell("dealer", "Dealer", "Dealer with a name that is long"), CLOCK),
)


def _room(places: BarPlaces, name: str) -> float:
    found = next(placed for placed in places.cells if placed.cell.name == name)
    return found.rect.width() - 2 * places.letters.padding


@pytest.mark.parametrize("measures", SIZES)
@pytest.mark.parametrize("bar", [pytest.param(BAR, id="usual"), pytest.param(CROWDED, id="crowded")])
def test_limits_lamps_and_clock_are_whole_at_every_size(bar: TopBar, measures: Measures) -> None:
    places = bar_places(bar, measures.width, measures)
    shown = {placed.cell.name for placed in places.cells}
    assert {"table", "game", "minimum", "maximum", "differential", "shoe", "journal", "pit", "dealer", "clock"} <= shown
    for placed in places.cells:
        cell = placed.cell
        if cell.raised or cell.name == "clock":
            wanted = text_width(cell.value, places.letters.value)
            if cell.note:
                wanted += 7 + text_width(cell.note, places.letters.note)
            assert wanted <= _room(places, cell.name) + 2, cell.name
        if cell.lamp is not None:
            assert not placed.bare or cell.lamp is Tone.OFF
            word = 0 if placed.bare else text_width(cell.value, places.letters.value) + 8
            assert word + places.letters.lamp <= _room(places, cell.name) + 2


@pytest.mark.parametrize("measures", SIZES)
@pytest.mark.parametrize("bar", [pytest.param(BAR, id="usual"), pytest.param(CROWDED, id="crowded")])
def test_cells_stand_beside_each_other_within_the_bar(bar: TopBar, measures: Measures) -> None:
    rects = [placed.rect for placed in bar_places(bar, measures.width, measures).cells]
    assert rects[0].left() == 0
    assert rects[-1].right() == measures.width
    for before, after in pairwise(rects):
        assert before.right() <= after.left() + 0.01


def test_there_is_room_for_everything_as_drawn() -> None:
    places = bar_places(BAR, 1920, FULL)
    assert [placed.cell for placed in places.cells] == [*BAR.left, *BAR.right]
    compact = {placed.cell.name for placed in bar_places(BAR, 1366, COMPACT).cells}
    assert "day" not in compact


def _bar(qtbot: QtBot, bar: TopBar, measures: Measures = FULL) -> TopBarWidget:
    widget = TopBarWidget()
    qtbot.addWidget(widget)
    widget.set_measures(measures)
    widget.resize(measures.width, measures.top_bar_height)
    widget.show_bar(bar)
    return widget


def _count(image: QImage, colour: QColor) -> int:
    return sum(image.pixelColor(x, y) == colour for x in range(0, image.width(), 2) for y in range(image.height()))


@pytest.mark.parametrize(
    ("tone", "colour"),
    [(Tone.GOOD, DARK.ok), (Tone.ATTENTION, DARK.warn), (Tone.STOP, DARK.stop), (Tone.SIMULATED, DARK.prac)],
)
def test_a_lamp_shows_how_its_device_stands(qtbot: QtBot, tone: Tone, colour: QColor) -> None:
    lamp = replace(LAMPS[0], lamp=tone)
    with_it = _bar(qtbot, TopBar(left=(), right=(lamp,))).grab().toImage()
    without = _bar(qtbot, TopBar(left=(), right=(LAMPS[1],))).grab().toImage()
    assert _count(with_it, colour) > 20
    assert _count(without, colour) == 0


def test_the_clock_paints_itself_alone(qtbot: QtBot) -> None:
    widget = _bar(qtbot, BAR)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.repaint()
    painted: list[QRect] = []

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent):
                painted.append(event.rect())
            return False

    watch = Watch()
    widget.installEventFilter(watch)
    widget.show_bar(TopBar(left=BAR.left, right=(*BAR.right[:-1], replace(CLOCK, value="21:47:09"))))
    qtbot.waitUntil(lambda: bool(painted))
    clock = bar_places(BAR, 1920, FULL).cells[-1].rect.toAlignedRect()
    assert painted == [clock]
    fresh = _bar(qtbot, TopBar(left=BAR.left, right=(*BAR.right[:-1], replace(CLOCK, value="21:47:09"))))
    assert widget.grab().toImage() == fresh.grab().toImage()


def test_a_cell_that_can_be_touched_gives_its_act_back(qtbot: QtBot) -> None:
    limits = replace(_cell("limits", "Limits", "by type", raised=True), act=ACT)
    widget = _bar(qtbot, TopBar(left=(*LEFT, limits), right=BAR.right))
    touched: list[tuple[object, str]] = []
    widget.on_act = lambda act, name: touched.append((act, name))
    button = widget.findChild(QAbstractButton, "limits")
    assert button is not None
    assert button.accessibleName() == "Limits by type"
    assert button.width() >= 64
    assert button.height() >= 64
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert touched == [(ACT, "limits")]


def test_the_bar_is_told_to_who_cannot_see_it(qtbot: QtBot) -> None:
    told = _bar(qtbot, BAR).accessibleName()
    assert "Table B-07" in told
    assert "Max differential 50,000 now P +2,500" in told
    assert "Shoe Ready" in told


def _control(name: str, label: str, *, works: bool = True, short: str = "") -> Control:
    return Control(name=name, label=ScreenText(label, "", short), act=ACT if works else None)


RIBBON = Ribbon(
    text=ScreenText("DEMO. Nothing here is a live round.", "示範"),
    controls=(_control("draw", "Draw a card"), _control("two", "Two together"), _control("shoe", "Shoe", works=False)),
)


def _ribbon(qtbot: QtBot, ribbon: Ribbon | None, measures: Measures = FULL) -> RibbonWidget:
    widget = RibbonWidget()
    qtbot.addWidget(widget)
    widget.set_measures(measures)
    widget.resize(measures.width, measures.ribbon_height)
    widget.show_ribbon(ribbon)
    return widget


@pytest.mark.parametrize("measures", SIZES)
def test_the_ribbon_is_a_violet_hatch_with_its_words(qtbot: QtBot, measures: Measures) -> None:
    widget = _ribbon(qtbot, RIBBON, measures)
    image = widget.grab().toImage()
    assert _count(image, DARK.pract) > 1000
    assert _count(image, DARK.hatch) > 1000
    assert _count(image, DARK.t1) > 50
    assert widget.accessibleName() == "DEMO. Nothing here is a live round."


def test_what_moves_the_devices_can_be_touched_unless_it_waits(qtbot: QtBot) -> None:
    widget = _ribbon(qtbot, RIBBON)
    touched: list[str] = []
    widget.on_act = lambda _act, name: touched.append(name)
    buttons = [button for button in widget.findChildren(QAbstractButton) if button.isVisibleTo(widget)]
    assert [button.objectName() for button in buttons] == ["draw", "two"]
    for button in buttons:
        assert button.width() >= 64
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert touched == ["draw", "two"]
    widget.show_ribbon(Ribbon(text=RIBBON.text))
    assert not any(button.isVisibleTo(widget) for button in buttons)


@pytest.mark.parametrize("measures", SIZES)
@pytest.mark.parametrize("many", [1, 6, 10])
def test_however_many_controls_there_are_the_words_stay_and_none_lies_over_another(
    qtbot: QtBot, measures: Measures, many: int
) -> None:
    names = [f"Unplug the device {number}" for number in range(many)]
    controls = tuple(_control(name, name, short=name[-1] * 5) for name in names)
    widget = _ribbon(qtbot, Ribbon(text=RIBBON.text, controls=controls), measures)
    rects = [button.geometry() for button in widget.findChildren(QAbstractButton)]
    assert len(rects) == many
    assert min(rect.left() for rect in rects) >= 150
    assert max(rect.right() for rect in rects) <= measures.width
    for index, rect in enumerate(rects):
        assert not any(rect.adjusted(1, 0, -1, 0).intersects(other) for other in rects[index + 1 :])


def test_the_focus_is_shown_by_a_ring(qtbot: QtBot) -> None:
    widget = _ribbon(qtbot, RIBBON)
    with qtbot.waitExposed(widget):
        widget.show()
    button = widget.findChild(QAbstractButton, "two")
    assert button is not None
    assert _count(button.grab().toImage(), DARK.go) == 0
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert _count(button.grab().toImage(), DARK.go) > 50
    touched: list[str] = []
    widget.on_act = lambda _act, name: touched.append(name)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert touched == ["two"]


UNUSED = tuple(replace(lamp, lamp=Tone.OFF, value="Not used") for lamp in LAMPS[1:3])
UNLINKED = replace(LAMPS[3], name="lamp:pit", lamp=Tone.OFF, value="Not linked")


def test_lamps_of_what_is_not_used_go_one_after_the_other_and_the_pits_stays() -> None:
    """No lamp is left without its word but the pit's, which shows by its shape that it is off."""
    bar = TopBar(left=LEFT, right=(LAMPS[0], *UNUSED, UNLINKED, *BAR.right[4:]))
    shown: list[list[str]] = []
    for width in range(1500, 600, -2):
        places = bar_places(bar, width, COMPACT).cells
        lamps = [placed.cell.name + " bare" * placed.bare for placed in places if placed.cell.lamp is not None]
        if not shown or shown[-1] != lamps:
            shown.append(lamps)
    assert shown == [
        ["shoe", "tumbler", "journal", "lamp:pit"],
        ["shoe", "tumbler", "lamp:pit"],
        ["shoe", "lamp:pit"],
        ["shoe", "lamp:pit bare"],
    ]


@pytest.mark.parametrize("measures", SIZES)
def test_in_the_fullest_bar_the_pit_is_seen_and_told(qtbot: QtBot, measures: Measures) -> None:
    """Whether anybody hears this table is never hidden, and who cannot see the lamp is told all of it."""
    bar = TopBar(left=CROWDED.left, right=(*CROWDED.right[:3], UNLINKED, *CROWDED.right[4:]))
    widget = _bar(qtbot, bar, measures)
    placed = next(each for each in bar_places(bar, measures.width, measures).cells if each.cell is UNLINKED)
    seen = widget.grab(placed.rect.toAlignedRect()).toImage()
    assert _count(seen, DARK.t3) > 20
    assert "Pit Not linked" in widget.accessibleName()
