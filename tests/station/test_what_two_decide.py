"""Rulings, limits and people are decided by two, and never by one."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.accounts import ResetPin
from dealer_app.people.events import FolderKind, Purpose
from dealer_app.people.positions import Position
from dealer_app.station.table import rulebook_event
from dealer_app.station.two_people import ProposeLimits, ProposePeople, ProposeRulings
from tests.station.open_house import BOOK, READ, TABLE, code, open_house_table
from tests.support.live_station import StaffedStation, fake_hash
from tests.support.rounds import DEALER, SUPERVISOR


@pytest.mark.assurance("A38")
def test_a_live_table_opens_only_by_a_reading_that_two_people_have_confirmed(house: StaffedStation) -> None:
    house.confirm_limits(TABLE.name, TABLE.limits)
    supervisor = house.person_proof(SUPERVISOR)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "rulings-not-confirmed"
    house.two(ProposeRulings(read=READ))
    house.check_done(house.station.table.open_table(supervisor, TABLE, game=READ))


@pytest.mark.assurance("A49")
def test_another_option_of_a_ruling_has_to_be_confirmed_again(house: StaffedStation) -> None:
    house.confirm(BOOK, TABLE)
    ruling = next(ruling for ruling in BOOK.rulings if len(ruling.options) > 1)
    other = next(option for option in ruling.options if option != ruling.chosen)
    answer = house.station.table.open_table(
        house.person_proof(SUPERVISOR), TABLE, game=rulebook_event(BOOK.with_option(ruling.number, other))
    )
    assert code(answer) == "rulings-not-confirmed"


def test_a_live_table_opens_only_with_limits_that_two_people_have_confirmed(house: StaffedStation) -> None:
    house.two(ProposeRulings(read=READ))
    supervisor = house.person_proof(SUPERVISOR)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "limits-not-confirmed"
    other = TableLimits(general=AreaLimits(minimum=Money(999)))
    house.confirm_limits(TABLE.name, other)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "limits-not-confirmed"


@pytest.mark.assurance("A38")
def test_limits_change_at_an_open_table_only_when_two_people_have_confirmed_them(house: StaffedStation) -> None:
    open_house_table(house)
    supervisor = house.person_proof(SUPERVISOR)
    change = commands.ChangeLimits(by=SUPERVISOR, at=0, limits=TableLimits(general=AreaLimits(minimum=Money(500))))
    assert code(house.station.table.give(supervisor, change)) == "limits-not-confirmed"
    house.confirm_limits(TABLE.name, change.limits)
    house.check_done(house.station.table.give(supervisor, change))
    table = house.station.state.table.table
    assert table is not None
    assert table.limits == change.limits


@pytest.mark.assurance("A38")
def test_who_proposes_does_not_agree_with_himself(house: StaffedStation) -> None:
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    assert code(house.station.two_people.agree(house.m1, number)) == "own-request"
    assert code(house.station.two_people.execute(house.m1, number)) == "not-approved-yet"
    again = house.begin_session("M1", Purpose.CONFIRM, terminal="elsewhere")
    assert code(house.station.two_people.agree(again, number)) == "own-request"


def test_a_proposal_by_somebody_who_may_not_decide_needs_two_who_may(house: StaffedStation) -> None:
    dealer = house.person_proof(DEALER)
    number = house.station.two_people.propose(dealer, ProposeLimits(table="T1", limits=TABLE.limits))
    assert isinstance(number, int)
    house.check_done(house.station.two_people.agree(house.m1, number))
    assert code(house.station.two_people.execute(dealer, number)) == "not-approved-yet"
    house.check_done(house.station.two_people.agree(house.m2, number))
    house.check_done(house.station.two_people.execute(dealer, number))
    assert code(house.station.two_people.execute(dealer, number)) == "request-not-open"


@pytest.mark.assurance("A18")
def test_a_demonstration_counts_as_confirmed_and_never_becomes_live() -> None:
    house = StaffedStation(MemoryJournal(), FolderKind.DEMO)
    house.check_done(house.station.table.open_table(house.m2, TABLE, game=READ))
    assert house.station.state.people.kind is FolderKind.DEMO
    assert code(house.station.people.begin_house(FolderKind.LIVE, [])) == "founded-already"


def test_only_who_asked_carries_out_what_two_agreed(house: StaffedStation) -> None:
    house.add("T9", Position.TRAINEE)
    number = house.station.two_people.propose(house.m1, ProposePeople(change=ResetPin(badge="M2")))
    assert isinstance(number, int)
    house.check_done(house.station.two_people.agree(house.m2, number))
    assert (
        code(house.station.two_people.execute(house.begin_session("T9"), number, pin=fake_hash("T9")))
        == "not-your-request"
    )


def test_who_asked_may_withdraw_and_then_it_is_over(house: StaffedStation) -> None:
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    assert code(house.station.two_people.withdraw(house.m2, number)) == "not-your-request"
    house.check_done(house.station.two_people.withdraw(house.m1, number))
    assert code(house.station.two_people.agree(house.m2, number)) == "request-not-open"


def test_limits_of_what_the_layout_does_not_offer_are_refused(house: StaffedStation) -> None:
    house.two(ProposeRulings(read=READ))
    limits = TableLimits(general=AreaLimits(minimum=Money(100)), differentials={"maximum": Money(5_000)})
    house.confirm_limits(TABLE.name, limits)
    answer = house.station.table.open_table(house.person_proof(SUPERVISOR), replace(TABLE, limits=limits), game=READ)
    assert code(answer) == "no-such-limit"


def test_limits_are_confirmed_again_when_a_table_is_opened_again(house: StaffedStation) -> None:
    open_house_table(house)
    supervisor = house.person_proof(SUPERVISOR)
    house.check_done(house.station.table.give(supervisor, commands.CloseTable(by=SUPERVISOR, at=0)))
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "limits-not-confirmed"


def test_a_reading_that_was_left_has_to_be_confirmed_again(house: StaffedStation) -> None:
    ruling = next(ruling for ruling in BOOK.rulings if len(ruling.options) > 1)
    other = next(option for option in ruling.options if option != ruling.chosen)
    house.confirm(BOOK, TABLE)
    house.two(ProposeRulings(read=rulebook_event(BOOK.with_option(ruling.number, other))))
    assert (
        code(house.station.table.open_table(house.person_proof(SUPERVISOR), TABLE, game=READ))
        == "rulings-not-confirmed"
    )


def test_a_session_that_was_left_open_asks_but_is_none_of_the_two(house: StaffedStation) -> None:
    house.clock.wait(121_000_000)
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    house.check_done(house.station.two_people.agree(house.m2, number))
    assert code(house.station.two_people.execute(house.m1, number)) == "not-approved-yet"
    again = house.begin_session("M1", Purpose.CONFIRM, terminal="elsewhere")
    fresh = house.station.two_people.propose(again, ProposeRulings(read=READ))
    assert isinstance(fresh, int)
    house.check_done(house.station.two_people.agree(house.m2, fresh))
    house.check_done(house.station.two_people.execute(house.m1, fresh))
