"""Insurance: what is offered on which totals, how a bet on it ends, and how much of it counts.

An offer exists only while a further card is to come and on totals that lie open (Insurance Plus 3.11 to 3.17,
4.2; ruling I1). Whether it was taken in time is judged in the round.

A bet counts up to its caps and no more (3.12.2, 5.13.1; rulings I6, I7, I11, I12). What is above them goes
back; of several bets under one cap the last one goes back first.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.baccarat.situations import SITUATIONS, Situation, after_five_cards, after_four_cards
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.limits import BetCount, TableLimits, box_limit
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Rulebook, Side
from dealer_app.domain.wagers import LOST, RETURNED, Area, Bettor, Result, Verdict, Wager

POINT_RANGE = range(10)
NO_MONEY = Money(0)
_PAIRS_BEFORE_THE_END = range(4)
Offers = tuple[InsuranceOffer, ...]


def stage_offers(insurance: Insurance, stage: InsuranceStage, player: int, banker: int) -> Offers:
    """The rows of the pay table that fit these totals, a further card being due."""
    return tuple(
        offer
        for offer in insurance.offers
        if offer.stage is stage and player in offer.player_points and banker in offer.banker_points
    )


def offers_by_situation(insurance: Insurance | None) -> tuple[Offers, ...]:
    """What is offered in each situation of a coup; nothing in a book without insurance."""
    offered: list[Offers] = [()] * SITUATIONS
    if insurance is not None:
        for player in POINT_RANGE:
            for banker in POINT_RANGE:
                for situation, stage in _open_situations(player, banker):
                    offered[situation] = stage_offers(insurance, stage, player, banker)
    return tuple(offered)


def _open_situations(player: int, banker: int) -> Sequence[tuple[Situation, InsuranceStage]]:
    after_four = player_draws(player, banker) or banker_draws(player, banker, None)
    found = []
    for pairs in _PAIRS_BEFORE_THE_END:
        if after_four:
            found.append((after_four_cards(player, banker, pairs), InsuranceStage.AFTER_FOUR))
        found.append((after_five_cards(player, banker, pairs), InsuranceStage.AFTER_P3))
    return found


def insurance_verdict(offer: InsuranceOffer, player: int, banker: int) -> Verdict:
    """How a bet on this offer ends. 4.2.1 governs a tie: returned, but paid on the two starred offers (ruling I2)."""
    won = Verdict(Result.WIN, offer.odds)
    if player == banker:
        return won if offer.tie_pays else RETURNED
    loser = Side.PLAYER if player < banker else Side.BANKER
    return won if loser is offer.side else LOST


class CapReading(Enum):
    """Whom the cap at the capped odds binds, the options of ruling I6: each bettor, or the table together."""

    EACH_BETTOR = "each-player-hand-and-offer"
    WHOLE_TABLE = "ten-to-one-for-the-table"


class OriginalReading(Enum):
    """Which part of the Original Bet caps an insurance bet, the options of ruling I11."""

    PART_THAT_COUNTS = "part-that-counts"
    AS_PLACED = "as-placed"


def insurance_cap(
    insurance: Insurance,
    odds: Odds,
    original_bet: Fraction,
    displayed_maximum: Fraction | None,
    *,
    share_taken: Fraction = Fraction(0),
) -> Fraction:
    """The most a bettor may bet on one offer (3.12.2): never over the Original Bet.

    At the capped odds also a share of the displayed maximum, or of the Differential where no maximum is displayed
    (ruling I5), less what is taken of it already by whom it binds together. Where neither is displayed only the first
    cap is left.
    """
    if odds != insurance.capped_odds or displayed_maximum is None:
        return original_bet
    share = displayed_maximum * insurance.capped_share_of_maximum
    return min(original_bet, max(share - share_taken, Fraction(0)))


def original_bet_sum(book: Rulebook, insured: Sequence[tuple[Wager, BetCount | None]]) -> Fraction | None:
    """What a bettor's bets on a hand come to, as far as they cap its insurance (ruling I11); None if there are none."""
    if not insured:
        return None
    as_placed = book.choice("I11") == OriginalReading.AS_PLACED.value
    return sum(
        (
            Fraction(wager.stake) if as_placed or counting is None or counting.counts is None else counting.counts
            for wager, counting in insured
        ),
        Fraction(0),
    )


