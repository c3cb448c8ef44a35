"""How the table runs, and what happened at it otherwise than usual.

The seconds per phase of the last ten rounds are held against the table's own middle; over 115 % is marked. It is about
the table: no person is measured by it. Both are made of the rounds at hand; the reports have whole shifts and days.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from dealer_app.charts import ListBar, ListChart
from dealer_app.clock import Timestamp
from dealer_app.domain.round import events
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.values import cache_last, replace
from dealer_app.journal.pace import PACE_NAMES, PaceEntry, PacePhase, phase_medians
from dealer_app.odds.shoe_order import LINKS_TO_TELL, RUN_TO_TELL
from dealer_app.people.authority import current_positions
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import (
    Block,
    ChartsBlock,
    ChartTile,
    HeadingBlock,
    ListRow,
    NoteBlock,
    PanelsBlock,
    PlanPanel,
    RowsBlock,
    ScreenText,
    Tag,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import irregularity_name
from dealer_app.screens.labels import duration_text, label_text
from dealer_app.screens.timeline import EVENT_CODES, Timeline, TimelineEvent, list_clauses
from dealer_app.station.supervisor.supervisor_desks import table_terminal

_ROUNDS = 10
SLOW_PER_CENT = 115
_HOUR = 3_600_000_000
_DECK = 52
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
    """The facts, a bar for each phase with a tick at the table's own middle, the order of the shoe, and the people."""
    if context.state.table.table is None:
        return (NoteBlock(text=label_text(context, "play.table-closed")),)
    own, usual = _medians(context.timeline)
    facts = PanelsBlock(panels=tuple(_fact_panels(context)))
    lines = RowsBlock(rows=(*_order_rows(context), _people_row(context)), dense=True)
    if not own:
        return facts, NoteBlock(text=label_text(context, "report.no-phases")), lines
    bars = tuple(_phase_bar(context, phase, tenths, usual[phase]) for phase, tenths in own.items())
    tile = ChartTile(
        title=label_text(context, "room.per-phase"),
        note=label_text(context, "room.own-middle").first,
        chart=ListChart(bars=bars, most=max((*own.values(), *usual.values(), 1))),
    )
    return facts, ChartsBlock(tiles=(tile,), columns=1), lines


def pace_strip(context: ScreenContext) -> tuple[Block, ...]:
    """The same in two lines, below what needs the supervisor in a small window."""
    if context.state.table.table is None:
        return ()
    own, middle = _medians(context.timeline)
    phase, rounds, *others = _fact_panels(context)
    usual = usual_rounds(context.timeline)
    code = "room.rounds-said-median" if usual else "room.rounds-said"
    hour = label_text(context, code, count=rounds.figure, **({"median": _tenths_text(usual)} if usual else {})).first
    cards = (f"{panel.figure} {panel.lines[0]}" for panel in others if panel.lines)
    said = " · ".join((f"{phase.lines[0]} {phase.figure}", hour, *cards))
    quiet = next((row.title for row in _order_rows(context)), "")
    heading = HeadingBlock(text=label_text(context, "room.runs"), note=said, right=quiet)
    if not own:
        return (heading,)
    most = max((*own.values(), *middle.values(), 1))
    bars = {phase: _phase_bar(context, phase, tenths, middle[phase]) for phase, tenths in own.items()}
    tiles = tuple(
        ChartTile(
            title=label_text(context, f"report.phase-{phase.value}"),
            note=bar.figure,
            chart=ListChart(bars=(replace(bar, name="", figure=""),), most=most),
        )
        for phase, bar in bars.items()
    )
    return heading, ChartsBlock(tiles=tiles, columns=len(tiles))


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


def _fact_panels(context: ScreenContext) -> Iterator[PlanPanel]:
    """The phase and the time in it, rounds of the last hour beside the usual, cards left, and the round."""
    table = context.state.table
    round_ = table.round
    phase = label_text(context, "room.between-rounds" if round_ is None else f"phase.{round_.phase.value}")
    lasted = duration_text(event_age(context, _PHASE_CODES))
    yield _panel("phase", label_text(context, "room.phase"), lasted, phase.first)
    usual = usual_rounds(context.timeline)
    middle = label_text(context, "room.rounds-median", median=_tenths_text(usual)).first if usual else ""
    yield _panel("rounds", label_text(context, "room.rounds-hour"), str(_last_hour(context)), middle)
    if context.rules is not None and context.rules.baccarat is not None and table.shoe.decks:
        left = max(0, table.shoe.decks * _DECK - table.shoe.used)
        caption = label_text(context, "room.shoe-number", shoe=str(table.shoe.number))
        yield _panel("cards", caption, str(left), label_text(context, "room.cards-left").first)
    yield _panel("round", label_text(context, "room.round"), str(table.rounds))


