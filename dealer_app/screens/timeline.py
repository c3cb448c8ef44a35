"""The timeline: events at the table with time and person, for the current round and those before it.

It says which kinds of event are listed, collects them round by round, and finds for each what it is about: the journal
names bets, irregularities, questions and requests by their number alone, which says nothing to anybody.
"""

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec import Struct, field

from dealer_app import station_events as facts
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.events import RoundBegan, TableOpened
from dealer_app.domain.round.state import Case, InsuranceBet, PlacedBet
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.people import events as people
from dealer_app.people.positions import Position
from dealer_app.station.case_approvals import decision_name
from dealer_app.station_events import DeviceAsked, Incident, QuestionEnding

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
    events.CardsGiven: "cards-given",
    events.CardsRefused: "cards-refused",
    events.MethodChosen: "method-chosen",
    events.DevicePassed: "device-passed",
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
    correction_events.BettorsAreOne: "bettors-are-one",
    correction_events.BettorsAreTwo: "bettors-are-two",
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
    events.WagersAllowed: "wagers-allowed",
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
    facts.ChecklistSigned: "checklist",
    facts.ClosedWithoutNotice: "closed-without-notice",
    facts.DeviceIncident: "device-incident",
    facts.HandDealingAllowed: "hand-dealing-allowed",
    facts.DeviceConfirmed: "device-confirmed",
    facts.DeviceSettled: "device-settled",
    people.SessionBegun: "session-begun",
    people.DealerRelieved: "dealer-relieved",
    people.ApprovalGiven: "approval-given",
    people.ApprovalRefused: "approval-refused",
}

_LISTED_INCIDENTS = frozenset(
    {
        *(Incident.CONNECTED, Incident.LOST, Incident.TROUBLE, Incident.OVER),
        *(Incident.REPLACED, Incident.REFUSED, Incident.COUNTED),
    }
)


def is_timeline_event(event: object) -> bool:
    """Whether it is listed: of the questions of devices only what the dealer has answered."""
    if isinstance(event, facts.DeviceIncident):
        return event.incident in _LISTED_INCIDENTS
    if isinstance(event, facts.DeviceSettled):
        return event.ending is QuestionEnding.ANSWERED
    return type(event) in EVENT_CODES


ROUNDS_KEPT = 100
"""More than a shoe has, which are seventy to ninety; for older ones there is the recall of the journal."""
EVENTS_PER_ROUND = 600
"""Many times what a full table makes; a device whose line comes and goes takes no more room than this."""


Bet = PlacedBet | InsuranceBet
Subject = PlacedBet | InsuranceBet | Case | DeviceAsked | people.ApprovalSubject
"""What an event can be about that it names by number."""
OpenMatters = Mapping[tuple[str, int], Case | DeviceAsked | people.ApprovalSubject]
"""Irregularities, questions of devices and requests for approval that are open, by kind and number."""


class TimelineEvent(Struct, frozen=True):
    """An event, when it was written by the clock on the wall, and who acted; nobody for the station itself."""

    event: object
    utc: int
    offset: int
    badge: str
    position: str
    about: Subject | None = None
    """What it is about, as that was before."""
    reported: bool = False
    """Whether it opens the case of a report that somebody made, also where the station finds such cases by itself."""
    follows: bool = False
    """Whether nobody did it: the station settles again what a decision has changed."""


class Timeline(Struct, frozen=True, kw_only=True):
    """`now` is of the round in hand, or the last one with what came after it; the earliest first."""

    number: int = 0
    current_events: tuple[TimelineEvent, ...] = ()
    past_events: Mapping[int, tuple[TimelineEvent, ...]] = field(default_factory=dict)
    reported_case: int = 0
    """The case that the report made last opens, by its number."""
    open_matters: OpenMatters = field(default_factory=dict)

    def round_events(self, number: int) -> tuple[TimelineEvent, ...]:
        return self.current_events if number == self.number else self.past_events.get(number, ())


