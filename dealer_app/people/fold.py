"""The fold: what each event makes of what is known of the people. Nothing is judged here."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, TypeVar

from dealer_app.domain.values import replace
from dealer_app.people import events
from dealer_app.people.lockout import FAILURES_KEPT, SLOW_AFTER
from dealer_app.people.state import Account, Acting, ApprovalRequest, Failures, PeopleState, Session

Key = TypeVar("Key")
Value = TypeVar("Value")


def fold_people(state: PeopleState, happened: Iterable[events.PeopleEvent]) -> PeopleState:
    """What is known after these events, in their order."""
    return reduce(apply_people_event, happened, state)


def apply_people_event(state: PeopleState, event: events.PeopleEvent) -> PeopleState:
    """What is known after one event."""
    return _FOLDS[type(event)](state, event)


def _put_key(mapping: Mapping[Key, Value], key: Key, value: Value) -> Mapping[Key, Value]:
    return {**mapping, key: value}


def _drop_keys(mapping: Mapping[Key, Value], *keys: Key) -> Mapping[Key, Value]:
    return {key: value for key, value in mapping.items() if key not in keys}


# Accounts


def _fold_founding(state: PeopleState, event: events.StationFounded) -> PeopleState:
    return replace(state, kind=event.kind)


def _fold_new_account(state: PeopleState, event: events.AccountAdded) -> PeopleState:
    account = Account(badge=event.badge, name=event.name, position=event.position)
    return replace(state, accounts=_put_key(state.accounts, event.badge, account))


def _change_account(state: PeopleState, badge: str, **changes: Any) -> PeopleState:
    account = replace(state.accounts[badge], **changes)
    return replace(state, accounts=_put_key(state.accounts, badge, account))


def _fold_changed_account(state: PeopleState, event: events.AccountChanged) -> PeopleState:
    return _change_account(state, event.badge, name=event.name, position=event.position)


def _fold_disabled(state: PeopleState, event: events.AccountDisabled) -> PeopleState:
    return _change_account(state, event.badge, enabled=False)


def _fold_enabled(state: PeopleState, event: events.AccountEnabled) -> PeopleState:
    return _change_account(state, event.badge, enabled=True)


# PINs


def _fold_pin(state: PeopleState, event: events.PinSet) -> PeopleState:
    changed = state.accounts[event.badge].pin_changed or event.why in (events.PinReason.OWN, events.PinReason.RESET)
    after = _change_account(state, event.badge, pin=event.digest, pin_changed=changed)
    if event.why is not events.PinReason.RESET:
        return after
    # A new PIN ends the lock, but what was tried within the hour still counts.
    return _set_failures(after, event.badge, Failures(recent=_badge_failures(state, event.badge).recent))


def _badge_failures(state: PeopleState, badge: str) -> Failures:
    return state.failures.get(badge, Failures())


def _set_failures(state: PeopleState, badge: str, failures: Failures) -> PeopleState:
    return replace(state, failures=_put_key(state.failures, badge, failures))


def _fold_attempt(state: PeopleState, event: events.PinAttempted) -> PeopleState:
    state = _note_counter(state, event.counter)
    before = _badge_failures(state, event.badge)
    match event.outcome:
        case events.PinOutcome.RIGHT if event.badge in state.failures:
            return _set_failures(state, event.badge, Failures(recent=before.recent))
        case events.PinOutcome.DISABLED:
            return _count_wrong(state, event.counter)
        case events.PinOutcome.WRONG if event.slow:
            return _count_wrong(state, event.counter)
        case events.PinOutcome.WRONG:
            state = _count_wrong(state, event.counter)
            recent = (*before.recent, event.counter)[-FAILURES_KEPT:]
            return _set_failures(state, event.badge, replace(before, in_a_row=before.in_a_row + 1, recent=recent))
        case _:
            return state


def _count_wrong(state: PeopleState, counter: int) -> PeopleState:
    return replace(state, wrong=(*state.wrong, counter)[-SLOW_AFTER:], too_soon=False)


def _fold_unknown_badge(state: PeopleState, event: events.UnknownBadgeTried) -> PeopleState:
    return _note_counter(_count_wrong(state, event.counter), event.counter)


def _fold_early_pin(state: PeopleState, event: events.TriedTooSoon) -> PeopleState:
    return _note_counter(replace(state, too_soon=True), event.counter)


def _fold_lock_end(state: PeopleState, event: events.LockEnded) -> PeopleState:
    return replace(state, failures=_drop_keys(state.failures, event.badge))


def _fold_lock(state: PeopleState, event: events.LockedOut) -> PeopleState:
    before = _badge_failures(state, event.badge)
    locked = replace(before, in_a_row=0, runs=event.run, locked_since=event.since, locked_for=event.lasts)
    return _set_failures(state, event.badge, locked)


def _note_counter(state: PeopleState, counter: int) -> PeopleState:
    return replace(state, latest=max(state.latest, counter))


def _fold_new_counter(state: PeopleState, event: events.CounterBeganAnew) -> PeopleState:
    """Every moment is moved onto the new counter as if no time had passed in between: none is proven to have."""
    step = event.counter - event.last
    failures = {badge: _move_failures(failures, step) for badge, failures in state.failures.items()}
    requests = {number: replace(request, since=request.since + step) for number, request in state.requests.items()}
    acting = {badge: _move_acting(of, step) for badge, of in state.acting.items()}
    wrong = tuple(counter + step for counter in state.wrong)
    return replace(state, failures=failures, requests=requests, acting=acting, wrong=wrong, latest=event.counter)


def _move_acting(acting: Acting, step: int) -> Acting:
    return acting if acting.ends is None else replace(acting, ends=acting.ends + step)


def _move_failures(failures: Failures, step: int) -> Failures:
    recent = tuple(counter + step for counter in failures.recent)
    return replace(failures, locked_since=failures.locked_since + step, recent=recent)


# Sessions, acting positions, relief


def _fold_session(state: PeopleState, event: events.SessionBegun) -> PeopleState:
    session = Session(number=event.number, badge=event.badge, begun=event.counter)
    after = replace(state, sessions=_put_key(state.sessions, event.terminal, session), begun=event.number)
    return _note_counter(after, event.counter)


def _fold_session_end(state: PeopleState, event: events.SessionEnded) -> PeopleState:
    return replace(state, sessions=_drop_keys(state.sessions, event.terminal))


def _fold_acting(state: PeopleState, event: events.ActingAssigned) -> PeopleState:
    acting = Acting(number=event.number, position=event.position, until=event.until, by=event.by, ends=event.ends)
    return replace(state, acting=_put_key(state.acting, event.badge, acting), assigned=event.number)


def _fold_acting_end(state: PeopleState, event: events.ActingEnded) -> PeopleState:
    return replace(state, acting=_drop_keys(state.acting, event.badge))


def _fold_relief(state: PeopleState, event: events.DealerRelieved) -> PeopleState:
    return replace(state, dealing=_put_key(state.dealing, event.terminal, event.incoming))


# Approvals


def _fold_request(state: PeopleState, event: events.ApprovalAsked) -> PeopleState:
    request = ApprovalRequest(
        number=event.number,
        digest=event.digest,
        asked=event.asked,
        needed=event.needed,
        approvers=event.approvers,
        by=event.by,
        since=event.at.counter,
    )
    after = replace(state, requests=_put_key(state.requests, event.number, request), asked=event.number)
    return _note_counter(after, event.at.counter)


def _fold_given_approval(state: PeopleState, event: events.ApprovalGiven) -> PeopleState:
    request = state.requests[event.number]
    given = replace(request, given=(*request.given, event.by))
    return replace(state, requests=_put_key(state.requests, event.number, given))


def _fold_request_end(state: PeopleState, event: Any) -> PeopleState:
    return replace(state, requests=_drop_keys(state.requests, event.number))


_FOLDS: Mapping[type, Callable[[PeopleState, Any], PeopleState]] = {
    events.StationFounded: _fold_founding,
    events.AccountAdded: _fold_new_account,
    events.AccountChanged: _fold_changed_account,
    events.AccountDisabled: _fold_disabled,
    events.AccountEnabled: _fold_enabled,
    events.PinSet: _fold_pin,
    events.PinAttempted: _fold_attempt,
    events.UnknownBadgeTried: _fold_unknown_badge,
    events.TriedTooSoon: _fold_early_pin,
    events.LockedOut: _fold_lock,
    events.LockEnded: _fold_lock_end,
    events.CounterBeganAnew: _fold_new_counter,
    events.SessionBegun: _fold_session,
    events.SessionEnded: _fold_session_end,
    events.ActingAssigned: _fold_acting,
    events.ActingEnded: _fold_acting_end,
    events.DealerRelieved: _fold_relief,
    events.ApprovalAsked: _fold_request,
    events.ApprovalGiven: _fold_given_approval,
    events.ApprovalRefused: _fold_request_end,
    events.ApprovalWithdrawn: _fold_request_end,
    events.ApprovalLapsed: _fold_request_end,
    events.ApprovalUsed: _fold_request_end,
}
