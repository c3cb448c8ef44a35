"""The table that is to be opened, as it is chosen and typed so far: from the fingers, with what is usual elsewhere."""

from enum import Enum
from functools import cached_property, lru_cache
from typing import TypeVar

from msgspec import Struct

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.commands import OpenTable
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.decide.opening import OWN_NUMBERS
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.smallest_chip import EXACT_ONLY
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table import (
    BetKeeping,
    Burn,
    CardDevice,
    Dealing,
    InsuranceShown,
    Method,
    Rules,
    Table,
    rules_for,
)
from dealer_app.domain.round.usual_table import usual_table
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, approved
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.house.amounts_typed import amount_of, number_of
from dealer_app.showing.house.limit_form import LimitForm
from dealer_app.showing.seeing import Seeing
from dealer_app.station.facts import RulebookInForce
from dealer_app.station.reading import in_force

Chosen = TypeVar("Chosen", bound=Enum)
GAME, LAYOUT, POSITIONS, DECKS = "game", "layout", "positions", "decks"
RULING = "ruling-"
NAME, UNIT, BURNED, SEATS = "table-name", "unit", "burned", "own-seats"
MOST_READINGS = 32
"""How many ways to read a document are kept made: options are chosen one after the other, and seldom back again."""
_USUAL_MINIMUM, _USUAL_MAXIMUM, _USUAL_DIFFERENTIAL = 100, 20_000, 50_000


@lru_cache(maxsize=MOST_READINGS)
def read_so(game: str, choices: tuple[tuple[str, str], ...]) -> Rulebook:
    """The document with these options of rulings in force."""
    book = approved(game)
    for number, option in choices:
        book = book.choosing(number, option)
    return book


@lru_cache(maxsize=MOST_READINGS)
def rules_so(game: str, choices: tuple[tuple[str, str], ...], letter: str) -> Rules:
    book = read_so(game, choices)
    return rules_for(book, next(layout for layout in book.layouts if layout.letter == letter))


@lru_cache(maxsize=MOST_READINGS)
def reading_so(game: str, choices: tuple[tuple[str, str], ...]) -> RulebookInForce:
    return in_force(read_so(game, choices))


