"""PIN attempts, the sessions that they begin, how sessions end, and dealer relief.

A PIN is checked elsewhere: `pin_challenge` says against what, and `judge_attempt` decides what came of it.
Idle times and locks go by the counter. At relief the incoming dealer confirms how the table is, and the
event holds it.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.limits import AreaLimits
from dealer_app.domain.round.guide import DEALER_ROLE
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.people import events
from dealer_app.people.authority import end_account_acting, find_authority
from dealer_app.people.events import (
    DealerRelieved,
    Handover,
    PeopleEvent,
    PinOutcome,
    PinReason,
    Purpose,
    SessionEnd,
    ShownLimit,
)
from dealer_app.people.fold import fold_people
from dealer_app.people.lockout import (
    FAILURES,
    MINUTE,
    clock_time_text,
    is_slow,
    lock_length,
    minutes_text,
    seconds_text,
    station_wait_time,
    tries_left,
    wait_time,
)
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import (
    Account,
    Decision,
    Failures,
    PeopleDecision,
    PeopleState,
    active_account,
    against_no_people,
)


class PinResult(Enum):
    """What the check of a PIN said."""

    RIGHT = "right"
    WRONG = "wrong"


class PinAttempt(Struct, frozen=True, kw_only=True):
    """A PIN was keyed for this badge at a terminal, and checked against what is kept under `digest`, or against
    nothing.

    `rehashed` is there where a right PIN was kept in an older way and is to be kept in the one of today.
    """

    badge: str
    terminal: str
    purpose: Purpose
    check: PinResult
    digest: str | None
    rehashed: HashedPin | None = None


def pin_challenge(state: PeopleState, badge: str, at: Timestamp) -> str | None:
    """The digest of what a PIN for this badge is to be checked against now; nothing where it will not be weighed.

    Check against nothing then, which takes as long: how long an answer takes must not reveal who works here.
    """
    account = state.accounts.get(badge)
    if account is None or not account.enabled or wait_time(_badge_failures(state, badge), at.counter):
        return None
    return account.pin


def against_early_pin(state: PeopleState, terminal: str, at: Timestamp) -> PeopleDecision | None:
    """Whether no PIN is taken here yet, whosever: asked before one is checked, for then none is.

    The first of each minute is an event, so that nobody fills the journal by keying on.
    """
    left = station_wait_time(state, at.counter)
    if not left:
        return None
    tried = () if state.too_soon else (events.TriedTooSoon(terminal=terminal, counter=at.counter),)
    facts = {"seconds": seconds_text(left)}
    return PeopleDecision(events=tried, refusal=Refusal(code="pin-too-soon", clause=HOUSE_POLICY, facts=facts))


def judge_attempt(state: PeopleState, tried: PinAttempt, at: Timestamp) -> Decision:
    """What an attempt comes to. It is an event in any case; what was in vain is a refusal too."""
    absent = against_no_people(state)
    if absent is not None:
        return absent
    early = against_early_pin(state, tried.terminal, at)
    if early is not None:
        return early
    account = state.accounts.get(tried.badge)
    if account is None:
        return _judge_wrong(
            state, tried.badge, (events.UnknownBadgeTried(terminal=tried.terminal, counter=at.counter),), at
        )
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
        case PinOutcome.RIGHT:
            return _judge_right(state, tried, happened, at)
        case PinOutcome.WRONG:
            lock = () if happened.slow else _lock_event(state, tried.badge, at)
            return _judge_wrong(state, tried.badge, (happened, *lock), at)
        case PinOutcome.LOCKED:
            return PeopleDecision(events=(happened,), refusal=_lockout_refusal(state, tried.badge, at))
        case PinOutcome.DISABLED:
            return _judge_wrong(state, tried.badge, (happened,), at)
        case PinOutcome.OVERTAKEN:
            return PeopleDecision(events=(happened,), refusal=simple_refusal("pin-overtaken", HOUSE_POLICY))


def _lockout_refusal(state: PeopleState, badge: str, at: Timestamp) -> Refusal:
    """Until when, and for how long; its words say who can end it."""
    left = wait_time(_badge_failures(state, badge), at.counter)
    facts = {"minutes": minutes_text(left), "until": clock_time_text(at, left)}
    return Refusal(code="locked-out", clause=HOUSE_POLICY, facts=facts)


def _judge_wrong(state: PeopleState, badge: str, happened: tuple[PeopleEvent, ...], at: Timestamp) -> PeopleDecision:
    """The result of a wrong PIN, and how many more are allowed. An unknown badge gets the same answer as any other
    at first.
    """
    after = fold_people(state, happened)
    failures = _badge_failures(after, badge)
    if wait_time(failures, at.counter):
        return PeopleDecision(events=happened, refusal=_lockout_refusal(after, badge, at))
    here = station_wait_time(after, at.counter)
    if here:
        facts = {"seconds": seconds_text(here)}
        return PeopleDecision(events=happened, refusal=Refusal(code="wrong-and-slow", clause=HOUSE_POLICY, facts=facts))
    known = badge in state.accounts and state.accounts[badge].enabled
    left = tries_left(failures, at.counter) if known else FAILURES - 1
    refusal = Refusal(code="wrong-badge-or-pin", clause=HOUSE_POLICY, facts={"left": str(left)})
    return PeopleDecision(events=happened, refusal=refusal)


def _outcome(state: PeopleState, account: Account, tried: PinAttempt, at: Timestamp) -> PinOutcome:
    """By what is known now, whatever was known when the check began: several may have been under way."""
    if not account.enabled:
        return PinOutcome.DISABLED
    if wait_time(_badge_failures(state, account.badge), at.counter):
        return PinOutcome.LOCKED
    if tried.digest != account.pin:
        return PinOutcome.OVERTAKEN
    return PinOutcome.RIGHT if tried.check is PinResult.RIGHT else PinOutcome.WRONG


def _judge_right(state: PeopleState, tried: PinAttempt, happened: PeopleEvent, at: Timestamp) -> PeopleDecision:
    all_events = [happened]
    if tried.rehashed is not None:
        kept = events.PinSet(badge=tried.badge, digest=tried.rehashed.digest, why=PinReason.REHASHED)
        all_events.append(kept)
    if tried.purpose is Purpose.SIGN_IN:
        all_events += _session_end(state, tried.terminal, SessionEnd.NEXT_SIGN_IN)
        all_events.append(
            events.SessionBegun(number=state.begun + 1, badge=tried.badge, terminal=tried.terminal, counter=at.counter)
        )
    return PeopleDecision(events=tuple(all_events), secrets=() if tried.rehashed is None else (tried.rehashed.secret,))


def _lock_event(state: PeopleState, badge: str, at: Timestamp) -> tuple[PeopleEvent, ...]:
    """The lock that one more wrong PIN brings, if it is the last of a run."""
    failures = _badge_failures(state, badge)
    if failures.in_a_row + 1 < FAILURES:
        return ()
    lasts = lock_length(failures.runs)
    return (events.LockedOut(badge=badge, run=failures.runs + 1, since=at.counter, lasts=lasts),)


def _badge_failures(state: PeopleState, badge: str) -> Failures:
    return state.failures.get(badge, Failures())


# How sessions end


def end_session(state: PeopleState, terminal: str) -> Decision:
    """Who is signed in at a terminal leaves it."""
    absent = against_no_people(state)
    if absent is not None:
        return absent
    ended = _session_end(state, terminal, SessionEnd.SIGNED_OUT)
    return PeopleDecision(events=ended) if ended else simple_refusal("nobody-signed-in", HOUSE_POLICY)


def end_idle_sessions(
    state: PeopleState, idle_minutes: Mapping[Position, int], last_active: Mapping[str, int], at: Timestamp
) -> tuple[PeopleEvent, ...]:
    """The sessions that have been idle for too long. `last_active` is when something was last done, by terminal."""
    return tuple(
        event
        for terminal, session in state.sessions.items()
        if at.counter - max(session.begun, last_active.get(terminal, session.begun))
        >= idle_minutes[state.accounts[session.badge].position] * MINUTE
        for event in _session_end(state, terminal, SessionEnd.IDLE)
    )


def restart_events(state: PeopleState, last_counter: int, at: Timestamp) -> tuple[PeopleEvent, ...]:
    """What a start of the station brings: the counter begins again, and nobody is signed in any more.

    `last_counter` is the highest that the journal has seen since the start before. What was left of a lock at that
    moment counts again, in full, from this start: no clock can be trusted to say how long the station was off.
    """
    anew = events.CounterBeganAnew(counter=at.counter, last=max(last_counter, state.latest))
    ended = (event for terminal in state.sessions for event in _session_end(state, terminal, SessionEnd.RESTART))
    return (anew, *ended)


def end_account_work(state: PeopleState, badge: str) -> tuple[PeopleEvent, ...]:
    """What ends with an account that is disabled: its sessions, and what its holder acts in."""
    return (*_badge_sessions_end(state, badge, SessionEnd.DISABLED), *end_account_acting(state, badge))


def end_old_pin_sessions(state: PeopleState, badge: str, *, but: str | None = None) -> tuple[PeopleEvent, ...]:
    """What the old PIN began does not outlive it: sessions everywhere, but at the terminal where it was changed."""
    ended = _badge_sessions_end(state, badge, SessionEnd.NEW_PIN)
    return tuple(event for event in ended if event.terminal != but)


def _badge_sessions_end(state: PeopleState, badge: str, why: SessionEnd) -> tuple[events.SessionEnded, ...]:
    terminals = (terminal for terminal, session in state.sessions.items() if session.badge == badge)
    return tuple(event for terminal in terminals for event in _session_end(state, terminal, why))


def _session_end(state: PeopleState, terminal: str, why: SessionEnd) -> tuple[events.SessionEnded, ...]:
    session = state.sessions.get(terminal)
    if session is None:
        return ()
    return (events.SessionEnded(number=session.number, badge=session.badge, terminal=terminal, why=why),)


ALL_AREAS = "general"


def table_handover(table: TableState) -> Handover:
    """What the incoming dealer is shown of an open table."""
    assert table.table is not None, "asked of an open table"
    shoe, limits = table.shoe, table.table.limits
    return Handover(
        table=table.table.name,
        limits=(
            _make_shown_limit(ALL_AREAS, limits.general),
            *(_make_shown_limit(area, shown) for area, shown in sorted(limits.areas.items())),
            *(ShownLimit(of=code, minimum=None, maximum=most) for code, most in sorted(limits.differentials.items())),
        ),
        shoe=shoe.number,
        shoe_step=shoe.step.value,
        set_name=shoe.set_name,
        decks=shoe.decks,
        cards_used=shoe.used,
        cutting_card_out=shoe.cutting_card_out,
        sealed=sum(card.seal is not None for card in table.carried),
        carried=len(table.carried),
        claim=None if table.claim is None else table.claim.number,
        cases=tuple(case.trouble for case in table.cases),
        unclaimed=len(table.winnings_unclaimed),
    )


def _make_shown_limit(of: str, limits: AreaLimits) -> ShownLimit:
    return ShownLimit(of=of, minimum=limits.minimum, maximum=limits.maximum)


class Relief(Struct, frozen=True, kw_only=True):
    """Who is signed in at this terminal takes over, keys a PIN for it, and has confirmed exactly this."""

    terminal: str
    by: str
    confirmed: Handover


def relieve_dealer(
    positions: Positions, state: PeopleState, relief: Relief, *, rules: Rules, table: TableState, at: Timestamp
) -> Decision:
    """The incoming dealer takes over, between rounds, having seen exactly this state of the table."""
    terminal = relief.terminal
    session = state.sessions.get(terminal)
    incoming = "" if session is None else session.badge
    against = next(_relief_refusals(state, table, incoming, relief.by), None)
    if against is not None:
        return against
    held = find_authority(state, incoming, positions.role_holders(rules, DEALER_ROLE), at)
    if held is None:
        return simple_refusal("no-dealer-here", HOUSE_POLICY)
    outgoing = state.dealing.get(terminal)
    if outgoing == incoming:
        return simple_refusal("deals-already", HOUSE_POLICY)
    if relief.confirmed != table_handover(table):
        return simple_refusal("handover-changed", HOUSE_POLICY)
    relieved = DealerRelieved(
        terminal=terminal, outgoing=outgoing, incoming=incoming, acting=held.acting, confirmed=relief.confirmed
    )
    return PeopleDecision(events=(relieved,))


def _relief_refusals(state: PeopleState, table: TableState, incoming: str, by: str) -> Iterator[Refusal]:
    if state.kind is not None and not incoming:
        yield simple_refusal("nobody-signed-in", HOUSE_POLICY)
    if state.kind is not None and incoming != by:
        yield simple_refusal("relief-by-another", HOUSE_POLICY)
    account = active_account(state, incoming)
    if isinstance(account, Refusal):
        yield account
    if table.table is None:
        yield simple_refusal("relief-table-closed", HOUSE_POLICY)
    if table.round is not None:
        yield simple_refusal("relief-in-a-round", HOUSE_POLICY)
