"""The certificate of a rulebook: the document in force, its fingerprint, who confirmed its readings, odds and edges.

The odds are counted out for a full shoe, or for three dice, and rounded once, as the page is written.
"""

from collections.abc import Iterator

from dealer_app.domain.rulebook import Rulebook, Ruling
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import BetOdds, Chances, GameOdds, tumble_odds
from dealer_app.odds.shoe import DEFAULT_DECKS, make_shoe_counts
from dealer_app.odds.tables import percent_text
from dealer_app.reports.paper_report import (
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
)
from dealer_app.reports.report_context import ReportContext, first_alone
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.station.report_orders import ReportError, ReportKind

_PERCENT_DIGITS = 4


def build_certificate_report(context: ReportContext) -> PaperReport:
    """Of the document by which the table is played. Raises ReportError where none is in force, or is not at hand."""
    table, read, rules = context.require_table(), context.end.book, context.rules
    if read is None:
        raise ReportError("no-table", {})
    if rules is None:
        raise ReportError("document-changed", {"game": read.game})
    book = rules.book
    odds = _count_odds(book, context, table.decks)
    left, right = _identity_blocks(context, book)
    blocks: list[Block] = [
        PairBlock(left=(left,), right=(right,)),
        _rulings_block(context, book),
        _odds_block(context, odds),
    ]
    if odds.insurance:
        blocks.append(_insurance_block(context, odds))
    return context.build_report(
        ReportKind.CERTIFICATE,
        (
            *blocks,
            RemarkBlock(code="about", text=context.label("certificate-note")),
            SignaturesBlock(
                code="signatures", labels=(context.label("sign-compliance"), context.label("sign-manager"))
            ),
        ),
        about=(context.label("table-only", table=context.table_name()), *context.document_lines()),
    )


def _count_odds(book: Rulebook, context: ReportContext, decks: int | None) -> GameOdds:
    rules = context.rules
    assert rules is not None, "asked for before"
    if book.decks is None:
        return tumble_odds(book, rules.layout)
    shoe = make_shoe_counts(decks or DEFAULT_DECKS, book.decks, ())
    return ShoeOdds(book, rules.layout).refresh(shoe)


def _identity_blocks(context: ReportContext, book: Rulebook) -> tuple[FactsBlock, FactsBlock]:
    """What the approval says of the document, and what is played by it here."""
    identity, table = book.identity, context.require_table()
    of_document = (
        ("document", identity.name),
        ("version", identity.version),
        ("effective", identity.effective[:10]),
        ("operator", identity.operator),
        ("approved-for", identity.approved_by),
    )
    at_table = (
        ("layout", table.layout),
        ("decks", "–" if table.decks is None else str(table.decks)),
        ("sha256", book.fingerprint),
    )
    return (
        FactsBlock(code="identity", title=context.label("the-document"), facts=_make_facts(context, of_document)),
        FactsBlock(code="table", title=context.label("at-this-table"), facts=_make_facts(context, at_table)),
    )


_DIGITS_TOGETHER = 16
"""So many digits of a fingerprint are read at once; between them a line can end."""


def _make_facts(context: ReportContext, facts: tuple[tuple[str, str], ...]) -> tuple[Fact, ...]:
    return tuple(
        Fact(code=code, label=context.label(f"fact-{code}"), cell=TableCell(text=_fact_text(code, value), value=value))
        for code, value in facts
    )


def _fact_text(code: str, value: str) -> ScreenText:
    if code != "sha256":
        return ScreenText(value)
    places = range(0, len(value), _DIGITS_TOGETHER)
    return ScreenText(" ".join(value[place : place + _DIGITS_TOGETHER] for place in places))


def _rulings_block(context: ReportContext, book: Rulebook) -> TableBlock:
    """Each ruling with the reading in force, and whether two people have confirmed it."""
    confirmed = context.end.confirmed.get(book.game)
    chosen = {} if confirmed is None else dict(confirmed.rulings)
    same = confirmed is not None and confirmed.fingerprint == book.fingerprint
    rows = []
    for ruling in book.rulings:
        agreed = same and chosen.get(ruling.number) == ruling.chosen
        code = "confirmed" if agreed else ("to-confirm" if ruling.confirm else "needs-none")
        rows.append(
            TableRow(
                cells=(
                    TableCell(text=ScreenText(ruling.number), value=ruling.number, strong=True),
                    TableCell(
                        text=first_alone(_ruling_text(context, book.game, ruling)),
                        sub=ScreenText(ruling.chosen),
                        value=ruling.chosen,
                    ),
                    TableCell(clauses=ruling.clauses[:2], value=" ".join(ruling.clauses)),
                    TableCell(text=context.alone(f"ruling-{code}"), value=code, strong=code == "to-confirm"),
                ),
                marked=code == "to-confirm",
            )
        )
    return TableBlock(
        code="rulings",
        title=context.label("rulings"),
        columns=(
            context.column("number"),
            context.column("reading", wide=True),
            context.column("clause"),
            context.column("state"),
        ),
        rows=tuple(rows),
        empty=context.label("no-rulings"),
        note=_confirmers(context, confirmed_game=book.game),
    )


