"""Attempts with a PIN, and the sessions that a right one begins: how they are judged, and how sessions end.

A PIN is checked elsewhere, because that takes its time: `challenge` says against what, if at all, and `attempt` weighs
what came of it, by what is known then. Idle times and locks go by the counter, never by the wall clock.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.people import events
from dealer_app.people.apply import fold
from dealer_app.people.decision import Decided, Decision, not_founded
from dealer_app.people.events import Outcome, PeopleEvent, PinReason, Purpose, SessionEnd
from dealer_app.people.lockout import (
    FAILURES,
    MINUTE,
    is_slow,
    lock_after,
    minutes,
    seconds,
    time_of_day,
    tries_left,
    wait,
    wait_here,
)
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position
from dealer_app.people.standing import end_with_account
from dealer_app.people.state import Account, Failures, PeopleState
from dealer_app.station.moment import Moment


class Check(Enum):
    """What the check of a PIN said."""

    RIGHT = "right"
    WRONG = "wrong"


class Tried(Struct, frozen=True, kw_only=True):
    """A PIN was keyed for this badge at a terminal, and checked against what lies under `digest`, or against nothing.

    `rehashed` is there where a right PIN was kept in an older way and is to be kept in the one of today.
    """

    badge: str
    terminal: str
    purpose: Purpose
    check: Check
    digest: str | None
    rehashed: HashedPin | None = None


def challenge(state: PeopleState, badge: str, at: Moment) -> str | None:
    """The digest of what a PIN for this badge is to be checked against now; nothing where it will not be weighed.

    Check against nothing then, which takes as long: how long an answer takes must not tell who works here.
    """
    account = state.accounts.get(badge)
    if account is None or not account.enabled or wait(_failures(state, badge), at.counter):
        return None
    return account.pin


def too_soon(state: PeopleState, terminal: str, at: Moment) -> Decided | None:
    """Whether no PIN is taken here yet, whosever: asked before one is checked, for then none is.

    The first of each minute is an event, so that nobody fills the journal by keying on.
    """
    left = wait_here(state, at.counter)
    if not left:
        return None
    tried = () if state.too_soon else (events.TriedTooSoon(terminal=terminal, counter=at.counter),)
    facts = {"seconds": seconds(left)}
    return Decided(events=tried, refusal=Refusal(code="pin-too-soon", clause=HOUSE_POLICY, facts=facts))


def attempt(state: PeopleState, tried: Tried, at: Moment) -> Decision:
    """What an attempt comes to. It is an event in any case; what was in vain is a refusal too."""
    absent = not_founded(state)
    if absent is not None:
        return absent
    early = too_soon(state, tried.terminal, at)
    if early is not None:
        return early
    account = state.accounts.get(tried.badge)
    if account is None:
        return _wrong(state, tried.badge, (events.UnknownBadgeTried(terminal=tried.terminal, counter=at.counter),), at)
    outcome = _outcome(state, account, tried, at)
    happened = events.PinAttempted(
        badge=tried.badge,
        terminal=tried.terminal,
        purpose=tried.purpose,
        outcome=outcome,
        counter=at.counter,
        slow=is_slow(state, at.counter),
    )
    match outcome:
        case Outcome.RIGHT:
            return _right(state, tried, happened, at)
        case Outcome.WRONG:
            lock = () if happened.slow else _lock(state, tried.badge, at)
            return _wrong(state, tried.badge, (happened, *lock), at)
        case Outcome.LOCKED:
            return Decided(events=(happened,), refusal=_locked_out(state, tried.badge, at))
        case Outcome.DISABLED:
            return _wrong(state, tried.badge, (happened,), at)
        case Outcome.OVERTAKEN:
            return Decided(events=(happened,), refusal=refused("pin-overtaken", HOUSE_POLICY))


def _locked_out(state: PeopleState, badge: str, at: Moment) -> Refusal:
    """Until when, and for how long; who can end it stands in its words."""
    left = wait(_failures(state, badge), at.counter)
    facts = {"minutes": minutes(left), "until": time_of_day(at, left)}
    return Refusal(code="locked-out", clause=HOUSE_POLICY, facts=facts)


def _wrong(state: PeopleState, badge: str, happened: tuple[PeopleEvent, ...], at: Moment) -> Decided:
    """What a wrong PIN came to, and how many more there may be. An unknown badge is told what any other is at first."""
    after = fold(state, happened)
    failures = _failures(after, badge)
    if wait(failures, at.counter):
        return Decided(events=happened, refusal=_locked_out(after, badge, at))
    here = wait_here(after, at.counter)
    if here:
        facts = {"seconds": seconds(here)}
        return Decided(events=happened, refusal=Refusal(code="wrong-and-slow", clause=HOUSE_POLICY, facts=facts))
    known = badge in state.accounts and state.accounts[badge].enabled
    left = tries_left(failures, at.counter) if known else FAILURES - 1
    refusal = Refusal(code="wrong-badge-or-pin", clause=HOUSE_POLICY, facts={"left": str(left)})
    return Decided(events=happened, refusal=refusal)


def _outcome(state: PeopleState, account: Account, tried: Tried, at: Moment) -> Outcome:
    """By what is known now, whatever was known when the check began: several may have been under way."""
    if not account.enabled:
        return Outcome.DISABLED
    if wait(_failures(state, account.badge), at.counter):
        return Outcome.LOCKED
    if tried.digest != account.pin:
        return Outcome.OVERTAKEN
    return Outcome.RIGHT if tried.check is Check.RIGHT else Outcome.WRONG


def _right(state: PeopleState, tried: Tried, happened: PeopleEvent, at: Moment) -> Decided:
    all_events = [happened]
    if tried.rehashed is not None:
        kept = events.PinSet(badge=tried.badge, digest=tried.rehashed.digest, why=PinReason.REHASHED)
        all_events.append(kept)
    if tried.purpose is Purpose.SIGN_IN:
        all_events += _ended(state, tried.terminal, SessionEnd.NEXT_SIGN_IN)
        all_events.append(
            events.SessionBegun(number=state.begun + 1, badge=tried.badge, terminal=tried.terminal, counter=at.counter)
        )
    return Decided(events=tuple(all_events), secrets=() if tried.rehashed is None else (tried.rehashed.secret,))


def _lock(state: PeopleState, badge: str, at: Moment) -> tuple[PeopleEvent, ...]:
    """The lock that one more wrong PIN brings, if it is the last of a run."""
    failures = _failures(state, badge)
    if failures.in_a_row + 1 < FAILURES:
        return ()
    lasts = lock_after(failures.runs)
    return (events.LockedOut(badge=badge, run=failures.runs + 1, since=at.counter, lasts=lasts),)


def _failures(state: PeopleState, badge: str) -> Failures:
    return state.failures.get(badge, Failures())


# How sessions end


def sign_out(state: PeopleState, terminal: str) -> Decision:
    """Who is signed in at a terminal leaves it."""
    absent = not_founded(state)
    if absent is not None:
        return absent
    ended = _ended(state, terminal, SessionEnd.SIGNED_OUT)
    return Decided(events=ended) if ended else refused("nobody-signed-in", HOUSE_POLICY)


def idled(
    state: PeopleState, idle_minutes: Mapping[Position, int], last_active: Mapping[str, int], at: Moment
) -> tuple[PeopleEvent, ...]:
    """The sessions that have stood idle for too long. `last_active` is when something was last done, by terminal."""
    return tuple(
        event
        for terminal, session in state.sessions.items()
        if at.counter - max(session.begun, last_active.get(terminal, session.begun))
        >= idle_minutes[state.accounts[session.badge].position] * MINUTE
        for event in _ended(state, terminal, SessionEnd.IDLE)
    )


def restarted(state: PeopleState, last_counter: int, at: Moment) -> tuple[PeopleEvent, ...]:
    """What a start of the station brings: the counter begins anew, and nobody is signed in any more.

    `last_counter` is the highest that the journal has seen since the start before. What was left of a lock at that
    moment counts anew, in full, from this start: how long the station was off, no clock can be trusted to say.
    """
    anew = events.CounterBeganAnew(counter=at.counter, last=max(last_counter, state.latest))
    ended = (event for terminal in state.sessions for event in _ended(state, terminal, SessionEnd.RESTART))
    return (anew, *ended)


def end_of_all(state: PeopleState, badge: str) -> tuple[PeopleEvent, ...]:
    """What ends with an account that is disabled: its sessions, and what its holder acts in."""
    return (*_ended_of(state, badge, SessionEnd.DISABLED), *end_with_account(state, badge))


def end_by_new_pin(state: PeopleState, badge: str, *, but: str | None = None) -> tuple[PeopleEvent, ...]:
    """What the old PIN began does not outlive it: sessions everywhere, but at the terminal where he gave it himself."""
    ended = _ended_of(state, badge, SessionEnd.NEW_PIN)
    return tuple(event for event in ended if event.terminal != but)


def _ended_of(state: PeopleState, badge: str, why: SessionEnd) -> tuple[events.SessionEnded, ...]:
    terminals = (terminal for terminal, session in state.sessions.items() if session.badge == badge)
    return tuple(event for terminal in terminals for event in _ended(state, terminal, why))


def _ended(state: PeopleState, terminal: str, why: SessionEnd) -> tuple[events.SessionEnded, ...]:
    session = state.sessions.get(terminal)
    if session is None:
        return ()
    return (events.SessionEnded(number=session.number, badge=session.badge, terminal=terminal, why=why),)