BET_CHANGES = (
    events.BetTakenBack,
    events.BetNeverPlaced,
    events.BetCut,
    events.BetTicked,
    correction_events.BetCorrected,
    correction_events.InsuranceCorrected,
    correction_events.InsuranceCounted,
)
_CASE, _QUESTION, _REQUEST = "case", "question", "request"
_CASE_STEPS = (events.NeedMet, events.NeedsChanged, events.CaseClosed, correction_events.ReportWithdrawn)
_REQUEST_STEPS = (
    people.ApprovalGiven,
    people.ApprovalRefused,
    people.ApprovalWithdrawn,
    people.ApprovalLapsed,
    people.ApprovalUsed,
)
_REQUEST_ENDS = _REQUEST_STEPS[1:]


def find_subject(before: Iterable[object], event: object) -> Subject | None:
    """What this event is about, as the events before it left that; none for one that names nothing by its number."""
    names_matter = isinstance(event, (*_CASE_STEPS, *_REQUEST_STEPS, people.ApprovalAsked, facts.DeviceSettled))
    matters: OpenMatters = reduce(_follow_matters, before, {}) if names_matter else {}
    return _find_subject(before, matters, event)


def _find_subject(before: Iterable[object], matters: OpenMatters, event: object) -> Subject | None:
    if isinstance(event, BET_CHANGES):
        return find_bet(before, event.number)
    if isinstance(event, _CASE_STEPS):
        return matters.get((_CASE, event.case))
    if isinstance(event, facts.DeviceSettled):
        return matters.get((_QUESTION, event.number))
    if isinstance(event, people.ApprovalAsked):
        return _request_subject(matters, event.asked)
    if isinstance(event, _REQUEST_STEPS):
        asked = matters.get((_REQUEST, event.number))
        return _request_subject(matters, asked) if isinstance(asked, people.ApprovalSubject) else None
    return None


def _request_subject(matters: OpenMatters, asked: people.ApprovalSubject) -> Subject:
    """The irregularity that waits for it, if one does."""
    cases = (matter for matter in matters.values() if isinstance(matter, Case))
    return next((case for case in cases if decision_name(case) == asked.what), asked)


def _follow_matters(matters: OpenMatters, event: object) -> OpenMatters:
    """What is open after this event; the same mapping where it changes nothing of it."""
    match event:
        case events.CaseOpened(case=case):
            return {**matters, (_CASE, case.number): case}
        case events.NeedMet(case=number) | events.NeedsChanged(case=number):
            known = matters.get((_CASE, number))
            if not isinstance(known, Case):
                return matters
            needs = event.needs if isinstance(event, events.NeedsChanged) else known.needs[1:]
            return {**matters, (_CASE, number): replace(known, needs=needs)}
        case events.CaseClosed(case=number) | correction_events.ReportWithdrawn(case=number):
            return _without_matter(matters, _CASE, number)
        case events.RoundVoided():
            # With its round every irregularity of it is at its end.
            return {key: matter for key, matter in matters.items() if key[0] != _CASE}
        case facts.DeviceAsked(number=number):
            # Nothing that is kept apart is needed to name it.
            return {**matters, (_QUESTION, number): replace(event, hidden={})}
        case facts.DeviceSettled(number=number):
            return _without_matter(matters, _QUESTION, number)
        case people.ApprovalAsked(number=number, asked=asked):
            return {**matters, (_REQUEST, number): asked}
        case _ if isinstance(event, _REQUEST_ENDS):
            return _without_matter(matters, _REQUEST, event.number)
        case _:
            return matters


def _without_matter(matters: OpenMatters, kind: str, number: int) -> OpenMatters:
    if (kind, number) not in matters:
        return matters
    return {key: matter for key, matter in matters.items() if key != (kind, number)}


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


def name_subject(chronicle: Timeline, happened: TimelineEvent) -> TimelineEvent:
    """The event with what it is about, by what the timeline has before it."""
    event = happened.event
    about = _find_subject((each.event for each in chronicle.current_events), chronicle.open_matters, event)
    if about is not None and happened.about is None:
        happened = replace(happened, about=about)
    if isinstance(event, events.CaseOpened):
        case = event.case
        # A case of before says only where it can be taken back that it was reported.
        reported = case.reported or happened.reported or case.withdrawable or case.number == chronicle.reported_case
        return replace(happened, reported=reported)
    if not happened.follows and _follows_by_itself(chronicle, happened):
        return replace(happened, follows=True)
    return happened


