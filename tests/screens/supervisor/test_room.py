"""The page of the supervisor's room: what needs them and in which order, its tools and keys, what it never shows."""

import pytest

from dealer_app.domain.round.events import RoundBegan
from dealer_app.domain.round.state import Person
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput, ShelveAlarm
from dealer_app.screens.blocks import ChartsBlock, HeadingBlock, KeysBlock, ListRow, PanelsBlock, Tone
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.key_input import ESCAPE, enter_control, handle_key
from dealer_app.screens.screen import PageStage
from dealer_app.screens.supervisor.table_course import is_slow, usual_rounds
from dealer_app.screens.timeline import TimelineEvent, build_timeline
from dealer_app.station.house_law import Dispute
from dealer_app.station.supervisor.alarms import RATE_GOAL, AlarmSignals
from dealer_app.station.supervisor.supervisor_desks import room_terminal
from tests.screens.supervisor.room_scenes import SCENE, control, open_room, page_rows, panel_shown
from tests.support.desk_settings import TERMINAL
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneEnd, SceneStage
from tests.support.screen_checks import check_screen


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize(
    "scene", [each for each in SCENES if each.until is not SceneEnd.FIRST_RUN], ids=lambda each: each.name
)
def test_the_room_lies_over_every_moment_of_a_table(scene: Scene, compact: bool) -> None:
    stage = open_room(replace(scene, input_state=NO_INPUT), compact=compact)
    screen = stage.desk.screen
    check_screen(screen)
    assert control(screen, "leave-room").key == "Esc"
    assert any(isinstance(block, KeysBlock) for block in screen.rail.work)
    for each in screen.rail.work:
        if isinstance(each, KeysBlock):
            assert all(tool.act is not None or tool.waits for tool in each.controls), "a dashed tool says why"


def test_a_request_is_first_and_enter_opens_it() -> None:
    stage = open_room(SCENE["irregularity"])
    screen = stage.desk.screen
    first = next(page_rows(screen))
    assert first.name.startswith("request:")
    assert (first.tone, first.framed, first.key) == (Tone.ATTENTION, True, "1")
    assert "11 bets" in " ".join(first.lines)
    act = screen.rail.primary.act
    assert isinstance(act, SetInput)
    assert act.input_state.panel is Panel.APPROVAL
    stage.desk.press(act)
    opened = stage.desk.screen.overlay
    assert opened is not None
    check_screen(stage.desk.screen)


def test_the_value_of_a_sealed_card_is_not_in_the_room() -> None:
    """The fifth card is one too many and face down; who decides may not know it (5.8)."""
    screen = open_room(SCENE["irregularity"]).desk.screen
    said = str((screen.stage, screen.rail.instruction, screen.rail.why, screen.rail.work))
    assert "9H" not in said
    assert "card=" not in said


def test_a_dispute_is_opened_and_stands_among_what_happened_as_open() -> None:
    stage = open_room(SCENE["claim"])
    rows = list(page_rows(stage.desk.screen))
    assert rows[0].name.startswith("dispute:")
    happened = next(row for row in rows if row.name.startswith("happened:"))
    assert (happened.tone, happened.right) == (Tone.ATTENTION, "1")
    assert [tag.text for tag in happened.tags] == ["House policy"], "who decides it is house policy"
    act = stage.desk.screen.rail.primary.act
    assert isinstance(act, SetInput)
    stage.desk.press(act)
    opened = stage.desk.screen.overlay
    assert opened is not None
    assert opened.name == "claim"


def test_without_anything_to_do_enter_does_nothing_and_the_page_says_so() -> None:
    screen = open_room(SCENE["betting"]).desk.screen
    assert screen.rail.instruction.first == "Nothing needs you"
    assert screen.rail.primary.act is None
    assert screen.rail.primary.waits


def test_limits_and_shoe_wait_for_the_end_of_the_round() -> None:
    screen = open_room(SCENE["betting"]).desk.screen
    for name in ("tool:limits", "tool:shoe"):
        tool = control(screen, name)
        assert tool.act is None
        assert tool.waits.first == "between rounds only"
    assert control(screen, "tool:reports").act is not None


def test_plus_goes_through_the_parts_and_the_point_lets_a_digit_take_a_tool() -> None:
    stage = open_room(SCENE["irregularity"], compact=True)
    desk = stage.desk
    desk.press_key("+")
    assert control(desk.screen, "part:stands-open").picked
    desk.press_key("-")
    desk.press_key("-")
    assert control(desk.screen, "part:what-happened").picked
    desk.press_key("1")
    assert panel_shown(stage) == Panel.RECALL, "a line of what happened opens the recall"
    desk.press_key(ESCAPE)
    desk.press_key(".")
    assert control(desk.screen, "tool:recall").key == "1"
    desk.press_key("2")
    assert panel_shown(stage) == Panel.REPORTS
    desk.press_key(ESCAPE)
    assert desk.screen.overlay is None


