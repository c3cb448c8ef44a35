"""A lock that others end before its time: two of them, one a supervisor or above, at the station itself.

Whoever works at tables asks or agrees; who is locked out is neither. One of the two decides by a position of his own.
"""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.people import approvals
from dealer_app.people.apply import fold
from dealer_app.people.decision import Decided, Decision, working
from dealer_app.people.events import LockEnded
from dealer_app.people.lockout import wait
from dealer_app.people.positions import Position, Positions
from dealer_app.people.requests import Asked, Item
from dealer_app.people.state import Failures, PeopleState
from dealer_app.station.moment import Moment


def locked(state: PeopleState, at: Moment) -> tuple[str, ...]:
    """The badges of those whose PINs are not weighed now."""
    return tuple(badge for badge, failures in sorted(state.failures.items()) if wait(failures, at.counter))


def asked_to_unlock(state: PeopleState, badge: str) -> Asked:
    """What is asked: the end of exactly this lock."""
    failures = state.failures.get(badge, Failures())
    last = failures.recent[-1] if failures.recent else 0
    before = f"locked out: {failures.runs} in a row, {failures.locked_for} since {failures.locked_since}, last {last}"
    return Asked(item=Item.LOCK, what=f"lock of {badge}", before=before, after="ended", clause=HOUSE_POLICY)


def deciders(positions: Positions, state: PeopleState, asker: str) -> frozenset[Position]:
    """Who agrees: anybody at tables where a supervisor or above asks, and such a one where anybody else does."""
    in_charge = positions.or_above(Position.PIT_SUPERVISOR)
    account = state.accounts.get(asker)
    return positions.at_tables() if account is not None and account.position in in_charge else in_charge


def ask_to_unlock(
    positions: Positions, state: PeopleState, badge: str, *, by: str, at: Moment, keyed: bool
) -> Decision:
    """Asked by somebody else than who is locked out, who keys his own PIN for it."""
    against = _against(state, badge, by, at)
    if against is not None:
        return against
    asker = working(state, by)
    if isinstance(asker, Refusal):
        return asker
    if not keyed:
        # A session that was left open is nobody who stands there.
        return refused("unlock-key-pin", HOUSE_POLICY)
    return approvals.ask(
        positions,
        state,
        asked_to_unlock(state, badge),
        needed=deciders(positions, state, by),
        by=by,
        at=at,
        first=positions.at_tables(),
    )


def unlock(state: PeopleState, number: int, badge: str, *, by: str, at: Moment) -> Decision:
    """Another agrees, and the lock is over."""
    against = _against(state, badge, by, at)
    if against is not None:
        return against
    asked = asked_to_unlock(state, badge)
    given = approvals.give(state, number, asked, by=by, at=at)
    if isinstance(given, Refusal) or given.refusal is not None:
        return given
    used = approvals.use(fold(state, given.events), number, asked, at=at)
    if isinstance(used, Refusal) or used.refusal is not None:
        return used
    ended = LockEnded(badge=badge, by=(state.requests[number].by, by), approval=number)
    return Decided(events=(*given.events, *used.events, ended))


def _against(state: PeopleState, badge: str, by: str, at: Moment) -> Refusal | None:
    if badge == by:
        return refused("own-lock", HOUSE_POLICY)
    failures = state.failures.get(badge)
    if failures is None or not wait(failures, at.counter):
        return Refusal(code="not-locked", clause=HOUSE_POLICY, facts={"badge": badge})
    return None
