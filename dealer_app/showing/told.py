"""What happened, in words: each line with its time of day, who acted, and the clause where one is known.

A card is told by its value only where it lay open, and none is while somebody has to read one anew, or to decide on an
order, without knowing.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.cards import Card
from dealer_app.domain.round import events, mending_events, table_events
from dealer_app.domain.round.needs import OrderNeeded
from dealer_app.domain.round.reading import reading_of
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import Case, ShoeStep, Who
from dealer_app.showing.blocks import Row
from dealer_app.showing.card_signs import card_text
from dealer_app.showing.chronicle import Happened
from dealer_app.showing.lines import Line
from dealer_app.showing.read_anew import is_read_anew
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import device_called, line, put
from dealer_app.showing.what_is_told import CODES
from dealer_app.station import facts

_MICROSECONDS = 1_000_000
_ACTING = " (acting)"
_BETWEEN = " · "
_WINNERS = frozenset(winner.value for winner in Winner)
Facts = Mapping[str, str | Line]


def told_of(happened: tuple[Happened, ...]) -> tuple[Happened, ...]:
    """As it is told: the newest first, and of a device that stays lost only that it was lost.

    Only what is shown of it need be put in words.
    """
    lost: set[str] = set()
    told = []
    for one in happened:
        if isinstance(one.event, facts.DeviceIncident):
            again = one.event.incident is facts.Incident.LOST and one.event.device in lost
            (lost.add if one.event.incident is facts.Incident.LOST else lost.discard)(one.event.device)
            if again:
                continue
        told.append(one)
    return tuple(reversed(told))


def told_rows(seeing: Seeing, happened: tuple[Happened, ...]) -> tuple[Row, ...]:
    """A row each, in this order."""
    return tuple(
        Row(name=f"told:{place}", title=told(seeing, one).first, lines=(_by(seeing, one),), right=time_of(one))
        for place, one in enumerate(happened)
    )


def told(seeing: Seeing, one: Happened) -> Line:
    """The event in words."""
    code, facts_of = CODES[type(one.event)], _FACTS.get(type(one.event))
    code, said = (code, {}) if facts_of is None else facts_of(seeing, code, one.event)
    return put(seeing.words, "happened", code, **said)


def time_of(one: Happened) -> str:
    local = datetime.fromtimestamp(one.utc // _MICROSECONDS, UTC) + timedelta(minutes=one.offset)
    return f"{local:%H:%M:%S}"


def _by(seeing: Seeing, one: Happened) -> str:
    """Who acted, in which position, and the clause."""
    name, place = actor(seeing, one), one.position.removesuffix(_ACTING)
    if place:
        held = put(seeing.words, "held", "acting" if place != one.position else "own", position=place).first
        name = f"{name}, {held}"
    return _BETWEEN.join(part for part in (name, source_words(seeing, one), _clause(one.event)) if part)


def source_words(seeing: Seeing, one: Happened) -> str:
    """Where a card, a tumble, dice or a result come from: a device and its report, or who keyed it with whose leave."""
    source: Source | None = getattr(one.event, "source", None)
    if source is None:
        return ""
    told = []
    if source.device:
        code = "report" if source.report else "device"
        told.append(_put(seeing, code, device=_called(seeing, source.device), report=source.report))
    if source.keyed_by and not isinstance(one.event, events.ResultAnnounced):
        # Who acted stands before it already, unless it was somebody else.
        other = source.keyed_by != one.badge
        told.append(_put(seeing, "keyed-by" if other else "keyed", name=_name(seeing, source.keyed_by)))
    if source.approved_by:
        told.append(_put(seeing, "approved", name=_name(seeing, source.approved_by)))
    return ", ".join(told)


def _put(seeing: Seeing, code: str, **said: str | Line) -> str:
    return put(seeing.words, "source", code, **said).first


def _name(seeing: Seeing, badge: str) -> str:
    account = seeing.state.people.accounts.get(badge)
    return badge if account is None else account.name


def actor(seeing: Seeing, one: Happened) -> str:
    """By name; what nobody did the device did, or the station."""
    name = _name(seeing, one.badge)
    device: str = getattr(one.event, "device", "")
    if not name and device:
        return _called(seeing, device).first
    return name or put(seeing.words, "happened", "station").first


def _clause(event: object) -> str:
    clause = event.case.clause if isinstance(event, events.CaseOpened) else getattr(event, "clause", "")
    return clause if isinstance(clause, str) and clause[:1].isdigit() else ""


# What is told of each beyond its name

Told = tuple[str, Facts]


def _numbered(seeing: Seeing, code: str, event: Any) -> Told:
    del seeing
    return code, {"number": str(event.number)}


def _bettor(who: Who) -> str:
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"


def _bet(seeing: Seeing, code: str, event: events.BetPlaced) -> Told:
    del seeing
    bet = event.bet
    return code, {"bettor": _bettor(bet.who), "area": str(bet.wager.area), "amount": str(bet.wager.stake)}


def _cut(seeing: Seeing, code: str, event: events.BetCut) -> Told:
    del seeing
    return code, {"number": str(event.number), "amount": str(event.accepted)}


def _closed(seeing: Seeing, code: str, event: events.BetsClosed | events.OfferClosed) -> Told:
    del seeing
    return (f"{code}-late" if event.late else code), {}


def _hidden(seeing: Seeing) -> bool:
    """Whether somebody has still to read a card anew, or to decide on an order: till then no value is told."""
    table = seeing.state.table
    disputed = any(isinstance(need, OrderNeeded) for case in table.cases for need in case.needs)
    return disputed or is_read_anew(table)


def _value(seeing: Seeing, card: Card | None, *, seen: bool) -> Line:
    if _hidden(seeing):
        return Line("?")
    return put(seeing.words, "mending", "face-down") if card is None or not seen else Line(card_text(card.text))


def _card(seeing: Seeing, code: str, event: events.CardDrawn | events.CardCarriedIn) -> Told:
    lies = {Place.PLAYER: "player", Place.BANKER: "banker", Place.NEITHER: "neither"}[event.put]
    return f"{code}-{lies}", {"card": _value(seeing, event.card, seen=event.turned and event.seal is None)}


def _turned(seeing: Seeing, code: str, event: events.CardsTurned) -> Told:
    del seeing
    return code, {"cards": ", ".join(str(place + 1) for place in event.places)}


def _who(seeing: Seeing, code: str, event: Any) -> Told:
    del seeing
    return code, {"bettor": _bettor(event.who)}


def _insured(seeing: Seeing, code: str, event: events.InsuranceTaken) -> Told:
    del seeing
    return code, {"bettor": _bettor(event.bet.who), "amount": str(event.bet.stake)}


def _tumbles(seeing: Seeing, code: str, event: events.TumblesCounted) -> Told:
    del seeing
    return code, {"tumbles": str(event.tumbles)}


def _dice(seeing: Seeing, code: str, event: events.DiceRead) -> Told:
    return code, {"dice": "?" if _hidden(seeing) else "-".join(map(str, event.dice))}


def _result(seeing: Seeing, code: str, event: events.ResultAnnounced) -> Told:
    """Who won, or the dice with their sum."""
    if _hidden(seeing):
        return code, {"result": "?"}
    winner = event.outcome
    if winner in _WINNERS:
        return code, {"result": line(seeing.words, lambda words: words.area(winner))}
    return code, {"result": f"{winner} = {sum(map(int, winner.split('-')))}"}


def _case(seeing: Seeing, code: str, event: events.CaseOpened) -> Told:
    case: Case = event.case
    return code, {"trouble": line(seeing.words, lambda words: words.trouble(case.trouble).name)}


def _met(seeing: Seeing, code: str, event: events.NeedMet) -> Told:
    """What the approver read is told like every other value."""
    if not event.read:
        return code, {}
    read = reading_of(event.read)
    shown = card_text(read.text) if isinstance(read, Card) else event.read
    return f"{code}-read", {"read": "?" if _hidden(seeing) else shown}


def _chose(seeing: Seeing, code: str, event: events.OptionChosen) -> Told:
    return code, {"bettor": _bettor(event.who), "option": put(seeing.words, "mending", f"option-{event.option}")}


def _claimed(seeing: Seeing, code: str, event: events.ClaimRaised) -> Told:
    return code, {"text": "?" if _hidden(seeing) else event.text}


def _decided(seeing: Seeing, code: str, event: events.ClaimClosed) -> Told:
    del seeing
    return code, {"decision": event.decision}


def _place(seeing: Seeing, code: str, event: mending_events.CardCorrected) -> Told:
    del seeing
    return code, {"number": str(event.place + 1)}


def _counted(seeing: Seeing, code: str, event: mending_events.InsuranceCounted) -> Told:
    del seeing
    return code, {"number": str(event.number), "amount": str(event.counts)}


def _kept(seeing: Seeing, code: str, event: mending_events.WinningsKept) -> Told:
    del seeing
    return (f"{code}-back" if event.given_back else code), {"bettor": _bettor(event.who)}


def _rounds_voided(seeing: Seeing, code: str, event: mending_events.RoundsVoided) -> Told:
    """What could not be recovered is told with it: a loss of the house."""
    del seeing
    lost = sum(amount for _, _, amount in event.not_recovered)
    return (f"{code}-lost", {"amount": str(lost)}) if lost else (code, {})


def _not_recovered(seeing: Seeing, code: str, event: mending_events.ChipsNotRecovered) -> Told:
    del seeing
    return code, {"bettor": _bettor(event.who), "amount": str(event.amount)}


def _rounds(seeing: Seeing, code: str, event: mending_events.OutageRoundsEntered) -> Told:
    del seeing
    return code, {"rounds": str(len(event.rounds))}


def _step(seeing: Seeing, code: str, event: table_events.ShoeStepDone) -> Told:
    step = put(seeing.words, "shoe", event.step.value)
    if event.step is not ShoeStep.CHECKED or event.second is None:
        return code, {"step": step}
    account = seeing.state.people.accounts.get(event.second)
    return f"{code}-with", {"step": step, "second": event.second if account is None else account.name}


def _burned(seeing: Seeing, code: str, event: table_events.CardsBurned) -> Told:
    del seeing
    return code, {"cards": str(len(event.cards) + event.unseen)}


def _called(seeing: Seeing, device: str) -> Line:
    return device_called(seeing.words, seeing.devices.get(device, ""), device)


def _device(seeing: Seeing, code: str, event: facts.DeviceIncident) -> Told:
    return code, {
        "device": _called(seeing, event.device),
        "incident": put(seeing.words, "device-incident", event.incident.value, count=str(event.count)),
    }


def _allowed(seeing: Seeing, code: str, event: facts.HandDealingAllowed) -> Told:
    return code, {"dealer": _name(seeing, event.dealer), "name": _name(seeing, event.approved_by)}


def _confirmed(seeing: Seeing, code: str, event: facts.DeviceConfirmed) -> Told:
    device = _called(seeing, event.source.device)
    if event.place is None:
        return f"{code}-dice", {"device": device}
    return code, {"device": device, "number": str(event.place + 1)}


def _answered(seeing: Seeing, code: str, event: facts.OutageAnswered) -> Told:
    del seeing
    return (f"{code}-yes" if event.played_on else f"{code}-no"), {}


def _failed(seeing: Seeing, code: str, event: facts.ProgramFailed) -> Told:
    del seeing
    return code, {"fault": event.code}


_FACTS: Mapping[type, Callable[[Seeing, str, Any], Told]] = {
    events.RoundBegan: _numbered,
    events.BetPlaced: _bet,
    events.BetTakenBack: _numbered,
    events.BetNeverPlaced: _numbered,
    events.BetCut: _cut,
    events.BetsClosed: _closed,
    events.OfferClosed: _closed,
    events.CardDrawn: _card,
    events.CardCarriedIn: _card,
    events.CardsTurned: _turned,
    events.CardsRefused: _who,
    events.InsuranceTaken: _insured,
    events.InsuranceDeclined: _who,
    events.TumblesCounted: _tumbles,
    events.DiceRead: _dice,
    events.ResultAnnounced: _result,
    events.CaseOpened: _case,
    events.NeedMet: _met,
    events.OptionChosen: _chose,
    events.ClaimRaised: _claimed,
    events.ClaimClosed: _decided,
    mending_events.BetCorrected: _numbered,
    mending_events.InsuranceCorrected: _numbered,
    mending_events.InsuranceCounted: _counted,
    mending_events.CardCorrected: _place,
    mending_events.RoundsVoided: _rounds_voided,
    mending_events.BettorLeft: _who,
    mending_events.ChipsNotRecovered: _not_recovered,
    mending_events.NewPlayerMarked: _who,
    mending_events.WinningsKept: _kept,
    mending_events.WinningsHandedOver: _who,
    mending_events.OutageRoundsEntered: _rounds,
    table_events.CardsBrought: _numbered,
    table_events.ShoeStepDone: _step,
    table_events.CardsBurned: _burned,
    facts.DeviceIncident: _device,
    facts.OutageAnswered: _answered,
    facts.HandDealingAllowed: _allowed,
    facts.DeviceConfirmed: _confirmed,
    facts.ProgramFailed: _failed,
}
