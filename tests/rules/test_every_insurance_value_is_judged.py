"""Every value of the insurance pay table is used: changed by one step, some round is offered or paid otherwise."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import pytest

from dealer_app.domain.baccarat.insurance import (
    Offers,
    insurance_cap,
    insurance_verdict,
    late_offer_cap,
    offers_by_situation,
)
from dealer_app.domain.baccarat.situations import coup_situation, situation_path
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Verdict
from dealer_app.rulebooks import load_rulebook
from tests.support.golden_rounds import Cards, every_course, golden_rounds

GAME = "tiger-buffalo-insurance"
Offered = tuple[InsuranceStage, Side, Odds, Verdict]


def insurance_of(game: str) -> Insurance:
    insurance = load_rulebook(game).insurance
    assert insurance is not None
    return insurance


BOOK = insurance_of(GAME)
TABLE = offers_by_situation(BOOK)
GOLDEN = tuple(one.cards for one in golden_rounds(GAME))
OFFERS = [
    pytest.param(offer, id=f"{offer.stage.value}-{offer.side.value}-{place}") for place, offer in enumerate(BOOK.offers)
]


def insured(cards: Cards, table: Sequence[Offers]) -> list[Offered]:
    """The offers on the way of a coup, each with how a bet on it ends."""
    hands = make_coup(cards)
    return [
        (offer.stage, offer.side, offer.odds, insurance_verdict(offer, hands.player.points, hands.banker.points))
        for place in situation_path(cards)
        for offer in table[place]
    ]


def passing(offer: InsuranceOffer, rounds: Iterable[Cards]) -> list[Cards]:
    """The rounds in which this row of the table is offered."""
    return [cards for cards in rounds if any(offer in TABLE[place] for place in situation_path(cards))]


def changes_one_of(rounds: Iterable[Cards], insurance: Insurance) -> bool:
    table = offers_by_situation(insurance)
    return any(insured(cards, table) != insured(cards, TABLE) for cards in rounds)


def with_offer(old: InsuranceOffer, new: InsuranceOffer) -> Insurance:
    return replace(BOOK, offers=tuple(new if offer is old else offer for offer in BOOK.offers))


def with_odds_one_higher(offer: InsuranceOffer) -> InsuranceOffer:
    higher = Fraction(offer.odds.win + 1, offer.odds.stake)
    return replace(offer, odds=Odds(higher.numerator, higher.denominator))


def one_step_away(offer: InsuranceOffer) -> Iterator[InsuranceOffer]:
    yield with_odds_one_higher(offer)
    yield replace(offer, tie_pays=not offer.tie_pays)
    for total in offer.player_points:
        yield replace(offer, player_points=offer.player_points - {total})
    for total in offer.banker_points:
        yield replace(offer, banker_points=offer.banker_points - {total})


@pytest.mark.parametrize("offer", OFFERS)
def test_a_row_changed_by_one_step_changes_a_judgement(offer: InsuranceOffer) -> None:
    rounds = passing(offer, GOLDEN + every_course())
    unused = [changed for changed in one_step_away(offer) if not changes_one_of(rounds, with_offer(offer, changed))]
    assert unused == []


def test_the_golden_rounds_are_offered_what_they_expect() -> None:
    table = offers_by_situation(BOOK)
    for one in golden_rounds(GAME):
        for stage in one.judged["stages"]:
            offers = table[coup_situation(one.cards[: stage["cards"]])]
            assert stage["insurance"] == [{"side": offer.side.value, "odds": str(offer.odds)} for offer in offers]


@pytest.mark.parametrize(
    "changed",
    [
        replace(BOOK, capped_odds=Odds(6, 1)),
        replace(BOOK, capped_share_of_maximum=Fraction(2, 4)),
        replace(BOOK, late_payout_over_original=Fraction(2, 1)),
    ],
    ids=["capped odds", "share of the maximum", "late payout"],
)
def test_a_cap_changed_by_one_step_changes_how_much_may_be_bet(changed: Insurance) -> None:
    original, maximum = Fraction(1_000), Fraction(2_000)

    def caps(insurance: Insurance) -> list[Fraction]:
        each = [offer.odds for offer in BOOK.offers]
        return [insurance_cap(insurance, odds, original, maximum) for odds in each] + [
            late_offer_cap(insurance, odds, original) for odds in each
        ]

    assert caps(changed) != caps(BOOK)
