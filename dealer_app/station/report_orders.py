"""Which reports there are, of which period and in which form, and who may have them.

An order is what a command line, or a person at the window, asks for. The reports themselves are made in
`dealer_app.reports`; the window has them made by the command, with the arguments of `order_arguments`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from msgspec import Struct

from dealer_app.people.positions import Position, Positions

PROGRESS_WORD, REFUSAL_WORD = "progress", "refused"
"""With which the lines begin that the command writes for a window."""
LAST_SHIFT = 0
"""In place of the number of a shift: the one that is on, or was last."""


@dataclass
class ReportError(Exception):
    """A report that cannot be made, or not be written: by the code of its words, and their facts."""

    code: str
    facts: dict[str, str]


class ReportKind(Enum):
    """What a report is about."""

    SHIFT = "shift"
    EXCEPTIONS = "exceptions"
    SIGN_INS = "sign-ins"
    ROUND = "round"
    DISPUTE = "dispute"
    DISPUTE_PACK = "dispute-pack"
    CERTIFICATE = "certificate"
    COMMISSION = "commission"


ROUND_KINDS = frozenset({ReportKind.ROUND, ReportKind.DISPUTE, ReportKind.DISPUTE_PACK})
"""Of one round; the others are of a shift or of gaming days."""
DEALER_KINDS = frozenset({ReportKind.ROUND, ReportKind.CERTIFICATE})
"""What concerns nobody but the table: the dealer may have it, too."""


class ReportForm(Enum):
    """How a report is written."""

    PDF = "pdf"
    CSV = "csv"
    JSON = "json"


class ReportPeriod(Struct, frozen=True, kw_only=True):
    """Of what a report is: a round, a shift, or gaming days from the first to the last; none of them, of now."""

    round: int | None = None
    shift: int | None = None
    first_day: str = ""
    last_day: str = ""


class ReportOrder(Struct, frozen=True, kw_only=True):
    """A report that somebody asks for: `names` has the dealers in it by their names."""

    kind: ReportKind
    period: ReportPeriod = ReportPeriod(shift=LAST_SHIFT)
    form: ReportForm = ReportForm.PDF
    languages: tuple[str, ...] = ("en", "zh-Hant")
    names: bool = False


def report_readers(kind: ReportKind, positions: Positions) -> frozenset[Position]:
    """Who may have a report: a supervisor and above; what is of the table alone, everybody who works at tables."""
    if kind in DEALER_KINDS:
        return positions.table_positions()
    return positions.equal_or_higher(Position.PIT_SUPERVISOR)


def order_arguments(order: ReportOrder) -> tuple[str, ...]:
    """The arguments of `dealer-station report` for it, but for the data folder and the file."""
    return (order.kind.value, *_period_arguments(order.period), *_look_arguments(order))


def _period_arguments(period: ReportPeriod) -> Iterator[str]:
    if period.round is not None:
        yield from ("--round", str(period.round))
    elif period.shift is not None:
        yield from ("--shift", "last" if period.shift == LAST_SHIFT else str(period.shift))
    elif period.first_day:
        yield from ("--from", period.first_day, "--to", period.last_day or period.first_day)


def _look_arguments(order: ReportOrder) -> Iterator[str]:
    yield from ("--format", order.form.value)
    for language in order.languages:
        yield from ("--lang", language)
    if order.names:
        yield "--names"
