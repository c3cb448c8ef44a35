"""An approved rule document as one frozen value: what may be bet where, what it pays and who decides.

Everything here carries the clause it comes from. The files are read and checked by dealer_app.rulebooks; how
bets win is code (baccarat.bets, tai_sai.bets), because it is the same in every document.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.policies import Policies
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Prize


class RuleFamily(Enum):
    """Which family of rules judges the bets."""

    BACCARAT = "baccarat"
    TAI_SAI = "tai-sai"


class Side(Enum):
    """The two hands of baccarat."""

    PLAYER = "player"
    BANKER = "banker"


class InsuranceStage(Enum):
    """When insurance is offered."""

    AFTER_FOUR = "after_four"
    AFTER_P3 = "after_p3"


class DocumentIdentity(Struct, frozen=True, kw_only=True):
    """What the approval says of the document."""

    name: str
    short_name: str
    version: str
    effective: str
    operator: str
    operator_short: str
    approved_by: str

    @property
    def number(self) -> str:
        """The number of the version; nothing of a document that has none."""
        return self.version if self.version.isdecimal() else ""

    @property
    def short_title(self) -> str:
        """The short name, with the number of the version where it has one."""
        return f"{self.short_name} {self.number}".strip()


class Decks(Struct, frozen=True, kw_only=True):
    fewest: int
    most: int
    cards_each: int
    clause: str


class Dice(Struct, frozen=True, kw_only=True):
    count: int
    faces: int
    fewest_tumbles: int
    clause: str
    tumbles_clause: str


class Commission(Struct, frozen=True, kw_only=True):
    """Taken from a winning bet on `area`: paid at `gross`, less `rate` of the gross winnings."""

    area: Area
    gross: Odds
    rate: Fraction
    clause: str


class Pay(Struct, frozen=True, kw_only=True):
    """One line of a pay table."""

    area: Area
    prize: Prize
    odds: Odds
    clause: str


class Layout(Struct, frozen=True, kw_only=True, dict=True):
    """One approved layout. Its bets are those of the settlement clauses that name it (ruling S1)."""

    letter: str
    fewest_positions: int | None
    most_positions: int | None
    seats: tuple[int, ...]
    pictured_in: tuple[str, ...]
    clause: str
    pays: tuple[Pay, ...]

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        return tuple(dict.fromkeys(pay.area for pay in self.pays))

    def odds(self, area: Area, prize: Prize) -> Odds:
        return next(pay.odds for pay in self.pays if pay.area == area and pay.prize is prize)

    def prizes(self, area: Area) -> Mapping[Prize, Odds]:
        return {pay.prize: pay.odds for pay in self.pays if pay.area == area}


class InsuranceOffer(Struct, frozen=True, kw_only=True):
    """One row of the insurance pay table: totals on the table, the odds, and whether a tie is paid."""

    stage: InsuranceStage
    side: Side
    player_points: frozenset[int]
    banker_points: frozenset[int]
    odds: Odds
    tie_pays: bool = False


class Insurance(Struct, frozen=True, kw_only=True):
    """The insurance pay table and its caps (Insurance Plus 3.12.2, 4.1.8, 5.13.1)."""

    offers: tuple[InsuranceOffer, ...]
    clause: str
    cap_clause: str
    capped_odds: Odds
    capped_share_of_maximum: Fraction
    late_clause: str
    late_payout_over_original: Fraction


class Differential(Struct, frozen=True, kw_only=True):
    """Two areas whose totals may differ by no more than a displayed limit."""

    code: str
    sides: tuple[Area, Area]
    clause: str


class LimitScope(Enum):
    """What a minimum or maximum speaks of: what one bettor has in a box, or all that lies in it."""

    BET = "bet"
    BOX = "box"


class Limits(Struct, frozen=True, kw_only=True):
    """Which limits a table of this book shows. A maximum without a clause is the house's own.

    `seated_first_clause` is there where seated bettors are taken first when bets have to be rejected.
    """

    clause: str
    differentials: tuple[Differential, ...]
    minimum_of: LimitScope
    maximum_of: LimitScope
    maximum_clause: str | None = None
    seated_first_clause: str | None = None
    most_wagers_per_area: int | None = None
    most_wagers_clause: str | None = None


class Role(Struct, frozen=True, kw_only=True):
    """A position named by the document. Those of equal rank do not act for one another."""

    code: str
    title: str
    rank: int
    clause: str


class Decision(Struct, frozen=True, kw_only=True):
    """Something that only a certain role, or above, may decide. Clause `house policy` marks a setting."""

    code: str
    role: str
    clause: str


class Ruling(Struct, frozen=True, kw_only=True):
    """How the station reads the document where it is silent or has two fair readings."""

    number: str
    subject: str
    options: tuple[str, ...]
    chosen: str
    confirm: bool
    clauses: tuple[str, ...]


class Rulebook(Struct, frozen=True, kw_only=True):
    """One approved document, whole. `fingerprint` is the SHA-256 of the file it was read from.

    A book takes a commission, or has a clause by which it takes none, or has no such thing (Tai Sai).
    """

    game: str
    house: RuleFamily
    identity: DocumentIdentity
    layouts: tuple[Layout, ...]
    limits: Limits
    roles: tuple[Role, ...]
    decisions: tuple[Decision, ...]
    policies: Policies
    rulings: tuple[Ruling, ...]
    cites: Mapping[str, str]
    fingerprint: str
    decks: Decks | None
    dice: Dice | None
    commission: Commission | None
    no_commission_clause: str | None
    insurance: Insurance | None
    clauses: frozenset[str] = frozenset()
    """The numbers of all clauses of the document."""

    def find_layout(self, letter: str) -> Layout | None:
        return next((layout for layout in self.layouts if layout.letter == letter), None)

    def find_ruling(self, number: str) -> Ruling | None:
        return next((ruling for ruling in self.rulings if ruling.number == number), None)

    def choice(self, number: str) -> str | None:
        """The option in force of a ruling; None if this document does not need the ruling."""
        ruling = self.find_ruling(number)
        return None if ruling is None else ruling.chosen

    def with_option(self, number: str, option: str) -> "Rulebook":
        """This book with another option of one ruling in force: the operator's choice, never the file's."""
        ruling = self.find_ruling(number)
        if ruling is None or option not in ruling.options:
            raise ValueError(f"{self.game} has no ruling {number} with the option {option}")
        chosen = replace(ruling, chosen=option)
        rulings = tuple(chosen if each is ruling else each for each in self.rulings)
        return replace(self, rulings=rulings, policies=self.policies.with_option(number, option))

    @property
    def choice_fingerprint(self) -> str:
        """What distinguishes this document read by these choices: the fingerprint and every option in force."""
        choices = "".join(f"\n{ruling.number}={ruling.chosen}" for ruling in self.rulings)
        return sha256(f"{self.fingerprint}{choices}".encode()).hexdigest()

    @property
    def areas(self) -> tuple[Area, ...]:
        """Every area that any layout offers, in the order of the pay tables."""
        return tuple(dict.fromkeys(area for layout in self.layouts for area in layout.areas))
