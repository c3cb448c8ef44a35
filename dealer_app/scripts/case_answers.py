"""How the dealer by chance, and who is called to the table, meet what an open case needs."""

from collections.abc import Iterator
from random import Random

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, needs
from dealer_app.domain.round.decide.claims import bettors_with_chips
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Case, Command, DrawnCard, Round, Who
from dealer_app.domain.round.visible import round_dice_sets
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.scripts.language import DEALER, SUPERVISOR, make_person
from dealer_app.scripts.session import PlaySession, RealCards

_Commands = Iterator[Command]


def answer_commands(chance: Random, cards: RealCards, session: PlaySession) -> _Commands:
    """What could meet the first need of the case, the likeliest first."""
    case = session.state.cases[-1]
    need, at = case.needs[0], session.at
    match need:
        case needs.AnswerNeeded():
            said = chance.random() < 0.5
            yield commands.Answer(by=DEALER, at=at, announced=said)
            yield commands.Answer(by=DEALER, at=at, announced=not said)
        case needs.ApprovalNeeded(role=role):
            if chance.random() < 0.1:
                yield commands.Refuse(by=make_person(role), at=at, reason="not so")
            yield from _other_answers(chance, session, case)
            yield commands.Approve(by=make_person(role), at=at)
            yield commands.Refuse(by=make_person(role), at=at, reason="it cannot be")
        case needs.InspectionNeeded(role=role):
            if cards.cards_left and chance.random() < 0.7:
                yield commands.Inspect(by=make_person(role), at=at, card=cards.top_card)
            yield commands.Inspect(by=make_person(role), at=at, card=None)
        case needs.OrderNeeded(role=role):
            order = list(range(len(_round_cards(session))))
            yield commands.DecideOrder(by=make_person(role), at=at, order=tuple(chance.sample(order, len(order))))
            yield commands.DecideOrder(by=make_person(role), at=at, order=tuple(order))
        case needs.OptionsNeeded():
            yield from _option_answers(chance, session, case)
        case needs.ReconstructionNeeded():
            yield commands.ConfirmReconstruction(by=DEALER, at=at)
            yield correction_commands.CannotReconstruct(by=SUPERVISOR, at=at, reason="the order is not known")
        case needs.RulingNeeded(role=role):
            effects = chance.sample(list(commands.Effect), len(commands.Effect))
            for effect in effects:
                yield commands.GiveRuling(by=make_person(role), at=at, effect=effect, text="so decided")
        case _:
            yield from _rare_answers(chance, cards, session, need)


def _other_answers(chance: Random, session: PlaySession, case: Case) -> _Commands:
    """Cards cannot be put right, or somebody whose chips are to be moved has left."""
    if chance.random() < 0.8:
        return
    at = session.at
    if any(isinstance(later, needs.ReconstructionNeeded) for later in case.needs):
        yield correction_commands.CannotReconstruct(by=SUPERVISOR, at=at, reason="the order is not known")
    with_chips = bettors_with_chips(session.state)
    if with_chips:
        who = chance.choice(with_chips)
        yield commands.Report(by=DEALER, at=at, trouble=IrregularityKind.PLAYER_LEFT.value, who=who, text="he is gone")


