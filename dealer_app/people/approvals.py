"""Approvals: asked with exactly what is wanted, given by somebody else who may, used once, for that and nothing else.

The round's own approvals of irregularities are decided by the engine. These are for what lies around it, and for what a
person at another place approves: whoever does what was approved calls `use` in the same decision.
"""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.people import approval_events as happened
from dealer_app.people.decision import Decided, Decision, not_founded, working
from dealer_app.people.events import PeopleEvent
from dealer_app.people.lockout import HOUR
from dealer_app.people.positions import Position, Positions
from dealer_app.people.requests import TWO_PERSON, Asked, Item, digest_of
from dealer_app.people.standing import Held, held_for
from dealer_app.people.state import Account, PeopleState, Request
from dealer_app.station.moment import Moment

MOST_OPEN = 50
MOST_OPEN_EACH = 5
LONGEST_REASON = 500
LASTS = 24 * HOUR
"""How long what two people decide stays open. A case at a table is asked for as long as the table waits for it."""

OF_A_TECHNICIAN = frozenset({Item.RULEBOOKS, Item.RULINGS, Item.NEW_JOURNAL})
"""What a technician has business with: the documents that a station plays by, and its journal."""


def ask(  # noqa: PLR0913 - what is asked, of whom, by whom and when
    positions: Positions,
    state: PeopleState,
    asked: Asked,
    *,
    needed: frozenset[Position],
    by: str,
    at: Moment,
    keyed: bool = True,
    first: frozenset[Position] | None = None,
    more: int = 0,
) -> Decision:
    """Ask for an approval by any of these positions. Of a two-person item who asks is one of the two, if he may:
    by a position that approves too, or by one of the `first` where these are others.

    So many `more` people are needed than usual.

    But only if he has just `keyed` his PIN: a session that was left open asks, and decides nothing.

    What has been open for too long lapses before that, so that it takes nobody's place.
    """
    assert needed, "somebody must be able to approve"
    account = working(state, by)
    if isinstance(account, Refusal):
        return account
    if not _has_business(positions, account, asked.item):
        return refused("no-business-with-it", HOUSE_POLICY)
    over = overdue(state, at)
    still_open = [request for request in state.requests.values() if not _is_overdue(request, at)]
    if sum(request.by == by for request in still_open) >= MOST_OPEN_EACH:
        return Refusal(code="too-many-of-yours", clause=HOUSE_POLICY, facts={"most": str(MOST_OPEN_EACH)})
    if len(still_open) >= MOST_OPEN:
        return refused("too-many-requests", HOUSE_POLICY)
    people = (2 if asked.item in TWO_PERSON else 1) + more
    counts = keyed and asked.item in TWO_PERSON and account.position in (needed if first is None else first)
    return Decided(events=(*over, new_request(state, asked, needed, people - counts, by=by, at=at)))


def _has_business(positions: Positions, account: Account, item: Item) -> bool:
    """Who works at tables, with everything; a technician with what is his; who trains or is trained with nothing."""
    if account.position is Position.TECHNICIAN:
        return item in OF_A_TECHNICIAN
    return account.position in positions.at_tables()


def new_request(
    state: PeopleState, asked: Asked, needed: frozenset[Position], approvers: int, *, by: str, at: Moment
) -> happened.ApprovalAsked:
    """The next request. Of a case the station asks by itself, in the name of who reported it."""
    return happened.ApprovalAsked(
        number=state.asked + 1,
        digest=digest_of(asked),
        asked=asked,
        needed=needed,
        approvers=approvers,
        by=by,
        at=at,
    )


def give(
    state: PeopleState, number: int, current: Asked, *, by: str, at: Moment, surveillance: str | None = None
) -> Decision:
    """Somebody approves. `current` is what would be asked now: if it is something else, the request has lapsed."""
    judged = _judged(state, number, by, at)
    if isinstance(judged, Refusal):
        return judged
    request, held = judged
    stale = _stale(request, current, at)
    if stale is not None:
        return stale
    if request.granted or by in request.given:
        return refused("approved-already", HOUSE_POLICY)
    given = happened.ApprovalGiven(
        number=number,
        digest=request.digest,
        by=by,
        position=held.position,
        acting=held.acting,
        surveillance=surveillance,
    )
    return Decided(events=(given,))