def test_escape_leads_back_to_the_dealer_and_nothing_else_does() -> None:
    screen = open_room(SCENE["betting"]).desk.screen
    found = handle_key(screen, NO_INPUT, ESCAPE)
    assert found.control is not None
    assert found.control.name == "leave-room"


@pytest.mark.parametrize("panel", [Panel.ALARMS, Panel.SHOE_ORDER, Panel.LIVE_ODDS, Panel.REPORTS, Panel.ACTING])
def test_what_is_open_in_a_room_that_closes_by_itself_is_not_left_on_the_dealers_screen(panel: Panel) -> None:
    stage = open_room(SCENE["betting"])
    stage.desk.open_panel(panel)
    stage.house.check_done(stage.house.station.people.end_session(room_terminal(TERMINAL)))
    stage.desk.show()
    assert panel_shown(stage) is Panel.NONE
    assert stage.desk.screen.overlay is None


def test_what_is_keyed_in_the_room_stays_while_the_dealer_deals_unless_it_is_about_the_table() -> None:
    acting = NO_INPUT.replace(panel=Panel.ACTING).with_text("badge-acts", "D1")
    deciding = NO_INPUT.replace(panel=Panel.APPROVAL).with_text("reason", "words")
    assert acting.lapse(in_room=True) == acting
    assert acting.lapse() != acting
    assert deciding.lapse(in_room=True) == deciding.lapse()


def test_the_pace_of_the_last_rounds_is_held_against_the_tables_own() -> None:
    screen = open_room(SCENE["betting"]).desk.screen
    assert isinstance(screen.stage, PageStage)
    (chart,) = (block for column in screen.stage.columns for block in column if isinstance(block, ChartsBlock))
    assert len(chart.tiles) == 1


@pytest.mark.parametrize(("tenths", "slow"), [(115, False), (116, True), (90, False)])
def test_over_115_per_cent_of_the_tables_own_middle_is_marked(tenths: int, *, slow: bool) -> None:
    assert is_slow(tenths, 100) is slow


def test_the_table_runs_with_its_usual_rounds_an_hour_the_order_of_its_shoe_and_its_people() -> None:
    stage = open_room(SCENE["betting"])
    screen = stage.desk.screen
    assert isinstance(screen.stage, PageStage)
    (panels,) = (block for column in screen.stage.columns for block in column if isinstance(block, PanelsBlock))
    shown = {panel.name: (panel.figure, panel.lines) for panel in panels.panels}
    assert shown["runs:rounds"][0] == shown["runs:round"][0] == "37"
    assert shown["runs:rounds"][1][0].startswith("median ")
    rows = {row.name: row for row in page_rows(screen)}
    order = rows["runs:order"]
    reading = stage.house.station.order.record.figures
    assert (order.title, order.tone) == ("Shoe order: quiet", Tone.GOOD)
    assert order.right.startswith(f"{reading.cards} cards · links in 20: {reading.most_links} of 7")
    assert rows["runs:people"].right.startswith("Dealer 1 since ")
    assert "Supervisor 1 (Pit Supervisor)" in rows["runs:people"].right


def test_at_a_table_of_dice_no_shoe_has_an_order() -> None:
    rows = {row.name for row in page_rows(open_room(SCENE["tai-sai"]).desk.screen)}
    assert "runs:people" in rows
    assert "runs:order" not in rows


def test_in_a_small_window_the_pace_is_a_strip_below_what_needs_somebody() -> None:
    stage = open_room(SCENE["irregularity"], compact=True)
    page = stage.desk.screen.stage
    assert isinstance(page, PageStage)
    heading, charts = page.foot
    assert isinstance(heading, HeadingBlock)
    assert "41 rounds last hour" in heading.note
    assert heading.right == "Shoe order: quiet"
    assert isinstance(charts, ChartsBlock)
    assert len(charts.tiles) == charts.columns == 5
    stage.desk.press_key("+")
    page = stage.desk.screen.stage
    assert isinstance(page, PageStage)
    assert page.foot == (), "the other parts have the page to themselves"


def event_at(number: int, seconds: int) -> TimelineEvent:
    return TimelineEvent(RoundBegan(number=number), seconds * 1_000_000, 480, "D1", "dealer")


@pytest.mark.parametrize(
    ("starts", "tenths"),
    [((0,), 0), ((0, 90), 400), ((0, 90, 180, 3000), 400), ((0, 60, 180), 400)],
    ids=["one round", "two", "a long pause does not count", "between two"],
)
def test_the_usual_rounds_an_hour_are_those_of_the_middle(starts: tuple[int, ...], tenths: int) -> None:
    assert usual_rounds(build_timeline(event_at(number, each) for number, each in enumerate(starts, start=1))) == tenths


