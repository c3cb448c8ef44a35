"""Checks of what is played with and what it pays: equipment, layouts, pay tables, commission, insurance, limits."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from dealer_app.domain.baccarat import bets as baccarat
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.rulebook import House, Insurance, InsuranceOffer, InsuranceStage
from dealer_app.domain.tai_sai import bets as tai_sai
from dealer_app.domain.wagers import Area, Prize
from dealer_app.rulebooks.checks.repeats import repeated
from dealer_app.rulebooks.shape import RulebookShape

_ONE_PRIZE = frozenset({Prize.WIN})
_POINTS = frozenset(range(10))


def equipment(book: RulebookShape) -> Iterator[str]:
    for key, there in (("decks", book.decks), ("commission", book.commission)):
        if (there is None) == (book.house is House.BACCARAT):
            yield f"{key}: {'missing' if there is None else 'does not go with'} {book.house.value}"
    if (book.dice is None) == (book.house is House.TAI_SAI):
        yield f"dice: {'missing' if book.dice is None else 'does not go with'} {book.house.value}"
    if book.insurance is not None and book.house is House.TAI_SAI:
        yield "insurance: does not go with tai-sai"
    if book.decks is not None:
        if not 1 <= book.decks.fewest <= book.decks.most:
            yield f"decks: {book.decks.fewest} to {book.decks.most} is no range"
        if book.decks.cards_each != 52:
            yield "decks.cards_each: a deck has 52 cards"
    if book.dice is not None and (book.dice.count, book.dice.faces) != (3, 6):
        yield "dice: the game is played with three dice of six faces"
    if book.dice is not None and book.dice.fewest_tumbles < 1:
        yield "dice.fewest_tumbles: must be at least 1"


def layouts(book: RulebookShape) -> Iterator[str]:
    for letter, layout in book.layouts.items():
        key = f"layouts.{letter}"
        if not (len(letter) == 1 and letter.isascii() and letter.isupper()):
            yield f"{key}: a layout is named by one capital letter"
        if book.house is House.TAI_SAI:
            if layout.positions or layout.seats:
                yield f"{key}: a Tai Sai layout has no positions"
            continue
        if layout.positions is None:
            yield f"{key}.positions: missing"
            continue
        fewest, most = layout.positions
        if not 1 <= fewest <= most:
            yield f"{key}.positions: {fewest} to {most} is no range"
        if len(layout.seats) != most:
            yield f"{key}.seats: {len(layout.seats)} numbers for {most} positions"
        if list(layout.seats) != sorted(set(layout.seats)) or any(seat < 1 for seat in layout.seats):
            yield f"{key}.seats: the numbers must rise from 1 or more"


def _tiers(book: RulebookShape, area: Area) -> frozenset[Prize] | None:
    """The prizes that the bet can have, none beside `win` being empty; None if there is no such bet."""
    if book.house is House.TAI_SAI:
        return tai_sai.tiers(area) if tai_sai.rule_of(area) else None
    return baccarat.TIERS.get(area, frozenset()) if area in baccarat.AREAS else None


def settlement(book: RulebookShape) -> Iterator[str]:
    paid: dict[tuple[str, Area], str] = {}
    for place, settlement in enumerate(book.settlement):
        key = f"settlement[{place}] ({settlement.clause})"
        if not settlement.layouts:
            yield f"{key}.layouts: names no layout"
        if not settlement.pays or not all(pay.areas for pay in settlement.pays):
            yield f"{key}.pays: names no bet"
        for letter in settlement.layouts:
            if letter not in book.layouts:
                yield f"{key}.layouts: there is no layout {letter}"
        for pay in settlement.pays:
            for area in pay.areas:
                tiers = _tiers(book, area)
                if tiers is None:
                    yield f'{key}.pays: "{area}" is no bet of this game'
                elif frozenset(pay.prizes) not in (tiers or _ONE_PRIZE, _ONE_PRIZE):
                    yield f"{key}.pays: the prizes of {area} are {_named(tiers or _ONE_PRIZE)}"
                for letter in dict.fromkeys(settlement.layouts):
                    if (letter, area) in paid:
                        yield f"{key}.pays: {area} on {letter} is paid by {paid[letter, area]} already"
                    paid[letter, area] = settlement.clause
    for letter in book.layouts:
        if not any(paid_letter == letter for paid_letter, _ in paid):
            yield f"layouts.{letter}: no settlement clause gives it a bet"


def _named(prizes: Iterable[Prize]) -> str:
    return ", ".join(f'"{prize.value}"' for prize in sorted(prizes, key=list(Prize).index))


def commission(book: RulebookShape) -> Iterator[str]:
    commission = book.commission
    if commission is None:
        return
    parts = (commission.area, commission.gross, commission.rate)
    if not commission.taken:
        if any(part is not None for part in parts):
            yield "commission: a book that takes none names no area, gross or rate"
        return
    if commission.area is None or commission.gross is None or commission.rate is None:
        yield "commission: area, gross and rate are needed where commission is taken"
        return
    net = commission.gross.ratio * (1 - commission.rate)
    found = False
    for place, settlement in enumerate(book.settlement):
        for pay in settlement.pays:
            if commission.area in pay.areas:
                found = True
                for odds in pay.prizes.values():
                    if odds.ratio != net:
                        yield f"settlement[{place}] ({settlement.clause}): {odds} is not gross less commission, {net}"
    if not found:
        yield f'commission.area: "{commission.area}" is not paid by any clause'


def _offers_for(insurance: Insurance) -> Iterator[tuple[InsuranceOffer, int, int]]:
    for offer in insurance.offers:
        for player in sorted(offer.player_points):
            for banker in sorted(offer.banker_points):
                yield offer, player, banker


def insurance(book: RulebookShape) -> Iterator[str]:
    insurance = book.insurance
    if insurance is None:
        return
    for place, offer in enumerate(insurance.offers):
        for points in (offer.player_points, offer.banker_points):
            if not points or not points <= _POINTS:
                yield f"insurance.offers[{place}]: totals go from 0 to 9"
    for one, other in combinations(insurance.offers, 2):
        same = (one.stage, one.side) == (other.stage, other.side)
        if same and one.player_points & other.player_points and one.banker_points & other.banker_points:
            yield f"insurance.offers: two rows offer {one.side.value} {one.stage.value} on the same totals"
    for offer, player, banker in _offers_for(insurance):
        if offer.stage is InsuranceStage.AFTER_FOUR:
            to_come = player_draws(player, banker) or banker_draws(player, banker, None)
        else:
            to_come = any(banker_draws(0, banker, third) for third in range(10))
        if not to_come:
            yield f"insurance.offers: no card is to come at Player {player}, Banker {banker} {offer.stage.value}"
    if insurance.capped_odds not in {offer.odds for offer in insurance.offers}:
        yield f"insurance.capped_odds: no row pays {insurance.capped_odds}"
    if not 0 < insurance.capped_share_of_maximum <= 1:
        yield "insurance.capped_share_of_maximum: must be above 0 and at most 1"
    if insurance.late_payout_over_original <= 0:
        yield "insurance.late_payout_over_original: must be above 0"


def limits(book: RulebookShape) -> Iterator[str]:
    paid = {area for settlement in book.settlement for pay in settlement.pays for area in pay.areas}
    for place, differential in enumerate(book.limits.differentials):
        if len(set(differential.sides)) != len(differential.sides):
            yield f"limits.differentials[{place}].sides: the two sides are the same"
        for side in differential.sides:
            if side not in paid:
                yield f'limits.differentials[{place}].sides: "{side}" is not paid by any clause'
    yield from repeated("limits.differentials", (each.code for each in book.limits.differentials))
    if (book.limits.most_wagers_per_area is None) != (book.limits.most_wagers_clause is None):
        yield "limits.most_wagers_per_area: the number and its clause go together"
