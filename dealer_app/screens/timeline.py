"""The timeline: events at the table with time and person, for the current round and those before it.

It says which kinds of event are listed, collects them round by round, and puts them in words for the
screens.
"""

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec import Struct, field

from dealer_app import station_events as facts
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.events import RoundBegan, TableOpened
from dealer_app.domain.round.state import InsuranceBet, PlacedBet
from dealer_app.domain.values import replace
from dealer_app.people import events as approval_events
from dealer_app.people import events as people
from dealer_app.station_events import Incident

EVENT_CODES: Mapping[type, str] = {
    events.RoundBegan: "round-began",
    events.BetPlaced: "bet-placed",
    events.BetTakenBack: "bet-taken-back",
    events.BetNeverPlaced: "bet-never-placed",
    events.BetCut: "bet-cut",
    events.BetsClosed: "bets-closed",
    events.CardDrawn: "card",
    events.CardCarriedIn: "card",
    correction_events.CardHeldOver: "card-held-over",
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
    correction_events.ReportWithdrawn: "report-withdrawn",
    events.BetsReturned: "bets-returned",
    events.CardsReordered: "cards-reordered",
    events.Reconstructed: "reconstructed",
    events.SettlementUndone: "settlement-undone",
    correction_events.SettlementRestored: "settlement-restored",
    events.RoundVoided: "round-voided",
    events.ClaimRaised: "claim-raised",
    events.ClaimClosed: "claim-closed",
    correction_events.CardsLaid: "cards-laid",
    correction_events.CardsTakenAsTheyLie: "cards-taken-as-they-lie",
    correction_events.BetCorrected: "bet-corrected",
    correction_events.InsuranceCorrected: "insurance-corrected",
    correction_events.InsuranceCounted: "insurance-counted",
    correction_events.CardCorrected: "card-corrected",
    correction_events.DiceCorrected: "dice-corrected",
    correction_events.IntentionsNamed: "intentions-named",
    correction_events.BetsReopened: "bets-reopened",
    correction_events.ClosingTakenBack: "closing-taken-back",
    correction_events.CarriedCardsTurned: "carried-cards-turned",
    correction_events.CarriedCardsDecided: "carried-cards-decided",
    correction_events.DiceChanged: "dice-changed",
    correction_events.RoundsVoided: "rounds-voided",
    correction_events.BettorLeft: "bettor-left",
    correction_events.ChipsNotRecovered: "chips-not-recovered",
    correction_events.NewPlayerMarked: "new-player",
    correction_events.WinningsKept: "winnings-kept",
    correction_events.WinningsHandedOver: "winnings-handed-over",
    correction_events.OutageRoundsEntered: "outage-rounds-entered",
    events.TableOpened: "table-opened",
    events.CardsBrought: "cards-brought",
    events.ShoeStepDone: "shoe-step-done",
    events.CardsBurned: "cards-burned",
    events.CuttingCardCame: "cutting-card-came",
    events.ShoeEnded: "shoe-ended",
    events.ShoeClosed: "shoe-closed",
    events.LimitsChanged: "limits-changed",
    events.InsuranceOfferChanged: "insurance-offer",
    facts.StationStarted: "station-started",
    facts.StationStopped: "station-stopped",
    facts.UncleanStop: "unclean-stop",
    facts.ProgramFailed: "program-failed",
    facts.ClockJumped: "clock-jumped",
    facts.OutageAnswered: "outage-answered",
    facts.DisputeBegan: "dispute-began",
    facts.DisputeStepNoted: "dispute-step",
    facts.ClosingNoticed: "closing-noticed",
    facts.ClosedWithoutNotice: "closed-without-notice",
    facts.DeviceIncident: "device-incident",
    facts.HandDealingAllowed: "hand-dealing-allowed",
    facts.DeviceConfirmed: "device-confirmed",
    people.SessionBegun: "session-begun",
    people.DealerRelieved: "dealer-relieved",
    approval_events.ApprovalGiven: "approval-given",
    approval_events.ApprovalRefused: "approval-refused",
}

_LISTED_INCIDENTS = frozenset(
    {
        *(Incident.CONNECTED, Incident.LOST, Incident.TROUBLE, Incident.OVER),
        *(Incident.REPLACED, Incident.REFUSED, Incident.COUNTED),
    }
)


