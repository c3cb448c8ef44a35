"""`--demo --fresh` begins a demonstration again and keeps the old one; a live folder it never touches."""

from pathlib import Path

import pytest

from dealer_app.cli.run import DEMO_FOLDER, open_window
from dealer_app.journal.folder import FolderLock
from dealer_app.journal_errors import JournalError
from dealer_app.station.startup import mark_demonstration, put_demonstration_aside
from tests.support.typist import Typist


def demonstration(folder: Path) -> Path:
    folder.mkdir()
    mark_demonstration(folder)
    (folder / "played").write_text("rounds")
    return folder


def test_a_demonstration_is_kept_under_the_next_name(tmp_path: Path) -> None:
    folder = tmp_path / DEMO_FOLDER
    for number in (1, 2):
        demonstration(folder)
        kept = put_demonstration_aside(folder)
        assert kept == tmp_path / f"{DEMO_FOLDER}-{number}"
        assert (kept / "played").read_text() == "rounds"
        assert not folder.exists()
    assert put_demonstration_aside(folder) is None


def test_a_folder_that_is_no_demonstration_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    live = tmp_path / DEMO_FOLDER
    live.mkdir()
    (live / "journal.db").write_text("live")
    with pytest.raises(ValueError, match=DEMO_FOLDER):
        put_demonstration_aside(live)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    with pytest.raises(SystemExit) as ended:
        open_window(tmp_path, (), demo=True, size=None, fresh=True)
    assert ended.value.code == 2
    assert "is no demonstration" in capsys.readouterr().err
    assert [path.name for path in live.iterdir()] == ["journal.db"]


def test_one_that_a_station_has_open_is_left_as_it_is(tmp_path: Path) -> None:
    folder = demonstration(tmp_path / DEMO_FOLDER)
    held = FolderLock(folder, station="T1")
    with pytest.raises(JournalError):
        put_demonstration_aside(folder)
    held.release()
    assert (folder / "played").exists()


def test_a_live_house_is_never_begun_again(typist: Typist) -> None:
    shown = typist.type("run", "--fresh")
    assert shown.exit_code == 2
    assert "--fresh goes with --demo alone" in shown.output
