"""The positions that a person holds at a moment: their own, and one in which they act. Acting ends by itself.

Acting is stated in times of the day, and so ends by the wall clock; but no later than it would by the counter that
nobody can set. Once it has been found to be over, an event keeps it over, whatever the clock says later.
"""

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table_settings import Rules
from dealer_app.people import events
from dealer_app.people.events import ActingEnd, PeopleEvent
from dealer_app.people.lockout import HOUR
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import Acting, Decision, PeopleDecision, PeopleState, active_account

LONGEST_ACTING = 31
"""Days. Who is to act for longer is given the position itself, which two people decide."""

_DAY = 24 * HOUR


class HeldPosition(Struct, frozen=True):
    """A position that somebody holds, and whether they only act in it."""

    position: Position
    acting: bool


def current_positions(state: PeopleState, badge: str, at: Timestamp) -> tuple[HeldPosition, ...]:
    """The positions of a person, their own first; none for nobody, and none while the account is disabled."""
    account = state.accounts.get(badge)
    if account is None or not account.enabled:
        return ()
    own = HeldPosition(account.position, acting=False)
    acting = state.acting.get(badge)
    return (
        (own,) if acting is None or has_acting_ended(acting, at) else (own, HeldPosition(acting.position, acting=True))
    )


def has_acting_ended(acting: Acting, at: Timestamp) -> bool:
    """By the wall clock or by the counter, whichever says so first."""
    return at.utc >= acting.until or (acting.ends is not None and at.counter >= acting.ends)


def time_left(acting: Acting, at: Timestamp) -> int:
    """How long somebody still acts, in microseconds."""
    by_counter = acting.until - at.utc if acting.ends is None else acting.ends - at.counter
    return max(min(acting.until - at.utc, by_counter), 0)


def find_authority(state: PeopleState, badge: str, needed: frozenset[Position], at: Timestamp) -> HeldPosition | None:
    """The position by which a person may do what these positions may; their own, if it will do."""
    return next((held for held in current_positions(state, badge, at) if held.position in needed), None)


def engine_person(
    positions: Positions, rules: Rules, state: PeopleState, badge: str, *, at: Timestamp, role: str | None = None
) -> tuple[Person, HeldPosition]:
    """Who gives a command to the engine: by the position that will do for this role, or else the highest they hold, and
    of two that are equally high by their own.

    The badge is part of the name, because the engine tells people apart by it and names may be alike. A person without
    a role at this table gets one that no document has, so that the engine itself refuses them.
    """
    all_held = current_positions(state, badge, at)
    assert all_held, f"{badge} is nobody who may do anything here"
    # Nearly everybody holds one position alone, and there is nothing to choose.
    held = all_held[0] if len(all_held) == 1 else _choose_position(positions, rules, all_held, role)
    name = f"{state.accounts[badge].name} ({badge})"
    return Person(name, positions.role(held.position, rules.book.game)), held


def _choose_position(
    positions: Positions, rules: Rules, all_held: tuple[HeldPosition, ...], role: str | None
) -> HeldPosition:
    enough = [held for held in all_held if role is not None and held.position in positions.role_holders(rules, role)]
    if enough:
        return enough[0]
    here = [held for held in all_held if rules.has_role(positions.role(held.position, rules.book.game))]
    return max(here or all_held, key=lambda held: (positions.places[held.position].rank, not held.acting))


def person_badge(name: str) -> str:
    """The badge of a person, from the name that `engine_person` makes."""
    return name.rpartition("(")[2].removesuffix(")")


class Assignment(Struct, frozen=True, kw_only=True):
    """A person is to act in a position until a moment of the wall clock, in microseconds since 1970."""

    badge: str
    position: Position
    until: int


def assign_acting(
    positions: Positions, state: PeopleState, assignment: Assignment, *, by: str, at: Timestamp
) -> Decision:
    """Somebody of that position or above, assigns another person to act in it, never themselves."""
    badge, position, until = assignment.badge, assignment.position, assignment.until
    assigner, account = active_account(state, by), active_account(state, badge)
    if isinstance(assigner, Refusal):
        return assigner
    if isinstance(account, Refusal):
        return account
    may = positions.table_positions()
    if position not in may or account.position not in may:
        return simple_refusal("acting-not-at-table", HOUSE_POLICY)
    if badge == by:
        return simple_refusal("acting-self", HOUSE_POLICY)
    # Of that position, not merely acting in it: nobody hands on what was lent to them.
    if assigner.position not in positions.equal_or_higher(position):
        return Refusal(code="acting-too-high", clause=HOUSE_POLICY, facts={"position": position.value})
    if position is account.position:
        return simple_refusal("acting-own-position", HOUSE_POLICY)
    if until <= at.utc:
        return simple_refusal("acting-over", HOUSE_POLICY)
    if until - at.utc > LONGEST_ACTING * _DAY:
        return Refusal(code="acting-too-long", clause=HOUSE_POLICY, facts={"days": str(LONGEST_ACTING)})
    number = state.assigned + 1
    assigned = events.ActingAssigned(
        number=number, badge=badge, position=position, until=until, by=by, ends=at.counter + until - at.utc
    )
    return PeopleDecision(events=(*_make_acting_end(state, badge, ActingEnd.REPLACED, by), assigned))


def end_acting(positions: Positions, state: PeopleState, *, badge: str, by: str) -> Decision:
    """Taken back before its time: by the person, by who assigned it, or by anybody of that position or above."""
    account = active_account(state, by)
    if isinstance(account, Refusal):
        return account
    acting = state.acting.get(badge)
    if acting is None:
        return simple_refusal("not-acting", HOUSE_POLICY)
    if by not in (badge, acting.by) and account.position not in positions.equal_or_higher(acting.position):
        return Refusal(code="acting-too-high", clause=HOUSE_POLICY, facts={"position": acting.position.value})
    return PeopleDecision(events=_make_acting_end(state, badge, ActingEnd.TAKEN_BACK, by))


def end_expired_acting(state: PeopleState, at: Timestamp) -> tuple[PeopleEvent, ...]:
    """What has come to an end by this moment; to be asked now and then, and at every start."""
    over = (badge for badge, acting in state.acting.items() if has_acting_ended(acting, at))
    return tuple(event for badge in over for event in _make_acting_end(state, badge, ActingEnd.EXPIRED, None))


def end_account_acting(state: PeopleState, badge: str) -> tuple[PeopleEvent, ...]:
    """Whose account is disabled acts in nothing any more."""
    return _make_acting_end(state, badge, ActingEnd.DISABLED, None)


def _make_acting_end(state: PeopleState, badge: str, why: ActingEnd, by: str | None) -> tuple[PeopleEvent, ...]:
    acting: Acting | None = state.acting.get(badge)
    if acting is None:
        return ()
    ended = events.ActingEnded(number=acting.number, badge=badge, position=acting.position, why=why, by=by)
    return (ended,)
