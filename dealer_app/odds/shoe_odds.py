"""The odds of every baccarat bet, and of every insurance offer, for any shoe: made ready once, refreshed card by card.

Which ending wins what is asked of the domain when a ShoeOdds is made; a refresh only counts the orders of the shoe
that lead to each and adds them up.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import perm

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from dealer_app.domain.baccarat.bets import ON_PAIRS, ON_TOTALS, Judged, Pairs, Totals
from dealer_app.domain.baccarat.insurance import insurance_verdict, offers_at
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Layout, Rulebook
from dealer_app.domain.wagers import Area, Prize, Result
from dealer_app.odds.courses import Course, courses
from dealer_app.odds.draws import Whole, draws
from dealer_app.odds.offered import offered_bets
from dealer_app.odds.pair_ways import pair_ways
from dealer_app.odds.results import BetOdds, GameOdds, InsuranceOdds, Tally, bet_odds, insured_chances
from dealer_app.odds.shoe import MOST_CARDS_IN_A_ROUND, Shoe, ShoeError

_Places = Mapping[Judged, NDArray[np.intp]]
"""Where in the row of weights each result of a bet is found."""


class _Offered(Struct, frozen=True, kw_only=True):
    """An insurance offer at the totals at which it is made, and the courses that lead on from there."""

    offer: InsuranceOffer
    player_points: int
    banker_points: int
    places: _Places


class ShoeOdds:
    """The bets of one layout, or of all layouts of a game, ready for any shoe."""

    def __init__(self, book: Rulebook, layout: Layout | None = None) -> None:
        self._bets = offered_bets(book, layout)
        self._draws = draws()
        by_totals = _places_by_totals()
        self._on_totals = {bet.area: _judged_places(bet.area, by_totals) for bet in self._bets if bet.area in ON_TOTALS}
        self._offered = () if book.insurance is None else tuple(_offered(book.insurance))

    def refresh(self, shoe: Shoe) -> GameOdds:
        """All odds of the next round from this shoe; ShoeError if it may not be enough for a round."""
        if shoe.cards < MOST_CARDS_IN_A_ROUND:
            raise ShoeError(f"{shoe.cards} cards are left: a round may need {MOST_CARDS_IN_A_ROUND}")
        weights = self._draws.weights(shoe)
        orders = perm(shoe.cards, MOST_CARDS_IN_A_ROUND)
        return GameOdds(
            bets=self._bet_odds(shoe, weights, orders),
            insurance=tuple(_insurance_odds(offered, weights, orders) for offered in self._offered),
        )

    def _bet_odds(self, shoe: Shoe, weights: Whole, orders: int) -> tuple[BetOdds, ...]:
        pairs = pair_ways(shoe)
        tallies = {
            bet.area: _tally(self._on_totals[bet.area], weights)
            if bet.area in self._on_totals
            else _pairs_tally(bet.area, pairs)
            for bet in self._bets
        }
        return tuple(bet_odds(bet, tallies[bet.area], orders) for bet in self._bets)


def _places_by_totals() -> Mapping[Totals, list[int]]:
    found: dict[Totals, list[int]] = {}
    for course in courses():
        found.setdefault(course.totals, []).append(course.place)
    return found


def _judged_places(area: Area, by_totals: Mapping[Totals, list[int]]) -> _Places:
    rule = ON_TOTALS[area]
    found: dict[Judged, list[int]] = {}
    for totals, places in by_totals.items():
        found.setdefault(rule(totals), []).extend(places)
    return _arrays(found)


def _arrays(found: Mapping[Judged, list[int]]) -> _Places:
    return {judged: np.array(places, dtype=np.intp) for judged, places in found.items()}


def _tally(places: _Places, weights: Whole) -> Tally:
    return {judged: int(weights[where].sum()) for judged, where in places.items()}


def _pairs_tally(area: Area, pairs: Mapping[Pairs, int]) -> Tally:
    rule = ON_PAIRS[area]
    tally: dict[Judged, int] = {}
    for kind, ways in pairs.items():
        judged = rule(kind)
        tally[judged] = tally.get(judged, 0) + ways
    return tally


def _offered(insurance: Insurance) -> Iterator[_Offered]:
    """In the order of the pay table, and within a line of it by the totals."""
    states = _open_states()
    for offer in insurance.offers:
        for (stage, player, banker), leading_on in sorted(states.items(), key=lambda state: state[0][1:]):
            if stage is offer.stage and offer in offers_at(insurance, stage, player, banker):
                yield _Offered(
                    offer=offer,
                    player_points=player,
                    banker_points=banker,
                    places=_insured_places(offer, leading_on),
                )


def _open_states() -> Mapping[tuple[InsuranceStage, int, int], list[Course]]:
    """The totals at which a card is still to come (ruling I1), with every course that can follow."""
    states: dict[tuple[InsuranceStage, int, int], list[Course]] = {}
    for course in courses():
        if course.card_to_come_after_four:
            state = (InsuranceStage.AFTER_FOUR, course.player_two, course.banker_two)
            states.setdefault(state, []).append(course)
        if course.card_to_come_after_players_third:
            state = (InsuranceStage.AFTER_P3, course.totals.player, course.banker_two)
            states.setdefault(state, []).append(course)
    return states


def _insured_places(offer: InsuranceOffer, leading_on: list[Course]) -> _Places:
    found: dict[Judged, list[int]] = {}
    for course in leading_on:
        result = insurance_verdict(offer, course.totals.player, course.totals.banker).result
        found.setdefault(Prize.WIN if result is Result.WIN else result, []).append(course.place)
    return _arrays(found)


def _insurance_odds(offered: _Offered, weights: Whole, orders: int) -> InsuranceOdds:
    tally = _tally(offered.places, weights)
    ways = sum(tally.values())
    return InsuranceOdds(
        stage=offered.offer.stage,
        side=offered.offer.side,
        player_points=offered.player_points,
        banker_points=offered.banker_points,
        odds=offered.offer.odds,
        chance=Fraction(ways, orders),
        chances=insured_chances(offered.offer.odds, tally, ways) if ways else None,
    )
