"""The dispute sheet, on one page, and the dispute pack: the sheet with the round's events and the proof of their chain.

What is not known is said: an empty place on the sheet prints so. The code at the top holds table, round, and the head
of the round's events, with which the events of the pack end. What was noted of the dispute after the next round began
is in the pack too, each event in a file of its own: what lies between is of other rounds.
"""

import io
from collections.abc import Iterator
from pathlib import Path

import segno

from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import Phase
from dealer_app.journal.export import EntrySpan, ExportFormat, export_entries
from dealer_app.journal.records import JournalEntry
from dealer_app.journal.volumes import open_chain
from dealer_app.reports.paper_report import (
    Aside,
    Block,
    Fact,
    FactsBlock,
    PairBlock,
    PaperReport,
    RemarkBlock,
    SignaturesBlock,
    TableBlock,
    TableCell,
    TableRow,
    local_time,
)
from dealer_app.reports.periods import PeriodRecord, RecordEvent
from dealer_app.reports.report_context import ReportContext, first_alone
from dealer_app.reports.round_facts import (
    MOST_BETS,
    RoundFacts,
    approvals_block,
    bet_rows,
    bets_block,
    deal_block,
    read_round,
    settlement_text,
)
from dealer_app.reports.round_sheet import result_block, round_figures, round_lines, settlement_remark
from dealer_app.screens.blocks import ScreenText
from dealer_app.station.report_orders import ReportError, ReportKind
from dealer_app.station_events import ResultDisplayed

EVENTS_FILE = "events.json"
SHEET_FILE = "dispute-sheet.pdf"
CHECKER_FILE = "verify_export.py"
_MOST_EVENTS = 10
_HASH_STEP = 8
_BETS_FOR_LAW, _BETS_FOR_OFFER, _BETS_FOR_REMARK = 6, 3, 2
"""So many rows of bets fewer leave room for the steps of the law, for an offer, for the remark of an open round."""

_SMALL_EVENTS = (
    events.BetPlaced,
    events.BetTicked,
    events.CardDrawn,
    events.CardCarriedIn,
    events.CardsTurned,
    events.CardUnsealed,
    events.InsuranceTaken,
    events.InsuranceDeclined,
    events.NeedMet,
    correction_events.CardHeldOver,
)
"""What stands in a table of its own on the sheet already."""
_FRAMED_EVENTS = (events.ClaimRaised, events.ClaimClosed)
"""What was said stands in the frames at the top: in the course of the round it is not written once more."""


def build_dispute_report(context: ReportContext) -> PaperReport:
    """The sheet of the disputes of one round. Raises ReportError where the round has none."""
    facts = read_round(context.record)
    raised = facts.find(events.ClaimRaised)
    if not raised:
        raise ReportError("no-dispute", {"round": str(facts.number)})
    disputed = frozenset(who for each in raised if (who := getattr(each.event, "who", None)) is not None)
    rows = bet_rows(context, facts, disputed)
    most_bets = _find_room(context, facts)
    if len(rows) > most_bets:
        # Those of the guest who disputes are on the first page.
        rows = tuple(sorted(rows, key=lambda row: not row.marked))
    blocks: tuple[Block, ...] = (
        *settlement_remark(context),
        PairBlock(left=(_claim_block(context, raised),), right=(_decision_block(context, facts),)),
        PairBlock(
            left=(deal_block(context, facts),),
            right=(result_block(context, facts), _insurance(context, facts)),
            wide_left=True,
        ),
        bets_block(context, facts, rows[:most_bets]),
        RemarkBlock(code="settlement", text=settlement_text(context, facts)),
        RemarkBlock(code="display", text=_display_text(context, facts)),
        RemarkBlock(code="not-known", text=_unknown_text(context, facts), marked=True),
        _events_block(context, facts),
        PairBlock(left=(approvals_block(context, facts),), right=(_law_block(context, facts),)),
        SignaturesBlock(
            code="signatures",
            labels=(context.label("sign-guest"), context.label("sign-supervisor"), context.label("sign-manager")),
        ),
        RemarkBlock(code="pack", text=_pack_text(context)),
        *(
            RemarkBlock(code=f"check-{number}" if number else "check", text=ScreenText(line))
            for number, line in enumerate(check_lines(context.record))
        ),
    )
    more = (bets_block(context, facts, rows[most_bets:], "more-bets"),) if len(rows) > most_bets else ()
    return context.build_report(
        ReportKind.DISPUTE,
        (*blocks, *more),
        about=round_lines(context, facts),
        aside=_code_aside(context, facts),
        one_page=True,
        facts=round_figures(context, facts),
    )


