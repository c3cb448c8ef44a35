"""What is said of each event of the timeline beyond its name: the code of its sentence, and the facts in it.

A card is named by its value only where it lay open, and never while a blind reading or a decision on the order of
cards is pending.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from dealer_app import station_events as facts
from dealer_app.device_questions import EntrySubject, Question, Reply
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    CarriedCardNeeded,
    DeviceFaultNeeded,
    Need,
    RulingNeeded,
    parse_blind_reading,
)
from dealer_app.domain.round.state import Case, InsuranceBet, PlacedBet, ShoeStep, Who
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.domain.round.visible import has_hidden_values
from dealer_app.domain.rulebook import Side
from dealer_app.people import events as people
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.labels import (
    bettor_fact,
    bilingual_text,
    card_text,
    device_name,
    label_text,
    list_text,
    person_name,
    section_text,
)
from dealer_app.screens.timeline import Bet
from dealer_app.station.supervisor.checklists import list_faults
from dealer_app.station_events import DeviceAsked, QuestionEnding

_WINNERS = frozenset(winner.value for winner in Winner)
Facts = Mapping[str, str | ScreenText]
CodeAndFacts = tuple[str, Facts]


def _number_facts(_context: ScreenContext, code: str, event: Any) -> CodeAndFacts:
    return code, {"number": str(event.number)}


def _bet_facts(_context: ScreenContext, code: str, event: events.BetPlaced) -> CodeAndFacts:
    bet = event.bet
    return code, {"bettor": bettor_fact(bet.who), "area": str(bet.wager.area), "amount": str(bet.wager.stake)}


def bet_text(context: ScreenContext, bet: Bet) -> ScreenText:
    """`Seat 3: BANKER 800`; of an insurance bet where bets are not keyed the amount may be unknown."""
    area = f"{bet.side.value}_insurance" if isinstance(bet, InsuranceBet) else str(bet.wager.area)
    stake = bet.stake if isinstance(bet, InsuranceBet) else bet.wager.stake
    code = "bet-placed" if stake else "bet-of-no-amount"
    return label_text(context, f"happened.{code}", bettor=bettor_fact(bet.who), area=area, amount=str(stake))


def bet_or_none_text(context: ScreenContext, bet: object) -> ScreenText:
    """The bet that an event changes; that there was none, where there was none."""
    if isinstance(bet, PlacedBet | InsuranceBet):
        return bet_text(context, bet)
    return label_text(context, "happened.no-bet")


def _cut_facts(_context: ScreenContext, code: str, event: events.BetCut) -> CodeAndFacts:
    return code, {"amount": str(event.accepted)}


def _corrected_facts(
    context: ScreenContext, code: str, event: correction_events.BetCorrected | correction_events.InsuranceCorrected
) -> CodeAndFacts:
    return code, {"now": bet_or_none_text(context, event.bet)}


def _close_facts(_context: ScreenContext, code: str, event: events.BetsClosed | events.OfferClosed) -> CodeAndFacts:
    return (f"{code}-late" if event.late else code), {}


def _card_value(context: ScreenContext, card: Card | None, *, seen: bool) -> ScreenText:
    if has_hidden_values(context.state.table):
        return ScreenText("?")
    return label_text(context, "mending.face-down") if card is None or not seen else ScreenText(card_text(card.text))


def _card_facts(context: ScreenContext, code: str, event: events.CardDrawn | events.CardCarriedIn) -> CodeAndFacts:
    lies = {Place.PLAYER: "player", Place.BANKER: "banker", Place.NEITHER: "neither"}[event.put]
    return f"{code}-{lies}", {"card": _card_value(context, event.card, seen=event.turned and event.seal is None)}


def _turn_facts(context: ScreenContext, code: str, event: events.CardsTurned) -> CodeAndFacts:
    return code, {"cards": list_text(context.words, (str(place + 1) for place in event.places))}


def _bettor_facts(_context: ScreenContext, code: str, event: Any) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.who)}


def _insurance_facts(_context: ScreenContext, code: str, event: events.InsuranceTaken) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.bet.who), "amount": str(event.bet.stake)}


def _tumble_facts(_context: ScreenContext, code: str, event: events.TumblesCounted) -> CodeAndFacts:
    return code, {"tumbles": str(event.tumbles)}


def _dice_facts(context: ScreenContext, code: str, event: events.DiceRead) -> CodeAndFacts:
    return code, {"dice": "?" if has_hidden_values(context.state.table) else "-".join(map(str, event.dice))}


def _result_facts(context: ScreenContext, code: str, event: events.ResultAnnounced) -> CodeAndFacts:
    """Who won, or the dice with their sum."""
    if has_hidden_values(context.state.table):
        return code, {"result": "?"}
    winner = event.outcome
    if winner in _WINNERS:
        return code, {"result": bilingual_text(context.words, lambda words: words.area(winner))}
    return code, {"result": f"{winner} = {sum(map(int, winner.split('-')))}"}


def _case_facts(context: ScreenContext, code: str, event: events.CaseOpened) -> CodeAndFacts:
    return code, {"trouble": trouble_text(context, event.case)}


def trouble_text(context: ScreenContext, about: object) -> ScreenText:
    """The irregularity by its name; only that it is one, where it is no longer known which."""
    if not isinstance(about, Case):
        return label_text(context, "happened.irregularity")
    return bilingual_text(context.words, lambda words: words.irregularity(about.trouble).name)


def _decided_facts(context: ScreenContext, code: str, event: events.NeedMet, about: object) -> CodeAndFacts:
    """Which irregularity, and what was decided in it or said of it.

    The value that the approver read is hidden like every other value while values are.
    """
    trouble = trouble_text(context, about)
    if event.read:
        read = parse_blind_reading(event.read)
        shown = card_text(read.text) if isinstance(read, Card) else event.read
        hidden = has_hidden_values(context.state.table)
        return f"{code}-read", {"trouble": trouble, "read": "?" if hidden else shown}
    if event.said in _SAID_CODES:
        return _SAID_CODES[event.said], {"trouble": trouble}
    need = about.needs[0] if isinstance(about, Case) and about.needs else None
    return code, {"trouble": trouble, "decision": _decision_text(context, event.said, need)}


_SAID_CODES = {"approved": "need-met-approved", "withdrawn": "need-met-withdrawn"}
_DECIDED_IN_WORDS = (RulingNeeded, CarriedCardNeeded, DeviceFaultNeeded, ApprovalNeeded)
"""What somebody writes there is never a word of the engine."""
_SAID_WITH_NUMBER = (
    (re.compile(r"from round (\d+)"), "from-round"),
    (re.compile(r"(\d+) named"), "named"),
    (re.compile(r"(\d+) cards set aside"), "set-aside"),
)


def _decision_text(context: ScreenContext, said: str, need: Need | None) -> ScreenText:
    """What the journal keeps of a decision, in words; the words of a person as they wrote them."""
    code = said.replace(" ", "-")
    if not isinstance(need, _DECIDED_IN_WORDS):
        if code in context.words.first.sections["said"]:
            return label_text(context, f"said.{code}")
        if said in CARDS:
            return label_text(
                context,
                "said.card",
                card="?" if has_hidden_values(context.state.table) else card_text(said),
            )
        for pattern, numbered in _SAID_WITH_NUMBER:
            if found := pattern.fullmatch(said):
                return label_text(context, f"said.{numbered}", number=found[1])
    return label_text(context, "said.in-words", text=said)


def _case_end_facts(
    context: ScreenContext, code: str, _event: events.CaseClosed | correction_events.ReportWithdrawn, about: object
) -> CodeAndFacts:
    return code, {"trouble": trouble_text(context, about)}


def _option_facts(context: ScreenContext, code: str, event: events.OptionChosen) -> CodeAndFacts:
    return code, {
        "bettor": bettor_fact(event.who),
        "option": label_text(context, f"mending.option-{event.option}"),
    }


def _claim_facts(context: ScreenContext, code: str, event: events.ClaimRaised) -> CodeAndFacts:
    text = "?" if has_hidden_values(context.state.table) else event.text
    return (code, {"text": text}) if event.who is None else _disputer_facts(code, event.who, text)


def _disputer_facts(code: str, who: Who, text: str) -> CodeAndFacts:
    return f"{code}-by", {"bettor": bettor_fact(who), "text": text}


def _decision_facts(_context: ScreenContext, code: str, event: events.ClaimClosed) -> CodeAndFacts:
    return (code if event.answer is None else f"{code}-{event.answer.value}"), {"decision": event.decision}


def _place_facts(_context: ScreenContext, code: str, event: correction_events.CardCorrected) -> CodeAndFacts:
    return code, {"number": str(event.place + 1)}


def _count_facts(_context: ScreenContext, code: str, event: correction_events.InsuranceCounted) -> CodeAndFacts:
    return code, {"amount": str(event.counts)}


def _winnings_facts(_context: ScreenContext, code: str, event: correction_events.WinningsKept) -> CodeAndFacts:
    return (f"{code}-back" if event.given_back else code), {
        "bettor": bettor_fact(event.who),
        "amount": str(event.amount),
    }


def _handed_facts(_context: ScreenContext, code: str, event: correction_events.WinningsHandedOver) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.who), "amount": str(event.amount)}


def _void_facts(_context: ScreenContext, code: str, event: correction_events.RoundsVoided) -> CodeAndFacts:
    """Includes what could not be recovered: a loss of the house."""
    lost = sum(amount for _, _, amount in event.not_recovered)
    return (f"{code}-lost", {"amount": str(lost)}) if lost else (code, {})


def _loss_facts(_context: ScreenContext, code: str, event: correction_events.ChipsNotRecovered) -> CodeAndFacts:
    return code, {"bettor": bettor_fact(event.who), "amount": str(event.amount)}


def _outage_rounds_facts(
    _context: ScreenContext, code: str, event: correction_events.OutageRoundsEntered
) -> CodeAndFacts:
    return code, {"rounds": str(len(event.rounds))}


def _shoe_step_facts(context: ScreenContext, code: str, event: events.ShoeStepDone) -> CodeAndFacts:
    step = label_text(context, f"shoe.{event.step.value}")
    if event.step is not ShoeStep.CHECKED or event.second is None:
        return code, {"step": step}
    return f"{code}-with", {"step": step, "second": person_name(context, event.second)}


def _burn_facts(_context: ScreenContext, code: str, event: events.CardsBurned) -> CodeAndFacts:
    return code, {"cards": str(len(event.cards) + event.unseen)}


def _hand_text(context: ScreenContext, side: Side) -> ScreenText:
    return section_text(context.words, "hand", side.value)


def _given_facts(context: ScreenContext, code: str, event: events.CardsGiven) -> CodeAndFacts:
    """To whom the cards of a hand are passed; to nobody, where the guest is absent: then the dealer turns them."""
    hand = _hand_text(context, event.side)
    if event.who is None:
        return f"{code}-nobody", {"hand": hand}
    return code, {"hand": hand, "bettor": bettor_fact(event.who)}


def _refused_facts(context: ScreenContext, code: str, event: events.CardsRefused) -> CodeAndFacts:
    return code, {"hand": _hand_text(context, event.side), "bettor": bettor_fact(event.who)}


def _passed_facts(_context: ScreenContext, code: str, event: events.DevicePassed) -> CodeAndFacts:
    return (f"{code}-back", {}) if event.who is None else (code, {"bettor": bettor_fact(event.who)})


def _method_facts(_context: ScreenContext, code: str, event: events.MethodChosen) -> CodeAndFacts:
    return code, {"method": event.method.value}


def _wagers_facts(_context: ScreenContext, code: str, event: events.WagersAllowed) -> CodeAndFacts:
    return (f"{code}-all", {}) if event.most is None else (code, {"most": str(event.most)})


def _insurance_offer_facts(_context: ScreenContext, code: str, event: events.InsuranceOfferChanged) -> CodeAndFacts:
    return f"{code}-off" if event.shown is InsuranceShown.NOT_OFFERED else f"{code}-on", {}


def _pair_facts(
    _context: ScreenContext, code: str, event: correction_events.BettorsAreOne | correction_events.BettorsAreTwo
) -> CodeAndFacts:
    return code, {"one": bettor_fact(event.one), "other": bettor_fact(event.other)}


# The station, its devices and approvals


def _device_facts(context: ScreenContext, code: str, event: facts.DeviceIncident) -> CodeAndFacts:
    return code, {
        "device": device_name(context, event.device),
        "incident": label_text(context, f"device-incident.{event.incident.value}", count=str(event.count)),
    }


def _hand_dealing_facts(context: ScreenContext, code: str, event: facts.HandDealingAllowed) -> CodeAndFacts:
    return code, {"dealer": person_name(context, event.dealer), "name": person_name(context, event.approved_by)}


def _confirmation_facts(context: ScreenContext, code: str, event: facts.DeviceConfirmed) -> CodeAndFacts:
    device = device_name(context, event.source.device)
    if event.place is None:
        return f"{code}-dice", {"device": device}
    return code, {"device": device, "number": str(event.place + 1)}


def _outage_answer_facts(_context: ScreenContext, code: str, event: facts.OutageAnswered) -> CodeAndFacts:
    return (f"{code}-yes" if event.played_on else f"{code}-no"), {}


def _dispute_facts(_context: ScreenContext, code: str, event: facts.DisputeBegan) -> CodeAndFacts:
    return code, {"number": str(event.number)}


def _dispute_step_facts(_context: ScreenContext, code: str, event: facts.DisputeStepNoted) -> CodeAndFacts:
    return f"{code}-{event.step.value}", {"number": str(event.number)}


def _closing_facts(_context: ScreenContext, code: str, event: facts.ClosedWithoutNotice) -> CodeAndFacts:
    return code, {"reason": event.reason}


def _checklist_facts(_context: ScreenContext, code: str, event: facts.ChecklistSigned) -> CodeAndFacts:
    faults = list_faults(event)
    code = f"{code}-{event.checklist.value}"
    if not faults:
        return code, {}
    return f"{code}-faults", {"items": "; ".join(answer.note for answer in faults)}


def _failure_facts(_context: ScreenContext, code: str, event: facts.ProgramFailed) -> CodeAndFacts:
    return code, {"fault": event.code}


_CARDS = frozenset({EntrySubject.CARD, EntrySubject.CARDS})
_ONE_CARD_TWICE = frozenset({Question.LATE, Question.SAME_AGAIN})


def _settled_facts(context: ScreenContext, code: str, event: facts.DeviceSettled, about: object) -> CodeAndFacts:
    """What the dealer has answered, or how else the question came to its end."""
    asked = about if isinstance(about, DeviceAsked) else None
    device = label_text(context, "happened.a-device") if asked is None else device_name(context, asked.device)
    ending = event.ending.value if event.ending is not QuestionEnding.ANSWERED else _answer_code(event, asked)
    return f"{code}-{ending}", {"device": device, "cards": str(event.cards)}


def _answer_code(event: facts.DeviceSettled, asked: DeviceAsked | None) -> str:
    if event.reply is not Reply.NOTHING:
        return "keyed" if event.cards else "counts"
    if asked is None or asked.what not in _CARDS:
        return "aside"
    return "same" if asked.question in _ONE_CARD_TWICE else "nothing"


def request_facts(context: ScreenContext, code: str, event: Any, about: object) -> CodeAndFacts:
    """What is approved or asked for: the irregularity by its name, or what it is a matter of."""
    return code, {"request": _request_text(context, about), "reason": getattr(event, "reason", "")}


def _request_text(context: ScreenContext, about: object) -> ScreenText:
    if isinstance(about, Case):
        return trouble_text(context, about)
    item = about.item if isinstance(about, people.ApprovalSubject) else people.ApprovalItem.DECISION
    return bilingual_text(context.words, lambda words: words.text("item", item.value))


EVENT_FACTS: Mapping[type, Callable[[ScreenContext, str, Any], CodeAndFacts]] = {
    events.RoundBegan: _number_facts,
    events.BetPlaced: _bet_facts,
    events.BetCut: _cut_facts,
    events.BetsClosed: _close_facts,
    events.OfferClosed: _close_facts,
    events.CardDrawn: _card_facts,
    events.CardCarriedIn: _card_facts,
    events.CardsTurned: _turn_facts,
    events.CardsRefused: _refused_facts,
    events.InsuranceTaken: _insurance_facts,
    events.InsuranceDeclined: _bettor_facts,
    events.TumblesCounted: _tumble_facts,
    events.DiceRead: _dice_facts,
    events.ResultAnnounced: _result_facts,
    events.CaseOpened: _case_facts,
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
    correction_events.WinningsHandedOver: _handed_facts,
    correction_events.BettorsAreOne: _pair_facts,
    correction_events.BettorsAreTwo: _pair_facts,
    events.CardsGiven: _given_facts,
    events.DevicePassed: _passed_facts,
    events.MethodChosen: _method_facts,
    events.WagersAllowed: _wagers_facts,
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
    facts.ChecklistSigned: _checklist_facts,
    facts.ProgramFailed: _failure_facts,
}

SUBJECT_FACTS: Mapping[type, Callable[[ScreenContext, str, Any, object], CodeAndFacts]] = {
    events.NeedMet: _decided_facts,
    events.CaseClosed: _case_end_facts,
    correction_events.ReportWithdrawn: _case_end_facts,
    facts.DeviceSettled: _settled_facts,
    people.ApprovalGiven: request_facts,
    people.ApprovalRefused: request_facts,
}
"""Of those that name an irregularity, a question or a request by its number: with what is known of it."""
