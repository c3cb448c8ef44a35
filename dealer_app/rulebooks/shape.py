"""The shape of a rulebook file where people write it otherwise than the program holds it (domain.rulebook)."""

from fractions import Fraction

from dealer_app.domain.money import Odds
from dealer_app.domain.policies import Policies
from dealer_app.domain.rulebook import (
    Decision,
    Decks,
    Dice,
    House,
    Identity,
    Insurance,
    Limits,
    Role,
    Ruling,
)
from dealer_app.domain.values import dataclass
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
class RulebookShape:
    """A whole file, but for the table `layouts`, whose keys are the Appendix letters: see `reading`."""

    game: str
    house: House
    identity: Identity
    settlement: tuple[SettlementShape, ...]
    limits: Limits
    roles: tuple[Role, ...]
    decisions: tuple[Decision, ...]
    policies: Policies
    rulings: tuple[Ruling, ...]
    cites: dict[str, str]
    layouts: dict[str, LayoutShape]
    layouts_clause: str = ""
    decks: Decks | None = None
    dice: Dice | None = None
    commission: CommissionShape | None = None
    insurance: Insurance | None = None
