"""In which positions a person stands at a moment: his own, and one in which he acts. Acting ends by itself.

Acting is stated in times of the day, and so ends by the wall clock; but no later than it would by the counter that
nobody can set. Once it has been found to be over, an event keeps it over, whatever the clock says later.
"""

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table import Rules
from dealer_app.people import events
from dealer_app.people.decision import Decided, Decision, working
from dealer_app.people.events import ActingEnd, PeopleEvent
from dealer_app.people.lockout import HOUR
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import Acting, PeopleState
from dealer_app.station.moment import Moment

LONGEST_ACTING = 31
"""Days. Who is to act for longer is given the position itself, which two people decide."""

_DAY = 24 * HOUR


class Held(Struct, frozen=True):
    """A position that somebody holds, and whether he only acts in it."""

    position: Position
    acting: bool


def standing(state: PeopleState, badge: str, at: Moment) -> tuple[Held, ...]:
    """The positions of a person, his own first; none for nobody, and none while his account is disabled."""
    account = state.accounts.get(badge)
    if account is None or not account.enabled:
        return ()
    own = Held(account.position, acting=False)
    acting = state.acting.get(badge)
    return (own,) if acting is None or is_over(acting, at) else (own, Held(acting.position, acting=True))


def is_over(acting: Acting, at: Moment) -> bool:
    """By the wall clock or by the counter, whichever says so first."""
    return at.utc >= acting.until or (acting.ends is not None and at.counter >= acting.ends)


def left(acting: Acting, at: Moment) -> int:
    """How long somebody still acts, in microseconds."""
    by_counter = acting.until - at.utc if acting.ends is None else acting.ends - at.counter
    return max(min(acting.until - at.utc, by_counter), 0)


def held_for(state: PeopleState, badge: str, needed: frozenset[Position], at: Moment) -> Held | None:
    """The position by which a person may do what these positions may; his own, if it will do."""
    return next((held for held in standing(state, badge, at) if held.position in needed), None)


def as_person(
    positions: Positions, rules: Rules, state: PeopleState, badge: str, *, at: Moment, role: str | None = None
) -> tuple[Person, Held]:
    """Who gives a command to the engine: by the position that will do for this role, or else the highest he holds, and
    of two that are equally high by his own.

    The badge is part of the name, because the engine tells people apart by it and names may be alike. A person without
    a role at this table gets one that no document has, so that the engine itself refuses him.
    """
    all_held = standing(state, badge, at)
    assert all_held, f"{badge} is nobody who may do anything here"
    # Nearly everybody holds his own position alone, and there is nothing to choose.
    held = all_held[0] if len(all_held) == 1 else _chosen(positions, rules, all_held, role)
    name = f"{state.accounts[badge].name} ({badge})"
    return Person(name, positions.role(held.position, rules.book.game)), held


def _chosen(positions: Positions, rules: Rules, all_held: tuple[Held, ...], role: str | None) -> Held:
    enough = [held for held in all_held if role is not None and held.position in positions.holding(rules, role)]
    if enough:
        return enough[0]
    here = [held for held in all_held if rules.has_role(positions.role(held.position, rules.book.game))]
    return max(here or all_held, key=lambda held: (positions.places[held.position].rank, not held.acting))


def badge_of(name: str) -> str:
    """The badge of a person, from his name as `as_person` makes it."""
    return name.rpartition("(")[2].removesuffix(")")


class Assignment(Struct, frozen=True, kw_only=True):
    """A person is to act in a position until a moment of the wall clock, in microseconds since 1970."""

    badge: str
    position: Position
    until: int


def assign_acting(positions: Positions, state: PeopleState, assignment: Assignment, *, by: str, at: Moment) -> Decision:
    """Somebody of that position or above, and never the person himself, assigns another to act in it."""
    badge, position, until = assignment.badge, assignment.position, assignment.until
    assigner, account = working(state, by), working(state, badge)
    if isinstance(assigner, Refusal):
        return assigner
    if isinstance(account, Refusal):
        return account
    may = positions.at_tables()
    if position not in may or account.position not in may:
        return refused("acting-not-at-table", HOUSE_POLICY)
    if badge == by:
        return refused("acting-self", HOUSE_POLICY)
    # Of that position, not merely acting in it: nobody hands on what was lent to him.
    if assigner.position not in positions.or_above(position):
        return Refusal(code="acting-too-high", clause=HOUSE_POLICY, facts={"position": position.value})
    if position is account.position:
        return refused("acting-own-position", HOUSE_POLICY)
    if until <= at.utc:
        return refused("acting-over", HOUSE_POLICY)
    if until - at.utc > LONGEST_ACTING * _DAY:
        return Refusal(code="acting-too-long", clause=HOUSE_POLICY, facts={"days": str(LONGEST_ACTING)})
    number = state.assigned + 1
    assigned = events.ActingAssigned(
        number=number, badge=badge, position=position, until=until, by=by, ends=at.counter + until - at.utc
    )
    return Decided(events=(*_end(state, badge, ActingEnd.REPLACED, by), assigned))


def end_acting(positions: Positions, state: PeopleState, *, badge: str, by: str) -> Decision:
    """Taken back before its time: by himself, by who assigned him, or by anybody of that position or above."""
    account = working(state, by)
    if isinstance(account, Refusal):
        return account
    acting = state.acting.get(badge)
    if acting is None:
        return refused("not-acting", HOUSE_POLICY)
    if by not in (badge, acting.by) and account.position not in positions.or_above(acting.position):
        return Refusal(code="acting-too-high", clause=HOUSE_POLICY, facts={"position": acting.position.value})
    return Decided(events=_end(state, badge, ActingEnd.TAKEN_BACK, by))


def expired(state: PeopleState, at: Moment) -> tuple[PeopleEvent, ...]:
    """What has come to an end by this moment; to be asked now and then, and at every start."""
    over = (badge for badge, acting in state.acting.items() if is_over(acting, at))
    return tuple(event for badge in over for event in _end(state, badge, ActingEnd.EXPIRED, None))


def end_with_account(state: PeopleState, badge: str) -> tuple[PeopleEvent, ...]:
    """Whose account is disabled acts in nothing any more."""
    return _end(state, badge, ActingEnd.DISABLED, None)


def _end(state: PeopleState, badge: str, why: ActingEnd, by: str | None) -> tuple[PeopleEvent, ...]:
    acting: Acting | None = state.acting.get(badge)
    if acting is None:
        return ()
    ended = events.ActingEnded(number=acting.number, badge=badge, position=acting.position, why=why, by=by)
    return (ended,)