def _find_room(context: ReportContext, facts: RoundFacts) -> int:
    """So many rows of bets leave room for all else on the first page."""
    offers = sum(isinstance(each.event, events.ClaimClosed) and _has_offer(each.event) for each in facts.happenings)
    taken = (
        (_BETS_FOR_LAW, _is_kept_by_law(facts)),
        (_BETS_FOR_OFFER, offers),
        (_BETS_FOR_REMARK, context.record.is_running),
        (1, len(context.record.later)),
    )
    return max(1, MOST_BETS - sum(rows * count for rows, count in taken))


def _claim_block(context: ReportContext, raised: tuple[RecordEvent, ...]) -> FactsBlock:
    """What the guest says, in the words that were keyed, and who keyed them."""
    facts = []
    for each in raised:
        event = each.event
        assert isinstance(event, events.ClaimRaised), "found by its class"
        facts.append(
            Fact(
                code=f"claim-{event.number}",
                label=ScreenText(""),
                cell=TableCell(
                    text=_claim_text(context, event),
                    sub=_keyed_text(context, each),
                    value=event.text or None,
                    strong=True,
                ),
            )
        )
    return FactsBlock(
        code="guest-says", title=context.label("guest-says"), facts=tuple(facts), framed=True, marked=True
    )


def _claim_text(context: ReportContext, event: events.ClaimRaised) -> ScreenText:
    """Whose dispute it is, where that was said, and what for."""
    if not event.text:
        return context.label("not-recorded")
    reason = context.reason(event.text)
    return reason if event.who is None else context.label("says", who=context.bettor(event.who), reason=reason)


def _keyed_text(context: ReportContext, each: RecordEvent) -> ScreenText:
    moment = local_time(each.entry.utc, each.entry.offset).strftime("%H:%M:%S")
    return context.alone("keyed-at", time=moment, who=context.person(each.entry.badge, each.entry.position))


def _decision_block(context: ReportContext, facts: RoundFacts) -> FactsBlock:
    closed = facts.find(events.ClaimClosed)
    decided = []
    for each in closed:
        event = each.event
        assert isinstance(event, events.ClaimClosed), "found by its class"
        decided.append(
            Fact(
                code=f"decision-{event.number}",
                label=ScreenText(""),
                cell=TableCell(
                    text=context.reason(event.decision),
                    sub=_keyed_text(context, each),
                    clauses=(event.clause,) if event.clause[:1].isdigit() else (),
                    value=event.decision,
                    strong=True,
                ),
            )
        )
        decided += _offer_facts(context, event)
    if not decided:
        decided.append(Fact(code="decision", label=ScreenText(""), cell=TableCell(text=context.label("not-decided"))))
    return FactsBlock(code="decision", title=context.label("decision-of-house"), facts=tuple(decided), framed=True)


def _offer_facts(context: ReportContext, event: events.ClaimClosed) -> Iterator[Fact]:
    """What was offered to the guest, the difference in money, and what the guest says to it."""
    unknown = TableCell(text=context.label("not-recorded"))
    offered, difference, answer = unknown, unknown, unknown
    if not _has_offer(event):
        yield Fact(code=f"offered-{event.number}", label=context.label("offered"), cell=unknown)
        return
    if event.offered:
        offered = TableCell(text=ScreenText(event.offered), value=event.offered)
    if event.difference is not None:
        difference = context.money_cell(event.difference)
    if event.answer is not None:
        answer = TableCell(text=context.label(f"answer-{event.answer.value}"), value=event.answer.value)
    for code, cell in (("offered", offered), ("difference", difference), ("guest-answer", answer)):
        yield Fact(code=f"{code}-{event.number}", label=context.label(code), cell=cell)


