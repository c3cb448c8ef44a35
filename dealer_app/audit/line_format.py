"""The format of a judged line: its fields, amounts, bets and faults (docs/audit-format.md)."""

from collections.abc import Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction
from math import gcd
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from dealer_app.domain.baccarat.conclusive import DecidedAreas
from dealer_app.domain.baccarat.insurance import Offers
from dealer_app.domain.limits import (
    AreaLimits,
    BetCount,
    TableLimits,
    count_joint_bets,
    differential_overrun,
    stakes_within_limits,
)
from dealer_app.domain.money import Money
from dealer_app.domain.policies import ExcessNoticed, UnderMinimum
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.settlement import effective_verdict, exact_gain
from dealer_app.domain.wagers import SEATED, Area, Bettor, Result, Verdict, Wager


class FaultCode(Enum):
    BAD_JSON = "bad_json"
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_LAYOUT = "unknown_layout"
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_AREA = "unknown_area"
    NOT_OFFERED = "not_offered"
    BAD_CARD = "bad_card"
    TOO_MANY_OF_A_CARD = "too_many_of_a_card"
    BAD_DIE = "bad_die"
    BAD_STAKE = "bad_stake"
    BAD_PLACED = "bad_placed"
    NO_ORIGINAL_BET = "no_original_bet"
    INSURANCE_NOT_OFFERED = "insurance_not_offered"