_BET_CORRECTIONS = (correction_events.BetCorrected, correction_events.InsuranceCorrected)


def _follows_by_itself(chronicle: Timeline, happened: TimelineEvent) -> bool:
    """A settlement that is taken back, and one that is made of it at once, which nobody announces again; a bet that
    somebody else than the dealer has decided to correct.
    """
    if isinstance(happened.event, _BET_CORRECTIONS):
        return not happened.position.startswith(Position.DEALER.value)
    if isinstance(happened.event, events.SettlementUndone):
        return True
    if not isinstance(happened.event, events.ResultAnnounced):
        return False
    together = (one for one in reversed(chronicle.current_events) if is_same_decision(one, happened))
    return any(isinstance(one.event, events.SettlementUndone) for one in together)


def is_same_decision(one: TimelineEvent, other: TimelineEvent) -> bool:
    """Whether both were written at one moment, by one person."""
    return (one.utc, one.badge, one.position) == (other.utc, other.badge, other.position)


def append_event(chronicle: Timeline, happened: TimelineEvent) -> Timeline:
    """The timeline with one event more, if it is of those that are shown."""
    happened = name_subject(chronicle, happened)
    matters = _follow_matters(chronicle.open_matters, happened.event)
    if matters is not chronicle.open_matters:
        chronicle = replace(chronicle, open_matters=matters)
    if isinstance(happened.event, correction_events.ReportMade):
        return replace(chronicle, reported_case=happened.event.case)
    if not is_timeline_event(happened.event):
        return chronicle
    match happened.event:
        case TableOpened():
            return Timeline(current_events=(happened,))
        case RoundBegan(number=number):
            before = {**chronicle.past_events, chronicle.number: chronicle.current_events}
            while len(before) > ROUNDS_KEPT:
                del before[next(iter(before))]
            return Timeline(
                number=number,
                current_events=(happened,),
                past_events=before,
                open_matters=chronicle.open_matters,
            )
        case _:
            return replace(chronicle, current_events=(*chronicle.current_events, happened)[-EVENTS_PER_ROUND:])


def build_timeline(happened: Iterable[TimelineEvent]) -> Timeline:
    return reduce(append_event, happened, Timeline())


def merge_timelines(before: Timeline, later: Timeline) -> Timeline:
    """Lays what a screen has followed over the timeline before it."""
    followed = (*(one for lines in later.past_events.values() for one in lines), *later.current_events)
    return reduce(append_event, followed, before)


def list_clauses(happened: Iterable[object], rules: Rules | None, begun: Mapping[int, str] | None = None) -> list[str]:
    """The clause of each event in turn; empty where it rests on none.

    A correction rests on the clause of its irregularity, a settlement that is taken back for a void round on that of
    the void, a dispute on that which says who decides it. `begun` has the clauses of irregularities opened before.
    """
    cases, found = dict(begun or {}), list[str]()
    decided, undone = "", -1
    for event in happened:
        match event:
            case events.CaseOpened(case=case):
                clause = cases[case.number] = case.clause
            case events.NeedMet(case=number):
                clause, decided = "", cases.get(number, "")
            case events.SettlementUndone():
                clause, undone = decided, len(found)
            case correction_events.CardCorrected() | correction_events.DiceCorrected():
                clause = decided
            case events.ClaimRaised():
                clause = "" if rules is None else rules.decider("claim")[1]
            case people.ApprovalAsked(asked=asked):
                clause = asked.clause
            case _:
                clause = str(getattr(event, "clause", "") or "")
        if isinstance(event, events.RoundVoided) and undone >= 0:
            found[undone] = clause
        if isinstance(event, events.RoundVoided | events.ResultAnnounced):
            undone = -1
        found.append(clause)
    return found
