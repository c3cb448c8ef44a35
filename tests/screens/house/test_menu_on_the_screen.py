"""The menu and its panels: only what is possible, grave things twice, and what an incoming dealer confirms."""

import pytest

from dealer_app.domain.limits import AreaLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.people.authority import engine_person
from dealer_app.people.positions import Position
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens import presenter
from dealer_app.screens.actions import Relieve, SendCommand, new_command
from dealer_app.screens.blocks import KeysBlock, NoteBlock, RowsBlock, Weight
from dealer_app.screens.context import ThemeChoice
from dealer_app.screens.input_state import Panel
from dealer_app.screens.timeline import TimelineEvent, build_timeline
from dealer_app.station.state import CLOSED_BY_DEALER, TABLE_CLOSING
from dealer_app.station_events import SettingChanged
from dealer_app.texts import Language
from tests.support.house_screen import HouseScreen
from tests.support.rounds import MBS, TAI_SAI, V4


def opened(screen: HouseScreen, game: str = V4) -> HouseScreen:
    return screen.touches(f"game:{game}").opens()


def to_the_bets(screen: HouseScreen, game: str) -> HouseScreen:
    opened(screen, game)
    if game == TAI_SAI:
        return screen.keys("SET 7").enter().signs_second()
    screen.keys("C-121").enter().keys("BLUE").enter()
    screen.signs_second()
    return screen.enter().touches("cut-by:dealer").enter().enter()


def offered(screen: HouseScreen) -> list[SendCommand]:
    """The commands that the menu gives at a touch."""
    menu = screen.opens_menu()
    return [each.act for each in menu.controls() if isinstance(each.act, SendCommand)]


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_offers_nothing_that_is_refused_at_once(screen: HouseScreen, game: str) -> None:
    to_the_bets(screen, game)
    given = 0
    for _ in range(3):
        for give in offered(screen):
            rules, state = screen.station.rules, screen.station.state
            assert rules is not None
            by, _held = engine_person(screen.context.positions, rules, state.people, "D1", at=screen.clock.at)
            command = replace(give.command, by=by)
            assert not isinstance(decide(rules=rules, state=state.table, command=command), Refusal)
            given += 1
        screen.station.table.give(screen.proof, new_command(commands.PlaceYourBets))
    assert given or game == TAI_SAI, "there every command has a panel of its own"


