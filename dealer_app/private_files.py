"""Files and folders that no other account may read, and safe reading of files given by people.

Everything of a data folder, a backup, an export and a device recording is made here, with modes 0600 and
0700 whatever the umask says. A disk that has no modes is found out by a trial (`can_keep_modes`). Files
that somebody gives the program to read must be regular files of a limited size: a pipe or a device is
refused.
"""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal, TextIO

FOLDER_MODE, FILE_MODE = 0o700, 0o600
_OTHERS_MASK = 0o077
_TRIAL_FILE = "station.trial"


def make_folder(folder: Path) -> None:
    """With those above it that are not there either; one that is there stays as it is."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    folder.mkdir(FOLDER_MODE, exist_ok=True)
    set_mode(folder, FOLDER_MODE)


def make_file(path: Path) -> None:
    """An empty file for SQLite, whose log and shared memory take its mode. One that is there is not even opened.

    Closing a file ends all the locks that this process has on it, those of SQLite too. What root makes belongs to the
    account of the folder, as SQLite's own files do, so that a look by root never shuts that account out.
    """
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE)
        try:
            if own_account() == 0:
                with suppress(OSError):
                    os.fchown(descriptor, path.parent.stat().st_uid, -1)
        finally:
            os.close(descriptor)
        set_mode(path, FILE_MODE)


def open_bytes(path: Path, mode: Literal["wb", "w+b", "r+b"], buffering: int = -1) -> BinaryIO:
    return open(path, mode, buffering=buffering, opener=_open_private)


def open_text(path: Path, mode: Literal["w", "a"], newline: str | None = None) -> TextIO:
    return open(path, mode, encoding="utf-8", newline=newline, opener=_open_private)


def write_text(path: Path, text: str) -> None:
    with open_text(path, "w") as file:
        file.write(text)


def write_bytes(path: Path, data: bytes) -> None:
    with open_bytes(path, "wb") as file:
        file.write(data)


def copy_file(source: Path, target: Path) -> None:
    with source.open("rb") as read, open_bytes(target, "wb") as written:
        shutil.copyfileobj(read, written)


def can_keep_modes(folder: Path) -> bool:
    """Whether a file that is made for this account alone in the folder is so. Raises OSError if none can be made."""
    return not _write_trial(folder).st_mode & _OTHERS_MASK


def can_keep_owners(folder: Path) -> bool:
    """Whether a file that this account makes in the folder belongs to it. Raises OSError if none can be made."""
    return own_account() == _write_trial(folder).st_uid


def own_account() -> int | None:
    """The number of the account that this program acts for; none on systems that number no accounts."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def _write_trial(folder: Path) -> os.stat_result:
    trial = folder / _TRIAL_FILE
    write_bytes(trial, b"")
    try:
        return trial.stat()
    finally:
        trial.unlink()


def foreign_files(folder: Path) -> tuple[Path, ...]:
    """The folder, and all that is in it, as far as it belongs to another account, which can open it to anybody."""
    return tuple(path for path in (folder, *_walk_folder(folder)) if file_owner(path) not in {None, own_account()})


def find_links(folder: Path) -> tuple[Path, ...]:
    """What in it is only a link: who can read the thing itself, modes in this folder do not say."""
    here = (path for path in (folder, *_walk_folder(folder)) if path.is_dir())
    return tuple(path for within in here for path in _folder_entries(within) if path.is_symlink())


def files_open_to_others(folder: Path) -> tuple[Path, ...]:
    """The folder, and all that is in it, as far as their modes leave something to other accounts."""
    return tuple(path for path in (folder, *_walk_folder(folder)) if _file_mode(path) & _OTHERS_MASK)


def secure(folder: Path) -> tuple[int, tuple[Path, ...]]:
    """Gives the folder and everything in it to this account alone: how many were not so, and which could not be set.

    What a link names elsewhere is left alone.
    """
    changed, refused = 0, []
    for path in (folder, *_walk_folder(folder)):
        wanted = FOLDER_MODE if path.is_dir() else FILE_MODE
        if _file_mode(path) & _OTHERS_MASK:
            set_mode(path, wanted)
            if _file_mode(path) & _OTHERS_MASK:
                refused.append(path)
            else:
                changed += 1
    return changed, tuple(refused)


def _walk_folder(folder: Path) -> Iterator[Path]:
    for path in _folder_entries(folder):
        if path.is_symlink():
            continue
        if path.is_dir():
            yield path
            yield from _walk_folder(path)
        elif _is_file(path):
            yield path


def _folder_entries(folder: Path) -> list[Path]:
    """A folder of another account may not even be listed; itself it is found all the same."""
    try:
        return sorted(folder.iterdir())
    except PermissionError:
        return []


def file_owner(path: Path) -> int | None:
    """The number of its account; of what is gone meanwhile there is none."""
    try:
        return path.stat().st_uid
    except FileNotFoundError:
        return None


def _is_file(path: Path) -> bool:
    return not path.is_symlink() and path.is_file()


def _file_mode(path: Path) -> int:
    """What is gone meanwhile, as a file that was being made, is open to nobody."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0


def _open_private(path: str, flags: int) -> int:
    descriptor = os.open(path, flags, FILE_MODE)
    set_mode(descriptor, FILE_MODE)
    return descriptor


def set_mode(at: Path | int, mode: int) -> None:
    """The umask may have taken more than others had, and a file may have been there. A start says what is left."""
    with suppress(OSError, TypeError):
        os.chmod(at, mode)  # noqa: PTH101 - of a descriptor as well


_SAFE_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""What was put in the file's place since it was looked at does not hold the program up."""


def read_regular(path: Path, most: int) -> bytes:
    """The file's bytes; of one that is longer a byte more than `most`. Raises OSError for all that is no such file."""
    _require_regular(path.stat())
    descriptor = os.open(path, os.O_RDONLY | _SAFE_FLAGS)
    with os.fdopen(descriptor, "rb") as file:
        _require_regular(os.fstat(file.fileno()))
        return file.read(most + 1)


def _require_regular(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file, but a pipe or a device")
