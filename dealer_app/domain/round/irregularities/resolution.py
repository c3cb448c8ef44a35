"""Meets the needs of an open case one by one: answers, options, approvals, order, void, ruling.

Each command meets one kind of need, and only while it is the first that the case has. After the last one the
case closes and play goes on.
"""

from collections.abc import Callable

from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.decide.betting import closure_events, drop_chipless_bets, open_limit_cases
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal, current_round
from dealer_app.domain.round.decide.corrections import apply_correction, count_early_tumble
from dealer_app.domain.round.decide.dealing import card_from_facts, deal_card, hold_card, is_impossible_card, take_card
from dealer_app.domain.round.decide.insurance import offer_closed_events
from dealer_app.domain.round.decide.missed_insurance import due_offers, open_missed_offer_case
from dealer_app.domain.round.decide.round_end import (
    open_carried_card_case,
    return_bets,
    undo_settlement,
    void_and_move_chips,
    void_current_or_last,
)
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import (
    case_reporter,
    current_need,
    decider_refusal,
    expect_need,
    may_meet_need,
    meet_and_add,
    meet_need,
    open_case,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.plans import plan_uncovered
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    DeviceFaultNeeded,
    GuestsNotifiedNeeded,
    InspectionNeeded,
    OptionsNeeded,
    OrderNeeded,
    RequestedCorrection,
    RulingNeeded,
    Scope,
    TumbleCounted,
    VoidNeeded,
    blind_reading_refusal,
    blind_reading_text,
)
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Case, Command, Phase, TableState, Who, find_person
from dealer_app.domain.round.table_settings import BetKeeping, Rules, chip_refusal
from dealer_app.domain.round.visible import visible_card
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area


def answer_question(rules: Rules, state: TableState, command: commands.Answer) -> CommandResult:
    """Announced: closed late, and the card or tumble counts. Not announced: it is the irregularity."""
    case = state.cases[-1]
    trouble = IrregularityKind(case.trouble)
    dropped = drop_chipless_bets(rules, state, command.without_chips if command.announced else ())
    if isinstance(dropped, Refusal):
        return dropped
    if trouble is IrregularityKind.TUMBLE_BEFORE_CLOSING:
        return _answer_tumble_question(rules, state, command)
    done = (*meet_need(state, command.by, "announced" if command.announced else "not announced"), *dropped)
    after = fold(state, done)
    if trouble is IrregularityKind.CARD_BEFORE_CLOSING:
        if not command.announced:
            # It has left the shoe, whatever the shift manager makes of it (ruling O6).
            lies = (hold_card(after, card_from_facts(case, command.by, command.at)),)
            return (*done, *lies, *open_case(rules, fold(after, lies), command.by, IrregularityKind.OTHER))
        first = closure_events(after, late=True)
    else:
        first = offer_closed_events(rules, after, late=True)
    laid = deal_card(rules, fold(after, first), card_from_facts(case, command.by, command.at))
    if trouble is IrregularityKind.CARD_BEFORE_CLOSING:
        # What is over a limit is found at this closing as at any other (RWS 5.18, MBS 5.18).
        return (*done, *first, *laid, *open_limit_cases(rules, fold(after, (*first, *laid)), command.by))
    if command.announced:
        return (*done, *first, *laid)
    # The offer was neglected: what it came to shows once the card lies there (Insurance Plus 5.13).
    after = fold(after, (*first, *laid))
    due = [stage for stage in InsuranceStage if due_offers(rules, current_round(after), stage)]
    stage = next((closed.stage for closed in first if isinstance(closed, events.OfferClosed)), due[0])
    return (*done, *first, *laid, *open_missed_offer_case(rules, after, command.by, stage))


def _answer_tumble_question(rules: Rules, state: TableState, command: commands.Answer) -> CommandResult:
    """That closing had been announced in time is confirmed by somebody else (Tai Sai 5.5.3)."""
    tumbles = int(state.cases[-1].facts["tumbles"])
    if not command.announced:
        done = meet_need(state, command.by, "not announced")
        return (*done, *open_case(rules, fold(state, done), command.by, IrregularityKind.TUMBLED_TOO_EARLY))
    if rules.has_decider("closing_announced_before_tumble"):
        role, clause = rules.decider("closing_announced_before_tumble")
        confirmed = ApprovalNeeded(role, clause, TumbleCounted(tumbles, command.without_chips))
        return meet_and_add(state, command.by, "announced", confirmed)
    done = meet_need(state, command.by, "announced")
    return (
        *done,
        *count_early_tumble(rules, fold(state, done), command.by, TumbleCounted(tumbles, command.without_chips)),
    )


