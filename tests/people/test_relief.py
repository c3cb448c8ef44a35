"""Dealer relief: between rounds, by who may deal here, and only of a table that stands as he has seen it."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import TableState
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.people import events
from dealer_app.people.authority import Assignment, assign_acting
from dealer_app.people.events import Handover, ShownLimit
from dealer_app.people.positions import Position
from dealer_app.people.sessions import Relief, relieve_dealer, table_handover
from dealer_app.people.state import Decision
from dealer_app.rulebooks import GAMES
from tests.people.people import PLACES, SECOND, TERMINAL, Staff
from tests.support.rounds import MBS, SUPERVISOR, V4, RoundTable


@pytest.fixture
def staff() -> Staff:
    return Staff().with_people()


def taken_over(
    staff: Staff, table: RoundTable, confirmed: Handover | None = None, *, by: str | None = None
) -> Decision:
    """By who is signed in, or by somebody else."""
    session = staff.state.sessions.get(TERMINAL)
    signed_in = "D1" if session is None else session.badge
    relief = Relief(terminal=TERMINAL, by=by or signed_in, confirmed=confirmed or table_handover(table.state))
    return relieve_dealer(PLACES, staff.state, relief, rules=table.rules, table=table.state, at=staff.at)


@pytest.mark.parametrize("game", GAMES)
def test_what_he_confirmed_is_in_the_event(staff: Staff, game: str) -> None:
    table = RoundTable(game, begun=False)
    staff.begin_session("D1").do(taken_over(staff, table))
    staff.begin_session("D2").do(taken_over(staff, table))
    relieved = staff.happened[-1]
    assert isinstance(relieved, events.DealerRelieved)
    assert (relieved.outgoing, relieved.incoming, relieved.terminal) == ("D1", "D2", TERMINAL)
    assert relieved.confirmed == table_handover(table.state)
    assert relieved.confirmed.shoe == table.state.shoe.number


def test_limits_shoe_sealed_cards_and_claims_are_shown() -> None:
    limits = TableLimits(
        general=AreaLimits(minimum=Money(100), maximum=Money(5_000)),
        areas={Area("tie"): AreaLimits(maximum=Money(900))},
        differentials={"differential": Money(10_000)},
    )
    table = RoundTable(V4, limits=limits).bets(("player", 1000, 1)).close()
    # A fifth card is drawn though both hands stand: in excess, and sealed for the round that follows.
    table.deal("4H 9S 5D KC").draw("6D").resolve().finish()
    table.do(commands.HoldForClaim, text="a bet of seat 3", by=SUPERVISOR)
    shown = table_handover(table.state)
    assert shown.limits == (
        ShownLimit(of="general", minimum=100, maximum=5_000),
        ShownLimit(of="tie", minimum=None, maximum=900),
        ShownLimit(of="differential", minimum=None, maximum=10_000),
    )
    assert (shown.set_name, shown.decks, shown.cards_used) == ("blue", 8, table.state.shoe.used)
    assert shown.carried == len(table.state.carried) == 1
    assert shown.sealed == sum(card.seal is not None for card in table.state.carried)
    assert shown.claim is not None


def test_a_table_that_has_changed_since_has_to_be_looked_at_again(staff: Staff) -> None:
    table = RoundTable(V4, begun=False)
    seen = table_handover(table.state)
    table.begin().bets(("player", 1000, 1)).close().deal("4H 9S 5D KC").finish()
    staff.begin_session("D1")
    assert staff.expect_refusal(taken_over(staff, table, seen)) == "handover-changed"
    staff.do(taken_over(staff, table))


def test_not_within_a_round_and_not_at_a_closed_table(staff: Staff) -> None:
    table = RoundTable(V4)
    staff.begin_session("D1")
    assert staff.expect_refusal(taken_over(staff, table)) == "relief-in-a-round"
    seen, table.state = table_handover(table.state), TableState()
    assert staff.expect_refusal(taken_over(staff, table, seen)) == "relief-table-closed"


def test_only_by_who_is_signed_in_and_does_not_deal_here_already(staff: Staff) -> None:
    table = RoundTable(V4, begun=False)
    assert staff.expect_refusal(taken_over(staff, table)) == "nobody-signed-in"
    staff.begin_session("D1").do(taken_over(staff, table))
    assert staff.expect_refusal(taken_over(staff, table)) == "deals-already"


@pytest.mark.parametrize("by", ["D2", "S1", "N1"])
def test_nobody_takes_over_for_the_one_who_is_signed_in(staff: Staff, by: str) -> None:
    table = RoundTable(V4, begun=False)
    staff.begin_session("D1")
    assert staff.expect_refusal(taken_over(staff, table, by=by)) == "relief-by-another"
    # Signed in elsewhere is not signed in here.
    staff.begin_session(by, "elsewhere")
    assert staff.expect_refusal(taken_over(staff, table, by=by)) == "relief-by-another"
    assert not staff.state.dealing
    staff.do(taken_over(staff, table, by="D1"))


@pytest.mark.assurance("A48")
@pytest.mark.parametrize("badge", ["T1", "N1", "X1", "A1"])
def test_only_by_who_has_a_role_at_this_table(staff: Staff, badge: str) -> None:
    staff.begin_session(badge)
    assert staff.expect_refusal(taken_over(staff, RoundTable(V4, begun=False))) == "no-dealer-here"


def test_who_only_acts_as_a_position_is_marked(staff: Staff) -> None:
    assignment = Assignment(badge="A1", position=Position.PIT_MANAGER, until=staff.at.utc + SECOND)
    staff.do(assign_acting(PLACES, staff.state, assignment, by="M1", at=staff.at))
    staff.begin_session("A1").do(taken_over(staff, RoundTable(V4, begun=False)))
    relieved = staff.happened[-1]
    assert isinstance(relieved, events.DealerRelieved)
    assert relieved.acting
    staff.begin_session("S1").do(taken_over(staff, RoundTable(MBS, begun=False)))
    relieved = staff.happened[-1]
    assert isinstance(relieved, events.DealerRelieved)
    assert not relieved.acting


def test_every_fact_of_a_handover_matters(staff: Staff) -> None:
    table = RoundTable(V4, begun=False)
    staff.begin_session("D1")
    seen = table_handover(table.state)
    others = {
        "table": "another",
        "limits": (),
        "shoe": 99,
        "shoe_step": "none",
        "set_name": "red",
        "decks": 6,
        "cards_used": 99,
        "cutting_card_out": True,
        "sealed": 1,
        "carried": 1,
        "claim": 1,
        "cases": ("excess-card",),
        "unclaimed": 1,
    }
    assert set(others) == set(Handover.__struct_fields__)
    for name, value in others.items():
        assert staff.expect_refusal(taken_over(staff, table, replace(seen, **{name: value}))) == "handover-changed"  # type: ignore[arg-type]
