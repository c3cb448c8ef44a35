"""What is open at the end of a period: each with who owns it and since when, to be handed over and received.

All of it follows from the state of the station; only since when it is so is looked for among the events of the period.
What began before the period is said to have been handed over already.
"""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.round import correction_events, events
from dealer_app.people import events as people
from dealer_app.people.events import ApprovalItem
from dealer_app.reports.paper_report import TableBlock, TableCell, TableRow, local_time
from dealer_app.reports.periods import RecordEvent
from dealer_app.reports.report_context import ReportContext, first_alone, span_text
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.station.house_law import open_disputes
from dealer_app.station.state import Outage, shift_minutes
from dealer_app.station.supervisor.checklists import list_faults
from dealer_app.station_events import (
    BackupFailed,
    ChecklistSigned,
    DeviceAsked,
    DisputeBegan,
    DisputeStep,
    ShiftBegan,
    SupervisorCalled,
    UncleanStop,
)
from dealer_app.texts.catalogue import type_code

_MICROSECONDS = 1_000_000
_MINUTE = 60


class HandoverItem(Struct, frozen=True, kw_only=True):
    """One of them: what it is, more of it, whose it is, and the event with which it began, if the period has that."""

    code: str
    what: ScreenText
    detail: ScreenText
    owner: ScreenText
    since: RecordEvent | None


def list_open_items(context: ReportContext) -> Iterator[HandoverItem]:
    """What holds the table first, then what waits for people, then the rest."""
    yield from _dispute(context)
    yield from _disputes_by_law(context)
    yield from _cases(context)
    yield from _questions(context)
    yield from _outage(context)
    yield from _calls(context)
    yield from _requests(context)
    yield from _winnings(context)
    yield from _carried_cards(context)
    yield from _acting(context)
    yield from _backups(context)
    yield from _checklists(context)
    yield from _shift_length(context)


def open_items_block(context: ReportContext, number: int) -> TableBlock:
    """In a frame of its own, with a box for each and room for who receives it."""
    items = tuple(list_open_items(context))
    return TableBlock(
        code="open-items",
        title=context.label("open-items"),
        columns=(
            context.column("what", wide=True),
            context.column("owner"),
            context.column("since"),
            context.column("received"),
        ),
        rows=tuple(_row(context, item) for item in items),
        empty=context.label("nothing-open"),
        note=context.alone("handed-over", count=str(len(items))),
        number=number,
        framed=True,
        boxes=True,
    )


def _row(context: ReportContext, item: HandoverItem) -> TableRow:
    since = context.label("since-before")
    value = None
    if item.since is not None:
        entry = item.since.entry
        since = context.label("since", time=context.time(entry.utc, entry.offset)[:-3])
        value = local_time(entry.utc, entry.offset).strftime("%Y-%m-%dT%H:%M:%S")
    return TableRow(
        cells=(
            TableCell(text=item.what, sub=first_alone(item.detail), strong=True, value=item.code),
            TableCell(text=first_alone(item.owner), strong=True),
            TableCell(text=first_alone(since), value=value),
            TableCell(text=ScreenText("")),
        ),
        marked=True,
    )


def _find(context: ReportContext, kind: type, **fields: object) -> RecordEvent | None:
    """The event with which it began: the last one of its kind, with these fields, in the period."""
    for each in reversed(context.record.happenings):
        if isinstance(each.event, kind) and all(getattr(each.event, name) == of for name, of in fields.items()):
            return each
    return None


def _role_owner(context: ReportContext, role: str) -> ScreenText:
    return context.word("role", role)


def _dealer(context: ReportContext) -> ScreenText:
    """The dealer at the table."""
    badge = next(iter(context.end.people.dealing.values()), "")
    return context.person(badge) if badge else context.label("owner-dealer")


def _find_case(context: ReportContext, number: int) -> RecordEvent | None:
    return next(
        (
            each
            for each in context.record.happenings
            if isinstance(each.event, events.CaseOpened) and each.event.case.number == number
        ),
        None,
    )


def _dispute(context: ReportContext) -> Iterator[HandoverItem]:
    claim = context.end.table.claim
    if claim is None:
        return
    raised = _find(context, events.ClaimRaised, number=claim.number)
    where = "" if raised is None else f"{context.place(raised).first}: "
    yield HandoverItem(
        code="dispute",
        what=context.label("open-dispute"),
        detail=ScreenText(f"{where}{context.reason(claim.text).first}"),
        owner=context.label("owner-supervisor"),
        since=raised,
    )


def _disputes_by_law(context: ReportContext) -> Iterator[HandoverItem]:
    """Those of which the law still asks something, also after the table has played on."""
    last = context.record.last
    for dispute in open_disputes(context.end.law, Timestamp(utc=last.utc, offset=last.offset, counter=last.counter)):
        steps = (DisputeStep.NOTIFIED, DisputeStep.INFORMED, DisputeStep.REQUESTED)
        left = [context.label(f"law-{step.value}").first for step in steps if dispute.find_step(step) is None]
        day = "" if dispute.last_day is None else f" ({context.label('until', time=str(dispute.last_day)).first})"
        yield HandoverItem(
            code="dispute-by-law",
            what=context.label("open-law", number=str(dispute.number), round=str(dispute.round)),
            detail=context.label("still-to-do", steps=ScreenText(f"{', '.join(left)}{day}")),
            owner=context.label("owner-supervisor"),
            since=_find(context, DisputeBegan, number=dispute.number),
        )


def _cases(context: ReportContext) -> Iterator[HandoverItem]:
    for case in context.end.table.cases:
        opened = _find_case(context, case.number)
        need = case.needs[0] if case.needs else None
        role = getattr(need, "role", "")
        yield HandoverItem(
            code="case",
            what=context.trouble(case.trouble),
            detail=NO_TEXT if need is None else context.word("need", type_code(type(need))),
            owner=_role_owner(context, role) if role else _dealer(context),
            since=opened,
        )


