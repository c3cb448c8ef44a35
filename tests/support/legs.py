"""The legs of `make test`: what is run, with which budget, and which of them wait for each other.

A new leg is one more entry of `legs()`. Its folders are claimed from the domain leg, which runs whatever
folder of tests no other leg has claimed, so that none can be forgotten. How a leg is run and counted is in
`leg_runner`.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.leg_runner import Leg, LegEnding, LegReport, LegStep, LegTally, run_legs
from tests.support.system_packages import find_missing

PYTHON = sys.executable
CORE_PYTHON = ".venv-core/bin/python"

HOUSE = ("tests/house",)
WINDOW = ("tests/ui",)
X11 = ("tests/ui_x11",)
BENCH = ("tests/bench",)
# Through real ports, with pauses that are really waited for: pyserial is needed, no library of Qt is.
DEVICES = ("tests/devices",)
# What is killed, filled up and damaged; forked children and coverage do not go together.
FAULTS = ("tests/faults",)
# What a window shows, made without one.
SCREENS = ("tests/screens",)
OF_SCREENS = "dealer_app/screens"
# What only a window runs is measured nowhere.
OF_WINDOWS = ("dealer_app/station_window.py", "dealer_app/wiring.py", "dealer_app/cli/run.py")
CLAIMED = (*HOUSE, *WINDOW, *X11, *BENCH, *DEVICES, *FAULTS, *SCREENS)
# What must also hold where there is no PySide6 and no pyserial.
CORE = ("tests/domain", "tests/rules", "tests/drivers")

_OMITTED = ",".join((f"{OF_SCREENS}/*", *OF_WINDOWS))
WITHOUT_QT = ("-p", "no:pytest-qt")


def _legs(*, qt_is_here: bool) -> tuple[Leg, ...]:
    """In the order in which they start, the longest first."""
    # Where Qt cannot be loaded, its tests cannot even be collected, and their clauses are not compared.
    collected = () if qt_is_here else (*WITHOUT_QT, *_ignore_options((*WINDOW, *X11)))
    return (
        Leg(
            name="window",
            minutes=6,
            needs=("window",),
            environment={"QT_QPA_PLATFORM": "offscreen"},
            steps=(_tests(*WINDOW),),
        ),
        Leg(
            name="domain",
            minutes=5,
            steps=(_tests(*WITHOUT_QT, *_ignore_options(CLAIMED), "-m", "not exhaustive", "tests"),),
        ),
        Leg(name="screens", minutes=5, steps=(_tests(*WITHOUT_QT, *SCREENS),)),
        Leg(name="faults", minutes=3, steps=(_tests(*WITHOUT_QT, "-m", "not sweep", *FAULTS),)),
        Leg(
            name="exhaustive",
            minutes=2,
            steps=(_tests(*WITHOUT_QT, *_ignore_options(CLAIMED), "-m", "exhaustive", "tests"),),
        ),
        Leg(
            name="static",
            minutes=1,
            steps=(
                _module("ruff", "format", "--check", "--output-format", "concise", "."),
                _module("ruff", "check", "--output-format", "concise", "."),
                _module("mypy"),
                LegStep(words=(str(Path(PYTHON).with_name("lint-imports")),)),
                _tests(*WITHOUT_QT, *HOUSE),
                _module("pytest", "-qq", "--collect-only", "--check-clause-tests", *collected),
            ),
        ),
        Leg(
            name="core",
            minutes=2,
            steps=(
                _module("tests.support.core_alone", python=CORE_PYTHON),
                _tests("-m", "not exhaustive", *CORE, python=CORE_PYTHON),
            ),
        ),
        Leg(name="devices", minutes=1, steps=(_tests(*WITHOUT_QT, *DEVICES),)),
        Leg(
            name="x11",
            minutes=2,
            needs=("window", "x11"),
            display=True,
            environment={"QT_QPA_PLATFORM": "xcb"},
            steps=(_tests(*X11),),
        ),
        Leg(name="bench", minutes=2, alone=True, steps=(_tests(*WITHOUT_QT, *BENCH),)),
    )


def _coverage_legs() -> tuple[Leg, ...]:
    """The same tests, with every line counted that they reach: for `make coverage`, and no part of `make test`."""
    domain = (*WITHOUT_QT, *_ignore_options(CLAIMED), "-m", "not exhaustive", "tests")
    return (
        Leg(
            name="coverage",
            minutes=12,
            steps=(_tests(*domain, measured=(f"--omit={_OMITTED}",)), _module("coverage", "report")),
        ),
        Leg(
            name="coverage-screens",
            minutes=9,
            environment={"COVERAGE_FILE": ".checks/coverage-screens"},
            steps=(
                _tests(*WITHOUT_QT, *SCREENS, measured=(f"--source={OF_SCREENS}",)),
                _module("coverage", "report"),
            ),
        ),
    )


def _module(*words: str, python: str = PYTHON) -> LegStep:
    return LegStep(words=(python, "-m", *words))


def _tests(*words: str, python: str = PYTHON, measured: tuple[str, ...] = ()) -> LegStep:
    run = ("coverage", "run", *measured, "-m", "pytest") if measured else ("pytest",)
    # No cache: legs that run at the same time would overwrite each other's.
    return LegStep(words=(python, "-m", *run, "--quiet", "-p", "no:cacheprovider", *words), counts_tests=True)


def _ignore_options(folders: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"--ignore={folder}" for folder in folders)


def summary_lines(reports: Sequence[LegReport], *, on_ci: bool) -> tuple[str, ...]:
    """The sum over all legs, and after it, as the last line, what this machine could not run."""
    not_run = [report for report in reports if report.ending is LegEnding.NOT_RUN]
    total = sum((report.tally for report in reports), LegTally())
    if not not_run:
        return (str(total),)
    names = " and ".join(report.leg.name for report in not_run)
    missing = sorted({name for report in not_run for name in report.missing})
    verdict = f"{'FAILED: ' if on_ci else ''}not run here: {names}; apt-get install {' '.join(missing)}"
    return (str(total + LegTally(failed=len(not_run) if on_ci else 0)), verdict)


def main() -> int:
    legs = _legs(qt_is_here=not find_missing(("window",)))
    every = (*legs, *_coverage_legs())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("legs", nargs="*", help="only these: " + ", ".join(leg.name for leg in every))
    wanted = parser.parse_args().legs
    unknown = sorted(set(wanted) - {leg.name for leg in every})
    if unknown:
        parser.error(f"no such leg: {', '.join(unknown)}")
    started = time.monotonic()
    reports = []
    for report in run_legs([leg for leg in every if leg.name in wanted] if wanted else legs):
        reports.append(report)
        print(*report.lines(), sep="\n", flush=True)
    print(f"{'all':<12} {time.monotonic() - started:6.1f} s")
    on_ci = os.environ.get("CI", "").lower() in {"true", "1"}
    print(*summary_lines(reports, on_ci=on_ci), sep="\n", flush=True)
    bad = {LegEnding.FAILED, LegEnding.NOT_RUN} if on_ci else {LegEnding.FAILED}
    return int(any(report.ending in bad for report in reports))


if __name__ == "__main__":
    sys.exit(main())
