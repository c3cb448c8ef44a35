"""What goes wrong at a table by chance: for a moment of play, the mistakes that can be made there."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.decide.dealing import is_impossible_card
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.irregularities.excess_cards import (
    count_unknown_values,
    face_down_beside_hands,
    face_down_excess,
)
from dealer_app.domain.round.irregularities.kinds import IRREGULARITIES, IrregularityKind, Named
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace
from dealer_app.scripts.language import DEALER, SUPERVISOR
from dealer_app.scripts.session import PlaySession, RealCards

_Commands = Iterator[Command]
_REPORTABLE = sorted(
    (row for row in IRREGULARITIES.values() if row.is_reportable and Named.EXCESS_CARD not in row.names),
    key=lambda row: row.code,
)
"""Reported with whatever is there to be named; a card in excess is looked for by a mistake of its own."""


def mistake_commands(chance: Random, cards: RealCards, session: PlaySession, step: Guide) -> _Commands:
    """One kind by chance; it may still be one that the table does not allow now."""
    fitting = [*_MISTAKES_BY_STEP.get(step.step, ()), *_MISTAKES_ANY_TIME]
    yield from chance.choice(fitting)(chance, cards, session)


def _card_unasked(chance: Random, cards: RealCards, session: PlaySession) -> _Commands:
    """Before closing, during an offer, or beyond the end of the round."""
    if cards.cards_left and session.state.shoe.cards_left:
        salt = f"{chance.getrandbits(64):016x}"
        came = commands.DrawCard(by=DEALER, at=session.at, card=cards.top_card, salt=salt)
        lies = chance.choice(("as dealt", "face up", "face down", "read", "read"))
        yield replace(came, face_up=lies == "face up", face_down=lies == "face down", by_device=lies == "read")


def _card_elsewhere(chance: Random, cards: RealCards, session: PlaySession) -> _Commands:
    if cards.cards_left and session.state.shoe.cards_left:
        yield commands.DrawCard(by=DEALER, at=session.at, card=cards.top_card, put=chance.choice(list(Place)))


def _card_exposed(_chance: Random, cards: RealCards, session: PlaySession) -> _Commands:
    table = session.state.table
    if table is not None and table.dealing is Dealing.FACE_DOWN and cards.cards_left and session.state.shoe.cards_left:
        yield commands.DrawCard(by=DEALER, at=session.at, card=cards.top_card, face_up=True)


def _card_misread(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """A card is keyed of which the shoe can hold no more."""
    gone = [card for card, seen in session.state.shoe.seen.items() if seen >= session.state.shoe.decks]
    if gone:
        yield commands.DrawCard(by=DEALER, at=session.at, card=chance.choice(gone))


def _random_report(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    round_ = session.state.round
    bettors = [] if round_ is None else [bet.who for bet in round_.bets]
    drawn = 0 if round_ is None else len(round_.cards)
    row = chance.choice(_REPORTABLE)
    yield commands.Report(
        by=DEALER,
        at=session.at,
        trouble=row.code,
        stage=chance.choice((None, *InsuranceStage)) if Named.OFFER in row.names else None,
        who=chance.choice(bettors) if bettors and chance.random() < 0.5 else None,
        places=(chance.randrange(drawn),) if drawn and chance.random() < 0.5 else (),
        text="seen at the table",
    )


def _excess_seen(chance: Random, cards: RealCards, session: PlaySession) -> _Commands:
    """Somebody turns up a card that lies sealed beside the hands, or for the next round."""
    state = session.state
    lying = face_down_excess(state)
    if not lying:
        return
    place = chance.choice(lying)
    real = (
        cards.cards_on_table((place,))
        if face_down_beside_hands(state)
        else (cards.next_round_card(place, len(state.carried)),)
    )
    yield commands.Report(
        by=DEALER,
        at=session.at,
        trouble=IrregularityKind.EXCESS_CARD_SEEN.value,
        places=(place,),
        cards=real[: count_unknown_values(state, (place,))],
        text="somebody turned it up",
    )


def _raise_claim(_chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    yield commands.HoldForClaim(by=DEALER, at=session.at, text="claims-bet")


def _undo_entry(_chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    yield commands.Undo(by=DEALER, at=session.at)


def _too_few_tumbles(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    yield commands.CountTumbles(by=DEALER, at=session.at, tumbles=chance.randint(0, 3))


def _die_not_flat(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    first, second, third = (chance.randint(1, 6) for _ in range(3))
    yield commands.ReadDice(by=DEALER, at=session.at, dice=(first, second, third), flat=(True, False, True))


def _bet_wrong(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """A bet turns out to have been keyed wrongly, placed late, taken back, moved or to be no money."""
    yield from _insurance_wrong(chance, session)
    round_ = session.state.round
    if round_ is None or not round_.bets:
        return
    bet = chance.choice(round_.bets)
    half = Money(bet.wager.stake // 2)
    fault = chance.choice(list(correction_commands.BetFault))
    if chance.random() < 0.5:
        wager = chance.choice(round_.bets).wager
        yield correction_commands.CorrectBet(
            by=DEALER, at=session.at, number=bet.number, wager=wager, reason="keyed wrongly"
        )
    accepted = half if fault is correction_commands.BetFault.LATE else None
    yield correction_commands.ReportBet(
        by=DEALER, at=session.at, fault=fault, number=bet.number, accepted=accepted, text="seen"
    )


def _insurance_wrong(chance: Random, session: PlaySession) -> _Commands:
    """Of an insurance another stake was keyed, or nobody had bought it; found also once the round is settled."""
    round_ = session.state.round or session.state.last
    if round_ is not None and round_.insurance and chance.random() < 0.5:
        bet = chance.choice(round_.insurance)
        stake = chance.choice((None, Money(max(1, bet.stake // 2)), Money(bet.stake * 2)))
        yield correction_commands.CorrectBet(
            by=DEALER, at=session.at, number=bet.number, wager=None, stake=stake, reason="keyed wrongly"
        )


def _card_wrong(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """A card was read as another than it is."""
    round_ = session.state.round or session.state.last
    known: list[tuple[int, Card]] = []
    if round_ is not None:
        known = [(place, one.card) for place, one in enumerate(round_.cards) if one.card is not None and one.turned]
    if known:
        place, read = chance.choice(known)
        others = [card for card in DECK if card is not read and not is_impossible_card(session.state, card)]
        for card in chance.sample(others, min(3, len(others))):
            yield correction_commands.CorrectCard(
                by=DEALER, at=session.at, place=place, card=card, reason="looked at again"
            )


def _card_lies_elsewhere(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """A card is found to lie elsewhere than it was put, also once the round is settled."""
    round_ = session.state.round or session.state.last
    if round_ is not None and round_.cards:
        put = [drawn.put for drawn in round_.cards]
        put[chance.randrange(len(put))] = chance.choice(list(Place))
        yield correction_commands.LayCards(by=DEALER, at=session.at, put=tuple(put))


def _dice_wrong(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    first, second, third = (chance.randint(1, 6) for _ in range(3))
    yield correction_commands.CorrectDice(
        by=DEALER, at=session.at, dice=(first, second, third), reason="looked at again"
    )


def _close_with_excess(_chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """Bets over a limit are not seen before closing."""
    yield commands.NoMoreBets(by=DEALER, at=session.at)


def _player_gone_with_card(chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """A bettor walks away with a card that nobody has seen."""
    round_ = session.state.round
    if round_ is not None and round_.bets:
        hidden = [place for place, card in enumerate(round_.cards) if not card.turned]
        yield commands.Report(
            by=DEALER,
            at=session.at,
            trouble=IrregularityKind.LEFT_WITH_CARD.value,
            who=chance.choice(round_.bets).who,
            places=tuple(hidden[:1]),
            text="he is gone",
        )


def _first_card_cutting(_chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    """It comes out as the first card of a round."""
    yield commands.Report(
        by=DEALER, at=session.at, trouble=IrregularityKind.CUTTING_CARD_FIRST.value, text="it came first"
    )
    yield commands.CuttingCardOut(by=DEALER, at=session.at)


def _take_cutting_card(_chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    yield commands.CuttingCardOut(by=DEALER, at=session.at)


def _cards_replaced(_chance: Random, _cards: RealCards, session: PlaySession) -> _Commands:
    yield correction_commands.ReplaceCards(by=SUPERVISOR, at=session.at, reason="damaged")


_Mistake = Callable[[Random, RealCards, PlaySession], _Commands]
_MISTAKES_ANY_TIME: tuple[_Mistake, ...] = (_random_report, _undo_entry, _bet_wrong)
_MISTAKES_ON_DRAW: tuple[_Mistake, ...] = (
    _card_elsewhere,
    _card_exposed,
    _card_misread,
    _first_card_cutting,
    _card_wrong,
)
_MISTAKES_BY_STEP: Mapping[Step, tuple[_Mistake, ...]] = {
    Step.PLACE_YOUR_BETS: (
        _raise_claim,
        _take_cutting_card,
        _cards_replaced,
        _card_wrong,
        _card_lies_elsewhere,
        _dice_wrong,
        _excess_seen,
    ),
    Step.REJECT_EXCESS: (_close_with_excess,),
    Step.NO_MORE_BETS: (_card_unasked, _too_few_tumbles, _take_cutting_card),
    Step.DRAW_PLAYER: _MISTAKES_ON_DRAW,
    Step.DRAW_BANKER: _MISTAKES_ON_DRAW,
    Step.TURN_CARDS: (_card_unasked, _player_gone_with_card),
    Step.OFFER_INSURANCE: (_card_unasked,),
    Step.ANNOUNCE_RESULT: (_card_unasked, _card_wrong, _card_lies_elsewhere, _dice_wrong, _excess_seen),
    Step.SETTLE: (_card_unasked, _raise_claim, _card_wrong, _card_lies_elsewhere, _dice_wrong, _excess_seen),
    Step.TUMBLE: (_too_few_tumbles,),
    Step.READ_DICE: (_die_not_flat,),
}
