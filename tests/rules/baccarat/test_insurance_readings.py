"""The options of rulings I5, I6 and I11: what caps an insurance bet (Insurance Plus 3.11 and 3.12.2)."""

from fractions import Fraction

import pytest

from dealer_app.domain.baccarat.insurance import offer_maximum
from dealer_app.domain.limits import AreaLimits, BetCount, TableLimits
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.rulebook import InsuranceOffer, Rulebook
from dealer_app.domain.wagers import Area, Wager
from dealer_app.rulebooks import load_rulebook

GAME = "tiger-buffalo-insurance"
BOOK = load_rulebook(GAME)
clause = pytest.mark.clause(GAME, "3.12.2")


def offer_at(odds: Odds) -> InsuranceOffer:
    assert BOOK.insurance is not None
    return next(offer for offer in BOOK.insurance.offers if offer.odds == odds and offer.side.value == "player")


TEN_TO_ONE, FOUR_TO_ONE = offer_at(Odds(10, 1)), offer_at(Odds(4, 1))


def most(
    offer: InsuranceOffer,
    *bets: tuple[int, int | None],
    book: Rulebook = BOOK,
    maximum: int | None = None,
    differential: int | None = None,
    others: int = 0,
    elsewhere: int = 0,
) -> Fraction | None:
    """Bets as stake and what counts of it."""
    sign = TableLimits(
        general=AreaLimits(maximum=None if maximum is None else Money(maximum)),
        differentials={} if differential is None else {"differential": Money(differential)},
    )
    insured = [
        (
            Wager(area=Area("player"), stake=Money(stake), seat=1),
            BetCount(counts=None if part is None else Fraction(part)),
        )
        for stake, part in bets
    ]
    return offer_maximum(
        book, sign, offer, insured, on_offer_by_others=Money(others), on_offer_elsewhere=Money(elsewhere)
    )


@pytest.mark.clause(GAME, "3.11")
def test_without_a_bet_on_the_hand_there_is_nothing_to_insure() -> None:
    assert most(FOUR_TO_ONE) is None


@clause
def test_a_bettor_insures_what_all_his_bets_on_the_hand_count() -> None:
    assert most(FOUR_TO_ONE, (1_000, 600), (500, 500)) == 1_100


@clause
def test_the_part_that_counts_caps_it_or_by_choice_what_was_placed() -> None:
    assert most(FOUR_TO_ONE, (1_000, 600)) == 600
    assert most(FOUR_TO_ONE, (1_000, 600), book=BOOK.with_option("I11", "as-placed")) == 1_000


@clause
def test_a_bet_that_waits_for_a_decision_caps_it_by_all_its_chips() -> None:
    assert most(FOUR_TO_ONE, (4_000, None), maximum=1_000) == 4_000


@clause
@pytest.mark.parametrize(
    ("maximum", "differential", "expected"),
    [
        (10_000, None, 2_500),
        (10_000, 20_000, 2_500),
        (None, 20_000, 5_000),
        (None, None, 9_000),
        (100_000, None, 9_000),
    ],
)
def test_at_ten_to_one_a_quarter_of_the_maximum_or_of_the_differential_caps_it(
    maximum: int | None, differential: int | None, expected: int
) -> None:
    assert most(TEN_TO_ONE, (9_000, 9_000), maximum=maximum, differential=differential) == expected


@clause
def test_a_quarter_of_the_maximum_is_each_bettors_or_by_choice_the_whole_tables() -> None:
    whole_table = BOOK.with_option("I6", "ten-to-one-for-the-table")
    assert most(TEN_TO_ONE, (9_000, 9_000), maximum=10_000, others=1_000) == 2_500
    assert most(TEN_TO_ONE, (9_000, 9_000), maximum=10_000, others=1_000, book=whole_table) == 1_500
    assert most(TEN_TO_ONE, (9_000, 9_000), maximum=10_000, others=3_000, book=whole_table) == 0
    assert most(FOUR_TO_ONE, (9_000, 9_000), maximum=10_000, others=3_000, book=whole_table) == 9_000


@clause
def test_a_player_at_two_places_has_one_quarter_of_the_maximum_and_insures_each_bet_by_itself() -> None:
    assert most(TEN_TO_ONE, (9_000, 9_000), maximum=10_000, elsewhere=1_000, others=1_000) == 1_500
    assert most(TEN_TO_ONE, (1_200, 1_200), maximum=10_000, elsewhere=1_000, others=1_000) == 1_200
    assert most(TEN_TO_ONE, (9_000, 9_000), maximum=10_000, elsewhere=3_000, others=3_000) == 0
    assert most(FOUR_TO_ONE, (9_000, 9_000), maximum=10_000, elsewhere=3_000, others=3_000) == 9_000


def test_a_choice_is_part_of_what_is_in_force_and_of_the_policies_that_follow_it() -> None:
    chosen = BOOK.with_option("O10", "undecided-bets")
    scope = chosen.policies.withdrawal_scope
    assert scope is not None
    assert scope.value.value == "undecided-bets"
    assert (chosen.fingerprint, chosen.choice_fingerprint == BOOK.choice_fingerprint) == (BOOK.fingerprint, False)
    assert chosen.with_option("O10", "all-bets").choice_fingerprint == BOOK.choice_fingerprint
