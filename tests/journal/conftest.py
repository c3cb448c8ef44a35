"""One journal of all golden rounds, read by many tests and written by none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_app.journal.export import Form
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, read_only
from tests.support.long_journals import fill, golden


@pytest.fixture(scope="session")
def golden_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden")
    fill(folder, golden())
    return folder


@pytest.fixture
def reader(golden_folder: Path) -> Iterator[Reader]:
    opened = read_only(golden_folder)
    yield opened
    opened.close()


@pytest.fixture
def index(golden_folder: Path, reader: Reader) -> Iterator[Index]:
    made = Index(golden_folder, reader)
    made.catch_up()
    yield made
    made.close()


@pytest.fixture(params=Form, ids=lambda form: form.value)
def form(request: pytest.FixtureRequest) -> Form:
    """What is done to one form of an export is done to the other."""
    chosen: Form = request.param
    return chosen