def _questions(context: ReportContext) -> Iterator[HandoverItem]:
    row = context.end.listening.row
    if row:
        asked = _find(context, DeviceAsked, number=row[0].number)
        yield HandoverItem(
            code="device-question",
            what=context.label("open-questions", count=str(len(row))),
            detail=ScreenText(", ".join(dict.fromkeys(each.device for each in row))),
            owner=_dealer(context),
            since=asked,
        )


def _outage(context: ReportContext) -> Iterator[HandoverItem]:
    if context.end.outage is not Outage.NONE:
        yield HandoverItem(
            code="outage",
            what=context.label("open-outage"),
            detail=context.label(f"open-outage-{context.end.outage.value}"),
            owner=context.label("owner-supervisor"),
            since=_find(context, UncleanStop),
        )


def _calls(context: ReportContext) -> Iterator[HandoverItem]:
    if context.end.called:
        yield HandoverItem(
            code="call",
            what=context.label("open-call"),
            detail=NO_TEXT,
            owner=context.label("owner-supervisor"),
            since=_find(context, SupervisorCalled),
        )


def _requests(context: ReportContext) -> Iterator[HandoverItem]:
    """What was asked and is neither given nor refused: who may give it owns it."""
    ranks = {position: place.rank for position, place in context.positions.places.items()}
    for number, request in context.end.people.requests.items():
        asked = _find(context, people.ApprovalAsked, number=number)
        lowest = min(request.needed, key=lambda position: ranks[position], default=None)
        owner = context.label("owner-supervisor")
        if lowest is not None:
            owner = context.position(lowest)
        yield HandoverItem(
            code="request",
            what=request_text(context, request.asked),
            detail=context.label("asked-by", who=context.person(request.by)),
            owner=owner,
            since=asked,
        )


def request_text(context: ReportContext, asked: people.ApprovalSubject) -> ScreenText:
    """What is asked: an irregularity by its name, else what two people decide."""
    if asked.item is ApprovalItem.DECISION:
        trouble = asked.what.partition(" (")[0]
        if trouble in context.words.first.sections["trouble"]:
            return context.trouble(trouble)
    return context.word("item", asked.item.value)


def _winnings(context: ReportContext) -> Iterator[HandoverItem]:
    for kept in context.end.table.kept:
        found = _find(context, correction_events.WinningsKept, who=kept.who, amount=kept.amount)
        yield HandoverItem(
            code="winnings",
            what=context.label("open-winnings", amount=context.money(kept.amount)),
            detail=context.label("round-of", round=str(kept.round), who=context.bettor(kept.who)),
            owner=context.label("owner-supervisor"),
            since=found,
        )


def _carried_cards(context: ReportContext) -> Iterator[HandoverItem]:
    carried = context.end.table.carried
    if carried:
        yield HandoverItem(
            code="sealed",
            what=context.label("open-carried", count=str(len(carried))),
            detail=context.label("open-carried-note"),
            owner=_dealer(context),
            since=_find(context, events.Reconstructed) or _find(context, correction_events.CardHeldOver),
        )


def _acting(context: ReportContext) -> Iterator[HandoverItem]:
    last = context.record.last
    for badge, acting in context.end.people.acting.items():
        if acting.until <= last.utc:
            continue
        position = acting.position.value
        until = local_time(acting.until, last.offset).strftime("%Y-%m-%d %H:%M")
        yield HandoverItem(
            code="acting",
            what=context.label("open-acting", who=context.person(badge, f"{position} (acting)")),
            detail=context.label("until", time=until),
            owner=context.person(acting.by),
            since=_find(context, people.ActingAssigned, number=acting.number),
        )


def _backups(context: ReportContext) -> Iterator[HandoverItem]:
    failed = context.end.backups.alarm
    if failed is not None:
        yield HandoverItem(
            code="backup",
            what=context.label("open-backup"),
            detail=NO_TEXT,
            owner=context.word("position", "technician"),
            since=_find(context, BackupFailed),
        )


def faults_text(context: ReportContext, signed: ChecklistSigned) -> ScreenText:
    """What was found not to be in order; an item of an older list, which has no words any more, by its code."""
    known = context.words.first.sections["checklist-item"]
    notes = (
        f"{context.word('checklist-item', each.item).first if each.item in known else each.item}: {each.note}"
        for each in list_faults(signed)
    )
    return ScreenText("; ".join(notes))


def _checklists(context: ReportContext) -> Iterator[HandoverItem]:
    """What was not in order when the table was opened, or when it was closed before."""
    lists = context.end.checklists
    for signed in filter(None, (lists.closing, lists.opening)):
        faults = list_faults(signed)
        if faults:
            yield HandoverItem(
                code=f"checklist-{signed.checklist.value}",
                what=context.label(f"open-checklist-{signed.checklist.value}", count=str(len(faults))),
                detail=faults_text(context, signed),
                owner=context.person(signed.by),
                since=_find(context, ChecklistSigned, at=signed.at),
            )


def _shift_length(context: ReportContext) -> Iterator[HandoverItem]:
    """A shift that nobody has ended after the length that the house has set."""
    record = context.record
    begun = _find(context, ShiftBegan)
    if not record.is_running or begun is None:
        return
    lasted = (record.last.utc - begun.entry.utc) // _MICROSECONDS
    if lasted > shift_minutes(context.end.settings) * _MINUTE:
        yield HandoverItem(
            code="shift-long",
            what=context.label("open-shift-long"),
            detail=context.label("shift-lasted", span=span_text(lasted)),
            owner=context.label("owner-supervisor"),
            since=begun,
        )
