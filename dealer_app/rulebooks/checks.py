"""What the values of a rulebook file must say together, beyond each being of its type.

Every check yields all the faults it finds, each beginning with the key at which to look.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import datetime
from itertools import combinations

from dealer_app.domain.baccarat import bets as baccarat
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.policies import Policies
from dealer_app.domain.rulebook import House, InsuranceStage
from dealer_app.domain.tai_sai import bets as tai_sai
from dealer_app.domain.wagers import Area, Prize
from dealer_app.rulebooks.shape import InsuranceShape, OfferShape, RulebookShape

HOUSE_POLICY = "house policy"
"""Written instead of a clause where the document leaves a decision to the house."""

_NOT_IN_EVERY_BOOK = frozenset({"withdrawal_scope_order_lost", "withdrawal_scope_interruption"})
"""Points that only one of the baccarat documents speaks of."""

_ONE_PRIZE = frozenset({Prize.WIN})


def faults_in(book: RulebookShape, clauses: frozenset[str]) -> tuple[str, ...]:
    """Everything wrong with the book, given the clause numbers of its document."""
    if not clauses:
        return (f'game: "{book.game}" is not one of the approved documents',)
    return (
        tuple(
            fault
            for check in (_identity, _equipment, _layouts, _settlement, _commission, _limits, _people, _rulings)
            for fault in check(book)
        )
        + tuple(_insurance(book))
        + tuple(_clauses_exist(book, clauses))
    )


def _identity(book: RulebookShape) -> Iterator[str]:
    written = book.identity.effective
    try:
        effective = datetime.fromisoformat(written)
    except ValueError:
        yield f'identity.effective: "{written}" is not a date, or a date and time'
        return
    if "T" in written and effective.tzinfo is None:
        yield "identity.effective: the offset from UTC is missing, as in 2025-08-08T08:00+08:00"


def _equipment(book: RulebookShape) -> Iterator[str]:
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
    yield from _policies(book)


def _policies(book: RulebookShape) -> Iterator[str]:
    for field in fields(Policies):
        missing = getattr(book.policies, field.name) is None
        if book.house is House.TAI_SAI and not missing and field.default is None:
            yield f"policies.{field.name}: has no meaning in tai-sai"
        if book.house is House.BACCARAT and missing and field.name not in _NOT_IN_EVERY_BOOK:
            yield f"policies.{field.name}: missing"


def _layouts(book: RulebookShape) -> Iterator[str]:
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


def _settlement(book: RulebookShape) -> Iterator[str]:
    paid: dict[tuple[str, Area], str] = {}
    for place, settlement in enumerate(book.settlement):
        key = f"settlement[{place}] ({settlement.clause})"
        for letter in settlement.layouts:
            if letter not in book.layouts:
                yield f"{key}.layouts: there is no layout {letter}"
        for pay in settlement.pays:
            for area in pay.areas:
                tiers = _tiers(book, area)
                if tiers is None:
                    yield f'{key}.pays: "{area}" is no bet of this game'
                elif frozenset(pay.prizes) not in (tiers, _ONE_PRIZE):
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


def _commission(book: RulebookShape) -> Iterator[str]:
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


def _offers_for(insurance: InsuranceShape) -> Iterator[tuple[OfferShape, int, int]]:
    for offer in insurance.offers:
        for player in sorted(offer.player):
            for banker in sorted(offer.banker):
                yield offer, player, banker


def _insurance(book: RulebookShape) -> Iterator[str]:
    insurance = book.insurance
    if insurance is None:
        return
    for place, offer in enumerate(insurance.offers):
        if not (offer.player and offer.banker and offer.player | offer.banker <= frozenset(range(10))):
            yield f"insurance.offers[{place}]: totals go from 0 to 9"
    for one, other in combinations(insurance.offers, 2):
        same = (one.stage, one.side) == (other.stage, other.side)
        if same and one.player & other.player and one.banker & other.banker:
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


def _limits(book: RulebookShape) -> Iterator[str]:
    paid = {area for settlement in book.settlement for pay in settlement.pays for area in pay.areas}
    for place, differential in enumerate(book.limits.differentials):
        for side in differential.sides:
            if side not in paid:
                yield f'limits.differentials[{place}].sides: "{side}" is not paid by any clause'
    yield from _repeated("limits.differentials", (each.code for each in book.limits.differentials))
    if (book.limits.most_wagers_per_area is None) != (book.limits.most_wagers_clause is None):
        yield "limits.most_wagers_per_area: the number and its clause go together"


def _people(book: RulebookShape) -> Iterator[str]:
    codes = {role.code for role in book.roles}
    for place, decision in enumerate(book.decisions):
        if decision.role not in codes:
            yield f'decisions[{place}].role: there is no role "{decision.role}"'
    yield from _repeated("roles", (role.code for role in book.roles))
    yield from _repeated("decisions", (decision.code for decision in book.decisions))
    for place, role in enumerate(book.roles):
        if role.rank < 1:
            yield f"roles[{place}].rank: must be at least 1"


def _rulings(book: RulebookShape) -> Iterator[str]:
    yield from _repeated("rulings", (ruling.number for ruling in book.rulings))
    for ruling in book.rulings:
        if ruling.chosen not in ruling.options:
            yield f'rulings.{ruling.number}.chosen: "{ruling.chosen}" is not one of its options'
        yield from _repeated(f"rulings.{ruling.number}.options", ruling.options)


def _repeated(key: str, codes: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for code in codes:
        if code in seen:
            yield f'{key}: "{code}" stands there twice'
        seen.add(code)


def _cited(book: RulebookShape) -> Iterator[tuple[str, str]]:
    yield "layouts.clause", book.layouts_clause
    for key in ("decks", "dice", "commission", "insurance", "limits"):
        part = getattr(book, key)
        for name in getattr(part, "__dataclass_fields__", {}):
            cited = getattr(part, name)
            if (name == "clause" or name.endswith("_clause")) and cited is not None:
                yield f"{key}.{name}", cited
    for place, settlement in enumerate(book.settlement):
        yield f"settlement[{place}].clause", settlement.clause
    for place, differential in enumerate(book.limits.differentials):
        yield f"limits.differentials[{place}].clause", differential.clause
    for place, role in enumerate(book.roles):
        yield f"roles[{place}].clause", role.clause
    for place, decision in enumerate(book.decisions):
        if decision.clause != HOUSE_POLICY:
            yield f"decisions[{place}].clause", decision.clause
    for name, policy in book.policies.items():
        yield f"policies.{name}.clause", policy.clause
    for ruling in book.rulings:
        for clause in ruling.clauses:
            yield f"rulings.{ruling.number}.clauses", clause


def _clauses_exist(book: RulebookShape, clauses: frozenset[str]) -> Iterator[str]:
    known = clauses | {ruling.number for ruling in book.rulings}
    for key, cited in _cited(book):
        allowed = clauses if key.startswith("rulings.") else known
        if cited not in allowed and not any(clause.startswith(f"{cited}.") for clause in clauses):
            yield f'{key}: the document has no clause "{cited}"'
