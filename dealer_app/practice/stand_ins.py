"""Puts strangers in the place of everybody in a live round: guests, dealer and officials, and other amounts.

What a command says stays as it was; whose it is, how much, and under which number is another. Seats are those of the
table, for the layout has them; labels of guests without a seat become colours.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.money import Money
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.round.state import Command, Person, Who
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Bettor, Wager
from dealer_app.scripts.language import make_person

_COLOURS = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple", "brown", "pink", "grey", "gold")
_STANDING = "standing-"
_DEALER = "dealer"


class AmountError(Exception):
    """An amount that, made larger or smaller, is no whole number of the smallest chip."""

    def __init__(self, amount: int, unit: int) -> None:
        self.amount, self.unit = amount, unit
        super().__init__(f"{amount} in chips of {unit}")


class StandIns:
    """Who stands for whom in one round, and the numbers of its bets in practice."""

    def __init__(self, rules: Rules, *, scale: Fraction, unit: int) -> None:
        self._rules = rules
        self._scale = scale
        self._unit = unit
        self._labels: dict[str, str] = {}
        self._standing: dict[Who, str] = {}
        self._people: dict[tuple[str, str], Person] = {}
        self.number_offset = 0
        self.round_offset = 0

    def amount(self, live: int) -> Money:
        """So much in practice. Raises AmountError."""
        scaled = live * self._scale
        if scaled.denominator != 1 or (self._scale != 1 and scaled % self._unit):
            raise AmountError(live, self._unit)
        return Money(int(scaled))

    def guest(self, who: Who) -> Who:
        """The same guest wherever they come up again."""
        seat, bettor = who
        if seat is None:
            known = self._labels.setdefault(bettor, _COLOURS[len(self._labels) % len(_COLOURS)])
            return None, Bettor(known)
        number = bettor.removeprefix(_STANDING)
        if bettor == SEATED or (number != bettor and number.isdecimal()):
            return who
        beside = sum(1 for other, _ in self._standing if other == seat)
        return seat, Bettor(self._standing.setdefault(who, f"{_STANDING}{5 + beside}"))

    def person(self, live: Person) -> Person:
        """By position alone; a second one of the same position is another person."""
        role = live.role if self._rules.has_role(live.role) else _DEALER
        known = self._people.get((live.name, role))
        if known is None:
            others = sum(1 for _, other in self._people if other == role)
            first = make_person(role)
            base, _, _ = first.name.rpartition("-")
            known = first if not others or not base else Person(f"{base}-{others + 1}", role)
            self._people[live.name, role] = known
        return known

    def command(self, live: Command) -> Command:
        """The same command, of strangers. Raises AmountError."""
        changed: dict[str, Any] = {"by": self.person(live.by), "at": 0}
        names = {each.name for each in fields(live)}
        if "salt" in names:
            changed["salt"] = ""
        for name in names & _CHANGES.keys():
            value = getattr(live, name)
            if value is not None:
                changed[name] = _CHANGES[name](self, value)
        return replace(live, **changed)

    def wager(self, live: Wager) -> Wager:
        seat, bettor = self.guest((live.seat, live.bettor))
        return replace(live, stake=self.amount(live.stake), seat=seat, bettor=bettor)

    def number(self, live: int) -> int:
        return live - self.number_offset

    def numbers(self, live: Any) -> Any:
        """Several of them, in the kind of row in which they came."""
        return type(live)(self.number(each) for each in live)

    def counts(self, live: tuple[tuple[int, Money], ...]) -> tuple[tuple[int, Money], ...]:
        return tuple((self.number(number), self.amount(amount)) for number, amount in live)

    def change_insured(self, live: Insured) -> Insured:
        return Insured(self.guest(live.who), live.stage, live.side)

    def intentions(self, live: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(type(each)(self.guest(each.who), each.side, each.reason) for each in live)

    def due(self, live: Money) -> Money:
        return Money(-self.amount(-live)) if live < 0 else self.amount(live)

    def guests(self, live: frozenset[Who]) -> frozenset[Who]:
        return frozenset(map(self.guest, live))

    def round(self, live: int) -> int:
        return max(1, live - self.round_offset)


_CHANGES: dict[str, Callable[[StandIns, Any], Any]] = {
    "wager": StandIns.wager,
    "stake": StandIns.amount,
    "accepted": StandIns.amount,
    "due": StandIns.due,
    "who": StandIns.guest,
    "one": StandIns.guest,
    "other": StandIns.guest,
    "gone": StandIns.guests,
    "number": StandIns.number,
    "without_chips": StandIns.numbers,
    "placed_first": StandIns.numbers,
    "counts": StandIns.counts,
    "left": StandIns.counts,
    "insured": StandIns.change_insured,
    "named": StandIns.intentions,
    "first": StandIns.round,
}
"""By the field of a command: what becomes of it."""

_NOT_COMPARED = frozenset(
    {"by", "at", "salt", "by_device", "text", "reason", "decision", "clause", "surveillance", "read", "flat"}
    | {"cards", "card", "set_name", "inspected_by"}
)
"""Who says it, in which words, and the faces of cards: these lie on the table, in whatever way they became known."""


def command_meaning(command: Command, *, faces: bool = False) -> object:
    """What a command comes to, no matter who gives it and how; `faces` compares the card that it names too."""
    kept = ((name, getattr(command, name)) for name in command.__struct_fields__ if name not in _NOT_COMPARED)
    card = getattr(command, "card", None) if faces else None
    return type(command), card, tuple((name, _plain(value)) for name, value in kept)


def _plain(value: object) -> object:
    match value:
        case Struct():
            names = (name for name in value.__struct_fields__ if name not in _NOT_COMPARED)
            return tuple(_plain(getattr(value, name)) for name in names)
        case tuple():
            return tuple(map(_plain, value))
        case _:
            return value
