"""Which cases of a long list every test run tries, and which `make proof` alone."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_long(cases: Iterable[Any], every: int) -> list[Any]:
    """The first case and each further `every`-th one as it is, the others marked as long."""
    return [case if number % every == 0 else _mark_long(case) for number, case in enumerate(cases)]


def _mark_long(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)
