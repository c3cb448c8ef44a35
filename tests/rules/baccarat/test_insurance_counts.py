"""What of insurance counts: up to the caps of 3.12.2 and 5.13.1, the last taken goes back first (ruling I12)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.insurance import BettorPlace, InsuranceCount, InsuranceStake, count_insurance_stakes
from dealer_app.domain.limits import AreaLimits, BetCount, TableLimits
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.rulebook import InsuranceOffer, Rulebook
from dealer_app.domain.wagers import SEATED, Area, Wager
from dealer_app.rulebooks import load_rulebook

GAME = "tiger-buffalo-insurance"
BOOK = load_rulebook(GAME)
WHOLE_TABLE = BOOK.with_option("I6", "ten-to-one-for-the-table")
AS_PLACED = BOOK.with_option("I11", "as-placed")
clause = pytest.mark.clause(GAME, "3.12.2")
ONE, TWO, THREE = ((seat, SEATED) for seat in (1, 2, 3))
SIGN = TableLimits(general=AreaLimits(maximum=Money(10_000)))


def offer_at(odds: Odds, stage: str = "after_p3") -> InsuranceOffer:
    assert BOOK.insurance is not None
    return next(
        offer
        for offer in BOOK.insurance.offers
        if offer.odds == odds and (offer.side.value, offer.stage.value) == ("player", stage)
    )


TEN, FOUR, FIRST = offer_at(Odds(10, 1)), offer_at(Odds(4, 1)), offer_at(Odds(5, 2), "after_four")


def bet(who: BettorPlace, stake: int, counts: int | None = None) -> tuple[Wager, BetCount | None]:
    wager = Wager(area=Area("player"), stake=Money(stake), seat=who[0], bettor=who[1])
    return wager, None if counts is None else BetCount(counts=Fraction(counts))


def took(
    who: BettorPlace, stake: int, offer: InsuranceOffer = FOUR, *, late: bool = False, also: BettorPlace | None = None
) -> InsuranceStake:
    person = frozenset({who}) if also is None else frozenset({who, also})
    return InsuranceStake(who=who, offer=offer, stake=Money(stake), late=late, person=person)


def judged(
    taken: list[InsuranceStake], *bets: tuple[Wager, BetCount | None], book: Rulebook = BOOK, limits: TableLimits = SIGN
) -> list[InsuranceCount]:
    return list(count_insurance_stakes(book, limits, taken, bets))


def counts(
    taken: list[InsuranceStake], *bets: tuple[Wager, BetCount | None], book: Rulebook = BOOK, limits: TableLimits = SIGN
) -> list[Fraction | None]:
    return [part.counts for part in judged(taken, *bets, book=book, limits=limits)]


@clause
def test_it_counts_up_to_what_counts_of_the_original_bet_and_names_the_cap() -> None:
    assert judged([took(ONE, 400)], bet(ONE, 1_000, 400)) == [InsuranceCount(counts=Fraction(400))]
    assert judged([took(ONE, 401)], bet(ONE, 1_000, 400)) == [InsuranceCount(counts=Fraction(400), clause="3.12.2")]


@clause
def test_by_choice_up_to_what_was_placed() -> None:
    assert counts([took(ONE, 900)], bet(ONE, 1_000, 375), book=AS_PLACED) == [900]
    assert counts([took(ONE, 1_200)], bet(ONE, 1_000, 375), book=AS_PLACED) == [1_000]


@pytest.mark.clause(GAME, "3.11")
def test_without_a_bet_on_the_hand_nothing_is_insured() -> None:
    assert counts([took(ONE, 400)], bet(TWO, 1_000)) == [None]
    banker = Wager(area=Area("banker"), stake=Money(1_000), seat=1, bettor=SEATED)
    assert counts([took(ONE, 400)], (banker, None)) == [None]


@clause
def test_both_stages_have_a_cap_each() -> None:
    assert counts([took(ONE, 500, FIRST), took(ONE, 500)], bet(ONE, 400)) == [400, 400]


@clause
def test_of_several_on_one_offer_the_last_goes_back_first() -> None:
    assert counts([took(ONE, 300), took(ONE, 300), took(ONE, 50)], bet(ONE, 400)) == [300, 100, 0]


@clause
@pytest.mark.parametrize(
    ("book", "expected"),
    [(BOOK, [2_500, 1_500, 2_000]), (WHOLE_TABLE, [2_500, 0, 0])],
    ids=["each bettor", "the whole table"],
)
def test_a_quarter_of_the_maximum_is_each_persons_or_by_choice_the_tables(book: Rulebook, expected: list[int]) -> None:
    taken = [took(ONE, 2_600, TEN), took(TWO, 1_500, TEN), took(THREE, 2_000, TEN)]
    assert counts(taken, bet(ONE, 4_000), bet(TWO, 4_000), bet(THREE, 2_000), book=book) == expected


@clause
def test_what_one_bettor_can_no_longer_have_on_the_whole_tables_share_the_next_keeps() -> None:
    taken = [took(ONE, 2_000, TEN), took(TWO, 1_500, TEN)]
    assert counts(taken, bet(ONE, 600), bet(TWO, 4_000), book=WHOLE_TABLE) == [600, 1_500]


@clause
def test_two_places_of_one_person_share_it_in_the_order_in_which_they_were_taken() -> None:
    taken = [took(TWO, 1_500, TEN, also=ONE), took(ONE, 2_500, TEN, also=TWO), took(THREE, 2_500, TEN)]
    assert counts(taken, bet(ONE, 4_000), bet(TWO, 4_000), bet(THREE, 4_000)) == [1_500, 1_000, 2_500]


@pytest.mark.clause(GAME, "5.13.1")
def test_late_bets_on_a_hand_win_no_more_than_the_original_bet_together() -> None:
    taken = [took(ONE, 240, FIRST, late=True), took(ONE, 200, FOUR, late=True)]
    assert judged(taken, bet(ONE, 1_000)) == [
        InsuranceCount(counts=Fraction(240)),
        InsuranceCount(counts=Fraction(100), clause="5.13.1"),
    ]
    assert counts(taken, bet(ONE, 500)) == [200, 0]


@pytest.mark.clause(GAME, "5.13.1")
def test_a_bet_made_in_time_takes_nothing_of_the_cap_of_late_ones() -> None:
    taken = [took(ONE, 400, FIRST), took(ONE, 100, FOUR, late=True)]
    assert counts(taken, bet(ONE, 400)) == [400, 100]


@st.composite
def taken_by_some(draw: st.DrawFn) -> list[InsuranceStake]:
    """One hand has at most one offer at each stage."""
    one = st.builds(
        took,
        st.sampled_from((ONE, TWO, THREE)),
        st.integers(1, 5_000),
        st.sampled_from((draw(st.sampled_from((TEN, FOUR))), FIRST)),
        late=st.booleans(),
    )
    return draw(st.lists(one, max_size=6))


@clause
@given(taken_by_some(), st.lists(st.integers(1, 5_000), min_size=3, max_size=3), st.booleans())
def test_no_cap_is_passed_and_none_goes_back_that_had_room(
    taken: list[InsuranceStake], stakes: list[int], whole_table: bool
) -> None:
    """Said as sums, whatever the order; and more of any bet would pass one of them."""
    book = WHOLE_TABLE if whole_table else BOOK
    bets = [bet((seat, SEATED), stake) for seat, stake in enumerate(stakes, start=1)]
    found = [part or Fraction(0) for part in counts(taken, *bets, book=book)]
    assert _within(taken, found, stakes, book)
    for place, one in enumerate(taken):
        if found[place] < one.stake:
            more = [part + (at == place) * Fraction(1, 1_000) for at, part in enumerate(found[: place + 1])]
            assert not _within(taken[: place + 1], more, stakes, book)


def _within(taken: list[InsuranceStake], parts: list[Fraction], stakes: list[int], book: Rulebook) -> bool:
    for who in (ONE, TWO, THREE):
        original, share = stakes[(who[0] or 0) - 1], 2_500
        own = [(one, part) for one, part in zip(taken, parts, strict=True) if one.who == who]
        for offer in (TEN, FOUR, FIRST):
            on_offer = sum(part for one, part in own if one.offer is offer)
            if on_offer > original or (offer is TEN and on_offer > share):
                return False
        if sum(part * one.offer.odds.ratio for one, part in own if one.late) > original:
            return False
    at_ten = sum(part for one, part in zip(taken, parts, strict=True) if one.offer is TEN)
    return book is BOOK or at_ten <= 2_500
