"""Silence is a condition of every test: an unexpected log record or a thread left running fails it.

Warnings are errors by pytest's own settings, and Qt's messages by pytest-qt's. A test that provokes a log
record says so with the fixture `expect_log`; what it expects and does not come fails it too.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator

import pytest

# How long a thread that was asked to stop may take to be gone.
THREAD_GRACE_SECONDS = 1.0


class LoudRecords(logging.Handler):
    """Keeps the records of WARNING and above, and the expressions that a test expects of them."""

    def __init__(self) -> None:
        super().__init__(level=logging.WARNING)
        self.messages: list[str] = []
        self.expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.levelname} {record.name}: {record.getMessage()}")

    def faults(self) -> list[str]:
        unexpected = [text for text in self.messages if not any(re.search(it, text) for it in self.expected)]
        absent = [it for it in self.expected if not any(re.search(it, text) for text in self.messages)]
        return [f"unexpected log record: {text}" for text in unexpected] + [
            f"expected log record did not come: {expression}" for expression in absent
        ]


@pytest.fixture(autouse=True)
def loud_records() -> Iterator[LoudRecords]:
    records = LoudRecords()
    logging.getLogger().addHandler(records)
    yield records
    logging.getLogger().removeHandler(records)
    faults = records.faults()
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


@pytest.fixture
def expect_log(loud_records: LoudRecords) -> Callable[[str], None]:
    """`expect_log(r"port .* is gone")`: a record that this expression finds is meant, and must come."""
    return loud_records.expected.append


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    give_up = time.monotonic() + THREAD_GRACE_SECONDS
    for thread in set(threading.enumerate()) - before:
        thread.join(max(0.0, give_up - time.monotonic()))
        if thread.is_alive():
            pytest.fail(f"thread left running: {thread.name}", pytrace=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A Qt message of WARNING and above fails its test. A setting for it is unknown without pytest-qt."""
    if config.pluginmanager.hasplugin("pytest-qt"):
        for item in items:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
