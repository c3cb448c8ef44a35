"""The events of the timeline in words, with time, person and clause; and where a reading is blind.

A card is named by its value only where it lay open, and never while a blind reading or a decision on the
order of cards is pending.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from dealer_app import station_events as facts
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import Card
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.irregularities.kinds import IRREGULARITY_BY_CODE, Discovery, IrregularityKind
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    CardCorrection,
    DiceCorrection,
    InspectionNeeded,
    OrderNeeded,
    can_be_read_blind,
    parse_blind_reading,
)
from dealer_app.domain.round.state import Case, InsuranceBet, ShoeStep, Source, TableState, Who
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.people.events import ApprovalGiven, ApprovalRefused
from dealer_app.people.positions import Position
from dealer_app.screens.blocks import ListRow, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.labels import bettor_fact, bilingual_text, card_text, device_name_text, label_text, list_text
from dealer_app.screens.timeline import BET_CHANGES, EVENT_CODES, Bet, TimelineEvent


def blind_corrections(state: TableState) -> Iterator[CardCorrection | DiceCorrection]:
    """Every correction of a card or of dice that waits for somebody's eyes, in whichever case."""
    for case in state.cases:
        for need in case.needs:
            if isinstance(need, ApprovalNeeded) and can_be_read_blind(need.applies):
                yield need.applies


def blind_places(state: TableState) -> frozenset[int]:
    """The places, in drawn order, of the cards that an approver reads again without seeing the recorded value."""
    return frozenset(wanted.place for wanted in blind_corrections(state) if isinstance(wanted, CardCorrection))


def blind_round(state: TableState) -> int | None:
    """The round of which neither result nor record may be shown now."""
    at_hand = state.round or state.last
    return None if at_hand is None or not any(blind_corrections(state)) else at_hand.number


def has_blind_reading(state: TableState) -> bool:
    """Whether anything is: then the picture of the table is not shown, and the page of the case is."""
    return has_inspection(state) or any(blind_corrections(state))


def has_inspection(state: TableState) -> bool:
    """Whether somebody has to look at a card that was read as one that cannot be."""
    return any(isinstance(need, InspectionNeeded) for case in state.cases for need in case.needs)


_MICROSECONDS = 1_000_000
_ACTING = " (acting)"
_BETWEEN = " · "
_WINNERS = frozenset(winner.value for winner in Winner)
Facts = Mapping[str, str | ScreenText]


def visible_events(happened: tuple[TimelineEvent, ...]) -> tuple[TimelineEvent, ...]:
    """The events that are shown, newest first; of a device that stays lost only that it was lost.

    A case that closed by itself, or for another report, is not said to have ended: nobody has ended it. Only these
    events need to be put in words.
    """
    lost: set[str] = set()
    untouched: set[int] = set()
    shown = []
    for one in happened:
        if _closes_untouched(one.event, untouched):
            continue
        if isinstance(one.event, facts.DeviceIncident):
            again = one.event.incident is facts.Incident.LOST and one.event.device in lost
            (lost.add if one.event.incident is facts.Incident.LOST else lost.discard)(one.event.device)
            if again:
                continue
        shown.append(one)
    return tuple(reversed(shown))


_DECIDING_EVENTS = (events.NeedMet, events.NeedsChanged, events.OptionChosen)


def _closes_untouched(event: object, untouched: set[int]) -> bool:
    """Whether it closes a case in which nobody has decided anything; `untouched` are the cases of that kind so far."""
    match event:
        case events.CaseOpened(case=case):
            untouched.add(case.number)
        case events.RoundVoided():
            untouched.clear()
        case events.CaseClosed(case=number):
            return number in untouched
        case _ if isinstance(event, _DECIDING_EVENTS):
            untouched.discard(event.case)
        case _:
            pass
    return False


def event_rows(context: ScreenContext, happened: tuple[TimelineEvent, ...]) -> tuple[ListRow, ...]:
    """A row each, in this order."""
    return tuple(
        ListRow(
            name=f"told:{place}",
            title=event_text(context, one).first,
            lines=(_actor_line(context, one),),
            right=event_time(one),
        )
        for place, one in enumerate(happened)
    )


