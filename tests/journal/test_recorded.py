"""What was written once comes to the same for ever: its chain, its fold, its recall."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.journal_records import OUTCOMES, journal_outcome, unpack_journals
from tests.support.quick_folder import quick_folder

RECORDED = json.loads(OUTCOMES.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def journals() -> Iterator[dict[str, Path]]:
    with quick_folder() as folder:
        yield dict(unpack_journals(folder))


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_journal_comes_to_what_it_came_to_when_it_was_written(name: str, journals: dict[str, Path]) -> None:
    assert journal_outcome(journals[name]) == RECORDED[name]


def test_every_journal_that_was_recorded_is_there(journals: dict[str, Path]) -> None:
    assert journals.keys() == RECORDED.keys()
