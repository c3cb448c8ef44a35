"""The stable name and the version of every event. A name, once written, means the same for ever.

When the fields of an event change, its version rises and the codec turns an older body into the newer one (`_upcast`);
a class may be renamed or moved as one likes, its name here stays.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from dealer_app import practice_events as practice
from dealer_app import practice_list_events
from dealer_app import station_events as station
from dealer_app.domain.round import correction_events, events
from dealer_app.journal import records
from dealer_app.people import events as approval_events
from dealer_app.people import events as people

EventBody = dict[str, Any]


class EventName(NamedTuple):
    """What an event is called in the journal, and its class."""

    name: str
    version: int
    event: type


ROUND_EVENTS: Mapping[str, type] = {
    "table-opened": events.TableOpened,
    "table-closed": events.TableClosed,
    "cards-brought": events.CardsBrought,
    "shoe-step-done": events.ShoeStepDone,
    "cards-burned": events.CardsBurned,
    "cutting-card-came": events.CuttingCardCame,
    "shoe-ended": events.ShoeEnded,
    "shoe-closed": events.ShoeClosed,
    "round-began": events.RoundBegan,
    "bet-placed": events.BetPlaced,
    "bet-taken-back": events.BetTakenBack,
    "bet-never-placed": events.BetNeverPlaced,
    "bet-cut": events.BetCut,
    "bets-closed": events.BetsClosed,
    "card-drawn": events.CardDrawn,
    "card-unsealed": events.CardUnsealed,
    "card-carried-in": events.CardCarriedIn,
    "cards-turned": events.CardsTurned,
    "cards-given": events.CardsGiven,
    "cards-refused": events.CardsRefused,
    "method-chosen": events.MethodChosen,
    "device-passed": events.DevicePassed,
    "wagers-allowed": events.WagersAllowed,
    "limits-changed": events.LimitsChanged,
    "insurance-offer-changed": events.InsuranceOfferChanged,
    "insurance-taken": events.InsuranceTaken,
    "insurance-declined": events.InsuranceDeclined,
    "offer-closed": events.OfferClosed,
    "insurance-waived": events.InsuranceWaived,
    "tumbles-counted": events.TumblesCounted,
    "dice-read": events.DiceRead,
    "result-announced": events.ResultAnnounced,
    "bet-ticked": events.BetTicked,
    "round-concluded": events.RoundConcluded,
    "entry-undone": events.EntryUndone,
    "case-opened": events.CaseOpened,
    "need-met": events.NeedMet,
    "needs-changed": events.NeedsChanged,
    "option-chosen": events.OptionChosen,
    "case-closed": events.CaseClosed,
    "bets-returned": events.BetsReturned,
    "cards-reordered": events.CardsReordered,
    "reconstructed": events.Reconstructed,
    "settlement-undone": events.SettlementUndone,
    "round-voided": events.RoundVoided,
    "report-made": correction_events.ReportMade,
    "report-withdrawn": correction_events.ReportWithdrawn,
    "settlement-restored": correction_events.SettlementRestored,
    "cards-laid": correction_events.CardsLaid,
    "cards-taken-as-they-lie": correction_events.CardsTakenAsTheyLie,
    "chips-not-recovered": correction_events.ChipsNotRecovered,
    "bet-corrected": correction_events.BetCorrected,
    "insurance-corrected": correction_events.InsuranceCorrected,
    "card-corrected": correction_events.CardCorrected,
    "dice-corrected": correction_events.DiceCorrected,
    "intentions-named": correction_events.IntentionsNamed,
    "insurance-counted": correction_events.InsuranceCounted,
    "bets-reopened": correction_events.BetsReopened,
    "closing-taken-back": correction_events.ClosingTakenBack,
    "card-held-over": correction_events.CardHeldOver,
    "carried-cards-turned": correction_events.CarriedCardsTurned,
    "carried-cards-decided": correction_events.CarriedCardsDecided,
    "rounds-voided": correction_events.RoundsVoided,
    "dice-changed": correction_events.DiceChanged,
    "bettor-left": correction_events.BettorLeft,
    "winnings-kept": correction_events.WinningsKept,
    "new-player-marked": correction_events.NewPlayerMarked,
    "winnings-handed-over": correction_events.WinningsHandedOver,
    "bettors-are-one": correction_events.BettorsAreOne,
    "bettors-are-two": correction_events.BettorsAreTwo,
    "outage-rounds-entered": correction_events.OutageRoundsEntered,
    "claim-raised": events.ClaimRaised,
    "claim-closed": events.ClaimClosed,
}

JOURNAL_EVENTS: Mapping[str, type] = {
    "journal-began": records.JournalBegan,
    "state-carried": records.StateCarried,
    "snapshot-taken": records.SnapshotTaken,
    "journal-verified": records.JournalVerified,
}
STATION_EVENTS: Mapping[str, type] = {
    "station-started": station.StationStarted,
    "station-stopped": station.StationStopped,
    "unclean-stop": station.UncleanStop,
    "clock-jumped": station.ClockJumped,
    "clock-checked": station.ClockChecked,
    "result-displayed": station.ResultDisplayed,
    "outage-answered": station.OutageAnswered,
    "rulebook-in-force": station.RulebookInForce,
    "rulings-confirmed": station.RulingsConfirmed,
    "limits-confirmed": station.LimitsConfirmed,
    "shift-began": station.ShiftBegan,
    "shift-ended": station.ShiftEnded,
    "supervisor-called": station.SupervisorCalled,
    "supervisor-came": station.SupervisorCame,
    "dispute-began": station.DisputeBegan,
    "dispute-step-noted": station.DisputeStepNoted,
    "closing-noticed": station.ClosingNoticed,
    "checklist-signed": station.ChecklistSigned,
    "closed-without-notice": station.ClosedWithoutNotice,
    "setting-changed": station.SettingChanged,
    "second-head-placed": station.SecondHeadPlaced,
    "second-head-waived": station.SecondHeadWaived,
    "new-volume-agreed": station.NewVolumeAgreed,
    "currency-demanded": practice_list_events.CurrencyDemanded,
    "currency-shown": practice_list_events.CurrencyShown,
    "backups-planned": station.BackupsPlanned,
    "backup-made": station.BackupMade,
    "backup-failed": station.BackupFailed,
    "backups-removed": station.BackupsRemoved,
    "backup-alarm-seen": station.BackupAlarmSeen,
    "devices-set-up": station.DevicesSetUp,
    "device-incident": station.DeviceIncident,
    "device-asked": station.DeviceAsked,
    "device-settled": station.DeviceSettled,
    "hand-dealing-allowed": station.HandDealingAllowed,
    "keyed-by-hand": station.KeyedByHand,
    "device-confirmed": station.DeviceConfirmed,
    "disk-filled-up": station.DiskFilledUp,
    "program-failed": station.ProgramFailed,
    "alarm-raised": station.AlarmRaised,
    "alarm-ended": station.AlarmEnded,
    "alarm-acknowledged": station.AlarmAcknowledged,
    "alarm-shelved": station.AlarmShelved,
    "shoe-order-found": station.ShoeOrderFound,
    "table-held": station.TableHeld,
    "shoe-order-decided": station.ShoeOrderDecided,
    "live-odds-switched": station.LiveOddsSwitched,
    "look-began": station.LookBegan,
    "look-ended": station.LookEnded,
}
PEOPLE_EVENTS: Mapping[str, type] = {
    "station-founded": people.StationFounded,
    "account-added": people.AccountAdded,
    "account-changed": people.AccountChanged,
    "account-disabled": people.AccountDisabled,
    "account-enabled": people.AccountEnabled,
    "pin-set": people.PinSet,
    "pin-attempted": people.PinAttempted,
    "unknown-badge-tried": people.UnknownBadgeTried,
    "tried-too-soon": people.TriedTooSoon,
    "locked-out": people.LockedOut,
    "lock-ended": people.LockEnded,
    "counter-began-anew": people.CounterBeganAnew,
    "session-begun": people.SessionBegun,
    "session-ended": people.SessionEnded,
    "acting-assigned": people.ActingAssigned,
    "acting-ended": people.ActingEnded,
    "dealer-relieved": people.DealerRelieved,
    "approval-asked": approval_events.ApprovalAsked,
    "approval-given": approval_events.ApprovalGiven,
    "approval-refused": approval_events.ApprovalRefused,
    "approval-withdrawn": approval_events.ApprovalWithdrawn,
    "approval-lapsed": approval_events.ApprovalLapsed,
    "approval-used": approval_events.ApprovalUsed,
}

PRACTICE_EVENTS: Mapping[str, type] = {
    "practice-began": practice.PracticeBegan,
    "trainee-enrolled": practice.TraineeEnrolled,
    "trainee-erased": practice.TraineeErased,
    "rung-opened": practice.RungOpened,
    "practice-session-began": practice.PracticeSessionBegan,
    "practice-answered": practice.PracticeAnswered,
    "rounds-chosen": practice.RoundsChosen,
    "round-answered": practice.RoundAnswered,
    "round-trouble": practice.RoundTrouble,
    "trouble-armed": practice.TroubleArmed,
    "trouble-disarmed": practice.TroubleDisarmed,
    "trouble-came": practice.TroubleCame,
    "round-frozen": practice.RoundFrozen,
    "round-went-on": practice.RoundWentOn,
    "round-forked": practice.RoundForked,
    "practice-session-rated": practice.PracticeSessionRated,
    "practice-session-ended": practice.PracticeSessionEnded,
    "replay-marked": practice.ReplayMarked,
    "class-shoe-given": practice.ClassShoeGiven,
    "trainer-enrolled": practice.TrainerEnrolled,
    "trainer-pin-set": practice.TrainerPinSet,
    "trainer-removed": practice.TrainerRemoved,
    "trainer-signed-in": practice.TrainerSignedIn,
    "trainee-noted": practice.TraineeNoted,
    "grade-rule-set": practice.GradeRuleSet,
    "currency-key-made": practice.CurrencyKeyMade,
    "currency-listed": practice.CurrencyListed,
    "exam-halted": practice.ExamHalted,
    "exam-resumed": practice.ExamResumed,
}

EVENT_VERSIONS: Mapping[str, int] = {
    "trainee-erased": 2,
    "rung-opened": 2,
    "practice-session-began": 2,
    "practice-session-ended": 2,
    "trainee-noted": 2,
}
"""The version in which an event is written today, where it is not the first."""


def _add_trainer(body: EventBody) -> EventBody:
    """Before there were trainers nobody was named."""
    return {**body, "trainer": ""}


def _add_moment(body: EventBody) -> EventBody:
    """When a session began was not written at first."""
    return {**body, "at": 0}


def _add_place(body: EventBody) -> EventBody:
    """To what a note was written was not kept at first."""
    return {**body, "session": 0, "after": 0, "mark": ""}


UPCASTS: Mapping[tuple[str, int], Callable[[EventBody], EventBody]] = {
    ("trainee-erased", 1): _add_trainer,
    ("rung-opened", 1): _add_trainer,
    ("practice-session-ended", 1): _add_trainer,
    ("practice-session-began", 1): _add_moment,
    ("trainee-noted", 1): _add_place,
}
"""By name and old version, what makes a body of that version one of the next."""

EVENT_NAMES: Mapping[str, EventName] = {
    name: EventName(name, EVENT_VERSIONS.get(name, 1), event)
    for group in (ROUND_EVENTS, JOURNAL_EVENTS, STATION_EVENTS, PEOPLE_EVENTS, PRACTICE_EVENTS)
    for name, event in group.items()
}
NAMES_BY_CLASS: Mapping[type, EventName] = {named.event: named for named in EVENT_NAMES.values()}
assert len(NAMES_BY_CLASS) == len(EVENT_NAMES), "an event has one name"