def event_text(context: ScreenContext, one: TimelineEvent) -> ScreenText:
    """The event in words."""
    code, facts_of = EVENT_CODES[type(one.event)], _EVENT_FACTS.get(type(one.event))
    code, said = (code, {}) if facts_of is None else facts_of(context, code, one.event)
    if isinstance(one.event, BET_CHANGES):
        said = {"bet": _bet_text(context, one.bet), **said}
    return label_text(context, f"happened.{code}", **said)


def event_time(one: TimelineEvent) -> str:
    local = datetime.fromtimestamp(one.utc // _MICROSECONDS, UTC) + timedelta(minutes=one.offset)
    return f"{local:%H:%M:%S}"


def _actor_line(context: ScreenContext, one: TimelineEvent) -> str:
    """Who acted, in which position, and the clause. What a device alone has reported is nobody's act."""
    source: Source | None = getattr(one.event, "source", None)
    name = _found_by_text(context, one) or _actor_name(context, one)
    if source is not None and source.device and not (source.keyed_by or source.approved_by):
        return _BETWEEN.join(part for part in (source_text(context, one), _event_clause(one.event)) if part)
    return _BETWEEN.join(part for part in (name, source_text(context, one), _event_clause(one.event)) if part)


def _actor_name(context: ScreenContext, one: TimelineEvent) -> str:
    name, position = event_actor(context, one), find_actor(one)[1]
    place = position.removesuffix(_ACTING)
    if not place:
        return name
    held = label_text(context, "held.acting" if place != position else "held.own", position=place).first
    return context.words.first.join_texts("list", name, held)


def _found_by_text(context: ScreenContext, one: TimelineEvent) -> str:
    """By whom an irregularity came to be known; nothing for other events."""
    if not isinstance(one.event, events.CaseOpened):
        return ""
    code = credit_code(one.event.case, one)
    if code != REPORTED:
        return label_text(context, f"mending.{code}", name=event_actor(context, one)).first
    return f"{label_text(context, 'mending.reported-by').first} {_actor_name(context, one)}"


REPORTED = "reported-by"


def credit_code(case: Case, opened: TimelineEvent | None) -> str:
    """To whom a case is credited: who reported it, the station, who dealt meanwhile, or who brought it about.

    A decision brings a case about, as chips that move back after it: that neither the station nor anybody has found.
    """
    discovery = IRREGULARITY_BY_CODE[case.trouble].discovery
    reported = case.reported or case.withdrawable or (opened is not None and opened.reported)
    if reported or discovery not in (Discovery.STATION, Discovery.EITHER):
        return REPORTED
    decided = opened is not None and opened.badge and opened.position.removesuffix(_ACTING) != Position.DEALER.value
    if decided or case.trouble == IrregularityKind.CHIPS_MOVED.value:
        return "follows-from"
    if discovery is Discovery.STATION:
        return "found-by-station"
    return REPORTED if case.facts.get("text") else "while-dealt"


def source_text(context: ScreenContext, one: TimelineEvent) -> str:
    """Where a card, a tumble, dice or a result come from: a device and its report, or who keyed it with whose leave."""
    source: Source | None = getattr(one.event, "source", None)
    if source is None:
        return ""
    phrases = []
    if source.device:
        phrases.append(_source_phrase(context, "device", device=_device_name(context, source.device)))
    if source.keyed_by and not isinstance(one.event, events.ResultAnnounced):
        # Who acted is named before it already, unless it was somebody else.
        other = source.keyed_by != one.badge
        phrases.append(
            _source_phrase(context, "keyed-by" if other else "keyed", name=_person_name(context, source.keyed_by))
        )
    if source.approved_by:
        phrases.append(_source_phrase(context, "approved", name=_person_name(context, source.approved_by)))
    return context.words.first.join_texts("list", *phrases)


def _source_phrase(context: ScreenContext, code: str, **said: str | ScreenText) -> str:
    return label_text(context, f"source.{code}", **said).first


def _person_name(context: ScreenContext, badge: str) -> str:
    account = context.state.people.accounts.get(badge)
    return badge if account is None else account.name


def find_actor(one: TimelineEvent) -> tuple[str, str]:
    """By badge and position: an approval is that of the person who signs, not of the dealer at whose screen they do."""
    event = one.event
    if isinstance(event, ApprovalGiven | ApprovalRefused):
        return event.by, f"{event.position.value}{_ACTING if event.acting else ''}"
    return one.badge, one.position


def event_actor(context: ScreenContext, one: TimelineEvent) -> str:
    """By name; what nobody did the device did, or the station."""
    name = _person_name(context, find_actor(one)[0])
    device: str = getattr(one.event, "device", "")
    if not name and device:
        return _device_name(context, device).first
    return name or label_text(context, "happened.station").first


def _event_clause(event: object) -> str:
    clause = event.case.clause if isinstance(event, events.CaseOpened) else getattr(event, "clause", "")
    return clause if isinstance(clause, str) and clause[:1].isdigit() else ""


# What is shown of each beyond its name

CodeAndFacts = tuple[str, Facts]


def _number_facts(_seeing: ScreenContext, code: str, event: Any) -> CodeAndFacts:
    return code, {"number": str(event.number)}


def _bet_facts(_seeing: ScreenContext, code: str, event: events.BetPlaced) -> CodeAndFacts:
    bet = event.bet
    return code, {"bettor": bettor_fact(bet.who), "area": str(bet.wager.area), "amount": str(bet.wager.stake)}


def bet_text(context: ScreenContext, bet: Bet) -> ScreenText:
    """`Seat 3: BANKER 800`; of an insurance bet where bets are not keyed the amount may be unknown."""
    area = f"{bet.side.value}_insurance" if isinstance(bet, InsuranceBet) else str(bet.wager.area)
    stake = bet.stake if isinstance(bet, InsuranceBet) else bet.wager.stake
    code = "bet-placed" if stake else "bet-of-no-amount"
    return label_text(context, f"happened.{code}", bettor=bettor_fact(bet.who), area=area, amount=str(stake))


def _bet_text(context: ScreenContext, bet: Bet | None) -> ScreenText:
    return label_text(context, "happened.no-bet") if bet is None else bet_text(context, bet)


def _cut_facts(_seeing: ScreenContext, code: str, event: events.BetCut) -> CodeAndFacts:
    return code, {"amount": str(event.accepted)}


def _corrected_facts(
    context: ScreenContext, code: str, event: correction_events.BetCorrected | correction_events.InsuranceCorrected
) -> CodeAndFacts:
    return code, {"now": _bet_text(context, event.bet)}


def _close_facts(_seeing: ScreenContext, code: str, event: events.BetsClosed | events.OfferClosed) -> CodeAndFacts:
    return (f"{code}-late" if event.late else code), {}


def _has_hidden_values(context: ScreenContext) -> bool:
    """Whether somebody has still to read a card again, or to decide on an order: until then no value is shown."""
    table = context.state.table
    disputed = any(isinstance(need, OrderNeeded) for case in table.cases for need in case.needs)
    return disputed or has_blind_reading(table)


def _card_value(context: ScreenContext, card: Card | None, *, seen: bool) -> ScreenText:
    if _has_hidden_values(context):
        return ScreenText("?")
    return label_text(context, "mending.face-down") if card is None or not seen else ScreenText(card_text(card.text))


def _card_facts(context: ScreenContext, code: str, event: events.CardDrawn | events.CardCarriedIn) -> CodeAndFacts:
    lies = {Place.PLAYER: "player", Place.BANKER: "banker", Place.NEITHER: "neither"}[event.put]
    return f"{code}-{lies}", {"card": _card_value(context, event.card, seen=event.turned and event.seal is None)}


def _turn_facts(context: ScreenContext, code: str, event: events.CardsTurned) -> CodeAndFacts:
    return code, {"cards": list_text(context.words, (str(place + 1) for place in event.places))}


def _bettor_facts(_seeing: ScreenContext, code: str, event: Any) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.who)}


