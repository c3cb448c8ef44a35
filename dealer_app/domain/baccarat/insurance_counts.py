"""What of each insurance bet counts, that is wins or loses: up to its caps, and no more (ruling I12).

The caps are those of Insurance Plus 3.12.2 (with rulings I6 and I11) and of 5.13.1 (I7), as the Original Bet counts by
now. What is above them goes back; of several bets under one cap the last taken goes back first. The round settles by
this, and a line of the audit is judged by it.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.baccarat.insurance import late_cap, most_on_offer, original_bet
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Rulebook, Side
from dealer_app.domain.wagers import Area, Bettor, Wager

Place = tuple[int | None, Bettor]
Counted = Sequence[tuple[Wager, Counting | None]]
"""Bets with what counts of each; None where no limits are in force and all of it counts."""

_Offer = tuple[InsuranceStage, Side]


class Insured(Struct, frozen=True, kw_only=True):
    """An insurance bet as its caps see it. `person` are all places of its bettor (ruling I6); alone he is one."""

    who: Place
    offer: InsuranceOffer
    stake: Money
    late: bool = False
    person: frozenset[Place] = frozenset()


class InsuranceCounting(Struct, frozen=True, kw_only=True):
    """The part of an insurance bet that wins or loses; None if there is no bet on that hand to insure (3.11).

    `clause` is that of the cap under which a part of it goes back.
    """

    counts: Fraction | None
    clause: str = ""


def insurance_counting(
    book: Rulebook, limits: TableLimits, taken: Sequence[Insured], bets: Counted
) -> tuple[InsuranceCounting, ...]:
    """What counts of each of these insurance bets, in the order in which they were taken."""
    room = _Room(book, limits, bets)
    return tuple(room.take(one) for one in taken)


class _Room:
    """What the caps still leave, bet after bet."""

    def __init__(self, book: Rulebook, limits: TableLimits, bets: Counted) -> None:
        self._book, self._limits = book, limits
        self._originals: dict[tuple[Place, Area], list[tuple[Wager, Counting | None]]] = {}
        for bet in bets:
            self._originals.setdefault(((bet[0].seat, bet[0].bettor), bet[0].area), []).append(bet)
        self._on_offer: dict[_Offer, Fraction] = {}
        self._of_bettor: dict[tuple[Place, _Offer], Fraction] = {}
        self._late_winnings: dict[tuple[Place, Side], Fraction] = {}

    def take(self, one: Insured) -> InsuranceCounting:
        most, clause = self._most(one)
        if most is None:
            return InsuranceCounting(counts=None)
        counts = min(Fraction(one.stake), max(most, Fraction(0)))
        offer, late = (one.offer.stage, one.offer.side), (one.who, one.offer.side)
        self._on_offer[offer] = self._on_offer.get(offer, Fraction(0)) + counts
        self._of_bettor[one.who, offer] = self._of(one.who, offer) + counts
        if one.late:
            won = one.offer.odds.prize(counts)
            self._late_winnings[late] = self._late_winnings.get(late, Fraction(0)) + won
        return InsuranceCounting(counts=counts, clause="" if counts == one.stake else clause)

    def _most(self, one: Insured) -> tuple[Fraction | None, str]:
        """How much more of his may count on this offer, and by which clause no more than that."""
        assert self._book.insurance is not None, "an offer comes from an insurance book"
        insurance, offer = self._book.insurance, (one.offer.stage, one.offer.side)
        originals = self._originals.get((one.who, Area(one.offer.side.value)), ())
        own = self._of(one.who, offer)
        most = most_on_offer(
            self._book,
            self._limits,
            one.offer,
            originals,
            on_offer_by_others=self._on_offer.get(offer, Fraction(0)) - own,
            on_offer_elsewhere=sum((self._of(who, offer) for who in one.person - {one.who}), Fraction(0)),
        )
        if most is None:
            return None, ""
        most -= own
        original = original_bet(self._book, originals)
        if one.late and original is not None:
            won = self._late_winnings.get((one.who, one.offer.side), Fraction(0))
            late = late_cap(insurance, one.offer.odds, original) - won / one.offer.odds.ratio
            if late < most:
                return late, insurance.late_clause
        return most, insurance.cap_clause

    def _of(self, who: Place, offer: _Offer) -> Fraction:
        return self._of_bettor.get((who, offer), Fraction(0))
