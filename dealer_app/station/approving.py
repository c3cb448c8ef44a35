"""Approvals within a round: each case that waits for one has a request, and whoever approves is bound to exactly that.

The engine decides whether an approval is needed and what it brings about; here it gets its number and its hash.
"""

from collections.abc import Callable

from msgspec import Struct

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Rules
from dealer_app.people import approvals
from dealer_app.people.apply import fold
from dealer_app.people.approval_events import ApprovalLapsed
from dealer_app.people.decision import Decided, Decision
from dealer_app.people.positions import Positions
from dealer_app.people.requests import Asked, Item
from dealer_app.people.standing import badge_of
from dealer_app.people.state import PeopleState
from dealer_app.station.asking import asked_by
from dealer_app.station.draft import Draft
from dealer_app.station.moment import Moment


class Answer(Struct, frozen=True, kw_only=True):
    """Somebody approves, or refuses with a reason."""

    by: str
    at: Moment
    reason: str | None
    surveillance: str | None


def bound(people: PeopleState, asked: Asked, answer: Answer) -> Decision:
    """The answer to the open request for this, which it ends: an approval is used by the decision that it allows."""
    number = next((number for number, request in people.requests.items() if request.asked == asked), 0)
    if answer.reason is not None:
        return approvals.refuse(
            people, number, by=answer.by, reason=answer.reason, at=answer.at, surveillance=answer.surveillance
        )
    given = approvals.give(people, number, asked, by=answer.by, at=answer.at, surveillance=answer.surveillance)
    if isinstance(given, Refusal) or given.refusal is not None:
        return given
    used = approvals.use(fold(people, given.events), number, asked, at=answer.at)
    return used if isinstance(used, Refusal) else Decided(events=(*given.events, *used.events))


def ask_anew(draft: Draft, positions: Positions, rules: Rules, now: Callable[[], Moment]) -> None:
    """The request for what the newest case waits for now; those for what no longer waits lapse."""
    waiting = asked_by(draft.state.table)
    wanted = None if waiting is None else waiting[0]
    open_ = [request for request in draft.state.people.requests.values() if request.asked.item is Item.DECISION]
    draft.add(
        ApprovalLapsed(number=request.number, digest=request.digest) for request in open_ if request.asked != wanted
    )
    if waiting is None or any(request.asked == wanted for request in open_):
        return
    asked, need, case = waiting
    # Whoever reported the case asks, though he may have left the house meanwhile: he never approves it.
    draft.add(
        [
            approvals.new_request(
                draft.state.people,
                asked,
                positions.holding(rules, need.role),
                1,
                by=badge_of(case.reported_by),
                at=now(),
            )
        ]
    )
