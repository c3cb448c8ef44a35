"""What a table is opened with, and the rules made ready for it."""

from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.baccarat.tables import GameTable, LayoutTable
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import House, Layout, Rulebook
from dealer_app.domain.tai_sai.tables import TumbleTable


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


class Burn(Enum):
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
    burn: Burn = Burn.BY_FIRST_CARD
    burn_fixed: int = 0
    most_wagers: int | None = None
    """Fewer wagers an area than the document allows, if the Pit Manager has said so (MBS 3.7.1)."""
    seats: tuple[int, ...] | None = None
    """The numbers that this very table carries, where the operator keeps his own (ruling S3)."""


class Rules:
    """A rulebook and one of its layouts, ready to be asked during a round."""

    def __init__(self, book: Rulebook, layout: Layout, game: GameTable | None) -> None:
        self.book = book
        self.layout = layout
        self.baccarat: LayoutTable | None = None if game is None else game.layout(layout)
        self.tai_sai: TumbleTable | None = TumbleTable(layout) if book.house is House.TAI_SAI else None
        self._cites = dict(book.cites)
        self._titles = {role.code: role.title for role in book.roles}
        self._ranks = {role.code: role.rank for role in book.roles}
        self._choices = {ruling.number: ruling.chosen for ruling in book.rulings}
        self._deciders = {decision.code: decision for decision in book.decisions}

    def clause(self, code: str) -> str:
        """The clause on which something rests; what a document does not know at all is no part of its round of play."""
        return self._cites.get(code) or self._cites["round"]

    def has(self, code: str) -> bool:
        """Whether the document says anything on this point."""
        return code in self._cites

    def choice(self, number: str) -> str | None:
        """The option in force of a ruling; None if this document does not need the ruling."""
        return self._choices.get(number)

    def decider(self, decision: str) -> tuple[str, str]:
        """The role that decides this, and by which clause; the house may have said otherwise where only it is named."""
        found = self._deciders[decision]
        return found.role, found.clause

    def knows(self, decision: str) -> bool:
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


def rules_for(book: Rulebook, layout: Layout) -> Rules:
    """The rules of one layout of a document."""
    return Rules(book, layout, None if book.decks is None else GameTable(book))
