"""From the bytes of a card to a guide that is updated, with the card durable: against the bare pipeline to a row.

Both on the same disk and by turns in the same run. Of a hundred cards one may be late; it is the 99th that is judged.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Guide
from dealer_app.station.startup import Program, start_station
from tests.bench.reference.bare_pty_to_insert import BarePipeline
from tests.bench.shoe_of_a_bench import Awaited, begins, reports
from tests.support.device_station import DeviceStation
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import V4
from tests.support.station_bench import station_bench

pytestmark = pytest.mark.bench

MOST_P50 = 2.0
MOST_P99 = 3.0
PICTURE_SECONDS = 0.0167
"""A screen shows sixty a second: what the user is to see, printed; what fails a build is only a ratio."""
RUNS = 5
BUSY_RUNS = 4
ROUNDS = 120
WARM = 10


class GuideClock(Awaited):
    """The guide as a window would have it, and when it had it."""

    def __init__(self, table: DeviceStation) -> None:
        super().__init__()
        self._table = table
        self._cards = 0
        self.guide: Guide | None = None

    def changed(self) -> None:
        guide = self._table.station.table.guide()
        cards = self._table.cards
        if len(cards) != self._cards and self._table.table.round is not None:
            self.guide, self._cards = guide, len(cards)
            if cards:
                self.take_time()


async def measured(table: DeviceStation, bare: BarePipeline) -> tuple[list[float], list[float]]:
    seen = GuideClock(table)
    ours: list[float] = []
    theirs: list[float] = []
    async with station_bench(table, "angel_eye", on_change=lambda _: seen.changed()) as bench:
        bench.simulated.start()
        await bench.answer_all()
        for number in range(ROUNDS):
            await begins(bench, number)
            for frame in reports(number, len(ours)):
                ours.append(await asyncio.to_thread(seen.write, bench.end, frame))
                theirs.append(await asyncio.to_thread(bare.write, frame))
            await bench.do(commands.AnnounceResult)
            await bench.do(commands.SettleAll)
    return ours[WARM:], theirs[WARM:]


def percentiles(times: list[float]) -> tuple[float, float]:
    """The 50th and the 99th of a hundred."""
    parts = quantiles(times, n=100)
    return parts[49], parts[98]


def run(folder: Path) -> tuple[list[float], list[float]]:
    """A station on a data folder, as it is started for play, and beside it the bare pipeline on the same disk."""
    clock = SteppingClock()
    bare = BarePipeline(folder)
    try:
        with start_station(
            folder, Program(station="T1", version="bench", rulebooks=""), clock, make_environment()
        ) as station:
            table = DeviceStation.from_house(StaffedStation.from_station(station, clock), V4, station.journal)
            table.house.staff()
            table.seat()
            table.listen()
            return asyncio.run(measured(table, bare))
    finally:
        bare.close()


@contextmanager
def busy_cores() -> Iterator[None]:
    """As many programs that only count as there are cores."""
    counting = [sys.executable, "-c", "while True: pass"]
    programs = [subprocess.Popen(counting) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


@pytest.mark.long
def test_with_all_cores_busy_a_card_is_late_no_more_often_than_a_bare_row(tmp_path: Path) -> None:
    """Over the cards of several runs together: of two or three late ones in a hundred it is chance whose they are."""
    ours: list[float] = []
    theirs: list[float] = []
    with busy_cores():
        for turn in range(BUSY_RUNS):
            folder = tmp_path / f"busy-{turn}"
            folder.mkdir()
            of_ours, of_theirs = run(folder)
            ours += of_ours
            theirs += of_theirs
    (_, p99), (_, bare_p99) = percentiles(ours), percentiles(theirs)
    within = "within" if p99 < PICTURE_SECONDS else "over"
    print(f"\nall cores busy: p99 {p99 * 1000:.2f} ms, {within} a picture; bare {bare_p99 * 1000:.2f} ms")
    assert p99 <= MOST_P99 * bare_p99


def test_a_card_is_durable_and_guided_not_long_after_the_bare_row(tmp_path: Path) -> None:
    """The best of five runs: a disk that flushes meanwhile for somebody else hits one of the two by chance."""
    ratios = []
    for turn in range(RUNS):
        folder = tmp_path / str(turn)
        folder.mkdir()
        ours, theirs = run(folder)
        (p50, p99), (bare_p50, bare_p99) = percentiles(ours), percentiles(theirs)
        print(
            f"\ncard to guide: p50 {p50 * 1000:.2f} ms, bare {bare_p50 * 1000:.2f} ms, ratio {p50 / bare_p50:.2f}; "
            f"p99 {p99 * 1000:.2f} ms, bare {bare_p99 * 1000:.2f} ms, ratio {p99 / bare_p99:.2f}; {len(ours)} cards"
        )
        ratios.append((p50 / bare_p50, p99 / bare_p99))
        if p50 <= MOST_P50 * bare_p50 and p99 <= MOST_P99 * bare_p99:
            return
    pytest.fail(f"p50 and p99 are {', '.join(f'{p50:.2f} and {p99:.2f}' for p50, p99 in ratios)} times the bare ones")
