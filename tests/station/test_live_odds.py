"""Live odds are off until two people switch them on; each look is on record, between rounds, and ends with the bets."""

from pathlib import Path

import pytest

from dealer_app.domain.round import commands
from dealer_app.journal.store import MemoryJournal
from dealer_app.station.startup import Program, start_station
from dealer_app.station.supervisor.odds_looks import count_seen
from dealer_app.station.two_people import ProposeLiveOdds
from dealer_app.station_events import LookBegan, LookEnded
from tests.station.at_order_table import FAIR, OrderTable
from tests.station.open_house import code
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import DEALER

PROGRAM = Program(station="T1", version="test", rulebooks="")


@pytest.fixture
def table() -> OrderTable:
    return OrderTable(StaffedStation(MemoryJournal())).deal_rounds(FAIR, 2)


def switch_on(table: OrderTable) -> None:
    table.house.two(ProposeLiveOdds(shoe=table.station.state.table.shoe.number))


def test_nobody_looks_before_two_people_have_switched_them_on(table: OrderTable) -> None:
    assert code(table.station.live_odds.begin_look(table.house.m1)) == "live-odds-off"
    switch_on(table)
    switched = table.station.state.live_odds.switched
    assert switched is not None
    assert (switched.by, switched.agreed_by) == ("M1", "M2")
    assert code(table.station.live_odds.begin_look(table.house.person_proof(DEALER))) == "supervisors-only"


def test_a_look_has_who_looked_after_which_round_and_how_long(table: OrderTable) -> None:
    switch_on(table)
    (began,) = table.house.check_done(table.station.live_odds.begin_look(table.house.m1))
    assert isinstance(began, LookBegan)
    assert (began.number, began.by, began.round) == (1, "M1", 2)
    table.house.clock.wait(7_000_000)
    (ended,) = table.house.check_done(table.station.live_odds.end_look(table.house.m1))
    assert isinstance(ended, LookEnded)
    assert ended.milliseconds is not None
    assert 7_000 <= ended.milliseconds < 7_100


def test_the_look_ends_with_place_your_bets_and_none_begins_in_a_round(table: OrderTable) -> None:
    switch_on(table)
    table.house.check_done(table.station.live_odds.begin_look(table.house.m1))
    table.do(commands.PlaceYourBets)
    assert table.station.state.live_odds.open_look is None
    assert table.station.state.live_odds.looks[-1].milliseconds is not None
    assert code(table.station.live_odds.begin_look(table.house.m1)) == "round-on"


def test_a_look_that_nobody_closes_ends_by_itself(table: OrderTable) -> None:
    switch_on(table)
    table.house.check_done(table.station.live_odds.begin_look(table.house.m1))
    table.house.clock.wait(4 * 60_000_000)
    table.station.run_checks()
    assert table.station.state.live_odds.open_look is not None
    table.house.clock.wait(61_000_000)
    table.station.run_checks()
    assert table.station.state.live_odds.open_look is None


def test_a_look_ends_with_the_session_of_who_looks(table: OrderTable) -> None:
    switch_on(table)
    proof = table.house.begin_session("M1", terminal="room")
    table.house.check_done(table.station.live_odds.begin_look(proof))
    table.station.run_checks()
    assert table.station.state.live_odds.open_look is not None
    for terminal, session in table.station.state.people.sessions.items():
        if session.badge == "M1":
            table.house.check_done(table.station.people.end_session(terminal))
    table.station.run_checks()
    (look,) = table.station.state.live_odds.looks
    assert (look.is_open, look.milliseconds is not None) == (False, True)


def test_one_person_switches_them_off_and_the_open_look_with_them(table: OrderTable) -> None:
    switch_on(table)
    table.house.check_done(table.station.live_odds.begin_look(table.house.m1))
    table.house.check_done(table.station.live_odds.end_live_odds(table.house.m2))
    state = table.station.state.live_odds
    assert (state.is_on, state.open_look) == (False, None)


def test_they_end_with_the_shoe(table: OrderTable) -> None:
    switch_on(table)
    table.do(commands.EndShoe, reason="other cards", counted=None)
    assert not table.station.state.live_odds.is_on


def test_they_are_switched_on_only_between_rounds(table: OrderTable) -> None:
    table.do(commands.PlaceYourBets)
    assert code(table.station.two_people.propose(table.house.m1, ProposeLiveOdds(shoe=1))) == "round-on"


def test_the_cards_seen_are_those_that_lay_open(table: OrderTable) -> None:
    drawn = [card for card in table.station.order.record.cards if card is not None]
    seen = count_seen(table.station.state.table)
    assert seen is not None
    assert sorted(map(str, seen.elements())) == sorted(map(str, drawn))


def test_a_look_that_was_cut_off_is_over_after_a_restart_with_no_length(tmp_path: Path) -> None:
    clock = SteppingClock()
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        switch_on(OrderTable(house).deal_rounds(FAIR, 1))
        house.check_done(station.live_odds.begin_look(house.m1))
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        (look,) = station.state.live_odds.looks
        assert (look.is_open, look.milliseconds) == (False, None)
