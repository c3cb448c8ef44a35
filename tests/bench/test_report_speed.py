"""The report of a shift of 300 rounds, as a whole and by its parts; against a bare reading of the same events.

The goal is two seconds for the whole, also with the start of the program. The times are printed.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from dealer_app.domain.values import replace
from dealer_app.journal.codec import encode
from dealer_app.journal.reader import open_reader
from dealer_app.reports.report_files import make_report, write_report
from dealer_app.reports.typesetting import set_pdf
from dealer_app.station.report_orders import ReportKind, ReportOrder, ReportPeriod
from dealer_app.station_events import ShiftBegan, ShiftEnded
from tests.bench.ratio import ratio, seconds
from tests.support.journals import WRITTEN, script_decisions
from tests.support.long_journals import Decision, fill
from tests.support.traces import read_scripts

pytestmark = pytest.mark.bench

ROUNDS = 300
MOST_FOR_MAKING = 10
"""The value of the report: its events are decoded, folded, counted and put in words. About twice what it is."""
MOST_FOR_WRITING = 12
"""All of it, with the page set as PDF/A; the best time is one in which the compiler knows the template already."""
ORDER = ReportOrder(kind=ReportKind.SHIFT, period=ReportPeriod(shift=1))


def shift_decisions() -> Iterator[Decision]:
    """So many rounds, a minute and a half apart, between the beginning and the end of a shift."""
    ended = [script_decisions(script) for script in read_scripts()]
    games = [
        tuple(tuple(encode(event) for event in happened) for happened in decisions)
        for decisions, state in ended
        if state.round is None and not state.cases and state.claim is None and state.rounds == 1
    ]
    numbers = count(1)
    yield [encode(ShiftBegan(number=1))], WRITTEN
    for number, game in zip(range(ROUNDS), cycle(games), strict=False):
        for turn, records in enumerate(game):
            at = replace(WRITTEN, utc=WRITTEN.utc + number * 90_000_000 + turn * 1_000_000, counter=turn * 1_000_000)
            body = f'{{"number":{next(numbers)}}}' if records[0].name == "round-began" else records[0].body
            yield [replace(records[0], body=body), *records[1:]], at
    yield [encode(ShiftEnded(number=1))], replace(WRITTEN, utc=WRITTEN.utc + ROUNDS * 90_000_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shift")
    head = fill(made, shift_decisions())
    print(f"\n{ROUNDS} rounds, {head.sequence} events")
    return made


def read_bare(folder: Path) -> None:
    """What nobody can do without who makes a report of these events."""
    reader = open_reader(folder)
    for entry in reader.entries():
        sha256(entry.body.encode()).digest()
        json.loads(entry.body)
    reader.close()


def test_the_report_of_a_shift_is_made_in_a_moment(benchmark: BenchmarkFixture, folder: Path) -> None:
    made: list[object] = []

    def work() -> None:
        made[:] = [make_report(folder, ORDER)]

    assert ratio(benchmark, work, lambda: read_bare(folder), rounds=5) <= MOST_FOR_MAKING
    _, paper = make_report(folder, ORDER)
    print(f"  the page alone {seconds(lambda: set_pdf(paper)) * 1000:.0f} ms")


def test_a_shift_of_300_rounds_is_written_in_under_two_seconds(
    benchmark: BenchmarkFixture, folder: Path, tmp_path: Path
) -> None:
    """By ratio; the time is printed and noted."""

    def work() -> None:
        write_report(folder, ORDER, tmp_path / "shift.pdf")

    assert ratio(benchmark, work, lambda: read_bare(folder), rounds=5) <= MOST_FOR_WRITING