def _has_offer(event: events.ClaimClosed) -> bool:
    return bool(event.offered) or event.difference is not None or event.answer is not None


def _display_text(context: ReportContext, facts: RoundFacts) -> ScreenText:
    """What the customer display had painted of the result, by its hash."""
    shown = [
        each.event.digest
        for each in context.record.happenings
        if isinstance(each.event, ResultDisplayed) and each.event.round == facts.number
    ]
    if shown:
        return context.alone("display-digest", digest=shown[-1])
    return context.label("display-digest", digest=context.label("not-recorded"))


def _insurance(context: ReportContext, facts: RoundFacts) -> FactsBlock:
    round_, rules = facts.round, context.rules
    text = context.label("not-recorded")
    if rules is not None and rules.book.insurance is None:
        text = context.label("insurance-not-in-game")
    elif round_ is not None:
        count = len(round_.insurance)
        text = context.label("insurance-bets", count=str(count)) if count else context.label("insurance-none")
    return FactsBlock(
        code="insurance",
        title=ScreenText(""),
        facts=(Fact(code="insurance", label=context.label("insurance"), cell=TableCell(text=text)),),
    )


def _unknown_text(context: ReportContext, facts: RoundFacts) -> ScreenText:
    """What the station cannot know, and the reference of surveillance, where it can be looked for."""
    references = [
        str(getattr(each.event, "surveillance", "") or "")
        for each in facts.happenings
        if getattr(each.event, "surveillance", "")
    ]
    reference = ScreenText(", ".join(dict.fromkeys(references))) if references else context.label("not-recorded")
    closed = facts.find(events.BetsClosed)
    moment = "–"
    if closed:
        moment = local_time(closed[-1].entry.utc, closed[-1].entry.offset).strftime("%H:%M:%S")
    code = "unknown" if closed else "unknown-open"
    if facts.round is not None and facts.round.phase is Phase.BY_HAND:
        code = "unknown-by-hand"
    return context.label(code, time=moment, reference=reference)


def _events_block(context: ReportContext, facts: RoundFacts) -> TableBlock:
    """The course of the round and of its dispute, without what has a table of its own; of many the latest stay."""
    rows = []
    before: list[object] = []
    for each in (*facts.happenings, *context.record.later):
        seen = tuple(before)
        before.append(each.event)
        if isinstance(each.event, _SMALL_EVENTS):
            continue
        is_framed = isinstance(each.event, _FRAMED_EVENTS)
        text = context.word("report-event", each.entry.name) if is_framed else context.event(each, seen)
        if text:
            rows.append(_event_row(context, each, text))
    shown = rows if len(rows) <= _MOST_EVENTS else [*rows[:3], *rows[3 - _MOST_EVENTS :]]
    left_out = len(rows) - len(shown)
    return TableBlock(
        code="events",
        title=context.label("what-happened"),
        columns=(context.column("time"), context.column("what", wide=True), context.column("by")),
        rows=tuple(shown),
        halved=True,
        note=context.alone("left-out", count=str(left_out)) if left_out else ScreenText(""),
    )


def _event_row(context: ReportContext, each: RecordEvent, text: ScreenText) -> TableRow:
    return TableRow(
        cells=(
            context.time_cell(each),
            TableCell(text=first_alone(text), value=each.entry.name),
            TableCell(text=ScreenText(each.entry.badge or "–"), value=each.entry.badge or "station"),
        )
    )


_LAW_STEPS = ("notified", "informed", "requested")


def _law_block(context: ReportContext, facts: RoundFacts) -> FactsBlock:
    """The steps that the law asks for: when, and by whom noted; what is not done yet says so."""
    done: dict[str, RecordEvent] = {}
    for each in (*facts.happenings, *context.record.later):
        step = getattr(each.event, "step", None)
        if each.entry.name == "dispute-step-noted" and step is not None:
            done[step.value] = each
    if not _is_kept_by_law(facts):
        note = Fact(code="law", label=ScreenText(""), cell=TableCell(text=context.label("law-off"), value="off"))
        return FactsBlock(code="law", title=context.label("law-title"), facts=(note,))
    steps = (*_LAW_STEPS, *(("accepted",) if "accepted" in done else ()))
    return FactsBlock(
        code="law",
        title=context.label("law-title"),
        facts=tuple(_law_fact(context, step, done.get(step)) for step in steps),
        inline=True,
    )


