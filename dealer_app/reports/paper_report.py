"""A report as one value: its head, its blocks, its tables with their cells.

The value is what the templates set as PDF, what CSV and JSON are made of, and what is compared in tests. Each text is
there in the two languages of the page; beside it a cell has what it says for a program, as a number or a code.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from dealer_app.journal.export import cell_text
from dealer_app.screens.blocks import NO_TEXT, ScreenText

CellValue = str | int | None
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
REPORT_VERSION = 1


class TableCell(Struct, frozen=True, kw_only=True):
    """What stands in one place of a table. `value` is the same for a program; without it the text is."""

    text: ScreenText = NO_TEXT
    value: CellValue = None
    sub: ScreenText = NO_TEXT
    """A second line."""
    clauses: tuple[str, ...] = ()
    strong: bool = False
    mark: str = ""
    """The sign of a hand before the text: `player`, `banker`, `tie`; of a grade its shape: `grade-5`, `not-seen`."""


class TableColumn(Struct, frozen=True, kw_only=True):
    """A column of a table: `wide` takes the room that is left, `right` sets numbers at one edge."""

    code: str
    title: ScreenText
    right: bool = False
    wide: bool = False


class TableRow(Struct, frozen=True, kw_only=True):
    """One line of a table. It is `marked` where it is what the page is about, or still open."""

    cells: tuple[TableCell, ...]
    marked: bool = False


class TableBlock(Struct, frozen=True, kw_only=True, tag="table"):
    """Rows under a heading. Where there are none, `empty` is said in their place."""

    code: str
    title: ScreenText
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    empty: ScreenText = NO_TEXT
    note: ScreenText = NO_TEXT
    number: int = 0
    framed: bool = False
    """Whether it has a frame of its own, as what is handed over."""
    boxes: bool = False
    """Whether each row has a box to be ticked by hand."""
    new_page: bool = False
    halved: bool = False
    """Whether its rows stand in two halves beside each other."""


class Figure(Struct, frozen=True, kw_only=True):
    """One number in large letters, and what it counts."""

    code: str
    label: ScreenText
    text: str
    value: CellValue = None


class FigureTiles(Struct, frozen=True, kw_only=True, tag="figures"):
    """Numbers in a row of boxes."""

    code: str
    title: ScreenText
    figures: tuple[Figure, ...]
    number: int = 0


class Fact(Struct, frozen=True, kw_only=True):
    """What something is called, and what it is."""

    code: str
    label: ScreenText
    cell: TableCell


class FactsBlock(Struct, frozen=True, kw_only=True, tag="facts"):
    """Facts below each other; `framed` they stand in a box."""

    code: str
    title: ScreenText
    facts: tuple[Fact, ...]
    framed: bool = False
    marked: bool = False
    inline: bool = False
    """Whether each fact stands in the line of its name."""


class RemarkBlock(Struct, frozen=True, kw_only=True, tag="note"):
    """A sentence across the page; `marked` has a bar at its side."""

    code: str
    text: ScreenText
    marked: bool = False


class ChartBlock(Struct, frozen=True, kw_only=True, tag="chart"):
    """A drawing as the text of an SVG, with its heading and with what it shows in words."""

    code: str
    title: ScreenText
    svg: str
    alt: str
    values: tuple[tuple[str, int], ...]
    """For a program: a name and its number."""
    note: ScreenText = NO_TEXT


class SignaturesBlock(Struct, frozen=True, kw_only=True, tag="signatures"):
    """Lines to be signed by hand."""

    code: str
    labels: tuple[ScreenText, ...]


PlainBlock = TableBlock | FigureTiles | FactsBlock | RemarkBlock | ChartBlock | SignaturesBlock


class PairBlock(Struct, frozen=True, kw_only=True, tag="pair"):
    """Two columns of blocks beside each other."""

    left: tuple[PlainBlock, ...]
    right: tuple[PlainBlock, ...]
    wide_left: bool = False


Block = PlainBlock | PairBlock


class Aside(Struct, frozen=True, kw_only=True):
    """At the right of the title: how the table stands, or the code that a scanner reads, with lines of small print."""

    caption: ScreenText = NO_TEXT
    main: ScreenText = NO_TEXT
    sub: ScreenText = NO_TEXT
    svg: str = ""
    lines: tuple[str, ...] = ()


class PaperReport(Struct, frozen=True, kw_only=True):
    """A whole report. Head and moment are those of the last event of its period."""

    kind: str
    title: ScreenText
    about: tuple[ScreenText, ...]
    """Lines below the title; the first is in strong letters."""
    facts: Mapping[str, CellValue]
    """For a program: station, table, period, fingerprint."""
    blocks: tuple[Block, ...]
    languages: tuple[str, str]
    head_sequence: int
    head_hash: str
    head_label: ScreenText
    utc: int
    offset: int
    as_of: ScreenText
    aside: Aside | None = None
    one_page: bool = False
    """Whether it is set closer, so that it keeps to one page."""
    practice: bool = False
    """Whether it is of practice: then the hatch of practice lies across the head of each page."""


def local_time(utc: int, offset: int) -> datetime:
    """A moment as the clock on the wall showed it."""
    return datetime.fromtimestamp(utc // 1_000_000, UTC) + timedelta(minutes=offset)


def report_json(report: PaperReport) -> str:
    """The report for a program: numbers and codes by section and column, and the head of the chain."""
    value = {
        "report": report.kind,
        "format": REPORT_VERSION,
        **report.facts,
        "as_of": local_time(report.utc, report.offset).strftime("%Y-%m-%dT%H:%M:%S"),
        "head": {"sequence": report.head_sequence, "hash": report.head_hash},
        "sections": {block.code: _section_value(block) for block in _plain_blocks(report.blocks)},
    }
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def _plain_blocks(blocks: Iterable[Block]) -> Iterator[PlainBlock]:
    for block in blocks:
        if isinstance(block, PairBlock):
            yield from (*block.left, *block.right)
        else:
            yield block


def _section_value(block: PlainBlock) -> Any:
    match block:
        case TableBlock(columns=columns, rows=rows):
            return [
                {column.code: _cell_value(cell) for column, cell in zip(columns, row.cells, strict=True)}
                for row in rows
            ]
        case FigureTiles(figures=figures):
            return {figure.code: figure.text if figure.value is None else figure.value for figure in figures}
        case FactsBlock(facts=facts):
            return {fact.code: _cell_value(fact.cell) for fact in facts}
        case ChartBlock(values=values):
            return dict(values)
        case RemarkBlock(text=text):
            return text.first
        case SignaturesBlock(labels=labels):
            return [label.first for label in labels]


def _cell_value(cell: TableCell) -> CellValue:
    if cell.value is not None:
        return cell.value
    return _line_text(cell) or None


def _line_text(cell: TableCell) -> str:
    return " ".join(part for part in (cell.text.first, cell.sub.first, *cell.clauses) if part)


def report_csv(report: PaperReport) -> str:
    """The report for a spreadsheet: each row has its section before it; no cell can be taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in _csv_rows(report):
        writer.writerow([_csv_cell(value) for value in row])
    return out.getvalue()


def _csv_cell(value: CellValue) -> object:
    """A number stays one, also where it is negative; any other text is made harmless."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return value
    return "" if value is None else cell_text(value)


def _csv_rows(report: PaperReport) -> Iterator[list[CellValue]]:
    yield ["report", report.kind]
    yield from ([name, value] for name, value in report.facts.items())
    yield ["as_of", local_time(report.utc, report.offset).strftime("%Y-%m-%d %H:%M:%S")]
    yield ["head", report.head_sequence, report.head_hash]
    for block in _plain_blocks(report.blocks):
        match block:
            case TableBlock(columns=columns, rows=rows):
                yield []
                yield ["section", *(column.code for column in columns)]
                yield from ([block.code, *map(_cell_value, row.cells)] for row in rows)
            case FigureTiles() | FactsBlock() | ChartBlock():
                yield []
                yield from ([block.code, code, value] for code, value in _section_value(block).items())
            case RemarkBlock() | SignaturesBlock():
                pass
