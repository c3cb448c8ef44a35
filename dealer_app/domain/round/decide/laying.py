"""Where the cards really lie, as the dealer says (RWS v4 5.9, 5.13.1, MBS 5.7; rulings O17, O18)."""

from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.as_they_lie import taken_as_they_lie
from dealer_app.domain.round.decide.cases import opened, still_open_to_change
from dealer_app.domain.round.decide.conditions import Why, cards_away, current, in_phase, nothing_unresolved
from dealer_app.domain.round.decide.dealing import judged_again, numbers_are_right
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.ending import settlement_undone
from dealer_app.domain.round.needs import OptionsNeeded
from dealer_app.domain.round.refusal import refused
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import Trouble


def may_lay(rules: Rules, state: TableState) -> Why:
    """Until the next round begins; also while a case about cards is open in which nobody has decided anything."""
    waiting = nothing_unresolved(state)
    if waiting is not None and not still_open_to_change(state) and not _choosing_as_they_lie(state):
        return waiting
    if state.round is not None and not state.round.cards and state.rounds > 1:
        return refused("found-too-late", rules.clause("earlier-rounds-stand"))
    settled = state.round is None and state.last is not None and state.last.phase is Phase.CONCLUDED
    reason = None if settled else in_phase(rules, state, Phase.CLOSED, Phase.ANNOUNCED)
    ended = state.round or state.last
    if reason is None and (ended is None or not ended.cards):
        return refused("no-card-yet", rules.clause("initial-cards"))
    return reason or cards_away(rules, state)


def _choosing_as_they_lie(state: TableState) -> bool:
    """While bettors choose whether they go on with hands that cannot be put right, those can still be corrected."""
    if state.round is None or not state.round.as_they_lie or not state.cases:
        return False
    return isinstance(state.cases[-1].needs[0], OptionsNeeded)


def lay(rules: Rules, state: TableState, command: mending_commands.LayCards) -> Decision:
    """What lies wrong is a case; a settlement on it is taken back."""
    ended = state.round or state.last
    assert ended is not None, "asked only where cards lie"
    if len(command.put) != len(ended.cards):
        return refused("a-place-for-each-card", rules.clause("misplaced-cards"))
    if ended.as_they_lie:
        return _laid_as_they_lie(rules, state, command)
    before = still_open_to_change(state)
    undone = settlement_undone(rules, state, command.by) if state.round is None else ()
    done: tuple[events.Event, ...] = (*undone, mending_events.CardsLaid(put=command.put))
    if before is not None:
        done = (events.CaseClosed(case=before.number), *done)
    wrong = judged_again(rules, fold(state, done), command.by)
    if undone and not wrong:
        return refused("lies-as-recorded", rules.clause("misplaced-cards"))
    return (*done, *wrong)


def _laid_as_they_lie(rules: Rules, state: TableState, command: mending_commands.LayCards) -> Decision:
    """The hands are what lies there: where that was another than was said, they are other hands (ruling O17)."""
    undone = settlement_undone(rules, state, command.by)
    done: tuple[events.Event, ...] = (*undone, mending_events.CardsLaid(put=command.put))
    done = (*done, *taken_as_they_lie(fold(state, done)))
    after = fold(state, done)
    if numbers_are_right(current(after)):
        return done
    if _choosing_as_they_lie(state):
        done = (*done, events.CaseClosed(case=state.cases[-1].number))
    return (*done, *opened(rules, fold(state, done), command.by, Trouble.WRONG_NUMBER_OF_CARDS))
