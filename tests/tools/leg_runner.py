"""Runs the legs of `make test` and `make proof`, three at a time, and says of each how long it took and how it ended.

A leg is a list of commands, all of which are run; those that are pytest count their tests. Which legs there
are is in `legs`. What a command printed is kept in .checks/<leg>-<number>.log, and shown when it failed.
"""

import os
import subprocess
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from tests.tools.system_packages import find_missing
from tests.tools.x_server import NoXServerError, x_server

CHECKS = Path(".checks")
AT_A_TIME = 3
"""One more than the two cores that are reckoned with: many tests wait for a port, a disk or a process."""
# A leg that hangs is ended; one that is merely over its budget is named, for machines differ.
ENDED_AFTER_BUDGETS = 5
NOTE = "note: "
SLOW_SECONDS = 10.0
"""A test that takes longer is named, so that somebody asks why."""


class LegStep(Struct, frozen=True, kw_only=True):
    words: tuple[str, ...]
    counts_tests: bool = False


class Leg(Struct, frozen=True, kw_only=True):
    name: str
    minutes: float
    steps: tuple[LegStep, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    display: bool = False
    alone: bool = False
    shows_output: bool = False
    """Whether what it prints is a result that is shown, and not only a reason where it fails."""


class LegTally(Struct, frozen=True, kw_only=True):
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "LegTally") -> "LegTally":
        return LegTally(
            passed=self.passed + other.passed,
            failed=self.failed + other.failed,
            skipped=self.skipped + other.skipped,
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


class LegEnding(Enum):
    PASSED = auto()
    FAILED = auto()
    NOT_RUN = auto()


class LegReport(Struct, frozen=True, kw_only=True):
    leg: Leg
    ending: LegEnding
    seconds: float = 0.0
    tally: LegTally = field(default_factory=LegTally)
    shown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        over = "" if self.seconds <= self.leg.minutes * 60 else f", over its {self.leg.minutes:g} min"
        match self.ending:
            case LegEnding.NOT_RUN:
                yield f"{self.leg.name:<14} not run"
            case LegEnding.PASSED:
                yield f"{self.leg.name:<14} {self.seconds:6.1f} s  passed  ({self.tally}{over})"
                yield from self.shown
            case LegEnding.FAILED:
                yield f"{self.leg.name:<14} {self.seconds:6.1f} s  FAILED  ({self.tally}{over})"
                yield from (f"    {line}" for line in self.shown)


def run_legs(legs: Sequence[Leg]) -> Iterator[LegReport]:
    """The report of each leg as it ends: those that share the machine, then those that want it alone."""
    CHECKS.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="dealer-station-") as runtime:
        environment = _environment(runtime)
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            waiting = [pool.submit(_run, leg, environment) for leg in legs if not leg.alone]
            for done in as_completed(waiting):
                yield done.result()
        for leg in legs:
            if leg.alone:
                yield _run(leg, environment)


def _environment(runtime: str) -> dict[str, str]:
    """The caller's environment without what would let his desktop into the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "PYTEST_"))}
    return kept | {
        "COVERAGE_FILE": str(CHECKS / "coverage"),
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "XDG_RUNTIME_DIR": runtime,
    }


def _run(leg: Leg, environment: Mapping[str, str]) -> LegReport:
    missing = find_missing(leg.needs)
    if missing:
        return LegReport(leg=leg, ending=LegEnding.NOT_RUN, missing=missing)
    started = time.monotonic()
    deadline = started + leg.minutes * 60 * ENDED_AFTER_BUDGETS
    tally = LegTally()
    shown: list[str] = []
    try:
        with x_server() if leg.display else nullcontext() as display:
            variables = {**environment, **leg.environment} | ({"DISPLAY": display} if display else {})
            for number, step in enumerate(leg.steps):
                log = CHECKS / f"{leg.name}-{number}.log"
                passed = _run_step(step, variables, log, deadline - time.monotonic())
                counted = read_tally(log.with_suffix(".xml")) if step.counts_tests else LegTally()
                # A failure without a failed test (a linter, a crash, no test at all) counts as one.
                tally += counted if passed or counted.failed else counted + LegTally(failed=1)
                printed = log.read_text(encoding="utf-8", errors="replace").splitlines()
                shown += [line for line in printed if not passed or leg.shows_output or line.startswith(NOTE)]
                if step.counts_tests:
                    shown += slow_tests(log.with_suffix(".xml"))
    except NoXServerError as error:
        tally += LegTally(failed=1)
        shown.append(str(error))
    return LegReport(
        leg=leg,
        ending=LegEnding.FAILED if tally.failed else LegEnding.PASSED,
        seconds=time.monotonic() - started,
        tally=tally,
        shown=tuple(shown),
    )


def _run_step(step: LegStep, environment: Mapping[str, str], log: Path, seconds: float) -> bool:
    words = step.words
    if step.counts_tests:
        counts = log.with_suffix(".xml")
        counts.unlink(missing_ok=True)
        words = (*words, f"--junitxml={counts}")
    # Into a file and not a pipe: a process that a hanging test left behind would keep a pipe open for ever.
    with log.open("w", encoding="utf-8") as output:
        print("$", *words, file=output, flush=True)
        try:
            ended = subprocess.run(
                words,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                timeout=max(1.0, seconds),
                check=False,
            )
        except subprocess.TimeoutExpired:
            print(f"ended after {seconds:.0f} seconds", file=output)
            return False
        except OSError as error:
            print(error, file=output)
            return False
    return ended.returncode == 0


def slow_tests(counts: Path) -> list[str]:
    """The tests that took longest, the longest first."""
    if not counts.exists():
        return []
    cases = ET.parse(counts).getroot().iter("testcase")  # noqa: S314 (pytest wrote it a moment ago)
    timed = [(float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')}") for case in cases]
    return [f"slow: {seconds:.0f} s {name}" for seconds, name in sorted(timed, reverse=True) if seconds > SLOW_SECONDS]


def read_tally(counts: Path) -> LegTally:
    if not counts.exists():
        return LegTally()
    suites = ET.parse(counts).getroot().iter("testsuite")  # noqa: S314 (pytest wrote it a moment ago)
    tally = LegTally()
    for suite in suites:
        tests, failed, skipped = (int(suite.get(name, 0)) for name in ("tests", "failures", "skipped"))
        failed += int(suite.get("errors", 0))
        tally += LegTally(passed=max(0, tests - failed - skipped), failed=failed, skipped=skipped)
    return tally
