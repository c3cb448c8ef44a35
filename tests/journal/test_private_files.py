"""Files and folders that no other account may read, whatever the umask says, and what is found that is not so."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app import private_files
from tests.support.owners import foreign_owner

UMASKS = (0o000, 0o022, 0o077, 0o177, 0o777)


@pytest.fixture(params=UMASKS, ids=[f"umask {umask:03o}" for umask in UMASKS])
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("_umask")
def test_whatever_is_made_is_for_this_account_alone(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "two"
    private_files.make_folder(folder)
    assert (mode(folder), mode(folder.parent)) == (0o700, 0o700)
    private_files.make_file(folder / "file")
    private_files.write_text(folder / "text", "text")
    private_files.write_bytes(folder / "bytes", b"bytes")
    private_files.copy_file(folder / "text", folder / "copy")
    with private_files.open_text(folder / "more", "a") as file:
        file.write("more")
    with private_files.open_bytes(folder / "both", "w+b", buffering=0) as raw:
        raw.write(b"both")
    assert {path.name: mode(path) for path in folder.iterdir()} == dict.fromkeys(
        ("file", "text", "bytes", "copy", "more", "both"), 0o600
    )
    assert (folder / "copy").read_text(encoding="utf-8") == "text"
    assert private_files.can_keep_modes(folder)
    assert private_files.files_open_to_others(folder) == ()


def test_what_is_written_again_is_narrowed_and_what_is_there_is_not_emptied(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("kept", encoding="utf-8")
    old.chmod(0o644)
    private_files.make_file(old)
    assert (old.read_text(encoding="utf-8"), mode(old)) == ("kept", 0o644)
    private_files.write_text(old, "new")
    assert mode(old) == 0o600


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o755)
    private_files.make_folder(tmp_path / "shared" / "below")
    assert (mode(tmp_path / "shared"), mode(tmp_path / "shared" / "below")) == (0o755, 0o700)


@pytest.mark.parametrize("left", [0o040, 0o004, 0o020, 0o002, 0o010, 0o001])
@pytest.mark.parametrize("name", ["", "file"])
def test_any_right_of_others_is_found_and_taken_away(tmp_path: Path, left: int, name: str) -> None:
    folder = tmp_path / "station"
    private_files.make_folder(folder)
    private_files.write_text(folder / "file", "")
    open_one = folder / name
    open_one.chmod(mode(open_one) | left)
    assert private_files.files_open_to_others(folder) == (open_one,)
    assert private_files.secure(folder) == (1, ())
    assert private_files.files_open_to_others(folder) == ()


def test_what_lies_deeper_is_secured_and_links_are_not_followed(tmp_path: Path) -> None:
    folder, outside = tmp_path / "station", tmp_path / "outside"
    (folder / "damaged-1").mkdir(parents=True)
    (folder / "damaged-1" / "journal.db").write_text("", encoding="utf-8")
    outside.write_text("", encoding="utf-8")
    for path in (folder, folder / "damaged-1", folder / "damaged-1" / "journal.db", outside):
        path.chmod(0o755)
    (folder / "link").symlink_to(outside)
    (folder / "nowhere").symlink_to(tmp_path / "nothing")
    assert private_files.secure(folder) == (3, ())
    assert mode(outside) == 0o755
    assert mode(folder / "damaged-1" / "journal.db") == 0o600


def test_every_link_is_found_however_deep_and_wherever_it_leads(tmp_path: Path) -> None:
    folder = tmp_path / "station"
    private_files.make_folder(folder / "volume-0001")
    assert private_files.find_links(folder) == ()
    (folder / "journal.db").symlink_to(tmp_path / "elsewhere")
    (folder / "volume-0001" / "journal.db").symlink_to(folder / "journal.db")
    (folder / "records").symlink_to(tmp_path)
    found = {path.relative_to(folder).as_posix() for path in private_files.find_links(folder)}
    assert found == {"journal.db", "volume-0001/journal.db", "records"}


@pytest.mark.parametrize("name", [".", "file", "below", "below/file"])
def test_what_belongs_to_another_account_is_found_wherever_it_lies(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "station"
    private_files.make_folder(folder / "below")
    for file in (folder / "file", folder / "below" / "file"):
        private_files.write_text(file, "")
    assert private_files.can_keep_owners(folder)
    assert private_files.foreign_files(folder) == ()
    with foreign_owner(folder / name):
        assert private_files.foreign_files(folder) == (folder / name,)
        assert private_files.can_keep_owners(folder)


def test_on_a_disk_or_a_system_without_owners_nothing_belongs_to_this_account(tmp_path: Path) -> None:
    for number in (os.geteuid() + 1, None):
        with patch.object(private_files, "own_account", return_value=number):
            assert not private_files.can_keep_owners(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_root_makes_for_sqlite_belongs_to_the_account_of_the_folder(tmp_path: Path) -> None:
    given: list[tuple[int, int]] = []
    with (
        patch.object(private_files, "own_account", return_value=0),
        patch.object(os, "fchown", lambda _, user, group: given.append((user, group))),
    ):
        private_files.make_file(tmp_path / "file")
        private_files.make_file(tmp_path / "file")
    assert given == [(tmp_path.stat().st_uid, -1)]
    with patch.object(private_files, "own_account", return_value=1):
        private_files.make_file(tmp_path / "other")
    assert len(given) == 1


def test_a_disk_without_modes_is_found_by_trying(tmp_path: Path) -> None:
    with patch.object(private_files, "_OTHERS_MASK", 0o777):
        assert not private_files.can_keep_modes(tmp_path)
        assert private_files.secure(tmp_path) == (0, (tmp_path,))
    assert list(tmp_path.iterdir()) == []
