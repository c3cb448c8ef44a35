"""The watch of the shoe's order in a station: told between rounds, held by a supervisor, decided by two people."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import DECK
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DrawnCard, Phase, Seal
from dealer_app.journal.shoe_orders import read_shoes
from dealer_app.journal.store import MemoryJournal
from dealer_app.odds.shoe_order import EarlierShoes, NewDeckOrder
from dealer_app.station.startup import Program, start_station
from dealer_app.station.station import Station
from dealer_app.station.supervisor.order_watch import open_cards
from dealer_app.station.two_people import ProposeShoeOrder
from dealer_app.station_events import AlarmKind, OrderOutcome, ShoeOrderFound
from tests.station.at_order_table import FAIR, NEW_DECK, OrderTable
from tests.station.open_house import RULES, code
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import DEALER

PROGRAM = Program(station="T1", version="test", rulebooks="")


@pytest.fixture
def table() -> OrderTable:
    return OrderTable(StaffedStation(MemoryJournal()))


def finding(table: OrderTable) -> ShoeOrderFound:
    found = table.station.state.order.finding
    assert found is not None
    return found


@pytest.mark.clause("tiger-buffalo-v4", "5.5.5")
@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.1")
def test_a_shoe_that_was_not_shuffled_is_told_when_its_round_has_ended_with_the_cards_that_lie_so(
    table: OrderTable,
) -> None:
    table.deal_rounds(NEW_DECK, 3)
    found = finding(table)
    assert found.order == NewDeckOrder.SPADES_FIRST.value
    seen = [card for card in found.cards if card is not None]
    assert set(seen) <= {*NEW_DECK[:20], DECK[0]}
    assert len(found.rounds) == len(found.cards)
    kinds = [one.kind for one in table.station.state.alarms.open.values()]
    assert kinds == [AlarmKind.SHOE_ORDER]


def test_fair_cards_are_not_told(table: OrderTable) -> None:
    table.deal_rounds(FAIR, 4)
    assert table.station.state.order.finding is None


def test_nothing_is_told_while_a_round_is_on(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3, checks=False)
    table.do(commands.PlaceYourBets)
    table.station.run_checks()
    assert table.station.state.order.finding is None
    table.do(commands.NoMoreBets)
    for card in FAIR[:4]:
        table.do(commands.DrawCard, card=card, by_device=True)
    while table.station.state.table.round is not None and make_coup(table.round_cards).next_draw is not None:
        table.do(commands.DrawCard, card=FAIR[len(table.round_cards)], by_device=True)
    table.do(commands.AnnounceResult).do(commands.SettleAll)
    table.station.run_checks()
    assert finding(table).order


def test_the_table_is_held_by_a_supervisor_alone_and_no_bets_are_opened(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    dealer = table.house.person_proof(DEALER)
    assert code(table.station.order.hold(dealer)) == "supervisors-only"
    # The station itself holds nothing.
    table.house.check_done(table.station.order.hold(table.house.m1))
    held = table.house.play(commands.PlaceYourBets(by=DEALER, at=0), RULES)
    assert isinstance(held, Refusal)
    assert (held.code, held.clause) == ("table-held", RULES.clause("not-shuffled"))


def test_who_holds_the_table_has_seen_the_alarm_which_goes_with_the_decision(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    table.house.check_done(table.station.order.hold(table.house.m1))
    (alarm,) = table.station.state.alarms.open.values()
    assert alarm.seen_by == "M1"
    decide(table, OrderOutcome.SHUFFLED)
    table.station.run_checks()
    assert not table.station.state.alarms.open


def decide(table: OrderTable, outcome: OrderOutcome, reference: str = "CCTV 81") -> None:
    table.house.two(ProposeShoeOrder(outcome=outcome, surveillance=reference))


@pytest.mark.assurance("A38")
def test_one_person_alone_does_not_end_the_hold_and_a_reference_is_needed(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    table.house.check_done(table.station.order.hold(table.house.m1))
    two = table.station.two_people
    assert code(two.propose(table.house.m1, ProposeShoeOrder(outcome=OrderOutcome.SHUFFLED, surveillance=" "))) == (
        "surveillance-needed"
    )
    number = two.propose(table.house.m1, ProposeShoeOrder(outcome=OrderOutcome.SHUFFLED, surveillance="CCTV 81"))
    assert isinstance(number, int)
    assert isinstance(two.execute(table.house.m1, number), Refusal)
    assert isinstance(two.agree(table.house.m1, number), Refusal)
    assert table.station.state.order.hold is not None


def test_shuffled_goes_on_with_the_shoe_and_is_not_told_again(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    table.house.check_done(table.station.order.hold(table.house.m1))
    decide(table, OrderOutcome.SHUFFLED)
    table.deal_rounds(NEW_DECK, 3)
    assert table.station.state.order.finding is None
    decided = table.station.state.order.decided
    assert decided is not None
    assert decided.surveillance == "CCTV 81"


def test_change_of_the_shoe_closes_it_by_the_clause_and_leaves_settled_rounds(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    decide(table, OrderOutcome.CHANGE_SHOE)
    state = table.station.state.table
    assert state.shoe.closed_for == RULES.clause("not-shuffled")
    assert state.last is not None
    assert state.last.phase is Phase.CONCLUDED


@pytest.mark.clause("tiger-buffalo-v4", "5.6")
def test_only_the_last_round_is_voided_and_only_before_the_next_begins(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    void = ProposeShoeOrder(outcome=OrderOutcome.VOID_ROUND, surveillance="CCTV 81")
    number = table.station.two_people.propose(table.house.m1, void)
    assert isinstance(number, int)
    table.do(commands.PlaceYourBets)
    assert code(table.station.two_people.propose(table.house.m1, void)) == "outcome-not-possible"
    table.house.check_done(table.station.two_people.agree(table.house.m2, number))
    assert code(table.station.two_people.execute(table.house.m1, number)) == "outcome-not-possible"


def test_the_last_round_is_void_with_all_bets_returned_and_the_shoe_is_closed(table: OrderTable) -> None:
    table.deal_rounds(NEW_DECK, 3)
    decide(table, OrderOutcome.VOID_ROUND)
    state = table.station.state.table
    assert state.last is not None
    assert (state.last.number, state.last.phase) == (3, Phase.VOID)
    assert state.shoe.closed_for == RULES.clause("not-shuffled")


def load_earlier(station: Station, folder: Path) -> None:
    shoes = read_shoes(folder, station.journal.head().sequence)
    station.order.load_shoes(shoes, EarlierShoes([shoe.cards for shoe in shoes[:-1]]))


def test_after_a_restart_hold_and_finding_are_the_same_and_the_shoe_is_followed_on(tmp_path: Path) -> None:
    clock = SteppingClock()
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        table = OrderTable(house).deal_rounds(NEW_DECK, 3)
        house.check_done(station.order.hold(house.m1))
        before, cards, rounds = station.state.order, station.order.record.cards, station.order.record.round_numbers
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        assert station.state.order == before
        load_earlier(station, tmp_path)
        assert station.order.record.cards == cards
        assert station.order.record.round_numbers == rounds
        assert station.order.check() == (), "it is told already"
    assert table.station is not station


def test_a_shoe_that_repeats_an_earlier_one_of_the_journal_is_told_with_its_day(tmp_path: Path) -> None:
    clock = SteppingClock()
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        house = StaffedStation.from_station(station, clock)
        house.staff()
        table = OrderTable(house).deal_rounds(FAIR, 4)
        load_earlier(station, tmp_path)
        table.do(commands.EndShoe, reason="other cards", counted=None).new_shoe()
        table.deal_rounds(FAIR, 4)
        found = finding(table)
        assert (found.earlier_shoe, found.order, found.compared) == (1, "", 1)
        assert found.earlier_day


@given(turned=st.lists(st.tuples(st.booleans(), st.booleans()), max_size=8))
def test_nothing_sealed_or_face_down_is_given_to_the_watch(turned: list[tuple[bool, bool]]) -> None:
    cards = tuple(
        DrawnCard(DECK[place], Place.PLAYER, lies_open, Seal("digest") if sealed else None)
        for place, (lies_open, sealed) in enumerate(turned)
    )
    swapped = tuple(
        drawn
        if drawn.turned and drawn.seal is None
        else DrawnCard(DECK[-1 - place], drawn.put, drawn.turned, drawn.seal)
        for place, drawn in enumerate(cards)
    )
    assert open_cards(cards) == open_cards(swapped)