def test_a_supervisor_signs_for_the_closing_of_the_table_and_presses_twice(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:close-table")
    assert screen.control("close-table").act is None, "nobody has signed"
    screen.keys("S1").enter().keys("7")
    assert "Signed" not in repr(screen.overlay), "a PIN is no signature before it was checked"
    screen.keys("30264")
    assert (screen.primary.name, screen.primary.key) == ("close-table", "Enter")
    screen.enter()
    assert screen.station.state.table.table is not None
    assert screen.primary.label.first == "Close the table now"
    screen.enter()
    assert screen.station.state.table.table is None


def test_nothing_is_closed_by_a_wrong_pin_and_another_can_be_keyed(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:close-table").keys("S1").enter().keys("999999").touches("close-table")
    act = screen.primary.act
    assert act is not None
    assert isinstance(screen.does(act), Refusal)
    assert screen.station.state.table.table is not None
    assert screen.primary.name == "close-table"
    assert not screen.can_enter()
    screen.keys("730264").enter()
    assert screen.station.state.table.table is None


def test_where_the_house_says_so_the_dealer_closes_it_alone(screen: HouseScreen) -> None:
    screen.station.record(SettingChanged(setting=TABLE_CLOSING, before="", after=str(CLOSED_BY_DEALER)))
    opened(screen).touches_menu("open:close-table").touches("close-table").touches("close-table")
    assert screen.station.state.table.table is None


def test_why_it_cannot_be_closed_stands_there(screen: HouseScreen) -> None:
    to_the_bets(screen, V4)
    screen.station.table.give(screen.proof, new_command(commands.PlaceYourBets))
    screen.touches_menu("open:close-table")
    assert not screen.has("close-table")
    shown = screen.overlay
    assert shown is not None
    note = shown.left_column[0]
    assert isinstance(note, NoteBlock)
    assert note.text.first


def test_what_waits_for_the_end_of_a_round_says_so_where_it_was(screen: HouseScreen) -> None:
    to_the_bets(screen, V4)
    screen.station.table.give(screen.proof, new_command(commands.PlaceYourBets))
    menu = screen.opens_menu()
    for name in ("open:relief", "open:shoe", "stop-station"):
        assert menu.control(name).act is None
        assert menu.control(name).waits.first
    screen.touches("open:limits")
    assert screen.primary.name == "back"


def test_how_the_screen_is_set_changes_at_a_touch(screen: HouseScreen) -> None:
    menu = screen.opens_menu().touches(
        "looks:language:zh-Hant", "looks:theme:bright", "looks:sound:off", "looks:turned:off"
    )
    assert (menu.looks.first, menu.looks.theme, menu.looks.sound) == (Language.ZH_HANT, ThemeChoice.BRIGHT, False)
    assert not menu.looks.turned
    assert menu.control("looks:sound:on").label.first == "聲音"
    assert menu.touches("looks:sound:on").looks.sound


def test_a_sign_out_leaves_the_table_as_it_is(screen: HouseScreen) -> None:
    opened(screen).touches_menu("sign-out")
    assert screen.has("sign-out"), "it asks first"
    assert screen.control("sign-out").label.first == "Sign out now"
    screen.touches("sign-out")
    assert screen.context.current_account is None
    assert screen.station.state.table.table is not None


def menu_places(screen: HouseScreen) -> list[tuple[str, ...]]:
    """The entries of the menu in their order, block by block, with those that cannot be pressed now."""
    shown = presenter.house_overlay(
        replace(screen.context, input_state=screen.input_state.close_panel().replace(panel=Panel.MENU))
    )
    assert shown is not None
    assert shown.grave is not None
    assert shown.grave.act is not None or shown.grave.waits.first
    blocks = [block for block in shown.left_column if isinstance(block, KeysBlock)]
    for control in (control for block in blocks for control in block.controls):
        assert control.act is not None or control.waits.first, control.name
        assert control.act is not None or control.waits.second, control.name
    return [tuple(control.name for control in block.controls) for block in blocks]


def test_every_entry_of_the_menu_keeps_its_place_whatever_is_possible_now(screen: HouseScreen) -> None:
    seen = [menu_places(screen)]
    to_the_bets(screen, V4)
    seen.append(menu_places(screen))
    screen.station.table.give(screen.proof, new_command(commands.PlaceYourBets))
    seen.append(menu_places(screen))
    screen.station.table.give(screen.proof, new_command(commands.NoMoreBets))
    seen.append(menu_places(screen))
    screen.locks_badge("S1")
    seen.append(menu_places(screen))
    screen.touches_menu("sign-out").touches("sign-out")
    seen.append(menu_places(screen))
    assert [len(block) for block in seen[0]] == [9, 9]
    assert all(places == seen[0] for places in seen)


def test_a_table_of_dice_has_the_same_entries_at_the_same_places(screen: HouseScreen) -> None:
    before = menu_places(screen)
    to_the_bets(screen, TAI_SAI)
    assert menu_places(screen) == before


# The stop


def test_a_dealer_stops_the_station_with_a_supervisor(screen: HouseScreen) -> None:
    screen.touches_menu("stop-station").keys("S1").enter().keys("730264")
    assert screen.control("stop-station").label.first == "Stop the station now"
    screen.touches("stop-station")
    assert not screen.station.state.running


def test_nothing_grave_of_the_menu_is_ever_under_enter(screen: HouseScreen) -> None:
    opened(screen).touches_menu("stop-station").keys("S1").enter().keys("730264")
    assert not screen.can_enter()
    assert screen.primary.waits.first == "Press stop once more"
    assert screen.control("stop-station").weight is Weight.GRAVE
    assert screen.station.state.running


def test_a_supervisor_who_is_signed_in_stops_it_by_two_presses(begun: HouseScreen) -> None:
    begun.begins_session("S1", "730264").touches_menu("stop-station")
    assert begun.station.state.running
    begun.touches("stop-station")
    assert not begun.station.state.running


# Shifts and relief


def test_a_shift_begins_and_ends_with_a_supervisor(screen: HouseScreen) -> None:
    screen.touches_menu("open:shift").types("badge-in-charge", "S1").types("pin-in-charge", "730264").enter()
    assert screen.station.state.shift == 1
    screen.touches_menu("open:shift").types("badge-in-charge", "S1").types("pin-in-charge", "730264").enter()
    assert screen.station.state.shift is not None, "it asks first"
    assert screen.primary.label.first == "End shift 1 now"
    screen.enter()
    assert screen.station.state.shift is None


def test_the_first_dealer_confirms_how_the_table_stands(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:relief")
    assert screen.row("fact:table").right == "T1"
    assert screen.row("fact:limit:general").right == "100 \N{EN DASH} 20,000"
    assert screen.primary.act == Relieve()
    assert "is the first dealer to confirm this table" in str(screen.overlay)
    screen.relieves()
    assert screen.station.state.people.dealing == {"table": "D1"}


def test_who_deals_already_is_asked_for_the_incoming_dealer_and_refused_in_words(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:relief").relieves().touches_menu("open:relief")
    said = "You are already the dealer of this table. The incoming dealer keys in badge and PIN."
    assert said in str(screen.overlay)
    screen.keys("D1").enter().keys("482913")
    assert screen.primary.act is None
    assert screen.primary.waits.first == said


def test_an_incoming_dealer_signs_in_before_he_takes_over(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:relief").relieves()
    screen.touches_menu("open:relief")
    assert screen.primary.name == "sign-in"
    screen.keys("S1").enter().keys("730264").enter()
    assert screen.panel() is Panel.RELIEF
    assert screen.primary.act == Relieve()
    screen.relieves()
    assert screen.station.state.people.dealing == {"table": "S1"}


def test_somebody_acts_for_a_while_and_it_is_taken_back(live: HouseScreen) -> None:
    """RWS v4 1.17: assigned by somebody of that position or above; nobody assigns himself."""
    live.touches_menu("open:acting").touches("acting-position:pit-supervisor", "acting-hours:4")
    live.types("badge-acts", "M1").types("badge-assigns", "M1").types("pin-assigns", "482913")
    act = live.primary.act
    assert act is not None
    refusal = live.does(act)
    assert refusal is not None
    assert refusal.code == "acting-self"
    live.types("badge-acts", "M2").types("pin-assigns", "482913").enter()
    acting = live.station.state.people.acting["M2"]
    assert (acting.position, acting.by) == (Position.PIT_SUPERVISOR, "M1")
    assert live.row("acting:M2").right in ("239 min left", "240 min left")
    live.touches_row("acting:M2").types("badge-assigns", "M1").types("pin-assigns", "482913").enter()
    assert not live.station.state.people.acting


# Limits


def test_limits_are_changed_by_who_may(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:limits")
    assert screen.primary.name == "back"
    screen.types("min-all", "300")
    assert not screen.can_enter()
    screen.types("badge-in-charge", "S1").types("pin-in-charge", "730264").enter()
    table = screen.station.state.table.table
    assert table is not None
    assert table.limits.general == AreaLimits(minimum=Money(30_000), maximum=Money(2_000_000))


def test_in_a_live_house_two_compare_the_new_sign_first(live: HouseScreen) -> None:
    for _ in range(2):
        live.types("badge-second", "M2").types("pin-second", "730264").enter()
    live.opens("M2").touches_menu("open:limits").types("min-all", "300")
    assert live.primary.name == "confirm-limits"
    live.types("badge-second", "M2").types("pin-second", "730264").enter()
    assert live.primary.name == "change-limits"
    live.types("badge-in-charge", "M2").types("pin-in-charge", "730264").enter()
    table = live.station.state.table.table
    assert table is not None
    assert table.limits.general == AreaLimits(minimum=Money(30_000))


def test_a_wrong_limit_waits_in_words(screen: HouseScreen) -> None:
    opened(screen).touches_menu("open:limits").types("min-all", "x")
    assert not screen.can_enter()
    assert screen.primary.waits.first == "Correct the limit that is marked."


# What is only read


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_can_be_read(screen: HouseScreen, game: str) -> None:
    opened(screen, game)
    for number in load_rulebook(game).clauses:
        shown = presenter.house_overlay(
            replace(screen.context, input_state=screen.input_state.replace(panel=Panel.CLAUSE, clause=number))
        )
        assert shown is not None
        assert shown.title.first == number
        assert shown.right in (("Definition",), ("Rule enforced by the station",), ("Staff duty",))
        assert any(isinstance(block, NoteBlock) and block.text.first for block in shown.left_column)


def test_a_clause_read_at_the_opening_loses_nothing_that_was_keyed(screen: HouseScreen) -> None:
    screen.touches(f"game:{MBS}", "layout:E", "clause:2.2")
    assert screen.panel() is Panel.CLAUSE
    screen.touches("close")
    assert screen.panel() is Panel.NONE
    assert screen.control("layout:E").picked


def test_the_rounds_of_a_shoe_are_listed_and_the_last_one_is_told_in_words(screen: HouseScreen) -> None:
    to_the_bets(screen, V4)
    assert screen.opens_menu().control("open:recall").waits.first == "No round yet"
    screen.touches("close").plays_a_round()
    assert screen.station.state.table.last is not None
    result = events.ResultAnnounced(outcome="banker", settled=())
    happened = (TimelineEvent(event, 0, 0, "", "") for event in (events.RoundBegan(number=1), result))
    input_state = screen.input_state.replace(panel=Panel.RECALL)
    shown = presenter.house_overlay(replace(screen.context, input_state=input_state, timeline=build_timeline(happened)))
    assert shown is not None
    told = [row for block in shown.left_column if isinstance(block, RowsBlock) for row in block.rows]
    assert told[0].title == "Result announced: BANKER"
    assert not [block for block in shown.left_column if isinstance(block, NoteBlock)], "nothing is told in codes"
