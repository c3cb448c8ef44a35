"""How guests and officials answer in a practised round, where the scenario does not say it: plainly, and always alike.

Cards are read as they are, consent is given, guests stay. A scenario that wants somebody to refuse or to leave says so.
"""

from collections.abc import Iterator
from random import Random

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, needs
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Command, Round, Who
from dealer_app.domain.round.visible import open_answers
from dealer_app.domain.rulebook import Side
from dealer_app.scripts.case_answers import answer_commands
from dealer_app.scripts.language import DEALER, make_person
from dealer_app.scripts.session import PlaySession, RealCards

_Commands = Iterator[Command]
_SAID = "as decided at the table"


def case_answers(session: PlaySession, cards: RealCards, *, offered: bool) -> _Commands:
    """What meets the first need of the open case, the plainest first; `offered` says whether insurance was."""
    case = session.state.cases[-1]
    yield from _plain_answers(session, cards, case, offered=offered)
    # A rarer need, or one that is met otherwise here: whatever the simulated dealer would try.
    yield from answer_commands(Random(0), cards, session)  # noqa: S311 - always the same, and guards nothing


def _plain_answers(session: PlaySession, cards: RealCards, case: Case, *, offered: bool) -> _Commands:
    at, need = session.at, case.needs[0]
    match need:
        case needs.AnswerNeeded():
            said = offered and case.trouble == IrregularityKind.CARD_DURING_OFFER.value
            yield commands.Answer(by=DEALER, at=at, announced=said)
        case needs.ApprovalNeeded(role=role):
            yield commands.Approve(by=make_person(role), at=at)
        case needs.InspectionNeeded(role=role) if cards.cards_left:
            yield commands.Inspect(by=make_person(role), at=at, card=cards.top_card)
        case needs.OrderNeeded(role=role):
            lying = 0 if session.state.round is None else len(session.state.round.cards)
            for count in (2, lying):
                yield commands.DecideOrder(by=make_person(role), at=at, order=tuple(range(count)))
        case needs.OptionsNeeded():
            for who in _silent_guests(session, case):
                yield commands.ChooseOption(by=DEALER, at=at, who=who, option=commands.Option.CONTINUE)
            yield commands.ApplyOptions(by=DEALER, at=at)
        case needs.RulingNeeded(role=role):
            for effect in (commands.Effect.CONTINUE, commands.Effect.VOID):
                yield commands.GiveRuling(by=make_person(role), at=at, effect=effect, text=_SAID)
        case _:
            yield from _rarer_answers(session, cards, case)


def _rarer_answers(session: PlaySession, cards: RealCards, case: Case) -> _Commands:
    at, need = session.at, case.needs[0]
    match need:
        case needs.LateOfferNeeded(role=role):
            yield correction_commands.CloseLateOffer(by=make_person(role), at=at)
        case needs.IntentionsNeeded(role=role):
            named = tuple(correction_commands.Intention(who, side, _SAID) for who, side in _meant_to_insure(session))
            yield correction_commands.NameIntentions(by=make_person(role), at=at, named=named)
            yield correction_commands.NameIntentions(by=make_person(role), at=at, named=())
        case needs.CardsAsideNeeded(cards=count):
            yield correction_commands.SetCardsAside(by=DEALER, at=at, cards=count)
        case needs.MissingCardNeeded():
            gone = cards.cards_on_table(case.places)
            yield correction_commands.NameMissingCards(by=DEALER, at=at, cards=gone)
        case needs.ChangesNeeded():
            yield correction_commands.EndChanges(by=DEALER, at=at)
        case needs.AffectedRoundsNeeded(role=role) if session.state.round is not None:
            yield correction_commands.StateAffectedRounds(by=make_person(role), at=at, first=session.state.round.number)
        case _ if type(need) in BARE_NEED_COMMANDS:
            role = getattr(need, "role", DEALER.role)
            yield BARE_NEED_COMMANDS[type(need)](by=make_person(role), at=at)
        case _:
            pass


def _silent_guests(session: PlaySession, case: Case) -> tuple[Who, ...]:
    round_ = session.state.round or session.state.last
    if round_ is None:
        return ()
    bettors = dict.fromkeys(bet.who for bet in round_.in_play)
    return tuple(who for who in bettors if who not in case.chosen)


def insurance_answers(session: PlaySession) -> _Commands:
    """What guests say to an open offer: the first who is asked insures half of the bet, the others decline."""
    state = session.state
    if state.round is None or state.table is None:
        return
    unit = state.table.unit or Money(1)
    for offer, silent in open_answers(session.rules, state, state.round):
        for place, who in enumerate(silent):
            if place == 0:
                stake = _half_of_bet(state.round, who, offer.side, unit)
                yield commands.TakeInsurance(by=DEALER, at=session.at, who=who, side=offer.side, stake=stake)
            yield commands.DeclineInsurance(by=DEALER, at=session.at, who=who, side=offer.side)


def _half_of_bet(round_: Round, who: Who, side: Side, unit: Money) -> Money:
    stake = sum(bet.wager.stake for bet in round_.in_play if bet.who == who and bet.wager.area == side.value)
    return Money(max(unit, stake // 2 // unit * unit))


def _meant_to_insure(session: PlaySession) -> tuple[tuple[Who, Side], ...]:
    """Of each hand the first guest with a bet on it, as with an offer that is made."""
    round_ = session.state.round or session.state.last
    found: list[tuple[Who, Side]] = []
    for side in Side:
        first = next((bet.who for bet in round_.in_play if bet.wager.area == side.value), None) if round_ else None
        if first is not None:
            found.append((first, side))
    return tuple(found)


def give_first(session: PlaySession, proposed: _Commands) -> tuple[Command, tuple[object, ...]] | None:
    """The first of these commands that the table allows, given; None if it allows none."""
    for command in proposed:
        happened = session.give_command(command)
        if not isinstance(happened, Refusal):
            return command, happened
    return None