def _insurance_facts(_seeing: ScreenContext, code: str, event: events.InsuranceTaken) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.bet.who), "amount": str(event.bet.stake)}


def _tumble_facts(_seeing: ScreenContext, code: str, event: events.TumblesCounted) -> CodeAndFacts:
    return code, {"tumbles": str(event.tumbles)}


def _dice_facts(context: ScreenContext, code: str, event: events.DiceRead) -> CodeAndFacts:
    return code, {"dice": "?" if _has_hidden_values(context) else "-".join(map(str, event.dice))}


def _result_facts(context: ScreenContext, code: str, event: events.ResultAnnounced) -> CodeAndFacts:
    """Who won, or the dice with their sum."""
    if _has_hidden_values(context):
        return code, {"result": "?"}
    winner = event.outcome
    if winner in _WINNERS:
        return code, {"result": bilingual_text(context.words, lambda words: words.area(winner))}
    return code, {"result": f"{winner} = {sum(map(int, winner.split('-')))}"}


def _case_facts(context: ScreenContext, code: str, event: events.CaseOpened) -> CodeAndFacts:
    case: Case = event.case
    return code, {"trouble": bilingual_text(context.words, lambda words: words.irregularity(case.trouble).name)}


_SAID_CODES = {"approved": "need-met-approved", "withdrawn": "need-met-withdrawn"}


