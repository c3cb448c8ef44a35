"""Every event about people can be written to the journal and read again as it was, and the same state comes of it."""

from typing import get_args

import pytest

from dealer_app.journal.codec import decode_body, encode
from dealer_app.journal.event_registry import PEOPLE_EVENTS
from dealer_app.people import approvals
from dealer_app.people.accounts import ChangeAccount, DisableAccount, EnableAccount, ResetPin, set_own_pin
from dealer_app.people.authority import Assignment, assign_acting, end_acting
from dealer_app.people.events import ApprovalItem, ApprovalSubject, PeopleEvent
from dealer_app.people.fold import fold_people
from dealer_app.people.lockout import HOUR, SLOW_AFTER
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.sessions import Relief, end_session, relieve_dealer, table_handover
from dealer_app.people.state import PeopleState
from tests.people.people import PLACES, SECOND, TERMINAL, Staff, fake_hash
from tests.support.rounds import V4, RoundTable


def _everything() -> Staff:
    """A house in which each event has happened."""
    staff = Staff().with_people()
    staff.change(ChangeAccount(badge="D1", name="Another", position=Position.DEALER))
    staff.change(DisableAccount(badge="D2", reason="left")).change(EnableAccount(badge="D2"))
    staff.change(ResetPin(badge="D2"), pin=fake_hash("new")).do(
        set_own_pin(staff.state, "D1", fake_hash("own"), terminal=TERMINAL)
    )
    staff.try_wrong_pins("D1", 5)
    staff.ends_lock("D1", "D2", "S1")
    staff.try_wrong_pins("nobody", SLOW_AFTER)
    staff.wait(HOUR)
    staff.begin_session("D2").do(end_session(staff.state, TERMINAL)).begin_session("D2")
    assignment = Assignment(badge="D2", position=Position.PIT_SUPERVISOR, until=staff.at.utc + SECOND)
    staff.do(assign_acting(PLACES, staff.state, assignment, by="S1", at=staff.at))
    staff.do(end_acting(PLACES, staff.state, badge="D2", by="S1"))
    table = RoundTable(V4, begun=False)
    relief = Relief(terminal=TERMINAL, by="D2", confirmed=table_handover(table.state))
    staff.do(relieve_dealer(PLACES, staff.state, relief, rules=table.rules, table=table.state, at=staff.at))
    asked = ApprovalSubject(
        item=ApprovalItem.LIMITS, what="limits", before="\u9592", after="2\n3", clause="house policy", round=3
    )
    for _ in range(4):
        staff.do(approvals.ask_approval(PLACES, staff.state, asked, needed=MANAGERS, by="M1", at=staff.at))
    newest = staff.state.asked
    staff.do(approvals.refuse_approval(staff.state, newest, by="M2", reason="no", at=staff.at, surveillance="camera 3"))
    staff.do(approvals.withdraw_request(staff.state, newest - 1, by="M1"))
    staff.wait(approvals.REQUEST_LASTS)
    return staff.take(approvals.lapse_overdue(staff.state, staff.at)).restart(5)


def test_every_event_reads_back_as_it_was() -> None:
    staff = _everything()
    assert {type(event) for event in staff.happened} == set(get_args(PeopleEvent))
    records = [encode(event) for event in staff.happened]
    back = [decode_body(record.name, record.version, record.body, lambda _: ("", "")) for record in records]
    assert back == staff.happened
    assert fold_people(PeopleState(), staff.happened) == staff.state


@pytest.mark.assurance("A19")
def test_every_event_has_a_name_of_its_own() -> None:
    assert set(PEOPLE_EVENTS.values()) == set(get_args(PeopleEvent))