def raise_alarms(stage: SceneStage, **facts: bool) -> None:
    stage.house.station.alarms.read_signals = lambda: AlarmSignals(**facts)
    stage.house.station.run_checks()
    stage.desk.show()


def shelve_alarm(stage: SceneStage, number: int) -> None:
    manager = stage.house.person_proof(Person("Supervisor-1", "pit_supervisor"))
    stage.house.check_done(stage.house.station.alarms.shelve(manager, number, "PAPER", 60))
    stage.desk.show()


def alarms_row(stage: SceneStage) -> ListRow:
    return next(row for row in page_rows(stage.desk.screen) if row.name == "needs:alarms")


@pytest.mark.parametrize("compact", [False, True])
def test_the_rate_of_alarms_stands_beside_the_goal_and_what_is_shelved_is_found_there(*, compact: bool) -> None:
    stage = open_room(SCENE["settled"], compact=compact)
    assert alarms_row(stage).right == "0 in the last hour (goal: under 6)"
    assert alarms_row(stage).key == "1", "where nothing needs anybody"
    raise_alarms(stage, display_lost=True)
    assert any("Priority 3" in line for line in next(page_rows(stage.desk.screen)).lines)
    shelve_alarm(stage, 1)
    row = alarms_row(stage)
    assert row.right.startswith("1 in the last hour")
    assert "shelved by" in row.lines[0]
    assert "PAPER" in row.lines[0]
    assert stage.desk.screen.rail.instruction.first == "Nothing needs you"
    check_screen(stage.desk.screen)
    stage.desk.press_key("1")
    assert panel_shown(stage) is Panel.ALARMS


def test_from_the_goal_on_the_rate_of_alarms_is_marked() -> None:
    stage = open_room(SCENE["settled"])
    for number in range(1, RATE_GOAL + 1):
        assert alarms_row(stage).tone is Tone.PLAIN
        raise_alarms(stage, display_lost=True)
        raise_alarms(stage)
        assert stage.house.station.state.alarms.raised == number
    assert alarms_row(stage).tone is Tone.ATTENTION


def test_many_disputes_by_law_hide_nothing_that_comes_after_them() -> None:
    """Each stays for seven days; a full disk among them is in sight all the same."""
    stage = open_room(SCENE["settled"])
    core = stage.house.station.alarms._core
    kept = {
        number: Dispute(number=number, claim=number, table="B-07", round=number, at=0, offset=480)
        for number in range(1, 13)
    }
    core.state = replace(core.state, law=replace(core.state.law, disputes=kept))
    raise_alarms(stage, disk_full=True)
    rows = [row.name for row in page_rows(stage.desk.screen)]
    assert rows[:6] == ["law:1", "law:2", "law:3", "law-others", "alarm:1", "needs:alarms"]
    others = next(row for row in page_rows(stage.desk.screen) if row.name == "law-others")
    assert others.title == "9 more disputes by law"
    stage.desk.press_key("4")
    act = stage.desk.screen.rail.primary.act
    assert isinstance(act, SetInput)
    stage.desk.press(act)
    assert panel_shown(stage) is Panel.DISPUTES
    assert stage.desk._input_state.framed == "4"
    check_screen(stage.desk.screen)


def test_the_form_of_an_alarm_is_written_at_once_and_enter_leads_through_it() -> None:
    stage = open_room(SCENE["settled"])
    raise_alarms(stage, display_lost=True)
    desk = stage.desk
    desk.press(desk.screen.rail.primary.act)  # type: ignore[arg-type]
    assert panel_shown(stage) is Panel.ALARMS
    assert control(desk.screen, "acknowledge").act is not None
    for key in ("P", "C", " ", "2", "Enter", "3", "0"):
        desk.press_key(key)
    check_screen(desk.screen)
    act = control(desk.screen, "shelve").act
    assert isinstance(act, ShelveAlarm)
    assert (act.reason, act.minutes) == ("PC 2", 30)
    assert enter_control(desk.screen) == control(desk.screen, "shelve")


CORRECTED = """place your bets
bet 1 player 1000
no more bets
card 9S
card 3H
card KD
card 4C
{result}correct card 2 to 8H misread
as pit_supervisor Supervisor-1 approve
"""


@pytest.mark.parametrize("result", ["", "result\n"])
def test_a_correction_has_the_clause_of_its_irregularity(result: str) -> None:
    stage = open_room(Scene(name="corrected", script=CORRECTED.format(result=result)))
    rows = {row.name.split(":")[-1]: row for row in page_rows(stage.desk.screen) if row.name.startswith("happened:")}
    assert set(rows) >= {"card-corrected", *(["settlement-undone"] if result else [])}
    assert {tag.text for row in rows.values() for tag in row.tags} == {"5.15"}
    assert all(row.tags for row in rows.values())
