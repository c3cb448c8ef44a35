"""The most that may be bet on one insurance offer: Insurance Plus 3.12.2 and, offered late, 5.13.1.

Rulings I5 (which limit the 25 % are of), I6 (for whom the cap is), I7 (late winnings) and I11 (which part counts).
"""

from fractions import Fraction

import pytest

from dealer_app.domain.baccarat.insurance import insurance_cap, late_offer_cap
from dealer_app.domain.money import odds_from_text
from dealer_app.domain.rulebook import Insurance
from dealer_app.rulebooks import load_rulebook
from tests.support.rounds import INSURANCE

clause = pytest.mark.clause


@pytest.fixture(scope="module")
def insurance() -> Insurance:
    found = load_rulebook(INSURANCE).insurance
    assert found is not None
    return found


def ratio(odds: str) -> Fraction:
    won, stake = odds.split("/")
    return Fraction(int(won), int(stake))


ODDS = ("3/2", "5/2", "4/1", "6/1", "10/1")


def test_these_are_all_the_odds_of_the_table(insurance: Insurance) -> None:
    assert {str(offer.odds) for offer in insurance.offers} == set(ODDS)


@clause(INSURANCE, "3.12.2")
@pytest.mark.parametrize(
    ("original", "odds", "maximum", "most"),
    [
        (2000, "10/1", 10000, 2000),
        (2500, "10/1", 10000, 2500),
        (2501, "10/1", 10000, 2500),
        (4000, "10/1", 10000, 2500),
        (4000, "10/1", 10001, Fraction(10001, 4)),
        (4000, "6/1", 10000, 4000),
        (4000, "4/1", 10000, 4000),
        (10000, "5/2", 10000, 10000),
        (10000, "3/2", 10000, 10000),
        (4000, "10/1", None, 4000),
        (Fraction(7500, 7), "10/1", 10000, Fraction(7500, 7)),
    ],
)
def test_the_original_bet_and_at_ten_to_one_a_quarter_of_the_maximum(
    insurance: Insurance, original: int | Fraction, odds: str, maximum: int | None, most: int | Fraction
) -> None:
    displayed = None if maximum is None else Fraction(maximum)
    assert insurance_cap(insurance, odds_from_text(odds), Fraction(original), displayed) == most


@clause(INSURANCE, "3.12.2")
@pytest.mark.parametrize("odds", ODDS)
def test_only_ten_to_one_looks_at_the_maximum(insurance: Insurance, odds: str) -> None:
    most = insurance_cap(insurance, odds_from_text(odds), Fraction(1000), Fraction(400))
    assert most == (100 if odds == "10/1" else 1000)


@clause(INSURANCE, "3.12.2")
@pytest.mark.parametrize(
    ("original", "odds", "others", "most"),
    [
        (4000, "10/1", 0, 2500),
        (4000, "10/1", 1000, 1500),
        (1200, "10/1", 1000, 1200),
        (4000, "10/1", 2500, 0),
        (4000, "10/1", 9000, 0),
        (4000, "6/1", 9000, 4000),
    ],
)
def test_what_is_taken_of_the_share_is_taken_off(
    insurance: Insurance, original: int, odds: str, others: int, most: int
) -> None:
    """By whom, the options of ruling I6 say (test_insurance_readings)."""
    arguments = (insurance, odds_from_text(odds), Fraction(original), Fraction(10000))
    assert insurance_cap(*arguments, share_taken=Fraction(others)) == most


@pytest.mark.parametrize(
    ("odds", "most"),
    [
        ("5/2", 1600),
        ("4/1", 1000),
        ("10/1", 400),
        ("3/2", Fraction(8000, 3)),
        ("6/1", Fraction(2000, 3)),
    ],
)
def test_late_insurance_wins_no_more_than_the_original_bet(
    insurance: Insurance, odds: str, most: int | Fraction
) -> None:
    """Ruling I7: on an Original Bet of 4,000 the winnings at most are 4,000."""
    stake = late_offer_cap(insurance, odds_from_text(odds), Fraction(4000))
    assert stake == most
    assert stake * ratio(odds) == 4000


def test_the_caps_name_their_clauses(insurance: Insurance) -> None:
    assert (insurance.cap_clause, insurance.late_clause) == ("3.12.2", "5.13.1")
