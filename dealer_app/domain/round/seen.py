"""What can be seen of a round: everything here follows from turned cards, never from a value that lies face down."""

from dataclasses import dataclass
from enum import Enum

from dealer_app.domain.baccarat.conclusive import Decided
from dealer_app.domain.baccarat.coup import INITIAL_CARDS, Coup, coup
from dealer_app.domain.baccarat.situation import Situation, situation
from dealer_app.domain.cards import Card
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import PlacedBet, Round, TableState, Who
from dealer_app.domain.round.table import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.wagers import Area


class Dealing(Enum):
    """What the cards on the table ask for next."""

    DRAW = "draw"
    TURN = "turn"
    INSURE = "insure"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextCard:
    """The next thing to do with the cards: for which hand, or which offers are open."""

    step: Dealing
    side: Side | None = None
    places: tuple[int, ...] = ()
    offers: tuple[InsuranceOffer, ...] = ()


def open_cards(round_: Round) -> tuple[Card, ...]:
    """The cards that lie open, in drawn order, up to the first that does not."""
    found = []
    for drawn in round_.cards:
        if not drawn.turned or drawn.card is None:
            break
        found.append(drawn.card)
    return tuple(found)


def open_coup(round_: Round) -> Coup:
    return coup(open_cards(round_))


def open_situation(round_: Round) -> Situation:
    return situation(open_cards(round_))


def decided(rules: Rules, round_: Round) -> Decided:
    """What the open cards have conclusively decided."""
    assert rules.baccarat is not None, "dice decide at once"
    return rules.baccarat.decided_in[open_situation(round_)]


@last_remembered
def next_card(rules: Rules, state: TableState, round_: Round) -> NextCard:
    """What the cards ask for, once bets are closed."""
    assert rules.baccarat is not None, "only baccarat has cards"
    assert state.table is not None, "asked only at an open table"
    drawn, seen = len(round_.cards), open_cards(round_)
    if drawn < INITIAL_CARDS:
        return NextCard(step=Dealing.DRAW, side=Side.BANKER if drawn % 2 else Side.PLAYER)
    face_down = tuple(place for place, card in enumerate(round_.cards) if not card.turned)
    if len(seen) < INITIAL_CARDS:
        return NextCard(step=Dealing.TURN, places=_before(INITIAL_CARDS, face_down))
    now = coup(seen)
    offers = open_offers(rules, state, round_)
    if offers:
        return NextCard(step=Dealing.INSURE, offers=offers)
    if now.next_draw is None:
        return NextCard(step=Dealing.FINISHED)
    if face_down and _banker_third_first(round_, now):
        return NextCard(step=Dealing.DRAW, side=Side.BANKER)
    if face_down:
        # One third card after the other, or both; cards in excess stay face down.
        last = INITIAL_CARDS + 2 if round_.insurance_waived else len(seen) + 1
        return NextCard(step=Dealing.TURN, places=_before(last, face_down), side=now.next_draw)
    return NextCard(step=Dealing.DRAW, side=now.next_draw)


def _before(last: int, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(place for place in places if place < last)


def _banker_third_first(round_: Round, now: Coup) -> bool:
    """Whether the Banker's third card comes before the Player's is turned (Insurance Plus 3.14).

    It was granted where the Banker draws on anything, so the Player's card, still face down, makes no difference.
    """
    return round_.insurance_waived and now.next_draw is Side.PLAYER and len(round_.cards) == INITIAL_CARDS + 1


@last_remembered
def open_offers(rules: Rules, state: TableState, round_: Round) -> tuple[InsuranceOffer, ...]:
    """The offers that bettors may answer now: made by the open totals, not closed, and of use to somebody."""
    assert rules.baccarat is not None, "only baccarat has insurance"
    assert state.table is not None, "asked only at an open table"
    if state.table.insurance is InsuranceShown.NOT_OFFERED:
        return ()
    made = rules.baccarat.offers(open_situation(round_))
    return tuple(offer for offer in made if _may_be_answered(rules, state, round_, offer))


def _may_be_answered(rules: Rules, state: TableState, round_: Round, offer: InsuranceOffer) -> bool:
    if offer.stage in round_.offers_closed:
        return False
    if offer.stage is InsuranceStage.AFTER_P3 and round_.insurance_waived:
        return False
    assert state.table is not None, "an offer is made at a table"
    return state.table.bets is BetKeeping.OFF or any(insurable(rules, round_, offer))


def insurable(rules: Rules, round_: Round, offer: InsuranceOffer) -> frozenset[int]:
    """The numbers of the bets that this offer can insure (Insurance Plus 3.11)."""
    able = _on_hand(round_.bets, round_.returned, offer.side)
    gone = forgone(rules, round_, offer)
    return frozenset(bet.number for bet in round_.bets if bet.number in able and bet.who not in gone) if gone else able


_NOBODY: frozenset[Who] = frozenset()


def forgone(rules: Rules, round_: Round, offer: InsuranceOffer) -> frozenset[Who]:
    """Who let the first offer pass, and with it this one, where that is how 5.3 is read (ruling I9).

    Who said no has passed; so has, once that offer is closed, who could have insured and did not.
    """
    first = InsuranceStage.AFTER_FOUR
    if offer.stage is first or rules.choice("I9") != REST_OF_THE_ROUND:
        return _NOBODY
    assert rules.baccarat is not None, "only baccarat has insurance"
    taken = {(bet.who, bet.side) for bet in round_.insurance if bet.stage is first}
    asked = {(who, side) for who, stage, side in round_.answered if stage is first}
    if first in round_.offers_closed:
        for made in rules.baccarat.offers(situation(open_cards(round_)[:INITIAL_CARDS])):
            able = _on_hand(round_.bets, round_.returned, made.side)
            asked |= {(bet.who, made.side) for bet in round_.bets if bet.number in able}
    return frozenset(who for who, _ in asked - taken)


REST_OF_THE_ROUND = "rest-of-the-round"
"""The option of ruling I9 by which who passes once is not asked again."""


@last_remembered
def _on_hand(bets: tuple[PlacedBet, ...], returned: frozenset[int], side: Side) -> frozenset[int]:
    area = Area(side.value)
    return frozenset(bet.number for bet in bets if bet.wager.area == area and bet.number not in returned)
