"""Takes the fields of a line out of its JSON object, refusing whatever the format does not allow.

Only what every game has in common is here; cards and dice are read where they are judged.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Any, NoReturn

from dealer_app.audit.faults import Code, LineError, shown
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager

Fields = dict[str, Any]

TOO_MUCH = 10**1_000
"""No bank has it. Any share of less can still be written, which Python refuses beyond 4,300 digits."""

_BET_FIELDS = frozenset({"seat", "area", "stake", "bettor"})
_UNDER_BEFORE = "under_minimum_before"
_LIMIT_FIELDS = frozenset({"min", "max", "areas"})
_AREA_LIMIT_FIELDS = frozenset({"min", "max"})


def refuse(code: Code, message: str) -> NoReturn:
    raise LineError(code, message)


def only(fields: Mapping[str, Any], allowed: Set[str], where: str) -> None:
    if not fields.keys() <= allowed:
        unknown = sorted(fields.keys() - allowed)
        refuse(
            Code.UNKNOWN_FIELD, f"{where} has no field {shown(unknown[0])}; it can have {', '.join(sorted(allowed))}"
        )


def needed(fields: Mapping[str, Any], name: str, where: str) -> Any:
    try:
        return fields[name]
    except KeyError:
        refuse(Code.MISSING_FIELD, f"{where} needs the field {name!r}")


def one_of(fields: Mapping[str, Any], name: str, words: Sequence[str], where: str) -> str:
    """A word of insurance: one that there is not can never have been offered."""
    value = needed(fields, name, where)
    if value not in words:
        refuse(Code.INSURANCE_NOT_OFFERED, f"{where}: {name} is {' or '.join(words)}, not {shown(value)}")
    return str(value)


def objects(value: object, name: str) -> list[Fields]:
    """A list of JSON objects, as `bets` and `insurance` are."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        refuse(Code.BAD_JSON, f"{name} is a list of objects")
    return value


def stake(fields: Mapping[str, Any], where: str) -> Money:
    value = needed(fields, "stake", where)
    if type(value) is not int or not 1 <= value < TOO_MUCH:
        refuse(Code.BAD_STAKE, f"{where}: a stake is a whole number of minor units, 1 or more, not {shown(value)}")
    return Money(value)


def seat(fields: Mapping[str, Any], layout: Layout, where: str) -> int | None:
    """The seat of a bet; None on a layout that has none."""
    if not layout.seats:
        if "seat" in fields:
            refuse(Code.UNKNOWN_FIELD, f"{where}: layout {layout.letter} has no seats")
        return None
    value = needed(fields, "seat", where)
    if type(value) is not int or value not in layout.seats:
        seats = ", ".join(map(str, layout.seats))
        refuse(Code.UNKNOWN_SEAT, f"{where}: the seats of layout {layout.letter} are {seats}, not {shown(value)}")
    return value


def bettor(fields: Mapping[str, Any], where: str) -> Bettor:
    value = fields.get("bettor", SEATED)
    if not isinstance(value, str) or not value:
        refuse(Code.BAD_JSON, f"{where}: a bettor is a name such as seated or standing-1, not {shown(value)}")
    return Bettor(value)


def offered_area(value: object, layout: Layout, known: Set[Area], where: str) -> Area:
    if not isinstance(value, str) or value not in known:
        refuse(Code.UNKNOWN_AREA, f"{where}: there is no area {shown(value)}")
    if value not in layout.areas:
        refuse(Code.NOT_OFFERED, f"{where}: layout {layout.letter} does not offer {value}")
    return Area(value)


def check_bet(entry: Fields, layout: Layout, known: Set[Area], where: str, *, may_be_under_before: bool) -> None:
    """Refuse an entry of `bets` that is not as the format has it."""
    only(entry, _BET_FIELDS | {_UNDER_BEFORE} if may_be_under_before else _BET_FIELDS, where)
    seat(entry, layout, where)
    offered_area(needed(entry, "area", where), layout, known, where)
    stake(entry, where)
    bettor(entry, where)
    if type(entry.get(_UNDER_BEFORE, False)) is not bool:
        refuse(Code.BAD_JSON, f"{where}: {_UNDER_BEFORE} is true or false")


def wager(entry: Fields) -> Wager:
    """The bet that a checked entry speaks of."""
    return Wager(
        seat=entry.get("seat"),
        area=Area(entry["area"]),
        stake=Money(entry["stake"]),
        bettor=Bettor(entry.get("bettor", SEATED)),
    )


def under_minimum_before(entries: Sequence[Fields]) -> list[int]:
    """The places of the bets that are under the minimum not for the first time (MBS 5.14)."""
    return [place for place, entry in enumerate(entries) if entry.get(_UNDER_BEFORE)]


def limits(value: object, book: Rulebook, layout: Layout, known: Set[Area]) -> TableLimits:
    """The sign at the table: what the format knows, and only Differentials that the document knows."""
    if not isinstance(value, dict):
        refuse(Code.BAD_JSON, "limits is an object")
    codes = [differential.code for differential in book.limits.differentials]
    only(value, _LIMIT_FIELDS | set(codes), "limits")
    areas = value.get("areas", {})
    if not isinstance(areas, dict):
        refuse(Code.BAD_JSON, "limits.areas is an object")
    sign = TableLimits(
        general=_area_limits(value, "limits"),
        areas={
            offered_area(area, layout, known, "limits.areas"): _own_limits(own, f"limits.areas.{area}")
            for area, own in areas.items()
        },
        differentials={code: amount for code in codes if (amount := _amount(value, code, "limits")) is not None},
    )
    for area in layout.areas:
        minimum, maximum = sign.minimum(area), sign.maximum(area)
        if minimum is not None and maximum is not None and minimum > maximum:
            refuse(Code.BAD_STAKE, f"limits: the minimum {minimum} is above the maximum {maximum} of {area}")
    return sign


def _own_limits(value: object, where: str) -> AreaLimits:
    if not isinstance(value, dict):
        refuse(Code.BAD_JSON, f"{where} is an object")
    only(value, _AREA_LIMIT_FIELDS, where)
    return _area_limits(value, where)


def _area_limits(fields: Mapping[str, Any], where: str) -> AreaLimits:
    return AreaLimits(minimum=_amount(fields, "min", where), maximum=_amount(fields, "max", where))


def _amount(fields: Mapping[str, Any], name: str, where: str) -> Money | None:
    if name not in fields:
        return None
    value = fields[name]
    if type(value) is not int or not 1 <= value < TOO_MUCH:
        refuse(Code.BAD_STAKE, f"{where}.{name} is a whole number of minor units, 1 or more, not {shown(value)}")
    return Money(value)
