"""Cards that go over to the next round (ruling O6), and cards that are replaced by a new set (v4 5.11.2, MBS 5.13)."""

from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.betting import closing
from dealer_app.domain.round.decide.cases import allowed_to_decide, met, need_of
from dealer_app.domain.round.decide.conditions import Why, between_rounds, cards_ready, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.needs import CarriedCardNeeded
from dealer_app.domain.round.refusal import Refusal, refused
from dealer_app.domain.round.state import ShoeStep, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.rulebook import House


def choose_use(rules: Rules, state: TableState, command: mending_commands.ChooseCarriedUse) -> Decision:
    """Used as written, dealt as a free hand without bets, or burned as far as seen: the shift manager's choice."""
    need = need_of(state, CarriedCardNeeded)
    wrong = allowed_to_decide(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.text.strip():
        wrong = refused("reason-needed", need.clause)
    if wrong is not None:
        return wrong
    burning = command.use is mending_commands.CarriedUse.BURN
    decided = mending_events.CarriedCardsDecided(
        use=command.use.value,
        clause=need.clause,
        carried=len(state.carried),
        burned=tuple(place for place, card in enumerate(state.carried) if card.turned and burning),
    )
    if state.round is not None and command.use is mending_commands.CarriedUse.FREE_HAND:
        # A hand without bets: those that lie on the layout go back.
        void = events.RoundVoided(clause=need.clause)
        return (*met(state, command.by, command.text), void, decided)
    return (decided, *met(state, command.by, command.text))


def may_return(rules: Rules, state: TableState) -> Why:
    reason = nothing_unresolved(state) or between_rounds(state, rules)
    if reason is None and not state.carried:
        return refused("no-carried-card", rules.clause("excess-card"))
    if reason is None and any(card.turned for card in state.carried):
        return refused("open-card-carried", rules.clause("uncovered"))
    return reason


def return_carried(rules: Rules, state: TableState, command: mending_commands.ReturnCarriedCards) -> Decision:
    """Back into the device unseen; the round opens with them all the same, as its first cards."""
    role, clause = rules.decider("return_of_a_carried_card")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return (mending_events.CarriedCardsDecided(use="return", clause=clause, carried=len(state.carried)),)


def may_deal_free_hand(rules: Rules, state: TableState) -> Why:
    reason = nothing_unresolved(state) or between_rounds(state, rules) or cards_ready(rules, state)
    if reason is None and state.carried_for != mending_commands.CarriedUse.FREE_HAND.value:
        return refused("no-free-hand", rules.clause("uncovered"))
    return reason


def deal_free_hand(rules: Rules, state: TableState, command: mending_commands.DealFreeHand) -> Decision:
    """Bets are never open: the cards keep their order and nobody has an advantage of what was seen."""
    del rules, command
    began = (events.RoundBegan(number=state.rounds + 1),)
    return (*began, *closing(fold(state, began), late=False))


def may_replace_cards(rules: Rules, state: TableState) -> Why:
    if rules.book.house is not House.BACCARAT:
        return refused("no-cards-here", rules.clause("round"))
    if state.shoe.step is not ShoeStep.READY or state.shoe.closed_for is not None:
        return refused("no-shoe", "house policy")
    return nothing_unresolved(state)


def replace_cards(rules: Rules, state: TableState, command: mending_commands.ReplaceCards) -> Decision:
    """A Pit Supervisor or above may have the cards replaced; the round that is on is finished with the old ones."""
    del state
    role, clause = rules.decider("replacement_of_cards")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    if not command.reason.strip():
        return refused("reason-needed", clause)
    return (events.ShoeClosed(clause=rules.clause("cards-may-be-replaced")),)
