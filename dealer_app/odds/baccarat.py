"""The exact odds of every baccarat bet and insurance offer, for any shoe.

Which ending wins what is asked of the domain once, when a ShoeOdds is made; each refresh only counts the
orders of the shoe that lead to each ending. Bets on totals go by points, bets on pairs by rank. All counts
are whole numbers: those of ten decks stay far below 2**63.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import perm

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from dealer_app.domain.baccarat.bets import PAIRS_RULES, TOTALS_RULES, BetResult, Pairs, Totals
from dealer_app.domain.baccarat.insurance import insurance_verdict, stage_offers
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Layout, Rulebook
from dealer_app.domain.wagers import Area, Prize, Result
from dealer_app.odds.results import (
    BetOdds,
    GameOdds,
    InsuranceOdds,
    ResultTally,
    bet_odds,
    bets_by_price,
    insurance_chances,
)
from dealer_app.odds.shoe import MOST_CARDS_IN_A_ROUND, ShoeCounts, ShoeError

POINT_RANGE = range(10)
_FOUR_CARDS = 0
_FIVE_CARDS = _FOUR_CARDS + 100
_SIX_CARDS = _FIVE_CARDS + 1_000
COURSE_PLACES = _SIX_CARDS + 10_000
"""The row has a place for each pair of two-card totals, for each with a fifth card, and for each with a sixth."""


class CoupCourse(Struct, frozen=True, kw_only=True):
    """From the two-card totals to the end."""

    player_two: int
    banker_two: int
    totals: Totals
    place: int

    @property
    def has_fifth_card(self) -> bool:
        return self.totals.player_cards + self.totals.banker_cards > 4

    @property
    def has_sixth_card(self) -> bool:
        return self.totals.player_cards + self.totals.banker_cards == 6


@cache
def coup_courses() -> tuple[CoupCourse, ...]:
    """Every course that the Table of Play allows."""
    return tuple(
        CoupCourse(player_two=player, banker_two=banker, totals=totals, place=place)
        for player in POINT_RANGE
        for banker in POINT_RANGE
        for totals, place in _endings(player, banker)
    )


def _endings(player: int, banker: int) -> Iterator[tuple[Totals, int]]:
    two_each = 10 * player + banker
    if player_draws(player, banker):
        for fifth in POINT_RANGE:
            total = (player + fifth) % 10
            on_five = 10 * two_each + fifth
            if banker_draws(player, banker, fifth):
                for sixth in POINT_RANGE:
                    yield Totals(total, (banker + sixth) % 10, 3, 3), _SIX_CARDS + 10 * on_five + sixth
            else:
                yield Totals(total, banker, 3, 2), _FIVE_CARDS + on_five
    elif banker_draws(player, banker, None):
        for fifth in POINT_RANGE:
            yield Totals(player, (banker + fifth) % 10, 2, 3), _FIVE_CARDS + 10 * two_each + fifth
    else:
        yield Totals(player, banker, 2, 2), _FOUR_CARDS + two_each


WholeNumbers = NDArray[np.int64]

_POINT_ARRAY = np.arange(10)
_LARGEST_INT = np.iinfo(np.int64).max


class DrawSequences:
    """The sequences of four cards by points, made ready once for every shoe.

    First axis: the totals, ten times the Player's plus the Banker's. Second: each hand's first card. The third or the
    last, where there is one: the points of a card that may come next.
    """

    def __init__(self) -> None:
        player, banker, first, second = np.indices((10, 10, 10, 10)).reshape(4, 100, 100)
        self._drawn = np.stack([first, second, (player - first) % 10, (banker - second) % 10])
        self._gone_before = np.stack([(self._drawn[:place] == self._drawn[place]).sum(axis=0) for place in range(4)])
        self._gone: WholeNumbers = (self._drawn[..., None] == _POINT_ARRAY).sum(axis=0).astype(np.int64)

    def weights(self, shoe: ShoeCounts) -> WholeNumbers:
        """For each course of `coup_courses` its number of orders of six cards, those that need fewer cards included."""
        assert shoe.cards >= MOST_CARDS_IN_A_ROUND, "the caller has seen that a round can be dealt"
        # The largest number in here is that of all orders of six, and once the six and the five together.
        assert 2 * perm(shoe.cards, MOST_CARDS_IN_A_ROUND) <= _LARGEST_INT, "the orders would not fit in 64 bits"
        counts = np.array(shoe.by_points, dtype=np.int64)
        # A card drawn once too often would be a factor below nought, but the one before it was nought.
        four: WholeNumbers = (counts[self._drawn] - self._gone_before).prod(axis=0)
        left = counts - self._gone
        five = four[:, :, None] * left
        by_fifth: WholeNumbers = five.sum(axis=1)
        # As if the fifth card had been put back, and then without the orders in which it would come again.
        by_sixth: WholeNumbers = five.transpose(0, 2, 1) @ left
        by_sixth[:, _POINT_ARRAY, _POINT_ARRAY] -= by_fifth
        fifths, sixths = shoe.cards - 4, shoe.cards - 5
        row = np.concatenate([four.sum(axis=1) * (fifths * sixths), by_fifth.ravel() * sixths, by_sixth.ravel()])
        assert row.shape == (COURSE_PLACES,)
        return row


@cache
def draw_sequences() -> DrawSequences:
    return DrawSequences()


def pair_ways(shoe: ShoeCounts) -> Mapping[Pairs, int]:
    """Of all orders of six cards, those in which the initial cards are such pairs.

    A hand's two cards are the same rank in c(c-1) ways for each rank of c cards. Both hands are, each of its own rank,
    in the product of two different ranks' ways, and twins in c(c-1)(c-2)(c-3).
    """
    one_pair = [perm(count, 2) for count in shoe.counts]
    twin = sum(perm(count, 4) for count in shoe.counts)
    both = sum(one_pair) ** 2 - sum(ways**2 for ways in one_pair)
    # The Player's pair, whatever the Banker's two cards are; the Banker's is as likely.
    either = sum(one_pair) * perm(shoe.cards - 2, 2)
    single = either - both - twin
    none = perm(shoe.cards, 4) - 2 * single - both - twin
    after_four = perm(shoe.cards - 4, MOST_CARDS_IN_A_ROUND - 4)
    return {
        Pairs.NONE: none * after_four,
        Pairs.PLAYER: single * after_four,
        Pairs.BANKER: single * after_four,
        Pairs.BOTH: both * after_four,
        Pairs.TWIN: twin * after_four,
    }


_ResultPlaces = Mapping[BetResult, NDArray[np.intp]]
"""Where in the row of weights each result of a bet is found."""


class _OfferCourses(Struct, frozen=True, kw_only=True):
    """An insurance offer at the totals at which it is made, and the courses that lead on from there."""

    offer: InsuranceOffer
    player_points: int
    banker_points: int
    places: _ResultPlaces


class ShoeOdds:
    """The bets of one layout, or of all layouts of a game, ready for any shoe."""

    def __init__(self, book: Rulebook, layout: Layout | None = None) -> None:
        self._bets = bets_by_price(book, layout)
        self._draws = draw_sequences()
        by_totals = _places_by_totals()
        self._on_totals = {
            bet.area: _result_places(bet.area, by_totals) for bet in self._bets if bet.area in TOTALS_RULES
        }
        self._offered = () if book.insurance is None else tuple(_offer_courses(book.insurance))

    def refresh(self, shoe: ShoeCounts) -> GameOdds:
        """All odds of the next round from this shoe; ShoeError if it may not be enough for a round."""
        if shoe.cards < MOST_CARDS_IN_A_ROUND:
            raise ShoeError(f"{shoe.cards} cards are left: a round may need {MOST_CARDS_IN_A_ROUND}")
        weights = self._draws.weights(shoe)
        orders = perm(shoe.cards, MOST_CARDS_IN_A_ROUND)
        return GameOdds(
            bets=self._bet_odds(shoe, weights, orders),
            insurance=tuple(_insurance_odds(offered, weights, orders) for offered in self._offered),
        )

    def _bet_odds(self, shoe: ShoeCounts, weights: WholeNumbers, orders: int) -> tuple[BetOdds, ...]:
        pairs = pair_ways(shoe)
        tallies = {
            bet.area: _weight_tally(self._on_totals[bet.area], weights)
            if bet.area in self._on_totals
            else _pairs_tally(bet.area, pairs)
            for bet in self._bets
        }
        return tuple(bet_odds(bet, tallies[bet.area], orders) for bet in self._bets)


def _places_by_totals() -> Mapping[Totals, list[int]]:
    found: dict[Totals, list[int]] = {}
    for course in coup_courses():
        found.setdefault(course.totals, []).append(course.place)
    return found


def _result_places(area: Area, by_totals: Mapping[Totals, list[int]]) -> _ResultPlaces:
    rule = TOTALS_RULES[area]
    found: dict[BetResult, list[int]] = {}
    for totals, places in by_totals.items():
        found.setdefault(rule(totals), []).extend(places)
    return _arrays(found)


def _arrays(found: Mapping[BetResult, list[int]]) -> _ResultPlaces:
    return {judged: np.array(places, dtype=np.intp) for judged, places in found.items()}


def _weight_tally(places: _ResultPlaces, weights: WholeNumbers) -> ResultTally:
    return {judged: int(weights[where].sum()) for judged, where in places.items()}


def _pairs_tally(area: Area, pairs: Mapping[Pairs, int]) -> ResultTally:
    rule = PAIRS_RULES[area]
    tally: dict[BetResult, int] = {}
    for kind, ways in pairs.items():
        judged = rule(kind)
        tally[judged] = tally.get(judged, 0) + ways
    return tally


def _offer_courses(insurance: Insurance) -> Iterator[_OfferCourses]:
    """In the order of the pay table, and within a line of it by the totals."""
    states = _open_totals()
    for offer in insurance.offers:
        for (stage, player, banker), leading_on in sorted(states.items(), key=lambda state: state[0][1:]):
            if stage is offer.stage and offer in stage_offers(insurance, stage, player, banker):
                yield _OfferCourses(
                    offer=offer,
                    player_points=player,
                    banker_points=banker,
                    places=_insurance_places(offer, leading_on),
                )


def _open_totals() -> Mapping[tuple[InsuranceStage, int, int], list[CoupCourse]]:
    """The totals at which a card is still to come (ruling I1), with every course that can follow."""
    states: dict[tuple[InsuranceStage, int, int], list[CoupCourse]] = {}
    for course in coup_courses():
        if course.has_fifth_card:
            state = (InsuranceStage.AFTER_FOUR, course.player_two, course.banker_two)
            states.setdefault(state, []).append(course)
        if course.has_sixth_card:
            state = (InsuranceStage.AFTER_P3, course.totals.player, course.banker_two)
            states.setdefault(state, []).append(course)
    return states


def _insurance_places(offer: InsuranceOffer, leading_on: list[CoupCourse]) -> _ResultPlaces:
    found: dict[BetResult, list[int]] = {}
    for course in leading_on:
        result = insurance_verdict(offer, course.totals.player, course.totals.banker).result
        found.setdefault(Prize.WIN if result is Result.WIN else result, []).append(course.place)
    return _arrays(found)


def _insurance_odds(offered: _OfferCourses, weights: WholeNumbers, orders: int) -> InsuranceOdds:
    tally = _weight_tally(offered.places, weights)
    ways = sum(tally.values())
    return InsuranceOdds(
        stage=offered.offer.stage,
        side=offered.offer.side,
        player_points=offered.player_points,
        banker_points=offered.banker_points,
        odds=offered.offer.odds,
        chance=Fraction(ways, orders),
        chances=insurance_chances(offered.offer.odds, tally, ways) if ways else None,
    )
