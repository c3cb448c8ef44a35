"""Who keys while the shoe is lost: one approval lasts, until something ends it."""

from pathlib import Path

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.source import Source
from dealer_app.people.accounts import DisableAccount
from dealer_app.people.relief import Relief, handover, relieve
from dealer_app.station.facts import HandDealingAllowed
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Reply
from dealer_app.station.proposals import ProposePeople
from tests.station.listening.test_after_a_restart import first_run, second_run
from tests.support.attended import SHOE, Attended
from tests.support.keying import (
    DOWN,
    OTHER_DEALER,
    UP,
    allowed,
    badges,
    code,
    draws,
    gives,
    lost,
    signed,
    sources,
)
from tests.support.rounds import SUPERVISOR, V4


@pytest.mark.assurance("A46")
def test_one_approval_lasts_while_the_shoe_is_lost_and_each_card_names_it() -> None:
    table = lost()
    assert code(gives(table, draws("9S"))) == "second-needed-while-lost"
    table.house.done(gives(table, draws("9S"), table.supervisor, standing=True))
    for card in ("3H", "KD", "4C"):
        assert not isinstance(gives(table, draws(card)), Refusal)
    dealer, supervisor = badges(table)
    (fact,) = table.events(HandDealingAllowed)
    assert (fact.kind, fact.devices, fact.dealer, fact.approved_by) == (DeviceKind.SHOE, (SHOE,), dealer, supervisor)
    source = Source(keyed_by=dealer, approved_by=supervisor, approval=fact.approval)
    assert sources(table, CardDrawn) == [source] * 4
    assert len(signed(table)) == 1


def test_it_lasts_over_the_rounds_of_a_shoe() -> None:
    table = allowed()
    for card in ("3H", "KD", "4C"):
        table.house.done(gives(table, draws(card)))
    table.finish().closed()
    assert not isinstance(gives(table, draws("2C")), Refusal)


def test_who_signs_for_one_card_alone_allows_no_other() -> None:
    table = lost()
    table.house.done(gives(table, draws("9S"), table.supervisor))
    assert code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_a_shoe_that_was_never_heard_is_lost() -> None:
    table = Attended(V4).closed()
    assert code(gives(table, draws("9S"))) == "second-needed-while-lost"


def test_it_ends_when_the_shoe_is_heard_again() -> None:
    table = allowed().says(UP)
    table.answer(Reply.NOTHING)
    assert code(gives(table, draws("3H"))) == "second-needed-each"
    table.says(DOWN).answer(Reply.NOTHING)
    assert code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_what_was_allowed_for_a_lost_shoe_does_not_begin_once_it_is_heard() -> None:
    table = lost().says(UP)
    table.answer(Reply.NOTHING)
    assert code(gives(table, draws("9S"), table.supervisor, standing=True)) == "other-request"
    assert not table.events(HandDealingAllowed)
    assert table.cards == []


def test_it_ends_when_the_dealer_signs_out() -> None:
    table = allowed()
    badge, terminal = badges(table)[0], table.dealer.terminal
    table.house.done(table.station.people.sign_out(terminal))
    table.dealer = table.house.sign_in(badge, terminal=terminal)
    assert code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_it_is_for_no_other_dealer() -> None:
    table = allowed()
    other = table.house.proof_of(OTHER_DEALER)
    assert code(table.station.table.give(other, draws("3H"))) == "second-needed-while-lost"
    # Whoever keys elsewhere ends nothing for the dealer at the table.
    assert not isinstance(gives(table, draws("3H")), Refusal)


def test_it_ends_when_another_dealer_takes_over() -> None:
    table = allowed()
    for card in ("3H", "KD", "4C"):
        table.house.done(gives(table, draws(card)))
    table.finish()
    table.house.proof_of(OTHER_DEALER)
    terminal, badge = table.dealer.terminal, badges(table)[0]
    other = next(
        key
        for key, one in table.station.state.people.accounts.items()
        if key not in {badge, "M1", "M2"} and one.position is table.station.state.people.accounts[badge].position
    )
    table.dealer = table.house.sign_in(other, terminal=terminal)
    relief = Relief(terminal=terminal, by=other, confirmed=handover(table.table))
    table.house.done(
        table.station.people.decide_on_people(
            table.dealer,
            lambda state, _: relieve(
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
    table = allowed()
    for card in ("3H", "KD", "4C"):
        table.house.done(gives(table, draws(card)))
    table.finish()
    if ends == "shoe":
        table.do(commands.EndShoe, reason="worn")
    else:
        table.do(commands.CloseTable, by=SUPERVISOR)
    assert not table.station.state.by_hand


def test_it_ends_when_who_allowed_it_works_here_no_more() -> None:
    table = allowed()
    table.house.two(ProposePeople(change=DisableAccount(badge=badges(table)[1], reason="left the house")))
    assert code(gives(table, draws("3H"))) == "second-needed-while-lost"


def test_a_restart_ends_it_not(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.says(UP, DOWN).closed()
        table.house.done(gives(table, draws("9S"), table.supervisor, standing=True))
        for card in ("3H", "KD", "4C"):
            table.house.done(gives(table, draws(card)))
        table.finish()
        (before,) = table.station.state.by_hand.values()
    with second_run(tmp_path, V4) as table:
        assert list(table.station.state.by_hand.values()) == [before]
        table.closed()
        assert not isinstance(gives(table, draws("2C")), Refusal)
        table.says(UP)
        assert not table.station.state.by_hand