def _ruling_text(context: ReportContext, game: str, ruling: Ruling) -> ScreenText:
    """In the words of the panel where two people confirm it; what nobody is asked in those of the document's file."""
    section = context.words.first.sections["ruling"]
    code = next((code for code in (f"{ruling.number}.{game}", ruling.number) if code in section), "")
    return context.word("ruling", code) if code else ScreenText(ruling.subject)


def _confirmers(context: ReportContext, confirmed_game: str) -> ScreenText:
    """Who confirmed the readings of this document last, by position and badge."""
    found = context.record.confirmed_by.get(confirmed_game)
    if found is None:
        return context.label("nobody-confirmed")
    by, day = found
    return context.alone(
        "confirmed-by", who=ScreenText(", ".join(context.person(badge).first for badge in by)), day=day
    )


def _odds_block(context: ReportContext, odds: GameOdds) -> TableBlock:
    return TableBlock(
        code="odds",
        title=context.label("odds-table"),
        columns=(
            context.column("bet", wide=True),
            context.column("pays"),
            context.column("win", right=True),
            context.column("lose", right=True),
            context.column("push", right=True),
            context.column("edge", right=True),
            context.column("clause"),
        ),
        rows=tuple(row for each in odds.bets for row in _bet_rows(context, each)),
        note=context.alone("in-per-cent"),
    )


def _bet_rows(context: ReportContext, each: BetOdds) -> Iterator[TableRow]:
    area = context.area_cell(each.bet.area, strong=True)
    clauses = TableCell(clauses=each.bet.clauses[:2], value=" ".join(each.bet.clauses))
    single = len(each.prizes) == 1
    pays = _pays(context, each.prizes[0].odds.win, each.prizes[0].odds.stake) if single else TableCell()
    yield TableRow(cells=(area, pays, *_chances_cells(each.chances), clauses))
    if single:
        return
    for prize in each.prizes:
        name = context.word("prize", prize.prize.value)
        win = percent_text(prize.win)
        yield TableRow(
            cells=(
                TableCell(text=name, value=f"{each.bet.area} {prize.prize.value}"),
                _pays(context, prize.odds.win, prize.odds.stake),
                TableCell(text=ScreenText(_short(win)), value=win),
                *(TableCell(text=NO_TEXT) for _ in range(4)),
            )
        )


def _pays(context: ReportContext, win: int, stake: int) -> TableCell:
    return TableCell(text=context.alone("odds", win=str(win), stake=str(stake)), value=f"{win}/{stake}")


def _chances_cells(chances: Chances | None) -> tuple[TableCell, ...]:
    if chances is None:
        return tuple(TableCell(text=ScreenText("–")) for _ in range(4))
    values = (chances.win, chances.lose, chances.push, chances.edge)
    percents = tuple(percent_text(value) for value in values)
    return tuple(
        TableCell(text=ScreenText(_short(percent).replace("-", "−")), value=percent, strong=place == len(percents) - 1)
        for place, percent in enumerate(percents)
    )


def _short(percent: str) -> str:
    whole, _, part = percent.partition(".")
    return f"{whole}.{part[:_PERCENT_DIGITS]}"


def _insurance_block(context: ReportContext, odds: GameOdds) -> TableBlock:
    rows = []
    for offer in odds.insurance:
        area = f"{offer.side.value}_insurance"
        totals = f"{offer.player_points} – {offer.banker_points}"
        chance = percent_text(offer.chance)
        rows.append(
            TableRow(
                cells=(
                    TableCell(text=context.area(area), value=area),
                    TableCell(text=context.label(f"stage-{offer.stage.value}"), value=offer.stage.value),
                    TableCell(text=ScreenText(totals), value=totals),
                    _pays(context, offer.odds.win, offer.odds.stake),
                    TableCell(text=ScreenText(_short(chance)), value=chance),
                    *_chances_cells(offer.chances)[:1],
                    *_chances_cells(offer.chances)[-1:],
                )
            )
        )
    return TableBlock(
        code="insurance",
        title=context.label("insurance-odds"),
        columns=(
            context.column("bet", wide=True),
            context.column("stage"),
            context.column("totals"),
            context.column("pays"),
            context.column("offered", right=True),
            context.column("win", right=True),
            context.column("edge", right=True),
        ),
        rows=tuple(rows),
        note=context.alone("in-per-cent"),
    )