def _is_kept_by_law(facts: RoundFacts) -> bool:
    return any(each.entry.name == "dispute-began" for each in facts.happenings)


def _law_fact(context: ReportContext, step: str, each: RecordEvent | None) -> Fact:
    label = context.label(f"law-{step}")
    if each is None:
        return Fact(code=step, label=label, cell=TableCell(text=context.label("not-yet"), value="not-yet", strong=True))
    moment = local_time(each.entry.utc, each.entry.offset)
    words = str(getattr(each.event, "words", "") or "")
    return Fact(
        code=step,
        label=label,
        cell=TableCell(
            text=context.alone(
                "done-at",
                time=moment.strftime("%Y-%m-%d %H:%M:%S"),
                who=context.person(each.entry.badge, each.entry.position),
            ),
            sub=ScreenText(words),
            value=moment.strftime("%Y-%m-%dT%H:%M:%S"),
        ),
    )


def _code_aside(context: ReportContext, facts: RoundFacts) -> Aside:
    """The code that a scanner reads, and what it says in small print."""
    last = context.record.last
    digest = last.hash.hex()
    said = code_text(context.end.station, context.table_name().first, facts, context.record)
    shown = [digest[place : place + _HASH_STEP] for place in range(0, 2 * _HASH_STEP, _HASH_STEP)]
    return Aside(
        svg=_draw_code(said),
        lines=(
            context.label("events-short").first,
            f"{context.record.first_sequence} –",
            f"{last.sequence}",
            context.label("head-short").first,
            *shown,
        ),
    )


def code_text(station: str, table: str, facts: RoundFacts, record: PeriodRecord) -> str:
    """`dealer-station 1|T1|B-07|3|40|17428|32c7…`: station, table, shoe, round, sequence, hash."""
    fields = (
        "dealer-station 1",
        station,
        table,
        facts.shoe,
        facts.number,
        record.last.sequence,
        record.last.hash.hex(),
    )
    return "|".join(str(field).replace("|", " ") for field in fields)


def _draw_code(text: str) -> str:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", border=1, xmldecl=False, svgns=True, nl=False)
    return out.getvalue().decode()


def _pack_text(context: ReportContext) -> ScreenText:
    record = context.record
    count = str(record.last.sequence - record.first_sequence + 1)
    if not record.later:
        return context.label("with-this-page", file=EVENTS_FILE, count=count, checker=CHECKER_FILE)
    later = ", ".join(name for name, _ in _later_files(record))
    return context.label("with-this-page-later", file=EVENTS_FILE, count=count, checker=CHECKER_FILE, later=later)


def check_lines(record: PeriodRecord) -> tuple[str, ...]:
    """The commands that check the events, written out: a paper may have to do where nothing scans the code."""
    heads = ((EVENTS_FILE, record.last), *_later_files(record))
    return tuple(f"python3 {CHECKER_FILE} {name} {last.sequence} {last.hash.hex()}" for name, last in heads)


def _later_files(record: PeriodRecord) -> tuple[tuple[str, JournalEntry], ...]:
    """The file of each event that was noted later."""
    return tuple((f"event-{each.entry.sequence}.json", each.entry) for each in record.later)


def export_round_events(folder: Path, first: int, last: int) -> str:
    """The events as `journal export` writes them, for docs/verify_export.py."""
    out = io.StringIO()
    with open_chain(folder) as chain:
        export_entries(chain, out, ExportFormat.JSON, EntrySpan(first, last))
    return out.getvalue()


def pack_files(folder: Path, record: PeriodRecord, sheet: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of a dispute pack by name."""
    yield SHEET_FILE, sheet
    yield EVENTS_FILE, export_round_events(folder, record.first_sequence, record.last.sequence).encode()
    for name, entry in _later_files(record):
        yield name, export_round_events(folder, entry.sequence, entry.sequence).encode()
