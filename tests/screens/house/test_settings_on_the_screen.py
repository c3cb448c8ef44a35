"""The gaming day and the idle times at the screen: what is in force is shown, and only a manager changes it."""

import pytest

from dealer_app.device_questions import SIMULATED_DEVICES
from dealer_app.people.accounts import AddAccount
from dealer_app.people.pins import Pin
from dealer_app.people.positions import Position
from dealer_app.screens import actions
from dealer_app.screens.actions import ChangeSetting
from dealer_app.station.state import (
    GAMING_DAY,
    HAND_DEALING,
    IDLE,
    MINUTES_A_DAY,
    day_change_minute,
    idle_minutes,
    list_settings,
    may_key_alone,
)
from dealer_app.station.two_people import ProposePeople
from dealer_app.station_events import SettingChanged
from dealer_app.texts import Language, language_pair
from tests.support.house_screen import HouseScreen


def shown(screen: HouseScreen, name: str) -> str:
    return screen.row(f"setting:{name}").right


def told(screen: HouseScreen) -> list[SettingChanged]:
    found: list[SettingChanged] = []
    screen.station.add_follower(
        lambda done, _author, _moment: found.extend(each for each in done if isinstance(each, SettingChanged))
    )
    return found


def test_every_setting_of_the_station_is_there_with_its_present_value(live: HouseScreen) -> None:
    live.touches_menu("open:settings")
    usual = live.context.positions.idle_minutes()
    assert shown(live, GAMING_DAY) == "06:00"
    for position in Position:
        assert shown(live, f"{IDLE}:{position.value}") == f"{usual[position]} min"
    assert all(live.row(f"setting:{name}").act for name in list_settings())


def test_a_manager_who_is_signed_in_sets_the_gaming_day(live: HouseScreen) -> None:
    happened = told(live)
    live.touches_menu("open:settings").keys("0430").enter()
    assert day_change_minute(live.station.state.settings) == 4 * 60 + 30
    assert shown(live, GAMING_DAY) == "04:30"
    assert happened == [SettingChanged(setting=GAMING_DAY, before="", after="270")]


def test_by_touches_alone_an_idle_time_is_set(live: HouseScreen) -> None:
    live.touches_menu("open:settings").touches_row("setting:idle:dealer")
    live.touches("pad:4", "pad:5").enter()
    assert idle_minutes(live.station.state.settings, live.context.positions)[Position.DEALER] == 45
    assert shown(live, "idle:dealer") == "45 min"


def test_a_manager_sets_that_keying_takes_two_where_there_is_no_device(live: HouseScreen) -> None:
    live.touches_menu("open:settings").touches_row(f"setting:{HAND_DEALING}").keys("2").enter()
    assert not may_key_alone(live.station.state.settings)
    assert shown(live, HAND_DEALING) == "2: with approval"


def test_programs_in_place_of_devices_are_allowed_by_two_and_not_by_one(live: HouseScreen) -> None:
    happened = told(live)
    live.touches_menu("open:settings").touches_row(f"setting:{SIMULATED_DEVICES}")
    assert shown(live, SIMULATED_DEVICES) == "0: refused"
    live.keys("1").enter()
    assert happened == []
    live.keys("M2").enter().keys("730264").enter()
    assert shown(live, SIMULATED_DEVICES) == "1: allowed"
    (changed,) = happened
    assert (changed.setting, changed.after, changed.approval is not None) == (SIMULATED_DEVICES, "1", True)


def test_somebody_else_needs_a_manager_with_his_pin(live: HouseScreen) -> None:
    second = actions.Credentials("M2", Pin("730264"))
    added = ProposePeople(change=AddAccount(badge="S1", name="Supervisor 1", position=Position.PIT_SUPERVISOR))
    assert live.does(actions.DecideByTwo(proposal=added, second=second, new_pin=Pin("591604"))) is None
    live.touches_menu("sign-out").touches("sign-out").begins_session("S1", "591604")
    live.touches_menu("open:settings").keys("0500").enter().keys("S1").enter().keys("591604")
    act = live.primary.act
    assert isinstance(act, ChangeSetting)
    refusal = live.does(act)
    assert refusal is not None
    assert refusal.code == "may-not-set"
    assert day_change_minute(live.station.state.settings) == 6 * 60
    live.types("badge-manager", "M2").enter().keys("730264").enter()
    assert day_change_minute(live.station.state.settings) == 5 * 60


def test_where_no_manager_is_known_it_is_said(without_manager: HouseScreen) -> None:
    screen = without_manager
    screen.touches_menu("open:settings")
    overlay = screen.overlay
    assert overlay is not None
    assert "No manager is registered" in repr(overlay.left_column[0])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (GAMING_DAY, "2400"),
        (GAMING_DAY, "0660"),
        (GAMING_DAY, "6"),
        (GAMING_DAY, "0600"),
        ("idle:dealer", "0"),
        ("idle:dealer", str(MINUTES_A_DAY)),
        (HAND_DEALING, "0"),
        (HAND_DEALING, "3"),
        (HAND_DEALING, "1"),
        (SIMULATED_DEVICES, "2"),
        (SIMULATED_DEVICES, "0"),
    ],
)
@pytest.mark.parametrize("language", Language)
def test_what_is_no_value_for_it_is_said_in_words(live: HouseScreen, name: str, text: str, language: Language) -> None:
    live.words = language_pair(language, Language.ZH_HANS if language is not Language.ZH_HANS else Language.EN)
    live.touches_menu("open:settings").touches_row(f"setting:{name}").keys(text)
    assert live.primary.act is None
    assert live.primary.waits.first
    assert live.primary.waits.second


def test_another_value_is_not_carried_over_to_another_setting(live: HouseScreen) -> None:
    live.touches_menu("open:settings").keys("0500").touches_row("setting:idle:dealer")
    assert not live.can_enter()