class LineError(Exception):
    """A line of input that cannot be judged."""

    def __init__(self, code: FaultCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


_LONGEST_VALUE = 60


def value_text(value: object) -> str:
    """A value as the line has it, for a message: cut where it grows too long to read."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}..."


LineFields = dict[str, Any]

AMOUNT_BOUND = 10**1_000
"""No bank has it. Any share of less can still be written, which Python refuses beyond 4,300 digits."""

_BET_FIELDS = frozenset({"seat", "area", "stake", "bettor"})
_UNDER_BEFORE = "under_minimum_before"
_LIMIT_FIELDS = frozenset({"min", "max", "areas"})
_AREA_LIMIT_FIELDS = frozenset({"min", "max"})


def refuse_line(code: FaultCode, message: str) -> NoReturn:
    raise LineError(code, message)


def check_field_names(fields: Mapping[str, Any], allowed: Set[str], where: str) -> None:
    if not fields.keys() <= allowed:
        unknown = sorted(fields.keys() - allowed)
        refuse_line(
            FaultCode.UNKNOWN_FIELD,
            f"{where} has no field {value_text(unknown[0])}; it can have {', '.join(sorted(allowed))}",
        )


def require_field(fields: Mapping[str, Any], name: str, where: str) -> Any:
    try:
        return fields[name]
    except KeyError:
        refuse_line(FaultCode.MISSING_FIELD, f"{where} needs the field {name!r}")


def read_insurance_word(fields: Mapping[str, Any], name: str, words: Sequence[str], where: str) -> str:
    """A word of insurance: one that there is not can never have been offered."""
    value = require_field(fields, name, where)
    if value not in words:
        refuse_line(
            FaultCode.INSURANCE_NOT_OFFERED, f"{where}: {name} is {' or '.join(words)}, not {value_text(value)}"
        )
    return str(value)


def read_objects(value: object, name: str) -> list[LineFields]:
    """A list of JSON objects, as `bets` and `insurance` are."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        refuse_line(FaultCode.BAD_JSON, f"{name} is a list of objects")
    return value


def read_stake(fields: Mapping[str, Any], where: str) -> Money:
    value = require_field(fields, "stake", where)
    if type(value) is not int or not 1 <= value < AMOUNT_BOUND:
        refuse_line(
            FaultCode.BAD_STAKE,
            f"{where}: a stake is a whole number of minor units, 1 or more, not {value_text(value)}",
        )
    return Money(value)


def read_seat(fields: Mapping[str, Any], layout: Layout, where: str) -> int | None:
    """The seat of a bet; None on a layout that has none."""
    if not layout.seats:
        if "seat" in fields:
            refuse_line(FaultCode.UNKNOWN_FIELD, f"{where}: layout {layout.letter} has no seats")
        return None
    value = require_field(fields, "seat", where)
    if type(value) is not int or value not in layout.seats:
        seats = ", ".join(map(str, layout.seats))
        refuse_line(
            FaultCode.UNKNOWN_SEAT, f"{where}: the seats of layout {layout.letter} are {seats}, not {value_text(value)}"
        )
    return value


def read_bettor(fields: Mapping[str, Any], where: str) -> Bettor:
    value = fields.get("bettor", SEATED)
    if not isinstance(value, str) or not value:
        refuse_line(
            FaultCode.BAD_JSON, f"{where}: a bettor is a name such as seated or standing-1, not {value_text(value)}"
        )
    return Bettor(value)


def read_area(value: object, layout: Layout, known: Set[Area], where: str) -> Area:
    if not isinstance(value, str) or value not in known:
        refuse_line(FaultCode.UNKNOWN_AREA, f"{where}: there is no area {value_text(value)}")
    if value not in layout.areas:
        refuse_line(FaultCode.NOT_OFFERED, f"{where}: layout {layout.letter} does not offer {value}")
    return Area(value)


def check_bet(entry: LineFields, layout: Layout, known: Set[Area], where: str, *, may_be_under_before: bool) -> None:
    """Refuse an entry of `bets` that is not as the format has it."""
    check_field_names(entry, _BET_FIELDS | {_UNDER_BEFORE} if may_be_under_before else _BET_FIELDS, where)
    read_seat(entry, layout, where)
    read_area(require_field(entry, "area", where), layout, known, where)
    read_stake(entry, where)
    read_bettor(entry, where)
    if type(entry.get(_UNDER_BEFORE, False)) is not bool:
        refuse_line(FaultCode.BAD_JSON, f"{where}: {_UNDER_BEFORE} is true or false")


def read_wager(entry: LineFields) -> Wager:
    """The bet that a checked entry speaks of."""
    return Wager(
        seat=entry.get("seat"),
        area=Area(entry["area"]),
        stake=Money(entry["stake"]),
        bettor=Bettor(entry.get("bettor", SEATED)),
    )


def under_minimum_places(entries: Sequence[LineFields]) -> list[int]:
    """The places of the bets that are under the minimum not for the first time (MBS 5.14)."""
    return [place for place, entry in enumerate(entries) if entry.get(_UNDER_BEFORE)]


def read_limits(value: object, book: Rulebook, layout: Layout, known: Set[Area]) -> TableLimits:
    """The sign at the table: what the format knows, and only Differentials that the document knows."""
    if not isinstance(value, dict):
        refuse_line(FaultCode.BAD_JSON, "limits is an object")
    codes = [differential.code for differential in book.limits.differentials]
    check_field_names(value, _LIMIT_FIELDS | set(codes), "limits")
    areas = value.get("areas", {})
    if not isinstance(areas, dict):
        refuse_line(FaultCode.BAD_JSON, "limits.areas is an object")
    sign = TableLimits(
        general=_read_min_max(value, "limits"),
        areas={
            read_area(area, layout, known, "limits.areas"): _read_own_limits(own, f"limits.areas.{area}")
            for area, own in areas.items()
        },
        differentials={code: amount for code in codes if (amount := _read_amount(value, code, "limits")) is not None},
    )
    for area in layout.areas:
        minimum, maximum = sign.minimum(area), sign.maximum(area)
        if minimum is not None and maximum is not None and minimum > maximum:
            refuse_line(FaultCode.BAD_STAKE, f"limits: the minimum {minimum} is above the maximum {maximum} of {area}")
    return sign


def _read_own_limits(value: object, where: str) -> AreaLimits:
    if not isinstance(value, dict):
        refuse_line(FaultCode.BAD_JSON, f"{where} is an object")
    check_field_names(value, _AREA_LIMIT_FIELDS, where)
    return _read_min_max(value, where)


def _read_min_max(fields: Mapping[str, Any], where: str) -> AreaLimits:
    return AreaLimits(minimum=_read_amount(fields, "min", where), maximum=_read_amount(fields, "max", where))


def _read_amount(fields: Mapping[str, Any], name: str, where: str) -> Money | None:
    if name not in fields:
        return None
    value = fields[name]
    if type(value) is not int or not 1 <= value < AMOUNT_BOUND:
        refuse_line(
            FaultCode.BAD_STAKE, f"{where}.{name} is a whole number of minor units, 1 or more, not {value_text(value)}"
        )
    return Money(value)


def fraction_text(amount: Fraction) -> str:
    return f"{amount.numerator}/{amount.denominator}"


def whole_stake_net(verdict: Verdict, stake: int) -> str:
    """What a stake gains that counts in full: the same as settlement.gain, without a Fraction for each bet."""
    if verdict.result is Result.LOSE:
        return f"-{stake}/1"
    if verdict.odds is None:
        return "0/1"
    win, per = stake * verdict.odds.win, verdict.odds.stake
    common = gcd(win, per)
    return f"{win // common}/{per // common}"


encode_json = msgspec.json.encode


class VerdictText(Struct, frozen=True, eq=False):
    """A verdict as its words in the output; shared, and so compared by identity."""

    verdict: Verdict
    result: str
    odds: str | None


def verdict_text(verdict: Verdict) -> VerdictText:
    return VerdictText(verdict, verdict.result.value, None if verdict.odds is None else str(verdict.odds))


class RowWriter:
    """Writes the rows of one layout; its few verdicts are shared by all rows, so each is written once."""

    def __init__(self) -> None:
        self._by_identity: dict[int, VerdictText] = {}

    def text_row(self, verdicts: Sequence[Verdict]) -> tuple[VerdictText, ...]:
        known = self._by_identity
        return tuple([known.get(id(verdict)) or self._add_verdict(verdict) for verdict in verdicts])

    def _add_verdict(self, verdict: Verdict) -> VerdictText:
        # The value keeps its verdict, so that the identity stays taken.
        self._by_identity[id(verdict)] = one = verdict_text(verdict)
        return one


def write_unit_bets(areas: Sequence[Area], row: Sequence[VerdictText]) -> msgspec.Raw:
    """The `bets` of a line that named none: every area that the layout offers, with a stake of 1."""
    return msgspec.Raw(
        encode_json(
            [
                {
                    "area": area,
                    "stake": 1,
                    "result": one.result,
                    "odds": one.odds,
                    "net": interim_net(one, 1),
                }
                for area, one in zip(areas, row, strict=True)
            ]
        )
    )


def interim_net(one: VerdictText, stake: int) -> str | None:
    """An undecided bet has no net, and a bet won before the end has none yet: its prize may still be open."""
    if one.verdict.result is Result.OPEN or (one.verdict.result is Result.WIN and one.odds is None):
        return None
    return whole_stake_net(one.verdict, stake)


_WON_FOR_SURE = verdict_text(Verdict(Result.WIN))
_LOST_FOR_SURE = verdict_text(Verdict(Result.LOSE))
_OPEN = verdict_text(Verdict(Result.OPEN))


def interim_row(areas: Sequence[Area], decided: DecidedAreas) -> tuple[VerdictText, ...]:
    """The state of the bets in an unfinished coup."""
    return tuple(
        _WON_FOR_SURE if area in decided.won else _LOST_FOR_SURE if area in decided.lost else _OPEN for area in areas
    )


def write_stage(cards: int, offers: Offers, decided: DecidedAreas) -> msgspec.Raw:
    """One entry of `stages`: what a table knew once this many cards lay open."""
    return msgspec.Raw(
        encode_json(
            {
                "cards": cards,
                "insurance": [{"side": offer.side.value, "odds": str(offer.odds)} for offer in offers],
                "established": decided.is_established,
                "decided": dict.fromkeys(decided.won, "win") | dict.fromkeys(decided.lost, "lose"),
            }
        )
    )


class BetJudge:
    """Reads and judges the bets on one layout."""

    def __init__(self, book: Rulebook, layout: Layout, known: Set[Area]) -> None:
        self.book = book
        self.layout = layout
        self._known = known
        self._seats = frozenset(layout.seats)
        self._column = {area: place for place, area in enumerate(layout.areas)}
        self._once_only = book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY

    def read_limits(self, line: LineFields) -> TableLimits | None:
        """The sign at the table, if the line has one; `closed` speaks of bets that limits are applied to."""
        if "limits" not in line:
            if "closed" in line:
                refuse_line(FaultCode.MISSING_FIELD, "a line with 'closed' needs the field 'limits'")
            return None
        if type(line.get("closed", True)) is not bool:
            refuse_line(FaultCode.BAD_JSON, "closed is true or false")
        require_field(line, "bets", "a line with limits")
        return read_limits(line["limits"], self.book, self.layout, self._known)

    def read_bets(self, line: LineFields, limits: TableLimits | None) -> list[LineFields]:
        """The entries of `bets`, each as the format has it."""
        entries = read_objects(line["bets"], "bets")
        for number, entry in enumerate(entries):
            if not self._is_plain(entry):
                check_bet(
                    entry,
                    self.layout,
                    self._known,
                    f"bets[{number}]",
                    may_be_under_before=limits is not None and self._once_only,
                )
        return entries

    def _is_plain(self, entry: LineFields) -> bool:
        """Whether the entry is right beyond doubt. Most are, and the careful look at each field takes its time."""
        area, stake, seat = entry.get("area"), entry.get("stake"), entry.get("seat")
        if not (type(area) is str and area in self._column and type(stake) is int and 1 <= stake < AMOUNT_BOUND):
            return False
        if not self._seats:
            return len(entry) == 2
        return len(entry) == 3 and type(seat) is int and seat in self._seats

    def bet_counts(
        self, entries: Sequence[LineFields], wagers: Sequence[Wager], limits: TableLimits
    ) -> tuple[BetCount, ...]:
        return count_joint_bets(self.book, limits, wagers, under_minimum_before=under_minimum_places(entries))

    def judge_bets(
        self, entries: list[LineFields], row: Sequence[VerdictText], counted: Sequence[BetCount] | None
    ) -> list[LineFields]:
        """Each entry as it was given, with its result, odds and net."""
        for place, entry in enumerate(entries):
            one = row[self._column[entry["area"]]]
            entry["result"] = one.result
            entry["odds"] = one.odds
            if counted is None:
                entry["net"] = interim_net(one, entry["stake"])
            else:
                _add_counts(entry, one, counted[place])
        return entries

    def judge_open_bets(self, line: LineFields, limits: TableLimits, not_yet: Sequence[str]) -> Mapping[str, object]:
        """Bets are still open: what is in excess, and nothing else (`closed` false)."""
        for name in not_yet:
            if name in line:
                refuse_line(
                    FaultCode.UNKNOWN_FIELD, f"a line with closed false has no field {name!r}: bets are still open"
                )
        wagers = [read_wager(entry) for entry in self.read_bets(line, limits)]
        answer: dict[str, object] = {"id": line["id"]}
        answer["excess"] = [
            ({} if wagers[place].seat is None else {"seat": wagers[place].seat})
            | {
                "bettor": wagers[place].bettor,
                "area": wagers[place].area,
                "stake": wagers[place].stake,
                "accepted": accepted,
                "rejected": wagers[place].stake - accepted,
            }
            for place, accepted in stakes_within_limits(self.book, limits, wagers).items()
        ]
        if self.book.policies.excess_noticed.value is ExcessNoticed.ASK_BETTORS:
            answer["differential_over"] = differential_overrun(self.book, limits, wagers)
        return answer


def _add_counts(entry: LineFields, one: VerdictText, counted: BetCount) -> None:
    if counted.counts is None:
        entry["counts"] = entry["net"] = None
        entry["needs"] = counted.needs
        return
    entry["counts"] = fraction_text(counted.counts)
    ended = effective_verdict(one.verdict, counted.counts)
    if ended is not one.verdict:
        one = verdict_text(ended)
        entry["result"], entry["odds"] = one.result, one.odds
    undecided = ended.result is Result.OPEN or (ended.result is Result.WIN and ended.odds is None)
    entry["net"] = None if undecided else fraction_text(exact_gain(ended, counted.counts))