def refuse(
    state: PeopleState, number: int, *, by: str, reason: str, at: Moment, surveillance: str | None = None
) -> Decision:
    """Somebody who could approve does not, and says why. What one has approved, another may still refuse."""
    judged = _judged(state, number, by, at)
    if isinstance(judged, Refusal):
        return judged
    request, held = judged
    if not 0 < len(reason.strip()) <= LONGEST_REASON:
        return refused("why-needed", HOUSE_POLICY)
    event = happened.ApprovalRefused(
        number=number,
        digest=request.digest,
        by=by,
        position=held.position,
        acting=held.acting,
        reason=reason,
        surveillance=surveillance,
    )
    return Decided(events=(event,))


def withdraw(state: PeopleState, number: int, *, by: str) -> Decision:
    """Who asked takes it back."""
    account = working(state, by)
    if isinstance(account, Refusal):
        return account
    request = state.requests.get(number)
    if request is None:
        return _not_open(number)
    if request.by != by:
        return refused("not-your-request", HOUSE_POLICY)
    return Decided(events=(happened.ApprovalWithdrawn(number=number, digest=request.digest, by=by),))


def use(state: PeopleState, number: int, current: Asked, *, at: Moment) -> Decision:
    """Do once what was approved. `current` is what is done: nothing but what was asked, on what it was asked on.

    The events belong in front of those of the deed, in the same decision.
    """
    absent = not_founded(state)
    if absent is not None:
        return absent
    request = state.requests.get(number)
    if request is None:
        return _not_open(number)
    stale = _stale(request, current, at)
    if stale is not None:
        return stale
    if not request.granted:
        return Refusal(code="not-approved-yet", clause=HOUSE_POLICY, facts={"number": str(number)})
    return Decided(events=(happened.ApprovalUsed(number=number, digest=request.digest),))


def overdue(state: PeopleState, at: Moment) -> tuple[PeopleEvent, ...]:
    """What two people were to decide, and did not within a day; to be asked now and then."""
    return tuple(_lapse(request) for request in state.requests.values() if _is_overdue(request, at))


def _is_overdue(request: Request, at: Moment) -> bool:
    return request.asked.item in TWO_PERSON and at.counter - request.since >= LASTS


def lapsed_with(state: PeopleState, badge: str, *, but: int) -> tuple[PeopleEvent, ...]:
    """What somebody asked or approved whose account is disabled, but for the request by which it is."""
    return tuple(
        _lapse(request)
        for number, request in state.requests.items()
        if number != but and badge in (request.by, *request.given)
    )


def _judged(state: PeopleState, number: int, by: str, at: Moment) -> tuple[Request, Held] | Refusal:
    """The request, and the position by which this person may decide about it."""
    account = working(state, by)
    if isinstance(account, Refusal):
        return account
    request = state.requests.get(number)
    if request is None:
        return _not_open(number)
    if by == request.by:
        return refused("own-request", HOUSE_POLICY)
    held = held_for(state, by, request.needed, at)
    if held is None:
        return refused("may-not-approve", HOUSE_POLICY)
    # Otherwise one of the two could lend his position to whom he likes, and so decide alone.
    if held.acting and request.asked.item in TWO_PERSON:
        return refused("acting-does-not-count", HOUSE_POLICY)
    return request, held


def _not_open(number: int) -> Refusal:
    return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})


def _stale(request: Request, current: Asked, at: Moment) -> Decided | None:
    """The end of a request that has waited too long, or on which things have moved on."""
    facts = {"number": str(request.number)}
    if digest_of(current) != request.digest:
        refusal = Refusal(code="request-lapsed", clause=HOUSE_POLICY, facts=facts)
    elif _is_overdue(request, at):
        refusal = Refusal(code="request-too-old", clause=HOUSE_POLICY, facts=facts)
    else:
        return None
    return Decided(events=(_lapse(request),), refusal=refusal)


def _lapse(request: Request) -> happened.ApprovalLapsed:
    return happened.ApprovalLapsed(number=request.number, digest=request.digest)
