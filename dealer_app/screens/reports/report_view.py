"""What a screen knows of the report that is being made, or was made: how far it is, its pages, and what went wrong."""

from enum import Enum

from msgspec import Struct

from dealer_app.station.report_orders import ReportKind, ReportOrder


class ReportTask(Enum):
    """What is done with a report."""

    SHOW = "show"
    SAVE = "save"
    PRINT = "print"


class SavePlace(Struct, frozen=True):
    """Where a report can be saved: a stick by its name, or the station's own folder, which has none."""

    folder: str
    name: str = ""


class ReportView(Struct, frozen=True, kw_only=True):
    """The report of which the pages are shown, and what is under way."""

    order: ReportOrder | None = None
    """Of the pages; who was allowed to see them may save and print them."""
    pages: tuple[str, ...] = ()
    """Pictures of the pages, by their files."""
    task: ReportTask | None = None
    """What is under way."""
    at: int = 0
    end: int = 0
    """How far the journal is read, of how much."""
    is_slow: bool = False
    """Whether it has taken more than a second."""
    place: str = ""
    """Where the last one was saved; `printer` for one that was printed."""
    fault: str = ""
    """Why the last one could not be made, saved or printed: a code of its words."""
    facts: tuple[tuple[str, str], ...] = ()
    places: tuple[SavePlace, ...] = ()


NO_REPORT = ReportView()
PRINTER = "printer"


def report_name(order: ReportOrder) -> str:
    """The file, or the folder of a dispute pack: `shift-12.pdf`, `round-40.csv`, `dispute-pack-40`."""
    period = order.period
    if period.round is not None:
        about = str(period.round)
    elif period.shift:
        about = str(period.shift)
    else:
        days = dict.fromkeys(day for day in (period.first_day, period.last_day) if day)
        about = "-to-".join(days)
    name = f"{order.kind.value}-{about}" if about else order.kind.value
    return name if order.kind is ReportKind.DISPUTE_PACK else f"{name}.{order.form.value}"