def _need_facts(context: ScreenContext, code: str, event: events.NeedMet) -> CodeAndFacts:
    """The value that the approver read; hidden like every other value while values are."""
    if not event.read:
        return _SAID_CODES.get(event.said, code), {}
    read = parse_blind_reading(event.read)
    shown = card_text(read.text) if isinstance(read, Card) else event.read
    return f"{code}-read", {"read": "?" if _has_hidden_values(context) else shown}


def _option_facts(context: ScreenContext, code: str, event: events.OptionChosen) -> CodeAndFacts:
    return code, {
        "bettor": bettor_fact(event.who),
        "option": label_text(context, f"mending.option-{event.option}"),
    }


def _claim_facts(context: ScreenContext, code: str, event: events.ClaimRaised) -> CodeAndFacts:
    text = "?" if _has_hidden_values(context) else event.text
    return (code, {"text": text}) if event.who is None else _disputer_facts(code, event.who, text)


def _disputer_facts(code: str, who: Who, text: str) -> CodeAndFacts:
    return f"{code}-by", {"bettor": bettor_fact(who), "text": text}


def _decision_facts(_seeing: ScreenContext, code: str, event: events.ClaimClosed) -> CodeAndFacts:
    return code, {"decision": event.decision}


def _place_facts(_seeing: ScreenContext, code: str, event: correction_events.CardCorrected) -> CodeAndFacts:
    return code, {"number": str(event.place + 1)}


def _count_facts(_seeing: ScreenContext, code: str, event: correction_events.InsuranceCounted) -> CodeAndFacts:
    return code, {"amount": str(event.counts)}


def _winnings_facts(_seeing: ScreenContext, code: str, event: correction_events.WinningsKept) -> CodeAndFacts:
    return (f"{code}-back" if event.given_back else code), {"bettor": bettor_fact(event.who)}


def _void_facts(_seeing: ScreenContext, code: str, event: correction_events.RoundsVoided) -> CodeAndFacts:
    """Includes what could not be recovered: a loss of the house."""
    lost = sum(amount for _, _, amount in event.not_recovered)
    return (f"{code}-lost", {"amount": str(lost)}) if lost else (code, {})


def _loss_facts(_seeing: ScreenContext, code: str, event: correction_events.ChipsNotRecovered) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.who), "amount": str(event.amount)}


def _outage_rounds_facts(
    _seeing: ScreenContext, code: str, event: correction_events.OutageRoundsEntered
) -> CodeAndFacts:
    return code, {"rounds": str(len(event.rounds))}


def _shoe_step_facts(context: ScreenContext, code: str, event: events.ShoeStepDone) -> CodeAndFacts:
    step = label_text(context, f"shoe.{event.step.value}")
    if event.step is not ShoeStep.CHECKED or event.second is None:
        return code, {"step": step}
    account = context.state.people.accounts.get(event.second)
    return f"{code}-with", {"step": step, "second": event.second if account is None else account.name}


def _burn_facts(_seeing: ScreenContext, code: str, event: events.CardsBurned) -> CodeAndFacts:
    return code, {"cards": str(len(event.cards) + event.unseen)}


def _device_name(context: ScreenContext, device: str) -> ScreenText:
    return device_name_text(context.words, context.devices.get(device, ""), device)


