"""The rail at both sizes: the next step at one place, everything in sight or in reach, and every press given on."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import NO_TEXT, NoteBlock, ScreenText
from dealer_app.screens.screen import Rail, StepState, TrackStep
from tests.ui.sample_controls import TOOLS, sample_act, sample_control, step_track
from tests.ui.sample_rails import INSURANCE, OPTIONS, RAILS
from ui.blocks.plan import ControlPaint, Dress, Icon
from ui.rail import BARE, LEANER, GuideTrim, RailWidget, plan_guide, plan_track
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK

pytestmark = pytest.mark.usefixtures("letters")
SIZES = ((1920, 1080), (1366, 768), (1280, 720), (2560, 1440))


def made(qtbot: QtBot, size: tuple[int, int] = (1920, 1080)) -> tuple[RailWidget, list[tuple[Action, str]]]:
    rail, given = RailWidget(), list[tuple[Action, str]]()
    qtbot.addWidget(rail)
    rail.on_act = lambda done, name: given.append((done, name))
    measures = Measures.from_size(*size)
    rail.set_measures(measures)
    rail.resize(measures.rail_width, size[1] - measures.top_bar_height)
    rail.show()
    rail.activateWindow()
    qtbot.waitUntil(rail.isActiveWindow)
    return rail, given


def place(rail: RailWidget, name: str) -> QRect:
    button = rail.control(name)
    assert button is not None
    return QRect(button.mapTo(rail, QPoint(0, 0)), button.size())


@pytest.mark.parametrize("size", SIZES)
def test_the_next_step_and_the_tools_are_always_at_the_same_place(qtbot: QtBot, size: tuple[int, int]) -> None:
    rail, _ = made(qtbot, size)
    found = set()
    for shown in (*RAILS.values(), replace(INSURANCE, track=(), work=(), say=None, refusal=ScreenText("No."))):
        rail.show_rail(replace(shown, tools=TOOLS))
        found.add(tuple(place(rail, name).getRect() for name in (shown.primary.name, *(tool.name for tool in TOOLS))))
    assert len(found) == 1


def test_as_large_as_it_was_drawn(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    rail.show_rail(INSURANCE)
    assert place(rail, "offer-closed").size().toTuple() == (536, 96)
    assert place(rail, "irregularity").size().toTuple() == (128, 76)
    rail, _ = made(qtbot, (1366, 768))
    rail.show_rail(INSURANCE)
    assert place(rail, "offer-closed").height() == 80
    assert place(rail, "irregularity").height() == 64


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
def test_five_seats_are_in_sight_at_once(qtbot: QtBot, size: tuple[int, int]) -> None:
    rail, _ = made(qtbot, size)
    rail.show_rail(INSURANCE)
    above = place(rail, "offer-closed").top()
    assert all(place(rail, f"insure:{seat}:no").bottom() < above for seat in ("1", "3", "5", "5S", "7"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RAILS)
def test_no_two_controls_lie_over_each_other(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    rail, _ = made(qtbot, size)
    rail.show_rail(replace(RAILS[name], refusal=NO_TEXT))
    buttons = [each for each in rail.controls() if each.kind is ControlPaint.PAINTED]
    rects = [
        (each.control.name, each.visibleRegion().boundingRect().translated(each.mapTo(rail, QPoint(0, 0))))
        for each in buttons
    ]
    for number, (one, rect) in enumerate(rects):
        for other, another in rects[number + 1 :]:
            assert rect.intersected(another).width() <= 1 or rect.intersected(another).height() <= 1, (one, other)


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
@pytest.mark.parametrize("name", RAILS)
def test_every_control_of_it_gives_its_act(qtbot: QtBot, name: str, size: tuple[int, int]) -> None:
    rail, given = made(qtbot, size)
    shown = RAILS[name]
    rail.show_rail(shown)
    expected = [each.control for each in rail.controls() if each.control.act is not None]
    for wanted in expected:
        given.clear()
        rail.press(wanted.name)
        assert given == [(wanted.act, wanted.name)]
    waiting: list[str] = []
    rail.on_waits = lambda control: waiting.append(control.name)
    given.clear()
    for each in rail.controls():
        if each.control.act is None:
            rail.press(each.control.name)
    assert not given
    assert "undo" in waiting or "undo" not in {tool.name for tool in shown.tools}


def test_the_next_step_is_pressed_unless_it_waits(qtbot: QtBot) -> None:
    rail, given = made(qtbot)
    for shown in (INSURANCE, OPTIONS):
        rail.show_rail(shown)
        assert rail.primary is not None
        rail.primary.press()
        assert given == [(sample_act("offer-closed"), "offer-closed")]


def test_before_anything_is_shown_there_is_no_next_step(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    assert rail.primary is None


def test_the_focus_is_walked_as_one_reads(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    rail.show_rail(OPTIONS)
    names = [each.control.name for each in rail.controls()]
    assert names[:6] == ["clause:5.11.1", "clause:5.13", "clause:5.11.1", "continue:1", "return:1", "continue:2"]
    assert names[-3:] == ["apply", "supervisor", "correct"]
    buttons = rail.controls()
    buttons[0].setFocus()
    walked = [rail.focusWidget()]
    for _ in buttons[1:]:
        QTest.keyClick(walked[-1], Qt.Key.Key_Tab)
        walked.append(rail.focusWidget())
    assert walked == buttons


def test_arrows_stay_in_the_row_and_in_the_column(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    rail.show_rail(INSURANCE)

    def from_to(name: str, key: Qt.Key) -> str:
        button = rail.control(name)
        assert button is not None
        button.setFocus()
        QTest.keyClick(button, key)
        return rail.focusWidget().objectName()

    assert from_to("insure:1:cover", Qt.Key.Key_Right) == "insure:1:half"
    assert from_to("insure:1:no", Qt.Key.Key_Down) == "insure:3:no"
    assert from_to("insure:3:no", Qt.Key.Key_Left) == "insure:3:max"
    assert from_to("insure:7:cover", Qt.Key.Key_Down) == "offer-closed"
    assert from_to("offer-closed", Qt.Key.Key_Up).startswith("insure:7:")
    assert from_to("undo", Qt.Key.Key_Right) == "undo"


def test_the_focus_has_its_ring_and_a_touch_has_none(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    rail.show_rail(INSURANCE)
    button = rail.control("insure:1:half")
    assert button is not None
    button.setFocus(Qt.FocusReason.TabFocusReason)
    around = place(rail, "insure:1:half").adjusted(-6, -6, 6, 6)
    assert rail.ring.isVisible()
    assert rail.ring.geometry() == around
    button.clearFocus()
    assert not rail.ring.isVisible()
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not rail.ring.isVisible()


def test_a_list_that_is_too_long_can_be_moved_and_follows_the_focus(qtbot: QtBot) -> None:
    rail, _ = made(qtbot, (1366, 768))
    long = replace(
        OPTIONS, work=(*OPTIONS.work[:3], NoteBlock(text=ScreenText("Then the order is decided.")), *OPTIONS.work[2:])
    )
    rail.show_rail(long)
    button = rail.controls()[-4]
    assert button.visibleRegion().isEmpty()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert not button.visibleRegion().isEmpty()
    assert rail.ring.isVisible()


def test_the_guide_gives_up_its_help_before_the_work_is_cut() -> None:
    dress = Dress(DARK, Measures.from_size(1366, 768))
    heights = [plan_guide(INSURANCE, 412, lean, dress).height for lean in LEANER]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] < heights[0] - 40


def _written(rail: Rail, lean: GuideTrim) -> str:
    dress = Dress(DARK, Measures.from_size(1366, 768))
    return " ".join(text.text for text in plan_guide(rail, 412, lean, dress).texts)


def test_the_reason_is_given_in_both_languages_where_there_is_room() -> None:
    rail = replace(
        INSURANCE,
        why=ScreenText("The dice are at rest inside the tumbler.", "骰子在骰盅內已停定，請核對三粒骰子是否平放。"),
    )
    assert "骰子在骰盅內已停定，請核對三粒骰子是否平放。" in _written(rail, LEANER[0])
    assert "骰子在骰盅內已停定，請核對三粒骰子是否平放。" not in _written(rail, BARE)


@pytest.mark.parametrize("part", ["instruction", "why"])
def test_a_second_language_that_costs_no_height_stays_behind_the_first(part: str) -> None:
    """Where the guide gives up its help, what fits behind the last line of the first language is kept."""
    said, dress = ScreenText("The dice are at rest.", "骰子已停定。"), Dress(DARK, Measures.from_size(1366, 768))
    first = replace(said, second="")
    both = replace(INSURANCE, instruction=said) if part == "instruction" else replace(INSURANCE, why=said)
    alone = replace(INSURANCE, instruction=first) if part == "instruction" else replace(INSURANCE, why=first)
    for lean in LEANER[2:]:
        assert "骰子已停定。" in _written(both, lean)
        if part == "why" or not lean.second_instruction:
            assert plan_guide(both, 412, lean, dress).height == plan_guide(alone, 412, lean, dress).height


@pytest.mark.parametrize(("read_second", "kept"), [(True, True), (False, False)])
def test_who_reads_the_second_language_of_what_is_said_keeps_it(read_second: bool, kept: bool) -> None:
    assert INSURANCE.say is not None
    text = ScreenText("Last round, and after it a new shoe.", "最後一局，之後換靴。")
    said = replace(INSURANCE.say, text=text, is_read_second=read_second)
    assert text.second in _written(replace(INSURANCE, say=said), LEANER[0])
    assert (text.second in _written(replace(INSURANCE, say=said), BARE)) is kept


def test_of_a_long_track_what_is_farthest_from_now_gives_way() -> None:
    dress = Dress(BRIGHT, Measures.from_size(1920, 1080))
    long = step_track(*(f"Step number {number}" for number in range(20)), now=12)
    plan = plan_track(long, 536, 74, dress)
    shown = [text.text for text in plan.texts]
    assert "Step number 12" in shown
    assert "Step number 13" in shown
    assert "Step number 0" not in shown


@pytest.mark.parametrize("state", list(StepState))
def test_a_step_is_told_by_more_than_its_colour(state: StepState) -> None:
    dress = Dress(DARK, Measures.from_size(1920, 1080))
    plan = plan_track((TrackStep(ScreenText("Settle"), state),), 536, 74, dress)
    icons = [part.name for part in plan.parts if isinstance(part, Icon)]
    assert icons == {StepState.DONE: ["tick"], StepState.NOW: ["arrow"]}.get(state, [])
    assert plan.texts[0].struck is (state is StepState.STRUCK)


def test_another_dress_is_worn_at_once(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    rail.show_rail(INSURANCE)
    dark = rail.grab().toImage()
    rail.set_theme(BRIGHT)
    assert rail.grab().toImage() != dark
    rail.set_theme(DARK)
    assert rail.grab().toImage() == dark


def test_nothing_to_do_is_shown_too(qtbot: QtBot) -> None:
    rail, _ = made(qtbot)
    rail.show_rail(
        Rail(
            caption=NO_TEXT,
            since="",
            instruction=NO_TEXT,
            say=None,
            why=NO_TEXT,
            why_caption=NO_TEXT,
            clauses=(),
            refusal=NO_TEXT,
            work=(),
            primary=sample_control("next"),
            track=(),
            tools=(),
        )
    )
    assert [each.control.name for each in rail.controls()] == ["next"]
