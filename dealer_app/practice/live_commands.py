"""Finds the commands by which a decision of a journal was made, from what happened.

A journal has events. Here each is read back into what can have been asked of the table, and the engine says which of
it comes to the same. Words that people have keyed are not among it: others stand in their place.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import product
from typing import Any

from msgspec import Struct

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events, needs
from dealer_app.domain.round.decide.dealing import card_from_facts
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS, decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.kinds import IRREGULARITY_BY_CODE
from dealer_app.domain.round.needs import parse_blind_reading
from dealer_app.domain.round.notation import read_who
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Command, Person, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.wagers import Area, Bettor, Wager

AS_DECIDED = "as decided at the table"
"""In the place of words that somebody has keyed: they may name a person."""
_USUAL_CLAIMS = frozenset({"claims-unpaid", "claims-payment", "claims-collected", "claims-bet", "claims-result"})
_OTHER_CLAIM = "claims-result"
_USUAL_DECISIONS = frozenset({"claim-granted", "claim-partly"})

_Commands = Iterator[Command]
_Happened = tuple[events.Event, ...]


def find_commands(rules: Rules, state: TableState, happened: _Happened, by: Person) -> tuple[Command, ...] | None:
    """What was asked of the table in this decision, in its order; None where nothing is known that comes to it."""
    found: list[Command] = []
    while happened:
        step = _find_first(rules, state, happened, by)
        if step is None:
            return None
        command, came = step
        found.append(command)
        state, happened = fold(state, came), happened[len(came) :]
    return tuple(found)


def _find_first(rules: Rules, state: TableState, happened: _Happened, by: Person) -> tuple[Command, _Happened] | None:
    """The command of all these events, or of as many of them as there is one for."""
    wanted = tuple(map(_skeleton, happened))
    best: tuple[Command, _Happened] | None = None
    for command in _propose(state, happened, by):
        came = decide(rules=rules, state=state, command=command)
        if isinstance(came, Refusal) or not came or len(came) > len(happened):
            continue
        if tuple(map(_skeleton, came)) != wanted[: len(came)]:
            continue
        if len(came) == len(happened):
            return command, happened
        if best is None or len(came) > len(best[1]):
            best = command, happened[: len(came)]
    return best


_NOT_COMPARED = frozenset(
    {"by", "source", "seal", "salt", "text", "reason", "reported_by", "said", "hidden", "set_name", "inspected_by"}
    | {"surveillance", "decision", "withdrawable", "difference", "reported", "moves"}
)
_WORD_FACTS = frozenset({"text", "device", "times"})


def _skeleton(value: object) -> object:
    """A value without who did it, in which words, and what nobody could see."""
    match value:
        case correction_events.IntentionsNamed(named=named):
            return tuple((who, side.value) for who, side, _ in named)
        case Struct():
            names = (name for name in value.__struct_fields__ if name not in _NOT_COMPARED)
            return type(value).__name__, tuple((name, _skeleton(getattr(value, name))) for name in names)
        case Enum():
            return value.value
        case tuple() | list():
            return tuple(map(_skeleton, value))
        case frozenset():
            return frozenset(map(_skeleton, value))
        case _ if hasattr(value, "items"):
            kept = ((_skeleton(key), _skeleton(each)) for key, each in value.items() if key not in _WORD_FACTS)
            return frozenset(kept)
        case _:
            return value


def _propose(state: TableState, happened: _Happened, by: Person) -> _Commands:
    """What can have been asked, the likeliest first: most of it is refused, or comes to something else."""
    if state.cases:
        yield from _meet_case(state, state.cases[-1], happened, by)
    for event in happened:
        yield from _propose_of_round(state, event, by)
        yield from _propose_between(state, event, by)
    for event in happened:
        if isinstance(event, events.CaseOpened):
            yield from _propose_of_case(state, event.case, happened, by)
    yield commands.NoMoreBets(by=by, at=0, without_chips=_chipless(happened))
    yield commands.RejectExcess(by=by, at=0)


def _chipless(happened: _Happened) -> frozenset[int]:
    return frozenset(event.number for event in happened if isinstance(event, events.BetNeverPlaced))


# The normal course of a round


def _propose_of_round(state: TableState, event: events.Event, by: Person) -> _Commands:
    match event:
        case events.RoundBegan():
            yield commands.PlaceYourBets(by=by, at=0)
        case events.BetPlaced(bet=bet):
            yield commands.PlaceBet(by=by, at=0, wager=bet.wager, on_behalf=bet.on_behalf)
        case events.BetTakenBack(number=number):
            yield commands.WithdrawBet(by=by, at=0, number=number)
        case events.BetCut() | events.BetsReturned():
            yield from _reject(state, by)
        case correction_events.ClosingTakenBack():
            yield commands.TakeBackClosing(by=by, at=0, announced=False)
        case events.CardDrawn() | correction_events.CardHeldOver():
            yield from _draw(event.card, getattr(event, "put", None), by)
        case events.CardsTurned(places=places, cards=cards):
            yield from _turn(state, places, cards, by)
        case events.CardsGiven(side=side, who=who):
            yield commands.GiveCards(by=by, at=0, side=side, who=who)
        case events.CardsRefused(side=side, who=who):
            yield commands.RefuseCards(by=by, at=0, side=side, who=who)
        case events.InsuranceTaken(bet=bet):
            yield commands.TakeInsurance(by=by, at=0, who=bet.who, side=bet.side, stake=bet.stake)
        case events.InsuranceDeclined(who=who, side=side):
            yield commands.DeclineInsurance(by=by, at=0, who=who, side=side)
        case events.OfferClosed():
            yield commands.CloseOffer(by=by, at=0)
        case events.InsuranceWaived():
            yield commands.WaiveInsurance(by=by, at=0)
        case _:
            yield from _propose_of_end(event, by)


def _propose_of_end(event: events.Event, by: Person) -> _Commands:
    match event:
        case events.TumblesCounted(tumbles=tumbles):
            yield commands.CountTumbles(by=by, at=0, tumbles=tumbles)
        case events.DiceRead(dice=dice):
            yield commands.ReadDice(by=by, at=0, dice=dice)
        case events.ResultAnnounced():
            yield commands.AnnounceResult(by=by, at=0)
        case events.BetTicked(number=number):
            yield commands.SettleAll(by=by, at=0)
            yield commands.TickBet(by=by, at=0, number=number)
        case events.RoundConcluded():
            yield commands.SettleAll(by=by, at=0)
        case events.EntryUndone():
            yield commands.Undo(by=by, at=0)
        case events.CuttingCardCame():
            yield commands.CuttingCardOut(by=by, at=0)
        case events.DevicePassed(who=who):
            yield commands.PassDevice(by=by, at=0, who=who)
        case events.ClaimRaised(who=who, text=text):
            said = text if text in _USUAL_CLAIMS else _OTHER_CLAIM
            yield commands.HoldForClaim(by=event.by, at=0, text=said, who=who)
        case events.ClaimClosed(decision=decision, clause=clause):
            said = decision if decision in _USUAL_DECISIONS else AS_DECIDED
            yield commands.CloseClaim(by=event.by, at=0, decision=said, clause=clause)
        case _:
            return


def _reject(state: TableState, by: Person) -> _Commands:
    """Whose chips were there first is said where it is not the order of keying: each may be it."""
    yield commands.RejectExcess(by=by, at=0)
    round_ = state.round
    for bet in () if round_ is None else round_.in_play:
        yield commands.RejectExcess(by=by, at=0, placed_first=(bet.number,))


def _draw(card: Card | None, put: Any, by: Person) -> _Commands:
    """How a card lies that nobody needs was said with it, or is as usual."""
    for place, up, down in product((None, put), (False, True), (False, True)):
        if not (up and down):
            yield commands.DrawCard(by=by, at=0, card=card, put=place, face_up=up, face_down=down, salt="live")
    if card is not None:
        yield commands.DrawCard(by=by, at=0, card=card, by_device=True, salt="live")
        yield commands.DrawCard(by=by, at=0, card=card, put=put, by_device=True, salt="live")


def _turn(state: TableState, places: tuple[int, ...], cards: tuple[Card, ...], by: Person) -> _Commands:
    yield commands.TurnCards(by=by, at=0, places=places, cards=cards)
    yield commands.TurnCards(by=by, at=0, places=places)
    lying = () if state.round is None else state.round.cards
    if cards and len(cards) == len(places):
        unknown = tuple(
            card for place, card in zip(places, cards, strict=True) if place < len(lying) and lying[place].card is None
        )
        yield commands.TurnCards(by=by, at=0, places=places, cards=unknown)


# Between rounds, and what is said of people


def _propose_between(state: TableState, event: events.Event, by: Person) -> _Commands:
    match event:
        case correction_events.BettorsAreOne(one=one, other=other):
            yield correction_commands.SamePerson(by=by, at=0, one=one, other=other)
        case correction_events.BettorsAreTwo(one=one, other=other):
            yield correction_commands.TwoPersons(by=by, at=0, one=one, other=other)
        case correction_events.NewPlayerMarked(who=who):
            yield correction_commands.NewPlayer(by=by, at=0, who=who)
        case correction_events.WinningsHandedOver(who=who):
            yield correction_commands.HandOver(by=event.by, at=0, who=who, text=AS_DECIDED)
        case correction_events.CardsLaid(put=put):
            yield correction_commands.LayCards(by=by, at=0, put=put)
        case correction_events.DiceChanged():
            yield correction_commands.ChangeDice(by=by, at=0, set_name="dice", inspected_by="Supervisor-1")
        case correction_events.CarriedCardsDecided(use="return"):
            yield correction_commands.ReturnCarriedCards(by=by, at=0)
        case correction_events.ReportWithdrawn():
            yield correction_commands.WithdrawReport(by=event.by, at=0)
        case events.ShoeClosed():
            yield correction_commands.ReplaceCards(by=by, at=0, reason=AS_DECIDED)
        case events.ShoeEnded(counted=counted):
            differs = AS_DECIDED if event.difference else ""
            yield commands.EndShoe(by=by, at=0, reason=AS_DECIDED, counted=counted, difference=differs)
        case _:
            if state.round is None and state.carried:
                yield correction_commands.DealFreeHand(by=by, at=0)


# What opens a case


def _propose_of_case(state: TableState, case: Case, happened: _Happened, by: Person) -> _Commands:
    by = Person(case.reported_by or by.name, by.role)
    if "card" in case.hidden:
        yield card_from_facts(case, by, 0)
    if "tumbles" in case.facts:
        yield commands.CountTumbles(by=by, at=0, tumbles=int(case.facts["tumbles"]))
    yield from _cocked_dice(case, by)
    for need in case.needs:
        if isinstance(need, needs.ApprovalNeeded) and need.applies is not None:
            yield from _ask_correction(need.applies, by)
    yield from _bet_faults(case, by)
    yield from _reports(state, case, happened, by)


def _cocked_dice(case: Case, by: Person) -> _Commands:
    """Which of them leaned is not in the journal: it changes nothing."""
    if case.trouble == "cocked-die":
        yield commands.ReadDice(by=by, at=0, dice=(1, 1, 1), flat=(False, True, True))


def _ask_correction(applies: needs.Correction, by: Person) -> _Commands:
    ask = correction_commands
    match applies:
        case needs.BetCorrection(number=number, wager=wager):
            yield ask.CorrectBet(by=by, at=0, number=number, wager=wager, reason=AS_DECIDED)
        case needs.InsuranceCorrection(number=number, stake=stake, insured=insured):
            yield ask.CorrectBet(
                by=by, at=0, number=number, wager=None, reason=AS_DECIDED, stake=stake, insured=insured
            )
        case needs.CardCorrection(place=place, card=card):
            yield ask.CorrectCard(by=by, at=0, place=place, card=card, reason=AS_DECIDED)
        case needs.DiceCorrection(dice=dice):
            yield ask.CorrectDice(by=by, at=0, dice=dice, reason=AS_DECIDED)
        case needs.LatePart(number=number, accepted=accepted):
            late = ask.BetFault.LATE
            yield ask.ReportBet(by=by, at=0, fault=late, number=number, accepted=accepted or None)
            yield ask.ReportBet(by=by, at=0, fault=late, number=number, accepted=accepted)
        case needs.WithoutValue(number=number):
            yield ask.ReportBet(by=by, at=0, fault=ask.BetFault.WITHOUT_VALUE, number=number)
        case _:
            return


def _bet_faults(case: Case, by: Person) -> _Commands:
    """A bet that was found late, moved or gone: by its number, or by what was said of one that nobody had keyed."""
    facts, wager = case.facts, None
    if "bet" not in facts:
        return
    if "who" in facts:
        seat, bettor = read_who(facts["who"])
        wager = Wager(area=Area(facts["area"]), stake=Money(int(facts["amount"])), seat=seat, bettor=bettor)
    number = int(facts["bet"]) if facts["bet"] else None
    for fault in correction_commands.BetFault:
        yield correction_commands.ReportBet(by=by, at=0, fault=fault, number=number, wager=wager)


def _reports(state: TableState, case: Case, happened: _Happened, by: Person) -> _Commands:
    row = IRREGULARITY_BY_CODE.get(case.trouble)
    codes = [case.trouble] if row is not None and row.is_reportable else []
    codes += [code for code in ("order-lost", "excess-card-seen", "exposed-card") if code not in codes]
    turned = tuple(
        event for event in happened if isinstance(event, events.CardsTurned | correction_events.CarriedCardsTurned)
    )
    seen = tuple(place for event in turned for place in event.places)
    cards = tuple(card for event in turned for card in event.cards)
    opened = [event.case for event in happened if isinstance(event, events.CaseOpened)]
    stages = [InsuranceStage(each.facts["stage"]) for each in opened if "stage" in each.facts]
    gone = [event.who for event in happened if isinstance(event, correction_events.BettorLeft)]
    settled = [
        event.who
        for event in happened
        if isinstance(event, correction_events.WinningsKept | correction_events.ChipsNotRecovered)
    ]
    known = state.round or state.last
    bettors = () if known is None else tuple(dict.fromkeys(who for _, who, _ in known.chips))
    for code in codes:
        for who, stage in product(dict.fromkeys((*gone, *settled, None)), dict.fromkeys((None, *stages))):
            for places, keyed in ((case.places, ()), (case.places, cards), (seen, cards), (seen, ()), ((), ())):
                yield commands.Report(
                    by=by, at=0, trouble=code, places=places, who=who, stage=stage, cards=keyed, text=_said(case)
                )
    yield from _wrong_payments(opened, by)
    if "player-left" in codes:
        for who in bettors:
            yield commands.Report(by=by, at=0, trouble="player-left", who=who, text=_said(case))


def _said(case: Case) -> str:
    return AS_DECIDED if case.facts.get("text") else ""


def _wrong_payments(opened: Sequence[Case], by: Person) -> _Commands:
    """What was due to whom stands with the chips that are to move."""
    if not any(case.trouble == "wrong-take-or-pay" for case in opened):
        return
    for case in opened:
        for word, amount in case.facts.items():
            seat, _, place = word.partition(" ")
            if amount.lstrip("-").isdecimal() and place:
                who = (None if seat == "-" else int(seat), Bettor(place))
                yield commands.Report(
                    by=by, at=0, trouble="wrong-take-or-pay", who=who, due=Money(int(amount)), text=AS_DECIDED
                )


# What meets the needs of a case


def _meet_case(state: TableState, case: Case, happened: _Happened, by: Person) -> _Commands:
    met = next((event for event in happened if isinstance(event, events.NeedMet)), None)
    who = by if met is None else met.by
    need = case.needs[0]
    yield from _meet_need(state, case, happened, who, "" if met is None else met.said)
    for event in happened:
        match event:
            case events.OptionChosen(who=guest, option=option):
                yield commands.ChooseOption(by=by, at=0, who=guest, option=commands.Option(option))
            case events.InsuranceTaken(bet=bet):
                yield commands.OfferLate(
                    by=_person(by, need), at=0, who=bet.who, stage=bet.stage, side=bet.side, stake=bet.stake
                )
            case _:
                pass
    # A case can also end in another way than by what it needs.
    yield correction_commands.CannotReconstruct(by=_person(by, need), at=0, reason=AS_DECIDED)
    yield correction_commands.CannotReconstruct(by=Person("S1", "pit_supervisor"), at=0, reason=AS_DECIDED)
    asked_by = Person(case.reported_by, by.role)
    yield correction_commands.WithdrawCorrection(by=asked_by, at=0)
    yield correction_commands.WithdrawReport(by=asked_by, at=0)


def _person(by: Person, need: needs.Need) -> Person:
    """Who acted, in the position in which they did; or whom the need names, where the journal has no position."""
    role = getattr(need, "role", by.role)
    return by if by.role != "dealer" else Person(f"of {role}", role)


def _meet_need(state: TableState, case: Case, happened: _Happened, by: Person, said: str) -> _Commands:
    need = case.needs[0]
    who = _person(by, need)
    match need:
        case needs.AnswerNeeded():
            for announced in (False, True):
                yield commands.Answer(by=by, at=0, announced=announced, without_chips=_chipless(happened))
                yield commands.Answer(by=by, at=0, announced=announced)
        case needs.ApprovalNeeded():
            yield from _approvals(happened, who, said)
        case needs.InspectionNeeded():
            drawn = (event.card for event in happened if isinstance(event, events.CardDrawn))
            for card in (CARDS.get(said), *drawn, None, *CARDS.values()):
                yield commands.Inspect(by=who, at=0, card=card)
        case needs.OrderNeeded():
            for event in happened:
                if isinstance(event, events.CardsReordered):
                    yield commands.DecideOrder(by=who, at=0, order=event.cards)
        case needs.OptionsNeeded():
            yield commands.ApplyOptions(by=by, at=0)
        case needs.ReconstructionNeeded():
            yield commands.ConfirmReconstruction(by=by, at=0)
        case needs.VoidNeeded():
            yield commands.ConfirmVoid(by=by, at=0)
        case needs.RulingNeeded():
            yield from _rulings(happened, who)
        case _:
            yield from _meet_rare_need(state, need, happened, who, by)


def _approvals(happened: _Happened, by: Person, said: str) -> _Commands:
    if said in ("", "approved"):
        read = next((event.read for event in happened if isinstance(event, events.NeedMet)), "")
        yield commands.Approve(by=by, at=0, read=parse_blind_reading(read) if read else None)
    if said not in ("approved", "withdrawn"):
        yield commands.Refuse(by=by, at=0, reason=AS_DECIDED)


def _rulings(happened: _Happened, by: Person) -> _Commands:
    counts = tuple(sorted(_left_of_wagers(happened).items()))
    for effect, counted in product(commands.Effect, dict.fromkeys(((), counts))):
        yield commands.GiveRuling(by=by, at=0, text=AS_DECIDED, effect=effect, counts=counted)


def _meet_rare_need(state: TableState, need: needs.Need, happened: _Happened, who: Person, by: Person) -> _Commands:
    give = correction_commands
    match need:
        case needs.LateOfferNeeded():
            yield give.CloseLateOffer(by=who, at=0)
        case needs.IntentionsNeeded():
            yield give.NameIntentions(by=who, at=0, named=_intentions(happened))
        case needs.CardsAsideNeeded(cards=count):
            yield give.SetCardsAside(by=by, at=0, cards=count)
        case needs.MissingCardNeeded():
            yield give.NameMissingCards(by=by, at=0, cards=_missing_cards(happened))
        case needs.ChangesNeeded():
            yield from _changed_wagers(happened, by)
            yield give.EndChanges(by=by, at=0)
        case needs.RemovalNeeded():
            yield give.RemoveWagers(by=who, at=0, left=tuple(sorted(_left_of_wagers(happened).items())))
        case needs.CarriedCardNeeded():
            for use in give.CarriedUse:
                yield give.ChooseCarriedUse(by=who, at=0, use=use, text=AS_DECIDED)
        case needs.AffectedRoundsNeeded():
            yield from _affected_rounds(state, happened, who)
        case needs.DeviceFaultNeeded():
            for affected in (False, True):
                yield give.StateDeviceFault(by=who, at=0, affected=affected, text=AS_DECIDED)
        case _ if type(need) in BARE_NEED_COMMANDS:
            yield BARE_NEED_COMMANDS[type(need)](by=who if hasattr(need, "role") else by, at=0)
        case _:
            return


def _missing_cards(happened: _Happened) -> tuple[Card, ...]:
    changed = (event for event in happened if isinstance(event, events.NeedsChanged))
    later = (need for event in changed for need in event.needs if isinstance(need, needs.ReplacementNeeded))
    return tuple(card for need in later for card in need.cards)


def _intentions(happened: _Happened) -> tuple[correction_commands.Intention, ...]:
    named = (event for event in happened if isinstance(event, correction_events.IntentionsNamed))
    return tuple(
        correction_commands.Intention(guest, side, AS_DECIDED) for event in named for guest, side, _ in event.named
    )


def _affected_rounds(state: TableState, happened: _Happened, by: Person) -> _Commands:
    """A round before the first one that is void may have been named: it had no bets, or other dice."""
    for event in happened:
        if isinstance(event, correction_events.RoundsVoided):
            paid = frozenset(guest for _, guest, _ in (*event.not_recovered, *(event.kept or ())))
            since = dict.fromkeys((*event.numbers[:1], *range(1, state.rounds + 2)))
            for first, gone in product(since, dict.fromkeys((frozenset(), paid))):
                yield correction_commands.StateAffectedRounds(by=by, at=0, first=first, gone=gone)


def _left_of_wagers(happened: _Happened) -> dict[int, Money]:
    """What is left of each bet that was made smaller, by its number."""
    left: dict[int, Money] = {}
    for event in happened:
        match event:
            case events.BetCut(number=number, accepted=accepted):
                left[number] = accepted
            case correction_events.BetCorrected(number=number, bet=bet):
                left[number] = Money(0) if bet is None else bet.wager.stake
            case events.BetsReturned(numbers=numbers):
                left |= dict.fromkeys(numbers, Money(0))
            case _:
                pass
    return left


def _changed_wagers(happened: _Happened, by: Person) -> _Commands:
    for number, stake in _left_of_wagers(happened).items():
        yield correction_commands.ChangeWager(by=by, at=0, number=number, stake=stake)