def is_timeline_event(event: object) -> bool:
    if isinstance(event, facts.DeviceIncident):
        return event.incident in _LISTED_INCIDENTS
    return type(event) in EVENT_CODES


ROUNDS_KEPT = 100
"""More than a shoe has, which are seventy to ninety; for older ones there is the recall of the journal."""
EVENTS_PER_ROUND = 600
"""Many times what a full table makes; a device whose line comes and goes takes no more room than this."""


Bet = PlacedBet | InsuranceBet


class TimelineEvent(Struct, frozen=True):
    """An event, when it was written by the clock on the wall, and who acted; nobody for the station itself."""

    event: object
    utc: int
    offset: int
    badge: str
    position: str
    bet: Bet | None = None
    """The bet that this changes, as it was before: the number by which the journal names it says nothing to anybody."""
    reported: bool = False
    """Whether it opens the case of a report that somebody made, also where the station finds such cases by itself."""


class Timeline(Struct, frozen=True, kw_only=True):
    """`now` is of the round in hand, or the last one with what came after it; the earliest first."""

    number: int = 0
    current_events: tuple[TimelineEvent, ...] = ()
    past_events: Mapping[int, tuple[TimelineEvent, ...]] = field(default_factory=dict)
    reported_case: int = 0
    """The case that the report made last opens, by its number."""

    def round_events(self, number: int) -> tuple[TimelineEvent, ...]:
        return self.current_events if number == self.number else self.past_events.get(number, ())


BET_CHANGES = (
    events.BetTakenBack,
    events.BetNeverPlaced,
    events.BetCut,
    correction_events.BetCorrected,
    correction_events.InsuranceCorrected,
    correction_events.InsuranceCounted,
)


def find_changed_bet(before: Iterable[object], event: object) -> Bet | None:
    """The bet that this event changes, as the events of its round before it left it; none for any other event."""
    return find_bet(before, event.number) if isinstance(event, BET_CHANGES) else None


def find_bet(before: Iterable[object], number: int) -> Bet | None:
    """As it was placed, or corrected or cut after that; none where it was never one, or its placing is no longer kept.

    No two bets have one number.
    """
    found: Bet | None = None
    for event in before:
        match event:
            case events.BetPlaced(bet=bet) | events.InsuranceTaken(bet=bet) if bet.number == number:
                found = bet
            case (
                correction_events.BetCorrected(number=changed, bet=bet)
                | correction_events.InsuranceCorrected(number=changed, bet=bet)
            ) if changed == number:
                found = bet
            case events.BetCut(number=changed, accepted=accepted) if changed == number and isinstance(found, PlacedBet):
                found = replace(found, wager=replace(found.wager, stake=accepted))
            case _:
                pass
    return found


def append_event(chronicle: Timeline, happened: TimelineEvent) -> Timeline:
    """The timeline with one event more, if it is of those that are shown."""
    if isinstance(happened.event, correction_events.ReportMade):
        return replace(chronicle, reported_case=happened.event.case)
    if not is_timeline_event(happened.event):
        return chronicle
    if isinstance(happened.event, events.CaseOpened):
        case = happened.event.case
        # A case of before says only where it can be taken back that it was reported.
        reported = case.reported or happened.reported or case.withdrawable or case.number == chronicle.reported_case
        happened = replace(happened, reported=reported)
    bet = find_changed_bet((each.event for each in chronicle.current_events), happened.event)
    if bet is not None:
        happened = replace(happened, bet=bet)
    match happened.event:
        case TableOpened():
            return Timeline(current_events=(happened,))
        case RoundBegan(number=number):
            before = {**chronicle.past_events, chronicle.number: chronicle.current_events}
            while len(before) > ROUNDS_KEPT:
                del before[next(iter(before))]
            return Timeline(number=number, current_events=(happened,), past_events=before)
        case _:
            return replace(chronicle, current_events=(*chronicle.current_events, happened)[-EVENTS_PER_ROUND:])


def build_timeline(happened: Iterable[TimelineEvent]) -> Timeline:
    return reduce(append_event, happened, Timeline())


def merge_timelines(before: Timeline, later: Timeline) -> Timeline:
    """Lays what a screen has followed over the timeline before it."""
    followed = (*(one for lines in later.past_events.values() for one in lines), *later.current_events)
    return reduce(append_event, followed, before)
