"""Insurance offers, how an insurance bet ends, and the most that may be bet on one (Insurance Plus 3.11 to 3.17, 4.2).

An offer exists only while a further card is to come and on totals that lie open (ruling I1). Whether it was taken
in time is the round's affair.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from dealer_app.domain.baccarat.situation import SITUATIONS, Situation, five_cards, four_cards
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.limits import TableLimits, box_limit
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Rulebook, Side
from dealer_app.domain.wagers import LOST, RETURNED, Area, Result, Verdict, Wager

POINTS = range(10)
NOTHING = Money(0)
_PAIRS_BEFORE_THE_END = range(4)
Offers = tuple[InsuranceOffer, ...]


def offers_at(insurance: Insurance, stage: InsuranceStage, player: int, banker: int) -> Offers:
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
        for player in POINTS:
            for banker in POINTS:
                for situation, stage in _open_situations(player, banker):
                    offered[situation] = offers_at(insurance, stage, player, banker)
    return tuple(offered)


def _open_situations(player: int, banker: int) -> Sequence[tuple[Situation, InsuranceStage]]:
    after_four = player_draws(player, banker) or banker_draws(player, banker, None)
    found = []
    for pairs in _PAIRS_BEFORE_THE_END:
        if after_four:
            found.append((four_cards(player, banker, pairs), InsuranceStage.AFTER_FOUR))
        found.append((five_cards(player, banker, pairs), InsuranceStage.AFTER_P3))
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


def cap(
    insurance: Insurance,
    odds: Odds,
    original_bet: Fraction,
    displayed_maximum: Fraction | None,
    *,
    share_taken: Fraction = Fraction(0),
) -> Fraction:
    """The most a bettor may bet on one offer (3.12.2): never over his Original Bet.

    At the capped odds also a share of the displayed maximum, or of the Differential where no maximum is displayed
    (ruling I5), less what is taken of it already by whom it binds together. Where neither is displayed only the first
    cap is left.
    """
    if odds != insurance.capped_odds or displayed_maximum is None:
        return original_bet
    share = displayed_maximum * insurance.capped_share_of_maximum
    return min(original_bet, max(share - share_taken, Fraction(0)))


def original_bet(book: Rulebook, insured: Sequence[tuple[Wager, Counting | None]]) -> Fraction | None:
    """What a bettor's bets on a hand come to, as far as they cap its insurance (ruling I11); None if he has none."""
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


def most_on_offer(
    book: Rulebook,
    limits: TableLimits,
    offer: InsuranceOffer,
    insured: Sequence[tuple[Wager, Counting | None]],
    *,
    on_offer_by_others: Fraction | Money,
    on_offer_elsewhere: Fraction | Money = NOTHING,
) -> Fraction | None:
    """The most that a bettor may have on an offer, given his bets on that hand; None if he has none there (3.11).

    The share of the maximum is one for each Player (ruling I6), and `on_offer_elsewhere`, what he has on the offer at
    other places of his, is part of it. The Original Bet is each place's own: it is what its insurance insures (3.11).
    Without limits in force a bet has no Counting and counts in full. So does one above the maximum, of which nobody has
    said yet what counts (5.18).
    """
    original = original_bet(book, insured)
    if original is None or book.insurance is None:
        return None
    side = Area(offer.side.value)
    whole_table = CapReading(book.choice("I6") or CapReading.EACH_BETTOR) is CapReading.WHOLE_TABLE
    # Where no maximum is displayed the Differential stands for it (ruling I5).
    maximum = limits.maximum(side) or box_limit(book, limits, side)
    return cap(
        book.insurance,
        offer.odds,
        original,
        None if maximum is None else Fraction(maximum),
        share_taken=Fraction(on_offer_by_others if whole_table else on_offer_elsewhere),
    )


def late_cap(insurance: Insurance, odds: Odds, original_bet: Fraction) -> Fraction:
    """The most on an offer that the dealer had neglected: its winnings may not exceed the Original Bet (5.13.1, I7)."""
    return original_bet * insurance.late_payout_over_original / odds.ratio
