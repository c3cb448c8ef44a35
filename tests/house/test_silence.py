"""Silence as a condition of every test: what is loud fails, what was announced does not."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = """
    import logging
    import threading

    def test_expected(expect_log):
        expect_log(r"port .* gone")
        logging.getLogger("driver").warning("port 3 is gone")
        logging.getLogger("driver").info("port 3 is back")

    def test_unexpected():
        logging.getLogger("driver").warning("port 4 is gone")

    def test_absent(expect_log):
        expect_log("never comes")

    def test_left_running():
        timer = threading.Timer(60, int)
        timer.daemon = True
        timer.start()
"""


def test_a_test_that_is_not_silent_fails(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    # A process of its own, for this test is itself under the same conditions.
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-p", "tests.tools.silence", "-p", "no:pytest-qt")
    result.assert_outcomes(passed=4, errors=3)
    for said in (
        "unexpected log record: WARNING driver: port 4 is gone",
        "expected log record did not come: never comes",
        "thread left running: Thread-*",
    ):
        result.stdout.fnmatch_lines([said])
    result.stdout.no_fnmatch_line("unexpected log record: WARNING driver: port 3 is gone")
