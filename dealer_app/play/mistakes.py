"""What goes wrong at a table by chance: for a moment of play, the mistakes that can be made there."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.dealing import is_impossible
from dealer_app.domain.round.decide.excess_seen import beside_the_hands, unseen, values_to_key
from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.table import Dealing
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.play.cards import RealCards
from dealer_app.play.people import DEALER, SUPERVISOR
from dealer_app.play.session import Session

_Commands = Iterator[Command]
_CODES = sorted(trouble.value for trouble in REPORTABLE - {Trouble.EXCESS_CARD_SEEN})


def mistakes(chance: Random, cards: RealCards, session: Session, step: Guide) -> _Commands:
    """One kind by chance; it may still be one that the table does not allow now."""
    fitting = [*_AT.get(step.step, ()), *_ALWAYS]
    yield from chance.choice(fitting)(chance, cards, session)


def _card_unasked(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """Before closing, during an offer, or beyond the end of the round."""
    if cards.left and session.state.shoe.left:
        salt = f"{chance.getrandbits(64):016x}"
        came = commands.DrawCard(by=DEALER, at=session.at, card=cards.top, salt=salt)
        lies = chance.choice(("as dealt", "face up", "face down", "read", "read"))
        yield replace(came, face_up=lies == "face up", face_down=lies == "face down", by_device=lies == "read")


def _card_elsewhere(chance: Random, cards: RealCards, session: Session) -> _Commands:
    if cards.left and session.state.shoe.left:
        yield commands.DrawCard(by=DEALER, at=session.at, card=cards.top, put=chance.choice(list(Place)))


def _card_exposed(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del chance
    table = session.state.table
    if table is not None and table.dealing is Dealing.FACE_DOWN and cards.left and session.state.shoe.left:
        yield commands.DrawCard(by=DEALER, at=session.at, card=cards.top, face_up=True)


def _card_misread(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """A card is keyed of which the shoe can hold no more."""
    del cards
    gone = [card for card, seen in session.state.shoe.seen.items() if seen >= session.state.shoe.decks]
    if gone:
        yield commands.DrawCard(by=DEALER, at=session.at, card=chance.choice(gone))


def _reported(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del cards
    round_ = session.state.round
    bettors = [] if round_ is None else [bet.who for bet in round_.bets]
    drawn = 0 if round_ is None else len(round_.cards)
    trouble = chance.choice(_CODES)
    yield commands.Report(
        by=DEALER,
        at=session.at,
        trouble=trouble,
        stage=chance.choice((None, *InsuranceStage)) if trouble == Trouble.MISSED_INSURANCE.value else None,
        who=chance.choice(bettors) if bettors and chance.random() < 0.5 else None,
        places=(chance.randrange(drawn),) if drawn and chance.random() < 0.5 else (),
        text="seen at the table",
    )


def _excess_seen(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """Somebody turns up a card that lies sealed beside the hands, or for the next round."""
    state = session.state
    lying = unseen(state)
    if not lying:
        return
    place = chance.choice(lying)
    real = cards.at((place,)) if beside_the_hands(state) else (cards.carried(place, len(state.carried)),)
    yield commands.Report(
        by=DEALER,
        at=session.at,
        trouble=Trouble.EXCESS_CARD_SEEN.value,
        places=(place,),
        cards=real[: values_to_key(state, (place,))],
        text="somebody turned it up",
    )


def _claimed(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del chance, cards
    yield commands.HoldForClaim(by=DEALER, at=session.at, text="he says that he had bet")


def _undone(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del chance, cards
    yield commands.Undo(by=DEALER, at=session.at)


def _too_few_tumbles(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del cards
    yield commands.CountTumbles(by=DEALER, at=session.at, tumbles=chance.randint(0, 3))


def _cocked(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del cards
    first, second, third = (chance.randint(1, 6) for _ in range(3))
    yield commands.ReadDice(by=DEALER, at=session.at, dice=(first, second, third), flat=(True, False, True))


def _bet_wrong(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """A bet turns out to have been keyed wrongly, placed late, taken back, moved or to be no money."""
    del cards
    yield from _insurance_wrong(chance, session)
    round_ = session.state.round
    if round_ is None or not round_.bets:
        return
    bet = chance.choice(round_.bets)
    half = Money(bet.wager.stake // 2)
    fault = chance.choice(list(mending_commands.BetFault))
    if chance.random() < 0.5:
        wager = chance.choice(round_.bets).wager
        yield mending_commands.CorrectBet(
            by=DEALER, at=session.at, number=bet.number, wager=wager, reason="keyed wrongly"
        )
    accepted = half if fault is mending_commands.BetFault.LATE else None
    yield mending_commands.ReportBet(
        by=DEALER, at=session.at, fault=fault, number=bet.number, accepted=accepted, text="seen"
    )


def _insurance_wrong(chance: Random, session: Session) -> _Commands:
    """Of an insurance another stake was keyed, or nobody had bought it; found also once the round is settled."""
    round_ = session.state.round or session.state.last
    if round_ is not None and round_.insurance and chance.random() < 0.5:
        bet = chance.choice(round_.insurance)
        stake = chance.choice((None, Money(max(1, bet.stake // 2)), Money(bet.stake * 2)))
        yield mending_commands.CorrectBet(
            by=DEALER, at=session.at, number=bet.number, wager=None, stake=stake, reason="keyed wrongly"
        )


def _card_wrong(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """A card was read as another than it is."""
    round_ = session.state.round or session.state.last
    known: list[tuple[int, Card]] = []
    if round_ is not None:
        known = [(place, one.card) for place, one in enumerate(round_.cards) if one.card is not None and one.turned]
    if known:
        place, read = chance.choice(known)
        others = [card for card in DECK if card is not read and not is_impossible(session.state, card)]
        for card in chance.sample(others, min(3, len(others))):
            yield mending_commands.CorrectCard(
                by=DEALER, at=session.at, place=place, card=card, reason="looked at again"
            )
    del cards


def _lies_elsewhere(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """A card is found to lie elsewhere than it was put, also once the round is settled."""
    del cards
    round_ = session.state.round or session.state.last
    if round_ is not None and round_.cards:
        put = [drawn.put for drawn in round_.cards]
        put[chance.randrange(len(put))] = chance.choice(list(Place))
        yield mending_commands.LayCards(by=DEALER, at=session.at, put=tuple(put))


def _dice_wrong(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del cards
    first, second, third = (chance.randint(1, 6) for _ in range(3))
    yield mending_commands.CorrectDice(by=DEALER, at=session.at, dice=(first, second, third), reason="looked at again")


def _not_rejected(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """Bets over a limit are not seen before closing."""
    del chance, cards
    yield commands.NoMoreBets(by=DEALER, at=session.at)


def _left_with_card(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """A bettor walks away with a card that nobody has seen."""
    del cards
    round_ = session.state.round
    if round_ is not None and round_.bets:
        hidden = [place for place, card in enumerate(round_.cards) if not card.turned]
        yield commands.Report(
            by=DEALER,
            at=session.at,
            trouble=Trouble.LEFT_WITH_CARD.value,
            who=chance.choice(round_.bets).who,
            places=tuple(hidden[:1]),
            text="he is gone",
        )


def _cutting_card_first(chance: Random, cards: RealCards, session: Session) -> _Commands:
    """It comes out as the first card of a round."""
    del chance, cards
    yield commands.Report(by=DEALER, at=session.at, trouble=Trouble.CUTTING_CARD_FIRST.value, text="it came first")
    yield commands.CuttingCardOut(by=DEALER, at=session.at)


def _cutting_card(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del chance, cards
    yield commands.CuttingCardOut(by=DEALER, at=session.at)


def _cards_replaced(chance: Random, cards: RealCards, session: Session) -> _Commands:
    del chance, cards
    yield mending_commands.ReplaceCards(by=SUPERVISOR, at=session.at, reason="damaged")


_Mistake = Callable[[Random, RealCards, Session], _Commands]
_ALWAYS: tuple[_Mistake, ...] = (_reported, _undone, _bet_wrong)
_DRAWING: tuple[_Mistake, ...] = (
    _card_elsewhere,
    _card_exposed,
    _card_misread,
    _cutting_card_first,
    _card_wrong,
)
_AT: Mapping[Step, tuple[_Mistake, ...]] = {
    Step.PLACE_YOUR_BETS: (
        _claimed,
        _cutting_card,
        _cards_replaced,
        _card_wrong,
        _lies_elsewhere,
        _dice_wrong,
        _excess_seen,
    ),
    Step.REJECT_EXCESS: (_not_rejected,),
    Step.NO_MORE_BETS: (_card_unasked, _too_few_tumbles, _cutting_card),
    Step.DRAW_PLAYER: _DRAWING,
    Step.DRAW_BANKER: _DRAWING,
    Step.TURN_CARDS: (_card_unasked, _left_with_card),
    Step.OFFER_INSURANCE: (_card_unasked,),
    Step.ANNOUNCE_RESULT: (_card_unasked, _card_wrong, _lies_elsewhere, _dice_wrong, _excess_seen),
    Step.SETTLE: (_card_unasked, _claimed, _card_wrong, _lies_elsewhere, _dice_wrong, _excess_seen),
    Step.TUMBLE: (_too_few_tumbles,),
    Step.READ_DICE: (_cocked,),
}
