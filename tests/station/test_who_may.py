"""Nothing happens at a station but by a known person, and what needs two people is never done by one."""

from dataclasses import replace

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Rules, rules_for
from dealer_app.domain.wagers import Area, Wager
from dealer_app.journal.codec import decode
from dealer_app.journal.memory import MemoryJournal
from dealer_app.people import approval_events
from dealer_app.people.accounts import DisableAccount
from dealer_app.people.events import Kind, Purpose
from dealer_app.people.positions import Position
from dealer_app.play.tables import usual_table
from dealer_app.rulebooks import GAMES, approved
from dealer_app.station.proof import Proof
from dealer_app.station.proposals import ProposeLimits, ProposePeople, ProposeRulings
from dealer_app.station.reading import in_force
from tests.support.live_station import House
from tests.support.rounds import DEALER, SUPERVISOR, V4

BOOK = approved(V4)
LAYOUT = BOOK.layouts[0]
RULES = rules_for(BOOK, LAYOUT)
TABLE = usual_table(BOOK, LAYOUT)
READ = in_force(BOOK)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def house(journal: MemoryJournal) -> House:
    return House(journal)


def opened(house: House, rules: Rules = RULES) -> House:
    house.done(house.play(commands.OpenTable(by=SUPERVISOR, at=0, table=TABLE), rules))
    return house


# Who is there


def test_a_proof_that_the_station_did_not_give_is_nobody(house: House) -> None:
    opened(house)
    for made_up in (
        Proof("of M1", Purpose.SIGN_IN, 99),
        Proof("of M1", Purpose.CONFIRM, 1),
        Proof("", Purpose.SIGN_IN, 0),
    ):
        assert code(house.station.table.give(made_up, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"


def test_what_a_command_says_of_who_gives_it_counts_for_nothing(house: House, journal: MemoryJournal) -> None:
    opened(house)
    dealer = house.proof_of(DEALER)
    bringing = commands.BringCards(by=replace(SUPERVISOR, name="Somebody else"), at=12, set_name="set-1", decks=8)
    house.done(house.station.table.give(dealer, bringing))
    last = journal.last()
    assert last is not None
    assert (last.badge, last.position) == ("D11", "dealer")


def test_a_pin_keyed_to_confirm_confirms_one_thing(house: House) -> None:
    opened(house)
    house.proof_of(DEALER)
    proof = house.sign_in("D11", Purpose.CONFIRM)
    bringing = commands.BringCards(by=DEALER, at=0, set_name="set-1", decks=8)
    house.done(house.station.table.give(proof, bringing))
    checking = commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CHECK, second="Supervisor 1")
    assert code(house.station.table.give(proof, checking)) == "not-signed-in"


def test_a_pin_keyed_to_confirm_does_not_hold_for_long(house: House) -> None:
    opened(house)
    house.proof_of(DEALER)
    proof = house.sign_in("D11", Purpose.CONFIRM)
    house.clock.wait(121_000_000)
    assert code(house.station.table.give(proof, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"


def test_a_session_that_stood_idle_has_ended(house: House) -> None:
    opened(house)
    dealer = house.proof_of(DEALER)
    house.clock.wait(61 * 60_000_000)
    assert house.station.people.look_at_the_clock()
    assert code(house.station.table.give(dealer, commands.PlaceYourBets(by=DEALER, at=0))) == "not-signed-in"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("position", [Position.TRAINEE, Position.TRAINER, Position.TECHNICIAN])
def test_who_has_no_place_at_a_live_table_does_not_open_one(house: House, game: str, position: Position) -> None:
    book = approved(game)
    rules = rules_for(book, book.layouts[0])
    table = usual_table(book, book.layouts[0])
    house.add("T9", position)
    read = house.confirm(book, table)
    answer = house.station.table.open_table(house.sign_in("T9"), table, game=read)
    assert code(answer) == "unknown-role"
    assert house.station.state.table.table is None
    assert rules.has_role("dealer")


# What two people decide


def test_a_live_table_opens_only_by_a_reading_that_two_people_have_confirmed(house: House) -> None:
    house.confirm_limits(TABLE.name, TABLE.limits)
    supervisor = house.proof_of(SUPERVISOR)
    assert code(house.station.table.open_table(supervisor, TABLE, game=READ)) == "rulings-not-confirmed"
    house.two(ProposeRulings(read=READ))
    house.done(house.station.table.open_table(supervisor, TABLE, game=READ))


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


def test_what_is_refused_has_a_reason_and_is_over(house: House) -> None:
    number = house.station.two_people.propose(house.m1, ProposeRulings(read=READ))
    assert isinstance(number, int)
    assert code(house.station.two_people.disagree(house.m2, number, reason=" ")) == "why-needed"
    house.done(house.station.two_people.disagree(house.m2, number, reason="not this option"))
    assert code(house.station.two_people.agree(house.m2, number)) == "request-not-open"


def test_a_demonstration_counts_as_confirmed_and_never_becomes_live() -> None:
    house = House(MemoryJournal(), Kind.DEMO)
    house.done(house.station.table.open_table(house.m2, TABLE, game=READ))
    assert house.station.state.people.kind is Kind.DEMO
    assert code(house.station.people.found(Kind.LIVE, [])) == "founded-already"


# Approvals in a round


def corrected(house: House) -> House:
    """A bet was keyed wrongly; the correction waits for the Pit Supervisor."""
    opened(house)
    dealer = house.proof_of(DEALER)
    wager = commands.PlaceBet(by=DEALER, at=0, wager=_wager(1_000))
    for command in (
        commands.BringCards(by=DEALER, at=0, set_name="set-1", decks=8),
        commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CHECK, second="Supervisor 1"),
        commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.SHUFFLE),
        commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CUT),
        commands.BurnCards(by=DEALER, at=0, cards=(), unseen=0),
        commands.PlaceYourBets(by=DEALER, at=0),
        wager,
        commands.NoMoreBets(by=DEALER, at=0),
        _correction(2_000),
    ):
        house.done(house.station.table.give(dealer, command))
    return house


