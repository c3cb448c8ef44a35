"""The supervisor's room: who is let in, the dealer's session below it, and how it ends by itself."""

import pytest

from dealer_app.people.events import SessionBegun, SessionEnd, SessionEnded
from dealer_app.people.positions import Position
from dealer_app.station.core import Proof
from dealer_app.station.supervisor.supervisor_desks import room_terminal, table_terminal
from tests.station.open_house import code, open_house_table
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER

TABLE = "table 7"
ROOM = room_terminal(TABLE)
MINUTE = 60_000_000


def enter(house: StaffedStation, badge: str, position: Position) -> tuple[Proof, object]:
    house.add(badge, position)
    session = house.begin_session(badge, terminal=ROOM)
    return session, house.station.room.enter(session)


def test_the_terminal_of_the_room_is_beside_that_of_its_table() -> None:
    assert ROOM != TABLE
    assert room_terminal(ROOM) == ROOM
    assert table_terminal(ROOM) == table_terminal(TABLE) == TABLE


@pytest.mark.parametrize("position", [Position.PIT_SUPERVISOR, Position.PIT_MANAGER, Position.SHIFT_MANAGER])
def test_a_supervisor_or_above_is_let_in_and_the_dealer_stays_signed_in(
    house: StaffedStation, position: Position
) -> None:
    open_house_table(house)
    house.person_proof(DEALER)
    house.begin_session("D11", terminal=TABLE)
    _, answer = enter(house, "X1", position)
    assert answer == ()
    sessions = house.station.state.people.sessions
    assert (sessions[TABLE].badge, sessions[ROOM].badge) == ("D11", "X1")


@pytest.mark.parametrize("position", [Position.DEALER, Position.TECHNICIAN, Position.TRAINER])
def test_nobody_else_is_let_in_and_the_try_is_on_record(house: StaffedStation, position: Position) -> None:
    open_house_table(house)
    happened: list[object] = []
    house.station.add_follower(lambda done, _by, _at: happened.extend(done))
    _, answer = enter(house, "X1", position)
    assert code(answer) == "may-not-enter-room"
    assert ROOM not in house.station.state.people.sessions
    begun = [each.terminal for each in happened if isinstance(each, SessionBegun)]
    ended = [each.why for each in happened if isinstance(each, SessionEnded)]
    assert (begun, ended) == ([ROOM], [SessionEnd.SIGNED_OUT])


def test_the_room_closes_by_itself_after_the_idle_time_of_its_position(house: StaffedStation) -> None:
    open_house_table(house)
    house.person_proof(DEALER)
    house.begin_session("D11", terminal=TABLE)
    session, _ = enter(house, "X1", Position.PIT_SUPERVISOR)
    room = house.station.room
    assert room.time_left("another table") is None
    house.clock.wait(9 * MINUTE)
    left = room.time_left(TABLE)
    assert left is not None
    assert 0 < left <= MINUTE
    room.note_presence(TABLE)
    house.clock.wait(9 * MINUTE)
    house.station.people.end_expired()
    assert room.time_left(TABLE) is not None, "a touch has kept it open"
    house.clock.wait(2 * MINUTE)
    house.station.people.end_expired()
    assert room.time_left(TABLE) is None
    assert code(house.station.shifts.begin(session)) == "not-signed-in", "nothing is done in a room that is closed"
    assert house.station.state.people.sessions[TABLE].badge == "D11"
