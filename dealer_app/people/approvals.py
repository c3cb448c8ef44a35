"""Approvals: asked for exactly one change, given by another person who may, and used once.

An approval is bound to the SHA-256 of these bytes: the line `dealer-station approval 1`, then for each
field of `ApprovalSubject` in its order a line `name:length:value`, the length in bytes of UTF-8; without a
value the line is `name:-`. Every line ends with one line feed. Approvals of irregularities in a round are
decided by the engine.
"""

from dealer_app.clock import Timestamp
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.people import events as happened
from dealer_app.people.authority import HeldPosition, find_authority
from dealer_app.people.events import (
    TWO_PERSON_ITEMS,
    ApprovalItem,
    ApprovalSubject,
    LockEnded,
    PeopleEvent,
    subject_digest,
)
from dealer_app.people.fold import fold_people
from dealer_app.people.lockout import HOUR, wait_time
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import (
    Account,
    ApprovalRequest,
    Decision,
    Failures,
    PeopleDecision,
    PeopleState,
    active_account,
    against_no_people,
)

MOST_OPEN = 50
MOST_OPEN_EACH = 5
LONGEST_REASON = 500
REQUEST_LASTS = 24 * HOUR
"""How long what two people decide stays open. A case at a table is asked for as long as the table waits for it."""

TECHNICIAN_ITEMS = frozenset({ApprovalItem.RULEBOOKS, ApprovalItem.RULINGS, ApprovalItem.NEW_JOURNAL})
"""What a technician has business with: the documents that a station plays by, and its journal."""


def ask_approval(  # noqa: PLR0913 - what is asked, of whom, by whom and when
    positions: Positions,
    state: PeopleState,
    asked: ApprovalSubject,
    *,
    needed: frozenset[Position],
    by: str,
    at: Timestamp,
    keyed: bool = True,
    first: frozenset[Position] | None = None,
    more: int = 0,
) -> Decision:
    """Ask for an approval by any of these positions. Of a two-person item who asks is one of the two, where allowed:
    by a position that approves too, or by one of the `first` where these are others.

    So many `more` people are needed than usual.

    But only if they have just `keyed` a PIN: a session that was left open asks, and decides nothing.

    What has been open for too long lapses before that, so that it takes nobody's place.
    """
    assert needed, "somebody must be able to approve"
    account = active_account(state, by)
    if isinstance(account, Refusal):
        return account
    if not _has_business(positions, account, asked.item):
        return simple_refusal("no-business-with-it", HOUSE_POLICY)
    over = lapse_overdue(state, at)
    still_open = [request for request in state.requests.values() if not _is_overdue(request, at)]
    if sum(request.by == by for request in still_open) >= MOST_OPEN_EACH:
        return Refusal(code="too-many-of-yours", clause=HOUSE_POLICY, facts={"most": str(MOST_OPEN_EACH)})
    if len(still_open) >= MOST_OPEN:
        return simple_refusal("too-many-requests", HOUSE_POLICY)
    people = (2 if asked.item in TWO_PERSON_ITEMS else 1) + more
    counts = keyed and asked.item in TWO_PERSON_ITEMS and account.position in (needed if first is None else first)
    return PeopleDecision(events=(*over, new_request(state, asked, needed, people - counts, by=by, at=at)))


def _has_business(positions: Positions, account: Account, item: ApprovalItem) -> bool:
    """Who works at tables, with everything; a technician with their part; who trains or is trained with nothing."""
    if account.position is Position.TECHNICIAN:
        return item in TECHNICIAN_ITEMS
    return account.position in positions.table_positions()


def new_request(
    state: PeopleState, asked: ApprovalSubject, needed: frozenset[Position], approvers: int, *, by: str, at: Timestamp
) -> happened.ApprovalAsked:
    """The next request. Of a case the station asks by itself, in the name of who reported it."""
    return happened.ApprovalAsked(
        number=state.asked + 1,
        digest=subject_digest(asked),
        asked=asked,
        needed=needed,
        approvers=approvers,
        by=by,
        at=at,
    )


