"""The checklist at the window: gone through by digits, signed; asked for before a table opens and before it closes."""

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput, SignChecklist
from dealer_app.screens.blocks import RowsBlock, Tone
from dealer_app.screens.house.menu import table_end_panel
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.screen import Overlay
from dealer_app.station.supervisor.checklists import CHECKLISTS, load_checklists
from dealer_app.station_events import ChecklistKind
from tests.screens.supervisor.room_scenes import control, open_room, page_rows, panel_shown
from tests.support.rounds import TAI_SAI, V4
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneEnd, SceneStage
from tests.support.screen_checks import check_screen

BETWEEN = Scene(name="between", game=V4, rounds_before=2)
ITEMS = load_checklists()[ChecklistKind.CLOSING, RuleFamily.BACCARAT]


def open_list(scene: Scene = BETWEEN) -> SceneStage:
    stage = open_room(scene)
    stage.desk.press(control(stage.desk.screen, "tools:turn").act)  # type: ignore[arg-type]
    stage.desk.press(control(stage.desk.screen, "tool:checklist").act)  # type: ignore[arg-type]
    assert panel_shown(stage) is Panel.CHECKLIST
    check_screen(stage.desk.screen)
    return stage


def overlay(stage: SceneStage) -> Overlay:
    assert stage.desk.screen.overlay is not None
    return stage.desk.screen.overlay


def test_digits_go_through_it_and_the_signature_waits_for_every_item() -> None:
    stage = open_list()
    assert overlay(stage).title.first == "Closing checklist"
    for number in range(1, len(ITEMS)):
        stage.desk.press_key(str(number))
    waits = control(stage.desk.screen, "sign-checklist")
    assert (waits.act, waits.waits.first) == (None, "1 still to be checked")
    stage.desk.press_key(str(len(ITEMS)))
    act = control(stage.desk.screen, "sign-checklist").act
    assert isinstance(act, SignChecklist)
    assert act.by is None, "who is in the room is signed in"
    assert [(each.item, each.in_order) for each in act.answers] == [(item, True) for item in ITEMS]


def test_what_is_not_in_order_asks_for_words_before_it_is_signed() -> None:
    stage = open_list()
    for number in range(1, len(ITEMS) + 1):
        stage.desk.press_key(str(number))
    stage.desk.press_key("1")
    rows = next(block for block in overlay(stage).left_column if isinstance(block, RowsBlock)).rows
    assert [row.tone for row in rows] == [Tone.ATTENTION, *[Tone.GOOD] * (len(ITEMS) - 1)]
    assert not any(each.name == "sign-checklist" and each.act for each in (overlay(stage).primary,) if each)
    written = stage.desk._input_state.with_text(f"wrong:{ITEMS[0]}", "two chips short")
    stage.desk.press(SetInput(written))
    act = control(stage.desk.screen, "sign-checklist").act
    assert isinstance(act, SignChecklist)
    assert (act.answers[0].in_order, act.answers[0].note) == (False, "two chips short")


def test_letters_go_where_the_caret_is_and_enter_leads_back_to_the_items() -> None:
    stage, wrong = open_list(), f"wrong:{ITEMS[0]}"
    desk = stage.desk
    for key in ("1", "1", "2", *"CHIPS SHORT 2"):
        desk.press_key(key)
    assert desk._input_state.pick(f"check:{ITEMS[1]}") == "yes", "digits tick items until something is written"
    assert (desk._input_state.text(wrong), desk.screen.writes) == ("CHIPS SHORT 2", wrong)
    desk.press_key("Enter")
    assert not desk.screen.writes
    for number in range(3, len(ITEMS) + 1):
        desk.press_key(str(number))
    act = control(desk.screen, "sign-checklist").act
    assert isinstance(act, SignChecklist)
    assert [each.note for each in act.answers] == ["CHIPS SHORT 2", *[""] * (len(ITEMS) - 1)]


def test_a_table_of_dice_has_its_own_list() -> None:
    stage = open_list(Scene(name="dice", game=TAI_SAI, layout="C", rounds_before=1, devices={"tumbler": "tumbler"}))
    assert "Tumbler inspected" in str(overlay(stage).left_column)


def ask(stage: SceneStage) -> SceneStage:
    settings = {**stage.house.station.state.settings, CHECKLISTS: "1"}
    stage.house.station._core.state = replace(stage.house.station.state, settings=settings)
    return stage


def test_where_it_is_asked_for_closing_begins_with_the_list() -> None:
    stage = ask(open_room(BETWEEN))
    panel = table_end_panel(stage.desk._context())
    assert panel.grave is None
    assert panel.primary is not None
    assert panel.primary.name == "open-checklist"
    assert isinstance(panel.primary.act, SetInput)
    assert panel.primary.act.input_state.panel is Panel.CHECKLIST


def test_where_it_is_asked_for_opening_begins_with_the_list_and_keeps_what_was_chosen() -> None:
    opening = next(each for each in SCENES if each.until is SceneEnd.OPENING)
    stage = ask(SceneStage(replace(opening, input_state=NO_INPUT)))
    stage.show_screen()
    stage.desk.press(SetInput(InputState(picks={"game": TAI_SAI, "layout": "C"})))
    stage.desk.press(control(stage.desk.screen, "open-checklist").act)  # type: ignore[arg-type]
    assert overlay(stage).title.first == "Opening checklist"
    assert "Tumbler inspected" in str(overlay(stage).left_column), "of the game that is to be opened"
    assert "pin-signs-checklist" in str(overlay(stage).right_column), "a dealer needs a supervisor"
    stage.desk.press_key("Esc")
    assert panel_shown(stage) is Panel.NONE
    assert stage.desk._input_state.pick("game") == TAI_SAI


def test_what_was_found_stays_among_what_is_open() -> None:
    stage = open_list()
    for number in range(1, len(ITEMS) + 1):
        stage.desk.press_key(str(number))
    stage.desk.press_key("1")
    stage.desk.press(SetInput(stage.desk._input_state.with_text(f"wrong:{ITEMS[0]}", "two chips short")))
    act = control(stage.desk.screen, "sign-checklist").act
    assert isinstance(act, SignChecklist)
    proof = stage.house.begin_session("M1", terminal="office")
    stage.house.check_done(stage.house.station.checklists.sign(proof, act.family, act.answers))
    stage.desk.press_key("Esc")
    row = next(row for row in page_rows(stage.desk.screen) if row.name == "open:checklist:closing")
    assert row.title == "Not in order at the closing: Chips counted, as the record says: two chips short"
