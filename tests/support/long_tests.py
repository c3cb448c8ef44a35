"""What every test run tries, and what `make proof` alone: cases of long lists, and more examples of each property."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

MORE = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "proof" else 1
"""How many times the usual examples of a property are tried; tests/conftest.py says so for those with no own number."""


def mostly_long(cases: Iterable[Any], *, keep_every: int) -> list[Any]:
    """Of each so many cases the first as it is, the others marked as long; a tuple is one case of several values."""
    return [case if number % keep_every == 0 else _mark_long(case) for number, case in enumerate(cases)]


def _mark_long(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)


def examples(count: int) -> settings:
    """So many examples with every test run, for a property that takes long or needs many."""
    return settings(max_examples=count * MORE)