def _rare_answers(chance: Random, cards: RealCards, session: PlaySession, need: needs.Need) -> _Commands:
    at = session.at
    match need:
        case needs.LateOfferNeeded(role=role):
            for bet in _case_round(session).bets:
                if chance.random() < 0.3:
                    yield from _late_offers(session, bet.who, role, Money(max(1, bet.wager.stake // 2)))
            yield correction_commands.CloseLateOffer(by=make_person(role), at=at)
        case needs.IntentionsNeeded(role=role):
            named = [
                correction_commands.Intention(bet.who, Side(bet.wager.area), "he said so")
                for bet in _case_round(session).bets
                if bet.wager.area in ("player", "banker") and chance.random() < 0.5
            ]
            yield correction_commands.NameIntentions(by=make_person(role), at=at, named=tuple(named))
            yield correction_commands.NameIntentions(by=make_person(role), at=at, named=())
        case needs.CardsAsideNeeded(cards=number):
            yield correction_commands.SetCardsAside(by=DEALER, at=at, cards=number)
        case needs.MissingCardNeeded():
            unknown = [place for place, drawn in enumerate(_round_cards(session)) if drawn.card is None]
            for places in (unknown, unknown[:1]):
                yield correction_commands.NameMissingCards(by=DEALER, at=at, cards=cards.cards_on_table(places))
            if cards.cards_left:
                yield correction_commands.NameMissingCards(by=DEALER, at=at, cards=(cards.top_card,))
        case _:
            yield from _rarest_answers(chance, session, need)


def _rarest_answers(chance: Random, session: PlaySession, need: needs.Need) -> _Commands:
    at = session.at
    match need:
        case needs.ChangesNeeded():
            bets = _case_round(session).bets
            if bets and chance.random() < 0.3:
                bet = chance.choice(bets)
                yield correction_commands.ChangeWager(
                    by=DEALER, at=at, number=bet.number, stake=Money(max(1, bet.wager.stake // 2))
                )
            yield correction_commands.EndChanges(by=DEALER, at=at)
        case needs.RemovalNeeded(role=role):
            bets = _case_round(session).bets
            main = [bet for bet in bets if bet.wager.area in ("player", "banker")]
            for area in ("player", "banker"):
                left = tuple((bet.number, Money(0)) for bet in main if bet.wager.area == area)
                yield correction_commands.RemoveWagers(by=make_person(role), at=at, left=left)
            yield correction_commands.RemoveWagers(
                by=make_person(role), at=at, left=tuple((bet.number, Money(0)) for bet in main)
            )
        case needs.CarriedCardNeeded(role=role):
            uses = chance.sample(list(correction_commands.CarriedUse), len(correction_commands.CarriedUse))
            for use in uses:
                yield correction_commands.ChooseCarriedUse(by=make_person(role), at=at, use=use, text="so decided")
        case needs.DeviceFaultNeeded(role=role):
            affected = chance.random() < 0.5
            yield correction_commands.StateDeviceFault(by=make_person(role), at=at, affected=affected, text="so stated")
        case needs.AffectedRoundsNeeded(role=role):
            played = [*round_dice_sets(session.state)]
            for first in (played[-1 - chance.randint(0, min(2, len(played) - 1))], played[-1]):
                yield correction_commands.StateAffectedRounds(by=make_person(role), at=at, first=first)
        case _:
            role = getattr(need, "role", DEALER.role)
            yield BARE_NEED_COMMANDS[type(need)](by=make_person(role), at=at)


def _late_offers(session: PlaySession, who: Who, role: str, stake: Money) -> _Commands:
    for stage in InsuranceStage:
        for side in Side:
            yield commands.OfferLate(by=make_person(role), at=session.at, who=who, stage=stage, side=side, stake=stake)


def _option_answers(chance: Random, session: PlaySession, case: Case) -> _Commands:
    round_ = _case_round(session)
    bettors = dict.fromkeys(bet.who for bet in round_.bets if bet.number not in round_.returned)
    for who in bettors:
        if who not in case.chosen:
            option = commands.Option.RETURN if chance.random() < 0.3 else commands.Option.CONTINUE
            yield commands.ChooseOption(by=DEALER, at=session.at, who=who, option=option)
    yield commands.ApplyOptions(by=DEALER, at=session.at)


def _case_round(session: PlaySession) -> Round:
    """The round that is on, or the one that has just ended and is looked at again."""
    round_ = session.state.round or session.state.last
    assert round_ is not None, "without a round there is no case"
    return round_


def _round_cards(session: PlaySession) -> tuple[DrawnCard, ...]:
    return () if session.state.round is None else session.state.round.cards
