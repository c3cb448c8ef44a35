"""The legs of `make test` and of `make proof`: what is run, with which budget, and which of them wait for each other.

A new leg is one more entry of `list_test_legs`. Its folders are claimed from the leg of the rest, which runs whatever
folder of tests no other leg has claimed, so that none can be forgotten. Tests with the mark `long` are left to
the legs of `list_proof_legs`. How a leg is run and counted is in `leg_runner`.
"""

import argparse
import os
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec import Struct

from tests.tools.leg_runner import Leg, LegEnding, LegReport, LegStep, LegTally, run_legs
from tests.tools.system_packages import find_missing

PYTHON = sys.executable
CORE_PYTHON = ".venv-core/bin/python"

HOUSE = ("tests/house",)
WINDOW = ("tests/ui",)
# Rounds that are played at a real window, and wait for it.
AT_THE_WINDOW = ("tests/ui/at_the_window",)
# What walks through all memory, in processes in which little else is: there it takes a fourth of the time.
MEMORY_OF_SCREENS = ("tests/screens/test_pins_are_let_go.py", "tests/screens/test_unweighed_pins.py")
MEMORY_OF_WINDOWS = ("tests/ui/test_pins_are_gone.py", "tests/ui/at_the_window/test_pins_are_let_go.py")
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
OF_WINDOWS = (
    "dealer_app/station_window.py",
    "dealer_app/practice_window.py",
    "dealer_app/wiring.py",
    "dealer_app/cli/run.py",
)
# What must hold where there is no PySide6 and no pyserial: it is run there.
CORE = ("tests/domain", "tests/rules", "tests/drivers")
CLAIMED = (*CORE, *HOUSE, *WINDOW, *X11, *BENCH, *DEVICES, *FAULTS, *SCREENS)
SHORT = ("-m", "not long")
LONG = ("-m", "long")
LONG_OR_PROPERTY = ("-m", "long or hypothesis")
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
MORE_EXAMPLES = {"HYPOTHESIS_PROFILE": "proof"}

_OMITTED = ",".join((f"{OF_SCREENS}/*", *OF_WINDOWS))
WITHOUT_QT = ("-p", "no:pytest-qt")


class ProofAmounts(Struct, frozen=True, kw_only=True):
    """How much of what is tried at random `make proof` tries."""

    kills: int = 60
    flips: int = 100
    inputs: int = 1_000_000
    rounds: int = 1000
    seed: int = 1


def list_test_legs(*, qt_is_here: bool) -> tuple[Leg, ...]:
    """In the order in which they start: the longest first, and before short ones those that wait most of their time."""
    # Where Qt cannot be loaded, its tests cannot even be collected, and their clauses are not compared.
    collected = () if qt_is_here else (*WITHOUT_QT, *_ignore_options((*WINDOW, *X11)))
    return (
        Leg(
            name="window",
            minutes=5,
            needs=("window",),
            environment=OFFSCREEN,
            steps=(
                _tests(*SHORT, *_ignore_options((*AT_THE_WINDOW, *MEMORY_OF_WINDOWS)), *WINDOW),
                _tests(*SHORT, *MEMORY_OF_WINDOWS),
            ),
        ),
        Leg(
            name="at-the-window",
            minutes=5,
            needs=("window",),
            environment=OFFSCREEN,
            steps=(_tests(*SHORT, *_ignore_options(MEMORY_OF_WINDOWS), *AT_THE_WINDOW),),
        ),
        Leg(
            name="rest",
            minutes=5,
            steps=(_tests(*WITHOUT_QT, *SHORT, *_ignore_options(CLAIMED), "tests"),),
        ),
        Leg(
            name="screens",
            minutes=4,
            steps=(
                _tests(*WITHOUT_QT, *SHORT, *_ignore_options(MEMORY_OF_SCREENS), *SCREENS),
                _tests(*WITHOUT_QT, *SHORT, *MEMORY_OF_SCREENS),
            ),
        ),
        Leg(name="devices", minutes=2, steps=(_tests(*WITHOUT_QT, *SHORT, *DEVICES),)),
        Leg(name="faults", minutes=2, steps=(_tests(*WITHOUT_QT, *SHORT, *FAULTS),)),
        Leg(
            name="static",
            minutes=2.5,
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
            name="rules",
            minutes=2,
            steps=(
                _module("tests.tools.core_alone", python=CORE_PYTHON),
                _tests(*SHORT, *CORE, python=CORE_PYTHON),
            ),
        ),
        Leg(
            name="x11",
            minutes=1,
            needs=("window", "x11"),
            display=True,
            environment={"QT_QPA_PLATFORM": "xcb"},
            steps=(_tests(*SHORT, *X11),),
        ),
        Leg(name="bench", minutes=2, alone=True, steps=(_tests(*WITHOUT_QT, *SHORT, *BENCH),)),
    )


