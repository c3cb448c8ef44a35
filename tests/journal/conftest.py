"""One journal of all golden rounds, read by many tests and written by none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_app.journal.export import ExportFormat
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, open_reader
from tests.support.long_journals import fill, golden_decisions


@pytest.fixture(scope="session")
def golden_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden")
    fill(folder, golden_decisions())
    return folder


@pytest.fixture
def reader(golden_folder: Path) -> Iterator[Reader]:
    opened = open_reader(golden_folder)
    yield opened
    opened.close()


@pytest.fixture
def index(golden_folder: Path, reader: Reader) -> Iterator[Index]:
    made = Index(golden_folder, reader)
    made.update()
    yield made
    made.close()


@pytest.fixture(params=ExportFormat, ids=lambda form: form.value)
def form(request: pytest.FixtureRequest) -> ExportFormat:
    """What is done to one form of an export is done to the other."""
    chosen: ExportFormat = request.param
    return chosen
