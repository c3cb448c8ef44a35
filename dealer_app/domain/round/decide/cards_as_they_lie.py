"""Decides on cards that lie otherwise than recorded, and on those that cannot be put in order.

The dealer says where the cards really lie (RWS v4 5.9, 5.13.1, MBS 5.7; rulings O17, O18). Cards that the
house finds beyond reconstruction are played as they lie, in the right numbers, or the round is void (RWS v4
5.13.1, Insurance Plus 5.12.1, MBS 5.2, 5.8.2; ruling O17). Only of cards drawn together somebody still
decides which comes first.
"""

from dealer_app.domain.baccarat.reconstruction import order_from_places
from dealer_app.domain.policies import OrderLost
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    away_cards_refusal,
    current_round,
    open_matter_refusal,
    phase_refusal,
)
from dealer_app.domain.round.decide.dealing import has_right_numbers, judge_cards
from dealer_app.domain.round.decide.round_end import undo_settlement
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import (
    CaseSubject,
    case_reporter,
    changeable_case,
    decider_refusal,
    open_case,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind, reconstruction_decision
from dealer_app.domain.round.irregularities.plans import plan_beyond_reconstruction
from dealer_app.domain.round.irregularities.withdrawal import remember_report
from dealer_app.domain.round.needs import Need, OptionsNeeded, ReconstructionNeeded, VoidNeeded
from dealer_app.domain.round.refusal import simple_refusal
from dealer_app.domain.round.state import Case, Phase, TableState
from dealer_app.domain.round.table_settings import Rules


def may_abandon_reconstruction(rules: Rules, state: TableState) -> MaybeRefusal:
    """Whether cards can be put right is for the house to say (RWS v4 5.8, ruling O7)."""
    if state.cases and any(isinstance(need, ReconstructionNeeded) for need in state.cases[-1].needs):
        return None
    return simple_refusal("not-asked", rules.clause("reconstruction"))


def abandon_reconstruction(
    rules: Rules, state: TableState, command: correction_commands.CannotReconstruct
) -> CommandResult:
    role, clause = rules.decider(reconstruction_decision(rules, state.cases[-1].trouble))
    wrong = decider_refusal(rules, state, command.by, role, clause)
    if wrong is None and not command.reason.strip():
        wrong = simple_refusal("reason-needed", clause)
    if wrong is not None:
        return wrong
    case = state.cases[-1]
    if case.trouble == IrregularityKind.TOGETHER_ORDER_KNOWN.value:
        return _open_order_case(rules, state, case)
    instead = plan_beyond_reconstruction(rules, state, number=case.trouble == IrregularityKind.EXCESS_CARD.value).needs
    if any(isinstance(need, VoidNeeded) for need in instead):
        return _change_needs(case, instead)
    laid = take_as_they_lie(state)
    if not has_right_numbers(current_round(fold(state, laid))):
        return _change_needs(case, plan_beyond_reconstruction(rules, state, number=True).needs)
    # Nobody is asked twice: who has begun to choose goes on, and what has been chosen and applied is kept.
    asked = tuple(need for need in case.needs if isinstance(need, OptionsNeeded))
    done = (*laid, *_change_needs(case, asked if case.chosen else instead))
    after = fold(state, done)
    return (*done, *undo_settlement(rules, after, case_reporter(state))) if _has_order_changed(state, after) else done


def report_lost_order(rules: Rules, state: TableState, command: commands.Report) -> tuple[events.Event, ...]:
    """Nobody knows any more in which order cards were drawn: they are as they lie, or void by their number (O5)."""
    facts = {"text": command.text} if command.text else {}
    policy = rules.book.policies.order_lost
    if policy is None or policy.value is not OrderLost.OPTIONS:
        return open_case(rules, state, command.by, IrregularityKind.ORDER_LOST, facts=facts)
    laid = take_as_they_lie(state)
    after = fold(state, laid)
    if not has_right_numbers(current_round(after)):
        return open_case(rules, state, command.by, IrregularityKind.WRONG_NUMBER_OF_CARDS, facts=facts)
    done = (*laid, *undo_settlement(rules, after, command.by)) if _has_order_changed(state, after) else laid
    return (*done, *open_case(rules, fold(state, done), command.by, IrregularityKind.ORDER_LOST, facts=facts))


def _has_order_changed(before: TableState, after: TableState) -> bool:
    """Whether the hands are others than before: then what has been settled on them is taken back."""
    return current_round(before).cards != current_round(after).cards


def take_as_they_lie(state: TableState) -> tuple[events.Event, ...]:
    """From here on the order of the cards is the one in which the hands hold them."""
    lying = [drawn.put for drawn in current_round(state).cards]
    return (correction_events.CardsTakenAsTheyLie(cards=order_from_places(lying)),)


def _change_needs(case: Case, needs: tuple[Need, ...]) -> tuple[events.Event, ...]:
    changed = events.NeedsChanged(case=case.number, needs=needs)
    return (changed,) if needs else (changed, events.CaseClosed(case=case.number))


def _open_order_case(rules: Rules, state: TableState, case: Case) -> tuple[events.Event, ...]:
    """Which of them comes first is decided, or the round is void (RWS v4 5.11, MBS 5.8.2).

    The same choice is not asked for twice: in one house it has been made of all bets, in the other it is now one of
    the wagers that remain.
    """
    closed = (events.CaseClosed(case=case.number),)
    opened = open_case(
        rules,
        fold(state, closed),
        case_reporter(state),
        IrregularityKind.TOGETHER_ORDER_LOST,
        about=CaseSubject(places=case.places),
    )
    now = opened[0]
    assert isinstance(now, events.CaseOpened), "a case begins with its opening"
    applied = bool(case.chosen) and not any(isinstance(need, OptionsNeeded) for need in case.needs)
    made = rules.book.policies.withdrawal_scope
    assert made is not None, "only a game with cards has an order"
    left = tuple(
        need
        for need in now.case.needs
        if not (applied and isinstance(need, OptionsNeeded) and need.scope.value == made.value.value)
    )
    changed = () if left == now.case.needs else (events.NeedsChanged(case=now.case.number, needs=left),)
    return (*closed, *opened, *changed)


def may_lay_cards(rules: Rules, state: TableState) -> MaybeRefusal:
    """Until the next round begins; also while a case about cards is open in which nobody has decided anything."""
    waiting = open_matter_refusal(state)
    if waiting is not None and not changeable_case(state) and not _has_options_as_they_lie(state):
        return waiting
    if state.round is not None and not state.round.cards and state.rounds > 1:
        return simple_refusal("found-too-late", rules.clause("earlier-rounds-stand"))
    settled = state.round is None and state.last is not None and state.last.phase is Phase.CONCLUDED
    reason = None if settled else phase_refusal(rules, state, Phase.CLOSED, Phase.ANNOUNCED)
    ended = state.round or state.last
    if reason is None and (ended is None or not ended.cards):
        return simple_refusal("no-card-yet", rules.clause("initial-cards"))
    return reason or away_cards_refusal(rules, state)


def _has_options_as_they_lie(state: TableState) -> bool:
    """While bettors choose whether they go on with hands that cannot be put right, those can still be corrected."""
    if state.round is None or not state.round.as_they_lie or not state.cases:
        return False
    return isinstance(state.cases[-1].needs[0], OptionsNeeded)


def lay_cards(rules: Rules, state: TableState, command: correction_commands.LayCards) -> CommandResult:
    """What lies wrong is a case; a settlement on it is taken back."""
    ended = state.round or state.last
    assert ended is not None, "asked only where cards lie"
    if len(command.put) != len(ended.cards):
        return simple_refusal("a-place-for-each-card", rules.clause("misplaced-cards"))
    if ended.as_they_lie:
        return _lay_as_they_lie(rules, state, command)
    before = changeable_case(state)
    undone = undo_settlement(rules, state, command.by) if state.round is None else ()
    done: tuple[events.Event, ...] = (*undone, correction_events.CardsLaid(put=command.put))
    if before is not None:
        done = (events.CaseClosed(case=before.number), *done)
    wrong = judge_cards(rules, fold(state, done), command.by)
    if undone and not wrong:
        return simple_refusal("lies-as-recorded", rules.clause("misplaced-cards"))
    return remember_report(state, command.by, (*done, *wrong))


def _lay_as_they_lie(rules: Rules, state: TableState, command: correction_commands.LayCards) -> CommandResult:
    """The hands are what lies there: where that was another than was said, they are other hands (ruling O17)."""
    undone = undo_settlement(rules, state, command.by)
    done: tuple[events.Event, ...] = (*undone, correction_events.CardsLaid(put=command.put))
    done = (*done, *take_as_they_lie(fold(state, done)))
    after = fold(state, done)
    if has_right_numbers(current_round(after)):
        return done
    if _has_options_as_they_lie(state):
        done = (*done, events.CaseClosed(case=state.cases[-1].number))
    done = (*done, *open_case(rules, fold(state, done), command.by, IrregularityKind.WRONG_NUMBER_OF_CARDS))
    return remember_report(state, command.by, done)
