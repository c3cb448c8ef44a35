"""What the drills on insurance share: every moment of an offer, every way on from it, and the bets beside it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.insurance import Offers, insurance_verdict, stage_offers
from dealer_app.domain.baccarat.table_of_play import banker_draws, is_natural, player_draws
from dealer_app.domain.money import Money, Odds
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, Side
from dealer_app.domain.wagers import SEATED, Area, Verdict, Wager
from dealer_app.practice.card_drills import require_any, scene_of_coup
from dealer_app.practice.coups import deal_totals
from dealer_app.practice.drill_table import Ask
from dealer_app.practice.questions import Answer, DrillScene, SceneBet

_AFTER_FOUR, _AFTER_P3 = InsuranceStage.AFTER_FOUR, InsuranceStage.AFTER_P3
STAKE_CHIPS = (4, 8, 10, 16, 20, 30, 50, 80, 120, 200)
OTHER_SIDE = {Side.PLAYER: Side.BANKER, Side.BANKER: Side.PLAYER}


# Moments at which an offer is made


class OfferMoment(Struct, frozen=True, kw_only=True):
    """Totals that lie open: of the first two cards of each hand, the Player's third, and what is offered on them."""

    stage: InsuranceStage
    first: int
    banker: int
    third: int | None
    is_due: bool
    offers: Offers

    @property
    def player(self) -> int:
        """The total of the Player Hand as it lies."""
        return (self.first + (self.third or 0)) % 10

    @property
    def cards(self) -> tuple[int, ...]:
        """The first totals, and the third card if it lies there."""
        return (self.first, self.banker) if self.third is None else (self.first, self.banker, self.third)


@cache
def find_offer_moments(insurance: Insurance) -> tuple[OfferMoment, ...]:
    """Every moment at which a dealer looks for an offer; there is one only while a card is due (ruling I1)."""
    found = []
    for first, banker in product(range(10), range(10)):
        draws = player_draws(first, banker)
        found.append(_make_moment(insurance, first, banker, None, draws or banker_draws(first, banker, None)))
        found += [
            _make_moment(insurance, first, banker, third, banker_draws(first, banker, third))
            for third in (range(10) if draws else ())
        ]
    return tuple(found)


def _make_moment(insurance: Insurance, first: int, banker: int, third: int | None, is_due: bool) -> OfferMoment:
    stage, player = (_AFTER_FOUR, first) if third is None else (_AFTER_P3, (first + third) % 10)
    offers = stage_offers(insurance, stage, player, banker) if is_due else ()
    return OfferMoment(stage=stage, first=first, banker=banker, third=third, is_due=is_due, offers=offers)


def find_wished_moments(ask: Ask, insurance: Insurance) -> list[OfferMoment]:
    stage, offered = ask.text("stage"), ask.text("offered")
    return [
        moment
        for moment in find_offer_moments(insurance)
        if stage in ("", moment.stage.value)
        and not is_natural(moment.first, moment.banker)
        and (not offered or not moment.offers)
    ]


def find_wished_offers(ask: Ask, insurance: Insurance) -> list[tuple[OfferMoment, InsuranceOffer]]:
    """Moments with the offer that the skill wishes for: a row of the pay table, or any of these odds."""
    stage, side, odds = ask.text("stage"), ask.text("side"), ask.text("odds")
    player, banker = ask.number("player"), ask.number("banker")
    return [
        (moment, offer)
        for moment in find_offer_moments(insurance)
        for offer in moment.offers
        if stage in ("", offer.stage.value)
        and side in ("", offer.side.value)
        and odds in ("", str(offer.odds))
        and (player is None or player in offer.player_points)
        and (banker is None or banker in offer.banker_points)
    ]


def make_moment_scene(chance: Random, moment: OfferMoment) -> DrillScene:
    return scene_of_coup(deal_totals(chance, *moment.cards))


def describe_moment(moment: OfferMoment) -> dict[str, str]:
    return {"stage": moment.stage.value, "player": str(moment.player), "banker": str(moment.banker)}


