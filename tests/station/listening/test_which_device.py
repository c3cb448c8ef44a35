"""Which device it is stands in the journal; a program in place of one is refused unless two people have allowed it."""

import pytest

from dealer_app.device_questions import (
    ALLOWED,
    REFUSED,
    SIMULATED_DEVICES,
    DeviceIdentity,
    Link,
    Question,
)
from dealer_app.devices.line_reports import may_be_simulated
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.refusal import Refusal
from dealer_app.observations import CardRead, LineDown, LineUp
from dealer_app.people.events import FolderKind
from dealer_app.station.two_people import ProposeSetting
from dealer_app.station_events import DeviceIncident, Incident, SettingChanged
from tests.support.device_station import SHOE, DeviceStation
from tests.support.rounds import V4

REAL = LineUp(port="/dev/ttyUSB0", baudrate=4800, usb="usb:0403:6001:A1", profile="angel_eye")
PROGRAM = LineUp(port="/dev/shoe", baudrate=4800, profile="angel_eye", simulated=True)
CARD = CardRead(sequence="1", card=CARDS["9H"])


def incidents(table: DeviceStation) -> list[Incident]:
    return [each.incident for each in table.events(DeviceIncident)]


def allow(table: DeviceStation, value: int = ALLOWED) -> None:
    table.house.two(ProposeSetting(setting=SIMULATED_DEVICES, value=value))
    table.station.devices.advance()


@pytest.mark.assurance("A19")
def test_with_each_connection_the_journal_says_which_device_it_is() -> None:
    table = DeviceStation(V4).says(REAL)
    (connected,) = table.events(DeviceIncident)
    assert connected.identity == DeviceIdentity(
        port="/dev/ttyUSB0", baudrate=4800, usb="usb:0403:6001:A1", profile="angel_eye"
    )
    other = LineUp(port="/dev/ttyUSB1", baudrate=9600, usb="usb:0403:6001:B2", profile="angel_eye")
    table.says(LineDown(fault="gone", said=""), other)
    assert table.events(DeviceIncident)[-1].identity.usb == "usb:0403:6001:B2"
    assert not table.station.state.listening.devices[SHOE].is_simulated


def test_a_program_at_a_live_table_is_refused_and_nothing_that_it_says_is_dealt() -> None:
    table = DeviceStation(V4).says(PROGRAM).close_bets().says(CARD)
    assert (table.cards, table.questions) == ([], [])
    assert incidents(table) == [Incident.REFUSED]
    assert table.events(DeviceIncident)[0].identity.simulated
    known = table.station.state.listening.devices[SHOE]
    assert (known.link, known.refused, known.is_simulated) == (Link.LOST, True, True)


def test_the_same_program_is_refused_in_the_journal_once() -> None:
    table = DeviceStation(V4)
    for _ in range(50):
        table.says(PROGRAM, LineDown(fault="gone", said=""))
    assert incidents(table) == [Incident.REFUSED]


def test_what_two_people_allow_is_heard_from_then_on_and_marked() -> None:
    table = DeviceStation(V4).says(PROGRAM)
    allow(table)
    assert incidents(table) == [Incident.REFUSED, Incident.CONNECTED]
    known = table.station.state.listening.devices[SHOE]
    assert (known.link, known.refused, known.is_simulated) == (Link.CONNECTED, False, True)
    table.close_bets().says(CARD)
    assert table.cards == [CARDS["9H"]]


def test_reports_of_before_it_was_allowed_are_asked_and_never_dealt() -> None:
    table = DeviceStation(V4).says(PROGRAM).close_bets().says(CARD)
    allow(table)
    assert table.cards == []
    assert table.questions == [Question.LINE_BACK]


def test_taken_back_in_a_round_it_is_heard_no_more() -> None:
    table = DeviceStation(V4).says(PROGRAM)
    allow(table)
    table.close_bets()
    allow(table, REFUSED)
    assert incidents(table)[-2:] == [Incident.LOST, Incident.REFUSED]
    assert table.questions == [Question.LINE_LOST]
    table.says(CARD)
    assert table.cards == []


@pytest.mark.assurance("A38")
def test_no_manager_allows_it_alone() -> None:
    table = DeviceStation(V4)
    refusal = table.station.settings.change(table.house.m1, SIMULATED_DEVICES, ALLOWED)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "setting-takes-two"
    number = table.station.two_people.propose(table.house.m1, ProposeSetting(setting=SIMULATED_DEVICES, value=ALLOWED))
    assert isinstance(number, int)
    assert isinstance(table.station.two_people.agree(table.house.m1, number), Refusal)
    assert isinstance(table.station.two_people.execute(table.house.m1, number), Refusal)
    assert SIMULATED_DEVICES not in table.station.state.settings


def test_the_journal_says_by_which_approval_it_was_allowed() -> None:
    table = DeviceStation(V4)
    allow(table)
    (changed,) = table.events(SettingChanged)
    assert (changed.setting, changed.before, changed.after) == (SIMULATED_DEVICES, "", str(ALLOWED))
    assert changed.approval in table.station.state.people.requests or changed.approval is not None


def test_what_one_manager_changes_is_not_proposed() -> None:
    table = DeviceStation(V4)
    for setting, value in (("gaming-day", 300), (SIMULATED_DEVICES, 2)):
        refusal = table.station.two_people.propose(table.house.m1, ProposeSetting(setting=setting, value=value))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "no-such-setting"


def test_a_demonstration_hears_programs_alone_and_needs_nobody_for_it() -> None:
    assert may_be_simulated(FolderKind.DEMO, {})
    assert may_be_simulated(None, {})
    assert not may_be_simulated(FolderKind.LIVE, {})
    assert not may_be_simulated(FolderKind.LIVE, {SIMULATED_DEVICES: str(REFUSED)})
    assert may_be_simulated(FolderKind.LIVE, {SIMULATED_DEVICES: str(ALLOWED)})
