"""How `make test` closes: the sum alone on a line, and after it what this machine could not run."""

from pathlib import Path

import pytest

from tests.house.house_lint import ROOT
from tests.tools.leg_runner import AT_A_TIME, Leg, LegEnding, LegReport, LegTally, read_tally, slow_tests
from tests.tools.legs import (
    MEMORY_OF_SCREENS,
    MEMORY_OF_WINDOWS,
    ProofAmounts,
    list_proof_legs,
    list_test_legs,
    summary_lines,
)
from tests.tools.system_packages import LIST, read_packages

TEST_MINUTES, PROOF_MINUTES = 13, 40
"""Above the ten and the thirty-five of two quiet cores, for machines differ; a leg over its own budget is named."""
RULES = Leg(name="rules", minutes=1, steps=())
X11 = Leg(name="x11", minutes=1, steps=())
RUN = LegReport(leg=RULES, ending=LegEnding.PASSED, tally=LegTally(passed=3, skipped=1))
NOT_RUN = LegReport(leg=X11, ending=LegEnding.NOT_RUN, missing=("xvfb",))


def runs(leg: Leg, folder: str) -> bool:
    """Whether a command of the leg is pytest over this folder."""
    return any(
        step.counts_tests
        and f"--ignore={folder}" not in step.words
        and any(word in (folder, "tests") for word in step.words)
        for step in leg.steps
    )


@pytest.mark.parametrize("long", [False, True], ids=["test", "proof"])
def test_every_folder_of_tests_is_in_one_leg_of_each(long: bool) -> None:
    legs = list_proof_legs(ProofAmounts()) if long else list_test_legs(qt_is_here=True)
    folders = sorted(
        {f"tests/{path.relative_to(ROOT / 'tests').parts[0]}" for path in ROOT.glob("tests/*/**/test_*.py")}
    )
    assert folders
    assert [folder for folder in folders if sum(runs(leg, folder) for leg in legs) != 1] == []


@pytest.mark.parametrize("long", [False, True], ids=["test", "proof"])
def test_what_walks_through_memory_has_a_process_of_its_own(long: bool) -> None:
    """Beside thousands of other tests it takes four times as long."""
    legs = list_proof_legs(ProofAmounts()) if long else list_test_legs(qt_is_here=True)
    walks = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("tests/*/**/test_*.py")
        if "\nfrom tests.support.memory_texts import" in path.read_text(encoding="utf-8")
    }
    assert walks == {*MEMORY_OF_SCREENS, *MEMORY_OF_WINDOWS}
    assert sorted(name for name in walks for leg in legs for step in leg.steps if name in step.words) == sorted(walks)
    beside = [step.words for leg in legs for step in leg.steps if step.counts_tests and not walks & set(step.words)]
    for name in walks:
        folders = {str(folder) for folder in Path(name).parents}
        left_out = {f"--ignore={each}" for each in (name, *folders)}
        assert [words for words in beside if folders & set(words) and not left_out & set(words)] == []


@pytest.mark.parametrize(("long", "minutes"), [(False, TEST_MINUTES), (True, PROOF_MINUTES)], ids=["test", "proof"])
def test_the_budgets_of_the_legs_come_to_the_time_that_is_promised(long: bool, minutes: int) -> None:
    """So many legs at a time, and those that want the machine alone."""
    legs = list_proof_legs(ProofAmounts()) if long else list_test_legs(qt_is_here=True)
    alone = sum(leg.minutes for leg in legs if leg.alone)
    assert sum(leg.minutes for leg in legs if not leg.alone) / AT_A_TIME + alone <= minutes


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