def _wager(stake: int) -> Wager:
    return Wager(area=Area("player"), stake=Money(stake), seat=1)


def _correction(stake: int) -> Command:
    return mending_commands.CorrectBet(by=DEALER, at=0, number=1, wager=_wager(stake), reason="the chips say so")


def test_an_approval_of_a_case_is_numbered_bound_and_used_with_what_it_allows(
    house: House, journal: MemoryJournal
) -> None:
    corrected(house)
    (request,) = house.station.state.people.requests.values()
    assert request.asked.clause == "5.14"
    assert '"stake":1000' in request.asked.before
    assert '"stake":2000' in request.asked.after
    supervisor = house.proof_of(SUPERVISOR)
    happened = house.done(house.approve(supervisor, surveillance="camera 4, 21:05"))
    given, used = happened[:2]
    assert isinstance(given, approval_events.ApprovalGiven)
    assert isinstance(used, approval_events.ApprovalUsed)
    assert given.digest == used.digest == request.digest
    assert given.surveillance == "camera 4, 21:05"
    assert house.station.state.people.requests == {}
    # All of one decision: the approval, its use and the deed are durable together.
    *_, last = journal.entries()
    entries = [entry for entry in journal.entries() if entry.decision == last.decision]
    assert [decode(entry, journal.sealed) for entry in entries] == list(happened)


def test_who_asks_never_approves_in_whatever_position(house: House) -> None:
    corrected(house)
    dealer = house.proof_of(DEALER)
    assert isinstance(house.approve(dealer), Refusal)
    (request,) = house.station.state.people.requests.values()
    assert not request.given


def test_a_case_that_is_refused_says_why_and_asks_no_more(house: House) -> None:
    corrected(house)
    supervisor = house.proof_of(SUPERVISOR)
    happened = house.done(house.approve(supervisor, refusing="the chips say 1,000"))
    assert isinstance(happened[0], approval_events.ApprovalRefused)
    assert house.station.state.people.requests == {}


def test_a_case_is_asked_about_though_who_reported_it_has_left_the_house(house: House) -> None:
    corrected(house)
    house.two(ProposePeople(change=DisableAccount(badge="D11", reason="left the house")))
    (request,) = house.station.state.people.requests.values()
    assert request.by == "D11"
    supervisor = house.proof_of(SUPERVISOR)
    house.done(house.approve(supervisor))
    assert house.station.state.people.requests == {}
