"""Checks that the values of a rulebook file agree, beyond each being of its type.

Every check yields all the faults it finds, each with the key at which to look. It runs as soon as the parts
that it reads are in order, even if other parts are not.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import fields

from dealer_app.domain.baccarat import bets as baccarat
from dealer_app.domain.baccarat.insurance import CapReading, OriginalReading
from dealer_app.domain.baccarat.table_of_play import banker_draws, player_draws
from dealer_app.domain.limits import DifferentialReading
from dealer_app.domain.policies import Policies
from dealer_app.domain.rulebook import Insurance, InsuranceOffer, InsuranceStage, RuleFamily
from dealer_app.domain.tai_sai import bets as tai_sai
from dealer_app.domain.wagers import Area, Prize
from dealer_app.rulebooks.shape import RulebookShape

HOUSE_POLICY = "house policy"
"""Written instead of a clause where the document leaves a decision to the house."""


def check_clauses(parts: Mapping[str, Any], clauses: frozenset[str]) -> Iterator[str]:
    """Rulings rest on clauses; everything else may rest on a ruling instead."""
    known = clauses | {ruling.number for ruling in parts.get("rulings", ())}
    for key, cited in _clause_citations(parts):
        if cited not in (clauses if key.startswith("rulings.") else known):
            yield f'{key}: the document has no clause "{cited}"'


def _clause_citations(parts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "layouts_clause" in parts:
        yield "layouts.clause", parts["layouts_clause"]
    for key in ("decks", "dice", "commission", "insurance", "limits"):
        yield from _part_citations(key, parts.get(key))
    if "limits" in parts:
        for place, differential in enumerate(parts["limits"].differentials):
            yield f"limits.differentials[{place}].clause", differential.clause
    for key in ("settlement", "roles", "decisions"):
        for place, each in enumerate(parts.get(key, ())):
            if each.clause != HOUSE_POLICY or key != "decisions":
                yield f"{key}[{place}].clause", each.clause
    for code, cited in parts.get("cites", {}).items():
        yield f"cites.{code}", cited
    for name, policy in parts["policies"].items() if "policies" in parts else ():
        yield f"policies.{name}.clause", policy.clause
    for ruling in parts.get("rulings", ()):
        for clause in ruling.clauses:
            yield f"rulings.{ruling.number}.clauses", clause


def _part_citations(key: str, part: Any) -> Iterator[tuple[str, str]]:
    """The fields of one part that name a clause."""
    for field in fields(part) if part is not None else ():
        cited = getattr(part, field.name)
        if (field.name == "clause" or field.name.endswith("_clause")) and cited is not None:
            yield f"{key}.{field.name}", cited


def find_repeats(key: str, codes: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for code in codes:
        if code in seen:
            yield f'{key}: "{code}" is there twice'
        seen.add(code)


_NOT_IN_EVERY_BOOK = frozenset({"withdrawal_scope_order_lost", "withdrawal_scope_interruption"})
"""Points that only some of the baccarat documents speak of."""

_ALWAYS_DECIDED = ("uncovered_case", "void", "bet_correction", "claim")
"""What somebody must be able to decide at every table."""

_READINGS: Mapping[str, type[Enum]] = {"L4": DifferentialReading, "I6": CapReading, "I11": OriginalReading}
"""The rulings whose options change a calculation, with the readings that the calculation knows."""


def check_identity(book: RulebookShape) -> Iterator[str]:
    for field in fields(book.identity):
        if not getattr(book.identity, field.name).strip():
            yield f"identity.{field.name}: is empty"
    written = book.identity.effective
    try:
        effective = datetime.fromisoformat(written)
    except ValueError:
        yield f'identity.effective: "{written}" is not a date, or a date and time'
        return
    if "T" in written and effective.tzinfo is None:
        yield "identity.effective: the offset from UTC is missing, as in 2025-08-08T08:00+08:00"


def check_policies(book: RulebookShape) -> Iterator[str]:
    for field in fields(Policies):
        missing = getattr(book.policies, field.name) is None
        if book.house is RuleFamily.TAI_SAI and not missing and field.default is None:
            yield f"policies.{field.name}: has no meaning in tai-sai"
        if book.house is RuleFamily.BACCARAT and missing and field.name not in _NOT_IN_EVERY_BOOK:
            yield f"policies.{field.name}: missing"
    yield from _check_ruling_policies(book)


def _check_ruling_policies(book: RulebookShape) -> Iterator[str]:
    """A policy that follows a ruling has the value that the ruling has chosen, and knows all its options."""
    rulings_by_number = {ruling.number: ruling for ruling in book.rulings}
    for name, policy in book.policies.items():
        if policy.ruling is None:
            continue
        ruling = rulings_by_number.get(policy.ruling)
        values = {value.value for value in type(policy.value)}
        if ruling is None or ruling.chosen != policy.value.value or not set(ruling.options) <= values:
            yield f"policies.{name}.ruling: {policy.ruling} does not choose {policy.value.value}"


def check_people(book: RulebookShape) -> Iterator[str]:
    codes = {role.code for role in book.roles}
    for place, decision in enumerate(book.decisions):
        if decision.role not in codes:
            yield f'decisions[{place}].role: there is no role "{decision.role}"'
    yield from find_repeats("roles", (role.code for role in book.roles))
    yield from find_repeats("decisions", (decision.code for decision in book.decisions))
    for place, role in enumerate(book.roles):
        if role.rank < 1:
            yield f"roles[{place}].rank: must be at least 1"
    for code in _ALWAYS_DECIDED:
        if all(decision.code != code for decision in book.decisions):
            yield f'decisions: nobody decides "{code}"'
    lowest = min((role.rank for role in book.roles), default=0)
    for place, decision in enumerate(book.decisions):
        if decision.code in _ALWAYS_DECIDED and any(
            role.code == decision.role and role.rank == lowest for role in book.roles
        ):
            yield f'decisions[{place}].role: "{decision.code}" is not for the lowest role'


def check_rulings(book: RulebookShape) -> Iterator[str]:
    yield from find_repeats("rulings", (ruling.number for ruling in book.rulings))
    for ruling in book.rulings:
        if ruling.chosen not in ruling.options:
            yield f'rulings.{ruling.number}.chosen: "{ruling.chosen}" is not one of its options'
        yield from find_repeats(f"rulings.{ruling.number}.options", ruling.options)
        if not ruling.subject.strip():
            yield f"rulings.{ruling.number}.subject: is empty"
        reading = _READINGS.get(ruling.number)
        for option in ruling.options if reading is not None else ():
            if option not in {each.value for each in reading or ()}:
                yield f'rulings.{ruling.number}.options: no calculation knows "{option}"'


_ONE_PRIZE = frozenset({Prize.WIN})
_POINTS = frozenset(range(10))


def check_equipment(book: RulebookShape) -> Iterator[str]:
    for key, there in (("decks", book.decks), ("commission", book.commission)):
        if (there is None) == (book.house is RuleFamily.BACCARAT):
            yield f"{key}: {'missing' if there is None else 'does not go with'} {book.house.value}"
    if (book.dice is None) == (book.house is RuleFamily.TAI_SAI):
        yield f"dice: {'missing' if book.dice is None else 'does not go with'} {book.house.value}"
    if book.insurance is not None and book.house is RuleFamily.TAI_SAI:
        yield "insurance: does not go with tai-sai"
    if book.decks is not None:
        if not 1 <= book.decks.fewest <= book.decks.most:
            yield f"decks: {book.decks.fewest} to {book.decks.most} is not a range"
        if book.decks.cards_each != 52:
            yield "decks.cards_each: a deck has 52 cards"
    if book.dice is not None and (book.dice.count, book.dice.faces) != (3, 6):
        yield "dice: the game is played with three dice of six faces"
    if book.dice is not None and book.dice.fewest_tumbles < 1:
        yield "dice.fewest_tumbles: must be at least 1"


def check_layouts(book: RulebookShape) -> Iterator[str]:
    for letter, layout in book.layouts.items():
        key = f"layouts.{letter}"
        if not (len(letter) == 1 and letter.isascii() and letter.isupper()):
            yield f"{key}: a layout is named by one capital letter"
        if book.house is RuleFamily.TAI_SAI:
            if layout.positions or layout.seats:
                yield f"{key}: a Tai Sai layout has no positions"
            continue
        if layout.positions is None:
            yield f"{key}.positions: missing"
            continue
        fewest, most = layout.positions
        if not 1 <= fewest <= most:
            yield f"{key}.positions: {fewest} to {most} is not a range"
        if len(layout.seats) != most:
            yield f"{key}.seats: {len(layout.seats)} numbers for {most} positions"
        if list(layout.seats) != sorted(set(layout.seats)) or any(seat < 1 for seat in layout.seats):
            yield f"{key}.seats: the numbers must rise from 1 or more"


def _area_tiers(book: RulebookShape, area: Area) -> frozenset[Prize] | None:
    """The prizes that the bet can have, none beside `win` being empty; None if there is no such bet."""
    if book.house is RuleFamily.TAI_SAI:
        return tai_sai.prize_tiers(area) if tai_sai.tumble_rule(area) else None
    return baccarat.PRIZE_TIERS.get(area, frozenset()) if area in baccarat.BACCARAT_AREAS else None


def check_settlement(book: RulebookShape) -> Iterator[str]:
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
                tiers = _area_tiers(book, area)
                if tiers is None:
                    yield f'{key}.pays: "{area}" is not a bet of this game'
                elif frozenset(pay.prizes) not in (tiers or _ONE_PRIZE, _ONE_PRIZE):
                    yield f"{key}.pays: the prizes of {area} are {_prize_names(tiers or _ONE_PRIZE)}"
                for letter in dict.fromkeys(settlement.layouts):
                    if (letter, area) in paid:
                        yield f"{key}.pays: {area} on {letter} is paid by {paid[letter, area]} already"
                    paid[letter, area] = settlement.clause
    for letter in book.layouts:
        if not any(paid_letter == letter for paid_letter, _ in paid):
            yield f"layouts.{letter}: no settlement clause gives it a bet"


def _prize_names(prizes: Iterable[Prize]) -> str:
    return ", ".join(f'"{prize.value}"' for prize in sorted(prizes, key=list(Prize).index))


def check_commission(book: RulebookShape) -> Iterator[str]:
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


def _offers_by_totals(insurance: Insurance) -> Iterator[tuple[InsuranceOffer, int, int]]:
    for offer in insurance.offers:
        for player in sorted(offer.player_points):
            for banker in sorted(offer.banker_points):
                yield offer, player, banker


def check_insurance(book: RulebookShape) -> Iterator[str]:
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
    for offer, player, banker in _offers_by_totals(insurance):
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


def check_limits(book: RulebookShape) -> Iterator[str]:
    paid = {area for settlement in book.settlement for pay in settlement.pays for area in pay.areas}
    for place, differential in enumerate(book.limits.differentials):
        if len(set(differential.sides)) != len(differential.sides):
            yield f"limits.differentials[{place}].sides: the two sides are the same"
        for side in differential.sides:
            if side not in paid:
                yield f'limits.differentials[{place}].sides: "{side}" is not paid by any clause'
    yield from find_repeats("limits.differentials", (each.code for each in book.limits.differentials))
    if (book.limits.most_wagers_per_area is None) != (book.limits.most_wagers_clause is None):
        yield "limits.most_wagers_per_area: the number and its clause go together"


_CHECKS: tuple[tuple[Callable[[RulebookShape], Iterator[str]], frozenset[str]], ...] = (
    (check_identity, frozenset({"identity"})),
    (check_equipment, frozenset({"house", "decks", "dice", "commission", "insurance"})),
    (check_layouts, frozenset({"house", "layouts"})),
    (check_settlement, frozenset({"house", "settlement", "layouts"})),
    (check_commission, frozenset({"commission", "settlement"})),
    (check_insurance, frozenset({"insurance"})),
    (check_limits, frozenset({"limits", "settlement"})),
    (check_policies, frozenset({"house", "policies", "rulings"})),
    (check_people, frozenset({"roles", "decisions"})),
    (check_rulings, frozenset({"rulings"})),
)
"""Each with the parts it looks at."""


def find_faults(parts: Mapping[str, Any], clauses: frozenset[str]) -> Iterator[str]:
    """Everything wrong with the parts that could be read, given the clause numbers of the document."""
    if "game" in parts and not clauses:
        yield f'game: "{parts["game"]}" is not one of the approved documents'
    # Checks are made only of parts that are there, so that what is missing of the shape is never asked for.
    book = cast(RulebookShape, SimpleNamespace(**parts))
    for check, looks_at in _CHECKS:
        if looks_at <= parts.keys():
            yield from check(book)
    if clauses:
        yield from check_clauses(parts, clauses)
