"""The fold: what each event makes of what is known of the people. Nothing is judged here."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, TypeVar

from dealer_app.domain.values import replace
from dealer_app.people import approval_events, events
from dealer_app.people.lockout import KEPT, SLOW_AFTER
from dealer_app.people.state import Account, Acting, Failures, PeopleState, Request, Session

Key = TypeVar("Key")
Value = TypeVar("Value")


def fold(state: PeopleState, happened: Iterable[events.PeopleEvent]) -> PeopleState:
    """What is known after these events, in their order."""
    return reduce(apply, happened, state)


def apply(state: PeopleState, event: events.PeopleEvent) -> PeopleState:
    """What is known after one event."""
    return _APPLY[type(event)](state, event)


def _with(mapping: Mapping[Key, Value], key: Key, value: Value) -> Mapping[Key, Value]:
    return {**mapping, key: value}


def _without(mapping: Mapping[Key, Value], *keys: Key) -> Mapping[Key, Value]:
    return {key: value for key, value in mapping.items() if key not in keys}


# Accounts


def _founded(state: PeopleState, event: events.StationFounded) -> PeopleState:
    return replace(state, kind=event.kind)


def _added(state: PeopleState, event: events.AccountAdded) -> PeopleState:
    account = Account(badge=event.badge, name=event.name, position=event.position)
    return replace(state, accounts=_with(state.accounts, event.badge, account))


def _account(state: PeopleState, badge: str, **changes: Any) -> PeopleState:
    account = replace(state.accounts[badge], **changes)
    return replace(state, accounts=_with(state.accounts, badge, account))


def _changed(state: PeopleState, event: events.AccountChanged) -> PeopleState:
    return _account(state, event.badge, name=event.name, position=event.position)


def _disabled(state: PeopleState, event: events.AccountDisabled) -> PeopleState:
    return _account(state, event.badge, enabled=False)


def _enabled(state: PeopleState, event: events.AccountEnabled) -> PeopleState:
    return _account(state, event.badge, enabled=True)


# PINs


def _pin_set(state: PeopleState, event: events.PinSet) -> PeopleState:
    after = _account(state, event.badge, pin=event.digest)
    if event.why is not events.PinReason.RESET:
        return after
    # A new PIN ends the lock, but what was tried within the hour still counts.
    return _failed(after, event.badge, Failures(recent=_failures(state, event.badge).recent))


def _failures(state: PeopleState, badge: str) -> Failures:
    return state.failures.get(badge, Failures())


def _failed(state: PeopleState, badge: str, failures: Failures) -> PeopleState:
    return replace(state, failures=_with(state.failures, badge, failures))


def _attempted(state: PeopleState, event: events.PinAttempted) -> PeopleState:
    state = _seen(state, event.counter)
    before = _failures(state, event.badge)
    match event.outcome:
        case events.Outcome.RIGHT if event.badge in state.failures:
            return _failed(state, event.badge, Failures(recent=before.recent))
        case events.Outcome.DISABLED:
            return _wrong_here(state, event.counter)
        case events.Outcome.WRONG if event.slow:
            return _wrong_here(state, event.counter)
        case events.Outcome.WRONG:
            state = _wrong_here(state, event.counter)
            recent = (*before.recent, event.counter)[-KEPT:]
            return _failed(state, event.badge, replace(before, in_a_row=before.in_a_row + 1, recent=recent))
        case _:
            return state


def _wrong_here(state: PeopleState, counter: int) -> PeopleState:
    return replace(state, wrong=(*state.wrong, counter)[-SLOW_AFTER:], too_soon=False)


def _unknown_tried(state: PeopleState, event: events.UnknownBadgeTried) -> PeopleState:
    return _seen(_wrong_here(state, event.counter), event.counter)


def _too_soon(state: PeopleState, event: events.TriedTooSoon) -> PeopleState:
    return _seen(replace(state, too_soon=True), event.counter)


def _lock_ended(state: PeopleState, event: events.LockEnded) -> PeopleState:
    return replace(state, failures=_without(state.failures, event.badge))


def _locked(state: PeopleState, event: events.LockedOut) -> PeopleState:
    before = _failures(state, event.badge)
    locked = replace(before, in_a_row=0, runs=event.run, locked_since=event.since, locked_for=event.lasts)
    return _failed(state, event.badge, locked)


def _seen(state: PeopleState, counter: int) -> PeopleState:
    return replace(state, latest=max(state.latest, counter))


def _anew(state: PeopleState, event: events.CounterBeganAnew) -> PeopleState:
    """Every moment is moved onto the new counter as if no time had passed in between: none is proven to have."""
    step = event.counter - event.last
    failures = {badge: _moved(failures, step) for badge, failures in state.failures.items()}
    requests = {number: replace(request, since=request.since + step) for number, request in state.requests.items()}
    acting = {badge: _acting_moved(of, step) for badge, of in state.acting.items()}
    wrong = tuple(counter + step for counter in state.wrong)
    return replace(state, failures=failures, requests=requests, acting=acting, wrong=wrong, latest=event.counter)


def _acting_moved(acting: Acting, step: int) -> Acting:
    return acting if acting.ends is None else replace(acting, ends=acting.ends + step)


def _moved(failures: Failures, step: int) -> Failures:
    recent = tuple(counter + step for counter in failures.recent)
    return replace(failures, locked_since=failures.locked_since + step, recent=recent)


# Sessions, acting positions, relief


def _begun(state: PeopleState, event: events.SessionBegun) -> PeopleState:
    session = Session(number=event.number, badge=event.badge, begun=event.counter)
    after = replace(state, sessions=_with(state.sessions, event.terminal, session), begun=event.number)
    return _seen(after, event.counter)


def _ended(state: PeopleState, event: events.SessionEnded) -> PeopleState:
    return replace(state, sessions=_without(state.sessions, event.terminal))


def _assigned(state: PeopleState, event: events.ActingAssigned) -> PeopleState:
    acting = Acting(number=event.number, position=event.position, until=event.until, by=event.by, ends=event.ends)
    return replace(state, acting=_with(state.acting, event.badge, acting), assigned=event.number)


def _acting_ended(state: PeopleState, event: events.ActingEnded) -> PeopleState:
    return replace(state, acting=_without(state.acting, event.badge))


def _relieved(state: PeopleState, event: events.DealerRelieved) -> PeopleState:
    return replace(state, dealing=_with(state.dealing, event.terminal, event.incoming))


# Approvals


def _asked(state: PeopleState, event: approval_events.ApprovalAsked) -> PeopleState:
    request = Request(
        number=event.number,
        digest=event.digest,
        asked=event.asked,
        needed=event.needed,
        approvers=event.approvers,
        by=event.by,
        since=event.at.counter,
    )
    after = replace(state, requests=_with(state.requests, event.number, request), asked=event.number)
    return _seen(after, event.at.counter)


def _given(state: PeopleState, event: approval_events.ApprovalGiven) -> PeopleState:
    request = state.requests[event.number]
    given = replace(request, given=(*request.given, event.by))
    return replace(state, requests=_with(state.requests, event.number, given))


def _request_over(state: PeopleState, event: Any) -> PeopleState:
    return replace(state, requests=_without(state.requests, event.number))


_APPLY: Mapping[type, Callable[[PeopleState, Any], PeopleState]] = {
    events.StationFounded: _founded,
    events.AccountAdded: _added,
    events.AccountChanged: _changed,
    events.AccountDisabled: _disabled,
    events.AccountEnabled: _enabled,
    events.PinSet: _pin_set,
    events.PinAttempted: _attempted,
    events.UnknownBadgeTried: _unknown_tried,
    events.TriedTooSoon: _too_soon,
    events.LockedOut: _locked,
    events.LockEnded: _lock_ended,
    events.CounterBeganAnew: _anew,
    events.SessionBegun: _begun,
    events.SessionEnded: _ended,
    events.ActingAssigned: _assigned,
    events.ActingEnded: _acting_ended,
    events.DealerRelieved: _relieved,
    approval_events.ApprovalAsked: _asked,
    approval_events.ApprovalGiven: _given,
    approval_events.ApprovalRefused: _request_over,
    approval_events.ApprovalWithdrawn: _request_over,
    approval_events.ApprovalLapsed: _request_over,
    approval_events.ApprovalUsed: _request_over,
}
