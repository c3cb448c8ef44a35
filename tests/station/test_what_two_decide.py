"""Rulings, limits and people are decided by two, and never by one."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.journal.memory import MemoryJournal
from dealer_app.people.accounts import ResetPin
from dealer_app.people.events import Kind, Purpose
from dealer_app.people.positions import Position
from dealer_app.station.proposals import ProposeLimits, ProposePeople, ProposeRulings
from dealer_app.station.reading import in_force
from tests.support.house_at_table import BOOK, READ, TABLE, code, opened
from tests.support.live_station import House, hashed
from tests.support.rounds import DEALER, SUPERVISOR


@pytest.mark.assurance("A38")
def test_a_live_table_opens_only_by_a_reading_that_two_people_have_confirmed(house: House) -> None:
    house.confirm_limits(TABLE.name, TABLE.limits)
    supervisor = house.proof_of(SUPERVISOR)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "rulings-not-confirmed"
    house.two(ProposeRulings(read=READ))
    house.done(house.station.table.open_table(supervisor, TABLE, game=READ))


@pytest.mark.assurance("A49")
def test_another_option_of_a_ruling_has_to_be_confirmed_again(house: House) -> None:
    house.confirm(BOOK, TABLE)
    ruling = next(ruling for ruling in BOOK.rulings if len(ruling.options) > 1)
    other = next(option for option in ruling.options if option != ruling.chosen)
    answer = house.station.table.open_table(
        house.proof_of(SUPERVISOR), TABLE, game=in_force(BOOK.choosing(ruling.number, other))
    )
    assert code(answer) == "rulings-not-confirmed"


def test_a_live_table_opens_only_with_limits_that_two_people_have_confirmed(house: House) -> None:
    house.two(ProposeRulings(read=READ))
    supervisor = house.proof_of(SUPERVISOR)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "limits-not-confirmed"
    other = TableLimits(general=AreaLimits(minimum=Money(999)))
    house.confirm_limits(TABLE.name, other)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "limits-not-confirmed"


@pytest.mark.assurance("A38")
def test_limits_change_at_an_open_table_only_when_two_people_have_confirmed_them(house: House) -> None:
    opened(house)
    supervisor = house.proof_of(SUPERVISOR)
    change = commands.ChangeLimits(by=SUPERVISOR, at=0, limits=TableLimits(general=AreaLimits(minimum=Money(500))))
    assert code(house.station.table.give(supervisor, change)) == "limits-not-confirmed"
    house.confirm_limits(TABLE.name, change.limits)
    house.done(house.station.table.give(supervisor, change))
    table = house.station.state.table.table
    assert table is not None
    assert table.limits == change.limits


@pytest.mark.assurance("A38")
def test_who_proposes_does_not_agree_with_himself(house: House) -> None:
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    assert code(house.station.two_people.agree(house.m1, number)) == "own-request"
    assert code(house.station.two_people.carry_out(house.m1, number)) == "not-approved-yet"
    again = house.sign_in("M1", Purpose.CONFIRM, terminal="elsewhere")
    assert code(house.station.two_people.agree(again, number)) == "own-request"


def test_a_proposal_by_somebody_who_may_not_decide_needs_two_who_may(house: House) -> None:
    dealer = house.proof_of(DEALER)
    number = house.station.two_people.propose(dealer, ProposeLimits(table="T1", limits=TABLE.limits))
    assert isinstance(number, int)
    house.done(house.station.two_people.agree(house.m1, number))
    assert code(house.station.two_people.carry_out(dealer, number)) == "not-approved-yet"
    house.done(house.station.two_people.agree(house.m2, number))
    house.done(house.station.two_people.carry_out(dealer, number))
    assert code(house.station.two_people.carry_out(dealer, number)) == "request-not-open"


@pytest.mark.assurance("A18")
def test_a_demonstration_counts_as_confirmed_and_never_becomes_live() -> None:
    house = House(MemoryJournal(), Kind.DEMO)
    house.done(house.station.table.open_table(house.m2, TABLE, game=READ))
    assert house.station.state.people.kind is Kind.DEMO
    assert code(house.station.people.found(Kind.LIVE, [])) == "founded-already"


def test_only_who_asked_carries_out_what_two_agreed(house: House) -> None:
    house.add("T9", Position.TRAINEE)
    number = house.station.two_people.propose(house.m1, ProposePeople(change=ResetPin(badge="M2")))
    assert isinstance(number, int)
    house.done(house.station.two_people.agree(house.m2, number))
    assert code(house.station.two_people.carry_out(house.sign_in("T9"), number, pin=hashed("T9"))) == "not-your-request"


def test_who_asked_may_withdraw_and_then_it_is_over(house: House) -> None:
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    assert code(house.station.two_people.withdraw(house.m2, number)) == "not-your-request"
    house.done(house.station.two_people.withdraw(house.m1, number))
    assert code(house.station.two_people.agree(house.m2, number)) == "request-not-open"


def test_limits_of_what_the_layout_does_not_offer_are_refused(house: House) -> None:
    house.two(ProposeRulings(read=READ))
    limits = TableLimits(general=AreaLimits(minimum=Money(100)), differentials={"maximum": Money(5_000)})
    house.confirm_limits(TABLE.name, limits)
    answer = house.station.table.open_table(house.proof_of(SUPERVISOR), replace(TABLE, limits=limits), game=READ)
    assert code(answer) == "no-such-limit"


def test_limits_are_confirmed_again_when_a_table_is_opened_again(house: House) -> None:
    opened(house)
    supervisor = house.proof_of(SUPERVISOR)
    house.done(house.station.table.give(supervisor, commands.CloseTable(by=SUPERVISOR, at=0)))
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "limits-not-confirmed"


def test_a_reading_that_was_left_has_to_be_confirmed_again(house: House) -> None:
    ruling = next(ruling for ruling in BOOK.rulings if len(ruling.options) > 1)
    other = next(option for option in ruling.options if option != ruling.chosen)
    house.confirm(BOOK, TABLE)
    house.two(ProposeRulings(read=in_force(BOOK.choosing(ruling.number, other))))
    assert code(house.station.table.open_table(house.proof_of(SUPERVISOR), TABLE, game=READ)) == "rulings-not-confirmed"


def test_a_session_that_was_left_open_asks_but_is_none_of_the_two(house: House) -> None:
    house.clock.wait(121_000_000)
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    house.done(house.station.two_people.agree(house.m2, number))
    assert code(house.station.two_people.carry_out(house.m1, number)) == "not-approved-yet"
    again = house.sign_in("M1", Purpose.CONFIRM, terminal="elsewhere")
    fresh = house.station.two_people.propose(again, ProposeRulings(read=READ))
    assert isinstance(fresh, int)
    house.done(house.station.two_people.agree(house.m2, fresh))
    house.done(house.station.two_people.carry_out(house.m1, fresh))
