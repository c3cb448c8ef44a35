"""What the tests of faults share: a folder in memory, fault points disarmed again, and words on what is not run.

Where a machine does not let a test do what it needs (as to mount a small disk), the leg's report says so by name.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_app import fault_points
from tests.faults.small_journals import write_files
from tests.support.quick_folder import quick_folder

_not_run: list[str] = []


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


@pytest.fixture
def kept(folder: Path) -> Path:
    """A folder with a small journal in it that was closed in order."""
    write_files(folder)
    return folder


@pytest.fixture(autouse=True)
def disarmed() -> Iterator[None]:
    yield
    fault_points.disarm()


@pytest.fixture
def not_run_here(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Ends a test that this machine cannot run, with what it lacks."""

    def say(lacking: str) -> None:
        _not_run.append(f"{request.node.name}: {lacking}")
        pytest.skip(lacking)

    return say


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _not_run:
        terminalreporter.write_line(f"note: not run here: {line}")
