"""The odds of shoes that are nearly out, against dealing every round that they can still give."""

from collections import Counter
from collections.abc import Mapping
from math import perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK, Card, Rank
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.wagers import Area, Result
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import BetOdds, GameOdds, InsuranceOdds
from dealer_app.odds.shoe import ShoeCounts, make_shoe_counts
from dealer_app.rulebooks import load_rulebook
from tests.odds.slow_enumeration import Ends, Offer, bet_ends, insurance_ends, rounds
from tests.support.long_tests import examples

TIGER_BUFFALO, INSURANCE, MBS = "tiger-buffalo-v4", "tiger-buffalo-insurance", "tiger-baccarat-mbs-v3"
GAMES = (TIGER_BUFFALO, INSURANCE, MBS)

_FEW_FACES = st.lists(st.sampled_from(DECK), min_size=2, max_size=4, unique=True).flatmap(
    lambda faces: st.tuples(*(st.integers(3, 5) for _ in faces)).map(
        lambda counts: dict(zip(faces, counts, strict=True))
    )
)
_FEW_CARDS = st.lists(st.sampled_from(DECK), min_size=6, max_size=7).map(Counter)
SHOES: st.SearchStrategy[Mapping[Card, int]] = st.one_of(_FEW_FACES, _FEW_CARDS)


def _counted(cards: Mapping[Card, int]) -> ShoeCounts:
    ranks: Counter[Rank] = Counter()
    for card, count in cards.items():
        ranks[card.rank] += count
    return ShoeCounts(tuple(ranks[rank] for rank in Rank))


def _assert_same_bet(odds: BetOdds, ends: Ends, orders: int) -> None:
    assert odds.chances.win * orders == ends.results[Result.WIN]
    assert odds.chances.lose * orders == ends.results[Result.LOSE]
    assert odds.chances.push * orders == ends.results[Result.PUSH]
    assert odds.chances.edge * orders == -ends.gained
    assert {prize.odds: prize.win * orders for prize in odds.prizes if prize.win} == ends.prizes


def _assert_same_offer(offer: InsuranceOdds, ends: Counter[Result], orders: int) -> None:
    made = offer.chance * orders
    assert made == ends.total()
    if not made:
        assert offer.chances is None
        return
    assert offer.chances is not None
    assert offer.chances.win * made == ends[Result.WIN]
    assert offer.chances.lose * made == ends[Result.LOSE]
    assert offer.chances.push * made == ends[Result.PUSH]
    assert offer.chances.edge == offer.chances.lose - offer.chances.win * offer.odds.ratio


def _assert_same_insurance(odds: GameOdds, offers: Mapping[Offer, Counter[Result]], orders: int) -> None:
    asked = {(it.stage, it.side, it.player_points, it.banker_points): it for it in odds.insurance}
    assert len(asked) == len(odds.insurance)
    assert offers.keys() <= asked.keys()
    for key, offer in asked.items():
        _assert_same_offer(offer, offers.get(key, Counter()), orders)


def _assert_same(book: Rulebook, cards: Mapping[Card, int]) -> None:
    odds = ShoeOdds(book).refresh(_counted(cards))
    orders = perm(sum(cards.values()), 6)
    dealt = rounds(cards)
    ends: dict[Area, Ends] = {}
    for layout in book.layouts:
        if not set(layout.areas) <= ends.keys():
            ends |= bet_ends(book, layout, dealt)
    assert [each.bet.area for each in odds.bets] == list(book.areas)
    for each in odds.bets:
        _assert_same_bet(each, ends[each.bet.area], orders)
    _assert_same_insurance(odds, insurance_ends(book.insurance, dealt) if book.insurance else {}, orders)


@pytest.mark.parametrize("game", GAMES)
@examples(20)
@given(cards=SHOES)
def test_a_small_shoe_has_the_odds_of_all_its_rounds(game: str, cards: Mapping[Card, int]) -> None:
    _assert_same(load_rulebook(game), cards)


# Every tier of Tiger Pair can come, and offers of both stages.
TWELVE = "AS AH 2D 2C 6S 6H 7C 7D 9H 9S KC KD"


@pytest.mark.parametrize("game", GAMES)
def test_twelve_cards_have_the_odds_of_all_their_rounds(game: str) -> None:
    one_suit = {card.rank: card for card in DECK}
    _assert_same(load_rulebook(game), Counter(one_suit[CARDS[word].rank] for word in TWELVE.split()))


@pytest.mark.long
@pytest.mark.clause(INSURANCE, "1.12", "3.11", "3.12", "3.12.1", "3.17", "4.1.8", "4.2.1", "4.2.1a", "4.2.1b")
@pytest.mark.parametrize("decks", [8, 10])
def test_a_full_shoe_has_the_odds_of_all_rounds_by_points(decks: int) -> None:
    """One card stands for all of its points: pairs, which need ranks, are not on this layout."""
    book = load_rulebook(INSURANCE)
    assert book.decks is not None
    assert book.insurance is not None
    full = make_shoe_counts(decks, book.decks)
    orders = perm(full.cards, 6)
    of_points = {card.points: card for card in DECK}
    dealt = rounds({of_points[points]: count for points, count in enumerate(full.by_points)})
    layout = book.find_layout("C")
    assert layout is not None
    odds = ShoeOdds(book, layout).refresh(full)
    ends = bet_ends(book, layout, dealt)
    for each in odds.bets:
        _assert_same_bet(each, ends[each.bet.area], orders)
    offers = insurance_ends(book.insurance, dealt)
    assert len(offers) == len(odds.insurance)
    _assert_same_insurance(odds, offers, orders)


def test_removed_cards_leave_the_shoe_that_is_counted() -> None:
    book = load_rulebook(MBS)
    assert book.decks is not None
    left = Counter(CARDS[word] for word in TWELVE.split())
    removed = [card for card in DECK for _ in range(4 - left[card])]
    assert make_shoe_counts(4, book.decks, removed) == _counted(left)
