"""How `make test` closes: the sum alone on a line, and after it what this machine could not run."""

from pathlib import Path

import pytest

from tests.support.leg_runner import Leg, LegEnding, LegReport, LegTally, read_tally, slow_tests
from tests.support.legs import summary_lines
from tests.support.system_packages import LIST, read_packages

DOMAIN = Leg(name="domain", minutes=1, steps=())
X11 = Leg(name="x11", minutes=1, steps=())
RUN = LegReport(leg=DOMAIN, ending=LegEnding.PASSED, tally=LegTally(passed=3, skipped=1))
NOT_RUN = LegReport(leg=X11, ending=LegEnding.NOT_RUN, missing=("xvfb",))


@pytest.mark.parametrize("on_ci", [False, True])
def test_the_sum_is_the_last_line(on_ci: bool) -> None:
    assert summary_lines([RUN, RUN], on_ci=on_ci) == ("6 passed, 0 failed, 2 skipped",)


def test_what_was_not_run_is_said_last() -> None:
    assert summary_lines([RUN, NOT_RUN], on_ci=False) == (
        "3 passed, 0 failed, 1 skipped",
        "not run here: x11; apt-get install xvfb",
    )


def test_what_was_not_run_is_a_failure_on_ci() -> None:
    assert summary_lines([RUN, NOT_RUN], on_ci=True) == (
        "3 passed, 1 failed, 1 skipped",
        "FAILED: not run here: x11; apt-get install xvfb",
    )


def test_tests_are_counted_from_what_pytest_wrote(tmp_path: Path) -> None:
    counts = tmp_path / "counts.xml"
    counts.write_text(
        '<testsuites><testsuite tests="9" failures="2" errors="1" skipped="3"/></testsuites>',
        encoding="utf-8",
    )
    assert read_tally(counts) == LegTally(passed=3, failed=3, skipped=3)


def test_what_took_long_is_named_the_longest_first(tmp_path: Path) -> None:
    counts = tmp_path / "counts.xml"
    cases = (("quick", 9.9), ("long", 12.4), ("longest", 60.0))
    written = "".join(f'<testcase classname="tests.x" name="{name}" time="{seconds}"/>' for name, seconds in cases)
    counts.write_text(f"<testsuites><testsuite>{written}</testsuite></testsuites>", encoding="utf-8")
    assert slow_tests(counts) == ["slow: 60 s tests.x::longest", "slow: 12 s tests.x::long"]


def test_a_run_that_wrote_nothing_has_no_tests(tmp_path: Path) -> None:
    assert read_tally(tmp_path / "counts.xml") == LegTally()


def test_each_system_package_says_who_needs_it() -> None:
    packages = read_packages(LIST.read_text(encoding="utf-8"))
    assert {package.needed_by for package in packages} == {"window", "x11"}
    assert len({package.name for package in packages}) == len(packages)