def give_approval(
    state: PeopleState,
    number: int,
    current: ApprovalSubject,
    *,
    by: str,
    at: Timestamp,
    surveillance: str | None = None,
) -> Decision:
    """Somebody approves. `current` is what would be asked now: if it is something else, the request has lapsed."""
    judged = _check_decider(state, number, by, at)
    if isinstance(judged, Refusal):
        return judged
    request, held = judged
    stale = _lapse_if_stale(request, current, at)
    if stale is not None:
        return stale
    if request.is_granted or by in request.given:
        return simple_refusal("approved-already", HOUSE_POLICY)
    given = happened.ApprovalGiven(
        number=number,
        digest=request.digest,
        by=by,
        position=held.position,
        acting=held.acting,
        surveillance=surveillance,
    )
    return PeopleDecision(events=(given,))


def refuse_approval(
    state: PeopleState, number: int, *, by: str, reason: str, at: Timestamp, surveillance: str | None = None
) -> Decision:
    """Somebody who could approve does not, and says why. What one has approved, another may still refuse."""
    judged = _check_decider(state, number, by, at)
    if isinstance(judged, Refusal):
        return judged
    request, held = judged
    if not 0 < len(reason.strip()) <= LONGEST_REASON:
        return simple_refusal("why-needed", HOUSE_POLICY)
    event = happened.ApprovalRefused(
        number=number,
        digest=request.digest,
        by=by,
        position=held.position,
        acting=held.acting,
        reason=reason,
        surveillance=surveillance,
    )
    return PeopleDecision(events=(event,))


def withdraw_request(state: PeopleState, number: int, *, by: str) -> Decision:
    """Who asked takes it back."""
    account = active_account(state, by)
    if isinstance(account, Refusal):
        return account
    request = state.requests.get(number)
    if request is None:
        return _not_open_refusal(number)
    if request.by != by:
        return simple_refusal("not-your-request", HOUSE_POLICY)
    return PeopleDecision(events=(happened.ApprovalWithdrawn(number=number, digest=request.digest, by=by),))


def use_approval(state: PeopleState, number: int, current: ApprovalSubject, *, at: Timestamp) -> Decision:
    """Do once what was approved. `current` is what is done: nothing but what was asked, on what it was asked on.

    The events belong in front of those of the deed, in the same decision.
    """
    absent = against_no_people(state)
    if absent is not None:
        return absent
    request = state.requests.get(number)
    if request is None:
        return _not_open_refusal(number)
    stale = _lapse_if_stale(request, current, at)
    if stale is not None:
        return stale
    if not request.is_granted:
        return Refusal(code="not-approved-yet", clause=HOUSE_POLICY, facts={"number": str(number)})
    return PeopleDecision(events=(happened.ApprovalUsed(number=number, digest=request.digest),))


def lapse_overdue(state: PeopleState, at: Timestamp) -> tuple[PeopleEvent, ...]:
    """What two people were to decide, and did not within a day; to be asked now and then."""
    return tuple(_lapse(request) for request in state.requests.values() if _is_overdue(request, at))


def _is_overdue(request: ApprovalRequest, at: Timestamp) -> bool:
    return request.asked.item in TWO_PERSON_ITEMS and at.counter - request.since >= REQUEST_LASTS


def lapse_with_account(state: PeopleState, badge: str, *, but: int) -> tuple[PeopleEvent, ...]:
    """What somebody asked or approved whose account is disabled, but for the request by which it is."""
    return tuple(
        _lapse(request)
        for number, request in state.requests.items()
        if number != but and badge in (request.by, *request.given)
    )


def _check_decider(
    state: PeopleState, number: int, by: str, at: Timestamp
) -> tuple[ApprovalRequest, HeldPosition] | Refusal:
    """The request, and the position by which this person may decide about it."""
    account = active_account(state, by)
    if isinstance(account, Refusal):
        return account
    request = state.requests.get(number)
    if request is None:
        return _not_open_refusal(number)
    if by == request.by:
        return simple_refusal("own-request", HOUSE_POLICY)
    held = find_authority(state, by, request.needed, at)
    if held is None:
        return simple_refusal("may-not-approve", HOUSE_POLICY)
    # Otherwise one of the two could lend their position to anybody, and so decide alone.
    if held.acting and request.asked.item in TWO_PERSON_ITEMS:
        return simple_refusal("acting-does-not-count", HOUSE_POLICY)
    return request, held