class Opening(Struct, frozen=True, dict=True):
    """See the module. Made anew for each screen; whether such a table may be opened, the domain is asked."""

    seeing: Seeing

    @property
    def fingers(self) -> Fingers:
        return self.seeing.fingers

    @cached_property
    def game(self) -> str:
        return self.fingers.pick(GAME, GAMES[0])

    @cached_property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The options of rulings that are chosen otherwise than the document's file has them."""
        open_ = ((each, self.fingers.pick(RULING + each.number)) for each in approved(self.game).rulings)
        return tuple((each.number, option) for each, option in open_ if option in each.options)

    @cached_property
    def book(self) -> Rulebook:
        return read_so(self.game, self.choices)

    @cached_property
    def read(self) -> RulebookInForce:
        return reading_so(self.game, self.choices)

    @cached_property
    def layout(self) -> Layout:
        return self.book.layout(self.fingers.pick(LAYOUT)) or self.book.layouts[0]

    @cached_property
    def rules(self) -> Rules:
        return rules_so(self.game, self.choices, self.layout.letter)

    @cached_property
    def usual(self) -> Table:
        return usual_table(self.book, self.layout)

    @cached_property
    def limit_form(self) -> LimitForm:
        return LimitForm(self.seeing, self.book, self.layout, self._usual_limits, self._chip)

    @property
    def _chip(self) -> Money | None:
        """The smallest chip as it is typed; none where amounts are to be exact (ruling B9)."""
        typed = amount_of(self.text(UNIT, self.usual_unit), self.seeing.words.first.decimals)
        return None if self.book.choice("B9") == EXACT_ONLY else typed

    @property
    def _usual_limits(self) -> TableLimits:
        """What the sign usually shows. At a demonstration there is no sign, so all of it is filled in."""
        unit = 10**self.seeing.words.first.decimals
        least = Money(_USUAL_MINIMUM * unit)
        if not self.seeing.demo:
            return TableLimits(general=AreaLimits(minimum=least))
        return TableLimits(
            general=AreaLimits(minimum=least, maximum=Money(_USUAL_MAXIMUM * unit)),
            differentials={
                each.code: Money(_USUAL_DIFFERENTIAL * unit)
                for each in self.book.limits.differentials
                if all(side in self.layout.areas for side in each.sides)
            },
        )

    # What is chosen and typed

    def number(self, name: str, usual: int | None) -> int | None:
        picked = self.fingers.pick(name)
        return int(picked) if picked.isdecimal() else usual

    def text(self, name: str, usual: str = "") -> str:
        return self.fingers.texts.get(name, usual)

    def picked(self, kind: type[Chosen], usual: Chosen) -> Chosen:
        """Of an enumeration, by its name as the pick."""
        return kind(self.fingers.pick(pick_of(kind), usual.value))

    @property
    def hlga(self) -> bool:
        return self.fingers.pick("hlga") == "yes"

    @property
    def method(self) -> Method | None:
        """Nothing where nobody chooses: the cards then stay with the dealer (MBS 3.9, 3.9.2)."""
        picked = self.fingers.pick(pick_of(Method))
        return Method(picked) if picked else None

    @property
    def own_seats(self) -> bool:
        """Whether the operator numbers the seats himself (ruling S3)."""
        return self.book.choice("S3") == OWN_NUMBERS

    def seats(self) -> tuple[int, ...] | None:
        numbers = [number_of(word) for word in self.text(SEATS).replace(",", " ").split()]
        return None if not numbers or None in numbers else tuple(number for number in numbers if number is not None)

    @cached_property
    def table(self) -> Table | None:
        """The table with all of it; nothing while something that is typed cannot be read."""
        limits, usual = self.limit_form.limits(), self.usual
        unit, burned = self.text(UNIT, self.usual_unit), self.text(BURNED, "0")
        money = amount_of(unit, self.seeing.words.first.decimals) if unit.strip() else None
        cards = number_of(burned or "0")
        if limits is None or cards is None or (unit.strip() and money is None):
            return None
        with_cards = self.book.decks is not None
        return replace(
            usual,
            name=self.text(NAME, usual.name).strip(),
            positions=self.number(POSITIONS, usual.positions),
            decks=self.number(DECKS, usual.decks) if with_cards else None,
            dealing=self.picked(Dealing, usual.dealing) if with_cards else usual.dealing,
            bets=self.picked(BetKeeping, usual.bets),
            insurance=self.picked(InsuranceShown, usual.insurance) if self.book.insurance else usual.insurance,
            device=self.picked(CardDevice, usual.device) if with_cards else usual.device,
            hlga=self.hlga and self.rules.has("methods"),
            method=self.method if self.rules.has("methods") else None,
            limits=limits,
            unit=money,
            last_rounds=self.number("last-rounds", usual.last_rounds) or 0,
            burn=self.picked(Burn, usual.burn),
            burn_fixed=cards if self.picked(Burn, usual.burn) is Burn.FIXED else 0,
            most_wagers=self.number("most-wagers", None) if self.book.limits.most_wagers_per_area else None,
            seats=self.seats() if self.own_seats else None,
        )

    @property
    def usual_unit(self) -> str:
        return "2.50" if self.seeing.demo and self.seeing.words.first.decimals >= 2 else ""

    def needed_role(self, table: Table) -> str:
        """Who opens such a table: the highest of those whom the document names for one of its settings."""
        decisions = ["void"]
        if table.method is not None:
            decisions.append("method_c" if table.method is Method.C else "method_a_or_b")
        if table.most_wagers is not None:
            decisions.append("fewer_wagers_per_area")
        roles = [self.rules.decider(each)[0] for each in decisions]
        return max(roles, key=[each.code for each in self.book.roles].index)

    def against(self, table: Table) -> Refusal | None:
        """Why the table cannot be opened so, whoever it is that opens it."""
        by = Person("", self.needed_role(table))
        decision = decide(rules=self.rules, state=TableState(), command=OpenTable(by=by, at=0, table=table))
        return decision if isinstance(decision, Refusal) else None


def pick_of(kind: type[Enum]) -> str:
    """The name of a choice in the fingers."""
    return kind.__name__.lower()
