"""`dealer-station report`: the paper of a shift, of a day or of a round, made from the journal alone."""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import click

from dealer_app.cli.journal import compare_journal
from dealer_app.cli.output import echo, progress_bar
from dealer_app.cli.process import data_dir_option
from dealer_app.journal.heads import head_text
from dealer_app.journal.reader import OnProgress
from dealer_app.journal.records import Head
from dealer_app.station.report_orders import (
    LAST_SHIFT,
    PROGRESS_WORD,
    REFUSAL_WORD,
    ROUND_KINDS,
    ReportError,
    ReportForm,
    ReportKind,
    ReportOrder,
    ReportPeriod,
)
from dealer_app.texts import Language, Words

_LAST = "last"
_FORMS = [form.value for form in ReportForm]


def _parse_day(_context: click.Context, option: click.Parameter, text: str | None) -> str:
    try:
        return "" if text is None else date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a day; a day is written 2026-01-31", param=option) from None


def _parse_shift(_context: click.Context, option: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    if text == _LAST:
        return LAST_SHIFT
    if not (text.isascii() and text.isdecimal()) or len(text) > 9 or int(text) < 1:
        raise click.BadParameter(f"{text!r} is no shift; name its number, or {_LAST}", param=option)
    return int(text)


@click.command(name="report")
@click.argument("kind", metavar="KIND", type=click.Choice([kind.value for kind in ReportKind]))
@click.option(
    "--from", "first_day", metavar="DAY", callback=_parse_day, help="From this gaming day, as 2026-01-31, on."
)
@click.option("--to", "last_day", metavar="DAY", callback=_parse_day, help="To this gaming day.  [default: that one]")
@click.option("--shift", metavar="N", callback=_parse_shift, help=f"Of this shift, or of the `{_LAST}` one.")
@click.option("--round", "number", metavar="N", type=click.IntRange(min=1), help="Of the round of this number.")
@click.option(
    "--format", "form", type=click.Choice([form.value for form in ReportForm]), default="pdf", show_default=True
)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    type=click.Choice([language.value for language in Language]),
    help="Twice: the language that is read, and the one beside it.  [default: en zh-Hant]",
)
@click.option("--names", is_flag=True, help="People by their names; dealers are numbered otherwise.")
@click.option("--for-window", "for_window", is_flag=True, hidden=True, help="Progress and refusals as lines by code.")
@click.option("--pages", is_flag=True, help="OUTPUT becomes a folder with a picture of each page.")
@click.option(
    "-o",
    "--output",
    metavar="OUTPUT",
    required=True,
    type=click.Path(path_type=Path),
    help="Whole, or not there at all.",
)
@data_dir_option
def command(folder: Path, *, kind: str, output: Path, pages: bool, for_window: bool, **asked: Any) -> None:
    """Write the report KIND: shift, exceptions, sign-ins, commission (of a shift or of gaming days); round, dispute,
    dispute-pack (of one round); certificate (of the document in force).

    It is made of the journal alone, up to the end of the last round, also while the station plays; the same journal
    gives the same file. Each page has the head of the chain. A dispute pack is a folder: the sheet, and the events of
    the round for docs/verify_export.py. Exit status 1 if there is no such period, 2 if it cannot be read or written.
    """
    order = ReportOrder(
        kind=ReportKind(kind),
        period=_period(ReportKind(kind), asked),
        form=ReportForm(asked["form"]),
        languages=tuple(asked["languages"]) or ("en", "zh-Hant"),
        names=asked["names"],
    )
    if len(order.languages) > 2:
        raise click.UsageError("--lang is given twice at most: a page has two languages")
    report_files = load_report_files()
    with _tidy_end(), compare_journal(folder):
        try:
            with _line_progress() if for_window else progress_bar("Reading the journal") as on_progress:
                made = (report_files.write_pages if pages else report_files.write_report)(
                    folder, order, output, on_progress
                )
        except ReportError as problem:
            if for_window:
                echo(f"{REFUSAL_WORD} {json.dumps([problem.code, problem.facts])}")
            _stop(problem)
    echo(f"{output}: {head_text(Head(made.head_sequence, bytes.fromhex(made.head_hash)))}", err=True)


def load_report_files() -> ModuleType:
    """What makes reports, and the certificates of practice: loaded with the first of them."""
    from dealer_app.reports import report_files  # noqa: PLC0415 - it takes a compiler and numpy along

    return report_files


@contextmanager
def _tidy_end() -> Iterator[None]:
    """A report that is given up, by the window too, ends with its process: what is half written is removed first."""
    before = signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _line_progress() -> Iterator[OnProgress]:
    """A line each time, for the window that waits for this process."""

    def write_line(at: int, end: int) -> bool:
        echo(f"{PROGRESS_WORD} {at} {end}")
        return True

    yield write_line


def _period(kind: ReportKind, asked: dict[str, Any]) -> ReportPeriod:
    """One question at a time: a round, a shift, or days."""
    named = [name for name in ("number", "shift", "first_day") if asked[name] not in (None, "")]
    if len(named) > 1:
        raise click.UsageError("--round, --shift and --from are three questions: ask one at a time")
    if asked["last_day"] and not asked["first_day"]:
        raise click.UsageError("--to goes with --from")
    if asked["last_day"] and asked["last_day"] < asked["first_day"]:
        raise click.UsageError("--to is before --from")
    if (kind in ROUND_KINDS) != (asked["number"] is not None):
        of_round = f"{kind.value} is of one round: name it with --round"
        raise click.UsageError(
            of_round if kind in ROUND_KINDS else f"{kind.value} is of a shift or of days, not a round"
        )
    if asked["number"] is not None:
        return ReportPeriod(round=asked["number"])
    if asked["first_day"]:
        return ReportPeriod(first_day=asked["first_day"], last_day=asked["last_day"] or asked["first_day"])
    if kind is ReportKind.CERTIFICATE and asked["shift"] is None:
        return ReportPeriod()
    return ReportPeriod(shift=LAST_SHIFT if asked["shift"] is None else asked["shift"])


_ABSENT = frozenset(
    {"no-events", "no-events-then", "no-such-shift", "no-such-round", "round-on", "no-dispute", "no-table"}
)
"""There is nothing that the report could be of."""


def _stop(problem: ReportError) -> NoReturn:
    echo(Words.load(Language.EN).text("report-refusal", problem.code, problem.facts), err=True)
    sys.exit(1 if problem.code in _ABSENT else 2)
