"""The life of a shoe, and of the table around it: opened, cards in, checked, shuffled, cut, burned, ended, closed."""

from dealer_app.domain.round import commands, events
from dealer_app.domain.round.burning import burned_after
from dealer_app.domain.round.decide.conditions import Why, between_rounds, nothing_unresolved
from dealer_app.domain.round.decide.dealing import one_too_many
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.opening import (
    may_open,
    not_of_this_game,
    senseless,
    sensible_limits,
    unknown_limits,
)
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import ShoeStep, TableState
from dealer_app.domain.round.table import Burn, CardDevice, Method, Rules
from dealer_app.domain.rulebook import House
from dealer_app.domain.values import replace


def may_open_table(rules: Rules, state: TableState) -> Why:
    del rules
    return None if state.table is None else refused("table-open-already", "house policy")


def open_table(rules: Rules, state: TableState, command: commands.OpenTable) -> Decision:
    del state
    table, layout, book = command.table, rules.layout, rules.book
    if table.layout != layout.letter:
        return refused("not-this-layout", layout.clause)
    if layout.most_positions is not None:
        fewest, most = layout.fewest_positions or 1, layout.most_positions
        if table.positions is None or not fewest <= table.positions <= most:
            return Refusal(code="positions", clause=layout.clause, facts={"fewest": str(fewest), "most": str(most)})
    if book.decks is not None and (table.decks is None or not book.decks.fewest <= table.decks <= book.decks.most):
        facts = {"fewest": str(book.decks.fewest), "most": str(book.decks.most)}
        return Refusal(code="decks", clause=book.decks.clause, facts=facts)
    wrong = not_of_this_game(rules, table) or senseless(table) or unknown_limits(rules, table.limits)
    if wrong is not None:
        return wrong
    if rules.has("methods") and table.method is None:
        # Until the Pit Manager chooses, the cards stay with the dealer (MBS 3.9, 3.9.2).
        table = replace(table, method=Method.B)
    return may_open(rules, command.by, command.table) or (events.TableOpened(table=table, by=command.by),)


def may_close_table(rules: Rules, state: TableState) -> Why:
    reason = nothing_unresolved(state) or between_rounds(state, rules)
    if reason is None and state.carried:
        return refused("sealed-card-left", rules.clause("excess-card"))
    if reason is None and state.unclaimed:
        return refused("winnings-unclaimed", rules.clause("player-left"))
    return reason


def close_table(rules: Rules, state: TableState, command: commands.CloseTable) -> Decision:
    del rules, state
    return (events.TableClosed(by=command.by),)


def may_change_limits(rules: Rules, state: TableState) -> Why:
    """The sign changes between rounds."""
    return nothing_unresolved(state) or between_rounds(state, rules)


def change_limits(rules: Rules, state: TableState, command: commands.ChangeLimits) -> Decision:
    del state
    role, clause = rules.decider("bet_correction")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    unknown = unknown_limits(rules, command.limits)
    if unknown is not None:
        return unknown
    if not sensible_limits(command.limits):
        return refused("limits", rules.clause("limits"))
    return (events.LimitsChanged(limits=command.limits, by=command.by),)


def may_allow_wagers(rules: Rules, state: TableState) -> Why:
    """Only MBS counts the wagers of an area; the number changes between rounds."""
    if rules.book.limits.most_wagers_per_area is None:
        return refused("wagers-not-counted", "house policy")
    return nothing_unresolved(state) or between_rounds(state, rules)


def allow_wagers(rules: Rules, state: TableState, command: commands.AllowWagers) -> Decision:
    del state
    role, clause = rules.decider("fewer_wagers_per_area")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    most = rules.book.limits.most_wagers_per_area
    assert most is not None, "asked only where wagers are counted"
    if command.most is not None and not 1 <= command.most < most:
        return Refusal(code="only-fewer-wagers", clause=clause, facts={"most": str(most)})
    return (events.WagersAllowed(most=command.most, by=command.by),)


def _cards_only(rules: Rules, state: TableState) -> Why:
    if rules.book.house is not House.BACCARAT:
        return refused("no-cards-here", rules.clause("round"))
    return nothing_unresolved(state) or between_rounds(state, rules)


def may_bring(rules: Rules, state: TableState) -> Why:
    reason = _cards_only(rules, state)
    if reason is None and state.shoe.step not in (ShoeStep.NONE, ShoeStep.ENDED):
        return refused("shoe-not-ended", "house policy")
    return reason


def bring(rules: Rules, state: TableState, command: commands.BringCards) -> Decision:
    assert state.table is not None, "asked only at an open table"
    if command.decks != state.table.decks:
        assert rules.book.decks is not None, "a game with cards has decks"
        return refused("not-the-decks-of-the-table", rules.book.decks.clause)
    number, colour = state.shoe.number + 1, command.colour.strip()
    return (events.CardsBrought(number=number, set_name=command.set_name, decks=command.decks, colour=colour),)


