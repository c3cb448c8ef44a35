"""The table at which is played: its settings as words (`dealing=face-down min=100`), and the rules for it."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.round.table import (
    BetKeeping,
    Burn,
    CardDevice,
    Dealing,
    InsuranceShown,
    Method,
    Table,
)
from dealer_app.domain.round.usual_table import usual_table
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.play.verbs import WordsError, number_of, one_of

__all__ = ["limits_words", "open_words", "read_limits", "read_open", "usual_table"]


def _seats(word: str) -> tuple[int, ...]:
    return tuple(number_of(number) for number in word.split(","))


def _money(word: str) -> Money:
    return Money(number_of(word))


_YES_NO = one_of({"yes": True, "no": False})
_SETTINGS: Mapping[str, tuple[str, Callable[[str], Any], Callable[[Any], str]]] = {
    "name": ("name", str, str),
    "layout": ("layout", str, str),
    "positions": ("positions", number_of, str),
    "decks": ("decks", number_of, str),
    "dealing": ("dealing", one_of({one.value: one for one in Dealing}), lambda one: one.value),
    "bets": ("bets", one_of({one.value: one for one in BetKeeping}), lambda one: one.value),
    "insurance": ("insurance", one_of({one.value: one for one in InsuranceShown}), lambda one: one.value),
    "device": ("device", one_of({one.value: one for one in CardDevice}), lambda one: one.value),
    "hlga": ("hlga", _YES_NO, lambda one: "yes" if one else "no"),
    "method": ("method", one_of({one.value: one for one in Method}), lambda one: one.value),
    "unit": ("unit", _money, str),
    "last-rounds": ("last_rounds", number_of, str),
    "burn": ("burn", one_of({one.value: one for one in Burn}), lambda one: one.value),
    "burned": ("burn_fixed", number_of, str),
    "seats": ("seats", _seats, lambda seats: ",".join(map(str, seats))),
}
"""By the word of a script: the field of a table, how its value is read and how it is written. None is not written."""


def read_open(table: Table, words: list[str]) -> Table:
    changes: dict[str, Any] = {}
    of_limits = []
    for word in words:
        name, _, value = word.partition("=")
        if name in _SETTINGS:
            field, read, _ = _SETTINGS[name]
            changes[field] = read(value)
        else:
            of_limits.append(word)
    return replace(table, limits=read_limits(table.limits, of_limits), **changes)


def open_words(table: Table) -> str:
    values = ((name, getattr(table, field), write) for name, (field, _, write) in _SETTINGS.items())
    settings = [f"{name}={write(value)}" for name, value, write in values if value is not None]
    return " ".join([*settings, limits_words(table.limits)]).rstrip()


def read_limits(limits: TableLimits, words: list[str]) -> TableLimits:
    """`min=100 max=5000 min:tie=50 differential=50000`: of all areas, of one, and Differentials by their names."""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise WordsError(f"{quoted(word)} is no setting; they are {', '.join(_SETTINGS)}, min, max, differential")
        limits = _with_limit(limits, name, _money(value))
    return limits


def _with_limit(limits: TableLimits, name: str, amount: Money) -> TableLimits:
    kind, _, area = name.partition(":")
    if kind not in _LIMITS:
        return replace(limits, differentials={**limits.differentials, name: amount})
    if not area:
        return replace(limits, general=_limited(limits.general, kind, amount))
    own = limits.areas.get(Area(area), AreaLimits())
    return replace(limits, areas={**limits.areas, Area(area): _limited(own, kind, amount)})


_LIMITS = ("min", "max")


def _limited(limits: AreaLimits, kind: str, amount: Money) -> AreaLimits:
    return replace(limits, minimum=amount) if kind == "min" else replace(limits, maximum=amount)


def limits_words(limits: TableLimits) -> str:
    words = _area_words(limits.general, "")
    for area, own in limits.areas.items():
        words += _area_words(own, f":{area}")
    return " ".join(words + [f"{name}={amount}" for name, amount in limits.differentials.items()])


def _area_words(limits: AreaLimits, area: str) -> list[str]:
    named = (("min", limits.minimum), ("max", limits.maximum))
    return [f"{name}{area}={amount}" for name, amount in named if amount is not None]
