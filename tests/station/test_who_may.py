"""Nothing happens at a station but by a known person who is there, and who may do it."""

import pytest

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.table_settings import make_rules, usual_table
from dealer_app.domain.values import replace
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.events import Purpose
from dealer_app.people.positions import Position
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.station.core import Proof
from tests.station.open_house import code, open_house_table
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER, SUPERVISOR


def test_a_proof_that_the_station_did_not_give_is_nobody(house: StaffedStation) -> None:
    open_house_table(house)
    for made_up in (
        Proof("of M1", Purpose.SIGN_IN, 99),
        Proof("of M1", Purpose.CONFIRM, 1),
        Proof("", Purpose.SIGN_IN, 0),
    ):
        assert code(house.station.table.give(made_up, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"


def test_what_a_command_says_of_who_gives_it_counts_for_nothing(house: StaffedStation, journal: MemoryJournal) -> None:
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    bringing = commands.BringCards(by=replace(SUPERVISOR, name="Somebody else"), at=12, set_name="set-1", decks=8)
    house.check_done(house.station.table.give(dealer, bringing))
    last = journal.last()
    assert last is not None
    assert (last.badge, last.position) == ("D11", "dealer")


def test_a_pin_keyed_to_confirm_confirms_one_thing(house: StaffedStation) -> None:
    open_house_table(house)
    house.person_proof(DEALER)
    proof = house.begin_session("D11", Purpose.CONFIRM)
    bringing = commands.BringCards(by=DEALER, at=0, set_name="set-1", decks=8)
    house.check_done(house.station.table.give(proof, bringing))
    checking = commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CHECK, second="P10")
    assert code(house.station.table.give(proof, checking)) == "not-signed-in"


def test_a_pin_keyed_to_confirm_does_not_hold_for_long(house: StaffedStation) -> None:
    open_house_table(house)
    house.person_proof(DEALER)
    proof = house.begin_session("D11", Purpose.CONFIRM)
    house.clock.wait(121_000_000)
    assert code(house.station.table.give(proof, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"


def test_a_session_that_stood_idle_has_ended(house: StaffedStation) -> None:
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    house.clock.wait(61 * 60_000_000)
    assert house.station.people.end_expired()
    assert code(house.station.table.give(dealer, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"


@pytest.mark.assurance("A48")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("position", [Position.TRAINEE, Position.TRAINER, Position.TECHNICIAN])
def test_who_has_no_place_at_a_live_table_does_not_open_one(
    house: StaffedStation, game: str, position: Position
) -> None:
    book = load_rulebook(game)
    rules = make_rules(book, book.layouts[0])
    table = usual_table(book, book.layouts[0])
    house.add("T9", position)
    read = house.confirm(book, table)
    answer = house.station.table.open_table(house.begin_session("T9"), table, game=read)
    assert code(answer) == "unknown-role"
    assert house.station.state.table.table is None
    assert rules.has_role("dealer")


@pytest.mark.assurance("A50")
def test_cards_are_checked_with_somebody_else_who_works_here(house: StaffedStation) -> None:
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    house.add("T9", Position.TRAINEE)
    house.check_done(house.station.table.give(dealer, commands.BringCards(by=DEALER, at=0, set_name="set-1", decks=8)))
    for second in ("D11", "d11", "NOBODY", "T9"):
        checking = commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CHECK, second=second)
        assert code(house.station.table.give(dealer, checking)) == "inspector-unknown"
    checking = commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CHECK, second="p10")
    house.check_done(house.station.table.give(dealer, checking))


def test_a_stopped_station_does_nothing_more(house: StaffedStation) -> None:
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    house.check_done(house.station.stop(house.m1))
    assert code(house.station.table.give(dealer, commands.BringCards(by=DEALER, at=0, set_name="s", decks=8))) == (
        "station-stopped"
    )
    assert code(house.station.people.end_session("of M1")) == "station-stopped"


@pytest.mark.assurance("A33")
def test_who_is_not_in_charge_does_not_stop_the_station(house: StaffedStation) -> None:
    open_house_table(house)
    assert code(house.station.stop(house.person_proof(DEALER))) == "may-not-stop"
    house.add("T9", Position.TRAINEE)
    assert code(house.station.stop(house.begin_session("T9"))) == "may-not-stop"


def test_a_session_ends_by_itself_though_nobody_looks_at_the_clock(house: StaffedStation) -> None:
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    house.clock.wait(20 * 3_600_000_000)
    assert code(house.station.table.give(dealer, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"
    assert house.station.state.people.sessions == {}


def test_rounds_of_an_outage_are_entered_only_after_one(house: StaffedStation) -> None:
    open_house_table(house)
    entering = correction_commands.EnterOutageRounds(by=SUPERVISOR, at=0, rounds=(), text="none")
    assert code(house.station.table.give(house.person_proof(SUPERVISOR), entering)) == "no-outage"