def list_proof_legs(amounts: ProofAmounts) -> tuple[Leg, ...]:
    """What takes long, in the order in which it starts: for `make proof`."""
    seed = ("--seed", str(amounts.seed))
    return (
        Leg(
            name="killed",
            minutes=12,
            steps=(_module("tests.faults.kill_proof", "--kills", str(amounts.kills), *seed),),
            shows_output=True,
        ),
        Leg(
            name="killed-window",
            minutes=5,
            needs=("window",),
            environment=OFFSCREEN,
            steps=(_module("tests.ui.at_the_window.window_proof", "--kills", str(amounts.kills), *seed),),
            shows_output=True,
        ),
        Leg(name="long-faults", minutes=8.5, steps=(_tests(*WITHOUT_QT, *LONG, *FAULTS),)),
        Leg(
            name="long-window",
            minutes=8,
            needs=("window",),
            environment=OFFSCREEN | MORE_EXAMPLES,
            steps=(
                _tests(*LONG_OR_PROPERTY, *_ignore_options(MEMORY_OF_WINDOWS), *WINDOW),
                _tests(*LONG_OR_PROPERTY, *MEMORY_OF_WINDOWS),
            ),
        ),
        Leg(
            name="long-rest",
            minutes=9.5,
            environment=MORE_EXAMPLES,
            steps=(
                _tests(
                    *WITHOUT_QT,
                    *LONG_OR_PROPERTY,
                    *_ignore_options((*WINDOW, *X11, *FAULTS, *BENCH, *MEMORY_OF_SCREENS)),
                    "tests",
                ),
                _tests(*WITHOUT_QT, *LONG_OR_PROPERTY, *MEMORY_OF_SCREENS),
            ),
        ),
        Leg(
            name="flips",
            minutes=6,
            steps=(_module("tests.faults.byte_flips", "--flips", str(amounts.flips), *seed),),
            shows_output=True,
        ),
        Leg(
            name="fuzz",
            minutes=5,
            steps=(_module("tests.drivers.fuzz_framing", "--inputs", str(amounts.inputs), *seed),),
            shows_output=True,
        ),
        Leg(
            name="soak",
            minutes=5,
            steps=(_module("tests.devices.device_soak", "--rounds", str(amounts.rounds), *seed),),
            shows_output=True,
        ),
        Leg(
            name="long-x11",
            minutes=2,
            needs=("window", "x11"),
            display=True,
            environment={"QT_QPA_PLATFORM": "xcb"},
            steps=(_tests(*LONG, *X11),),
        ),
        Leg(name="long-bench", minutes=1, alone=True, steps=(_tests(*WITHOUT_QT, *LONG, *BENCH),)),
    )


def _coverage_legs() -> tuple[Leg, ...]:
    """The same tests, with every line counted that they reach: for `make coverage`, and no part of `make test`."""
    domain = (*WITHOUT_QT, *_ignore_options(set(CLAIMED) - set(CORE)), *SHORT, "tests")
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


def _ignore_options(folders: Collection[str]) -> tuple[str, ...]:
    return tuple(f"--ignore={folder}" for folder in sorted(folders))


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
    legs = list_test_legs(qt_is_here=not find_missing(("window",)))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("legs", nargs="*", help="only these, or all of `make test`")
    parser.add_argument("--proof", action="store_true", help="the legs of `make proof`")
    for name in ProofAmounts.__struct_fields__:
        parser.add_argument(f"--{name}", type=int, default=getattr(ProofAmounts(), name), help="for the proof")
    asked = parser.parse_args()
    proof = list_proof_legs(ProofAmounts(**{name: getattr(asked, name) for name in ProofAmounts.__struct_fields__}))
    every, legs = (*legs, *proof, *_coverage_legs()), proof if asked.proof else legs
    wanted = asked.legs
    unknown = sorted(set(wanted) - {leg.name for leg in every})
    if unknown:
        parser.error(f"no such leg: {', '.join(unknown)}; there are {', '.join(leg.name for leg in every)}")
    started = time.monotonic()
    reports = []
    for report in run_legs([leg for leg in every if leg.name in wanted] if wanted else legs):
        reports.append(report)
        print(*report.lines(), sep="\n", flush=True)
    print(f"{'all':<14} {time.monotonic() - started:6.1f} s")
    on_ci = os.environ.get("CI", "").lower() in {"true", "1"}
    print(*summary_lines(reports, on_ci=on_ci), sep="\n", flush=True)
    bad = {LegEnding.FAILED, LegEnding.NOT_RUN} if on_ci else {LegEnding.FAILED}
    return int(any(report.ending in bad for report in reports))


if __name__ == "__main__":
    sys.exit(main())