def _not_open_refusal(number: int) -> Refusal:
    return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})


def _lapse_if_stale(request: ApprovalRequest, current: ApprovalSubject, at: Timestamp) -> PeopleDecision | None:
    """The end of a request that has waited too long, or on which things have moved on."""
    facts = {"number": str(request.number)}
    if subject_digest(current) != request.digest:
        refusal = Refusal(code="request-lapsed", clause=HOUSE_POLICY, facts=facts)
    elif _is_overdue(request, at):
        refusal = Refusal(code="request-too-old", clause=HOUSE_POLICY, facts=facts)
    else:
        return None
    return PeopleDecision(events=(_lapse(request),), refusal=refusal)


def _lapse(request: ApprovalRequest) -> happened.ApprovalLapsed:
    return happened.ApprovalLapsed(number=request.number, digest=request.digest)


def lockout_badges(state: PeopleState, at: Timestamp) -> tuple[str, ...]:
    """The badges of those whose PINs are not weighed now."""
    return tuple(badge for badge, failures in sorted(state.failures.items()) if wait_time(failures, at.counter))


def unlock_subject(state: PeopleState, badge: str) -> ApprovalSubject:
    """What is asked: the end of exactly this lock."""
    failures = state.failures.get(badge, Failures())
    last = failures.recent[-1] if failures.recent else 0
    before = f"locked out: {failures.runs} in a row, {failures.locked_for} since {failures.locked_since}, last {last}"
    return ApprovalSubject(
        item=ApprovalItem.LOCK, what=f"lock of {badge}", before=before, after="ended", clause=HOUSE_POLICY
    )


def unlock_deciders(positions: Positions, state: PeopleState, asker: str) -> frozenset[Position]:
    """Who agrees: anybody at tables where a supervisor or above asks, and such a one where anybody else does."""
    in_charge = positions.equal_or_higher(Position.PIT_SUPERVISOR)
    account = state.accounts.get(asker)
    return positions.table_positions() if account is not None and account.position in in_charge else in_charge


def ask_unlock(
    positions: Positions, state: PeopleState, badge: str, *, by: str, at: Timestamp, keyed: bool
) -> Decision:
    """Asked by somebody else than who is locked out, who keys a PIN for it."""
    against = _against_unlock(state, badge, by, at)
    if against is not None:
        return against
    asker = active_account(state, by)
    if isinstance(asker, Refusal):
        return asker
    if not keyed:
        # A session that was left open does not prove that anybody is there.
        return simple_refusal("unlock-key-pin", HOUSE_POLICY)
    return ask_approval(
        positions,
        state,
        unlock_subject(state, badge),
        needed=unlock_deciders(positions, state, by),
        by=by,
        at=at,
        first=positions.table_positions(),
    )


def unlock(state: PeopleState, number: int, badge: str, *, by: str, at: Timestamp) -> Decision:
    """Another agrees, and the lock is over."""
    against = _against_unlock(state, badge, by, at)
    if against is not None:
        return against
    asked = unlock_subject(state, badge)
    given = give_approval(state, number, asked, by=by, at=at)
    if isinstance(given, Refusal) or given.refusal is not None:
        return given
    used = use_approval(fold_people(state, given.events), number, asked, at=at)
    if isinstance(used, Refusal) or used.refusal is not None:
        return used
    ended = LockEnded(badge=badge, by=(state.requests[number].by, by), approval=number)
    return PeopleDecision(events=(*given.events, *used.events, ended))


def _against_unlock(state: PeopleState, badge: str, by: str, at: Timestamp) -> Refusal | None:
    if badge == by:
        return simple_refusal("own-lock", HOUSE_POLICY)
    failures = state.failures.get(badge)
    if failures is None or not wait_time(failures, at.counter):
        return Refusal(code="not-locked", clause=HOUSE_POLICY, facts={"badge": badge})
    return None
