"""Takes back a report that was keyed by mistake, before anybody has relied on it (decision 10).

A report that only opened its case is taken back with the case. One that did more, as undoing a settlement or replacing
a case, is preceded by an event after which the table remembers how it was. What has been turned for people to see
stays turned: such a report stands, and the refusal says so.
"""

from dealer_app.domain.round import correction_commands, correction_events, events
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal
from dealer_app.domain.round.decide.settlement import outcome_word
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.fold_corrections import case_stage
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import HOUSE_POLICY, simple_refusal
from dealer_app.domain.round.state import Case, Person, Round, TableRecord, TableState, last_report
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace

_TURNING = (events.CardsTurned, events.CardUnsealed, correction_events.CarriedCardsTurned)
_RESTORABLE = (
    events.CaseOpened,
    events.CaseClosed,
    events.CardsGiven,
    events.SettlementUndone,
    correction_events.CardsLaid,
    correction_events.CardsTakenAsTheyLie,
)
"""What a report can do besides so that the table can be put back: no chip and no card has moved yet."""


def remember_report(state: TableState, by: Person, made: tuple[events.Event, ...]) -> tuple[events.Event, ...]:
    """What follows from a report, credited to who made it; if it leaves a case open, it can be taken back."""
    made = tuple(_credit_report(event) for event in made)
    cases = [event.case for event in made if isinstance(event, events.CaseOpened)]
    left = fold(state, made).cases
    if not cases or not left or left[-1].number != cases[-1].number:
        return made
    if len(made) == 1 and not _changes_offers(state, cases[0]):
        return (events.CaseOpened(case=replace(cases[0], withdrawable=True)),)
    turned = any(isinstance(event, _TURNING) for event in made)
    if not turned and not all(_is_restorable(state, event) for event in made):
        return made
    return (correction_events.ReportMade(case=cases[-1].number, by=by, turned=turned), *made)


def _credit_report(event: events.Event) -> events.Event:
    return replace(event, case=replace(event.case, reported=True)) if isinstance(event, events.CaseOpened) else event


def _changes_offers(state: TableState, case: Case) -> bool:
    """Whether the case of an offer says more than that it was not made.

    No lammer was out, where the offer was taken as closed; or what had been said of this offer before is said again.
    """
    ended = state.round or state.last
    if case.trouble != IrregularityKind.MISSED_INSURANCE.value or ended is None:
        return False
    stage = case_stage(case)
    return bool(state.closed_by_card) or stage in ended.neglected or stage in ended.to_be_named


def _is_restorable(state: TableState, event: events.Event) -> bool:
    """The result of a round that is still on has to be announced again once it is undone: bets may be ticked by now."""
    return isinstance(event, _RESTORABLE) and not (
        isinstance(event, events.SettlementUndone) and state.round is not None
    )


def may_withdraw_report(rules: Rules, state: TableState) -> MaybeRefusal:
    """Until somebody has decided or chosen something in it; what the station found nobody has reported."""
    case, memory = state.cases[-1] if state.cases else None, last_report(state)
    if case is None or case.begun or not (case.withdrawable or memory):
        return simple_refusal("report-stands", case.clause if case else rules.clause("round"))
    if memory is not None and memory.before is None:
        return simple_refusal("report-turned-cards", case.clause)
    return None


def withdraw_report(rules: Rules, state: TableState, command: correction_commands.WithdrawReport) -> CommandResult:
    """By who made it; the case is closed, and the table is as before the report."""
    case, memory = state.cases[-1], last_report(state)
    if command.by.name != case.reported_by:
        return simple_refusal("not-who-asked", HOUSE_POLICY)
    withdrawn = correction_events.ReportWithdrawn(case=case.number, by=command.by)
    before = None if memory is None else memory.before
    if before is None:
        return (withdrawn,)
    restored: tuple[events.Event, ...] = ()
    if state.round is not None and before.round is None and before.last is not None:
        restored = (correction_events.SettlementRestored(outcome=outcome_word(rules, before.last)),)
    return (*_former_order(state.round, before), withdrawn, *restored)


def _former_order(round_: Round | None, before: TableRecord) -> tuple[events.Event, ...]:
    """The cards in the order before the report, where it took them as they lie in another."""
    former = before.round or before.last
    if round_ is None or former is None:
        return ()
    now = [(drawn.card, drawn.turned, drawn.seal) for drawn in round_.cards]
    order: list[int] = []
    for drawn in former.cards:
        wanted = (drawn.card, drawn.turned, drawn.seal)
        order.append(next(place for place, one in enumerate(now) if one == wanted and place not in order))
    return () if order == sorted(order) else (events.CardsReordered(cards=tuple(order)),)