def offer_maximum(
    book: Rulebook,
    limits: TableLimits,
    offer: InsuranceOffer,
    insured: Sequence[tuple[Wager, BetCount | None]],
    *,
    on_offer_by_others: Fraction | Money,
    on_offer_elsewhere: Fraction | Money = NO_MONEY,
) -> Fraction | None:
    """The most that a bettor may have on an offer, given the bets on that hand; None without any there (3.11).

    The share of the maximum is one for each Player (ruling I6), and `on_offer_elsewhere`, what is on the offer at their
    other places, is part of it. The Original Bet is each place's own: it is what its insurance insures (3.11).
    Without limits in force a bet has no Counting and counts in full. So does one above the maximum, of which nobody has
    said yet what counts (5.18).
    """
    original = original_bet_sum(book, insured)
    if original is None or book.insurance is None:
        return None
    side = Area(offer.side.value)
    whole_table = CapReading(book.choice("I6") or CapReading.EACH_BETTOR) is CapReading.WHOLE_TABLE
    # Where no maximum is displayed the Differential takes its place (ruling I5).
    maximum = limits.maximum(side) or box_limit(book, limits, side)
    return insurance_cap(
        book.insurance,
        offer.odds,
        original,
        None if maximum is None else Fraction(maximum),
        share_taken=Fraction(on_offer_by_others if whole_table else on_offer_elsewhere),
    )


def late_offer_cap(insurance: Insurance, odds: Odds, original_bet: Fraction) -> Fraction:
    """The most on an offer that the dealer had neglected: its winnings may not exceed the Original Bet (5.13.1, I7)."""
    return original_bet * insurance.late_payout_over_original / odds.ratio


BettorPlace = tuple[int | None, Bettor]
BetsWithCounts = Sequence[tuple[Wager, BetCount | None]]
"""Bets with what counts of each; None where no limits are in force and all of it counts."""

_OfferKey = tuple[InsuranceStage, Side]


class InsuranceStake(Struct, frozen=True, kw_only=True):
    """An insurance bet as its caps see it. `person` are all places of its bettor (ruling I6), by default the one."""

    who: BettorPlace
    offer: InsuranceOffer
    stake: Money
    late: bool = False
    person: frozenset[BettorPlace] = frozenset()


class InsuranceCount(Struct, frozen=True, kw_only=True):
    """The part of an insurance bet that wins or loses; None if there is no bet on that hand to insure (3.11).

    `clause` is that of the cap under which a part of it goes back.
    """

    counts: Fraction | None
    clause: str = ""


def count_insurance_stakes(
    book: Rulebook, limits: TableLimits, taken: Sequence[InsuranceStake], bets: BetsWithCounts
) -> tuple[InsuranceCount, ...]:
    """What counts of each of these insurance bets, in the order in which they were taken."""
    room = _CapRoom(book, limits, bets)
    return tuple(room.take_stake(one) for one in taken)


class _CapRoom:
    """What the caps still leave, bet after bet."""

    def __init__(self, book: Rulebook, limits: TableLimits, bets: BetsWithCounts) -> None:
        self._book, self._limits = book, limits
        self._originals: dict[tuple[BettorPlace, Area], list[tuple[Wager, BetCount | None]]] = {}
        for bet in bets:
            self._originals.setdefault(((bet[0].seat, bet[0].bettor), bet[0].area), []).append(bet)
        self._on_offer: dict[_OfferKey, Fraction] = {}
        self._of_bettor: dict[tuple[BettorPlace, _OfferKey], Fraction] = {}
        self._late_winnings: dict[tuple[BettorPlace, Side], Fraction] = {}

    def take_stake(self, one: InsuranceStake) -> InsuranceCount:
        most, clause = self._cap_left(one)
        if most is None:
            return InsuranceCount(counts=None)
        counts = min(Fraction(one.stake), max(most, Fraction(0)))
        offer, late = (one.offer.stage, one.offer.side), (one.who, one.offer.side)
        self._on_offer[offer] = self._on_offer.get(offer, Fraction(0)) + counts
        self._of_bettor[one.who, offer] = self._bettor_count(one.who, offer) + counts
        if one.late:
            won = one.offer.odds.prize(counts)
            self._late_winnings[late] = self._late_winnings.get(late, Fraction(0)) + won
        return InsuranceCount(counts=counts, clause="" if counts == one.stake else clause)

    def _cap_left(self, one: InsuranceStake) -> tuple[Fraction | None, str]:
        """How much more of the bettor's may count on this offer, and by which clause no more than that."""
        assert self._book.insurance is not None, "an offer comes from an insurance book"
        insurance, offer = self._book.insurance, (one.offer.stage, one.offer.side)
        originals = self._originals.get((one.who, Area(one.offer.side.value)), ())
        own = self._bettor_count(one.who, offer)
        most = offer_maximum(
            self._book,
            self._limits,
            one.offer,
            originals,
            on_offer_by_others=self._on_offer.get(offer, Fraction(0)) - own,
            on_offer_elsewhere=sum((self._bettor_count(who, offer) for who in one.person - {one.who}), Fraction(0)),
        )
        if most is None:
            return None, ""
        most -= own
        original = original_bet_sum(self._book, originals)
        if one.late and original is not None:
            won = self._late_winnings.get((one.who, one.offer.side), Fraction(0))
            late = late_offer_cap(insurance, one.offer.odds, original) - won / one.offer.odds.ratio
            if late < most:
                return late, insurance.late_clause
        return most, insurance.cap_clause

    def _bettor_count(self, who: BettorPlace, offer: _OfferKey) -> Fraction:
        return self._of_bettor.get((who, offer), Fraction(0))