# Ways on to the end of the coup


class InsuredCourse(Struct, frozen=True, kw_only=True):
    """An offer, and the coup that followed it: its third cards, both totals, and what a bet on the offer came to."""

    moment: OfferMoment
    offer: InsuranceOffer
    thirds: tuple[int, ...]
    player: int
    banker: int
    verdict: Verdict


@cache
def find_insured_courses(insurance: Insurance) -> tuple[InsuredCourse, ...]:
    """Every way on from every offer."""
    return tuple(
        InsuredCourse(
            moment=moment,
            offer=offer,
            thirds=thirds,
            player=player,
            banker=banker,
            verdict=insurance_verdict(offer, player, banker),
        )
        for moment in find_offer_moments(insurance)
        for offer in moment.offers
        for thirds, player, banker in _ways_on(moment)
    )


def _ways_on(moment: OfferMoment) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """The points of the third cards to the end of the coup, and the totals there."""
    first, banker = moment.first, moment.banker
    drawn_on: Sequence[int | None] = range(10) if player_draws(first, banker) else (None,)
    for third in drawn_on if moment.third is None else (moment.third,):
        player, drawn = (first, ()) if third is None else ((first + third) % 10, (third,))
        if not banker_draws(first, banker, third):
            yield drawn, player, banker
            continue
        for last in range(10):
            yield (*drawn, last), player, (banker + last) % 10


@cache
def _courses_by_end(insurance: Insurance) -> Mapping[tuple[str, bool, bool], tuple[InsuredCourse, ...]]:
    """By how the bet ended, whether the hands tied, and whether a tie is paid on its offer."""
    found: dict[tuple[str, bool, bool], list[InsuredCourse]] = {}
    for course in find_insured_courses(insurance):
        key = course.verdict.result.value, course.player == course.banker, course.offer.tie_pays
        found.setdefault(key, []).append(course)
    return {key: tuple(courses) for key, courses in found.items()}


def deal_wished_course(ask: Ask, chance: Random, insurance: Insurance) -> InsuredCourse:
    """A course that ends as the skill wishes, on an offer that it wishes for."""
    result, tie = ask.text("result"), ask.text("tie")
    side, odds = ask.text("side"), ask.text("odds")
    groups = [
        courses
        for (ended, tied, starred), courses in _courses_by_end(insurance).items()
        if result in ("", ended)
        and (tie != "no" or not tied)
        and (tie != "returned" or (tied and not starred))
        and (tie != "paid" or (tied and starred))
    ]
    fitting = [
        course
        for courses in groups
        for course in courses
        if side in ("", course.offer.side.value) and odds in ("", str(course.offer.odds))
    ]
    return chance.choice(require_any(fitting))


# Odds and bets


@cache
def table_odds(insurance: Insurance) -> tuple[Odds, ...]:
    """All odds of the pay table, the lowest first."""
    return tuple(sorted({offer.odds for offer in insurance.offers}, key=lambda odds: odds.ratio))


def describe_odds(odds: Odds) -> dict[str, str]:
    """Odds as they are chosen, and their two numbers as they are said."""
    return {"odds": str(odds), "win": str(odds.win), "stake_of_odds": str(odds.stake)}


def choose_stake(ask: Ask, chance: Random) -> Money:
    return Money(chance.choice(STAKE_CHIPS) * ask.table.unit)


def make_scene_bet(area: Area, stake: Money, who: Who) -> SceneBet:
    return SceneBet(Wager(area=area, stake=stake, seat=who[0], bettor=who[1]), stake)


def make_original_bet(ask: Ask, chance: Random, offer: InsuranceOffer, chips: int) -> SceneBet:
    who = chance.choice(ask.table.rules.layout.seats), SEATED
    return make_scene_bet(Area(offer.side.value), Money(chips * ask.table.unit), who)


def amount_answer(amount: int) -> Answer:
    return (str(amount),)
