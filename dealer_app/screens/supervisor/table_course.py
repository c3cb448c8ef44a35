"""How the table runs, and what happened at it otherwise than usual.

The seconds per phase of the last ten rounds are held against the table's own middle; over 115 % is marked. It is about
the table: no person is measured by it. Both are made of the rounds at hand; the reports have whole shifts and days.
"""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.charts import ListBar, ListChart
from dealer_app.clock import Timestamp
from dealer_app.domain.round import events
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.values import cache_last
from dealer_app.journal.pace import PACE_NAMES, PaceEntry, PacePhase, phase_medians
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import (
    Block,
    ChartsBlock,
    ChartTile,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    Tag,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import irregularity_name
from dealer_app.screens.labels import duration_text, label_text
from dealer_app.screens.timeline import EVENT_CODES, Timeline, TimelineEvent

_ROUNDS = 10
SLOW_PER_CENT = 115
_HOUR = 3_600_000_000
_MICROSECONDS = 1_000_000
_PHASE_CODES = frozenset(
    {"round-began", "bets-closed", "card", "dice-read", "tumbles-counted", "result-announced", "round-concluded"}
)
"""What moves a round on: the seconds in a phase are counted from the last of these."""
_NAMES = {"card": "card-drawn"}
"""Cards drawn and cards carried in have one code in the timeline."""


def _entries(happened: tuple[TimelineEvent, ...]) -> Iterator[PaceEntry]:
    for each in happened:
        code = EVENT_CODES[type(each.event)]
        name = _NAMES.get(code, code)
        if name in PACE_NAMES:
            yield PaceEntry(name, each.utc)


@cache_last
def _medians(known: Timeline) -> tuple[dict[PacePhase, int], dict[PacePhase, int]]:
    """Of the last ten rounds, and of all; in tenths of a second."""
    rounds = [*known.past_events.values(), known.current_events]
    usual = phase_medians(each for happened in rounds for each in _entries(happened))
    return phase_medians(each for happened in rounds[-_ROUNDS:] for each in _entries(happened)), usual


def pace_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """The facts, then a bar for each phase with a tick at the table's own middle."""
    own, usual = _medians(context.timeline)
    facts = RowsBlock(rows=tuple(_fact_rows(context)), dense=True)
    if not own:
        return facts, NoteBlock(text=label_text(context, "report.no-phases"))
    bars = tuple(_phase_bar(context, phase, tenths, usual[phase]) for phase, tenths in own.items())
    tile = ChartTile(
        title=label_text(context, "room.per-phase"),
        note=label_text(context, "room.own-middle").first,
        chart=ListChart(bars=bars, most=max((*own.values(), *usual.values(), 1))),
    )
    return facts, ChartsBlock(tiles=(tile,), columns=1)


def is_slow(tenths: int, usual: int) -> bool:
    """Whether a phase takes so much longer than the table's own middle that somebody should look."""
    return tenths * 100 > usual * SLOW_PER_CENT


def _phase_bar(context: ScreenContext, phase: PacePhase, tenths: int, usual: int) -> ListBar:
    slow = is_slow(tenths, usual)
    said = label_text(context, "room.of-usual", now=_tenths_text(tenths), usual=_tenths_text(usual)).first
    return ListBar(
        name=label_text(context, f"report.phase-{phase.value}").first,
        value=tenths,
        figure=f"{said} \N{BLACK UP-POINTING TRIANGLE}" if slow else said,
        attention=slow,
        standard=usual,
    )


def _tenths_text(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _fact_rows(context: ScreenContext) -> Iterator[ListRow]:
    table = context.state.table
    round_ = table.round
    if table.table is None:
        yield ListRow(name="runs:closed", title=label_text(context, "play.table-closed").first)
        return
    phase = "idle" if round_ is None else round_.phase.value
    said = label_text(context, "room.between-rounds" if round_ is None else f"phase.{phase}")
    lasted = event_age(context, _PHASE_CODES)
    yield ListRow(
        name="runs:phase",
        title=label_text(context, "room.phase").first,
        right=f"{said.first} {duration_text(lasted)}",
    )
    yield ListRow(
        name="runs:rounds", title=label_text(context, "room.rounds-hour").first, right=str(_last_hour(context))
    )
    if context.rules is not None and context.rules.baccarat is not None and table.shoe.decks:
        left = max(0, table.shoe.decks * 52 - table.shoe.used)
        yield ListRow(
            name="runs:cards",
            title=label_text(context, "room.cards-left", shoe=str(table.shoe.number)).first,
            right=str(left),
        )


def event_age(context: ScreenContext, codes: frozenset[str]) -> int:
    """How long ago the last event of these codes was, in microseconds; 0 where none is at hand."""
    last = next(
        (each for each in reversed(context.timeline.current_events) if EVENT_CODES[type(each.event)] in codes), None
    )
    return 0 if last is None else max(0, context.moment.utc - last.utc)


def _last_hour(context: ScreenContext) -> int:
    """Rounds that began in the last hour."""
    known = context.timeline
    began = (
        each.utc
        for happened in (*known.past_events.values(), known.current_events)
        for each in happened
        if EVENT_CODES[type(each.event)] == "round-began"
    )
    return sum(context.moment.utc - utc < _HOUR for utc in began)


def pace_heading(context: ScreenContext) -> HeadingBlock:
    return HeadingBlock(text=label_text(context, "room.runs"), right=label_text(context, "room.last-ten").first)


_COUNTED = frozenset(
    {
        *("case-opened", "round-voided", "claim-raised", "bet-cut", "bet-never-placed", "bets-returned"),
        *("bet-corrected", "insurance-corrected", "card-corrected", "dice-corrected", "settlement-undone"),
        *("closing-taken-back", "cards-reordered", "cards-taken-as-they-lie", "rounds-voided", "unclean-stop"),
        *("chips-not-recovered", "winnings-kept", "clock-jumped", "program-failed", "closed-without-notice"),
    }
)
"""What is no usual course of play, and answers nothing else on this list."""


class _Group(Struct):
    clause: str
    last: TimelineEvent
    count: int = 0
    is_open: bool = False


def exception_rows(context: ScreenContext) -> tuple[ListRow, ...]:
    """What is open first, then by how lately it happened."""
    groups: dict[tuple[str, str], _Group] = {}
    still_open = {case.number for case in context.state.table.cases}
    claim = context.state.table.claim
    known = context.timeline
    for happened in (*known.past_events.values(), known.current_events):
        for each in happened:
            code = EVENT_CODES[type(each.event)]
            if code not in _COUNTED:
                continue
            clause, kind = _clause(each), code
            if isinstance(each.event, events.CaseOpened):
                kind = each.event.case.trouble
            group = groups.setdefault((clause, kind), _Group(clause=clause, last=each))
            group.last, group.count = each, group.count + 1
            match each.event:
                case events.CaseOpened(case=case):
                    group.is_open |= case.number in still_open
                case events.ClaimRaised(number=number):
                    group.is_open |= claim is not None and claim.number == number
                case _:
                    pass
    ordered = sorted(groups.items(), key=lambda one: (not one[1].is_open, -one[1].last.utc))
    return tuple(_row(context, f"{clause}:{kind}", group) for (clause, kind), group in ordered)


def _clause(each: TimelineEvent) -> str:
    if isinstance(each.event, events.CaseOpened):
        return each.event.case.clause
    return str(getattr(each.event, "clause", "") or "")


def _row(context: ScreenContext, name: str, group: _Group) -> ListRow:
    """A touch opens the recall."""
    event = group.last.event
    said = (
        irregularity_name(context, event.case.trouble)
        if isinstance(event, events.CaseOpened)
        else label_text(context, f"report-event.{EVENT_CODES[type(event)]}")
    )
    time = clock_text(Timestamp(utc=group.last.utc, offset=group.last.offset, counter=0))
    line = label_text(context, "room.last-open" if group.is_open else "room.last-at", time=time)
    return ListRow(
        name=f"happened:{name}",
        title=said.first,
        lines=(line.first,),
        right=str(group.count),
        tags=clause_tags(context, group.clause),
        tone=Tone.ATTENTION if group.is_open else Tone.PLAIN,
        act=SetInput(context.input_state.close_panel().replace(panel=Panel.RECALL)),
    )


def first_event_time(context: ScreenContext) -> str:
    """The time of day of the oldest event at hand."""
    known = context.timeline
    rounds = [happened for happened in (*known.past_events.values(), known.current_events) if happened]
    if not rounds:
        return ""
    oldest = rounds[0][0]
    return clock_text(Timestamp(utc=oldest.utc, offset=oldest.offset, counter=0))[:5]


def clause_tags(context: ScreenContext, clause: str) -> tuple[Tag, ...]:
    """The clause on which it rests, if it rests on one."""
    if clause == HOUSE_POLICY:
        return (Tag(label_text(context, "mending.house-policy").first),)
    return (Tag(clause),) if clause else ()


def clock_text(at: Timestamp) -> str:
    """The time of day at the table."""
    seconds = (at.utc // _MICROSECONDS + at.offset * 60) % 86_400
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
