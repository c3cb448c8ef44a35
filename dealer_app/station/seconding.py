"""A second person who stands at the same terminal: asked, given and used in one decision, bound to exactly that."""

from msgspec import Struct

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Rules
from dealer_app.people import approvals
from dealer_app.people.decision import Decision
from dealer_app.people.requests import Asked, Item
from dealer_app.station.core import Core
from dealer_app.station.draft import Draft
from dealer_app.station.proof import Proof


class Second(Struct, frozen=True, kw_only=True):
    """What takes two: what it is, what stands there now, and what will."""

    what: str
    before: str
    after: str


class Seconded(Struct, frozen=True, kw_only=True):
    """Who approved, by his badge, and the number under which the journal has it."""

    by: str
    approval: int


def second_needed(rules: Rules) -> Refusal:
    """One who may correct a bet here."""
    role, clause = rules.decider("bet_correction")
    return Refusal(code="second-needed", clause=clause, facts={"role": rules.title(role)})


def second_badge(core: Core, approval: Proof | None) -> str | Refusal:
    """Whom the proof of a second person stands for; nobody where there is none.

    To be asked before anything is drafted: a session may end at it, which is an event of its own.
    """
    return "" if approval is None else core.badge(approval)


def seconded(core: Core, draft: Draft, rules: Rules, badge: str, other: str, second: Second) -> Seconded | Refusal:
    """One who may correct a bet here, and never the one who asks."""
    if not other:
        return second_needed(rules)
    role, clause = rules.decider("bet_correction")
    round_ = core.state.table.round
    asked = Asked(
        item=Item.DECISION,
        what=second.what,
        before=second.before,
        after=second.after,
        clause=clause,
        round=None if round_ is None else round_.number,
    )
    positions, at = core.around.positions, core.now()
    needed = positions.holding(rules, role)
    against = _added(draft, approvals.ask(positions, draft.state.people, asked, needed=needed, by=badge, at=at))
    number = draft.state.people.asked
    against = against or _added(draft, approvals.give(draft.state.people, number, asked, by=other, at=at))
    against = against or _added(draft, approvals.use(draft.state.people, number, asked, at=at))
    return Seconded(by=other, approval=number) if against is None else against


def _added(draft: Draft, decision: Decision) -> Refusal | None:
    if isinstance(decision, Refusal):
        return decision
    if decision.refusal is None:
        draft.add_decided(decision)
    return decision.refusal
