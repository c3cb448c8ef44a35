"""The shape of a rulebook file where people write it otherwise than the program holds it (domain.rulebook)."""

from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.policies import Policies
from dealer_app.domain.rulebook import (
    Decision,
    Decks,
    Dice,
    DocumentIdentity,
    Insurance,
    Limits,
    Role,
    RuleFamily,
    Ruling,
)
from dealer_app.domain.wagers import Area, Prize


class CommissionShape(Struct, frozen=True, kw_only=True):
    taken: bool
    clause: str
    area: Area | None = None
    gross: Odds | None = None
    rate: Fraction | None = None


class LayoutShape(Struct, frozen=True, kw_only=True):
    positions: tuple[int, int] | None = None
    seats: tuple[int, ...] = ()
    pictured_in: tuple[str, ...] = ()


class PayShape(Struct, frozen=True, kw_only=True):
    areas: tuple[Area, ...]
    prizes: dict[Prize, Odds]


class SettlementShape(Struct, frozen=True, kw_only=True):
    clause: str
    layouts: str
    pays: tuple[PayShape, ...]


class RulebookShape(Struct, frozen=True, kw_only=True):
    """A whole file, but for the table `layouts`, whose keys are the Appendix letters: see `reading`."""

    game: str
    house: RuleFamily
    identity: DocumentIdentity
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
