"""Decides on the table and its shoe: open, check, shuffle, cut, burn, end, close.

It also decides on cards that are carried over to the next round (ruling O6) and on replacing the cards by a
new set (v4 5.11.2, MBS 5.13).
"""

from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.betting import closure_events
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    open_matter_refusal,
    round_on_refusal,
    shoe_refusal,
)
from dealer_app.domain.round.decide.dealing import find_surplus_card
from dealer_app.domain.round.decide.table_opening import (
    game_setting_refusal,
    has_sensible_limits,
    no_such_limit_refusal,
    table_number_refusal,
    table_opener_refusal,
)
from dealer_app.domain.round.events import burn_count
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import decider_refusal, expect_need, meet_need
from dealer_app.domain.round.needs import CarriedCardNeeded
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import ShoeStep, TableState
from dealer_app.domain.round.table_settings import BurnRule, CardDevice, Method, Rules
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace


def may_open_table(_rules: Rules, state: TableState) -> MaybeRefusal:
    return None if state.table is None else simple_refusal("table-open-already", "house policy")


def open_table(rules: Rules, _state: TableState, command: commands.OpenTable) -> CommandResult:
    table, layout, book = command.table, rules.layout, rules.book
    if table.layout != layout.letter:
        return simple_refusal("not-this-layout", layout.clause)
    if layout.most_positions is not None:
        fewest, most = layout.fewest_positions or 1, layout.most_positions
        if table.positions is None or not fewest <= table.positions <= most:
            return Refusal(code="positions", clause=layout.clause, facts={"fewest": str(fewest), "most": str(most)})
    if book.decks is not None and (table.decks is None or not book.decks.fewest <= table.decks <= book.decks.most):
        facts = {"fewest": str(book.decks.fewest), "most": str(book.decks.most)}
        return Refusal(code="decks", clause=book.decks.clause, facts=facts)
    wrong = (
        game_setting_refusal(rules, table) or table_number_refusal(table) or no_such_limit_refusal(rules, table.limits)
    )
    if wrong is not None:
        return wrong
    if rules.has_clause("methods") and table.method is None:
        # Until the Pit Manager chooses, the cards stay with the dealer (MBS 3.9, 3.9.2).
        table = replace(table, method=Method.B)
    return table_opener_refusal(rules, command.by, command.table) or (events.TableOpened(table=table, by=command.by),)