def approve_request(rules: Rules, state: TableState, command: commands.Approve) -> CommandResult:
    need = expect_need(state, ApprovalNeeded)
    case = state.cases[-1]
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is None and command.read is not None:
        wrong = blind_reading_refusal(need.applies, command.read)
    if wrong is not None:
        return wrong
    done = meet_need(
        state, command.by, "approved", read="" if command.read is None else blind_reading_text(command.read)
    )
    if need.applies is None:
        return done
    asked_by = case_reporter(state)
    return (*done, *apply_correction(rules, fold(state, done), asked_by, need.applies, case.clause))


def refuse_request(rules: Rules, state: TableState, command: commands.Refuse) -> CommandResult:
    """A correction that is refused is not made, and play goes on as recorded.

    Any other refused request is not the end of the trouble: what else to do is for the shift manager.
    """
    need = expect_need(state, ApprovalNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.reason.strip():
        wrong = simple_refusal("reason-needed", "house policy")
    if wrong is not None:
        return wrong
    if isinstance(need.applies, TumbleCounted):
        done = meet_need(state, command.by, command.reason)
        asked_by = case_reporter(state)
        return (*done, *open_case(rules, fold(state, done), asked_by, IrregularityKind.TUMBLED_TOO_EARLY))
    if isinstance(need.applies, RequestedCorrection):
        return meet_need(state, command.by, command.reason)
    return (events.NeedsChanged(case=state.cases[-1].number, needs=plan_uncovered(rules).needs),)


def may_withdraw_correction(rules: Rules, state: TableState) -> MaybeRefusal:
    """Only a correction is a wish: of what has happened nobody takes back that it has."""
    need = current_need(state)
    if isinstance(need, ApprovalNeeded) and isinstance(need.applies, RequestedCorrection):
        return None
    return simple_refusal("not-asked", state.cases[-1].clause if state.cases else rules.clause("round"))


def withdraw_correction(
    _rules: Rules, state: TableState, command: correction_commands.WithdrawCorrection
) -> CommandResult:
    """By who asked for it; as with one that is refused, play goes on as recorded."""
    if command.by.name != state.cases[-1].reported_by:
        return simple_refusal("not-who-asked", HOUSE_POLICY)
    return meet_need(state, command.by, "withdrawn")


def inspect_card(rules: Rules, state: TableState, command: commands.Inspect) -> CommandResult:
    """Misread: the right card is entered and drawn. Foreign: the round is void and the shoe closed (5.5.1)."""
    need = expect_need(state, InspectionNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is not None:
        return wrong
    case = state.cases[-1]
    asked_by = case_reporter(state)
    if command.card is None:
        foreign = rules.clause("foreign-card")
        return void_and_move_chips(rules, state, asked_by, rules.clause("void"), closes_shoe=foreign)
    seen = "card" in case.facts
    if is_impossible_card(state, command.card):
        clause = rules.clause("foreign-card")
        if not seen:
            return simple_refusal("impossible-face-down", clause)
        return Refusal(code="impossible-card", clause=clause, facts={"card": command.card.text})
    done = meet_need(state, command.by, command.card.text if seen else "looked at")
    card = replace(card_from_facts(case, asked_by, command.at), card=command.card)
    return (*done, *take_card(rules, fold(state, done), card))


def decide_order(rules: Rules, state: TableState, command: commands.DecideOrder) -> CommandResult:
    """Only the cards in dispute may change places; the person who decides is not shown the result of either order."""
    need = expect_need(state, OrderNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    disputed = state.cases[-1].places
    kept = all(place in disputed or order == place for place, order in enumerate(command.order))
    if wrong is None and (sorted(command.order) != list(range(len(current_round(state).cards))) or not kept):
        wrong = simple_refusal("no-order", need.clause)
    if wrong is not None:
        return wrong
    done: tuple[events.Event, ...] = (events.CardsReordered(cards=command.order), events.Reconstructed())
    done = (*done, *meet_need(state, command.by, "order"))
    return (*done, *undo_settlement(rules, fold(state, done), case_reporter(state)))


def confirm_reconstruction(_rules: Rules, state: TableState, command: commands.ConfirmReconstruction) -> CommandResult:
    # A sealed card that belongs to a hand after all is unsealed when it is turned: to tell it now tells the hand.
    return (events.Reconstructed(), *meet_need(state, command.by, "reconstructed"))


def make_confirmation(said: str) -> Callable[[Rules, TableState, Command], CommandResult]:
    """The decision of a command by which the dealer says no more than that a thing is done."""

    def confirm(_rules: Rules, state: TableState, command: Command) -> CommandResult:
        return meet_need(state, command.by, said)

    return confirm


def confirm_void(rules: Rules, state: TableState, command: commands.ConfirmVoid) -> CommandResult:
    need = expect_need(state, VoidNeeded)
    return void_current_or_last(rules, state, command.by, need.clause, closes_shoe=need.closes)


def give_ruling(rules: Rules, state: TableState, command: commands.GiveRuling) -> CommandResult:
    """In the words of who rules, with what of each bet counts from now on, and whether the round goes on or is void."""
    need = expect_need(state, RulingNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.text.strip():
        wrong = simple_refusal("reason-needed", need.clause)
    if wrong is not None:
        return wrong
    done = meet_need(state, command.by, command.text)
    if state.round is None and command.effect is commands.Effect.CONTINUE and not command.counts:
        return done
    if not can_ruling_change(state):
        return simple_refusal("no-round", rules.clause("earlier-rounds-stand"))
    asked_by = case_reporter(state)
    if command.effect is commands.Effect.VOID:
        return (*done, *void_current_or_last(rules, fold(state, done), asked_by, need.clause))
    wrong = _counts_refusal(rules, state, command, need.clause)
    if wrong is not None:
        return wrong
    undone = undo_settlement(rules, fold(state, done), asked_by) if command.counts else ()
    done = (*done, *undone[:1])
    # What the ruling does not count is rejected: be it a part that is cut or the whole bet, no other bet is reckoned
    # with it, at closing either (RWS 5.18, rulings L7 and L11).
    counts = dict(command.counts)
    back = return_bets(fold(state, done), counts, need.clause, never_placed=True) if counts else ()
    changed = (*done, *back, *undone[1:])
    return (*changed, *open_carried_card_case(rules, fold(state, changed), asked_by))


def state_device_fault(rules: Rules, state: TableState, command: correction_commands.StateDeviceFault) -> CommandResult:
    """Affected: every guest hears of it, then the round is void and all bets go back. Else play goes on (O26)."""
    need = expect_need(state, DeviceFaultNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    if wrong is None and not command.text.strip():
        wrong = simple_refusal("reason-needed", need.clause)
    if wrong is not None:
        return wrong
    if not command.affected:
        return meet_need(state, command.by, command.text)
    after = GuestsNotifiedNeeded(need.clause), VoidNeeded(need.clause)
    return meet_and_add(state, command.by, command.text, *after)


def can_ruling_change(state: TableState) -> bool:
    """The round that is on, or the last one until the next begins; of an earlier one nothing is changed."""
    if state.round is not None:
        return True
    earlier = state.cases[-1].trouble == IrregularityKind.ERROR_OF_EARLIER_ROUND.value
    return state.last is not None and state.last.phase is Phase.CONCLUDED and not earlier


def _counts_refusal(rules: Rules, state: TableState, command: commands.GiveRuling, clause: str) -> MaybeRefusal:
    """Of a bet in play less may count than lies there, in chips: the rest of them goes back (ruling B9)."""
    assert state.table is not None, "asked only at an open table"
    ruled = state.round or state.last
    assert ruled is not None, "asked only of a round that can still be ruled on"
    stakes = {bet.number: bet.wager.stake for bet in ruled.in_play}
    for number, part in command.counts:
        if number not in stakes or not 0 <= part < stakes[number]:
            return Refusal(code="no-such-bet", clause=clause, facts={"bet": str(number)})
        off = chip_refusal(rules, state.table, part)
        if off is not None:
            return off
    return None


def option_bettors(state: TableState) -> tuple[Who, ...]:
    """Everybody with a bet still in play, in the order of placing; each person has one choice (ruling O10).

    Who walked away chooses nothing: their bets are settled as they lie (RWS 5.3, Insurance Plus 5.3.1, MBS 5.10).
    """
    in_play = (bet.who for bet in current_round(state).in_play)
    return tuple(dict.fromkeys(who for who in in_play if who not in state.left))


def may_choose_option(rules: Rules, state: TableState) -> MaybeRefusal:
    """Somebody is there to choose; where bets are not keyed somebody always may be."""
    reason = may_meet_need(OptionsNeeded)(rules, state)
    keyed = state.table is not None and state.table.bets is BetKeeping.KEYED
    if reason is None and keyed and not option_bettors(state):
        return simple_refusal("no-bettor", state.cases[-1].clause)
    return reason


def may_apply_options(rules: Rules, state: TableState) -> MaybeRefusal:
    """Once everybody has chosen."""
    reason = may_meet_need(OptionsNeeded)(rules, state)
    if reason is not None:
        return reason
    case = state.cases[-1]
    silent = [who for who in option_bettors(state) if who not in case.chosen]
    if not silent:
        return None
    clause = expect_need(state, OptionsNeeded).clause
    return Refusal(code="not-all-chose", clause=clause, facts={"bettor": f"{silent[0][0]} {silent[0][1]}"})


def choose_option(rules: Rules, state: TableState, command: commands.ChooseOption) -> CommandResult:
    """One choice for all bets of a person, wherever they lie (v4 5.13, MBS 5.17.1).

    Where bets are not keyed any seat may answer: chips go back without amounts.
    """
    case = state.cases[-1]
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        known = not rules.layout.seats or command.who[0] in rules.seats(state.table)
    else:
        known = command.who in option_bettors(state)
    if not known:
        return simple_refusal("no-bettor", case.clause)
    person = choice_places(state, find_person(state, command.who))
    return tuple(events.OptionChosen(case=case.number, who=who, option=command.option.value) for who in person)


def choice_places(state: TableState, person: frozenset[Who]) -> tuple[Who, ...]:
    """Of this person's places those that have something to choose; where bets are not keyed any may have."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.OFF:
        return tuple(sorted(person, key=str))
    return tuple(who for who in option_bettors(state) if who in person)


def apply_options(rules: Rules, state: TableState, command: commands.ApplyOptions) -> CommandResult:
    """All have chosen: the bets of those who leave are returned; where nobody stays the hand is dealt out (O11)."""
    need = expect_need(state, OptionsNeeded)
    numbers = option_returns(rules, state)
    # They were placed: they leave the sums of their areas, and no other bet counts for less than at closing (L11).
    returned = return_bets(state, dict.fromkeys(numbers, 0), need.clause)
    done = (*returned, *meet_need(state, command.by, "options"))
    # After the result it is announced again, without the bets that went back.
    return (*done, *undo_settlement(rules, fold(state, done), case_reporter(state))) if numbers else done


def option_returns(rules: Rules, state: TableState) -> frozenset[int]:
    """The bets that go back by what has been chosen, by their numbers."""
    return _bets_to_return(rules, state, state.cases[-1], expect_need(state, OptionsNeeded).scope)


def _bets_to_return(rules: Rules, state: TableState, case: Case, scope: Scope) -> frozenset[int]:
    round_ = current_round(state)
    leaving = {who for who, option in case.chosen.items() if option == commands.Option.RETURN.value}
    bets = [bet for bet in round_.bets if bet.who in leaving and bet.number not in round_.returned]
    if scope is Scope.UNDECIDED_BETS:
        decided = _areas_decided(rules, state, case)
        bets = [bet for bet in bets if bet.wager.area not in decided]
    insured = [bet.number for bet in round_.insurance if bet.who in leaving and bet.number not in round_.returned]
    return frozenset([bet.number for bet in bets] + insured)


def _areas_decided(rules: Rules, state: TableState, case: Case) -> tuple[Area, ...]:
    """What the open cards have decided without those in dispute, whose order nobody knows (rulings E2, O16)."""
    assert rules.baccarat is not None, "dice decide everything at once"
    cards = [
        None if place in case.places else visible_card(drawn) for place, drawn in enumerate(current_round(state).cards)
    ]
    now = rules.baccarat.decide_with_unknown(cards)
    return (*now.won, *now.lost)
