"""Files and folders that no other account may read: 0600 and 0700, whatever the umask says.

Everything of a data folder, of a backup, of an export and of a record of devices is made here. A disk that keeps no
modes (a stick, a system without them) takes them all the same; `keeps_modes` finds that out by a trial.
"""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal, TextIO

FOLDER, FILE = 0o700, 0o600
_OF_OTHERS = 0o077
_TRIAL = "station.trial"


def make_folder(folder: Path) -> None:
    """With those above it that are not there either; one that is there stays as it is."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    folder.mkdir(FOLDER, exist_ok=True)
    set_mode(folder, FOLDER)


def make_file(path: Path) -> None:
    """An empty file for SQLite, whose log and shared memory take its mode. One that is there is not even opened.

    Whoever closes a file ends all the locks that this process has on it, those of SQLite too. What root makes belongs
    to the account of the folder, as SQLite's own files do, so that a look by root never shuts that account out.
    """
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE)
        try:
            if account() == 0:
                with suppress(OSError):
                    os.fchown(descriptor, path.parent.stat().st_uid, -1)
        finally:
            os.close(descriptor)
        set_mode(path, FILE)


def open_bytes(path: Path, mode: Literal["wb", "w+b", "r+b"], buffering: int = -1) -> BinaryIO:
    return open(path, mode, buffering=buffering, opener=_opened)


def open_text(path: Path, mode: Literal["w", "a"], newline: str | None = None) -> TextIO:
    return open(path, mode, encoding="utf-8", newline=newline, opener=_opened)


def write_text(path: Path, text: str) -> None:
    with open_text(path, "w") as file:
        file.write(text)


def write_bytes(path: Path, data: bytes) -> None:
    with open_bytes(path, "wb") as file:
        file.write(data)


def copy_file(source: Path, target: Path) -> None:
    with source.open("rb") as read, open_bytes(target, "wb") as written:
        shutil.copyfileobj(read, written)


def keeps_modes(folder: Path) -> bool:
    """Whether a file that is made for this account alone in the folder is so. Raises OSError if none can be made."""
    return not _trial(folder).st_mode & _OF_OTHERS


def keeps_owners(folder: Path) -> bool:
    """Whether a file that this account makes in the folder belongs to it. Raises OSError if none can be made."""
    return account() == _trial(folder).st_uid


def account() -> int | None:
    """The number of the account that this program acts for; none on systems that number no accounts."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def _trial(folder: Path) -> os.stat_result:
    trial = folder / _TRIAL
    write_bytes(trial, b"")
    try:
        return trial.stat()
    finally:
        trial.unlink()


def of_other_accounts(folder: Path) -> tuple[Path, ...]:
    """The folder, and all that is in it, as far as it belongs to another account, which can open it to anybody."""
    return tuple(path for path in (folder, *_all_in(folder)) if owner_of(path) not in {None, account()})


def links_in(folder: Path) -> tuple[Path, ...]:
    """What in it is only a link: who can read the thing itself, modes in this folder do not say."""
    here = (path for path in (folder, *_all_in(folder)) if path.is_dir())
    return tuple(path for within in here for path in _listed(within) if path.is_symlink())


def readable_by_others(folder: Path) -> tuple[Path, ...]:
    """The folder, and all that is in it, as far as their modes leave something to other accounts."""
    return tuple(path for path in (folder, *_all_in(folder)) if _mode(path) & _OF_OTHERS)


def secure(folder: Path) -> tuple[int, tuple[Path, ...]]:
    """Gives the folder and everything in it to this account alone: how many were not so, and which could not be set.

    What a link names elsewhere is left alone.
    """
    changed, refused = 0, []
    for path in (folder, *_all_in(folder)):
        wanted = FOLDER if path.is_dir() else FILE
        if _mode(path) & _OF_OTHERS:
            set_mode(path, wanted)
            if _mode(path) & _OF_OTHERS:
                refused.append(path)
            else:
                changed += 1
    return changed, tuple(refused)


def _all_in(folder: Path) -> Iterator[Path]:
    for path in _listed(folder):
        if path.is_symlink():
            continue
        if path.is_dir():
            yield path
            yield from _all_in(path)
        elif _is_file(path):
            yield path


def _listed(folder: Path) -> list[Path]:
    """A folder of another account may not even be listed; itself it is found all the same."""
    try:
        return sorted(folder.iterdir())
    except PermissionError:
        return []


def owner_of(path: Path) -> int | None:
    """The number of its account; of what is gone meanwhile there is none."""
    try:
        return path.stat().st_uid
    except FileNotFoundError:
        return None


def _is_file(path: Path) -> bool:
    return not path.is_symlink() and path.is_file()


def _mode(path: Path) -> int:
    """What is gone meanwhile, as a file that was being made, is open to nobody."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0


def _opened(path: str, flags: int) -> int:
    descriptor = os.open(path, flags, FILE)
    set_mode(descriptor, FILE)
    return descriptor


def set_mode(at: Path | int, mode: int) -> None:
    """The umask may have taken more than others had, and a file may have been there. A start says what is left."""
    with suppress(OSError, TypeError):
        os.chmod(at, mode)  # noqa: PTH101 - of a descriptor as well