def _panel(name: str, title: ScreenText, figure: str, line: str = "") -> PlanPanel:
    return PlanPanel(name=f"runs:{name}", title=title, figure=figure, lines=(line,) if line else ())


def _order_rows(context: ScreenContext) -> Iterator[ListRow]:
    """How near the cards have come to a finding of the watch; at a table of dice there is none."""
    if context.rules is None or context.rules.baccarat is None:
        return
    found, seen = context.state.order.finding is not None, context.order_figures
    facts = {"cards": str(seen.cards), "links": str(seen.most_links), "repeat": str(seen.longest_repeat)}
    limits = {"most_links": str(LINKS_TO_TELL), "most_repeat": str(RUN_TO_TELL)}
    yield ListRow(
        name="runs:order",
        title=label_text(context, "room.order-found" if found else "room.order-quiet").first,
        right=label_text(context, "room.order-reading", **facts, **limits).first,
        tone=Tone.ATTENTION if found else Tone.GOOD,
        act=SetInput(context.input_state.close_panel().replace(panel=Panel.SHOE_ORDER)),
    )


def _people_row(context: ScreenContext) -> ListRow:
    """Who deals and since when, then who is in charge and in which position."""
    people, dealing = context.state.people, table_terminal(context.terminal)
    said: dict[str, str] = {}
    for terminal, session in sorted(people.sessions.items(), key=lambda each: (each[0] != dealing, each[1].begun)):
        account = people.accounts[session.badge]
        if session.badge in said:
            continue
        if terminal == dealing:
            began = context.moment.utc - (context.moment.counter - session.begun)
            time = clock_text(Timestamp(utc=began, offset=context.moment.offset, counter=0))[:5]
            said[session.badge] = label_text(context, "room.deals-since", name=account.name, time=time).first
        else:
            held = current_positions(people, session.badge, context.moment)
            position = held[-1].position if held else account.position
            said[session.badge] = f"{account.name} ({label_text(context, f'position.{position.value}').first})"
    return ListRow(
        name="runs:people",
        title=label_text(context, "room.people").first,
        right=" · ".join(said.values()),
        icon="people",
        act=SetInput(context.input_state.close_panel().replace(panel=Panel.ACTING)),
    )


def event_age(context: ScreenContext, codes: frozenset[str]) -> int:
    """How long ago the last event of these codes was, in microseconds; 0 where none is at hand."""
    last = next(
        (each for each in reversed(context.timeline.current_events) if EVENT_CODES[type(each.event)] in codes), None
    )
    return 0 if last is None else max(0, context.moment.utc - last.utc)


def _began(known: Timeline) -> Iterator[int]:
    """When each round at hand began."""
    for happened in (*known.past_events.values(), known.current_events):
        yield from (each.utc for each in happened if EVENT_CODES[type(each.event)] == "round-began")


def _last_hour(context: ScreenContext) -> int:
    """Rounds that began in the last hour."""
    return sum(context.moment.utc - utc < _HOUR for utc in _began(context.timeline))


@cache_last
def usual_rounds(known: Timeline) -> int:
    """Tenths of a round an hour, by the time that lies in the middle between two beginnings; 0 where none is known."""
    between = sorted(after - before for before, after in pairwise(_began(known)) if after > before)
    if not between:
        return 0
    half = len(between) // 2
    twice = between[half] + between[-half - 1]
    return (_HOUR * 20 + twice // 2) // twice


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
    happened = [each for round_ in (*known.past_events.values(), known.current_events) for each in round_]
    clauses = list_clauses((each.event for each in happened), context.rules)
    for each, clause in zip(happened, clauses, strict=True):
        kind = EVENT_CODES[type(each.event)]
        if kind not in _COUNTED:
            continue
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
