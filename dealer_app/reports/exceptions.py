"""What went otherwise than usual in a period: irregularities, corrections, voids, disputes, settings, approvals.

The exception report has each of them by itself; the shift report has them by clause. What counts as one is a list of
names, so that nothing which a person decided can be missing.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dealer_app.domain.round import events
from dealer_app.journal.export import OVERRIDE_EVENTS
from dealer_app.people import events as people
from dealer_app.reports.paper_report import PaperReport, RemarkBlock, TableCell, TableRow
from dealer_app.reports.periods import RecordEvent
from dealer_app.reports.report_context import ReportContext, first_alone, place_code
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.labels import section_text
from dealer_app.screens.timeline import list_clauses
from dealer_app.station.report_orders import ReportKind
from dealer_app.station_events import DeviceIncident, Incident, SettingChanged

_FOUND_EVENTS = frozenset(
    {
        "case-opened",
        "claim-raised",
        "bet-cut",
        "bets-returned",
        "bet-never-placed",
        "chips-not-recovered",
        "winnings-kept",
        "winnings-handed-over",
        "unclean-stop",
        "clock-jumped",
        "program-failed",
        "disk-filled-up",
        "backup-failed",
        "locked-out",
        "device-incident",
        "shoe-order-found",
    }
)
"""What happened without anybody's decision, and is no usual course of play."""
EXCEPTION_EVENTS = OVERRIDE_EVENTS | _FOUND_EVENTS

_ANSWERS = frozenset(
    {
        *("need-met", "option-chosen", "approval-given", "approval-refused", "claim-closed", "reconstructed"),
        *("winnings-handed-over", "backup-alarm-seen", "intentions-named", "device-incident", "locked-out"),
        *("account-added", "account-changed", "account-disabled", "account-enabled", "pin-set", "acting-ended"),
        *("rulings-confirmed", "limits-confirmed", "entry-undone", "acting-assigned", "lock-ended"),
        *("alarm-acknowledged", "alarm-shelved"),
    }
)
"""What answers another exception, concerns people, or has a table of its own in the shift report."""
CORRECTION_EVENTS = frozenset(
    {
        "bet-corrected",
        "insurance-corrected",
        "card-corrected",
        "dice-corrected",
        "settlement-undone",
        "closing-taken-back",
        "cards-reordered",
        "cards-taken-as-they-lie",
        "rounds-voided",
    }
)
VOID_EVENTS = frozenset({"round-voided", "rounds-voided"})
FAULT_INCIDENTS = frozenset({Incident.LOST, Incident.TROUBLE, Incident.REFUSED, Incident.REPLACED})


def list_exceptions(context: ReportContext) -> Iterator[RecordEvent]:
    """All of the period, in their order; of devices only what went wrong."""
    for each in context.record.happenings:
        if each.entry.name not in EXCEPTION_EVENTS:
            continue
        if isinstance(each.event, DeviceIncident) and each.event.incident not in FAULT_INCIDENTS:
            continue
        yield each


def exception_clauses(context: ReportContext) -> dict[int, str]:
    """The clause on which each event of the period rests, by its number in the journal."""
    record = context.record
    begun = {case.number: case.clause for case in record.begin.table.cases}
    clauses = list_clauses((each.event for each in record.happenings), context.rules, begun)
    return {each.entry.sequence: clause for each, clause in zip(record.happenings, clauses, strict=True)}


def exception_text(context: ReportContext, each: RecordEvent) -> ScreenText:
    """What it is: an irregularity by its name, all else by its event."""
    if isinstance(each.event, events.CaseOpened):
        return context.trouble(each.event.case.trouble)
    return section_text(context.words, "report-event", each.entry.name)


_ABOUT_PEOPLE = (
    *(people.AccountAdded, people.AccountChanged, people.AccountDisabled, people.AccountEnabled),
    *(people.PinSet, people.ActingAssigned, people.ActingEnded, people.LockedOut, people.LockEnded),
)


def exception_detail(context: ReportContext, each: RecordEvent) -> ScreenText:
    """More of it: the sentence of the window, or what was before and after."""
    event: Any = each.event
    match event:
        case SettingChanged(setting=setting, before=before, after=after):
            return ScreenText(f"{setting}: {before or '–'} → {after}")
        case people.ApprovalGiven(number=number) | people.ApprovalRefused(number=number):
            return context.label("request-number", number=str(number))
        case (
            people.AccountAdded(badge=badge) | people.AccountChanged(badge=badge) | people.AccountDisabled(badge=badge)
        ):
            return ScreenText(badge)
        case people.PinSet(badge=badge) | people.ActingAssigned(badge=badge) | people.LockedOut(badge=badge):
            return ScreenText(badge)
        case events.CaseOpened(case=case):
            reason = case.facts.get("text", "")
            return context.reason(reason) if reason else NO_TEXT
        case _:
            said = context.event(each)
            return NO_TEXT if said == exception_text(context, each) else said