_WORK = {
    commands.ShoeWork.CHECK: (ShoeStep.CARDS_IN, ShoeStep.CHECKED),
    commands.ShoeWork.SHUFFLE: (ShoeStep.CHECKED, ShoeStep.SHUFFLED),
    commands.ShoeWork.CUT: (ShoeStep.SHUFFLED, ShoeStep.CUT),
}


def may_work(rules: Rules, state: TableState) -> Why:
    reason = _cards_only(rules, state)
    if reason is None and state.shoe.step not in {before for before, _ in _WORK.values()}:
        return refused("no-work-on-the-shoe", "house policy")
    return reason


def work(rules: Rules, state: TableState, command: commands.DoShoeWork) -> Decision:
    del rules
    before, after = _WORK[command.work]
    if state.shoe.step is not before:
        return Refusal(code="not-this-step", clause="house policy", facts={"step": before.value})
    if command.work is commands.ShoeWork.CHECK and command.second in (None, "", command.by.name):
        return refused("two-check", "house policy")
    wrong = _of_other_work(state, command)
    if wrong is not None:
        return wrong
    if after is ShoeStep.SHUFFLED and state.table is not None and state.table.device is CardDevice.SHUFFLER:
        # A loaded shuffler is not cut and burns no card (RWS v4 1.11).
        after = ShoeStep.READY
    done = events.ShoeStepDone(
        step=after, second=command.second, pre_shuffled=command.pre_shuffled, cutting_card=command.cutting_card
    )
    return (done,)


def _of_other_work(state: TableState, command: commands.DoShoeWork) -> Why:
    """Cards come shuffled only where they would be shuffled, and the cutting card is placed with the cut."""
    if command.pre_shuffled and command.work is not commands.ShoeWork.SHUFFLE:
        return refused("of-other-shoe-work", HOUSE_POLICY)
    if command.cutting_card is None:
        return None
    if command.work is not commands.ShoeWork.CUT:
        return refused("of-other-shoe-work", HOUSE_POLICY)
    return None if 0 < command.cutting_card < state.shoe.left else refused("cutting-card-behind", HOUSE_POLICY)


def may_burn(rules: Rules, state: TableState) -> Why:
    reason = _cards_only(rules, state)
    if reason is None and state.shoe.step is not ShoeStep.CUT:
        return Refusal(code="not-this-step", clause="house policy", facts={"step": ShoeStep.CUT.value})
    return reason


def burn(rules: Rules, state: TableState, command: commands.BurnCards) -> Decision:
    """As many as the first card counts (a ten or picture ten), or the fixed number of the house."""
    del rules
    assert state.table is not None, "asked only at an open table"
    if command.unseen < 0 or (not command.cards and state.table.burn is Burn.BY_FIRST_CARD):
        return refused("burn-card-needed", "house policy")
    wanted = state.table.burn_fixed if state.table.burn is Burn.FIXED else burned_after(command.cards[0])
    impossible = one_too_many(state, command.cards)
    if impossible is not None:
        return Refusal(code="impossible-card", clause="house policy", facts={"card": impossible.text})
    burned = len(command.cards) - (state.table.burn is Burn.BY_FIRST_CARD) + command.unseen
    if burned != wanted:
        return Refusal(code="burn-count", clause="house policy", facts={"wanted": str(wanted)})
    return (events.CardsBurned(cards=command.cards, unseen=command.unseen),)


def may_cut_out(rules: Rules, state: TableState) -> Why:
    if rules.book.house is not House.BACCARAT:
        return refused("no-cards-here", rules.clause("round"))
    if state.table is not None and state.table.device is CardDevice.SHUFFLER:
        return refused("no-cutting-card", "house policy")
    if state.shoe.step is not ShoeStep.READY or state.shoe.cutting_card_out:
        return refused("no-cutting-card", "house policy")
    return nothing_unresolved(state)


def cut_out(rules: Rules, state: TableState, command: commands.CuttingCardOut) -> Decision:
    del rules, state, command
    return (events.CuttingCardCame(),)


def may_end(rules: Rules, state: TableState) -> Why:
    reason = _cards_only(rules, state)
    if reason is None and state.shoe.step in (ShoeStep.NONE, ShoeStep.ENDED):
        return refused("no-shoe", "house policy")
    return reason


def end(rules: Rules, state: TableState, command: commands.EndShoe) -> Decision:
    """Sealed cards never cross a change of shoe: they are burned unseen, with a supervisor (ruling O6).

    A count that differs ends it only with a supervisor who says why. Who counts is not told what must be left.
    """
    role, clause = rules.decider("replacement_of_cards")
    expected, difference = _must_be_left(state, command.counted), command.difference.strip()
    if command.counted is not None and (state.table is None or state.table.device is CardDevice.SHUFFLER):
        return refused("no-end-count", HOUSE_POLICY)
    if command.counted is not None and command.counted < 0:
        return refused("end-count", HOUSE_POLICY)
    differs = expected is not None and command.counted != expected
    if differs and not difference:
        return refused("end-count", HOUSE_POLICY)
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


def _must_be_left(state: TableState, counted: int | None) -> int | None:
    """What a count is compared with; nothing where nobody knows what the shoe has dealt, as after an outage."""
    return state.shoe.left if counted is not None and state.shoe.composition_known else None
