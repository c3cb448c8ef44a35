"""Which of all that happens is told when somebody looks back, each by the code of its words.

What only keeps the books is not told, and of a device only what became of its line.
"""

from collections.abc import Mapping

from dealer_app.domain.round import events, mending_events, table_events
from dealer_app.people import approval_events
from dealer_app.people import events as people
from dealer_app.station import facts
from dealer_app.station.facts import Incident

CODES: Mapping[type, str] = {
    events.RoundBegan: "round-began",
    events.BetPlaced: "bet-placed",
    events.BetTakenBack: "bet-taken-back",
    events.BetNeverPlaced: "bet-never-placed",
    events.BetCut: "bet-cut",
    events.BetsClosed: "bets-closed",
    events.CardDrawn: "card",
    events.CardCarriedIn: "card",
    mending_events.CardHeldOver: "card-held-over",
    events.CardUnsealed: "card-unsealed",
    events.CardsTurned: "cards-turned",
    events.CardsRefused: "cards-refused",
    events.InsuranceTaken: "insurance-taken",
    events.InsuranceDeclined: "insurance-declined",
    events.OfferClosed: "offer-closed",
    events.InsuranceWaived: "insurance-waived",
    events.TumblesCounted: "tumbles-counted",
    events.DiceRead: "dice-read",
    events.ResultAnnounced: "result-announced",
    events.RoundConcluded: "round-concluded",
    events.EntryUndone: "entry-undone",
    events.CaseOpened: "case-opened",
    events.NeedMet: "need-met",
    events.OptionChosen: "option-chosen",
    events.CaseClosed: "case-closed",
    events.BetsReturned: "bets-returned",
    events.CardsReordered: "cards-reordered",
    events.Reconstructed: "reconstructed",
    events.SettlementUndone: "settlement-undone",
    events.RoundVoided: "round-voided",
    events.ClaimRaised: "claim-raised",
    events.ClaimClosed: "claim-closed",
    mending_events.CardsLaid: "cards-laid",
    mending_events.CardsTakenAsTheyLie: "cards-taken-as-they-lie",
    mending_events.BetCorrected: "bet-corrected",
    mending_events.InsuranceCorrected: "insurance-corrected",
    mending_events.InsuranceCounted: "insurance-counted",
    mending_events.CardCorrected: "card-corrected",
    mending_events.DiceCorrected: "dice-corrected",
    mending_events.IntentionsNamed: "intentions-named",
    mending_events.BetsReopened: "bets-reopened",
    mending_events.CarriedCardsTurned: "carried-cards-turned",
    mending_events.CarriedCardsDecided: "carried-cards-decided",
    mending_events.DiceChanged: "dice-changed",
    mending_events.RoundsVoided: "rounds-voided",
    mending_events.BettorLeft: "bettor-left",
    mending_events.ChipsNotRecovered: "chips-not-recovered",
    mending_events.NewPlayerMarked: "new-player",
    mending_events.WinningsKept: "winnings-kept",
    mending_events.WinningsHandedOver: "winnings-handed-over",
    mending_events.OutageRoundsEntered: "outage-rounds-entered",
    table_events.TableOpened: "table-opened",
    table_events.CardsBrought: "cards-brought",
    table_events.ShoeStepDone: "shoe-step-done",
    table_events.CardsBurned: "cards-burned",
    table_events.CuttingCardCame: "cutting-card-came",
    table_events.ShoeEnded: "shoe-ended",
    table_events.ShoeClosed: "shoe-closed",
    table_events.LimitsChanged: "limits-changed",
    facts.StationStarted: "station-started",
    facts.StationStopped: "station-stopped",
    facts.UncleanStop: "unclean-stop",
    facts.ProgramFailed: "program-failed",
    facts.ClockJumped: "clock-jumped",
    facts.OutageAnswered: "outage-answered",
    facts.DeviceIncident: "device-incident",
    facts.HandDealingAllowed: "hand-dealing-allowed",
    facts.DeviceConfirmed: "device-confirmed",
    people.SessionBegun: "session-begun",
    people.DealerRelieved: "dealer-relieved",
    approval_events.ApprovalGiven: "approval-given",
    approval_events.ApprovalRefused: "approval-refused",
}

_SPOKEN_INCIDENTS = frozenset(
    {
        *(Incident.CONNECTED, Incident.LOST, Incident.TROUBLE, Incident.OVER),
        *(Incident.REPLACED, Incident.REFUSED, Incident.COUNTED),
    }
)


def is_told(event: object) -> bool:
    if isinstance(event, facts.DeviceIncident):
        return event.incident in _SPOKEN_INCIDENTS
    return type(event) in CODES