def may_close_table(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = open_matter_refusal(state) or round_on_refusal(state, rules)
    if reason is None and state.carried:
        return simple_refusal("sealed-card-left", rules.clause("excess-card"))
    if reason is None and state.winnings_unclaimed:
        return simple_refusal("winnings-unclaimed", rules.clause("player-left"))
    return reason


def close_table(_rules: Rules, _state: TableState, command: commands.CloseTable) -> CommandResult:
    return (events.TableClosed(by=command.by),)


def may_change_limits(rules: Rules, state: TableState) -> MaybeRefusal:
    """The sign changes between rounds."""
    return open_matter_refusal(state) or round_on_refusal(state, rules)


def change_limits(rules: Rules, _state: TableState, command: commands.ChangeLimits) -> CommandResult:
    role, clause = rules.decider("bet_correction")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    unknown = no_such_limit_refusal(rules, command.limits)
    if unknown is not None:
        return unknown
    if not has_sensible_limits(command.limits):
        return simple_refusal("limits", rules.clause("limits"))
    return (events.LimitsChanged(limits=command.limits, by=command.by),)


def may_allow_wagers(rules: Rules, state: TableState) -> MaybeRefusal:
    """Only MBS counts the wagers of an area; the number changes between rounds."""
    if rules.book.limits.most_wagers_per_area is None:
        return simple_refusal("wagers-not-counted", "house policy")
    return open_matter_refusal(state) or round_on_refusal(state, rules)


def allow_wagers(rules: Rules, _state: TableState, command: commands.AllowWagers) -> CommandResult:
    role, clause = rules.decider("fewer_wagers_per_area")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    most = rules.book.limits.most_wagers_per_area
    assert most is not None, "asked only where wagers are counted"
    if command.most is not None and not 1 <= command.most < most:
        return Refusal(code="only-fewer-wagers", clause=clause, facts={"most": str(most)})
    return (events.WagersAllowed(most=command.most, by=command.by),)


def _shoe_work_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    if rules.book.house is not RuleFamily.BACCARAT:
        return simple_refusal("no-cards-here", rules.clause("round"))
    return open_matter_refusal(state) or round_on_refusal(state, rules)


def may_bring_cards(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = _shoe_work_refusal(rules, state)
    if reason is None and state.shoe.step not in (ShoeStep.NONE, ShoeStep.ENDED):
        return simple_refusal("shoe-not-ended", "house policy")
    return reason


def bring_cards(rules: Rules, state: TableState, command: commands.BringCards) -> CommandResult:
    assert state.table is not None, "asked only at an open table"
    if command.decks != state.table.decks:
        assert rules.book.decks is not None, "a game with cards has decks"
        return simple_refusal("not-the-decks-of-the-table", rules.book.decks.clause)
    number, colour = state.shoe.number + 1, command.colour.strip()
    return (events.CardsBrought(number=number, set_name=command.set_name, decks=command.decks, colour=colour),)


_WORK_STEPS = {
    commands.ShoeWork.CHECK: (ShoeStep.CARDS_IN, ShoeStep.CHECKED),
    commands.ShoeWork.SHUFFLE: (ShoeStep.CHECKED, ShoeStep.SHUFFLED),
    commands.ShoeWork.CUT: (ShoeStep.SHUFFLED, ShoeStep.CUT),
}


def may_do_shoe_work(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = _shoe_work_refusal(rules, state)
    if reason is None and state.shoe.step not in {before for before, _ in _WORK_STEPS.values()}:
        return simple_refusal("no-work-on-the-shoe", "house policy")
    return reason


def do_shoe_work(_rules: Rules, state: TableState, command: commands.DoShoeWork) -> CommandResult:
    before, after = _WORK_STEPS[command.work]
    if state.shoe.step is not before:
        return Refusal(code="not-this-step", clause="house policy", facts={"step": before.value})
    if command.work is commands.ShoeWork.CHECK and command.second in (None, "", command.by.name):
        return simple_refusal("two-check", "house policy")
    wrong = _work_details_refusal(state, command)
    if wrong is not None:
        return wrong
    if after is ShoeStep.SHUFFLED and state.table is not None and state.table.device is CardDevice.SHUFFLER:
        # A loaded shuffler is not cut and burns no card (RWS v4 1.11).
        after = ShoeStep.READY
    done = events.ShoeStepDone(
        step=after, second=command.second, pre_shuffled=command.pre_shuffled, cutting_card=command.cutting_card
    )
    return (done,)


def _work_details_refusal(state: TableState, command: commands.DoShoeWork) -> MaybeRefusal:
    """Cards come shuffled only where they would be shuffled, and the cutting card is placed with the cut."""
    if command.pre_shuffled and command.work is not commands.ShoeWork.SHUFFLE:
        return simple_refusal("of-other-shoe-work", HOUSE_POLICY)
    if command.cutting_card is None:
        return None
    if command.work is not commands.ShoeWork.CUT:
        return simple_refusal("of-other-shoe-work", HOUSE_POLICY)
    return (
        None
        if 0 < command.cutting_card < state.shoe.cards_left
        else simple_refusal("cutting-card-behind", HOUSE_POLICY)
    )


def may_burn_cards(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = _shoe_work_refusal(rules, state)
    if reason is None and state.shoe.step is not ShoeStep.CUT:
        return Refusal(code="not-this-step", clause="house policy", facts={"step": ShoeStep.CUT.value})
    return reason


def burn_cards(_rules: Rules, state: TableState, command: commands.BurnCards) -> CommandResult:
    """As many as the first card counts (a ten or picture ten), or the fixed number of the house."""
    assert state.table is not None, "asked only at an open table"
    if command.unseen < 0 or (not command.cards and state.table.burn is BurnRule.BY_FIRST_CARD):
        return simple_refusal("burn-card-needed", "house policy")
    wanted = state.table.burn_fixed if state.table.burn is BurnRule.FIXED else burn_count(command.cards[0])
    impossible = find_surplus_card(state, command.cards)
    if impossible is not None:
        return Refusal(code="impossible-card", clause="house policy", facts={"card": impossible.text})
    burned = len(command.cards) - (state.table.burn is BurnRule.BY_FIRST_CARD) + command.unseen
    if burned != wanted:
        return Refusal(code="burn-count", clause="house policy", facts={"wanted": str(wanted)})
    return (events.CardsBurned(cards=command.cards, unseen=command.unseen),)


def may_take_cutting_card(rules: Rules, state: TableState) -> MaybeRefusal:
    if rules.book.house is not RuleFamily.BACCARAT:
        return simple_refusal("no-cards-here", rules.clause("round"))
    if state.table is not None and state.table.device is CardDevice.SHUFFLER:
        return simple_refusal("no-cutting-card", "house policy")
    if state.shoe.step is not ShoeStep.READY or state.shoe.cutting_card_out:
        return simple_refusal("no-cutting-card", "house policy")
    return open_matter_refusal(state)


def take_cutting_card(_rules: Rules, _state: TableState, _command: commands.CuttingCardOut) -> CommandResult:
    return (events.CuttingCardCame(),)


def may_end_shoe(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = _shoe_work_refusal(rules, state)
    if reason is None and state.shoe.step in (ShoeStep.NONE, ShoeStep.ENDED):
        return simple_refusal("no-shoe", "house policy")
    return reason


def end_shoe(rules: Rules, state: TableState, command: commands.EndShoe) -> CommandResult:
    """Sealed cards never cross a change of shoe: they are burned unseen, with a supervisor (ruling O6).

    A count that differs ends it only with a supervisor who says why. The counter is not shown how many must be left.
    """
    role, clause = rules.decider("replacement_of_cards")
    expected, difference = _count_due(state, command.counted), command.difference.strip()
    if command.counted is not None and (state.table is None or state.table.device is CardDevice.SHUFFLER):
        return simple_refusal("no-end-count", HOUSE_POLICY)
    if command.counted is not None and command.counted < 0:
        return simple_refusal("end-count", HOUSE_POLICY)
    differs = expected is not None and command.counted != expected
    if differs and not difference:
        return simple_refusal("end-count", HOUSE_POLICY)
    if (state.carried or differs) and not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    ended = events.ShoeEnded(
        reason=command.reason,
        counted=command.counted,
        burned_unseen=len(state.carried),
        expected=expected,
        difference=difference if differs else "",
    )
    return (ended,)


def _count_due(state: TableState, counted: int | None) -> int | None:
    """What a count is compared with; nothing where nobody knows what the shoe has dealt, as after an outage."""
    return state.shoe.cards_left if counted is not None and state.shoe.composition_known else None


def choose_carried_use(rules: Rules, state: TableState, command: correction_commands.ChooseCarriedUse) -> CommandResult:
    """Used as written, dealt as a free hand without bets, or burned as far as seen: the shift manager's choice."""
    need = expect_need(state, CarriedCardNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.text.strip():
        wrong = simple_refusal("reason-needed", need.clause)
    if wrong is not None:
        return wrong
    burning = command.use is correction_commands.CarriedUse.BURN
    decided = correction_events.CarriedCardsDecided(
        use=command.use.value,
        clause=need.clause,
        carried=len(state.carried),
        burned=tuple(place for place, card in enumerate(state.carried) if card.turned and burning),
    )
    if state.round is not None and command.use is correction_commands.CarriedUse.FREE_HAND:
        # A hand without bets: those that lie on the layout go back.
        void = events.RoundVoided(clause=need.clause)
        return (*meet_need(state, command.by, command.text), void, decided)
    return (decided, *meet_need(state, command.by, command.text))


def may_return_carried(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = open_matter_refusal(state) or round_on_refusal(state, rules)
    if reason is None and not state.carried:
        return simple_refusal("no-carried-card", rules.clause("excess-card"))
    if reason is None and any(card.turned for card in state.carried):
        return simple_refusal("open-card-carried", rules.clause("uncovered"))
    return reason


def return_carried_cards(
    rules: Rules, state: TableState, command: correction_commands.ReturnCarriedCards
) -> CommandResult:
    """Back into the device unseen; the round opens with them all the same, as its first cards."""
    role, clause = rules.decider("return_of_a_carried_card")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return (correction_events.CarriedCardsDecided(use="return", clause=clause, carried=len(state.carried)),)


def may_deal_free_hand(rules: Rules, state: TableState) -> MaybeRefusal:
    reason = open_matter_refusal(state) or round_on_refusal(state, rules) or shoe_refusal(rules, state)
    if reason is None and state.carried_for != correction_commands.CarriedUse.FREE_HAND.value:
        return simple_refusal("no-free-hand", rules.clause("uncovered"))
    return reason


def deal_free_hand(_rules: Rules, state: TableState, _command: correction_commands.DealFreeHand) -> CommandResult:
    """Bets are never open: the cards keep their order and nobody has an advantage of what was seen."""
    began = (events.RoundBegan(number=state.rounds + 1),)
    return (*began, *closure_events(fold(state, began), late=False))


def may_replace_cards(rules: Rules, state: TableState) -> MaybeRefusal:
    if rules.book.house is not RuleFamily.BACCARAT:
        return simple_refusal("no-cards-here", rules.clause("round"))
    if state.shoe.step is not ShoeStep.READY or state.shoe.closed_for is not None:
        return simple_refusal("no-shoe", "house policy")
    return open_matter_refusal(state)


def replace_cards(rules: Rules, _state: TableState, command: correction_commands.ReplaceCards) -> CommandResult:
    """A Pit Supervisor or above may have the cards replaced; the round that is on is finished with the old ones."""
    role, clause = rules.decider("replacement_of_cards")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    if not command.reason.strip():
        return simple_refusal("reason-needed", clause)
    return (events.ShoeClosed(clause=rules.clause("cards-may-be-replaced")),)
