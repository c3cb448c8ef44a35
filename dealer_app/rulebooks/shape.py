"""The shape of a rulebook file, as people write it; the values that the program uses are domain.rulebook's."""

from dataclasses import dataclass
from fractions import Fraction

from dealer_app.domain.money import Odds
from dealer_app.domain.policies import Policies
from dealer_app.domain.rulebook import (
    Decision,
    Decks,
    Dice,
    House,
    Identity,
    InsuranceStage,
    LimitOf,
    Role,
    Ruling,
    Side,
)
from dealer_app.domain.wagers import Area, Prize


@dataclass(frozen=True, kw_only=True)
class CommissionShape:
    taken: bool
    clause: str
    area: Area | None = None
    gross: Odds | None = None
    rate: Fraction | None = None


@dataclass(frozen=True, kw_only=True)
class LayoutShape:
    positions: tuple[int, int] | None = None
    seats: tuple[int, ...] = ()
    pictured_in: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PayShape:
    areas: tuple[Area, ...]
    prizes: dict[Prize, Odds]


@dataclass(frozen=True, kw_only=True)
class SettlementShape:
    clause: str
    layouts: str
    pays: tuple[PayShape, ...]


@dataclass(frozen=True, kw_only=True)
class OfferShape:
    stage: InsuranceStage
    side: Side
    player: frozenset[int]
    banker: frozenset[int]
    odds: Odds
    tie_pays: bool = False


@dataclass(frozen=True, kw_only=True)
class InsuranceShape:
    clause: str
    cap_clause: str
    capped_odds: Odds
    capped_share_of_maximum: Fraction
    late_clause: str
    late_payout_over_original: Fraction
    offers: tuple[OfferShape, ...]


@dataclass(frozen=True, kw_only=True)
class DifferentialShape:
    code: str
    sides: tuple[Area, Area]
    clause: str


@dataclass(frozen=True, kw_only=True)
class LimitsShape:
    clause: str
    differentials: tuple[DifferentialShape, ...]
    minimum_of: LimitOf
    maximum_of: LimitOf
    maximum_clause: str | None = None
    seated_first_clause: str | None = None
    most_wagers_per_area: int | None = None
    most_wagers_clause: str | None = None


@dataclass(frozen=True, kw_only=True)
class RulebookShape:
    """A whole file, but for the table `layouts`, whose keys are the Appendix letters: see `reading`."""

    game: str
    house: House
    identity: Identity
    settlement: tuple[SettlementShape, ...]
    limits: LimitsShape
    roles: tuple[Role, ...]
    decisions: tuple[Decision, ...]
    policies: Policies
    rulings: tuple[Ruling, ...]
    layouts: dict[str, LayoutShape]
    layouts_clause: str = ""
    decks: Decks | None = None
    dice: Dice | None = None
    commission: CommissionShape | None = None
    insurance: InsuranceShape | None = None
