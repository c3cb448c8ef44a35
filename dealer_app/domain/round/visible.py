"""What can be seen of a round: everything here follows from turned cards, never from a value that lies face down.

Here is also what nobody is shown while somebody reads a card or the dice independently.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.baccarat.conclusive import DecidedAreas
from dealer_app.domain.baccarat.outcomes import LayoutTable
from dealer_app.domain.baccarat.situations import Situation, coup_situation
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, Coup, make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    CardCorrection,
    DiceCorrection,
    InspectionNeeded,
    OrderNeeded,
    can_be_read_blind,
)
from dealer_app.domain.round.state import DrawnCard, PlacedBet, Round, TableState, Who
from dealer_app.domain.round.table_settings import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import Area


class CardStep(Enum):
    """What the cards on the table ask for next."""

    DRAW = "draw"
    TURN = "turn"
    INSURE = "insure"
    FINISHED = "finished"


class NextCard(Struct, frozen=True, kw_only=True):
    """The next thing to do with the cards: for which hand, or which offers are open."""

    step: CardStep
    side: Side | None = None
    places: tuple[int, ...] = ()
    offers: tuple[InsuranceOffer, ...] = ()


def visible_card(drawn: DrawnCard) -> Card | None:
    """The value of a card, if it lies open; what a seal keeps nobody sees."""
    return drawn.card if drawn.turned and drawn.seal is None else None


def open_cards(round_: Round) -> tuple[Card, ...]:
    """The cards that lie open, in drawn order, up to the first that does not."""
    return _open_prefix(round_.cards)


def _open_prefix(cards: tuple[DrawnCard, ...]) -> tuple[Card, ...]:
    found = []
    for drawn in cards:
        if not drawn.turned or drawn.card is None:
            break
        found.append(drawn.card)
    return tuple(found)


def open_coup(round_: Round) -> Coup:
    return make_coup(open_cards(round_))


def open_situation(round_: Round) -> Situation:
    return coup_situation(open_cards(round_))


def is_offer_just_closed(round_: Round) -> bool:
    """Whether insurance was offered on these very cards and is closed: its next card has not come yet (5.3)."""
    return any(CARDS_AT_OFFER[stage] == len(round_.cards) for stage in round_.offers_closed)


CARDS_AT_OFFER = {InsuranceStage.AFTER_FOUR: 4, InsuranceStage.AFTER_P3: 5}
"""How many cards of the round are drawn when each offer is made."""


def visible_decisions(rules: Rules, round_: Round) -> DecidedAreas:
    """What the open cards have conclusively decided, also those behind one that lies face down (ruling O16)."""
    assert rules.baccarat is not None, "dice decide at once"
    return rules.baccarat.decide_with_unknown([visible_card(drawn) for drawn in round_.cards])


@cache_last
def next_card(rules: Rules, state: TableState, round_: Round) -> NextCard:
    """What the cards ask for, once bets are closed."""
    assert rules.baccarat is not None, "only baccarat has cards"
    assert state.table is not None, "asked only at an open table"
    offers = open_offers(rules, state, round_)
    return NextCard(step=CardStep.INSURE, offers=offers) if offers else _next_without_insurance(round_)


def _next_without_insurance(round_: Round) -> NextCard:
    drawn, seen = len(round_.cards), open_cards(round_)
    face_down = tuple(place for place, card in enumerate(round_.cards) if not card.turned)
    if drawn < INITIAL_CARDS:
        return NextCard(step=CardStep.DRAW, side=Side.BANKER if drawn % 2 else Side.PLAYER)
    if len(seen) < INITIAL_CARDS:
        return NextCard(step=CardStep.TURN, places=_places_below(INITIAL_CARDS, face_down))
    now = make_coup(seen)
    if now.next_draw is None:
        return NextCard(step=CardStep.FINISHED)
    if face_down and _is_banker_third_first(round_, now):
        return NextCard(step=CardStep.DRAW, side=Side.BANKER)
    if face_down:
        # One third card after the other, or both; cards in excess stay face down.
        last = INITIAL_CARDS + 2 if round_.insurance_waived else len(seen) + 1
        return NextCard(step=CardStep.TURN, places=_places_below(last, face_down), side=now.next_draw)
    return NextCard(step=CardStep.DRAW, side=now.next_draw)


def _places_below(last: int, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(place for place in places if place < last)


def _is_banker_third_first(round_: Round, now: Coup) -> bool:
    """Whether the Banker's third card comes before the Player's is turned (Insurance Plus 3.14).

    It was granted where the Banker draws on anything, so the Player's card, still face down, makes no difference.
    """
    return round_.insurance_waived and now.next_draw is Side.PLAYER and len(round_.cards) == INITIAL_CARDS + 1


@cache_last
def open_offers(rules: Rules, state: TableState, round_: Round) -> tuple[InsuranceOffer, ...]:
    """The offers that bettors may answer now: made by the open totals, not closed, and of use to somebody."""
    assert rules.baccarat is not None, "only baccarat has insurance"
    assert state.table is not None, "asked only at an open table"
    if state.table.insurance is InsuranceShown.NOT_OFFERED:
        return ()
    made = _offers_not_closed(rules.baccarat, round_.cards, round_.offers_closed)
    open_now = [offer for offer in made if _may_be_answered(rules, state, round_, offer)]
    return made if len(open_now) == len(made) else tuple(open_now)


@cache_last
def _offers_not_closed(
    game: LayoutTable, cards: tuple[DrawnCard, ...], closed: frozenset[InsuranceStage]
) -> tuple[InsuranceOffer, ...]:
    """What the open totals offer and has not been closed: the same while bettors answer."""
    return tuple(
        offer for offer in game.situation_offers(coup_situation(_open_prefix(cards))) if offer.stage not in closed
    )


def _may_be_answered(rules: Rules, state: TableState, round_: Round, offer: InsuranceOffer) -> bool:
    if offer.stage is InsuranceStage.AFTER_P3 and round_.insurance_waived:
        return False
    assert state.table is not None, "an offer is made at a table"
    return state.table.bets is BetKeeping.OFF or bool(insurable_bettors(rules, round_, offer, left=state.left))


@cache_last
def open_answers(rules: Rules, state: TableState, round_: Round) -> tuple[tuple[InsuranceOffer, tuple[Who, ...]], ...]:
    """The open offers that somebody has not answered yet: who, in the order of placing."""
    found = []
    for offer in open_offers(rules, state, round_):
        said = {who for who, stage, side in round_.answered if stage is offer.stage and side is offer.side}
        silent = tuple([who for who in insurable_bettors(rules, round_, offer, left=state.left) if who not in said])
        if silent:
            found.append((offer, silent))
    return tuple(found)


def insurable_bettors(
    rules: Rules, round_: Round, offer: InsuranceOffer, *, left: frozenset[Who] = frozenset()
) -> tuple[Who, ...]:
    """The bettors who have a bet that this offer can insure, each once (Insurance Plus 3.11).

    Who walked away has forgone insurance for the round; their bets are settled as they lie (5.3, 5.3.1).
    """
    bettors = tuple(_bets_on_hand(round_.bets, round_.returned, offer.side))
    gone = bettors_who_passed(rules, round_, offer) | left
    return tuple(who for who in bettors if who not in gone) if gone else bettors


def insurable_bets(rules: Rules, round_: Round, offer: InsuranceOffer) -> frozenset[int]:
    """The numbers of the bets that this offer can insure (Insurance Plus 3.11)."""
    on_hand = _bets_on_hand(round_.bets, round_.returned, offer.side)
    return frozenset(number for who in insurable_bettors(rules, round_, offer) for number in on_hand[who])


_NOBODY: frozenset[Who] = frozenset()


def bettors_who_passed(rules: Rules, round_: Round, offer: InsuranceOffer) -> frozenset[Who]:
    """Who let the first offer pass, and with it this one, where that is how 5.3 is read (ruling I9).

    Who said no has passed; so has, once that offer is closed, who could have insured and did not. Nobody passes an
    offer that was not made to them (5.13).
    """
    first = InsuranceStage.AFTER_FOUR
    if offer.stage is first or rules.choice("I9") != REST_OF_ROUND:
        return _NOBODY
    assert rules.baccarat is not None, "only baccarat has insurance"
    taken = {(bet.who, bet.side) for bet in round_.insurance if bet.stage is first}
    asked = {(who, side) for who, stage, side in round_.answered if stage is first}
    if first in round_.offers_closed and first not in round_.neglected:
        for made in rules.baccarat.situation_offers(coup_situation(open_cards(round_)[:INITIAL_CARDS])):
            asked |= {(who, made.side) for who in _bets_on_hand(round_.bets, round_.returned, made.side)}
    return frozenset(who for who, _ in asked - taken)


REST_OF_ROUND = "rest-of-the-round"
"""The option of ruling I9 by which who passes once is not asked again."""


@cache_last
def _bets_on_hand(bets: tuple[PlacedBet, ...], returned: frozenset[int], side: Side) -> Mapping[Who, tuple[int, ...]]:
    """The bets in play on a hand, by bettor, in the order of placing: the same while bettors answer."""
    area = Area(side.value)
    found: dict[Who, tuple[int, ...]] = {}
    for bet in bets:
        if bet.wager.area == area and bet.number not in returned:
            found[bet.who] = (*found.get(bet.who, ()), bet.number)
    return found


def round_dice_sets(state: TableState) -> Mapping[int, str]:
    """With which dice each round was played that is remembered, by its number; the one that is on is the last."""
    past = {past.number: past.dice_set for past in state.history}
    return past if state.round is None else {**past, state.round.number: state.dice_set}


# What is hidden while somebody reads a card or the dice independently, or decides on the order of cards


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


def has_hidden_values(state: TableState) -> bool:
    """Whether somebody has still to read a card again, or to decide on an order: until then no value is shown."""
    disputed = any(isinstance(need, OrderNeeded) for case in state.cases for need in case.needs)
    return disputed or has_blind_reading(state)
