"""Python collects no garbage by itself while the window runs, and does again however the start has ended."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_app import station_window
from dealer_app.cli.run import DEMO_FOLDER, open_window
from dealer_app.journal.reader import DATABASE


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.enable()


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


@pytest.mark.usefixtures("bare_environment")
def test_python_collects_nothing_by_itself_until_the_window_has_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    collecting = []

    def run(*_: object, **__: object) -> int:
        collecting.append(gc.isenabled())
        return 0

    monkeypatch.setattr(station_window, "run", run)
    assert open_window(tmp_path, (), demo=True, size=None) == 0
    assert collecting == [False]
    assert gc.isenabled()


@pytest.mark.usefixtures("bare_environment")
def test_a_journal_that_cannot_be_opened_leaves_no_program_that_throws_nothing_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DEMO_FOLDER).mkdir()
    (tmp_path / DEMO_FOLDER / DATABASE).write_bytes(b"no journal at all" * 99)
    with pytest.raises(SystemExit) as ended:
        open_window(tmp_path, (), demo=True, size=None)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert gc.isenabled()


def test_nor_does_a_computer_that_cannot_show_a_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setitem(sys.modules, "dealer_app.station_window", None)
    monkeypatch.delattr("dealer_app.station_window")
    with pytest.raises(SystemExit) as ended:
        open_window(tmp_path, (), demo=True, size=None)
    assert ended.value.code == 2
    assert "cannot show a window" in capsys.readouterr().err
    assert gc.isenabled()
