"""While a program is loaded nothing is thrown away, and afterwards again, however the start has ended."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from dealer_app import loading
from dealer_app.cli.run_window import DEMO_FOLDER, window_on
from dealer_app.journal.reader import DATABASE


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """As at the start of a program, whatever commands other tests have loaded in this one."""
    assert gc.isenabled()
    gc.unfreeze()
    yield
    gc.enable()
    gc.unfreeze()


class Window(ModuleType):
    """Stands for the one of Qt: says when it was opened, and shows one picture."""

    Opening = SimpleNamespace

    def __init__(self) -> None:
        super().__init__("ui.app")
        self.collecting: list[bool] = []
        self.kept = 0

    def run(self, *_: object, opening: Any, **__: object) -> int:
        self.collecting.append(gc.isenabled())
        opening.on_first_picture()
        self.collecting.append(gc.isenabled())
        self.kept = gc.get_freeze_count()
        gc.unfreeze()
        return 0


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    shown = Window()
    monkeypatch.setitem(sys.modules, "ui.app", shown)
    return shown


def test_what_is_there_when_loading_is_over_is_left_out_of_every_look() -> None:
    loading.begins()
    assert not gc.isenabled()
    loading.is_over()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_what_is_made_afterwards_is_looked_through_whoever_says_it_again() -> None:
    with loading.loading():
        pass
    gc.unfreeze()
    loading.is_over()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_it_is_over_where_what_was_loaded_fails() -> None:
    with pytest.raises(ImportError), loading.loading():
        raise ImportError("a library")
    assert gc.isenabled()


def test_with_the_first_picture_what_is_there_is_kept_and_python_looks_only_when_the_window_has_ended(
    window: Window, tmp_path: Path
) -> None:
    assert window_on(tmp_path, (), demo=True, size=None) == 0
    assert window.collecting == [False, False]
    assert window.kept > 0
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("window")
def test_a_journal_that_cannot_be_opened_leaves_no_program_that_throws_nothing_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DEMO_FOLDER).mkdir()
    (tmp_path / DEMO_FOLDER / DATABASE).write_bytes(b"no journal at all" * 99)
    with pytest.raises(SystemExit) as ended:
        window_on(tmp_path, (), demo=True, size=None)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert gc.isenabled()


def test_nor_does_a_computer_that_cannot_show_a_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setitem(sys.modules, "ui.app", None)
    with pytest.raises(SystemExit) as ended:
        window_on(tmp_path, (), demo=True, size=None)
    assert ended.value.code == 2
    assert "cannot show a window" in capsys.readouterr().err
    assert gc.isenabled()
