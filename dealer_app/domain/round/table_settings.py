"""The settings of a table, the rules prepared for it, and the smallest chip on it.

It has the settings of a table that is opened without any wish, and refuses amounts that no chips of the table
can make (ruling B9), at the screen, at a terminal and in a script alike.
"""

from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.baccarat.outcomes import GameTable, LayoutTable
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal
from dealer_app.domain.rulebook import Layout, Rulebook, RuleFamily
from dealer_app.domain.tai_sai.bets import TumbleTable


class Dealing(Enum):
    """Whether a drawn card is seen at once."""

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"


class BetKeeping(Enum):
    """Whether bets are keyed; with bets off bettors answer without amounts."""

    KEYED = "keyed"
    OFF = "off"


class InsuranceShown(Enum):
    """How the odds of insurance are shown, or that none is offered at this table (Insurance Plus 3.12, 4.2.2)."""

    NOT_OFFERED = "not-offered"
    DISPLAY = "display"
    LAYOUT = "layout"
    LAMMER = "lammer"


class CardDevice(Enum):
    """What the cards come from. A shuffler has no cutting card, no composition over rounds and no end count."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


class Method(Enum):
    """How MBS deals (3.9): squeezed by players, kept by the dealer, or drawn by a player."""

    A = "A"
    B = "B"
    C = "C"


class BurnRule(Enum):
    """How many cards are burned when a shoe begins: as many as the first card counts, or a fixed number."""

    BY_FIRST_CARD = "by-first-card"
    FIXED = "fixed"


class Table(Struct, frozen=True, kw_only=True):
    """The settings of an open table. They change only between rounds."""

    name: str
    layout: str
    positions: int | None
    decks: int | None
    dealing: Dealing = Dealing.FACE_UP
    bets: BetKeeping = BetKeeping.KEYED
    insurance: InsuranceShown = InsuranceShown.NOT_OFFERED
    device: CardDevice = CardDevice.SHOE
    hlga: bool = False
    method: Method | None = None
    limits: TableLimits = field(default_factory=TableLimits)
    unit: Money | None = None
    last_rounds: int = 0
    burn: BurnRule = BurnRule.BY_FIRST_CARD
    burn_fixed: int = 0
    most_wagers: int | None = None
    """Fewer wagers an area than the document allows, if the Pit Manager has said so (MBS 3.7.1)."""
    seats: tuple[int, ...] | None = None
    """The numbers that this very table carries, where the operator keeps its own (ruling S3)."""


class Rules:
    """A rulebook and one of its layouts, ready to be asked during a round."""

    def __init__(
        self, book: Rulebook, layout: Layout, game: GameTable | None, *, device_fault_voids: bool = False
    ) -> None:
        self._game = game
        self.device_fault_voids = device_fault_voids
        """Whether law of the place makes a round void whose outcome a device's fault affected (ruling O26)."""
        self.book = book
        self.layout = layout
        self.baccarat: LayoutTable | None = None if game is None else game.layout_table(layout)
        self.tai_sai: TumbleTable | None = TumbleTable(layout) if book.house is RuleFamily.TAI_SAI else None
        self._cites = dict(book.cites)
        self._titles = {role.code: role.title for role in book.roles}
        self._ranks = {role.code: role.rank for role in book.roles}
        self._choices = {ruling.number: ruling.chosen for ruling in book.rulings}
        self._deciders = {decision.code: decision for decision in book.decisions}

    def with_device_fault(self, *, voids: bool) -> "Rules":
        """These rules where the house has switched that law on, or off: it is no part of a document."""
        if voids is self.device_fault_voids:
            return self
        return Rules(self.book, self.layout, self._game, device_fault_voids=voids)

    def clause(self, code: str) -> str:
        """The clause on which something rests; what a document does not know at all is no part of its round of play."""
        return self._cites.get(code) or self._cites["round"]

    def has_clause(self, code: str) -> bool:
        """Whether the document says anything on this point."""
        return code in self._cites

    def choice(self, number: str) -> str | None:
        """The option in force of a ruling; None if this document does not need the ruling."""
        return self._choices.get(number)

    def decider(self, decision: str) -> tuple[str, str]:
        """The role that decides this, and by which clause; the house may have said otherwise where only it is named."""
        found = self._deciders[decision]
        return found.role, found.clause

    def has_decider(self, decision: str) -> bool:
        """Whether this book has somebody decide this."""
        return decision in self._deciders

    def seats(self, table: Table) -> tuple[int, ...]:
        """The numbers of the seats of a table, from the first position on; none where there are no seats."""
        return table.seats or self.layout.seats[: table.positions]

    def has_role(self, role: str) -> bool:
        """Whether anybody acts in this position by the document; every one of them may do what a dealer does."""
        return role in self._ranks

    def title(self, role: str) -> str:
        return self._titles[role]

    def may_act(self, role: str, needed: str) -> bool:
        """Whether a role is the needed one or above; equals in rank do not act for one another."""
        return role == needed or self._ranks.get(role, 0) > self._ranks[needed]


def make_rules(book: Rulebook, layout: Layout) -> Rules:
    """The rules of one layout of a document."""
    return Rules(book, layout, None if book.decks is None else GameTable(book))


USUAL_DECKS = 8
USUAL_LIMITS = TableLimits(general=AreaLimits(minimum=Money(100)))


def usual_table(book: Rulebook, layout: Layout) -> Table:
    """All positions, eight decks, face up, bets keyed; insurance on a display where the document has it."""
    return Table(
        name="T1",
        layout=layout.letter,
        positions=layout.most_positions,
        decks=None if book.decks is None else USUAL_DECKS,
        insurance=InsuranceShown.NOT_OFFERED if book.insurance is None else InsuranceShown.DISPLAY,
        limits=USUAL_LIMITS,
        burn=BurnRule.FIXED,
    )


EXACT_ONLY = "exact-only"
"""The option of ruling B9 by which amounts are shown as they are and not rounded to chips."""


def smallest_chip(rules: Rules, table: Table) -> Money | None:
    """Of what all amounts of this table are made; None where any amount can be."""
    return None if rules.choice("B9") == EXACT_ONLY else table.unit


def chip_refusal(rules: Rules, table: Table, amount: int) -> Refusal | None:
    """What is said of an amount that is no number of smallest chips; nothing where it is one."""
    return unit_refusal(smallest_chip(rules, table), amount)


def unit_refusal(unit: Money | None, amount: int) -> Refusal | None:
    """The same of a chip that is known, as while a table is opened."""
    if not unit or amount % unit == 0:
        return None
    return Refusal(code="not-in-chips", clause=HOUSE_POLICY, facts={"unit": str(unit)})
