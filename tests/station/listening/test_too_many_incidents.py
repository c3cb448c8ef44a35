"""So many incidents of a device are written in a minute; the surplus is counted in one, and lost with no stop."""

from collections import deque

import pytest

from dealer_app.device_questions import Link
from dealer_app.devices.incidents import MINUTE, MOST_A_MINUTE, TOO_MANY
from dealer_app.observations import DeviceError, ErrorCancelled, ErrorRaised, Halted, LineDown, LineUp, Observation
from dealer_app.station_events import DeviceIncident, Incident
from tests.support.device_station import SHOE, TUMBLER, DeviceStation
from tests.support.rounds import V4

RAISED = ErrorRaised(error=DeviceError.OVERDRAW, code="2", halted=Halted.YES)
CANCELLED = ErrorCancelled(error=DeviceError.OVERDRAW, code="2")
UP, DOWN = LineUp(port="a"), LineDown(fault="gone", said="")


def of_the(table: DeviceStation, device: str = SHOE) -> list[DeviceIncident]:
    return [each for each in table.events(DeviceIncident) if each.device == device]


def error(table: DeviceStation) -> str:
    return table.station.state.listening.devices[SHOE].error


def minute_later(table: DeviceStation) -> None:
    table.house.clock.wait(MINUTE)
    table.station.devices.advance()


def counted(table: DeviceStation) -> int:
    """Every one of them: those that were written, but for what the station added itself, and those in the count."""
    own = [each for each in of_the(table) if each.incident is Incident.COUNTED or each.detail == TOO_MANY]
    return len(of_the(table)) - len(own) + sum(each.count for each in own)


@pytest.mark.parametrize("last", [RAISED, CANCELLED], ids=["held", "over"])
def test_fifteen_hundred_errors_and_cancels_are_twenty_incidents_at_most(last: Observation) -> None:
    table = DeviceStation(V4).says(UP)
    for _ in range(1_500):
        table.says(RAISED, CANCELLED)
    assert len(of_the(table)) <= MOST_A_MINUTE
    assert error(table) == TOO_MANY
    table.says(last)
    minute_later(table)
    surplus = of_the(table)[-1]
    assert surplus.incident is Incident.COUNTED
    assert counted(table) == 3_002
    assert error(table) == ("overdraw 2" if last is RAISED else "")


@pytest.mark.assurance("A23")
def test_in_no_minute_there_are_more_than_twenty_whatever_comes() -> None:
    """Errors and a line that comes and goes, all the time: the times of the journal decide."""
    table = DeviceStation(V4)
    times: deque[int] = deque()
    table.station.add_follower(
        lambda done, _, at: times.extend(at.counter for each in done if isinstance(each, DeviceIncident))
    )
    for _ in range(400):
        table.says(UP, RAISED, CANCELLED, DOWN)
        table.house.clock.wait(MINUTE // 100)
    for first in times:
        assert sum(first <= time < first + MINUTE for time in times) <= MOST_A_MINUTE
    assert len(times) > MOST_A_MINUTE, "each minute has its own"


def test_a_line_that_is_lost_or_found_is_said_at_once_while_errors_are_counted() -> None:
    table = DeviceStation(V4).says(UP)
    for _ in range(100):
        table.says(RAISED, CANCELLED)
    table.says(DOWN)
    assert table.station.state.listening.devices[SHOE].link is Link.LOST
    table.says(UP)
    assert table.station.state.listening.devices[SHOE].link is Link.CONNECTED
    assert [each.incident for each in of_the(table)][-2:] == [Incident.LOST, Incident.CONNECTED]


def test_a_line_that_comes_and_goes_too_often_stays_lost_until_the_minute_is_over() -> None:
    table = DeviceStation(V4)
    for _ in range(500):
        table.says(UP, DOWN)
    table.says(UP)
    assert table.station.state.listening.devices[SHOE].link is Link.LOST
    assert len(of_the(table)) <= MOST_A_MINUTE
    minute_later(table)
    assert table.station.state.listening.devices[SHOE].link is Link.CONNECTED


def test_one_device_takes_nothing_from_another() -> None:
    table = DeviceStation(V4).says(UP)
    for _ in range(100):
        table.says(RAISED, CANCELLED)
    table.says(RAISED, device=TUMBLER)
    assert [each.detail for each in of_the(table, TUMBLER)] == ["overdraw 2"]


def test_what_is_only_counted_is_written_before_a_stop() -> None:
    table = DeviceStation(V4)
    for _ in range(100):
        table.says(RAISED, CANCELLED)
    table.house.check_done(table.station.stop(table.house.m1))
    assert of_the(table)[-1].incident is Incident.COUNTED
    assert counted(table) == 200


def test_cut_off_while_it_was_counted_the_device_is_in_order_after_a_minute_and_the_journal_has_both() -> None:
    table = DeviceStation(V4)
    for _ in range(100):
        table.says(RAISED, CANCELLED)
    table.listen()
    assert error(table) == TOO_MANY
    minute_later(table)
    assert [each.incident for each in of_the(table)][-1] is Incident.COUNTED
    assert error(table) == ""


def test_errors_now_and_then_are_all_written() -> None:
    table = DeviceStation(V4)
    for _ in range(30):
        table.says(RAISED, CANCELLED)
        table.house.clock.wait(MINUTE // 5)
    assert len(of_the(table)) == 60
    assert {each.incident for each in of_the(table)} == {Incident.TROUBLE, Incident.OVER}