def _device_facts(context: ScreenContext, code: str, event: facts.DeviceIncident) -> CodeAndFacts:
    return code, {
        "device": _device_name(context, event.device),
        "incident": label_text(context, f"device-incident.{event.incident.value}", count=str(event.count)),
    }


def _hand_dealing_facts(context: ScreenContext, code: str, event: facts.HandDealingAllowed) -> CodeAndFacts:
    return code, {"dealer": _person_name(context, event.dealer), "name": _person_name(context, event.approved_by)}


def _confirmation_facts(context: ScreenContext, code: str, event: facts.DeviceConfirmed) -> CodeAndFacts:
    device = _device_name(context, event.source.device)
    if event.place is None:
        return f"{code}-dice", {"device": device}
    return code, {"device": device, "number": str(event.place + 1)}


def _outage_answer_facts(_seeing: ScreenContext, code: str, event: facts.OutageAnswered) -> CodeAndFacts:
    return (f"{code}-yes" if event.played_on else f"{code}-no"), {}


def _dispute_facts(_seeing: ScreenContext, code: str, event: facts.DisputeBegan) -> CodeAndFacts:
    return code, {"number": str(event.number)}


def _dispute_step_facts(_seeing: ScreenContext, code: str, event: facts.DisputeStepNoted) -> CodeAndFacts:
    return f"{code}-{event.step.value}", {"number": str(event.number)}


def _closing_facts(_seeing: ScreenContext, code: str, event: facts.ClosedWithoutNotice) -> CodeAndFacts:
    return code, {"reason": event.reason}


def _insurance_offer_facts(_seeing: ScreenContext, code: str, event: events.InsuranceOfferChanged) -> CodeAndFacts:
    return f"{code}-off" if event.shown is InsuranceShown.NOT_OFFERED else f"{code}-on", {}


def _failure_facts(_seeing: ScreenContext, code: str, event: facts.ProgramFailed) -> CodeAndFacts:
    return code, {"fault": event.code}


_EVENT_FACTS: Mapping[type, Callable[[ScreenContext, str, Any], CodeAndFacts]] = {
    events.RoundBegan: _number_facts,
    events.BetPlaced: _bet_facts,
    events.BetCut: _cut_facts,
    events.BetsClosed: _close_facts,
    events.OfferClosed: _close_facts,
    events.CardDrawn: _card_facts,
    events.CardCarriedIn: _card_facts,
    events.CardsTurned: _turn_facts,
    events.CardsRefused: _bettor_facts,
    events.InsuranceTaken: _insurance_facts,
    events.InsuranceDeclined: _bettor_facts,
    events.TumblesCounted: _tumble_facts,
    events.DiceRead: _dice_facts,
    events.ResultAnnounced: _result_facts,
    events.CaseOpened: _case_facts,
    events.NeedMet: _need_facts,
    events.OptionChosen: _option_facts,
    events.ClaimRaised: _claim_facts,
    events.ClaimClosed: _decision_facts,
    correction_events.BetCorrected: _corrected_facts,
    correction_events.InsuranceCorrected: _corrected_facts,
    correction_events.InsuranceCounted: _count_facts,
    correction_events.CardCorrected: _place_facts,
    correction_events.RoundsVoided: _void_facts,
    correction_events.BettorLeft: _bettor_facts,
    correction_events.ChipsNotRecovered: _loss_facts,
    correction_events.NewPlayerMarked: _bettor_facts,
    correction_events.WinningsKept: _winnings_facts,
    correction_events.WinningsHandedOver: _bettor_facts,
    correction_events.OutageRoundsEntered: _outage_rounds_facts,
    events.CardsBrought: _number_facts,
    events.ShoeStepDone: _shoe_step_facts,
    events.CardsBurned: _burn_facts,
    events.InsuranceOfferChanged: _insurance_offer_facts,
    facts.DeviceIncident: _device_facts,
    facts.OutageAnswered: _outage_answer_facts,
    facts.HandDealingAllowed: _hand_dealing_facts,
    facts.DeviceConfirmed: _confirmation_facts,
    facts.DisputeBegan: _dispute_facts,
    facts.DisputeStepNoted: _dispute_step_facts,
    facts.ClosedWithoutNotice: _closing_facts,
    facts.ProgramFailed: _failure_facts,
}
