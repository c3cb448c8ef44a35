"""Approvals: asked with exactly what is wanted, given by somebody else who may, used once, for that and nothing else.

The round's own approvals of irregularities are decided by the engine. These are for what lies around it, and for what a
person at another place approves: whoever does what was approved calls `use` in the same decision.
"""

from dealer_app.domain.round.decide.conditions import HOUSE_POLICY
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.people import approval_events as happened
from dealer_app.people.decision import Decided, Decision, not_founded, working
from dealer_app.people.events import PeopleEvent
from dealer_app.people.positions import Position
from dealer_app.people.requests import TWO_PERSON, Asked, digest_of
from dealer_app.people.standing import Held, held_for
from dealer_app.people.state import PeopleState, Request
from dealer_app.station.moment import Moment

MOST_OPEN = 50
LONGEST_REASON = 500


def ask(state: PeopleState, asked: Asked, *, needed: frozenset[Position], by: str, at: Moment) -> Decision:
    """Ask for an approval by any of these positions. Of a two-person item who asks is one of the two, if he may."""
    assert needed, "somebody must be able to approve"
    account = working(state, by)
    if isinstance(account, Refusal):
        return account
    if len(state.requests) >= MOST_OPEN:
        return refused("too-many-requests", HOUSE_POLICY)
    people = 2 if asked.item in TWO_PERSON else 1
    counts = asked.item in TWO_PERSON and held_for(state, by, needed, at) is not None
    return Decided(events=(new_request(state, asked, needed, people - counts, by=by, at=at),))


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
    if digest_of(current) != request.digest:
        return _lapsed(request)
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


def use(state: PeopleState, number: int, current: Asked) -> Decision:
    """Do once what was approved. `current` is what is done: nothing but what was asked, on what it was asked on.

    The events belong in front of those of the deed, in the same decision.
    """
    absent = not_founded(state)
    if absent is not None:
        return absent
    request = state.requests.get(number)
    if request is None:
        return _not_open(number)
    if digest_of(current) != request.digest:
        return _lapsed(request)
    if not request.granted:
        return Refusal(code="not-approved-yet", clause=HOUSE_POLICY, facts={"number": str(number)})
    return Decided(events=(happened.ApprovalUsed(number=number, digest=request.digest),))


def lapsed_by_round(state: PeopleState, current: int | None) -> tuple[PeopleEvent, ...]:
    """What was asked in another round than this one, or in one while there is none: to be asked as a round ends."""
    return tuple(
        happened.ApprovalLapsed(number=number, digest=request.digest)
        for number, request in state.requests.items()
        if request.asked.round is not None and request.asked.round != current
    )


def lapsed_with(state: PeopleState, badge: str, *, but: int) -> tuple[PeopleEvent, ...]:
    """What somebody asked or approved whose account is disabled, but for the request by which it is."""
    return tuple(
        happened.ApprovalLapsed(number=number, digest=request.digest)
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
    return refused("may-not-approve", HOUSE_POLICY) if held is None else (request, held)


def _not_open(number: int) -> Refusal:
    return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})


def _lapsed(request: Request) -> Decided:
    lapsed = happened.ApprovalLapsed(number=request.number, digest=request.digest)
    facts = {"number": str(request.number)}
    return Decided(events=(lapsed,), refusal=Refusal(code="request-lapsed", clause=HOUSE_POLICY, facts=facts))
