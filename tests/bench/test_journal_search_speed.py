"""Looking back into a long journal: its index, any of its rounds, a search; each against a bare reading of the same.

DEALER_JOURNAL_EVENTS says how long: 1000000 is a year of a busy table and takes a minute more. The times are printed.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count, cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from dealer_app.domain.values import replace
from dealer_app.journal import recall as recalling
from dealer_app.journal.codec import encode
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal.records import Record
from dealer_app.journal.search import RoundQuery, search_rounds
from tests.bench.ratio import ratio, seconds
from tests.support.journals import WRITTEN, script_decisions
from tests.support.long_journals import Decision, fill
from tests.support.traces import read_scripts

pytestmark = pytest.mark.bench

EVENTS = int(os.environ.get("DEALER_JOURNAL_EVENTS", "200000"))
GAMES_A_DAY = 60
TRIED = 25
"""How many rounds, spread over the whole journal, stand for any of them."""


@cache
def played_to_the_end() -> tuple[tuple[tuple[Record, ...], ...], ...]:
    """The golden scripts after which the table is ready for another, encoded as the station writes them."""
    ended = [script_decisions(script) for script in read_scripts()]
    return tuple(
        tuple(tuple(encode(event) for event in happened) for happened in decisions)
        for decisions, state in ended
        if state.round is None and not state.cases and state.claim is None and state.rounds == 1
    )


def decisions() -> Iterator[Decision]:
    """Rounds without end, numbered on, over days of play, by twenty dealers."""
    rounds = count(1)
    for number, game in enumerate(cycle(played_to_the_end())):
        day = number // GAMES_A_DAY
        written = replace(
            WRITTEN,
            day=f"{2026 + day // 336}-{day // 28 % 12 + 1:02d}-{day % 28 + 1:02d}",
            utc=WRITTEN.utc + number * 60_000_000,
            badge=f"D{number % 20}",
        )
        for records in game:
            yield [numbered(record, rounds) for record in records], written


def numbered(record: Record, rounds: "count[int]") -> Record:
    return replace(record, body=f'{{"number":{next(rounds)}}}') if record.name == "round-began" else record


def so_many(events: int) -> Iterator[Decision]:
    for records, written in decisions():
        events -= len(records)
        if events < 0:
            return
        yield records, written


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("long")
    took = seconds(lambda: fill(made, so_many(EVENTS)))
    size = (made / "journal.db").stat().st_size
    print(f"\n{EVENTS} events, {size // 1_000_000} MB, built in {took:.1f} s")
    return made


@pytest.fixture(scope="module")
def reader(folder: Path) -> Iterator[Reader]:
    opened = open_reader(folder)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def index(folder: Path, reader: Reader) -> Iterator[Index]:
    made = Index(folder, reader)
    took = seconds(made.update)
    print(f"\nindex of {reader.head().sequence} events in {took:.1f} s, {reader.head().sequence / took:.0f} a second")
    yield made
    made.close()


def bare(reader: Reader, first: int, last: int) -> None:
    """What nobody can do without who tells of these events from a journal with a chain."""
    for entry in reader.entries(first, last):
        sha256(entry.body.encode()).digest()
        json.loads(entry.body)


# What a busy machine may make of the ratios: about twice what they are.
MOST_FOR_INDEX = 3
MOST_FOR_RECALL = 16
MOST_FOR_SEARCH = 6


def test_the_index_is_made_about_as_fast_as_its_events_can_be_read(
    benchmark: BenchmarkFixture, folder: Path, reader: Reader, index: Index
) -> None:
    end = min(100_000, reader.head().sequence)
    del index
    statement = "SELECT sequence, day, badge, name, body FROM events WHERE sequence <= ?"

    def reference() -> None:
        for row in reader.connection.execute(statement, (end,)):
            json.loads(row[-1])

    def work() -> None:
        # A folder that is not there cannot be written: the index is in memory, as a file would measure the disk.
        made = Index(folder / "nowhere", reader)
        made.update(lambda at, _of: at < end)
        made.close()

    found = ratio(benchmark, work, reference)
    assert benchmark.stats is not None
    print(f"  {end / benchmark.stats.stats.min:.0f} events a second")
    assert found <= MOST_FOR_INDEX


def spread(index: Index) -> list[int]:
    (newest,) = index.last_rounds(1)
    number = newest[1]
    return [max(1, number * part // TRIED - 1) for part in range(1, TRIED + 1)]


def test_any_round_is_recalled_in_a_moment(benchmark: BenchmarkFixture, reader: Reader, index: Index) -> None:
    """The goal is 50 ms for any round of a million events."""
    numbers = spread(index)
    places = [index.find_rounds(number)[0] for number in numbers]

    def work() -> None:
        for number in numbers:
            (found,) = recalling.recall_round(reader, index, number)
            assert found.round is not None

    def reference() -> None:
        for first, last in places:
            bare(reader, first, last)

    found = ratio(benchmark, work, reference)
    slowest = max(seconds(lambda number=number: recalling.recall_round(reader, index, number)) for number in numbers)  # type: ignore[misc]
    print(f"  slowest of {TRIED} rounds: {slowest * 1000:.1f} ms")
    assert found <= MOST_FOR_RECALL


ASKED = {
    "everything": RoundQuery(),
    "a day": RoundQuery(since="2026-02-03", until="2026-02-03"),
    "a number": RoundQuery(number=1234),
    "a seat": RoundQuery(seat=5),
    "a result": RoundQuery(result="tie"),
    "an irregularity": RoundQuery(irregularity="card-before-closing"),
    "a person": RoundQuery(person="D7"),
    "a shoe": RoundQuery(shoe=1),
    "several": RoundQuery(since="2026-02-01", seat=1, result="player", person="D7"),
    "nothing there": RoundQuery(person="nobody"),
}


@pytest.mark.assurance("A28")
@pytest.mark.parametrize("wanted", ASKED.values(), ids=ASKED)
def test_a_search_takes_little_more_than_reading_what_it_finds(
    benchmark: BenchmarkFixture, reader: Reader, index: Index, wanted: RoundQuery
) -> None:
    """The goal is 200 ms on a million events. The reference goes once through the index and reads the hits."""
    hits = search_rounds(reader, index, wanted).rounds
    assert bool(hits) == (wanted != ASKED["nothing there"])

    def reference() -> None:
        index.database.execute("SELECT sum(first), max(day), max(result) FROM rounds").fetchone()
        for found in hits:
            bare(reader, found.first, found.last)

    assert ratio(benchmark, lambda: search_rounds(reader, index, wanted), reference) <= MOST_FOR_SEARCH