def build_exceptions_report(context: ReportContext) -> PaperReport:
    """Each exception of the period by itself."""
    counts = context.event_table(
        "by-clause", "exceptions-by-clause", clause_columns(context), clause_rows(context), empty="no-exceptions"
    )
    columns = context.columns("event", "time", "clause", "what", "where", "by", wide="what", right=("event",))
    clauses = exception_clauses(context)
    rows = (_row(context, each, clauses[each.entry.sequence]) for each in list_exceptions(context))
    table = context.event_table("exceptions", "exceptions-each", columns, rows, empty="no-exceptions", counts=True)
    return context.build_report(
        ReportKind.EXCEPTIONS, (counts, table, RemarkBlock(code="about", text=context.label("exceptions-note")))
    )


def _row(context: ReportContext, each: RecordEvent, clause: str) -> TableRow:
    entry = each.entry
    return TableRow(
        cells=(
            TableCell(text=ScreenText(str(entry.sequence)), value=entry.sequence),
            context.time_cell(each),
            context.clause_cell(clause),
            TableCell(
                text=exception_text(context, each), sub=first_alone(exception_detail(context, each)), value=_code(each)
            ),
            TableCell(text=context.place(each), value=place_code(each)),
            context.person_cell(entry.badge, entry.position),
        )
    )


def _code(each: RecordEvent) -> str:
    """`case-opened card-before-closing`: the event, of an irregularity with its kind."""
    event = each.event
    return f"{each.entry.name} {event.case.trouble}" if isinstance(event, events.CaseOpened) else each.entry.name


# By clause


class ClauseGroup(Struct):
    """Exceptions of one kind by one clause."""

    clause: str
    first: RecordEvent
    last: RecordEvent
    count: int = 0
    places: dict[str, ScreenText] = {}
    is_open: bool = False


def group_exceptions(context: ReportContext) -> tuple[ClauseGroup, ...]:
    """Those of play, what is open first, then by clause. What only answers another is not one more."""
    still_open = {case.number for case in context.end.table.cases}
    claim = context.end.table.claim
    groups: dict[tuple[str, str], ClauseGroup] = {}
    clauses = exception_clauses(context)
    for each in list_exceptions(context):
        if each.entry.name in _ANSWERS:
            continue
        clause = clauses[each.entry.sequence]
        group = groups.setdefault((clause, _code(each)), ClauseGroup(clause=clause, first=each, last=each))
        group.last, group.count = each, group.count + 1
        group.places = {**group.places, place_code(each) or "": context.place(each)}
        match each.event:
            case events.CaseOpened(case=case):
                group.is_open |= case.number in still_open
            case events.ClaimRaised(number=number):
                group.is_open |= claim is not None and claim.number == number
            case _:
                pass
    return tuple(sorted(groups.values(), key=lambda group: (not group.is_open, _clause_order(group.clause))))


def _clause_order(clause: str) -> tuple[bool, tuple[int, ...], str]:
    numbers = tuple(int(part) for part in clause.split(".") if part.isdecimal())
    return not numbers, numbers, clause


def clause_columns(context: ReportContext) -> tuple[Any, ...]:
    return (
        context.column("clause"),
        context.column("what", wide=True),
        context.column("count", right=True),
        context.column("last"),
        context.column("where"),
        context.column("state"),
    )


_MOST_PLACES = 2


def clause_rows(context: ReportContext) -> Iterator[TableRow]:
    """A row for each kind and clause."""
    for group in group_exceptions(context):
        places = [place for place in group.places.values() if place]
        more = len(places) - _MOST_PLACES
        where = places[0] if places else NO_TEXT
        if len(places) > 1:
            where = ScreenText(", ".join(place.first for place in places[-_MOST_PLACES:]))
        if more > 0:
            where = context.alone("and-more", places=where, more=str(more))
        state = context.label("state-open" if group.is_open else "state-closed")
        yield TableRow(
            cells=(
                context.clause_cell(group.clause),
                TableCell(text=exception_text(context, group.last), value=_code(group.last)),
                TableCell(text=ScreenText(str(group.count)), value=group.count, strong=True),
                context.time_cell(group.last),
                TableCell(text=where, value=", ".join(filter(None, group.places))),
                TableCell(text=state, value="open" if group.is_open else "closed", strong=group.is_open),
            ),
            marked=group.is_open,
        )


def count_names(context: ReportContext, names: frozenset[str]) -> int:
    return sum(each.entry.name in names for each in context.record.happenings)
