"""Acting positions: who assigns them, until when, and in which position somebody then gives a command (RWS 1.17)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.journal.codec import decode_body
from dealer_app.people import events
from dealer_app.people.accounts import DisableAccount
from dealer_app.people.authority import (
    Assignment,
    HeldPosition,
    assign_acting,
    current_positions,
    end_acting,
    end_expired_acting,
    engine_person,
    find_authority,
    person_badge,
    time_left,
)
from dealer_app.people.events import ActingEnd
from dealer_app.people.lockout import HOUR
from dealer_app.people.positions import Position
from tests.people.people import PLACES, SECOND, START, Staff, fake_hash
from tests.support.rounds import MBS, V4, RoundTable

UNTIL = START.utc + 3600 * SECOND


@pytest.fixture
def staff() -> Staff:
    return Staff().with_people()


def assigned(staff: Staff, badge: str, position: Position, by: str, until: int = UNTIL) -> Staff:
    assignment = Assignment(badge=badge, position=position, until=until)
    return staff.do(assign_acting(PLACES, staff.state, assignment, by=by, at=staff.at))


def test_who_acts_keeps_his_own_position_beside(staff: Staff) -> None:
    assigned(staff, "D1", Position.PIT_SUPERVISOR, "S1")
    own, acting = HeldPosition(Position.DEALER, acting=False), HeldPosition(Position.PIT_SUPERVISOR, acting=True)
    assert current_positions(staff.state, "D1", staff.at) == (own, acting)
    assert find_authority(staff.state, "D1", frozenset({Position.PIT_SUPERVISOR}), staff.at) == acting
    assert find_authority(staff.state, "D1", frozenset(Position), staff.at) == own


@pytest.mark.parametrize("assigner", ["D2", "S1", "M1", "M2", "A1", "T1", "N1", "X1"])
@pytest.mark.parametrize("position", [position for position in Position if PLACES.places[position].rank > 1])
def test_it_is_assigned_by_somebody_of_that_position_or_above(staff: Staff, assigner: str, position: Position) -> None:
    assignment = Assignment(badge="D1", position=position, until=UNTIL)
    decision = assign_acting(PLACES, staff.state, assignment, by=assigner, at=staff.at)
    if staff.state.accounts[assigner].position in PLACES.equal_or_higher(position):
        staff.do(decision)
    else:
        assert staff.expect_refusal(decision) == "acting-too-high"


def test_nobody_hands_on_what_was_lent_to_him(staff: Staff) -> None:
    assigned(staff, "S1", Position.PIT_MANAGER, "M1")
    assignment = Assignment(badge="S2", position=Position.PIT_MANAGER, until=UNTIL)
    assert (
        staff.expect_refusal(assign_acting(PLACES, staff.state, assignment, by="S1", at=staff.at)) == "acting-too-high"
    )


@pytest.mark.parametrize(
    ("badge", "position", "by", "until", "code"),
    [
        ("M1", Position.PIT_SUPERVISOR, "M1", UNTIL, "acting-self"),
        ("N1", Position.DEALER, "M1", UNTIL, "acting-not-at-table"),
        ("X1", Position.PIT_SUPERVISOR, "M1", UNTIL, "acting-not-at-table"),
        ("T1", Position.DEALER, "M1", UNTIL, "acting-not-at-table"),
        ("D1", Position.TRAINEE, "M1", UNTIL, "acting-not-at-table"),
        ("D1", Position.DEALER, "M1", UNTIL, "acting-own-position"),
        ("D1", Position.PIT_SUPERVISOR, "M1", START.utc, "acting-over"),
        ("D1", Position.PIT_SUPERVISOR, "M1", START.utc + 31 * 86_400 * SECOND + 1, "acting-too-long"),
        ("D9", Position.PIT_SUPERVISOR, "M1", UNTIL, "no-such-account"),
        ("D1", Position.PIT_SUPERVISOR, "M9", UNTIL, "no-such-account"),
    ],
)
def test_what_cannot_be_assigned(staff: Staff, badge: str, position: Position, by: str, until: int, code: str) -> None:
    assignment = Assignment(badge=badge, position=position, until=until)
    assert staff.expect_refusal(assign_acting(PLACES, staff.state, assignment, by=by, at=staff.at)) == code


def test_it_may_last_for_31_days(staff: Staff) -> None:
    assigned(staff, "D1", Position.PIT_SUPERVISOR, "M1", START.utc + 31 * 86_400 * SECOND)
    assert staff.state.acting["D1"].position is Position.PIT_SUPERVISOR


def test_it_ends_at_its_moment_and_a_clock_that_goes_back_does_not_bring_it_back(staff: Staff) -> None:
    assigned(staff, "D1", Position.PIT_SUPERVISOR, "M1")
    staff.set_wall_clock(UNTIL - 1)
    assert len(current_positions(staff.state, "D1", staff.at)) == 2
    assert end_expired_acting(staff.state, staff.at) == ()
    staff.set_wall_clock(UNTIL)
    assert len(current_positions(staff.state, "D1", staff.at)) == 1
    ended = end_expired_acting(staff.state, staff.at)
    assert ended == (
        events.ActingEnded(number=1, badge="D1", position=Position.PIT_SUPERVISOR, why=ActingEnd.EXPIRED, by=None),
    )
    staff.take(ended).set_wall_clock(START.utc)
    assert len(current_positions(staff.state, "D1", staff.at)) == 1


@pytest.mark.assurance("A30")
@pytest.mark.parametrize("set_back", [0, 1, 24 * HOUR, 400 * 24 * HOUR])
def test_a_clock_that_is_set_back_prolongs_nothing(staff: Staff, set_back: int) -> None:
    """The counter that nobody can set goes on: whichever says first that it is over."""
    assigned(staff, "D1", Position.PIT_SUPERVISOR, "M1")
    until = UNTIL - START.utc
    staff.set_wall_clock(START.utc - set_back)
    staff.wait(until - 1)
    assert len(current_positions(staff.state, "D1", staff.at)) == 2
    assert time_left(staff.state.acting["D1"], staff.at) == 1
    staff.wait(1)
    assert len(current_positions(staff.state, "D1", staff.at)) == 1
    assert time_left(staff.state.acting["D1"], staff.at) == 0
    staff.take(end_expired_acting(staff.state, staff.at))
    assert not staff.state.acting


def test_a_restart_gives_no_more_time_than_there_was(staff: Staff) -> None:
    assigned(staff, "D1", Position.PIT_SUPERVISOR, "M1")
    until = UNTIL - START.utc
    staff.wait(until // 2).restart(10**15)
    staff.set_wall_clock(START.utc)
    staff.wait(until - until // 2 - 1)
    assert len(current_positions(staff.state, "D1", staff.at)) == 2
    staff.wait(1)
    assert len(current_positions(staff.state, "D1", staff.at)) == 1


def test_what_was_assigned_before_the_counter_counted_ends_by_the_wall_clock(staff: Staff) -> None:
    body = f'{{"number":1,"badge":"D1","position":"pit-supervisor","until":{UNTIL},"by":"M1"}}'
    old = decode_body("acting-assigned", 1, body, lambda _: ("", ""))
    assert isinstance(old, events.ActingAssigned)
    staff.take((old,)).restart(5).set_wall_clock(UNTIL - 1)
    assert time_left(staff.state.acting["D1"], staff.at) == 1
    assert len(current_positions(staff.state, "D1", staff.at)) == 2
    staff.set_wall_clock(UNTIL)
    assert len(current_positions(staff.state, "D1", staff.at)) == 1


@pytest.mark.parametrize(("by", "may"), [("D1", True), ("M1", True), ("M2", True), ("D2", False), ("S2", True)])
def test_it_is_taken_back_by_himself_who_assigned_it_or_somebody_above(staff: Staff, by: str, may: bool) -> None:
    assigned(staff, "D1", Position.PIT_SUPERVISOR, "M1")
    decision = end_acting(PLACES, staff.state, badge="D1", by=by)
    if may:
        assert staff.do(decision).state.acting == {}
        assert staff.expect_refusal(end_acting(PLACES, staff.state, badge="D1", by=by)) == "not-acting"
    else:
        assert staff.expect_refusal(decision) == "acting-too-high"


def test_a_new_assignment_replaces_the_one_before(staff: Staff) -> None:
    assigned(assigned(staff, "D1", Position.PIT_SUPERVISOR, "M1"), "D1", Position.PIT_MANAGER, "M2")
    assert staff.state.acting["D1"].number == 2
    ended = staff.happened[-2]
    assert isinstance(ended, events.ActingEnded)
    assert (ended.why, ended.by) == (ActingEnd.REPLACED, "M2")


def test_who_is_disabled_stands_nowhere_and_gives_no_command(staff: Staff) -> None:
    staff.change(DisableAccount(badge="S1", reason="left"))
    assert current_positions(staff.state, "S1", staff.at) == ()
    assert find_authority(staff.state, "S1", frozenset(Position), staff.at) is None
    with pytest.raises(AssertionError, match="S1 is nobody"):
        engine_person(PLACES, RoundTable(V4, begun=False).rules, staff.state, "S1", at=staff.at)


# Towards the engine


def test_a_command_is_given_by_the_highest_position_or_by_the_one_that_is_asked_for(staff: Staff) -> None:
    rules = RoundTable(MBS, begun=False).rules
    assigned(staff, "M2", Position.ASSISTANT_CASINO_MANAGER, "A1")
    person, held = engine_person(PLACES, rules, staff.state, "M2", at=staff.at)
    assert (person.role, held.acting) == ("shift_manager", False)
    person, held = engine_person(PLACES, rules, staff.state, "M2", at=staff.at, role="assistant_casino_manager")
    assert (person.role, held.acting) == ("assistant_casino_manager", True)


def test_of_two_positions_equally_high_a_command_is_given_by_his_own(staff: Staff) -> None:
    rules = RoundTable(MBS, begun=False).rules
    assigned(staff, "A1", Position.SHIFT_MANAGER, "M2")
    person, held = engine_person(PLACES, rules, staff.state, "A1", at=staff.at)
    assert (person.role, held) == (
        "assistant_casino_manager",
        HeldPosition(Position.ASSISTANT_CASINO_MANAGER, acting=False),
    )


def test_who_has_no_role_in_a_document_may_act_in_one_that_it_has(staff: Staff) -> None:
    rules = RoundTable(V4, begun=False).rules
    person, _ = engine_person(PLACES, rules, staff.state, "A1", at=staff.at)
    assert not rules.has_role(person.role)
    assigned(staff, "A1", Position.PIT_MANAGER, "M1")
    person, held = engine_person(PLACES, rules, staff.state, "A1", at=staff.at)
    assert (person.role, held) == ("pit_manager", HeldPosition(Position.PIT_MANAGER, acting=True))


@given(
    name=st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20),
    badge=st.from_regex(r"[A-Z0-9]{1,12}", fullmatch=True),
)
def test_people_of_the_same_name_are_told_apart_by_their_badges(name: str, badge: str) -> None:
    staff = Staff().begin_house()
    if badge in staff.state.accounts:
        return
    added = events.AccountAdded(badge=badge, name=name, position=Position.DEALER, approval=1)
    pin = events.PinSet(badge=badge, digest=fake_hash(badge).digest, why=events.PinReason.FIRST)
    staff.take((added, pin))
    person, _ = engine_person(PLACES, RoundTable(V4, begun=False).rules, staff.state, badge, at=staff.at)
    assert person_badge(person.name) == badge
