"""The round sheet: all of one round, from the opening of bets to the last decision about it."""

from dealer_app.domain.baccarat.table_of_play import Hand
from dealer_app.domain.round import events
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.visible import open_cards
from dealer_app.reports.paper_report import (
    CellValue,
    Fact,
    FactsBlock,
    PairBlock,
    PaperReport,
    RemarkBlock,
    TableBlock,
    TableCell,
    TableRow,
    local_time,
)
from dealer_app.reports.periods import RecordEvent
from dealer_app.reports.report_context import ReportContext
from dealer_app.reports.round_facts import (
    RoundFacts,
    approvals_block,
    bet_rows,
    bets_block,
    deal_block,
    outage_outcome,
    outcome_text,
    read_round,
    settlement_text,
)
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.labels import card_text
from dealer_app.station.report_orders import ReportKind


def build_round_report(context: ReportContext) -> PaperReport:
    """The round with every event that the window would show of it."""
    facts = read_round(context.record)
    rows = bet_rows(context, facts)
    return context.build_report(
        ReportKind.ROUND,
        (
            *settlement_remark(context),
            PairBlock(left=(deal_block(context, facts),), right=(result_block(context, facts),), wide_left=True),
            bets_block(context, facts, rows),
            RemarkBlock(code="settlement", text=settlement_text(context, facts)),
            approvals_block(context, facts),
            _events_block(context, facts),
        ),
        about=round_lines(context, facts),
        facts=round_figures(context, facts),
    )


def settlement_remark(context: ReportContext) -> tuple[RemarkBlock, ...]:
    """That the round is disputed before it is settled, so that more may happen in it."""
    if not context.record.is_running:
        return ()
    return (
        RemarkBlock(
            code="not-settled",
            text=context.label("round-not-settled", last=str(context.record.last.sequence)),
            marked=True,
        ),
    )


def round_lines(context: ReportContext, facts: RoundFacts) -> tuple[ScreenText, ...]:
    """Table, shoe, round, gaming day; then the document and the limits."""
    day = context.record.happenings[0].entry.day
    code = "round-about" if facts.shoe else "round-about-dice"
    first = context.label(
        code, table=context.table_name(), shoe=str(facts.shoe), round=str(facts.number), day=ScreenText(day)
    )
    return (first, *context.document_lines())


def round_figures(context: ReportContext, facts: RoundFacts) -> dict[str, CellValue]:
    """For a program: shoe, last event, and whether the round is settled, or void."""
    return {
        "shoe": facts.shoe or None,
        "last_event": context.record.last.sequence,
        "settled": int(not context.record.is_running),
    }


def result_block(context: ReportContext, facts: RoundFacts) -> FactsBlock:
    """As it was announced, and as the cards or dice are judged; whether the two agree."""
    return FactsBlock(code="result", title=context.label("result"), facts=tuple(_result_facts(context, facts)))


def _result_facts(context: ReportContext, facts: RoundFacts) -> list[Fact]:
    announced = facts.find(events.ResultAnnounced)
    said = _announced(announced)
    found = [Fact(code="announced", label=context.label("as-announced"), cell=_announced_cell(context, announced))]
    judged = _judged_outcome(facts)
    found.append(Fact(code="judged", label=context.label("as-judged"), cell=_judged_cell(context, facts, judged)))
    if facts.by_hand is not None:
        by_hand = outage_outcome(facts.by_hand)
        cell = TableCell(text=outcome_text(context, by_hand), sub=context.label("entered-by-hand-note"), value=by_hand)
        found.append(Fact(code="entered-by-hand", label=context.label("entered-by-hand"), cell=cell))
    if said and judged:
        agree = said == judged
        label = context.label("agree" if agree else "disagree")
        found.append(
            Fact(
                code="agree",
                label=context.label("agreement"),
                cell=TableCell(text=label, value=int(agree), strong=True),
            )
        )
    if facts.round is not None and facts.round.phase is Phase.VOID:
        cell = TableCell(
            text=context.label("round-void"),
            clauses=(facts.round.void_clause,) if facts.round.void_clause else (),
            strong=True,
            value="void",
        )
        found.append(Fact(code="void", label=context.label("state"), cell=cell))
    return found


def _announced(announced: tuple[RecordEvent, ...]) -> str:
    return str(getattr(announced[-1].event, "outcome", "")) if announced else ""


def _announced_cell(context: ReportContext, announced: tuple[RecordEvent, ...]) -> TableCell:
    if not announced:
        return TableCell(text=context.label("not-announced"))
    last = announced[-1]
    moment = local_time(last.entry.utc, last.entry.offset).strftime("%H:%M:%S")
    who = context.person(last.entry.badge, last.entry.position)
    more = context.alone("announced-at", time=moment, who=who)
    if len(announced) > 1:
        more = context.alone("announced-again", time=moment, who=who, count=str(len(announced)))
    outcome = _announced(announced)
    return TableCell(text=outcome_text(context, outcome), sub=more, value=outcome, strong=True)


def _judged_outcome(facts: RoundFacts) -> str:
    """What the open cards, or the dice, come to by the rules; nothing while they are not all there."""
    if facts.round is None:
        return ""
    if facts.round.dice is not None:
        return "-".join(map(str, facts.round.dice))
    winner = None if facts.coup is None or len(open_cards(facts.round)) < _FEWEST_CARDS else facts.coup.winner
    return "" if winner is None else winner.value


_FEWEST_CARDS = 4


def _judged_cell(context: ReportContext, facts: RoundFacts, judged: str) -> TableCell:
    if not judged:
        return TableCell(text=context.label("not-judged"))
    if facts.coup is None:
        return TableCell(text=outcome_text(context, judged), value=judged)
    hands = (("player", facts.coup.player), ("banker", facts.coup.banker))
    lines = tuple(_hand_text(context, side, hand) for side, hand in hands)
    return TableCell(
        text=ScreenText("\n".join(line.first for line in lines)),
        value=judged,
    )


def _hand_text(context: ReportContext, side: str, hand: Hand) -> ScreenText:
    cards = " ".join(card_text(card.text) for card in hand.cards)
    return context.words_text(lambda words: f"{words.area(side)} {hand.points}: {cards}")


def _events_block(context: ReportContext, facts: RoundFacts) -> TableBlock:
    """Each event by its number in the chain."""
    record, rows = context.record, []
    before: list[object] = []
    for each in (*facts.happenings, *context.record.later):
        text = context.event(each, tuple(before))
        before.append(each.event)
        if text:
            rows.append(event_row(context, each, text))
    return TableBlock(
        code="events",
        title=context.label("what-happened"),
        columns=(
            context.column("event", right=True),
            context.column("time"),
            context.column("what", wide=True),
            context.column("by"),
        ),
        rows=tuple(rows),
        empty=NO_TEXT,
        note=context.alone("events-note", first=str(record.first_sequence), last=str(record.last.sequence)),
    )


def event_row(context: ReportContext, each: RecordEvent, text: ScreenText) -> TableRow:
    entry = each.entry
    return TableRow(
        cells=(
            TableCell(text=ScreenText(str(entry.sequence)), value=entry.sequence),
            context.time_cell(each),
            TableCell(text=text, value=entry.name),
            context.person_cell(entry.badge, entry.position),
        )
    )
