"""The shift report: what is open and whose it is, what went otherwise by clause, then the figures of the shift.

It is handed over on paper: who goes and who comes sign it. A shift without a round says so, and is signed all the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from statistics import median_low

from msgspec import Struct

from dealer_app.charts import BarChart, ChartInk, ListBar, ListChart, draw_chart, list_height
from dealer_app.domain.round import events
from dealer_app.journal.pace import phase_medians, record_paces
from dealer_app.journal.reader import ROUND_BEGAN
from dealer_app.journal.records import JournalEntry
from dealer_app.people import events as people
from dealer_app.people.positions import Position
from dealer_app.reports.exceptions import (
    CORRECTION_EVENTS,
    FAULT_INCIDENTS,
    VOID_EVENTS,
    clause_columns,
    clause_rows,
    count_names,
    group_exceptions,
)
from dealer_app.reports.open_items import faults_text, open_items_block, request_text
from dealer_app.reports.paper_report import (
    Aside,
    ChartBlock,
    Figure,
    FigureTiles,
    PairBlock,
    PaperReport,
    PlainBlock,
    RemarkBlock,
    SignaturesBlock,
    TableBlock,
    TableCell,
    TableRow,
    local_time,
)
from dealer_app.reports.periods import RecordEvent
from dealer_app.reports.report_context import ReportContext, first_alone, span_text
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.station.report_orders import ReportKind
from dealer_app.station.supervisor.checklists import list_faults
from dealer_app.station_events import ChecklistSigned, DeviceIncident, Incident

_MICROSECONDS = 1_000_000
INK = ChartInk(
    text="#101418",
    quiet="#56616b",
    line="#9aa4ad",
    mark="#56616b",
    good="#56616b",
    attention="#b06a00",
    ground="#e6eaed",
)
CHART_WIDTH, CHART_HEIGHT, CHART_LETTERS = 480, 180, 13
_SLOW_PER_CENT = 85
"""An hour with fewer rounds than so much of the middle one is marked: 15 % under it."""


def build_shift_report(context: ReportContext) -> PaperReport:
    """The whole report."""
    rounds = count_names(context, frozenset({ROUND_BEGAN}))
    figures: tuple[PlainBlock | PairBlock, ...]
    if rounds:
        figures = (_figures(context, rounds), PairBlock(left=(_hours_chart(context),), right=_phases_chart(context)))
        figures = (*figures, _dealers(context))
    else:
        figures = (RemarkBlock(code="figures", text=context.label("no-rounds"), marked=True),)
    return context.build_report(
        ReportKind.SHIFT,
        (
            open_items_block(context, 1),
            _exceptions(context, rounds),
            *figures,
            _approvals(context),
            *_checklists(context),
            PairBlock(left=(_devices(context),), right=(_people(context),)),
            SignaturesBlock(code="signatures", labels=(context.label("sign-over"), context.label("sign-received"))),
        ),
        aside=_table_state(context),
    )


def _table_state(context: ReportContext) -> Aside:
    """How the table is at the end of the period."""
    table = context.end.table
    if table.table is None:
        state, more = "closed", NO_TEXT
    else:
        held = table.claim is not None or bool(table.cases)
        state = "held" if held else "open"
        round_ = table.round or table.last
        where = RecordEvent(context.record.last, None, table.shoe.number, 0 if round_ is None else round_.number)
        more = context.place(where)
    moment = context.time(context.record.last.utc, context.record.last.offset)[-8:-3]
    return Aside(
        caption=context.alone("state-at", time=moment), main=context.label(f"table-{state}"), sub=more, lines=(state,)
    )


def _exceptions(context: ReportContext, rounds: int) -> TableBlock:
    count = sum(group.count for group in group_exceptions(context))
    return TableBlock(
        code="exceptions",
        title=context.label("exceptions-by-clause"),
        columns=clause_columns(context),
        rows=tuple(clause_rows(context)),
        empty=context.label("no-exceptions"),
        note=context.alone("exceptions-in-rounds", count=str(count), rounds=str(rounds)),
        number=2,
    )


def _figures(context: ReportContext, rounds: int) -> FigureTiles:
    waits = [wait.seconds for wait in list_approvals(context) if wait.seconds is not None]
    given = sum(wait.answer == "given" for wait in list_approvals(context))
    counts = (
        ("rounds", str(rounds), rounds),
        ("voids", str(voids := count_names(context, VOID_EVENTS)), voids),
        ("corrections", str(corrected := count_names(context, CORRECTION_EVENTS)), corrected),
        ("approvals", str(given), given),
        ("wait", span_text(median_low(waits)) if waits else "–", median_low(waits) if waits else None),
        ("incidents", str(incidents := sum(1 for _ in _incidents(context))), incidents),
    )
    return FigureTiles(
        code="figures",
        title=context.label("figures"),
        figures=tuple(
            Figure(code=code, label=context.label(f"figure-{code}"), text=text, value=value)
            for code, text, value in counts
        ),
        number=3,
    )


# Pace


def _hours_chart(context: ReportContext) -> ChartBlock:
    """Rounds by the hour; whole hours that are slow are marked."""
    hours = rounds_by_hour([each.entry for each in context.record.happenings])
    whole = [hour.rounds for hour in hours if hour.whole] or [hour.rounds for hour in hours]
    middle = median_low(whole)
    slow = {place for place, hour in enumerate(hours) if hour.whole and hour.rounds * 100 < middle * _SLOW_PER_CENT}
    chart = BarChart(
        names=tuple(hour.name for hour in hours),
        values=tuple(hour.rounds for hour in hours),
        marked=frozenset(slow),
        limit=middle,
        limit_name=context.label("median-hour", rounds=str(middle)).first,
    )
    values = tuple((hour.name, hour.rounds) for hour in hours)
    return ChartBlock(
        code="rounds-an-hour",
        title=context.label("rounds-an-hour"),
        svg=draw_chart(chart, (CHART_WIDTH, CHART_HEIGHT), INK, CHART_LETTERS),
        alt=", ".join(f"{name} {count}" for name, count in values),
        values=values,
    )


def _phases_chart(context: ReportContext) -> tuple[PlainBlock, ...]:
    """Seconds of each phase in this shift; the tick is what the table usually takes."""
    own = phase_medians(record_paces(each.entry for each in context.record.happenings))
    usual = context.record.table_phases
    if not own:
        return (RemarkBlock(code="phases", text=context.label("no-phases")),)
    bars = tuple(
        ListBar(
            name="  ".join(filter(None, (name.first, name.second))),
            value=tenths,
            figure=f"{tenths // 10}.{tenths % 10} s",
            standard=usual.get(phase),
        )
        for phase, tenths in own.items()
        for name in (context.label(f"phase-{phase.value}"),)
    )
    chart = ListChart(bars=bars, most=max((*own.values(), *usual.values())))
    return (
        ChartBlock(
            code="phases",
            title=context.label("seconds-per-phase"),
            note=context.alone("line-usual"),
            svg=draw_chart(chart, (CHART_WIDTH, list_height(chart, CHART_LETTERS)), INK, CHART_LETTERS),
            alt=", ".join(f"{phase.value} {tenths / 10} s" for phase, tenths in own.items()),
            values=tuple((f"{phase.value}-tenths", tenths) for phase, tenths in own.items())
            + tuple((f"table-{phase.value}-tenths", tenths) for phase, tenths in usual.items()),
        ),
    )


class _DealerFigures(Struct):
    rounds: int = 0
    corrections: int = 0
    cases: int = 0
    disputes: int = 0


def _dealers(context: ReportContext) -> TableBlock:
    """What each dealer dealt; without names they are numbered in the order in which they first dealt."""
    found: dict[str, _DealerFigures] = {}
    by = ""
    for each in context.record.happenings:
        name = each.entry.name
        if name == ROUND_BEGAN:
            by = each.entry.badge
            found.setdefault(by, _DealerFigures()).rounds += 1
        elif by:
            at = found[by]
            at.corrections += name in CORRECTION_EVENTS
            at.cases += isinstance(each.event, events.CaseOpened)
            at.disputes += isinstance(each.event, events.ClaimRaised)
    rows = tuple(
        TableRow(
            cells=(
                TableCell(
                    text=context.person(badge) if context.names else context.label("dealer-number", number=str(number)),
                    value=badge if context.names else number,
                ),
                *(
                    TableCell(text=ScreenText(str(count)), value=count)
                    for count in (at.rounds, at.cases, at.corrections, at.disputes)
                ),
            )
        )
        for number, (badge, at) in enumerate(found.items(), start=1)
    )
    return TableBlock(
        code="dealers",
        title=context.label("by-dealer"),
        columns=(
            context.column("dealer", wide=True),
            context.column("rounds", right=True),
            context.column("irregularities", right=True),
            context.column("corrections", right=True),
            context.column("disputes", right=True),
        ),
        rows=rows,
        note=context.alone("with-names" if context.names else "without-names"),
    )


# Approvals


class AskedApproval(Struct, frozen=True, kw_only=True):
    """An approval that was asked in the period: by whom, what came of it, and after how many seconds."""

    asked: RecordEvent
    subject: people.ApprovalSubject
    by: str
    answer: str
    """`given`, `refused`, `withdrawn`, `lapsed` or `open`."""
    answerer: str
    position: str
    seconds: int | None


def list_approvals(context: ReportContext) -> tuple[AskedApproval, ...]:
    answers: dict[int, tuple[str, RecordEvent]] = {}
    for each in context.record.happenings:
        match each.event:
            case people.ApprovalGiven(number=number):
                answers[number] = ("given", each)
            case people.ApprovalRefused(number=number):
                answers[number] = ("refused", each)
            case people.ApprovalWithdrawn(number=number) | people.ApprovalLapsed(number=number):
                answers.setdefault(number, ("lapsed", each))
            case _:
                pass
    return tuple(
        _asked_approval(each, answers.get(each.event.number))
        for each in context.record.happenings
        if isinstance(each.event, people.ApprovalAsked)
    )


def _asked_approval(asked: RecordEvent, answered: tuple[str, RecordEvent] | None) -> AskedApproval:
    event = asked.event
    assert isinstance(event, people.ApprovalAsked), "made of requests alone"
    answer, by, position, seconds = "open", "", "", None
    if answered is not None:
        answer, happening = answered
        given = happening.event
        if isinstance(given, people.ApprovalGiven | people.ApprovalRefused):
            by, position = given.by, given.position.value + (" (acting)" if given.acting else "")
        lasted = happening.entry.counter - asked.entry.counter
        seconds = lasted // _MICROSECONDS if lasted >= 0 else None
    return AskedApproval(
        asked=asked,
        subject=event.asked,
        by=event.by,
        answer=answer,
        answerer=by,
        position=position,
        seconds=seconds,
    )


def _checklists(context: ReportContext) -> tuple[TableBlock, ...]:
    """Each checklist that was signed in the period, by whom, and what was not in order; nothing where none was."""
    signed = [(each, each.event) for each in context.record.happenings if isinstance(each.event, ChecklistSigned)]
    if not signed:
        return ()
    rows = tuple(
        TableRow(
            cells=(
                context.time_cell(each),
                TableCell(
                    text=context.word("checklist", f"title-{event.checklist.value}"),
                    sub=faults_text(context, event),
                    value=event.checklist.value,
                ),
                TableCell(text=context.person(event.by, each.entry.position), value=event.by),
                TableCell(text=ScreenText(str(len(list_faults(event)))), value=len(list_faults(event))),
            ),
            marked=bool(list_faults(event)),
        )
        for each, event in signed
    )
    return (
        TableBlock(
            code="checklists",
            title=context.label("checklists"),
            columns=(
                context.column("time"),
                context.column("what", wide=True),
                context.column("signed-by"),
                context.column("not-in-order", right=True),
            ),
            rows=rows,
        ),
    )


def _approvals(context: ReportContext) -> TableBlock:
    return TableBlock(
        code="approvals",
        title=context.label("approvals"),
        columns=(
            context.column("asked"),
            context.column("what", wide=True),
            context.column("asked-by"),
            context.column("answer"),
            context.column("answered-by"),
            context.column("wait", right=True),
        ),
        rows=tuple(_approval_row(context, each) for each in list_approvals(context)),
        empty=context.label("no-approvals"),
        note=context.alone("approvals-note"),
        number=4,
    )


def _approval_row(context: ReportContext, each: AskedApproval) -> TableRow:
    wait = "–" if each.seconds is None else span_text(each.seconds)
    answerer = context.person(each.answerer, each.position) if each.answerer else ScreenText("–")
    return TableRow(
        cells=(
            context.time_cell(each.asked),
            TableCell(text=request_text(context, each.subject), sub=context.place(each.asked), value=each.subject.what),
            context.person_cell(each.by),
            TableCell(text=context.label(f"answer-{each.answer}"), value=each.answer),
            TableCell(text=first_alone(answerer), value=each.answerer or None),
            TableCell(text=ScreenText(wait), value=each.seconds),
        ),
        marked=each.answer == "open",
    )


# Devices and people


def _incidents(context: ReportContext) -> Iterator[RecordEvent]:
    for each in context.record.happenings:
        if isinstance(each.event, DeviceIncident) and each.event.incident in FAULT_INCIDENTS:
            yield each


_ENDS = frozenset({Incident.CONNECTED, Incident.OVER})


def _devices(context: ReportContext) -> TableBlock:
    """What became of devices, each with the time at which it was over."""
    return TableBlock(
        code="devices",
        title=context.label("devices"),
        columns=(context.column("device", wide=True), context.column("from"), context.column("until")),
        rows=tuple(_device_row(context, each) for each in _incidents(context)),
        empty=context.label("no-incidents"),
        number=5,
    )


def _device_row(context: ReportContext, each: RecordEvent) -> TableRow:
    event = each.event
    assert isinstance(event, DeviceIncident), "made of incidents alone"
    over = next(
        (
            later
            for later in context.record.happenings
            if later.entry.sequence > each.entry.sequence
            and isinstance(later.event, DeviceIncident)
            and later.event.device == event.device
            and later.event.incident in _ENDS
        ),
        None,
    )
    until = TableCell(text=context.label("not-yet"), strong=True) if over is None else context.time_cell(over)
    return TableRow(
        cells=(
            TableCell(text=context.event(each), value=f"{event.device} {event.incident.value}"),
            context.time_cell(each),
            until,
        ),
        marked=over is None,
    )


def _people(context: ReportContext) -> TableBlock:
    """How many of each position signed in, and who acted in another."""
    badges = {each.event.badge for each in context.record.happenings if isinstance(each.event, people.SessionBegun)}
    accounts = context.end.people.accounts
    counts = Counter(accounts[badge].position for badge in badges if badge in accounts)
    rows = [
        TableRow(
            cells=(
                TableCell(
                    text=context.position(position),
                    value=position.value,
                ),
                TableCell(text=ScreenText(str(counts[position])), value=counts[position]),
            )
        )
        for position in Position
        if counts[position]
    ]
    reliefs = sum(isinstance(each.event, people.DealerRelieved) for each in context.record.happenings)
    if reliefs:
        rows.append(
            TableRow(
                cells=(
                    TableCell(text=context.label("reliefs"), value="reliefs"),
                    TableCell(text=ScreenText(str(reliefs)), value=reliefs),
                )
            )
        )
    return TableBlock(
        code="people",
        title=context.label("people"),
        columns=(context.column("position", wide=True), context.column("count", right=True)),
        rows=tuple(rows),
        empty=context.label("nobody-signed-in"),
        number=6,
    )


class Hour(Struct, frozen=True, kw_only=True):
    """An hour of the clock on the wall: and how many rounds began in it."""

    name: str
    rounds: int
    whole: bool
    """Whether play went on over all of it: the first and the last hour of a period are cut."""


def rounds_by_hour(entries: Sequence[JournalEntry]) -> tuple[Hour, ...]:
    """The hours from the first round to the last one, also those without any."""
    began = [
        local_time(entry.utc, entry.offset).replace(minute=0, second=0, microsecond=0)
        for entry in entries
        if entry.name == "round-began"
    ]
    if not began:
        return ()
    first, last = min(began), max(began)
    hours = [first + timedelta(hours=place) for place in range((last - first) // timedelta(hours=1) + 1)]
    return tuple(
        Hour(name=hour.strftime("%H:00"), rounds=sum(each == hour for each in began), whole=first < hour < last)
        for hour in hours
    )
