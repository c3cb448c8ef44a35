"""The lamps of the top bar say what is so: of the devices, of the journal and its disk, of the pit, and of Tai Sai."""

import pytest

from dealer_app.device_questions import DeviceIdentity, DeviceKind, DeviceRecord, Link, ListeningState
from dealer_app.devices.tumbler import LAMP_ERROR
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NoteBlock, Tone
from dealer_app.screens.context import JournalLamp, ScreenContext
from dealer_app.screens.house.table_opening import device_rows
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.devices_panel import devices_panel
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import TopBarCell
from dealer_app.station.device_fold import DeviceSetup, HandDealing
from dealer_app.texts import Language, language_pair
from tests.screens.irregularity_screens import part_rows
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context

PROGRAM = DeviceIdentity(port="/dev/pts/3", simulated=True)


def lamp(context: ScreenContext, name: str) -> TopBarCell:
    return next(cell for cell in build_top_bar(context).right if cell.name == f"lamp:{name}")


def told(context: ScreenContext) -> list[str]:
    return [block.text.first for block in round_rail(context).work if isinstance(block, NoteBlock)]


def tumbler(context: ScreenContext, error: str = "") -> ScreenContext:
    known = DeviceRecord(link=Link.CONNECTED, error=error)
    state = replace(context.state, listening=ListeningState(devices={"tum": known}))
    return replace(context, state=state, devices={"tum": "tumbler"})


@pytest.mark.parametrize(
    ("known", "word", "tone"),
    [
        (DeviceRecord(link=Link.CONNECTED, identity=PROGRAM), "Simulated", Tone.SIMULATED),
        (DeviceRecord(link=Link.LOST, identity=PROGRAM, refused=True), "Refused", Tone.STOP),
    ],
)
def test_a_program_in_place_of_a_device_is_marked_also_where_it_is_allowed(
    known: DeviceRecord, word: str, tone: Tone
) -> None:
    context = table_context(RoundTable(V4))
    state = replace(context.state, listening=ListeningState(devices={"angel_eye": known}))
    context = replace(context, state=state, devices={"angel_eye": "shoe"})
    shown = lamp(context, "shoe")
    assert (shown.value, shown.lamp) == (word, tone)
    (row, *_) = device_rows(context)
    assert (row.tone, row.right.startswith(word)) == (tone, True)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("journal", "tone"),
    [
        (JournalLamp.SAVED, Tone.GOOD),
        (JournalLamp.ROOM_SHORT, Tone.ATTENTION),
        (JournalLamp.FULL, Tone.STOP),
    ],
)
def test_the_journal_says_how_it_stands_and_why_behind_its_lamp(
    journal: JournalLamp, tone: Tone, language: Language
) -> None:
    words = language_pair(language, Language.EN if language is not Language.EN else Language.ZH_HANT)
    context = table_context(RoundTable(V4), journal_lamp=journal, words=words)
    shown = lamp(context, "journal")
    assert shown.lamp is tone
    assert (shown.act is not None) is (tone is not Tone.GOOD)
    row = next(row for row in part_rows(devices_panel(context)) if row.name == "device-journal")
    assert (row.tone, row.right) == (tone, shown.value)
    assert row.lines[0]


def test_no_two_states_of_the_journal_are_told_alike() -> None:
    shown = [table_context(RoundTable(V4), journal_lamp=each) for each in JournalLamp]
    assert len({lamp(each, "journal").value for each in shown}) == len(JournalLamp)
    assert len({row.lines for each in shown for row in part_rows(devices_panel(each))}) == len(JournalLamp)


def test_a_pit_to_which_nothing_is_linked_is_not_shown_as_in_order() -> None:
    shown = lamp(table_context(RoundTable(V4)), "pit")
    assert (shown.lamp, shown.value) == (Tone.OFF, "Not linked")


def test_a_lamp_in_trouble_opens_what_to_do() -> None:
    known = DeviceRecord(link=Link.LOST)
    context = table_context(RoundTable(V4), devices={"angel": "shoe"})
    state = replace(context.state, listening=ListeningState(devices={"angel": known}))
    act = lamp(replace(context, state=state), "shoe").act
    assert isinstance(act, SetInput)
    assert act.input_state.panel is Panel.DEVICES


def test_who_is_not_signed_in_cannot_open_it() -> None:
    context = table_context(RoundTable(V4), journal_lamp=JournalLamp.FULL)
    people = replace(context.state.people, sessions={})
    assert lamp(replace(context, state=replace(context.state, people=people)), "journal").act is None


@pytest.mark.parametrize(("book", "kind", "name"), [(V4, "shoe", "angel"), (TAI_SAI, "tumbler", "tum")])
@pytest.mark.parametrize("said", [True, False])
def test_a_start_without_the_device_of_the_table_shows_it_lost(book: str, kind: str, name: str, said: bool) -> None:
    at_table = {name: DeviceKind(kind) if said else None}
    context = table_context(RoundTable(book))
    context = replace(context, state=replace(context.state, set_up=DeviceSetup(at_table=at_table)))
    shown = lamp(context, kind)
    assert (shown.lamp, shown.value) == (Tone.STOP, "Lost")
    assert isinstance(shown.act, SetInput)
    row = next(part_rows(devices_panel(context)))
    assert (row.name, row.tone, row.lines) == (f"device:{name}", Tone.STOP, ("The station was started without it.",))
    assert "Start the station with it" in repr(devices_panel(context))
    other = ({"shoe", "tumbler"} - {kind}).pop()
    lamps = [cell.name for cell in build_top_bar(context).right]
    assert f"lamp:{other}" not in lamps, "this game has nothing to do with it"
    allowed = HandDealing(devices=(name,), dealer="D1", terminal="t", approved_by="S1", approval=1)
    by_hand = replace(context, state=replace(context.state, by_hand={DeviceKind(kind): allowed}))
    assert lamp(by_hand, kind).value == "By hand"
    assert lamp(replace(by_hand, devices={"another": kind}), kind).value == "Waiting"


# The lamps of the layout (Tai Sai 5.10)


@pytest.mark.clause(TAI_SAI, "5.10")
def test_after_the_result_the_dealer_is_told_what_the_lamps_show() -> None:
    table = RoundTable(TAI_SAI, layout="C").close().roll(2, 5, 6)
    assert not any("Lamps" in line for line in told(tumbler(table_context(table))))
    shown = tumbler(table_context(table.announce()))
    winning = sum(area.state.value == "lit" for area in build_stage(shown).table.areas)
    assert winning
    assert f"Table lamps: {winning} areas, as lit here" in told(shown)


@pytest.mark.clause(TAI_SAI, "5.10")
def test_lamps_that_fail_leave_the_dice_to_decide() -> None:
    table = RoundTable(TAI_SAI, layout="C").close().roll(2, 5, 6).announce()
    shown = tumbler(table_context(table), LAMP_ERROR)
    assert "Lamps faulty: pay by the dice" in told(shown)
    row = next(part_rows(devices_panel(shown)))
    assert row.lines == ("Its lamps do not show what won. Collect and pay by the dice.",)


@pytest.mark.parametrize(("game", "layout", "kind"), [(V4, "A", "shoe"), (TAI_SAI, "C", "tumbler")])
def test_a_table_shows_the_lamp_of_its_game_whatever_the_station_has(game: str, layout: str, kind: str) -> None:
    context = table_context(RoundTable(game, layout=layout), devices={"one": "shoe", "other": "tumbler"})
    lamps = {cell.name for cell in build_top_bar(context).right}
    assert lamps & {"lamp:shoe", "lamp:tumbler"} == {f"lamp:{kind}"}
