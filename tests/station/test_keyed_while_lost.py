"""Who keys while the shoe is lost: one approval lasts, until something ends it."""

from pathlib import Path

import pytest

from dealer_app.device_questions import DeviceKind, Reply
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Source
from dealer_app.people.accounts import DisableAccount
from dealer_app.people.sessions import Relief, relieve_dealer, table_handover
from dealer_app.station.two_people import ProposePeople
from dealer_app.station_events import HandDealingAllowed
from tests.station.hand_keying import (
    DOWN,
    OTHER_DEALER,
    UP,
    badges,
    decision_approvals,
    draws,
    gives,
    refusal_code,
    sources,
    table_with_lost_shoe,
    table_with_permission,
)
from tests.station.listening.test_after_a_restart import first_run, second_run
from tests.support.device_station import SHOE, DeviceStation
from tests.support.rounds import SUPERVISOR, V4


@pytest.mark.assurance("A46")
def test_one_approval_lasts_while_the_shoe_is_lost_and_each_card_names_it() -> None:
    table = table_with_lost_shoe()
    assert refusal_code(gives(table, draws("9S"))) == "second-needed-while-lost"
    table.house.check_done(gives(table, draws("9S"), table.supervisor, standing=True))
    for card in ("3H", "KD", "4C"):
        assert not isinstance(gives(table, draws(card)), Refusal)
    dealer, supervisor = badges(table)
    (fact,) = table.events(HandDealingAllowed)
    assert (fact.kind, fact.devices, fact.dealer, fact.approved_by) == (DeviceKind.SHOE, (SHOE,), dealer, supervisor)
    source = Source(keyed_by=dealer, approved_by=supervisor, approval=fact.approval)
    assert sources(table, CardDrawn) == [source] * 4
    assert len(decision_approvals(table)) == 1


def test_it_lasts_over_the_rounds_of_a_shoe() -> None:
    table = table_with_permission()
    for card in ("3H", "KD", "4C"):
        table.house.check_done(gives(table, draws(card)))
    table.finish().close_bets()
    assert not isinstance(gives(table, draws("2C")), Refusal)


def test_who_signs_for_one_card_alone_allows_no_other() -> None:
    table = table_with_lost_shoe()
    table.house.check_done(gives(table, draws("9S"), table.supervisor))
    assert refusal_code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_a_shoe_that_was_never_heard_is_lost() -> None:
    table = DeviceStation(V4).close_bets()
    assert refusal_code(gives(table, draws("9S"))) == "second-needed-while-lost"


def test_it_ends_when_the_shoe_is_heard_again() -> None:
    table = table_with_permission().says(UP)
    table.answer(Reply.NOTHING)
    assert refusal_code(gives(table, draws("3H"))) == "second-needed-each"
    table.says(DOWN).answer(Reply.NOTHING)
    assert refusal_code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_what_was_allowed_for_a_lost_shoe_does_not_begin_once_it_is_heard() -> None:
    table = table_with_lost_shoe().says(UP)
    table.answer(Reply.NOTHING)
    assert refusal_code(gives(table, draws("9S"), table.supervisor, standing=True)) == "other-request"
    assert not table.events(HandDealingAllowed)
    assert table.cards == []


def test_it_ends_when_the_dealer_signs_out() -> None:
    table = table_with_permission()
    badge, terminal = badges(table)[0], table.dealer.terminal
    table.house.check_done(table.station.people.end_session(terminal))
    table.dealer = table.house.begin_session(badge, terminal=terminal)
    assert refusal_code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_it_is_for_no_other_dealer() -> None:
    table = table_with_permission()
    other = table.house.person_proof(OTHER_DEALER)
    assert refusal_code(table.station.table.give(other, draws("3H"))) == "second-needed-while-lost"
    # Whoever keys elsewhere ends nothing for the dealer at the table.
    assert not isinstance(gives(table, draws("3H")), Refusal)


def test_it_ends_when_another_dealer_takes_over() -> None:
    table = table_with_permission()
    for card in ("3H", "KD", "4C"):
        table.house.check_done(gives(table, draws(card)))
    table.finish()
    table.house.person_proof(OTHER_DEALER)
    terminal, badge = table.dealer.terminal, badges(table)[0]
    other = next(
        key
        for key, one in table.station.state.people.accounts.items()
        if key not in {badge, "M1", "M2"} and one.position is table.station.state.people.accounts[badge].position
    )
    table.dealer = table.house.begin_session(other, terminal=terminal)
    relief = Relief(terminal=terminal, by=other, confirmed=table_handover(table.table))
    table.house.check_done(
        table.station.people.decide_on_people(
            table.dealer,
            lambda state, _: relieve_dealer(
                table.station._core.around.positions,
                state.people,
                relief,
                rules=table.rules,
                table=state.table,
                at=table.station.now(),
            ),
        )
    )
    assert not table.station.state.by_hand


@pytest.mark.parametrize("ends", ["shoe", "table"])
def test_it_ends_with_the_shoe_and_with_the_table(ends: str) -> None:
    table = table_with_permission()
    for card in ("3H", "KD", "4C"):
        table.house.check_done(gives(table, draws(card)))
    table.finish()
    if ends == "shoe":
        table.do(commands.EndShoe, reason="worn")
    else:
        table.do(commands.CloseTable, by=SUPERVISOR)
    assert not table.station.state.by_hand


def test_it_ends_when_who_allowed_it_works_here_no_more() -> None:
    table = table_with_permission()
    table.house.two(ProposePeople(change=DisableAccount(badge=badges(table)[1], reason="left the house")))
    assert refusal_code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_a_restart_ends_it_not(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.says(UP, DOWN).close_bets()
        table.house.check_done(gives(table, draws("9S"), table.supervisor, standing=True))
        for card in ("3H", "KD", "4C"):
            table.house.check_done(gives(table, draws(card)))
        table.finish()
        (before,) = table.station.state.by_hand.values()
    with second_run(tmp_path, V4) as table:
        assert list(table.station.state.by_hand.values()) == [before]
        table.close_bets()
        assert not isinstance(gives(table, draws("2C")), Refusal)
        table.says(UP)
        assert not table.station.state.by_hand
