"""Requests for the approvals that cases of a round wait for, and the answers to them."""

import json
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.round import needs
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Round, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal.codec import to_plain
from dealer_app.people import approvals
from dealer_app.people.authority import person_badge
from dealer_app.people.events import ApprovalItem, ApprovalLapsed, ApprovalSubject
from dealer_app.people.fold import fold_people
from dealer_app.people.positions import Positions
from dealer_app.people.state import Decision, PeopleDecision, PeopleState
from dealer_app.station.transaction import Transaction


def case_approval(table: TableState) -> tuple[ApprovalSubject, needs.ApprovalNeeded, Case] | None:
    """The approval for which the newest case waits, if it waits for one."""
    case = table.cases[-1] if table.cases else None
    need = case.needs[0] if case is not None and case.needs else None
    if case is None or not isinstance(need, needs.ApprovalNeeded):
        return None
    round_ = table.round or table.last
    asked = ApprovalSubject(
        item=ApprovalItem.DECISION,
        what=decision_name(case),
        before=_value_text(_value_on_record(round_, need.applies)),
        after=_value_text(_new_value(case, need)),
        clause=case.clause,
        round=None if round_ is None else round_.number,
    )
    return asked, need, case


def decision_name(case: Case) -> str:
    """By what a request for the decision of this case is known."""
    return f"{case.trouble} (case {case.number})"


def _value_on_record(round_: Round | None, applies: needs.Correction | None) -> Any:
    """What would be changed, as it is recorded now. A card that is sealed stays so."""
    if round_ is None:
        return None
    match applies:
        case needs.BetCorrection(number=number) | needs.LatePart(number=number) | needs.WithoutValue(number=number):
            return next((bet for bet in round_.bets if bet.number == number), None)
        case needs.InsuranceCorrection(number=number):
            return next((bet for bet in round_.insurance if bet.number == number), None)
        case needs.CardCorrection(place=place):
            card = round_.cards[place]
            return "sealed" if card.seal is not None else card.card
        case needs.DiceCorrection():
            return round_.dice
        case needs.TumbleCounted():
            return round_.tumbles
        case None:
            return _visible_round(round_)


def _visible_round(round_: Round) -> Any:
    """The cards as they lie, what is face down as such; or the dice."""
    cards = [(drawn.card if drawn.turned and drawn.seal is None else "face down", drawn.put) for drawn in round_.cards]
    return {"cards": cards, "tumbles": round_.tumbles, "dice": round_.dice}


def _new_value(case: Case, need: needs.ApprovalNeeded) -> Any:
    if need.applies is None:
        needs_ = to_plain(case.needs, tuple[needs.Need, ...])
        return {"facts": dict(case.facts), "cards": case.places, "needs": needs_}
    return to_plain(need.applies, needs.Correction)


def _value_text(value: Any) -> str:
    return json.dumps(to_plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class ApprovalAnswer(Struct, frozen=True, kw_only=True):
    """Somebody approves, or refuses with a reason."""

    by: str
    at: Timestamp
    reason: str | None
    surveillance: str | None


def answer_request(people: PeopleState, asked: ApprovalSubject, answer: ApprovalAnswer) -> Decision:
    """The answer to the open request for this, which it ends: an approval is used by the decision that it allows."""
    number = next((number for number, request in people.requests.items() if request.asked == asked), 0)
    if answer.reason is not None:
        return approvals.refuse_approval(
            people, number, by=answer.by, reason=answer.reason, at=answer.at, surveillance=answer.surveillance
        )
    given = approvals.give_approval(people, number, asked, by=answer.by, at=answer.at, surveillance=answer.surveillance)
    if isinstance(given, Refusal) or given.refusal is not None:
        return given
    used = approvals.use_approval(fold_people(people, given.events), number, asked, at=answer.at)
    return used if isinstance(used, Refusal) else PeopleDecision(events=(*given.events, *used.events))


def renew_requests(draft: Transaction, positions: Positions, rules: Rules, now: Callable[[], Timestamp]) -> None:
    """The request for what the newest case waits for now; those for what no longer waits lapse."""
    waiting = case_approval(draft.state.table)
    wanted = None if waiting is None else waiting[0]
    open_ = [request for request in draft.state.people.requests.values() if request.asked.item is ApprovalItem.DECISION]
    draft.add(
        ApprovalLapsed(number=request.number, digest=request.digest) for request in open_ if request.asked != wanted
    )
    if waiting is None or any(request.asked == wanted for request in open_):
        return
    asked, need, case = waiting
    # The reporter of the case asks, though they may have left the house meanwhile: they never approve it.
    draft.add(
        [
            approvals.new_request(
                draft.state.people,
                asked,
                positions.role_holders(rules, need.role),
                1,
                by=person_badge(case.reported_by),
                at=now(),
            )
        ]
    )
