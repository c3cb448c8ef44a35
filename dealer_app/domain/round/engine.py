"""Decides what a command comes to: events, or a refusal with the clause. Legality lives here and nowhere else.

Each command has a condition (may it be given at all now?) and a decision (what this one comes to). The guide lists the
commands whose condition holds, so what is offered and what is accepted cannot differ.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.plain_text import plain_text_refusal
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.decide import (
    betting,
    cards_as_they_lie,
    claims,
    corrections,
    dealing,
    dice,
    insurance,
    missed_insurance,
    outages,
    settlement,
    shoe,
    squeeze,
)
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal, PhaseCondition, open_matter_refusal
from dealer_app.domain.round.decide.insurance import insurance_changes
from dealer_app.domain.round.irregularities import excess_cards, reports, resolution, withdrawal
from dealer_app.domain.round.irregularities.cases import may_meet_need
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ChipsReturnNeeded,
    ComparisonNeeded,
    DeviceFaultNeeded,
    GuestsNotifiedNeeded,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    MissingCardNeeded,
    Need,
    OrderNeeded,
    ReconstructionNeeded,
    RemovalNeeded,
    ReplacementNeeded,
    ResetNeeded,
    RulingNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Phase, TableState
from dealer_app.domain.round.table_settings import Rules, Table
from dealer_app.domain.values import cache_last

Condition = Callable[[Rules, TableState], MaybeRefusal]
Decide = Callable[[Rules, TableState, Any], CommandResult]
Commands = Mapping[type[Command], tuple[Condition, Decide]]

BETWEEN_ROUNDS: Commands = {
    commands.CloseTable: (shoe.may_close_table, shoe.close_table),
    commands.BringCards: (shoe.may_bring_cards, shoe.bring_cards),
    commands.DoShoeWork: (shoe.may_do_shoe_work, shoe.do_shoe_work),
    commands.BurnCards: (shoe.may_burn_cards, shoe.burn_cards),
    commands.EndShoe: (shoe.may_end_shoe, shoe.end_shoe),
    commands.PlaceYourBets: (betting.may_open_bets, betting.open_bets),
    commands.ChooseMethod: (squeeze.may_choose_method, squeeze.choose_method),
    commands.AllowWagers: (shoe.may_allow_wagers, shoe.allow_wagers),
    commands.ChangeLimits: (shoe.may_change_limits, shoe.change_limits),
    commands.ChangeInsurance: (insurance.may_change_offer, insurance.change_offer),
    correction_commands.ChangeDice: (dice.may_change_dice, dice.change_dice),
    correction_commands.ReturnCarriedCards: (shoe.may_return_carried, shoe.return_carried_cards),
    correction_commands.DealFreeHand: (shoe.may_deal_free_hand, shoe.deal_free_hand),
}
"""Allowed only while no round is on and nothing is unresolved."""

IN_A_ROUND: Mapping[type[Command], tuple[PhaseCondition, Decide]] = {
    commands.PlaceBet: (betting.may_place_bet, betting.place_bet),
    commands.WithdrawBet: (betting.may_withdraw_bet, betting.withdraw_bet),
    commands.RejectExcess: (betting.may_reject_excess, betting.reject_excess),
    commands.NoMoreBets: (betting.may_close_bets, betting.close_bets),
    commands.TakeBackClosing: (betting.may_take_back_closing, betting.take_back_closing),
    commands.TurnCards: (squeeze.may_turn_cards, squeeze.turn_cards),
    commands.GiveCards: (squeeze.may_give_cards, squeeze.give_cards),
    commands.RefuseCards: (squeeze.may_refuse_cards, squeeze.refuse_cards),
    commands.TakeInsurance: (insurance.may_take_insurance, insurance.take_insurance),
    commands.DeclineInsurance: (insurance.may_decline_insurance, insurance.decline_insurance),
    commands.CloseOffer: (insurance.may_close_offer, insurance.close_offer),
    commands.WaiveInsurance: (insurance.may_waive_insurance, insurance.waive_insurance),
    commands.CountTumbles: (dice.may_count_tumbles, dice.count_tumbles),
    commands.ReadDice: (dice.may_read_dice, dice.read_dice),
    commands.AnnounceResult: (settlement.may_announce_result, settlement.announce_result),
    commands.TickBet: (settlement.may_tick_bet, settlement.tick_bet),
    commands.SettleAll: (settlement.may_settle_all, settlement.settle_all),
}
"""Allowed only while a round is on and nothing is unresolved."""

IN_PLAY: Commands = {
    commands.CuttingCardOut: (shoe.may_take_cutting_card, shoe.take_cutting_card),
    commands.PassDevice: (squeeze.may_pass_device, squeeze.pass_device),
    commands.Undo: (corrections.may_undo, corrections.undo_entry),
    correction_commands.CorrectBet: (corrections.may_correct_bet, corrections.correct_bet),
    correction_commands.ReportBet: (corrections.may_correct_bet, corrections.report_bet_fault),
    correction_commands.ReplaceCards: (shoe.may_replace_cards, shoe.replace_cards),
    correction_commands.NewPlayer: (betting.may_mark_new_player, betting.mark_new_player),
}
"""Allowed while nothing is unresolved."""

ANY_TIME: Commands = {
    commands.DrawCard: (dealing.may_draw_card, dealing.draw_card),
    commands.Report: (reports.may_report, reports.report_irregularity),
    commands.HoldForClaim: (claims.may_raise_claim, claims.raise_claim),
    correction_commands.LayCards: (cards_as_they_lie.may_lay_cards, cards_as_they_lie.lay_cards),
    correction_commands.CorrectCard: (corrections.may_correct_card, corrections.correct_card),
    correction_commands.CorrectDice: (corrections.may_correct_dice, corrections.correct_dice),
    correction_commands.HandOver: (claims.may_hand_over_winnings, claims.hand_over_winnings),
    correction_commands.EnterOutageRounds: (outages.may_enter_rounds, outages.enter_rounds),
    correction_commands.SamePerson: (outages.may_join_bettors, outages.join_bettors),
    correction_commands.TwoPersons: (outages.may_separate_bettors, outages.separate_bettors),
}
"""Allowed also while an irregularity or a claim is open."""

UNRESOLVED: Commands = {
    commands.OpenTable: (shoe.may_open_table, shoe.open_table),
    commands.ChooseOption: (resolution.may_choose_option, resolution.choose_option),
    commands.ApplyOptions: (resolution.may_apply_options, resolution.apply_options),
    commands.CloseClaim: (claims.may_close_claim, claims.close_claim),
    correction_commands.CannotReconstruct: (
        cards_as_they_lie.may_abandon_reconstruction,
        cards_as_they_lie.abandon_reconstruction,
    ),
    correction_commands.WithdrawCorrection: (resolution.may_withdraw_correction, resolution.withdraw_correction),
    correction_commands.WithdrawReport: (withdrawal.may_withdraw_report, withdrawal.withdraw_report),
}
"""Allowed only while something holds up play: a case, a claim, or that there is no table yet."""

NEED_COMMANDS: Mapping[type[Command], tuple[type[Need], Decide]] = {
    commands.Answer: (AnswerNeeded, resolution.answer_question),
    commands.Approve: (ApprovalNeeded, resolution.approve_request),
    commands.Refuse: (ApprovalNeeded, resolution.refuse_request),
    commands.Inspect: (InspectionNeeded, resolution.inspect_card),
    commands.DecideOrder: (OrderNeeded, resolution.decide_order),
    commands.ConfirmReconstruction: (ReconstructionNeeded, resolution.confirm_reconstruction),
    # Neither shoe nor display prevails over the cards or dice on the table (RWS 5.15, MBS 6.3, Tai Sai 5.11).
    correction_commands.ConfirmComparison: (ComparisonNeeded, resolution.make_confirmation("compared")),
    commands.ConfirmVoid: (VoidNeeded, resolution.confirm_void),
    commands.GiveRuling: (RulingNeeded, resolution.give_ruling),
    commands.OfferLate: (LateOfferNeeded, missed_insurance.offer_late),
    correction_commands.CloseLateOffer: (LateOfferNeeded, missed_insurance.close_late_offer),
    correction_commands.NameIntentions: (IntentionsNeeded, missed_insurance.name_intentions),
    correction_commands.SignAttendance: (AttendanceNeeded, excess_cards.sign_attendance),
    correction_commands.SetCardsAside: (CardsAsideNeeded, excess_cards.set_cards_aside),
    correction_commands.NameMissingCards: (MissingCardNeeded, excess_cards.name_missing_cards),
    correction_commands.ReplaceMissingCards: (ReplacementNeeded, excess_cards.replace_missing_cards),
    correction_commands.ConfirmReset: (ResetNeeded, betting.confirm_reset),
    correction_commands.ChangeWager: (ChangesNeeded, betting.change_wager),
    correction_commands.EndChanges: (ChangesNeeded, betting.end_changes),
    correction_commands.RemoveWagers: (RemovalNeeded, betting.remove_wagers),
    correction_commands.ChooseCarriedUse: (CarriedCardNeeded, shoe.choose_carried_use),
    correction_commands.StateAffectedRounds: (AffectedRoundsNeeded, dice.state_affected_rounds),
    correction_commands.StateDeviceFault: (DeviceFaultNeeded, resolution.state_device_fault),
    correction_commands.ConfirmChipsReturned: (ChipsReturnNeeded, resolution.make_confirmation("chips returned")),
    correction_commands.ConfirmGuestsNotified: (GuestsNotifiedNeeded, resolution.make_confirmation("notified")),
}
"""Meets a need, and is allowed only when that is the first need of the open case."""

COMMANDS: Commands = {
    **BETWEEN_ROUNDS,
    **IN_A_ROUND,
    **IN_PLAY,
    **UNRESOLVED,
    **ANY_TIME,
    **{command: (may_meet_need(need), make) for command, (need, make) in NEED_COMMANDS.items()},
}


def decide(*, rules: Rules, state: TableState, command: Command) -> CommandResult:
    """The events that follow from a command, or why it is refused. The same arguments always give the same answer."""
    if not rules.has_role(command.by.role):
        return Refusal(code="unknown-role", clause="house policy")
    may, make = COMMANDS[type(command)]
    reason = may(rules, state)
    if reason is not None:
        return insurance.bettor_refusal(rules, state, command, reason)
    done = plain_text_refusal(command) or make(rules, state, command)
    return done if isinstance(done, Refusal) else (*done, *insurance_changes(rules, state, done))


def available_commands(rules: Rules, state: TableState) -> tuple[type[Command], ...]:
    """The commands that may be given now. To be fast, only those that are possible in this phase are asked."""
    meeting = _COMMANDS_BY_NEED.get(type(state.cases[-1].needs[0]), ()) if state.cases else ()
    return (
        *[command for command, may in _candidate_commands(rules, state) if may is None or may(rules, state) is None],
        *meeting,
    )


CandidateCommands = tuple[tuple[type[Command], Condition | None], ...]


def _candidate_commands(rules: Rules, state: TableState) -> CandidateCommands:
    if state.table is None or open_matter_refusal(state) is not None:
        return _UNRESOLVED_CANDIDATES
    return (
        _BETWEEN_ROUNDS_CANDIDATES if state.round is None else _round_candidates(rules, state.table, state.round.phase)
    )


@cache_last
def _round_candidates(rules: Rules, table: Table, phase: Phase) -> CandidateCommands:
    """The commands that are possible at this table in this phase, worked out once for both."""
    now = {command: may for command, (may, _) in IN_A_ROUND.items() if phase in may.phases}
    candidates = tuple(
        (command, may.further) for command, may in now.items() if may.table_refusal(rules, table) is None
    )
    return (*candidates, *_group_candidates(IN_PLAY, ANY_TIME))


def _group_candidates(*groups: Commands) -> CandidateCommands:
    return tuple((command, may) for group in groups for command, (may, _) in group.items())


_UNRESOLVED_CANDIDATES = _group_candidates(UNRESOLVED, ANY_TIME)
_BETWEEN_ROUNDS_CANDIDATES = _group_candidates(BETWEEN_ROUNDS, IN_PLAY, ANY_TIME)
_COMMANDS_BY_NEED = {
    need: tuple(command for command, (met, _) in NEED_COMMANDS.items() if met is need)
    for need, _ in NEED_COMMANDS.values()
}


BARE_NEED_COMMANDS: Mapping[type[Need], type[Command]] = {
    need: meeting[0]
    for need, meeting in _COMMANDS_BY_NEED.items()
    if len(meeting) == 1 and meeting[0].__struct_fields__ == Command.__struct_fields__
}
"""Of each need that is met by saying that it is done, and nothing else, the command: rail, script and simulated dealer
need no form, no words to read and no choice for it.
"""
