"""Runs a pass of the window in a process of its own, since there is one Qt to a process, and reads what it measured."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.tools.system_packages import find_missing

MINUTE = 60


def needs(*what: str) -> pytest.MarkDecorator:
    """Where a package is missing without which no window opens, this bench has nothing to measure, and says so."""
    missing = find_missing(what)
    return pytest.mark.skipif(bool(missing), reason=f"not measured here: apt-get install {' '.join(missing)}")


def run_pass(name: str, *words: str, display: str | None = None, environment: Mapping[str, str] | None = None) -> Any:
    """What the pass `name` prints last. Without a display nothing is shown, but painted all the same."""
    platform = {"QT_QPA_PLATFORM": "offscreen"} if display is None else {"QT_QPA_PLATFORM": "xcb", "DISPLAY": display}
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{name}", *words],
        env={**os.environ, **platform, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * MINUTE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def load() -> str:
    """How busy the machine was, for who reads the figures."""
    one, _, _ = os.getloadavg()
    return f"load {one:.1f} on {os.cpu_count()} cores"
