"""What exactly is asked when a case of a round waits for an approval: the request to which the approval is bound."""

import json
from typing import Any

from dealer_app.domain.round import needs
from dealer_app.domain.round.state import Case, Round, TableState
from dealer_app.journal.wire import to_plain
from dealer_app.people.requests import Asked, Item


def asked_by(table: TableState) -> tuple[Asked, needs.ApprovalNeeded, Case] | None:
    """The approval for which the newest case waits, if it waits for one."""
    case = table.cases[-1] if table.cases else None
    need = case.needs[0] if case is not None and case.needs else None
    if case is None or not isinstance(need, needs.ApprovalNeeded):
        return None
    round_ = table.round or table.last
    asked = Asked(
        item=Item.DECISION,
        what=f"{case.trouble} (case {case.number})",
        before=_text(_before(round_, need.applies)),
        after=_text(_after(case, need)),
        clause=case.clause,
        round=None if round_ is None else round_.number,
    )
    return asked, need, case


def _before(round_: Round | None, applies: needs.Correction | None) -> Any:
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
            return _as_seen(round_)


def _as_seen(round_: Round) -> Any:
    """The cards as they lie, what is face down as such; or the dice."""
    cards = [(drawn.card if drawn.turned and drawn.seal is None else "face down", drawn.put) for drawn in round_.cards]
    return {"cards": cards, "tumbles": round_.tumbles, "dice": round_.dice}


def _after(case: Case, need: needs.ApprovalNeeded) -> Any:
    if need.applies is None:
        needs_ = to_plain(case.needs, tuple[needs.Need, ...])
        return {"facts": dict(case.facts), "cards": case.places, "needs": needs_}
    return to_plain(need.applies, needs.Correction)


def _text(value: Any) -> str:
    return json.dumps(to_plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
