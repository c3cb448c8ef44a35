"""Lists the files that grow long before they are too long: `make test` shows lines that begin `note: `."""

import pytest

from tests.support.house_lint import LONG, ROOT, project_files


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for path in project_files():
        if path.suffix == ".py":
            lines = (ROOT / path).read_text(encoding="utf-8").count("\n")
            if lines > LONG:
                terminalreporter.write_line(f"note: {path} has {lines} lines, {LONG} are read in one sitting")
