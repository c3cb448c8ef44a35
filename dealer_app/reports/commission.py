"""Commission that the house is owed on winning bets, round by round (MBS 1.1.2): gross winnings, rate, commission, net.

Amounts are exact. A round that was settled again counts as it was settled last; a void round owes nothing.
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import SettledBet
from dealer_app.reports.paper_report import (
    Figure,
    FigureTiles,
    PaperReport,
    RemarkBlock,
    TableBlock,
    TableCell,
    TableRow,
)
from dealer_app.reports.periods import RecordEvent
from dealer_app.reports.report_context import ReportContext
from dealer_app.screens.blocks import ScreenText
from dealer_app.station.report_orders import ReportKind


class CommissionRound(Struct, frozen=True, kw_only=True):
    """What a round owes: how many bets won with commission, what they won, what is taken of it."""

    happening: RecordEvent
    bets: int
    gross: Fraction
    commission: Fraction


def list_commissions(context: ReportContext) -> tuple[CommissionRound, ...]:
    """The rounds of the period in which commission was taken, as they were settled last."""
    found: dict[int, CommissionRound] = {}
    before: dict[int, CommissionRound] = {}
    for each in context.record.happenings:
        match each.event:
            case events.ResultAnnounced(settled=settled):
                found[each.round] = _commission_round(each, settled)
            case events.SettlementUndone():
                if each.round in found:
                    before[each.round] = found.pop(each.round)
            case correction_events.SettlementRestored():
                if each.round in before:
                    found[each.round] = before.pop(each.round)
            case events.RoundVoided():
                found.pop(each.round, None)
            case correction_events.RoundsVoided(numbers=numbers):
                for number in numbers:
                    found.pop(number, None)
            case _:
                pass
    return tuple(each for each in found.values() if each.bets)


def _commission_round(happening: RecordEvent, settled: tuple[SettledBet, ...]) -> CommissionRound:
    owing = [line for line in settled if line.commission]
    return CommissionRound(
        happening=happening,
        bets=len(owing),
        gross=sum((line.gross for line in owing), Fraction(0)),
        commission=sum((line.commission for line in owing), Fraction(0)),
    )


def build_commission_report(context: ReportContext) -> PaperReport:
    """The total first, then by shoe, then each round."""
    listed = list_commissions(context)
    gross = sum((each.gross for each in listed), Fraction(0))
    owed = sum((each.commission for each in listed), Fraction(0))
    figures = FigureTiles(
        code="total",
        title=context.label("commission-total"),
        figures=(
            Figure(code="rounds", label=context.label("figure-rounds"), text=str(len(listed)), value=len(listed)),
            Figure(
                code="gross",
                label=context.label("figure-gross"),
                text=context.money(gross),
                value=context.money_cell(gross).value,
            ),
            Figure(
                code="commission",
                label=context.label("figure-commission"),
                text=context.money(owed),
                value=context.money_cell(owed).value,
            ),
        ),
    )
    return context.build_report(
        ReportKind.COMMISSION,
        (
            figures,
            _shoes_block(context, listed),
            _rounds_block(context, listed),
            RemarkBlock(code="about", text=_rule_text(context)),
        ),
    )


def _rule_text(context: ReportContext) -> ScreenText:
    """What the document says of commission."""
    rules = context.rules
    if rules is None:
        return context.label("commission-unknown")
    taken = rules.book.commission
    if taken is None:
        return context.label("commission-none", clause=rules.book.no_commission_clause or "–")
    return context.label(
        "commission-rule",
        area=context.words_text(lambda words: words.area(taken.area)),
        rate=f"{taken.rate.numerator}/{taken.rate.denominator}",
        clause=taken.clause,
    )


def _shoes_block(context: ReportContext, listed: tuple[CommissionRound, ...]) -> TableBlock:
    shoes = dict.fromkeys(each.happening.shoe for each in listed)
    rows = []
    for shoe in shoes:
        mine = [each for each in listed if each.happening.shoe == shoe]
        rows.append(
            TableRow(
                cells=(
                    TableCell(text=ScreenText(str(shoe)), value=shoe),
                    TableCell(text=ScreenText(str(len(mine))), value=len(mine)),
                    context.money_cell(sum((each.gross for each in mine), Fraction(0))),
                    context.money_cell(sum((each.commission for each in mine), Fraction(0)), strong=True),
                )
            )
        )
    return TableBlock(
        code="shoes",
        title=context.label("by-shoe"),
        columns=(
            context.column("shoe", wide=True),
            context.column("rounds", right=True),
            context.column("gross", right=True),
            context.column("commission", right=True),
        ),
        rows=tuple(rows),
        empty=context.label("no-commission"),
    )


def _rounds_block(context: ReportContext, listed: tuple[CommissionRound, ...]) -> TableBlock:
    return TableBlock(
        code="rounds",
        title=context.label("by-round"),
        columns=(
            context.column("time"),
            context.column("where", wide=True),
            context.column("bets", right=True),
            context.column("gross", right=True),
            context.column("commission", right=True),
        ),
        rows=tuple(_round_rows(context, listed)),
        empty=context.label("no-commission"),
    )


def _round_rows(context: ReportContext, listed: tuple[CommissionRound, ...]) -> Iterator[TableRow]:
    for each in listed:
        yield TableRow(
            cells=(
                context.time_cell(each.happening),
                TableCell(text=context.place(each.happening), value=each.happening.round),
                TableCell(text=ScreenText(str(each.bets)), value=each.bets),
                context.money_cell(each.gross),
                context.money_cell(each.commission, strong=True),
            )
        )
