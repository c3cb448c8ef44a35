"""Decides what a command comes to: events, or a refusal with the clause. Legality lives here and nowhere else.

Each command has a condition (may it be given at all now?) and a decision (what this one comes to). The guide lists the
commands whose condition holds, so what is offered and what is accepted cannot differ.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide import (
    as_they_lie,
    betting,
    carrying,
    choosing,
    claims,
    correcting,
    damaged_dice,
    dealing,
    insuring,
    laying,
    left_card,
    missed_insurance,
    one_person,
    outages,
    reporting,
    resolving,
    settling,
    shoes,
    squeezing,
    tumbling,
    turning,
    undoing,
    wagers_again,
)
from dealer_app.domain.round.decide.cases import may_meet
from dealer_app.domain.round.decide.conditions import During, Why, nothing_unresolved
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.decide.insurance_changes import insurance_changes
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ComparisonNeeded,
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
from dealer_app.domain.round.plain_text import against_text
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table import Rules, Table

Condition = Callable[[Rules, TableState], Why]
Decide = Callable[[Rules, TableState, Any], Decision]
Commands = Mapping[type[Command], tuple[Condition, Decide]]

BETWEEN_ROUNDS: Commands = {
    commands.CloseTable: (shoes.may_close_table, shoes.close_table),
    commands.BringCards: (shoes.may_bring, shoes.bring),
    commands.DoShoeWork: (shoes.may_work, shoes.work),
    commands.BurnCards: (shoes.may_burn, shoes.burn),
    commands.EndShoe: (shoes.may_end, shoes.end),
    commands.PlaceYourBets: (betting.may_open, betting.open_bets),
    commands.ChooseMethod: (squeezing.may_choose_method, squeezing.choose_method),
    commands.AllowWagers: (shoes.may_allow_wagers, shoes.allow_wagers),
    commands.ChangeLimits: (shoes.may_change_limits, shoes.change_limits),
    mending_commands.ChangeDice: (damaged_dice.may_change_dice, damaged_dice.change_dice),
    mending_commands.ReturnCarriedCards: (carrying.may_return, carrying.return_carried),
    mending_commands.DealFreeHand: (carrying.may_deal_free_hand, carrying.deal_free_hand),
}
"""What is heard only while no round is on and nothing is unresolved."""

IN_A_ROUND: Mapping[type[Command], tuple[During, Decide]] = {
    commands.PlaceBet: (betting.may_bet, betting.place),
    commands.WithdrawBet: (betting.may_withdraw, betting.withdraw),
    commands.RejectExcess: (betting.may_reject, betting.reject),
    commands.NoMoreBets: (betting.may_close, betting.close),
    commands.TurnCards: (turning.may_turn, turning.turn),
    commands.GiveCards: (squeezing.may_give, squeezing.give),
    commands.RefuseCards: (squeezing.may_refuse_cards, squeezing.refuse_cards),
    commands.TakeInsurance: (insuring.may_take, insuring.take),
    commands.DeclineInsurance: (insuring.may_decline, insuring.decline),
    commands.CloseOffer: (insuring.may_close_offer, insuring.close_offer),
    commands.WaiveInsurance: (insuring.may_waive, insuring.waive),
    commands.CountTumbles: (tumbling.may_tumble, tumbling.count_tumbles),
    commands.ReadDice: (tumbling.may_read, tumbling.read),
    commands.AnnounceResult: (settling.may_announce, settling.announce),
    commands.TickBet: (settling.may_tick, settling.tick),
    commands.SettleAll: (settling.may_settle, settling.settle_all),
}
"""What is heard only while a round is on and nothing is unresolved."""

IN_PLAY: Commands = {
    commands.CuttingCardOut: (shoes.may_cut_out, shoes.cut_out),
    commands.PassDevice: (squeezing.may_pass_device, squeezing.pass_device),
    commands.Undo: (undoing.may_undo, undoing.undo),
    mending_commands.CorrectBet: (correcting.may_correct_bet, correcting.correct_bet),
    mending_commands.ReportBet: (correcting.may_correct_bet, correcting.report_bet),
    mending_commands.ReplaceCards: (carrying.may_replace_cards, carrying.replace_cards),
    mending_commands.NewPlayer: (betting.may_mark_new_player, betting.mark_new_player),
}
"""What is heard while nothing is unresolved."""

ANY_TIME: Commands = {
    commands.DrawCard: (dealing.may_draw, dealing.draw),
    commands.Report: (reporting.may_report, reporting.report),
    commands.HoldForClaim: (claims.may_hold, claims.hold),
    mending_commands.LayCards: (laying.may_lay, laying.lay),
    mending_commands.CorrectCard: (correcting.may_correct_card, correcting.correct_card),
    mending_commands.CorrectDice: (correcting.may_correct_dice, correcting.correct_dice),
    mending_commands.HandOver: (claims.may_hand_over, claims.hand_over),
    mending_commands.EnterOutageRounds: (outages.may_enter, outages.enter),
    mending_commands.SamePerson: (one_person.may_be_one, one_person.be_one),
    mending_commands.TwoPersons: (one_person.may_be_two, one_person.be_two),
}
"""What may be heard while an irregularity or a claim is open, too."""

UNRESOLVED: Commands = {
    commands.OpenTable: (shoes.may_open_table, shoes.open_table),
    commands.ChooseOption: (choosing.may_choose, choosing.choose),
    commands.ApplyOptions: (choosing.may_apply_options, choosing.apply_options),
    commands.CloseClaim: (claims.may_close_claim, claims.close_claim),
    mending_commands.CannotReconstruct: (as_they_lie.may_find_beyond, as_they_lie.find_beyond),
    mending_commands.WithdrawCorrection: (resolving.may_withdraw, resolving.withdraw),
}
"""What is heard only while something stands against play: a case, a claim, or that there is no table yet."""

MEETING: Mapping[type[Command], tuple[type[Need], Decide]] = {
    commands.Answer: (AnswerNeeded, resolving.answer),
    commands.Approve: (ApprovalNeeded, resolving.approve),
    commands.Refuse: (ApprovalNeeded, resolving.refuse),
    commands.Inspect: (InspectionNeeded, resolving.inspect),
    commands.DecideOrder: (OrderNeeded, resolving.decide_order),
    commands.ConfirmReconstruction: (ReconstructionNeeded, resolving.confirm_reconstruction),
    mending_commands.ConfirmComparison: (ComparisonNeeded, resolving.confirm_comparison),
    commands.ConfirmVoid: (VoidNeeded, resolving.confirm_void),
    commands.GiveRuling: (RulingNeeded, resolving.give_ruling),
    commands.OfferLate: (LateOfferNeeded, missed_insurance.offer_late),
    mending_commands.CloseLateOffer: (LateOfferNeeded, missed_insurance.close_late_offer),
    mending_commands.NameIntentions: (IntentionsNeeded, missed_insurance.name_intentions),
    mending_commands.SignAttendance: (AttendanceNeeded, left_card.sign_attendance),
    mending_commands.SetCardsAside: (CardsAsideNeeded, left_card.set_cards_aside),
    mending_commands.NameMissingCards: (MissingCardNeeded, left_card.name_missing),
    mending_commands.ReplaceMissingCards: (ReplacementNeeded, left_card.replace_missing),
    mending_commands.ConfirmReset: (ResetNeeded, wagers_again.confirm_reset),
    mending_commands.ChangeWager: (ChangesNeeded, wagers_again.change_wager),
    mending_commands.EndChanges: (ChangesNeeded, wagers_again.end_changes),
    mending_commands.RemoveWagers: (RemovalNeeded, wagers_again.remove_wagers),
    mending_commands.ChooseCarriedUse: (CarriedCardNeeded, carrying.choose_use),
    mending_commands.StateAffectedRounds: (AffectedRoundsNeeded, damaged_dice.state_affected),
}
"""What meets a need, and is heard only when it is the first that the open case has."""

COMMANDS: Commands = {
    **BETWEEN_ROUNDS,
    **IN_A_ROUND,
    **IN_PLAY,
    **UNRESOLVED,
    **ANY_TIME,
    **{command: (may_meet(need), make) for command, (need, make) in MEETING.items()},
}


def decide(*, rules: Rules, state: TableState, command: Command) -> Decision:
    """The events that follow from a command, or why it is refused. The same arguments always give the same answer."""
    if not rules.has_role(command.by.role):
        return Refusal(code="unknown-role", clause="house policy")
    may, make = COMMANDS[type(command)]
    reason = may(rules, state)
    if reason is not None:
        return insuring.why_not_he(rules, state, command, reason)
    done = against_text(command) or make(rules, state, command)
    return done if isinstance(done, Refusal) else (*done, *insurance_changes(rules, state, done))


def allowed(rules: Rules, state: TableState) -> tuple[type[Command], ...]:
    """The commands that may be given now. Only those are asked that can be heard at all, to be fast."""
    meeting = _MEETING.get(type(state.cases[-1].needs[0]), ()) if state.cases else ()
    return (*[command for command, may in _heard(rules, state) if may is None or may(rules, state) is None], *meeting)


Heard = tuple[tuple[type[Command], Condition | None], ...]


def _heard(rules: Rules, state: TableState) -> Heard:
    if state.table is None or nothing_unresolved(state) is not None:
        return _UNRESOLVED
    return _BETWEEN_ROUNDS if state.round is None else _in_a_round(rules, state.table, state.round.phase)


@last_remembered
def _in_a_round(rules: Rules, table: Table, phase: Phase) -> Heard:
    """What may be heard at this table in this phase: neither need be asked of each command again."""
    now = {command: may for command, (may, _) in IN_A_ROUND.items() if phase in may.phases}
    heard = tuple((command, may.further) for command, may in now.items() if may.at(rules, table) is None)
    return (*heard, *_conditions(IN_PLAY, ANY_TIME))


def _conditions(*groups: Commands) -> Heard:
    return tuple((command, may) for group in groups for command, (may, _) in group.items())


_UNRESOLVED = _conditions(UNRESOLVED, ANY_TIME)
_BETWEEN_ROUNDS = _conditions(BETWEEN_ROUNDS, IN_PLAY, ANY_TIME)
_MEETING = {
    need: tuple(command for command, (met, _) in MEETING.items() if met is need) for need, _ in MEETING.values()
}
