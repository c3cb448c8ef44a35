"""A correction waits for a Pit Supervisor, who approves just what was shown to him, or says why not."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.wagers import Area, Wager
from dealer_app.journal.codec import decode
from dealer_app.journal.store import MemoryJournal
from dealer_app.people import events
from dealer_app.people.accounts import DisableAccount
from dealer_app.station.case_approvals import case_approval
from dealer_app.station.two_people import ProposePeople
from tests.station.open_house import code, open_house_table
from tests.support.live_station import StaffedStation
from tests.support.rounds import BANKER_HAND, DEALER, INSURANCE, SEATED, SUPERVISOR, RoundTable


def corrected(house: StaffedStation) -> StaffedStation:
    """A bet was keyed wrongly; the correction waits for the Pit Supervisor."""
    open_house_table(house)
    dealer = house.person_proof(DEALER)
    wager = commands.PlaceBet(by=DEALER, at=0, wager=_wager(1_000))
    for command in (
        commands.BringCards(by=DEALER, at=0, set_name="set-1", decks=8),
        commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CHECK, second="P10"),
        commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.SHUFFLE),
        commands.DoShoeWork(by=DEALER, at=0, work=commands.ShoeWork.CUT),
        commands.BurnCards(by=DEALER, at=0, cards=(), unseen=0),
        commands.PlaceYourBets(by=DEALER, at=0),
        wager,
        commands.NoMoreBets(by=DEALER, at=0),
        _correction(2_000),
    ):
        house.check_done(house.station.table.give(dealer, command))
    return house


def _wager(stake: int) -> Wager:
    return Wager(area=Area("player"), stake=Money(stake), seat=1)


def _correction(stake: int) -> Command:
    return correction_commands.CorrectBet(by=DEALER, at=0, number=1, wager=_wager(stake), reason="the chips say so")


def test_an_approval_of_a_case_is_numbered_bound_and_used_with_what_it_allows(
    house: StaffedStation, journal: MemoryJournal
) -> None:
    corrected(house)
    (request,) = house.station.state.people.requests.values()
    assert request.asked.clause == "5.14"
    assert '"stake":1000' in request.asked.before
    assert '"stake":2000' in request.asked.after
    supervisor = house.person_proof(SUPERVISOR)
    happened = house.check_done(house.approve(supervisor, surveillance="camera 4, 21:05"))
    given, used = happened[:2]
    assert isinstance(given, events.ApprovalGiven)
    assert isinstance(used, events.ApprovalUsed)
    assert given.digest == used.digest == request.digest
    assert given.surveillance == "camera 4, 21:05"
    assert house.station.state.people.requests == {}
    # All of one decision: the approval, its use and the deed are durable together.
    *_, last = journal.entries()
    entries = [entry for entry in journal.entries() if entry.decision == last.decision]
    assert [decode(entry, journal.read_sealed) for entry in entries] == list(happened)


def test_who_asks_never_approves_in_whatever_position(house: StaffedStation) -> None:
    corrected(house)
    dealer = house.person_proof(DEALER)
    assert isinstance(house.approve(dealer), Refusal)
    (request,) = house.station.state.people.requests.values()
    assert not request.given


def test_a_case_that_is_refused_says_why_and_asks_no_more(house: StaffedStation) -> None:
    corrected(house)
    supervisor = house.person_proof(SUPERVISOR)
    happened = house.check_done(house.approve(supervisor, refusing="the chips say 1,000"))
    assert isinstance(happened[0], events.ApprovalRefused)
    assert house.station.state.people.requests == {}


def test_a_case_is_asked_about_though_who_reported_it_has_left_the_house(house: StaffedStation) -> None:
    corrected(house)
    house.two(ProposePeople(change=DisableAccount(badge="D11", reason="left the house")))
    (request,) = house.station.state.people.requests.values()
    assert request.by == "D11"
    supervisor = house.person_proof(SUPERVISOR)
    house.check_done(house.approve(supervisor))
    assert house.station.state.people.requests == {}


def test_an_approval_is_of_what_was_shown_and_of_nothing_else(house: StaffedStation) -> None:
    corrected(house)
    supervisor = house.person_proof(SUPERVISOR)
    approve = commands.Approve(by=SUPERVISOR, at=0)
    for shown in (None, "", "0" * 64):
        assert code(house.station.table.give(supervisor, approve, request=shown)) == "other-request"
    assert house.station.state.people.requests


@pytest.mark.parametrize(("stake", "after"), [(400, '"stake":400'), (None, '"stake":null')])
@pytest.mark.clause(INSURANCE, "5.14")
def test_of_an_insurance_it_is_its_stake_as_it_was_keyed_and_as_the_chips_say(stake: int | None, after: str) -> None:
    table = RoundTable(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")
    table.do(commands.TakeInsurance, who=(2, SEATED), side=BANKER_HAND, stake=Money(100)).do(commands.CloseOffer)
    told = None if stake is None else Money(stake)
    table.do(correction_commands.CorrectBet, number=3, wager=None, stake=told, reason="the chips say so")
    found = case_approval(table.state)
    assert found is not None, "an approval is waited for"
    asked, need, _ = found
    assert need.role == "pit_supervisor"
    assert '"stake":100' in asked.before
    assert '"side":"banker"' in asked.before
    assert after in asked.after
